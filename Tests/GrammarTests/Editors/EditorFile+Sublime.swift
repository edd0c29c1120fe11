// Sublime Text: one file of its own format, which is YAML.

extension EditorFile {
  static var sublime: [EditorFile] {
    [EditorFile(path: folder + "/sublime/Rehearsal.sublime-syntax", text: sublimeSyntax)]
  }

  /// A text in YAML's single quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }

  private static var sublimeSyntax: String {
    let tokens = HighlightRule.all.map { rule in
      "    - match: \(quoted(rule.pattern))\n      scope: \(rule.scope).rehearsal\n"
    }
    return """
      %YAML 1.2
      ---
      # \(notice)
      name: Rehearsal
      file_extensions: [rehearsal]
      first_line_match: '^#!.*\\brehearse\\b'
      scope: source.rehearsal
      version: 2

      contexts:
        main:
          - include: comments
          - include: strings

      """ + tokens.joined() + """

        comments:
          - match: '\\A#!.*$'
            scope: comment.line.shebang.rehearsal
          - match: '//.*$'
            scope: comment.line.double-slash.rehearsal
          - match: '/\\*'
            push: block-comment

        block-comment:
          - meta_scope: comment.block.rehearsal
          - match: '/\\*'
            push: block-comment
          - match: '\\*/'
            pop: true

        strings:
          - match: '"{3}'
            push: multi-line-string
          - match: '"'
            push: single-line-string

        multi-line-string:
          - meta_scope: string.quoted.double.multi.rehearsal
          - match: '"{3}'
            pop: true
          - include: string-parts

        single-line-string:
          - meta_scope: string.quoted.double.single.rehearsal
          - match: '"|$'
            pop: true
          - include: string-parts

        string-parts:
          - match: '\\\\\\('
            push: interpolation
          - match: \(quoted(EditorLexicon.escape))
            scope: constant.character.escape.rehearsal

        interpolation:
          - clear_scopes: 1
          - meta_scope: meta.interpolation.rehearsal
          - match: '\\)'
            pop: true
          - match: '\\('
            push: parentheses
          - include: main

        parentheses:
          - match: '\\)'
            pop: true
          - match: '\\('
            push: parentheses
          - include: main

      """
  }
}
