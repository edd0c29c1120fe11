// `:save`: the session as a script that runs it again. A script lacks what a prompt has: it does
// not print values by itself, has no `_`, and declares a name once. The statements of the inputs are
// put into those terms; whether the script has the same effect is found out by running it.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// The text of a session's inputs as a script.
struct SavedScript {
  /// The script.
  private(set) var text: String
  /// The names that were declared more than once, of which only the last declaration stands.
  let redeclared: [String]

  init(_ inputs: [Input]) {
    let pieces = SessionPieces(inputs)
    redeclared = pieces.redeclared
    let script = pieces.all.map { $0.scriptText }.filter { !$0.isEmpty }.joined(separator: "\n")
    let header = "// Saved at the prompt of rehearse.\n\n"
    let source = SourceText(name: "saved", script + "\n")
    text = header + (RehearsalSyntax.Formatter.format(source) ?? script + "\n")
  }

  /// Whether playing the script comes to the same records; scenarios are not played.
  func replays(_ moment: Moment, on host: ConsoleHost) -> Bool {
    let script = Script(
      SourceText(name: "saved", text), host: host.scripts, limits: moment.session.limits,
      imports: host.imports)
    guard var session = Session(script) else { return false }
    while !session.isInScenarios, session.step() { _ = session.takeEvents() }
    let played = session.simulation.device.trace.records().map(Self.essence)
    return played == moment.device.trace.records().map(Self.essence)
  }

  /// What of a record is the same in another run: not the number of the app's installation.
  private static func essence(_ record: Record) -> String {
    "\(record.time) \(record.kind.rawValue) \(record.name) \(record.incarnation)"
  }
}

/// The statements of all inputs, prepared for a script.
struct SessionPieces {
  /// A statement on its way into a script.
  struct Piece {
    let piece: InputPiece
    /// The number of the input that it comes from.
    let input: Int
    /// The statement with `_` replaced, and a later declaration of a variable as an assignment.
    var text: String
    /// Whether the prompt showed its value.
    var isShown = false
    /// The name of the constant that keeps the value that the prompt showed, if it has one.
    var keptName: String?
    /// Whether a later declaration replaces this one.
    var isReplaced = false

    /// What stands in a script for it: nothing where it was replaced.
    var scriptText: String {
      if isReplaced { return "" }
      if let keptName { return text + "\nprint(\(keptName))" }
      return piece.kind == .lookup || isShown ? "print(\(text))" : text
    }
  }

  private(set) var all: [Piece] = []
  private(set) var redeclared: [String] = []

  init(_ inputs: [Input]) {
    for (number, input) in inputs.enumerated() {
      for piece in InputPiece.pieces(of: input.text) {
        all.append(Piece(piece: piece, input: number, text: text(of: piece, input, inputs, number)))
      }
      if let last = all.indices.last, all[last].input == number, input.shownValue != nil {
        all[last].isShown = true
      }
      keepValue(ofInput: number, in: inputs)
    }
    resolveNames()
  }

  // MARK: - The value shown last

  /// The name under which a script keeps the value that `_` stands for behind an input.
  private static func lastValueName(_ number: Int) -> String { "value\(number + 1)" }

