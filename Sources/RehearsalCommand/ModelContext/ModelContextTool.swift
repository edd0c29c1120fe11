// The tools that an agent is given, a row each: what a tool takes and answers, as JSON Schemas, and what it
// does. Rules, words and checks are answered in place; whatever plays scripts or reads projects is a process of
// its own, bounded in time.

import Rehearsal
import RehearsalFiles
import RehearsalReference
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// What a tool answers.
struct ModelContextResult {
  /// The answer by its schema.
  let content: JSONValue
  /// The same for reading, short.
  let text: String
  /// Whether it could not do what it was asked.
  var isError = false

  /// A sentence about what is wrong with the question.
  static func refusal(_ sentence: String) -> ModelContextResult {
    ModelContextResult(content: ["note": sentence], text: sentence, isError: true)
  }

  /// As the protocol has it.
  var json: JSONValue {
    [
      "content": [["type": "text", "text": text] as JSONValue],
      "structuredContent": isError ? nil : content, "isError": isError,
    ]
  }
}

/// A tool.
struct ModelContextTool {
  let name: String
  private let summary: String
  /// The JSON Schemas of what it takes and of what it answers.
  private let takes: JSONValue
  private let answers: JSONValue
  private let body: (JSONValue) -> ModelContextResult

  /// What the list of tools says of it.
  var description: JSONValue {
    ["name": name, "description": summary, "inputSchema": takes, "outputSchema": answers]
  }

  /// What it answers to arguments.
  func result(of arguments: JSONValue) -> ModelContextResult {
    guard case .object(let fields) = arguments else {
      return .refusal("the arguments of `\(name)` are an object")
    }
    let known = takes["properties"]?.keys ?? []
    if let unknown = fields.first(where: { !known.contains($0.key) }) {
      return .refusal(
        "`\(name)` takes no `\(unknown.key.printableLine)`; it takes \(known.joined(separator: ", "))"
      )
    }
    return body(arguments)
  }

  /// Every tool.
  ///
  /// - Parameters:
  ///   - root: The folder outside of which nothing is read.
  ///   - host: What scripts can use beside the words that all have.
  /// - Returns: The tools, in the order in which they are listed.
  static func all(below root: FilePath, host: ScriptHost) -> [ModelContextTool] {
    let scripts = ModelContextScripts(root: root, host: host)
    return [
      ask(scripts), check(scripts), run(scripts), storm(scripts), audit(scripts),
    ]
  }
}

extension JSONValue {
  /// The keys of an object.
  fileprivate var keys: [String] {
    if case .object(let fields) = self { fields.map(\.key) } else { [] }
  }
}

// MARK: - Schemas

/// Parts of JSON Schemas.
private enum Schema {
  static func object(_ properties: JSONValue, required: [String] = []) -> JSONValue {
    ["type": "object", "properties": properties, "required": required]
  }

  static func list(of element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

  static func string(_ description: String) -> JSONValue {
    ["type": "string", "description": description]
  }

  static func integer(_ description: String) -> JSONValue {
    ["type": "integer", "description": description]
  }

  static let boolean: JSONValue = ["type": "boolean"]

  /// What all take that are given a script.
  static let script: JSONValue = [
    "script": string("The text of a script."),
    "path": string("The path of a script below the root, in place of `script`."),
  ]

  /// What all take that play.
  static let playing: JSONValue = script.merging([
    "seconds": [
      "type": "integer", "minimum": 1, "maximum": ModelContextScripts.longestTime,
      "description": "How long it may take, \(ModelContextScripts.usualTime) s by default.",
    ] as JSONValue
  ])

  static let note = string("What is missing from the answer, or why there is none.")
}

// MARK: - The tools

extension ModelContextTool {
  private static func ask(_ scripts: ModelContextScripts) -> ModelContextTool {
    ModelContextTool(
      name: "ask",
      summary:
        "Explains what iOS does and what to write: words of a bug report (\"logged out\"), names of "
        + "Apple's (\"BGProcessingTask\"), rules (\"R092\"), diagnostics (\"E0721\"), exit codes "
        + "(\"0xdead10cc\"), or the whole text of a crash report. \"card\" is the language on one card.",
      takes: Schema.object(
        ["question": Schema.string("The words, or the crash report.")], required: ["question"]),
      answers: Schema.object(["text": Schema.string("The page."), "note": Schema.note])
    ) { arguments in
      guard let question = arguments["question"]?.string else {
        return .refusal("`question` is a text")
      }
      return scripts.answer(to: question)
    }
  }

