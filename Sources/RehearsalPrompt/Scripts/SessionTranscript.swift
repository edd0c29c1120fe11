// The statements of a session, put into the terms of a script. A script lacks what a prompt has: it
// does not print values by itself, has no `_`, and declares a name once. `:save` and `:record`
// write scripts from this.

import RehearsalSyntax

/// The statements of all inputs, prepared for a script.
struct SessionTranscript {
  /// A statement on its way into a script.
  struct Entry {
    let statement: InputStatement
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

    /// What represents it in a script: nothing where it was replaced.
    var scriptText: String {
      if isReplaced { return "" }
      if let keptName { return text + "\nprint(\(keptName))" }
      return statement.kind == .value || isShown ? "print(\(text))" : text
    }
  }

  private(set) var entries: [Entry] = []
  private(set) var redeclared: [String] = []

  init(_ inputs: InputLog) {
    for (number, input) in inputs.enumerated() {
      for statement in InputStatement.statements(of: input.text) {
        entries.append(
          Entry(
            statement: statement, input: number, text: text(of: statement, input, inputs, number)))
      }
      if let last = entries.indices.last, entries[last].input == number, input.shownValue != nil {
        entries[last].isShown = true
      }
      keepValue(ofInput: number, in: inputs)
    }
    resolveNames()
  }

  // MARK: - The value shown last

  /// The name under which a script keeps the value that `_` stands for after an input.
  private static func lastValueName(_ number: Int) -> String { "value\(number + 1)" }

  /// The statement with every `_` replaced by the name of the value that it stood for.
  private func text(
    of statement: InputStatement, _ input: Input, _ inputs: InputLog, _ number: Int
  ) -> String {
    let uses = input.lastValueUses.filter {
      $0.start >= statement.range.start && $0.end <= statement.range.end
    }
    guard !uses.isEmpty,
      let origin = inputs[..<number].lastIndex(where: { $0.shownValue != nil })
    else { return statement.text }
    var bytes = Array(statement.text.utf8)
    for use in uses.sorted(by: { $0.start > $1.start }) {
      let start = Int(use.start - statement.range.start)
      bytes.replaceSubrange(start..<start + use.count, with: Self.lastValueName(origin).utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Makes the value of an input a constant where a later input reads it as `_`.
  private mutating func keepValue(ofInput number: Int, in inputs: InputLog) {
    guard inputs[number].shownValue != nil, let last = entries.indices.last else { return }
    let next = inputs[(number + 1)...].firstIndex { $0.shownValue != nil } ?? inputs.count - 1
    let isRead = number < next && inputs[(number + 1)...next].contains { !$0.lastValueUses.isEmpty }
    guard isRead else { return }
    let text = "let \(Self.lastValueName(number)) = \(entries[last].text)"
    entries[last] = Entry(
      statement: InputStatement(
        kind: .variable(Self.lastValueName(number), isMutable: false), text: text,
        range: entries[last].statement.range), input: number, text: text,
      keptName: Self.lastValueName(number))
  }

  // MARK: - Names that were declared again

  private mutating func resolveNames() {
    var places: [String: Int] = [:]
    for index in entries.indices {
      guard let name = entries[index].statement.declaredName else { continue }
      if let earlier = places[name] { replace(earlier, by: index, name) }
      places[name] = index
    }
  }

  private mutating func replace(_ earlier: Int, by later: Int, _ name: String) {
    if !redeclared.contains(name) { redeclared.append(name) }
    switch (entries[earlier].statement.kind, entries[later].statement.kind) {
    case (.variable, .variable):
      // The first declaration stays, as a variable; the later one assigns.
      entries[later].text = entries[later].text.replacingPrefix(upTo: name, by: "")
      entries[earlier].text = entries[earlier].text.replacingPrefix(upTo: name, by: "var ")
    case (.app, .app):
      // The app was updated where it was declared again.
      let replaced = entries[earlier]
      entries[earlier] = entries[later]
      entries[later] = Entry(
        statement: InputStatement(
          kind: .call, text: "update \(name)", range: replaced.statement.range),
        input: entries[later].input, text: "update \(name)")
    default: entries[earlier].isReplaced = true
    }
  }
}

extension String {
  /// The text from the first occurrence of a word on, after something else.
  fileprivate func replacingPrefix(upTo word: String, by prefix: String) -> String {
    guard let start = firstRange(of: word)?.lowerBound else { return self }
    return prefix + self[start...]
  }
}

// MARK: - Statements of an input

/// A statement of an input.
struct InputStatement {
  /// What it is, where its place in a script depends on it.
  enum Kind: Equatable {
    case app(String)
    case device
    case function(String)
    case variable(String, isMutable: Bool)
    case importFile
    /// A scenario, or what runs first in each.
    case scenario
    /// An expression that is no call: only a prompt shows its value.
    case value
    case call
    case expectation
    case other
  }

  let kind: Kind
  /// The statement as it was written.
  let text: String
  /// Where it is in the input, in UTF-8 offsets.
  let range: SourceRange

  /// Whether it does something other than declaring; a constant or variable with a plain value does
  /// not.
  var hasEffects: Bool {
    switch kind {
    case .app, .function, .importFile, .scenario, .variable: false
    case .device, .value, .call, .expectation, .other: true
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
  static func statements(of text: String) -> [InputStatement] {
    let source = SourceText(name: "input", text)
    return Parser.parse(source, mode: .prompt).statements.compactMap { statement in
      if case .missing = statement.kind { return nil }
      return InputStatement(
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
    case .scenario, .setup: .scenario
    case .expectation: .expectation
    case .expression(let value): value.isCall ? .call : .value
    default: .other
    }
  }
}
