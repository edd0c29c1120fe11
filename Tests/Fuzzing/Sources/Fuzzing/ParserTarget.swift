// The parser's promises: every place lies in the source, every diagnostic can be shown, and what a
// fix-it makes of the text can be parsed too.

import RehearsalSyntax

enum ParserTarget {
  static func check(_ source: SourceText) {
    let script = Parser.parse(source)
    check(script.diagnostics)
    for statement in script.statements { check(statement.range, in: source) }
    if script.diagnostics.count > SyntaxLimits().diagnostics { broken("too many diagnostics") }
  }

  /// Checks the places of diagnostics and renders them.
  static func check(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      check(diagnostic.range, in: diagnostic.source)
      for edit in diagnostic.fixIts.flatMap(\.edits) { check(edit.range, in: diagnostic.source) }
      if diagnostic.message.isEmpty { broken("a diagnostic says nothing") }
    }
    if DiagnosticRenderer(usesColor: false).render(diagnostics).isEmpty, !diagnostics.isEmpty {
      broken("diagnostics are not shown")
    }
  }

  private static func check(_ range: SourceRange, in source: SourceText) {
    if range.start < 0 || range.end < range.start || Int(range.end) > source.bytes.count {
      broken("the place \(range.start)..\(range.end) lies outside of the source")
    }
  }
}