  private static func check(_ scripts: ModelContextScripts) -> ModelContextTool {
    let place: JSONValue = ["line": Schema.integer("From 1."), "column": Schema.integer("From 1.")]
    let edit = Schema.object(
      place.merging([
        "endLine": Schema.integer("From 1."),
        "endColumn": Schema.integer("From 1; the first one after it."),
        "text": Schema.string("The new text."),
      ]))
    let fix = Schema.object([
      "message": Schema.string("The change in words."), "isSafe": Schema.boolean,
      "edits": Schema.list(of: edit),
    ])
    let diagnostic = Schema.object(
      place.merging([
        "code": Schema.string("Its identifier, for `ask`."),
        "severity": Schema.string("error or warning"),
        "file": Schema.string("The file, if it is an import."),
        "message": Schema.string("The problem, and often its remedy."),
        "fixes": Schema.list(of: fix),
      ]))
    return ModelContextTool(
      name: "check",
      summary:
        "Reports errors and warnings of a script with the edits that mend them; plays nothing.",
      takes: Schema.object(Schema.script),
      answers: Schema.object([
        "errors": Schema.integer("How many."), "warnings": Schema.integer("How many."),
        "diagnostics": Schema.list(of: diagnostic), "note": Schema.note,
      ])
    ) { scripts.check($0) }
  }

  private static func run(_ scripts: ModelContextScripts) -> ModelContextTool {
    let result = Schema.object([
      "title": Schema.string("The scenario."), "line": Schema.integer("Where it is declared."),
      "status": Schema.string("passed, failed, skipped, error or notRun"),
      "problems": Schema.list(of: Schema.string("What failed, with the records that led to it.")),
    ])
    return ModelContextTool(
      name: "run", summary: "Plays the scenarios of a script, as `rehearse test --strict` does.",
      takes: Schema.object(
        Schema.playing.merging(["filter": Schema.string("A regular expression for titles.")])),
      answers: Schema.object([
        "exitCode": Schema.integer("0: everything holds."), "cases": Schema.list(of: result),
        "note": Schema.note,
      ])
    ) { scripts.run($0) }
  }

  private static func storm(_ scripts: ModelContextScripts) -> ModelContextTool {
    let finding = Schema.object([
      "title": Schema.string("The scenario that was disturbed."),
      "disturbances": Schema.list(of: Schema.string("A disturbance with which it fails.")),
      "message": Schema.string("The failure."),
      "scenario": Schema.string("The shortest scenario that shows it, to be added to the script."),
    ])
    return ModelContextTool(
      name: "storm",
      summary:
        "Repeats each scenario with a disturbance at every step (a call, a lock, a purge, a night) and "
        + "reports what it does not survive, each with the shortest scenario.",
      takes: Schema.object(Schema.playing),
      answers: Schema.object([
        "exitCode": Schema.integer("0: it survives everything."),
        "findings": Schema.list(of: finding),
        "note": Schema.note,
      ])
    ) { scripts.storm($0) }
  }

  private static func audit(_ scripts: ModelContextScripts) -> ModelContextTool {
    ModelContextTool(
      name: "audit",
      summary: "Reads an app's own sources below the root and reports lifecycle mistakes by rule.",
      takes: Schema.object(
        [
          "path": Schema.string("A folder, a project, or a file below the root."),
          "seconds": Schema.playing["seconds"],
        ], required: ["path"]),
      answers: Schema.object([
        "exitCode": Schema.integer("0: nothing was found."),
        "findings": Schema.list(of: ["type": "object"]), "note": Schema.note,
      ])
    ) { scripts.audit($0) }
  }
}
