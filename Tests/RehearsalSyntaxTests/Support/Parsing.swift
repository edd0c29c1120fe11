// Short ways to parse a text in a test.

@testable import RehearsalSyntax

/// Parses a text as a file.
func parse(
  _ text: String, mode: ParseMode = .file, limits: SyntaxLimits = SyntaxLimits()
) -> ParsedScript {
  Parser.parse(SourceText(name: "test.rehearsal", text), mode: mode, limits: limits)
}

/// The identifiers of a text's findings, in the order of their places.
func findings(_ text: String, mode: ParseMode = .file) -> [String] {
  parse(text, mode: mode).diagnostics.map(\.identifier.rawValue)
}

/// The tree of a text without places.
func tree(_ text: String) -> String { TreePrinter.print(parse(text), showsPlaces: false) }

/// The value of the first `let` or `var` of a text.
func value(_ expression: String) -> Expression.Kind? {
  guard case .variable(let variable) = parse("let x = \(expression)").statements.first?.kind else {
    return nil
  }
  return variable.value.kind
}

/// The source with the first fix of each finding applied, from the last to the first.
func fixed(_ text: String) -> String {
  var bytes = Array(text.utf8)
  let edits = parse(text).diagnostics.compactMap(\.fixIts.first).flatMap(\.edits)
  for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
    bytes.replaceSubrange(
      Int(edit.range.start)..<Int(edit.range.end), with: Array(edit.replacement.utf8))
  }
  return String(decoding: bytes, as: UTF8.self)
}
