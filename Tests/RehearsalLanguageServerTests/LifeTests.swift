// The life beside the text: what stands after lines, when it changes, and what lenses do.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import RehearsalValues
import Synchronization
import TestSupport
import Testing

@testable import RehearsalLanguageServer

@Suite("Language server: the life beside the text")
struct LifeTests {
  private static let uploader = """
    app Uploader {
        on didEnterBackground {
            beginBackgroundTask("upload")
        }
        on willTerminate { log "never" }
    }
    scenario "home" {
        launch Uploader
        press .home
        advance 1min
    }
    scenario "lock" {
        launch Uploader
        expect Uploader.state == .background
        unlock()
    }

    """

  private func played(_ text: String) -> Editor {
    var editor = Editor()
    editor.open("a.rehearsal", text)
    editor.pause()
    return editor
  }

  @Test("Each line of the outside shows what it led to, in at most 40 characters")
  func hints() throws {
    var editor = played(Self.uploader)
    let hints = try editor.hints(in: "a.rehearsal")
    #expect(hints[7] == "Uploader: active")
    #expect(hints[8] == "Uploader: background")
    #expect(hints[9]?.hasPrefix("+60s  ✗ Uploader was ended") == true)
    #expect(hints[13]?.hasPrefix("✗ ") == true)
    #expect(hints[14]?.hasPrefix("× R") == true)
    #expect(hints[1] == "in 1 scenario, last at 0s")
    #expect(hints[4] == "never ran")
    #expect(hints.values.allSatisfy { $0.count <= 40 })
  }

  @Test("What failed, was refused or never ran is found, and greyed where it did nothing")
  func findings() {
    let editor = played(Self.uploader)
    let findings = editor.findings(in: "a.rehearsal")
    func lines(_ severity: Int64) -> [Int64?] {
      findings.filter { $0["severity"]?.integer == severity }
        .map { $0["range"]?["start"]?["line"]?.integer }
    }
    #expect(lines(1) == [9, 13])
    #expect(lines(3) == [14])
    #expect(lines(4) == [4])
    let greyed = findings.first { $0["severity"]?.integer == 4 }
    #expect(greyed?["tags"]?.elements == [.number("1")])
  }

  @Test("The hover of a line has its records as a run shows them")
  func details() throws {
    var editor = played(Self.uploader)
    let hover = try editor.ask(
      "textDocument/hover", at: "press .home", in: "a.rehearsal", of: Self.uploader)
    let text = try #require(hover["contents"]?["value"]?.string)
    #expect(text.contains("▸ press .home"))
    #expect(text.contains("didEnterBackground"))
    #expect(!text.contains("▸ launch"))
  }

  @Test("What stands after lines is what a run tells of them")
  func sameAsRun() throws {
    let text = Self.uploader
    var editor = played(text)
    let life = try #require(editor.server.documents.all.first?.life)
    var session = try #require(Session(Script(SourceText(name: "a", text))))
    let renderer = RunRenderer(session.script)
    var lines: [String] = []
    session.run { event in
      if case .record(let record) = event, let line = renderer.line(record) { lines.append(line) }
    }
    #expect(life.lines.flatMap(\.details) == lines)
    _ = try editor.hints(in: "a.rehearsal")
  }

  @Test("Unfinished text keeps the last life above the error; lines move with the text")
  func unfinished() throws {
    var editor = played(Self.uploader)
    let before = try editor.hints(in: "a.rehearsal")
    let text = "// one more line\n" + Self.uploader.replacing("advance 1min", with: "advance (")
    editor.change("a.rehearsal", to: "// one more line\n" + Self.uploader)
    editor.change("a.rehearsal", to: text)
    let moved = try editor.hints(in: "a.rehearsal")
    #expect(moved[9] == before[8] && moved[10] == nil && moved[15] == before[14])
    editor.pause()
    let kept = try editor.hints(in: "a.rehearsal")
    #expect(kept[8] == before[7] && kept[9] == before[8])
    #expect(kept.keys.allSatisfy { $0 < 10 })
  }

  @Test("Hints are refreshed only where they changed; equal edits give equal bytes")
  func refreshes() {
    var editor = played(Self.uploader)
    #expect(editor.count(of: "workspace/inlayHint/refresh") == 1)
    editor.change("a.rehearsal", to: Self.uploader + "// a comment\n")
    editor.pause()
    #expect(editor.count(of: "workspace/inlayHint/refresh") == 1)
    editor.change("a.rehearsal", to: Self.uploader.replacing("advance 1min", with: "advance 1s"))
    editor.pause()
    #expect(editor.count(of: "workspace/inlayHint/refresh") == 2)
    let once = played(Self.uploader).server.documents.all.first?.life
    let again = played(Self.uploader).server.documents.all.first?.life
    #expect(once == again && once != nil)
  }

  @Test("A scenario over its time is stopped, and it is said where")
  func budget() throws {
    let ticks = Mutex(Duration.zero)
    var host = LanguageServer.Host()
    host.clock = {
      ticks.withLock {
        $0 += .milliseconds(1)
        return $0
      }
    }
    var editor = Editor(host: host)
    editor.open(
      "a.rehearsal", "scenario \"long\" {\n    advance 1s\n    while true { advance 1s }\n}\n")
    editor.pause()
    #expect(try editor.hints(in: "a.rehearsal")[2]?.hasSuffix("… 50 ms are over") == true)
  }

