// What editors ask about a text: its structure, its words, its names.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

@Suite("Language server: words, names and structure")
struct FeatureTests {
  private static let notes = """
    // Says R091 and E0203.
    app Notes {
        var draft = ""
        func save(text, twice = false) {
            disk["draft"] = text
        }
        on didEnterBackground {
            save(draft, twice: true)
        }
        button "Type" { draft = "hello" }
    }
    func type(times) {
        for i in 0..<times { touch "Type" }
    }
    scenario "the draft is kept" {
        launch Notes
        type(2)
        expect Notes.draft == "hello"
        press .home
        let kept = Notes.disk["draft"]
        expect kept == "hello"
    }

    """

  private func editor() -> Editor {
    var editor = Editor()
    editor.open("notes.rehearsal", Self.notes)
    return editor
  }

  private func document(_ editor: Editor) -> JSONValue {
    ["textDocument": ["uri": editor.uri("notes.rehearsal")] as JSONValue]
  }

  @Test("The example has nothing wrong")
  func clean() { #expect(editor().findings(in: "notes.rehearsal").isEmpty) }

  @Test("Symbols are those of the text, one in the other")
  func symbols() throws {
    var editor = editor()
    let symbols = try editor.ask("textDocument/documentSymbol", document(editor)).elements
    #expect(symbols.map { $0["name"]?.string } == ["Notes", "type", "the draft is kept"])
    let inner = symbols[0]["children"]?.elements.map { $0["name"]?.string }
    #expect(inner == ["draft", "save", "on didEnterBackground", "button Type"])
  }

  @Test("Blocks fold up to the line before their bracket")
  func folding() throws {
    var editor = editor()
    let ranges = try editor.ask("textDocument/foldingRange", document(editor)).elements
    #expect(ranges.contains { $0["startLine"]?.integer == 1 && $0["endLine"]?.integer == 9 })
  }

  @Test("A selection grows from the word to the whole")
  func selection() throws {
    var editor = editor()
    let place = editor.place("draft, twice", in: "notes.rehearsal", of: Self.notes, offset: 2)
    let answer = try editor.ask(
      "textDocument/selectionRange",
      document(editor).merging(["positions": JSONValue.list([place["position"] ?? .null])]))
    var lines: [Int64] = []
    var next: JSONValue? = answer.elements.first
    while let range = next {
      lines.append(range["range"]?["start"]?["line"]?.integer ?? -1)
      next = range["parent"]
    }
    #expect(lines.first == 7 && lines.last == 0 && lines == lines.sorted(by: >))
    #expect(lines.count > 6)
  }

  @Test("Semantic tokens are in order and tell words from names")
  func semanticTokens() throws {
    var editor = editor()
    let data = try editor.ask("textDocument/semanticTokens/full", document(editor))["data"]
    let numbers = (data?.elements ?? []).compactMap(\.integer)
    #expect(numbers.count % 5 == 0 && numbers.count > 200)
    #expect(numbers.allSatisfy { $0 >= 0 })
    let kinds = stride(from: 3, to: numbers.count, by: 5).map { numbers[$0] }
    for kind in [SemanticTokenKind.keyword, .string, .comment, .class, .event, .function] {
      #expect(kinds.contains(Int64(kind.number)), "\(kind)")
    }
  }

  @Test(
    "A hover tells of words, handlers, values and numbers of rules",
    arguments: [
      ("press .home", "press("), ("didEnterBackground", "applicationDidEnterBackground(_:)"),
      ("R091", "R091: "), ("E0203", "E0203"), ("draft, twice", "a String"),
      ("expect kept", "expect condition"),
    ])
  func hover(_ word: String, _ expected: String) throws {
    var editor = editor()
    let hover = try editor.ask(
      "textDocument/hover", at: word, in: "notes.rehearsal", of: Self.notes, offset: 1)
    let text = hover["contents"]?["value"]?.string ?? ""
    #expect(text.contains(expected), "\(text)")
  }

  @Test(
    "Completion fits what is unfinished",
    arguments: [
      ("    press .", ["home", "lock"]), ("    touch \"", ["Type\""]),
      ("    Notes.", ["draft", "state", "disk"]), ("    expect Notes.state == .", ["suspended"]),
      ("    lau", ["launch"]), ("    let a = [1, 2]\n    a.", ["count", "first"]),
      ("    let a = [1, 2]\n    print(a.", ["count", "first"]),
      ("    let a = [1, 2]\n    if a.", ["count", "first"]),
      ("    let a = [1, 2]\n    print([1, a.", ["count", "first"]),
      ("    print(\"\\(Notes.", ["draft", "state"]), ("    print(\"a\n    press .", ["home"]),
    ])
  func completion(_ typed: String, _ expected: [String]) throws {
    var editor = editor()
    let head = Self.notes.replacing("    let kept = ", with: typed + "\n    let kept = ")
    editor.change("notes.rehearsal", to: head)
    let answer = try editor.ask(
      "textDocument/completion", at: typed + "\n", in: "notes.rehearsal", of: head,
      offset: typed.utf8.count)
    let labels = Set((answer["items"]?.elements ?? []).compactMap { $0["label"]?.string })
    #expect(labels.isSuperset(of: expected), "\(labels.sorted())")
  }

  @Test(
    "In comments and plain texts nothing is offered",
    arguments: ["// press .", "/* lau", "print(\"lau"])
  func noCompletion(_ typed: String) throws {
    var editor = editor()
    let head = Self.notes.replacing("    let kept = ", with: typed + "\n    let kept = ")
    editor.change("notes.rehearsal", to: head)
    let answer = try editor.ask(
      "textDocument/completion", at: typed + "\n", in: "notes.rehearsal", of: head,
      offset: typed.utf8.count)
    #expect(answer["items"]?.elements.isEmpty == true)
  }

  @Test("What completion says of a word is said of the thing at hand")
  func details() throws {
    var editor = Editor()
    func item(_ label: String, in text: String) throws -> JSONValue? {
      editor.open("d.rehearsal", text)
      let answer = try editor.ask(
        "textDocument/completion", at: text, in: "d.rehearsal", of: text, offset: text.utf8.count)
      return answer["items"]?.elements.first { $0["label"]?.string == label }
    }
    #expect(
      try item("memory", in: "device { mem")?["detail"]?.string?.hasPrefix("device {") == true)
    let info = try item("memory", in: "app N {\n    info { mem")
    #expect(info?["detail"]?.string?.hasPrefix("info {") == true)
    let member = try item("memory", in: "app N { }\nscenario \"a\" {\n    N.mem")
    #expect(member?["detail"]?.string?.hasPrefix("App.memory") == true)
    #expect(try item("iPad\"", in: "device { model: \"iP") != nil)
    #expect(try item("observed", in: "device { evidence: .") != nil)
  }

