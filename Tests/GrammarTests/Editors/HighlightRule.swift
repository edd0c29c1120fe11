// The patterns of single tokens with their scopes, in the order in which an editor tries them.
// VS Code's and Sublime's files both are written from this one table.

@testable import RehearsalSyntax

/// A pattern and the scope of what it finds.
struct HighlightRule {
  let pattern: String
  /// The scope, without the language's name at its end.
  let scope: String

  static var all: [HighlightRule] {
    [
      HighlightRule(pattern: "`" + EditorLexicon.name + "`", scope: "variable.other"),
      HighlightRule(pattern: EditorLexicon.number, scope: "constant.numeric"),
      HighlightRule(pattern: EditorLexicon.symbol, scope: "constant.other.symbol"),
      HighlightRule(pattern: EditorLexicon.member, scope: "variable.other.member"),
      HighlightRule(pattern: EditorLexicon.label, scope: "variable.parameter"),
      HighlightRule(pattern: #"\$[0-9]+\b"#, scope: "variable.language"),
      words(.constant, "constant.language"),
      words(.declaration, "keyword.declaration"),
      words(.check, "keyword.other"),
      words(.control, "keyword.control"),
      declaration(.name), declaration(.string), declaration(.brace),
      declaration(.roleOrBrace),
      HighlightRule(
        pattern: EditorLexicon.anyOf(EditorLexicon.foreignWords), scope: "invalid.illegal"),
      HighlightRule(pattern: EditorLexicon.name + #"(?=\()"#, scope: "entity.name.function"),
      HighlightRule(pattern: EditorLexicon.name, scope: "variable.other"),
      HighlightRule(pattern: EditorLexicon.operatorPattern, scope: "keyword.operator"),
    ]
  }

  private static func words(_ role: WordRole, _ scope: String) -> HighlightRule {
    HighlightRule(pattern: EditorLexicon.anyOf(EditorLexicon.words(role)), scope: scope)
  }

  private static func declaration(_ shape: ContextualKeyword.Shape) -> HighlightRule {
    HighlightRule(pattern: EditorLexicon.declaration(shape), scope: "keyword.declaration")
  }
}
