// Visual Studio Code: an extension that colours and indents scripts, reads what `rehearse` reports and
// starts its servers, and the tasks that a folder of scripts can have. Its grammar is TextMate's; its
// code, `extension.js`, is the one file that is written by hand.

import TestSupport

extension EditorFile {
  static var visualStudioCode: [EditorFile] {
    let files: [(String, JSONText)] = [
      ("package.json", manifest), ("language-configuration.json", configuration),
      ("syntaxes/rehearsal.tmLanguage.json", textMate), ("tasks.json", tasks),
    ]
    return files.map { name, content in
      EditorFile(path: folder + "/vscode/" + name, text: content.written() + "\n")
    } + [
      EditorFile(path: folder + "/vscode/README.md", text: readme),
      EditorFile(path: folder + "/vscode/.vscodeignore", text: "tasks.json\n"),
    ]
  }

  private static let description =
    "Colours, findings, completion, the life beside the text and a debugger for scripts of "
    + "Rehearsal, the simulator of the iOS app lifecycle."

  private static var manifest: JSONText {
    [
      "name": "rehearsal", "displayName": "Rehearsal",
      "version": .text((try? Repository.version()) ?? ""),
      "publisher": "rehearsal", "description": .text(description),
      "categories": ["Programming Languages", "Linters", "Testing", "Debuggers"],
      "keywords": ["ios", "lifecycle", "simulator", "testing", "rehearsal"],
      "engines": ["vscode": "^1.75.0"],
      "main": "./extension.js",
      "activationEvents": [
        "onLanguage:rehearsal", "onDebugResolve:rehearsal", "workspaceContains:**/*.rehearsal",
      ],
      "capabilities": ["untrustedWorkspaces": trust],
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
        "commands": .list(commands),
        "menus": [
          "commandPalette": .list(
            commandNames.map { name, _ -> JSONText in
              ["command": .text(name), "when": "editorLangId == rehearsal"]
            })
        ],
        "breakpoints": [["language": "rehearsal"]],
        "debuggers": [debugger],
        "configuration": [
          [
            "title": "Rehearsal",
            "properties": [
              "rehearsal.command": [
                "type": "string", "default": "rehearse", "scope": "machine-overridable",
                "description": "The command to start, by name or path.",
              ]
            ],
          ]
        ],
        "problemMatchers": [
          problemMatcher("rehearse", background: nil),
          problemMatcher(
            "rehearse-watch",
            background: [
              "activeOnStart": true, "beginsPattern": "^running \\d+ files?$",
              "endsPattern": "^watching \\d+ files?; ",
            ]),
        ],
      ],
    ]
  }

  /// What is possible in a folder that nobody trusts.
  private static let trust: JSONText = [
    "supported": "limited",
    "description":
      "The command that is started is the one of the user's settings, not that of the folder.",
    "restrictedConfigurations": ["rehearsal.command"],
  ]

  /// The commands of the palette, which are about the scenario around the cursor.
  private static let commandNames = [
    ("rehearse.run", "Run This Scenario"), ("rehearse.storm", "Storm This Scenario"),
    ("rehearse.draw", "Draw This Scenario"), ("rehearse.explore", "Search This Exploration"),
    ("rehearsal.showLife", "Show the Life of This Scenario"),
  ]

  private static var commands: [JSONText] {
    commandNames.map { name, title -> JSONText in
      ["command": .text(name), "title": .text(title), "category": "Rehearsal"]
    }
  }

  /// What a launch of the debugger takes, and what a new `launch.json` holds.
  private static var debugger: JSONText {
    func attribute(_ type: String, _ meaning: String) -> JSONText {
      ["type": .text(type), "description": .text(meaning)]
    }
    return [
      "type": "rehearsal", "label": "Rehearsal", "languages": ["rehearsal"],
      "configurationAttributes": [
        "launch": [
          "required": ["program"],
          "properties": [
            "program": attribute("string", "The path of the script."),
            "scenario": attribute("string", "The title of the scenario; all of them without one."),
            "os": [
              "type": ["string", "number"], "description": "The version of the system, such as 12.",
            ],
            "model": attribute("string", "The model, such as iPad."),
            "stopOnEntry": attribute("boolean", "Whether to stop at the first statement."),
          ],
        ]
      ],
      "initialConfigurations": [
        [
          "type": "rehearsal", "request": "launch", "name": "Debug this script",
          "program": "${file}",
        ]
      ],
    ]
  }

  /// What reads the lines that `rehearse` reports, those of failures and those of diagnostics.
  private static func problemMatcher(_ name: String, background: JSONText?) -> JSONText {
    .object(
      [
        ("name", .text(name)), ("label", .text(name)), ("owner", "rehearsal"),
        ("source", "rehearse"), ("severity", "error"),
        ("fileLocation", ["autoDetect", "${workspaceFolder}"]),
        (
          "pattern",
          [
            "regexp": .text(problemPattern), "file": 1, "line": 2, "column": 3, "severity": 4,
            "code": 5, "message": 6,
          ]
        ),
      ] + (background.map { [("background", $0)] } ?? []))
  }

  static let problemPattern =
    #"^\s*([^\s:][^:]*):(\d+):(\d+): (?:(error|warning)\[([EW]\d{4})\]|failed): (.*)$"#

  /// What a folder of scripts may have as `.vscode/tasks.json`.
  private static let tasks: JSONText = [
    "version": "2.0.0",
    "tasks": [
      [
        "label": "rehearse: check", "type": "process", "command": "rehearse",
        "args": ["check", "--color", "never"], "group": "build", "problemMatcher": "$rehearse",
        "presentation": ["reveal": "silent"],
      ],
      [
        "label": "rehearse: test", "type": "process", "command": "rehearse",
        "args": ["test", "--color", "never"], "group": ["kind": "test", "isDefault": true],
        "problemMatcher": "$rehearse",
      ],
      [
        "label": "rehearse: test this file", "type": "process", "command": "rehearse",
        "args": ["test", "--color", "never", "${file}"], "group": "test",
        "problemMatcher": "$rehearse",
      ],
      [
        "label": "rehearse: watch", "type": "process", "command": "rehearse",
        "args": ["test", "--color", "never", "--watch"], "group": "test", "isBackground": true,
        "problemMatcher": "$rehearse-watch",
      ],
    ],
  ]

  /// What a marketplace shows.
  private static var readme: String {
    """
    # Rehearsal for VS Code

    \(description)

    - colours, brackets, comments and indentation for `*.rehearsal`
    - the language server and the debug adapter of `rehearse`, which it starts: findings, completion, \
    the life beside the text, steps forward and back
    - the scenarios of the open folders among VS Code's tests: run, storm, debug
    - the problem matchers `$rehearse` and `$rehearse-watch`, for tasks that run `rehearse`

    `tasks.json`, beside this page in the sources, is an example of such tasks: it is copied to a \
    folder's `.vscode`. The command itself is installed apart from this; `rehearse doctor` says \
    whether it is there.

    """
  }

  private static let configuration: JSONText = [
    "comments": ["lineComment": "//", "blockComment": ["/*", "*/"]],
    "brackets": [["{", "}"], ["[", "]"], ["(", ")"]],
    "autoClosingPairs": [
      ["open": "{", "close": "}", "notIn": ["comment"]],
      ["open": "[", "close": "]", "notIn": ["comment"]],
      ["open": "(", "close": ")", "notIn": ["comment"]],
      ["open": "\"", "close": "\"", "notIn": ["string", "comment"]],
    ],
    "surroundingPairs": [["{", "}"], ["[", "]"], ["(", ")"], ["\"", "\""]],
    "indentationRules": [
      "increaseIndentPattern": #"^.*[\{\[\(](?:[^\}\]\)]*\bin)?\s*(?://.*)?$"#,
      "decreaseIndentPattern": #"^\s*[\}\]\)]"#,
    ],
    "onEnterRules": [
      [
        "beforeText": #"^\s*//.*$"#, "afterText": #"^(?!\s*$).+"#,
        "action": ["indent": "none", "appendText": "// "],
      ]
    ],
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
