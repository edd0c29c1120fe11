// The scenario for a path: what every path begins with, then one or more lines per transition, and
// at the end what should have held. It is text that belongs in the exploration's own file and
// replays to the same failure.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// A path as a scenario.
struct ExploredScenario {
  /// What is done on the path, in order.
  let path: [Transition]
  /// What does not hold at its end.
  let breach: ExplorationBreach
  private let exploration: RunnableExploration

  init(
    _ path: [Transition], breaking breach: ExplorationBreach, in exploration: RunnableExploration
  ) {
    self.path = path
    self.breach = breach
    self.exploration = exploration
  }

  /// The title.
  var title: String { "\(exploration.title): found by exploration" }

  /// How many lines it has without what follows actions and without its `expect`.
  var lineCount: Int {
    exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
      + path.reduce(0) { $0 + $1.choices.count + bodyLines(of: $1).count }
  }

  /// The scenario.
  ///
  /// - Parameter remark: What is written after the last line.
  /// - Returns: The scenario.
  func text(remark: String? = nil) -> ScenarioText {
    var lines = exploration.compiled.statements.map { ScenarioText.Line.source($0.text) }
    if hasObservers { lines.append(.source(observerFunction.joined(separator: "\n"))) }
    for (number, transition) in path.enumerated() {
      lines += self.lines(of: transition, number: number).map { .act($0) }
    }
    if let expectation { lines.append(.expectation(expectation)) }
    if let last = lines.indices.last { lines[last].remark = remark }
    return ScenarioText(title, allowing: exploration.settings.allowedEnds, lines)
  }

  // MARK: - Transitions

  /// The lines of a transition; in front of it how choices come out.
  func lines(of transition: Transition, number: Int) -> [String] {
    var lines = transition.choices.map { "choose \($0 + 1)" }
    if hasObservers { lines.append("let before\(number) = [\(earlierValues)]") }
    lines += bodyLines(of: transition)
    if hasObservers { lines.append("afterAction(\(call(of: transition)), before\(number))") }
    return lines
  }

  /// The lines of a transition alone.
  func bodyLines(of transition: Transition) -> [String] {
    switch transition.action {
    case .alternative(let number, let combination):
      let compiled = exploration.compiled.alternatives[number]
      let values = zip(
        compiled.choices.map(\.name),
        exploration.values(ofAlternative: number, combination: combination))
      return compiled.body.lines(replacing: Dictionary(uniqueKeysWithValues: values))
    case .environment(let action): return [action.text]
    case .advance(let span): return ["advance \(ScriptValue.span(span))"]
    // Reported paths say how long it is.
    case .deadline: return []
    }
  }

  // MARK: - What follows actions

  private var hasObservers: Bool { !exploration.compiled.observers.isEmpty }

  /// The values before an action that `after` reads, as the elements of a list.
  private var earlierValues: String {
    exploration.compiled.observers.flatMap(\.earlierPlaces).map(\.text).joined(separator: ", ")
  }

  /// A function that does what `after` does.
  private var observerFunction: [String] {
    var lines = ["func afterAction(action, before) {"]
    var position = 0
    for observer in exploration.compiled.observers {
      var names: [String: String] = [:]
      for place in observer.earlierPlaces {
        names["old(\(place.text))"] = "before[\(position)]"
        position += 1
      }
      for line in observer.body.lines {
        lines.append("    " + names.reduce(line) { $0.replacing($1.key, with: $1.value) })
      }
    }
    return lines + ["}"]
  }

  /// What `after` sees of a transition.
  private func call(of transition: Transition) -> String {
    switch transition.action {
    case .alternative(let number, let combination):
      "[\"name\": .choose, \"arguments\": "
        + "\(ScriptValue.list(exploration.values(ofAlternative: number, combination: combination)))]"
    case .environment(let action):
      "[\"name\": .\(action.stimulus.name.name), \"arguments\": []]"
    case .advance(let span): "[\"name\": .advance, \"arguments\": [\(ScriptValue.span(span))]]"
    case .deadline: ""
    }
  }

  // MARK: - What should hold

  /// What the scenario expects at its end; nil where what is done fails by itself.
  private var expectation: String? {
    switch breach {
    case .property(let number):
      let property = exploration.compiled.properties[number]
      let lines = property.body.lines
      guard property.isExpression, lines.count == 1 else { return propertyFunction(lines) }
      return lines[0]
    case .expectation: return nil
    // What an app is ended for fails by itself.
    case .builtIn: return nil
    }
  }

  /// A property of several lines, called in place.
  private func propertyFunction(_ lines: [String]) -> String {
    let isExpression: Bool =
      if case .property(let number) = breach {
        exploration.compiled.properties[number].isExpression
      } else { false }
    return isExpression
      ? lines.enumerated().map { $0 == 0 ? $1 : "    " + $1 }.joined(separator: "\n    ")
      : "[true].all { _ in\n" + lines.map { "        " + $0 }.joined(separator: "\n") + "\n    }"
  }
}

// MARK: - Text of places

extension SourcePlace {
  /// The text there.
  var text: String { source.text(in: range) }

  /// How many lines the text takes; none for no text.
  var lineCount: Int {
    range.count == 0 ? 0 : text.split(separator: "\n", omittingEmptySubsequences: false).count
  }

  /// The lines of the text, each without the indentation of its first one.
  var lines: [String] { Self.lines(of: text, indentation: indentation) }

  /// The same with names replaced by values.
  func lines(replacing values: [String: ScriptValue]) -> [String] {
    guard !values.isEmpty else { return lines }
    var result = ""
    var end = 0
    let piece = SourceText(name: source.name, text)
    var previous: Token?
    for token in Lexer.tokenize(piece).tokens {
      let isMember = previous.map { $0.isMark(.dot) || $0.isMark(.optionalDot) } ?? false
      if token.kind == .name, !isMember, let value = values[piece.text(in: token.range)] {
        result += piece.text(in: SourceRange(end, Int(token.range.start))) + value.description
        end = Int(token.range.end)
      }
      previous = token
    }
    result += piece.text(in: SourceRange(end, piece.bytes.count))
    return Self.lines(of: result, indentation: indentation)
  }

  /// How many blanks precede the text on its line, where nothing else does.
  private var indentation: Int {
    let before = source.text(in: SourceRange(0, Int(range.start)))
    return before.split(separator: "\n", omittingEmptySubsequences: false).last?
      .prefix { $0 == " " }.count ?? 0
  }

  private static func lines(of text: String, indentation: Int) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
      number, line in
      let blanks = number == 0 ? 0 : line.prefix { $0 == " " }.prefix(indentation).count
      return String(line.dropFirst(blanks))
    }
  }
}
