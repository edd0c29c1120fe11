// The life of the server, its documents and what it says of them: as messages.

import Rehearsal
import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalLanguageServer

@Suite("Language server: life and documents")
struct LifecycleTests {
  @Test("What the server can do is said for every request that it answers")
  func capabilities() throws {
    var server = LanguageServer()
    let answers = server.receive(
      [
        .message([
          "id": 1, "method": "initialize",
          "params": ["capabilities": [:] as JSONValue] as JSONValue,
        ])
      ],
      at: .zero)
    let capabilities = try #require(answers.first?["result"]?["capabilities"])
    #expect(capabilities["positionEncoding"]?.string == "utf-16")
    for row in RequestRow.all {
      guard case .object(let fields)? = row.capability?(server) else { continue }
      for field in fields { #expect(capabilities[field.key] != nil, "\(field.key)") }
    }
  }

  @Test("Requests before the beginning and after the end are refused; the exit code says which")
  func order() {
    var server = LanguageServer()
    func code(_ answers: [JSONValue]) -> Int64? { answers.first?["error"]?["code"]?.integer }
    #expect(code(server.receive([.message(["id": 1, "method": "shutdown"])], at: .zero)) == -32002)
    var editor = Editor()
    #expect(editor.answer("initialize", [:])["error"]?["code"]?.integer == -32600)
    #expect(editor.answer("textDocument/none", [:])["error"]?["code"]?.integer == -32601)
    #expect(editor.answer("shutdown", .null)["result"] == .null)
    #expect(editor.answer("textDocument/hover", [:])["error"]?["code"]?.integer == -32600)
    #expect(editor.server.exitCode == nil)
    editor.notify("exit", .null)
    #expect(editor.server.exitCode == 0)
    var hasty = Editor()
    hasty.notify("exit", .null)
    #expect(hasty.server.exitCode == 1)
  }

  @Test("Findings come with their version, page, related place and quick fix")
  func findings() throws {
    var editor = Editor()
    let text = "app Notes { }\nscenario \"a\" {\n    launch Notes\n    press .hoem\n}\n"
    editor.open("a.rehearsal", text)
    let finding = try #require(editor.findings(in: "a.rehearsal").first)
    #expect(finding["code"]?.string == "E0504")
    #expect(finding["severity"]?.integer == 1)
    #expect(finding["range"]?["start"]?["line"]?.integer == 3)
    let page = try #require(finding["codeDescription"]?["href"]?.string)
    let content = try editor.ask("workspace/textDocumentContent", ["uri": page])
    #expect(content["text"]?.string?.contains("E0504") == true)
    let actions = try editor.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": editor.uri("a.rehearsal")] as JSONValue,
        "range": finding["range"], "context": ["diagnostics": [finding]] as JSONValue,
      ])
    let edit = try #require(
      actions.elements.first?["edit"]?["changes"]?[editor.uri("a.rehearsal")])
    #expect(text.applying(edit.elements).contains("press .home"))
    editor.change("a.rehearsal", to: text.applying(edit.elements))
    #expect(editor.findings(in: "a.rehearsal").isEmpty)
    let told = editor.received.last { $0["method"]?.string == "textDocument/publishDiagnostics" }
    #expect(told?["params"]?["version"]?.integer == 2)
  }

  @Test("A second declaration names the first one as a related place")
  func related() throws {
    var editor = Editor()
    editor.open("a.rehearsal", "let a = 1\nlet a = 2\nprint(a)\n")
    let related = editor.findings(in: "a.rehearsal").first?["relatedInformation"]?.elements.first
    #expect(related?["location"]?["range"]?["start"]?["line"]?.integer == 0)
  }

  @Test(
    "Changes of parts come to the text that whole ones come to, in both units",
    arguments: [
      "utf-8", "utf-16",
    ])
  func incrementalChanges(_ encoding: String) throws {
    let capabilities = Editor.capabilities.merging([
      "general": ["positionEncodings": [encoding]] as JSONValue
    ])
    var editor = Editor(announcing: capabilities)
    var text = "// né 😀 a\r\nlet b = \"😀x\"\nprint(b)\n"
    editor.open("a.rehearsal", text)
    var generator = SeededGenerator(seed: 34)
    let pieces = ["", "é", "😀", "x\n", "\r\n", "let c = 1"]
    for _ in 0..<300 {
      let old = DocumentText(SourceText(name: "a", text), encoding == "utf-8" ? .utf8 : .utf16)
      let scalars = Array(text.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &generator)
      let end = min(scalars.count, start + Int.random(in: 0...3, using: &generator))
      func offset(_ index: Int) -> Int {
        scalars[..<index].reduce(0) { $0 + String($1).utf8.count }
      }
      // Nobody can name the place between the two halves of a line end.
      func isInLineEnd(_ index: Int) -> Bool {
        index > 0 && index < scalars.count && scalars[index - 1] == "\r" && scalars[index] == "\n"
      }
      guard !isInLineEnd(start), !isInLineEnd(end) else { continue }
      let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      editor.change(
        "a.rehearsal",
        [["range": old.range(SourceRange(offset(start), offset(end))), "text": piece]])
      var scalarsBehind = String.UnicodeScalarView(scalars[..<start])
      scalarsBehind.append(contentsOf: piece.unicodeScalars)
      scalarsBehind.append(contentsOf: scalars[end...])
      text = String(scalarsBehind)
      let held = editor.server.documents.all.first?.text.source.bytes ?? []
      #expect(held.elementsEqual(text.utf8))
    }
  }

  @Test("An open document stands in place of its file, for those that import it, too")
  func openImports() throws {
    var editor = Editor()
    try editor.folder.file("common.rehearsal", holding: "func five() { return 5 }\n")
    let text = "import \"common.rehearsal\"\nprint(five())\nprint(six())\n"
    editor.open("a.rehearsal", text)
    #expect(editor.findings(in: "a.rehearsal").map { $0["code"]?.string } == ["E0301"])
    editor.open("common.rehearsal", "func five() { return 5 }\nfunc six() { return 6 }\n")
    #expect(editor.findings(in: "a.rehearsal").isEmpty)
    editor.change("common.rehearsal", to: "func five() { return }}\n")
    let finding = try #require(
      editor.findings(in: "a.rehearsal").first { $0["range"]?["start"]?["line"]?.integer == 0 })
    let place = finding["relatedInformation"]?.elements.first?["location"]
    #expect(place?["uri"]?.string == editor.uri("common.rehearsal"))
    editor.notify(
      "textDocument/didClose",
      ["textDocument": ["uri": editor.uri("common.rehearsal")] as JSONValue])
    #expect(editor.findings(in: "common.rehearsal").isEmpty)
    editor.open("new.rehearsal", "func six() { return 6 }\n")
    editor.change("a.rehearsal", to: "import \"new.rehearsal\"\nprint(six())\n")
    #expect(editor.findings(in: "a.rehearsal").isEmpty)
  }

  @Test("Formatting comes to what the formatter says, and a range changes its lines only")
  func formatting() throws {
    var editor = Editor()
    let text =
      "app   Notes {\n\n\n  on didBecomeActive {\n log \"a\"\n }\n}\nlet   a =  1\nprint( a )\n"
    editor.open("a.rehearsal", text)
    let document: JSONValue = ["textDocument": ["uri": editor.uri("a.rehearsal")] as JSONValue]
    let edits = try editor.ask("textDocument/formatting", document).elements
    #expect(text.applying(edits) == Formatter.format(SourceText(name: "a", text)))
    let range: JSONValue = [
      "range": [
        "start": ["line": 7, "character": 0] as JSONValue,
        "end": ["line": 7, "character": 3] as JSONValue,
      ] as JSONValue
    ]
    let some = try editor.ask("textDocument/rangeFormatting", document.merging(range)).elements
    #expect(some.count == 1)
    #expect(text.applying(some) == text.replacing("let   a =  1", with: "let a = 1"))
    editor.change("a.rehearsal", to: "app {")
    #expect(try editor.ask("textDocument/formatting", document).elements.isEmpty)
  }

  @Test("Requests that were taken back or are about an older text are not worked on")
  func outdated() throws {
    var editor = Editor()
    editor.open("a.rehearsal", "print(1)\n")
    let uri: JSONValue = ["textDocument": ["uri": editor.uri("a.rehearsal")] as JSONValue]
    let change = uri.merging(["contentChanges": JSONValue.list([["text": "print(2)\n"]])])
    editor.send(
      ["id": "old", "method": "textDocument/foldingRange", "params": uri],
      ["id": 77, "method": "textDocument/documentSymbol", "params": uri],
      ["method": "$/cancelRequest", "params": ["id": 77] as JSONValue],
      ["method": "textDocument/didChange", "params": change],
      ["id": "new", "method": "textDocument/foldingRange", "params": uri])
    func answer(_ id: JSONValue) -> JSONValue? { editor.received.last { $0["id"] == id } }
    #expect(answer(.string("old"))?["error"]?["code"]?.integer == -32801)
    #expect(answer(.number("77"))?["error"]?["code"]?.integer == -32800)
    #expect(answer(.string("new"))?["result"] != nil)
  }

  @Test(
    "Apps in Swift of the opened folder's project are known, and what is wrong with its file is told"
  )
  func projectHosts() throws {
    var host = LanguageServer.Host()
    let declared = ##"{"format":1,"apps":[{"name":"Shop","exposes":["total"]}]}"##
    host.project = { path in
      var scripts = ScriptHost()
      do { try scripts.declare(fromFile: path + "/host.json") } catch {
        return ProjectHost(ScriptHost(), mistake: "\(error)")
      }
      return ProjectHost(scripts, declaredIn: path + "/host.json")
    }
    var editor = Editor(host: host)
    #expect(editor.count(of: "window/showMessage") == 1)
    let text = "scenario \"a\" {\n    launch Shop\n    expect Shop.total == 1\n}\n"
    editor.open("main.rehearsal", text)
    #expect(!editor.findings(in: "main.rehearsal").isEmpty)
    try editor.folder.file("host.json", holding: declared)
    editor.notify("workspace/didChangeWatchedFiles", ["changes": JSONValue.list([])])
    #expect(editor.findings(in: "main.rehearsal") == [])
  }
}
