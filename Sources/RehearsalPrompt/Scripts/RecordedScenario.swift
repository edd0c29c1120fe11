// `:record`: the session as a scenario that expects what happened. Declarations that were made
// before anything happened, or must be at the top level, come first; the rest is the scenario's
// body, with the messages of each action, the states after it and every printed value as
// expectations; or, where some inputs are marked, only those of them. Files that were loaded and only
// declare are imported.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// The text of a session as a scenario.
struct RecordedScenario {
  private let title: String
  private let checkpoint: Checkpoint
  private var declarations: [String] = []
  private var body: [String] = []
  /// The conditions that are expected since something was last done.
  private var met: Set<String> = []
  /// Whether what happened is expected.
  private let expects: Bool

  /// Whether every input's facts are expected, or only those of the marked ones.
  private let expectsAll: Bool

  /// Makes the scenario of a session.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - checkpoint: The session.
  ///   - path: The path that it is to have, from which files are imported; nil imports none.
  ///   - leavingOut: The positions of inputs that it goes without.
  ///   - ignoresMarks: Whether all facts are expected, whatever was marked.
  ///   - expects: Whether any of what happened is expected.
  init(
    _ title: String, _ checkpoint: Checkpoint, path: String? = nil, leavingOut: Set<Int> = [],
    ignoresMarks: Bool = false, expects: Bool = true
  ) {
    self.title = title
    self.checkpoint = checkpoint
    self.expects = expects
    expectsAll = ignoresMarks || !checkpoint.inputs.contains(where: \.isMarked)
    let transcript = SessionTranscript(checkpoint.inputs)
    var hasBegun = false
    for (number, input) in checkpoint.inputs.enumerated() where !leavingOut.contains(number) {
      let all = transcript.entries.filter { $0.input == number }
      if let path, let imported = Self.importedPath(of: input, all, from: path) {
        declarations.append("import \"\(imported.escaped)\"")
        continue
      }
      let own = all.filter { !$0.isReplaced }
      hasBegun = hasBegun || !input.records.isEmpty || own.contains { Self.dependsOnDevice($0) }
      write(input, own, hasBegun: hasBegun)
    }
  }

  /// How the file is imported that an input is, where it only declares what is still as it was: its
  /// path from the folder of another file; nil where that is not below the folder.
  private static func importedPath(
    of input: Input, _ entries: [SessionTranscript.Entry], from path: String
  ) -> String? {
    guard let file = input.file, !file.hasPrefix("/"), !file.hasPrefix("~"), !entries.isEmpty,
      entries.allSatisfy({
        !dependsOnDevice($0) && !$0.isReplaced && $0.text == $0.statement.text
      })
    else { return nil }
    let folder = path.split(separator: "/").dropLast()
    let names = file.split(separator: "/").filter { $0 != "." }
    guard names.starts(with: folder), names.count > folder.count, !names.contains("..") else {
      return nil
    }
    return names.dropFirst(folder.count).joined(separator: "/")
  }

  /// The file.
  var text: String {
    let script =
      "// Recorded at the prompt of rehearse.\n\n"
      + (declarations.isEmpty ? "" : declarations.joined(separator: "\n\n") + "\n\n")
      + ScenarioText(title, body.map { .source($0) }).text
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
    let isExpectation = acting.allSatisfy { $0.statement.kind == .expectation }
    // An expectation that did not hold is no record of what happened.
    if input.hasFailed, isExpectation { return }
    if !input.records.isEmpty || !acting.allSatisfy(Self.onlyLooks) { met = [] }
    guard expects else {
      // What only looks changes nothing.
      if !input.records.isEmpty || acting.contains(where: { $0.statement.declaredName != nil }) {
        body += acting.map(\.text)
      }
      return
    }
    guard expectsAll || input.isMarked else {
      body += isExpectation ? [] : deeds(acting, input)
      return
    }
    // What was expected a moment ago would be expected twice.
    body += (statements(acting, input) + stateExpectations(input)).filter { text in
      Self.condition(of: text).map { met.insert($0).inserted } ?? true
    }
  }