  @Test("A pause plays one scenario, so that nobody waits for all")
  func pauses() {
    var editor = Editor()
    editor.open("a.rehearsal", (1...5).map { "scenario \"\($0)\" { advance 1s }\n" }.joined())
    var pauses = 0
    while let next = editor.server.nextPause {
      _ = editor.server.pause(at: next)
      pauses += 1
    }
    #expect(pauses == 5)
  }

  @Test("Lenses begin work elsewhere, with progress; what is found opens as a document")
  func lenses() async throws {
    var host = LanguageServer.Host()
    host.tools = [
      EditorTool("storm", of: .scenario) { input in
        .init(
          input.cancellation.isCancelled ? "stopped" : "found 1 in case \(input.number)", .failed,
          findings: [.init(at: input.script.cases[input.number].place, "it is lost")],
          documents: [.init(ending: ".rehearsal", text: "print(1)\n")])
      }
    ]
    var editor = Editor(host: host)
    editor.open("a.rehearsal", Self.uploader)
    let document: JSONValue = ["textDocument": ["uri": editor.uri("a.rehearsal")] as JSONValue]
    let lenses = try editor.ask("textDocument/codeLens", document).elements
    #expect(lenses.map { $0["range"]?["start"]?["line"]?.integer } == [6, 11])
    _ = try editor.ask("workspace/executeCommand", lenses[1]["command"] ?? .null)
    let task = try #require(editor.server.takeStartedTasks().first)
    #expect(editor.count(of: "window/workDoneProgress/create") == 1)
    let messages = editor.server.finish(task.number, await task.run())
    let methods = messages.compactMap { $0["method"]?.string }
    #expect(
      methods == [
        "$/progress", "window/showMessage", "textDocument/publishDiagnostics",
        "window/showDocument",
      ])
    #expect(messages[1].text.contains("found 1 in case 1"))
    #expect(messages[1]["params"]?["type"]?.integer == 1)
    let finding = messages[2]["params"]?["diagnostics"]?.elements.last
    #expect(finding?["message"]?.string == "it is lost")
    #expect(finding?["range"]?["start"]?["line"]?.integer == 11)
    // What was found is a document of no file, which no command plays.
    let page = try #require(messages[3]["params"]?["uri"]?.string)
    #expect(page.hasPrefix("rehearsal:/"))
    let text = try editor.ask("workspace/textDocumentContent", ["uri": page])["text"]
    #expect(text?.string == "print(1)\n")
    // It is about the text as it was.
    editor.change("a.rehearsal", to: Self.uploader + "\n")
    #expect(editor.findings(in: "a.rehearsal").allSatisfy { $0["message"]?.string != "it is lost" })
    _ = try editor.ask("workspace/executeCommand", lenses[0]["command"] ?? .null)
    let second = try #require(editor.server.takeStartedTasks().first)
    editor.notify("window/workDoneProgress/cancel", ["token": "rehearse-task-\(second.number)"])
    #expect(await second.run().summary == "stopped")
  }

  @Test("Where an editor has files alone, what was found lies in a folder that nobody plays")
  func found() async throws {
    var host = LanguageServer.Host()
    host.tools = [
      EditorTool("storm", of: .scenario) { _ in
        .init("1 finding", .failed, documents: [.init(ending: ".rehearsal", text: "print(1)\n")])
      }
    ]
    var editor = Editor(
      announcing: [
        "workspace": ["workspaceEdit": ["resourceOperations": ["create"]] as JSONValue] as JSONValue
      ], host: host)
    editor.open("a.rehearsal", Self.uploader)
    let line: JSONValue = .list([.string(editor.uri("a.rehearsal")), 11.json])
    _ = try editor.ask(
      "workspace/executeCommand", ["command": "rehearse.storm", "arguments": line])
    let task = try #require(editor.server.takeStartedTasks().first)
    let messages = editor.server.finish(task.number, await task.run())
    #expect(messages.last?["method"]?.string == "workspace/applyEdit")
    #expect(messages.last?.text.contains("/.rehearse/found/a-1.rehearsal") == true)
  }

  @Test(
    "A file that is typed character by character is never waited for, and ends as one opened whole")
  func robot() throws {
    var editor = Editor()
    var whole = Editor()
    whole.open("a.rehearsal", Self.uploader)
    whole.pause()
    editor.open("a.rehearsal", "")
    var generator = SeededGenerator(seed: 34)
    var offset = 0
    let characters = Array(Self.uploader)
    var typed: [Character] = []
    func position(_ count: Int) -> JSONValue {
      let line = typed[..<count].count { $0 == "\n" }
      let column = count - (typed[..<count].lastIndex(of: "\n").map { $0 + 1 } ?? 0)
      return ["line": line, "character": column]
    }
    while offset < characters.count {
      if generator.isOnce(in: 12), !typed.isEmpty {
        let range: JSONValue = ["start": position(typed.count - 1), "end": position(typed.count)]
        typed.removeLast()
        offset -= 1
        editor.change("a.rehearsal", [["range": range, "text": ""]])
        continue
      }
      let place = position(typed.count)
      let range: JSONValue = ["start": place, "end": place]
      editor.change("a.rehearsal", [["range": range, "text": String(characters[offset])]])
      typed.append(characters[offset])
      offset += 1
      if generator.isOnce(in: 40) { editor.pause() }
    }
    editor.pause()
    #expect(try editor.hints(in: "a.rehearsal") == whole.hints(in: "a.rehearsal"))
    #expect(editor.findings(in: "a.rehearsal") == whole.findings(in: "a.rehearsal"))
  }
}
