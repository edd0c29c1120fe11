// Visual Studio Code: an extension of three files, whose grammar is TextMate's.

extension EditorFile {
  static var visualStudioCode: [EditorFile] {
    [
      EditorFile(path: folder + "/vscode/package.json", text: manifest.written() + "\n"),
      EditorFile(
        path: folder + "/vscode/language-configuration.json",
        text: configuration.written() + "\n"),
      EditorFile(
        path: folder + "/vscode/syntaxes/rehearsal.tmLanguage.json",
        text: textMate.written() + "\n"),
    ]
  }

  private static let manifest: JSONText = [
    "name": "rehearsal", "displayName": "Rehearsal", "version": "1.0.0", "publisher": "rehearsal",
    "description": "Colours for scripts of the Rehearsal language.",
    "engines": ["vscode": "^1.75.0"],
    "contributes": [
      "languages": [
        [
          "id": "rehearsal", "aliases": ["Rehearsal"], "extensions": [".rehearsal"],
          "firstLine": "^#!.*\\brehearse\\b", "configuration": "./language-configuration.json",
        ]
      ],
      "grammars": [
        [
          "language": "rehearsal", "scopeName": "source.rehearsal",
          "path": "./syntaxes/rehearsal.tmLanguage.json",
        ]
      ],
    ],
  ]

  private static let configuration: JSONText = [
    "comments": ["lineComment": "//", "blockComment": ["/*", "*/"]],
    "brackets": [["{", "}"], ["[", "]"], ["(", ")"]],
    "autoClosingPairs": [["{", "}"], ["[", "]"], ["(", ")"], ["\"", "\""]],
    "surroundingPairs": [["{", "}"], ["[", "]"], ["(", ")"], ["\"", "\""]],
  ]

  private static var textMate: JSONText {
    let tokens: [JSONText] = HighlightRule.all.map {
      ["name": .text($0.scope + ".rehearsal"), "match": .text($0.pattern)]
    }
    return [
      "information_for_contributors": [.text(notice)],
      "name": "Rehearsal", "scopeName": "source.rehearsal", "fileTypes": ["rehearsal"],
      "patterns": [["include": "#script"]],
      "repository": [
        "script": ["patterns": [["include": "#comments"], ["include": "#strings"]] + tokens],
        "comments": [
          "patterns": [
            ["name": "comment.line.shebang.rehearsal", "match": "\\A#!.*$"],
            ["name": "comment.line.double-slash.rehearsal", "match": "//.*$"],
            ["include": "#block-comment"],
          ]
        ],
        "block-comment": [
          "name": "comment.block.rehearsal", "begin": "/\\*", "end": "\\*/",
          "patterns": [["include": "#block-comment"]],
        ],
        "strings": [
          "patterns": [string("multi", "\"\"\"", "\"\"\""), string("single", "\"", "\"|$")]
        ],
        "escape": [
          "name": "constant.character.escape.rehearsal", "match": .text(EditorLexicon.escape),
        ],
        "interpolation": [
          "name": "meta.interpolation.rehearsal", "begin": "\\\\\\(", "end": "\\)",
          "patterns": [["include": "#parentheses"], ["include": "#script"]],
        ],
        "parentheses": [
          "begin": "\\(", "end": "\\)",
          "patterns": [["include": "#parentheses"], ["include": "#script"]],
        ],
      ],
    ]
  }

  private static func string(_ lines: String, _ begin: String, _ end: String) -> JSONText {
    [
      "name": .text("string.quoted.double.\(lines).rehearsal"), "begin": .text(begin),
      "end": .text(end), "patterns": [["include": "#interpolation"], ["include": "#escape"]],
    ]
  }
}

private func + (left: JSONText, right: [JSONText]) -> JSONText {
  if case .list(let items) = left { .list(items + right) } else { .list([left] + right) }
}