  private static func onlyLooks(_ entry: SessionTranscript.Entry) -> Bool {
    switch entry.statement.kind {
    case .expectation, .value, .variable: true
    case .app, .call, .device, .function, .importFile, .other, .scenario: false
    }
  }

  /// The condition of a statement that only expects it, laid out as in the file; nil for any other.
  private static func condition(of text: String) -> String? {
    let statement = SourceText(name: "recorded", text)
    let source = SourceText(name: "recorded", Formatter.format(statement) ?? text)
    let statements = Parser.parse(source).statements
    guard statements.count == 1, case .expectation(let expectation) = statements[0].kind,
      case .immediately = expectation.timing
    else { return nil }
    return source.text(in: expectation.condition.range)
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
    let texts = deeds(entries, input)
    if input.hasFailed { return texts }
    let messages = messages(of: input)
    let declares = entries.contains { $0.statement.declaredName != nil }
    // A block would hide what it declares from the statements after it.
    guard !declares, !messages.isEmpty else { return texts }
    return [wrapped(texts, messages[...])]
  }

  /// The statements of an input alone; where apps crashed in it, as crashes that are expected.
  private func deeds(_ entries: [SessionTranscript.Entry], _ input: Input) -> [String] {
    let texts = entries.map { entry in
      entry.statement.kind == .value ? "print(\(entry.text))" : entry.text
    }
    let crashed = crashes(of: input)
    guard input.hasFailed, !crashed.isEmpty else { return texts }
    return [crashed.reduce(texts.joined(separator: "\n")) { "expect crash(\($1)) {\n\($0)\n}" }]
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
  /// The text as written between quotation marks.
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  /// The text in parentheses where it is more than a path or a call.
  fileprivate var inParentheses: String {
    contains { $0.isWhitespace } ? "(\(self))" : self
  }
}

// MARK: - Recordings

/// A recorded scenario that was tried, and is made shorter as long as it passes.
struct Recording {
  /// What is wrong with the scenario; nil where it passes.
  private(set) var problem: Console.Answer?
  /// The file.
  private(set) var text: String

  private let title: String
  private let path: String
  private let checkpoint: Checkpoint
  private let console: Console
  private var importPath: String?
  private var leftOut: Set<Int> = []

  /// Records a session and tries the result: with imports, else without.
  init(_ title: String, path: String, of checkpoint: Checkpoint, in console: Console) {
    self.title = title
    self.path = path
    self.checkpoint = checkpoint
    self.console = console
    importPath = path
    text = RecordedScenario(title, checkpoint, path: path).text
    problem = console.problem(ofScenario: text, at: path)
    guard problem != nil, checkpoint.inputs.contains(where: { $0.file != nil }) else { return }
    importPath = nil
    text = RecordedScenario(title, checkpoint).text
    problem = console.problem(ofScenario: text, at: path)
  }

  /// What was left out, in words.
  var remarks: String {
    leftOut.isEmpty
      ? "" : "\(leftOut.count) inputs that the marked ones do not need are left out.\n"
  }

  /// Leaves out the inputs that the marked ones do not need, as long as the scenario passes; nothing where
  /// none is marked.
  ///
  /// - Complexity: O(*n*) runs of the scenario in the number of inputs, at most.
  mutating func shrink() {
    let inputs = checkpoint.inputs
    guard problem == nil, inputs.contains(where: \.isMarked) else { return }
    func recorded(_ numbers: [Int]) -> (leftOut: Set<Int>, text: String) {
      let leftOut = Set(inputs.indices).subtracting(numbers)
      return (
        leftOut, RecordedScenario(title, checkpoint, path: importPath, leavingOut: leftOut).text
      )
    }
    let needed = Array(inputs.indices).shortened(
      keeping: { inputs[$0].isMarked },
      while: { console.problem(ofScenario: recorded($0).text, at: path) == nil })
    (leftOut, text) = recorded(needed)
  }
}