  /// The statement with every `_` replaced by the name of the value that it stood for.
  private func text(
    of piece: InputPiece, _ input: Input, _ inputs: [Input], _ number: Int
  ) -> String {
    let uses = input.lastValueUses.filter {
      $0.start >= piece.range.start && $0.end <= piece.range.end
    }
    guard !uses.isEmpty,
      let origin = inputs[..<number].lastIndex(where: { $0.shownValue != nil })
    else { return piece.text }
    var bytes = Array(piece.text.utf8)
    for use in uses.sorted(by: { $0.start > $1.start }) {
      let start = Int(use.start - piece.range.start)
      bytes.replaceSubrange(start..<start + use.count, with: Self.lastValueName(origin).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the value of an input a constant where a later input reads it as `_`.
  private mutating func keepValue(ofInput number: Int, in inputs: [Input]) {
    guard inputs[number].shownValue != nil, let last = all.indices.last else { return }
    let next = inputs[(number + 1)...].firstIndex { $0.shownValue != nil } ?? inputs.count - 1
    let isRead = inputs[(number + 1)...].prefix { _ in true }.indices.contains {
      $0 <= next && !inputs[$0].lastValueUses.isEmpty
    }
    guard isRead else { return }
    let text = "let \(Self.lastValueName(number)) = \(all[last].text)"
    all[last] = Piece(
      piece: InputPiece(
        kind: .variable(Self.lastValueName(number), isMutable: false), text: text,
        range: all[last].piece.range), input: number, text: text,
      keptName: Self.lastValueName(number))
  }

  // MARK: - Names that were declared again

  private mutating func resolveNames() {
    var places: [String: Int] = [:]
    for index in all.indices {
      guard let name = all[index].piece.declaredName else { continue }
      if let earlier = places[name] { replace(earlier, by: index, name) }
      places[name] = index
    }
  }

  private mutating func replace(_ earlier: Int, by later: Int, _ name: String) {
    if !redeclared.contains(name) { redeclared.append(name) }
    switch (all[earlier].piece.kind, all[later].piece.kind) {
    case (.variable, .variable):
      // The first declaration stays, as a variable; the later one assigns.
      all[later].text = all[later].text.replacingPrefix(upTo: name, by: "")
      all[earlier].text = all[earlier].text.replacingPrefix(upTo: name, by: "var ")
    case (.app, .app):
      // The app was updated where it was declared again.
      let replaced = all[earlier]
      all[earlier] = all[later]
      all[later] = Piece(
        piece: InputPiece(kind: .call, text: "update \(name)", range: replaced.piece.range),
        input: all[later].input, text: "update \(name)")
    default: all[earlier].isReplaced = true
    }
  }
}

extension String {
  /// The text from the first occurrence of a word on, behind something else.
  fileprivate func replacingPrefix(upTo word: String, by prefix: String) -> String {
    guard let start = self.range(ofWord: word) else { return self }
    return prefix + self[start...]
  }

  private func range(ofWord word: String) -> Index? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) { return start }
      start = index(after: start)
    }
    return nil
  }
}

// MARK: - Statements of an input

/// A statement of an input.
struct InputPiece {
  /// What it is, as far as its place in a script depends on it.
  enum Kind: Equatable {
    case app(String)
    case device
    case function(String)
    case variable(String, isMutable: Bool)
    case importFile
    case scenario
    /// An expression that is no call: only a prompt shows its value.
    case lookup
    case call
    case expectation
    case other
  }

  let kind: Kind
  /// The statement as it was written.
  let text: String
  /// Where it stands in the input, in UTF-8 offsets.
  let range: SourceRange

  /// Whether it does something besides declaring; a constant or variable with a plain value does
  /// not.
  var isRun: Bool {
    switch kind {
    case .app, .function, .importFile, .scenario, .variable: false
    case .device, .lookup, .call, .expectation, .other: true
    }
  }

  /// The name that a statement declares.
  var declaredName: String? {
    switch kind {
    case .app(let name), .function(let name), .variable(let name, _): name
    default: nil
    }
  }

  /// The statements of an input, which parses without errors.
  static func pieces(of text: String) -> [InputPiece] {
    let source = SourceText(name: "input", text)
    return Parser.parse(source, mode: .prompt).statements.compactMap { statement in
      if case .missing = statement.kind { return nil }
      return InputPiece(
        kind: kind(of: statement), text: source.text(in: statement.range), range: statement.range)
    }
  }

  private static func kind(of statement: Statement) -> Kind {
    switch statement.kind {
    case .app(let app): .app(app.name.text)
    case .device: .device
    case .function(let function): .function(function.name.text)
    case .variable(let variable): .variable(variable.name.text, isMutable: variable.isMutable)
    case .importFile: .importFile
    case .scenario: .scenario
    case .expectation: .expectation
    case .expression(let value): value.isCall ? .call : .lookup
    default: .other
    }
  }
}
