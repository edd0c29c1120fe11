// The dispatch of meta-commands: the command is found in the table, and its row answers. How rows read
// arguments, and what those about the console itself do, is here.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

extension Console {
  /// Executes a command.
  mutating func answer(to line: CommandInput) -> Answer {
    guard let command = MetaCommand.named(line.name) else { return unknown(line.name) }
    return command.body(&self, line)
  }

  private func unknown(_ name: String) -> Answer {
    let known = MetaCommand.all.map(\.name)
    let several = known.filter { !name.isEmpty && $0.hasPrefix(name) }
    if several.count > 1 {
      let list = several.map { ":" + $0 }.joined(separator: ", ")
      return refusal("`:\(name)` can be \(list); type more of it")
    }
    let hint = hint(for: name, among: known, prefix: ":", otherwise: "`:help` lists all")
    return refusal("there is no command `:\(name)`" + hint)
  }

  // MARK: - Reading arguments

  /// Reads a number of at least 1.
  mutating func withCount(
    _ line: CommandInput, default count: Int, _ body: (inout Console, Int) -> Answer
  ) -> Answer {
    guard !line.rest.isEmpty else { return body(&self, count) }
    guard let number = Int(line.rest), number > 0 else {
      return refusal("`:\(line.name)` takes a number from 1, not `\(line.rest)`")
    }
    return body(&self, number)
  }

  /// Reads the name of an app, or nothing.
  func onApp(_ line: CommandInput, _ body: (AppIdentifier?) -> String) -> Answer {
    guard !line.rest.isEmpty else { return .accepted(body(nil)) }
    guard let app = current.device.app(named: line.rest) else { return unknownApp(line.rest) }
    return .accepted(body(app))
  }

  func unknownApp(_ name: String) -> Answer {
    let known = current.session.script.appNames
    let hint = hint(for: name, among: known, otherwise: "`:apps` lists them")
    return refusal("there is no app `\(name)`" + hint)
  }

  // MARK: - The console itself

  mutating func step(_ count: Int) -> Answer {
    guard current.device.scheduledEventCount > 0 else {
      return .accepted("Nothing is scheduled.\n")
    }
    return evaluate("step(\(count))")
  }

  func editInput(_ count: Int) -> Answer {
    guard settings.terminalWidth != nil else { return refusal("there is no terminal to edit on") }
    guard count <= current.inputs.count else {
      return current.inputs.isEmpty
        ? .edit("") : refusal("there are only \(current.inputs.count) inputs")
    }
    return .edit(current.inputs[current.inputs.count - count].text)
  }

  mutating func set(_ line: CommandInput) -> Answer {
    guard let word = line.words.first else {
      return .accepted(
        ConsoleSettings.Name.allCases.map { name in
          "  " + "\(name.rawValue) \(settings.text(of: name))".padded(toColumns: 12)
            + "  \(name.summary)\n"
        }.joined())
    }
    guard let name = ConsoleSettings.Name(rawValue: word) else {
      let known = ConsoleSettings.Name.allCases.map(\.rawValue).joined(separator: ", ")
      return refusal("there is no setting `\(word)`; there are \(known)")
    }
    guard line.words.count == 2, settings.set(name, to: line.words[1]) else {
      return refusal("`\(word)` takes \(name.summary)")
    }
    return .accepted("")
  }

  /// `:time` alone, or with an input that is to be measured.
  mutating func time(_ input: String) -> Answer {
    guard !input.isEmpty else {
      return .accepted("\(current.device.now.clockText), \(current.device.date)\n")
    }
    let before = current.device.now
    let start = host.stopwatch?()
    let answer = submit(input)
    guard case .accepted(let text) = answer else { return answer }
    let passed = current.device.now.span(since: before)
    var line = "\(passed) passed on the device"
    if let start, let end = host.stopwatch?() { line += ", \(Self.text(of: end - start)) here" }
    return .accepted(text + line + "\n")
  }

  private static func text(of duration: Duration) -> String {
    let parts = duration.components
    let microseconds = parts.seconds * 1_000_000 + parts.attoseconds / 1_000_000_000_000
    return "\(microseconds / 1000).\(microseconds / 100 % 10)ms"
  }
}
