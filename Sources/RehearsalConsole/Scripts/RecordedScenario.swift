// `:record`: the session as a scenario that expects what happened. Declarations that were made
// before anything happened, or must stand at the top level, come first; the rest is the scenario's
// body, with the messages of each action, the states behind it and every printed value as
// expectations.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// The text of a session as a scenario.
struct RecordedScenario {
  private let title: String
  private let checkpoint: Checkpoint
  private var declarations: [String] = []
  private var body: [String] = []
  /// Whether what happened is expected.
  private let expects: Bool

  init(_ title: String, _ checkpoint: Checkpoint, expects: Bool = true) {
    self.title = title
    self.checkpoint = checkpoint
    self.expects = expects
    let transcript = SessionTranscript(checkpoint.inputs)
    var hasBegun = false
    for (number, input) in checkpoint.inputs.enumerated() {
      let own = transcript.entries.filter { $0.input == number && !$0.isReplaced }
      hasBegun = hasBegun || !input.records.isEmpty || own.contains { Self.dependsOnDevice($0) }
      write(input, own, hasBegun: hasBegun)
    }
  }

  /// The file.
  var text: String {
    let script =
      "// Recorded at the prompt of rehearse.\n\n"
      + (declarations.isEmpty ? "" : declarations.joined(separator: "\n\n") + "\n\n")
      + "scenario \"\(title.escaped)\" {\n" + body.joined(separator: "\n") + "\n}\n"
    return RehearsalSyntax.Formatter.format(SourceText(name: "recorded", script)) ?? script
  }

  /// The file with an exploration in place of the scenario, which begins with the session.
  ///
  /// - Parameter condition: What must hold always; empty for nothing but what always must.
  /// - Returns: The text.
  func exploration(of condition: String) -> String {
    let property = condition.isEmpty ? "" : "always \"it holds\" {\n\(condition)\n}\n"
    return (declarations + ["explore \"\(title.escaped)\" {"] + body + [property + "}\n"])
      .joined(separator: "\n")
  }

  /// Whether a statement can depend on what happens on the device.
  private static func dependsOnDevice(_ entry: SessionTranscript.Entry) -> Bool {
    switch entry.statement.kind {
    case .call, .expectation, .value, .other: true
    case .app, .device, .function, .variable, .importFile, .scenario: false
    }
  }

  private mutating func write(
    _ input: Input, _ entries: [SessionTranscript.Entry], hasBegun: Bool
  ) {
    var acting: [SessionTranscript.Entry] = []
    for entry in entries {
      switch entry.statement.kind {
      case .app, .device, .importFile, .function: declarations.append(entry.text)
      case .scenario: break
      case .variable where !hasBegun: declarations.append(entry.text)
      default: acting.append(entry)
      }
    }
    guard !acting.isEmpty else { return }
    if input.hasFailed, acting.allSatisfy({ $0.statement.kind == .expectation }) {
      // An expectation that did not hold is no record of what happened.
      return
    }
    guard expects else {
      // What only looks changes nothing.
      if !input.records.isEmpty || acting.contains(where: { $0.statement.declaredName != nil }) {
        body += acting.map(\.text)
      }
      return
    }
    body += statements(acting, input)
    body += stateExpectations(input)
  }

  /// The statements of an input with the messages that they led to.
  private func statements(_ entries: [SessionTranscript.Entry], _ input: Input) -> [String] {
    if entries.count == 1,
      entries[0].statement.kind == .value || entries[0].statement.kind == .call,
      let value = input.shownValue, input.records.isEmpty, let literal = Self.literal(value)
    {
      return ["expect \(entries[0].text.inParentheses) == \(literal)"]
    }
    if entries.count == 1, let name = entries[0].keptName, let value = input.shownValue,
      let literal = Self.literal(value)
    {
      return [entries[0].text, "expect \(name) == \(literal)"]
    }
    let texts = entries.map { entry in
      entry.statement.kind == .value ? "print(\(entry.text))" : entry.text
    }
    let crashed = crashes(of: input)
    if input.hasFailed, !crashed.isEmpty {
      return [
        crashed.reduce(texts.joined(separator: "\n")) { "expect crash(\($1)) {\n\($0)\n}" }
      ]
    }
    let messages = messages(of: input)
    let declares = entries.contains { $0.statement.declaredName != nil }
    // A block would hide what it declares from the statements behind it.
    guard !declares, !input.hasFailed, !messages.isEmpty else { return texts }
    return [wrapped(texts, messages[...])]
  }

  /// The statements in a block for each app, which is expected to get its messages there.
  private func wrapped(
    _ texts: [String], _ messages: ArraySlice<(app: String, calls: [String])>
  ) -> String {
    guard let (app, calls) = messages.first else { return texts.joined(separator: "\n") }
    let inner = wrapped(texts, messages.dropFirst())
    let list = calls.map { "." + $0 }.joined(separator: ", ")
    let block =
      inner.contains(where: \.isNewline) || inner.contains("{")
      ? "{\n\(inner)\n}" : "{ \(inner) }"
    return "expect calls(\(app)) \(block) == [\(list)]"
  }

  /// The messages of an input by app, in the order of the apps.
  private func messages(of input: Input) -> [(app: String, calls: [String])] {
    let device = checkpoint.device
    return device.apps.compactMap { app in
      let calls = input.records.compactMap { index -> String? in
        guard let record = checkpoint.history[index], record.app == app,
          case .message(let message) = record.subject
        else { return nil }
        return message.name
      }
      guard !calls.isEmpty, let name = device.description(of: app)?.name else { return nil }
      return (name, calls)
    }
  }

  /// The apps that crashed in an input, each once.
  private func crashes(of input: Input) -> [String] {
    var names: [String] = []
    for index in input.records {
      guard let record = checkpoint.history[index], case .exit(.crash) = record.subject,
        let name = record.app.flatMap({ checkpoint.device.description(of: $0)?.name }),
        !names.contains(name)
      else { continue }
      names.append(name)
    }
    return names
  }

  private func stateExpectations(_ input: Input) -> [String] {
    checkpoint.device.apps.enumerated().compactMap { position, app in
      guard input.states.after.indices.contains(position),
        input.states.before.indices.contains(position),
        input.states.after[position] != input.states.before[position],
        let name = checkpoint.device.description(of: app)?.name
      else { return nil }
      return "expect \(name).state == .\(input.states.after[position].rawValue)"
    }
  }

  /// A printed value as a literal of the language; nil where it is none.
  private static func literal(_ value: String) -> String? {
    let parsed = Parser.parse(SourceText(name: "value", value), mode: .prompt)
    guard !parsed.hasErrors, parsed.statements.count == 1,
      case .expression(let expression)? = parsed.statements.first?.kind, expression.isLiteral
    else { return nil }
    return value
  }
}

extension Expression {
  /// Whether an expression is plain data as it is written.
  fileprivate var isLiteral: Bool {
    switch kind {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol, .string: true
    case .list(let elements): elements.allSatisfy(\.isLiteral)
    case .map(let entries): entries.allSatisfy { $0.key.isLiteral && $0.value.isLiteral }
    default: false
    }
  }
}

extension String {
  /// The text as it stands between quotation marks.
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// The text in parentheses where it is more than a path or a call.
  fileprivate var inParentheses: String {
    contains { $0.isWhitespace } ? "(\(self))" : self
  }
}
