// The session as a scenario that expects what happened. What was declared before anything happened,
// and everything that must stand at the top level, comes first; the rest is the scenario's body,
// with the messages of each action and the states behind it as expectations, and every value that
// was looked at as one.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// The text of a session as a scenario.
struct RecordedScenario {
  private let title: String
  private let moment: Moment
  private var top: [String] = []
  private var body: [String] = []

  init(_ title: String, _ moment: Moment) {
    self.title = title
    self.moment = moment
    let pieces = SessionPieces(moment.inputs)
    var hasBegun = false
    for (number, input) in moment.inputs.enumerated() {
      let own = pieces.all.filter { $0.input == number && !$0.isReplaced }
      hasBegun = hasBegun || !input.records.isEmpty || own.contains { Self.touches($0) }
      write(input, own, hasBegun: hasBegun)
    }
  }

  /// The file.
  var text: String {
    let script =
      "// Recorded at the prompt of rehearse.\n\n"
      + (top.isEmpty ? "" : top.joined(separator: "\n\n") + "\n\n")
      + "scenario \"\(title.escaped)\" {\n" + body.joined(separator: "\n") + "\n}\n"
    return RehearsalSyntax.Formatter.format(SourceText(name: "recorded", script)) ?? script
  }

  /// Whether a statement can depend on what happens on the device.
  private static func touches(_ piece: SessionPieces.Piece) -> Bool {
    switch piece.piece.kind {
    case .call, .expectation, .lookup, .other: true
    case .app, .device, .function, .variable, .importFile, .scenario: false
    }
  }

  private mutating func write(
    _ input: Input, _ pieces: [SessionPieces.Piece], hasBegun: Bool
  ) {
    var acting: [SessionPieces.Piece] = []
    for piece in pieces {
      switch piece.piece.kind {
      case .app, .device, .importFile, .function: top.append(piece.text)
      case .scenario: break
      case .variable where !hasBegun: top.append(piece.text)
      default: acting.append(piece)
      }
    }
    guard !acting.isEmpty else { return }
    if input.hasFailed, acting.allSatisfy({ $0.piece.kind == .expectation }) {
      // An expectation that did not hold is no record of what happened.
      return
    }
    body += statements(acting, input)
    body += stateExpectations(input)
  }

  /// The statements of an input with the messages that they led to.
  private func statements(_ pieces: [SessionPieces.Piece], _ input: Input) -> [String] {
    if pieces.count == 1, pieces[0].piece.kind == .lookup || pieces[0].piece.kind == .call,
      let value = input.shownValue, input.records.isEmpty, let literal = Self.literal(value)
    {
      return ["expect \(pieces[0].text.inParentheses) == \(literal)"]
    }
    if pieces.count == 1, let name = pieces[0].keptName, let value = input.shownValue,
      let literal = Self.literal(value)
    {
      return [pieces[0].text, "expect \(name) == \(literal)"]
    }
    let texts = pieces.map { piece in
      piece.piece.kind == .lookup ? "print(\(piece.text))" : piece.text
    }
    let messages = messages(of: input)
    let declares = pieces.contains { $0.piece.declaredName != nil }
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
    let device = moment.device
    return device.apps.compactMap { app in
      let calls = input.records.compactMap { index -> String? in
        guard let record = device.trace[index], record.app == app,
          case .message(let message) = record.subject
        else { return nil }
        return message.name
      }
      guard !calls.isEmpty, let name = device.description(of: app)?.name else { return nil }
      return (name, calls)
    }
  }

  private func stateExpectations(_ input: Input) -> [String] {
    moment.device.apps.enumerated().compactMap { position, app in
      guard input.states.after.indices.contains(position),
        input.states.before.indices.contains(position),
        input.states.after[position] != input.states.before[position],
        let name = moment.device.description(of: app)?.name
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