  @Test("A hover over an own name shows its declaration and the comment above it")
  func ownNames() throws {
    let text = """
      app Notes {
          /// What was typed and
          /// not sent yet.
          var draft = ""
          // Saves a text.
          func save(text, twice = false) {
              disk["draft"] = text
          }
          on didEnterBackground { save(draft) }
      }
      """
    var editor = Editor()
    editor.open("a.rehearsal", text)
    func hover(_ place: String) throws -> String {
      let hover = try editor.ask(
        "textDocument/hover", at: place, in: "a.rehearsal", of: text, offset: 1)
      return hover["contents"]?["value"]?.string ?? ""
    }
    let function = try hover("save(draft)")
    #expect(
      function.contains("func save(text, twice = false)") && function.contains("Saves a text."))
    let variable = try hover("draft) }")
    #expect(
      variable.contains("var draft = \"\"")
        && variable.contains("What was typed and\nnot sent yet."))
  }

  @Test("Imports are links, and the names of a folder are found by their letters")
  func linksAndSymbols() throws {
    var editor = Editor()
    try editor.folder.file("apps.rehearsal", holding: "app Calendar { func store() { } }\n")
    let text = "import \"apps.rehearsal\"\nscenario \"a day\" { launch Calendar }\n"
    editor.open("main.rehearsal", text)
    let document: JSONValue = ["textDocument": ["uri": editor.uri("main.rehearsal")] as JSONValue]
    let links = try editor.ask("textDocument/documentLink", document).elements
    #expect(links.map { $0["target"]?.string } == [editor.uri("apps.rehearsal")])
    func names(_ query: String) throws -> [String?] {
      try editor.ask("workspace/symbol", ["query": query.json]).elements.map { $0["name"]?.string }
    }
    #expect(try names("clndr") == ["Calendar"])
    #expect(try names("store") == ["store"])
    #expect(try names("a day") == ["a day"])
    #expect(try names("nowhere") == [])
  }

  @Test("All safe changes are one action, for those who ask for it")
  func fixAll() throws {
    let text = "app N { }\nscenario \"a\" {\n    launch N\n    press .hoem\n    press .lokc\n}\n"
    var editor = Editor()
    editor.open("a.rehearsal", text)
    func actions(_ only: [String]) throws -> [JSONValue] {
      let place: JSONValue = ["line": 0, "character": 0]
      return try editor.ask(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": editor.uri("a.rehearsal")] as JSONValue,
          "range": ["start": place, "end": place] as JSONValue,
          "context": ["diagnostics": [JSONValue](), "only": only] as JSONValue,
        ]
      ).elements
    }
    #expect(try actions([]).isEmpty)
    let action = try #require(try actions(["source.fixAll"]).first)
    #expect(action["kind"]?.string == "source.fixAll")
    let edits = action["edit"]?["changes"]?[editor.uri("a.rehearsal")]?.elements ?? []
    #expect(text.applying(edits).contains("press .home\n    press .lock"))
  }

  @Test("The server asks to be told of changed files, and looks at imports again")
  func watchedFiles() throws {
    var editor = Editor()
    #expect(editor.count(of: "client/registerCapability") == 1)
    editor.open("main.rehearsal", "import \"apps.rehearsal\"\nscenario \"a\" { launch Late }\n")
    #expect(!editor.findings(in: "main.rehearsal").isEmpty)
    try editor.folder.file("apps.rehearsal", holding: "app Late { }\n")
    editor.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": editor.uri("apps.rehearsal"), "type": 1] as JSONValue]])
    #expect(editor.findings(in: "main.rehearsal").isEmpty)
    let quiet = Editor(announcing: [:])
    #expect(quiet.count(of: "client/registerCapability") == 0)
  }

  @Test("The arguments of a call are named, of words and of own functions")
  func signatures() throws {
    var editor = editor()
    let own = try editor.ask(
      "textDocument/signatureHelp", at: "twice: true", in: "notes.rehearsal", of: Self.notes)
    #expect(own["signatures"]?.elements.first?["label"]?.string == "save(text, twice?)")
    #expect(own["activeParameter"]?.integer == 1)
    let word = try editor.ask(
      "textDocument/signatureHelp", at: ".home", in: "notes.rehearsal", of: Self.notes)
    #expect(word["signatures"]?.elements.first?["label"]?.string?.hasPrefix("press(") == true)
  }

  @Test(
    "A name leads to its declaration",
    arguments: [
      ("draft, twice", 2), ("save(draft", 3), ("type(2)", 11), ("Notes.draft", 1), ("kept ==", 19),
      ("times {", 11), ("twice: true", 3), ("Type\" }\n}\nscen", 9), ("draft == \"hello\"", 2),
    ])
  func definition(_ name: String, _ line: Int) throws {
    var editor = editor()
    let answer = try editor.ask(
      "textDocument/definition", at: name, in: "notes.rehearsal", of: Self.notes, offset: 1)
    let lines = answer.elements.map { $0["range"]?["start"]?["line"]?.integer }
    #expect(lines == [Int64(line)], "\(name)")
  }

  @Test(
    "A rename changes every use and nothing else",
    arguments: [
      ("draft, twice", "entry"), ("save(draft", "store"), ("type(2)", "enter"),
      ("Notes.draft", "Memo"),
      ("twice: true", "again"), ("Type\" }\n}\nscen", "Write"), ("kept ==", "held"),
    ])
  func rename(_ name: String, _ other: String) throws {
    var editor = editor()
    let answer = try editor.ask(
      "textDocument/rename", at: name, in: "notes.rehearsal", of: Self.notes, offset: 1,
      ["newName": other])
    let edits = answer["changes"]?[editor.uri("notes.rehearsal")]?.elements ?? []
    let renamed = Self.notes.applying(edits)
    #expect(edits.count > 1 && renamed != Self.notes)
    let script = Script(SourceText(name: "notes", renamed))
    #expect(script.diagnostics.isEmpty, "\(script.diagnostics)\n\(renamed)")
    #expect(try script.run().hasPassed, "\(renamed)")
  }

  @Test(
    "A rename that would change a meaning is refused",
    arguments: [
      ("save(draft", "draft"), ("type(2)", "launch"), ("kept ==", "if"),
      ("launch Notes", "start"),
    ])
  func refusedRename(_ name: String, _ other: String) {
    var editor = editor()
    let place = editor.place(name, in: "notes.rehearsal", of: Self.notes, offset: 1)
    let answer = editor.answer("textDocument/rename", place.merging(["newName": other]))
    #expect(answer["error"]?["code"]?.integer == -32803, "\(answer.text)")
  }

  /// Variables of an app, read by other names of the app: a constant, a loop's variable, a closure's.
  private static let members = """
    app Notes {
        var draft = ""
        func save() { disk["d"] = draft }
        button "Save" { save() }
    }
    let n = Notes
    func length(app) { return app.draft.count }
    scenario "reading" {
        launch Notes
        expect n.draft == "" && n?.draft == ""
        for app in [Notes] { expect app.draft == "" }
        expect [Notes].map { $0.draft } == [""] && [Notes].map { app in app.draft } == [""]
        expect Notes.draft == "" && length(Notes) == 0
        print("\\(Notes.draft)")
        if let found = [n].first { expect found.draft == "" }
    }
    """

  @Test("A variable of an app is renamed wherever the value before the dot is known")
  func renameOfMembers() throws {
    var editor = Editor()
    editor.open("members.rehearsal", Self.members)
    let answer = try editor.ask(
      "textDocument/rename", at: "draft = ", in: "members.rehearsal", of: Self.members, offset: 1,
      ["newName": "entry"])
    let edits = answer["changes"]?[editor.uri("members.rehearsal")]?.elements ?? []
    let renamed = Self.members.applying(edits)
    #expect(edits.count == 11 && !renamed.contains("draft"), "\(renamed)")
    let script = Script(SourceText(name: "members", renamed))
    #expect(script.diagnostics.isEmpty, "\(renamed)")
    #expect(try script.run().hasPassed, "\(renamed)")
  }

  @Test("A member that may be a variable or another one keeps the variable from being renamed")
  func unclearMembers() throws {
    var editor = Editor()
    let text =
      Self.members.replacing(
        "func length(app) { return app.draft.count }",
        with: "app Other { var draft = \"\" }\nfunc length(app) { return app.draft.count }"
      ) + "\nscenario \"other\" {\n    launch Other\n    expect length(Other) == 0\n}\n"
    editor.open("members.rehearsal", text)
    let place = editor.place("draft = ", in: "members.rehearsal", of: text, offset: 1)
    let answer = editor.answer("textDocument/rename", place.merging(["newName": "entry"]))
    let message = answer["error"]?["message"]?.string ?? ""
    #expect(message.contains("members.rehearsal:8:") && message.contains("known only when"))
  }

  @Test("A name that five files use is renamed in all, and they come out as before")
  func renameOverFiles() throws {
    var editor = Editor()
    let common = "func opened(app) { launch app }\napp Notes { }\n"
    try editor.folder.file("common.rehearsal", holding: common)
    let names = (1...4).map { "part\($0).rehearsal" }
    for name in names {
      try editor.folder.file(
        name,
        holding: "import \"common.rehearsal\"\nscenario \"\(name)\" {\n    opened(Notes)\n"
          + "    expect Notes.state == .active\n}\n")
    }
    /// What the suite says.
    func lines() throws -> [String] {
      try names.flatMap { name in
        let script = try ScriptFile.load(editor.folder.url.appendingPathComponent(name).path)
        let renderer = RunRenderer(script)
        var session = try script.session()
        let report = session.run()
        return session.simulation.history.records().compactMap { renderer.line($0) }
          + report.scenarios.map { renderer.line($0) }
      }
    }
    let before = try lines()
    #expect(before.count > 20)
    editor.open("common.rehearsal", common)
    let answer = try editor.ask(
      "textDocument/rename", at: "opened", in: "common.rehearsal", of: common, offset: 1,
      ["newName": "launched"])
    for name in names + ["common.rehearsal"] {
      let edits = try #require(answer["changes"]?[editor.uri(name)]?.elements, "\(name)")
      let text = try editor.folder.text(of: name).applying(edits)
      #expect(text.contains("launched(") && !text.contains("opened("))
      try editor.folder.file(name, holding: text)
    }
    #expect(try lines() == before)
  }
}
