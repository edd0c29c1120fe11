// The statements of an input with their text, so that saved scripts and scenarios can put each
// where it belongs.

import Rehearsal
import RehearsalSyntax

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
  /// Where the initial value of a variable stands.
  var valueRange: SourceRange?

  /// Whether it does something besides declaring; a constant or variable with a plain value does
  /// not.
  var isRun: Bool {
    switch kind {
    case .app, .function, .importFile, .scenario, .variable: false
    case .device, .lookup, .call, .expectation, .other: true
    }
  }

  /// The statements of an input, which parses without errors.
  static func pieces(of text: String) -> [InputPiece] {
    let source = SourceText(name: "input", text)
    return Parser.parse(source, mode: .prompt).statements.compactMap { statement in
      var piece = InputPiece(
        kind: kind(of: statement), text: source.text(in: statement.range), range: statement.range)
      if case .missing = statement.kind { return nil }
      if case .variable(let declaration) = statement.kind {
        piece.valueRange = declaration.value.range
      }
      return piece
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
