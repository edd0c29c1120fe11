// A case of a script, played again statement by statement, each as an input: so a prompt opens where it
// failed, with every statement before it to go back to.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// A case of a script to play again.
package struct ScenarioReplay: Sendable {
  private let script: Script
  /// The number of the case; nil for a script without scenarios.
  private let number: Int?

  /// Makes a replay.
  ///
  /// - Parameters:
  ///   - script: The script, which can be run.
  ///   - number: The number of the case among `Script.cases`; nil for the script's own statements.
  package init(_ script: Script, case number: Int?) {
    self.script = script
    self.number = number
  }

  /// What is played: what the script declares, then statement by statement.
  private var inputs: [(source: SourceText, text: String)] {
    let source = script.source
    let statements = Parser.parse(source, limits: script.limits.syntax).statements
    let isWhole = number == nil
    let declarations = statements.filter { statement in
      switch statement.kind {
      case .scenario, .setup, .exploration: false
      case .variable: true
      default: isWhole ? !statement.isDone : true
      }
    }
    var played: [Statement] = isWhole ? statements.filter(\.isPlayed) : []
    for case .setup(let block) in statements.map(\.kind) where !isWhole {
      played += block.statements
    }
    if let place = number.map({ script.cases[$0].place }) {
      for statement in statements {
        guard case .scenario(let scenario) = statement.kind,
          scenario.title.range.start == place.range.start
        else { continue }
        played += scenario.body.statements
      }
    }
    let first = (source.keeping(declarations.map(\.range)), "the declarations of the script")
    return [first] + played.map { (source.keeping([$0.range]), source.text(in: $0.range)) }
  }

  /// What makes a console's device that of the case, and the values that the case is made for.
  private func conditions(of device: Device) -> [String] {
    guard let number else { return [] }
    let scenario = script.cases[number]
    var inputs: [String] = []
    if device.profile.system != scenario.profile.system {
      inputs.append(":device os \(scenario.profile.system)")
    }
    if device.profile.model != scenario.profile.model {
      inputs.append(":device model \"\(scenario.profile.model)\"")
    }
    return inputs + scenario.values.map { "let \($0.name) = \($0.text)" }
  }

  /// What it is called.
  private var title: String { number.map { script.cases[$0].title } ?? script.source.name }
}

extension Statement {
  /// Whether it is played where a script is one case.
  fileprivate var isPlayed: Bool {
    if case .variable = kind { return false }
    return isDone
  }
}

extension SourceText {
  /// The text with blanks for everything outside of some ranges, so that places stay what they are.
  fileprivate func keeping(_ ranges: [SourceRange]) -> SourceText {
    var kept = bytes.map { byte in
      byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") ? byte : UInt8(ascii: " ")
    }
    for range in ranges {
      let range = Int(range.start)..<Int(range.end)
      kept.replaceSubrange(range, with: bytes[range])
    }
    return SourceText(name: name, bytes: kept)
  }
}

extension ScenarioReplay {
  /// Plays the case in a console, up to the first statement that fails, or to its end.
  ///
  /// - Returns: What that statement said, and how to continue.
  func play(in console: inout Console) -> String {
    let show = console.host.show
    console.host.show = nil
    defer { console.host.show = show }
    var last = ""
    func fails(_ answer: Console.Answer, _ console: Console) -> Bool {
      switch answer {
      case .accepted(let text):
        last = text
        return console.current.inputs.last?.hasFailed ?? false
      case .refused(let text):
        last = text
        return true
      case .incomplete, .edit, .quit: return true
      }
    }
    var inputs = inputs[...]
    var isOver = false
    if let declarations = inputs.popFirst() {
      isOver = fails(console.evaluate(declarations.source, declarations.text), console)
    }
    for input in conditions(of: console.current.device) where !isOver {
      isOver = fails(console.submit(input), console)
    }
    while !isOver, let input = inputs.popFirst() {
      isOver = fails(console.evaluate(input.source, input.text), console)
    }
    let place = isOver ? "is where it failed" : "is at its end: it does not fail here"
    return last
      + console.wrapped(
        "“\(title.printableLine)” \(place). `:back` goes back a statement, `:state` shows "
          + "the device; nothing here changes the script.")
  }
}
