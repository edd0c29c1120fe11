// `rehearse.toml`: which file holds, what it says to which subcommand, and that whatever it should not say
// is a sentence with its line.

import Foundation
import TestSupport
import Testing

@testable import RehearsalCommand

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("The file of a project")
struct ConfigurationTests {
  private static let script = """
    import "parts.rehearsal"
    scenario "quick", tags: [.quick] { launch Notes; expect Notes.isRunning }
    scenario "slow", tags: [.slow] { launch Notes; expect Notes.isRunning }
    scenario "warned" { launch Notes; unlock(); expect Notes.isRunning }

    """

  /// A project: its file at the top, the scripts in folders below.
  private func project(_ configuration: String) throws -> TestFolder {
    let folder = TestFolder()
    try folder.file("rehearse.toml", holding: configuration)
    try folder.file("parts.rehearsal", holding: "app Notes { }\n")
    try folder.file(
      "tests/a.rehearsal", holding: Self.script.replacing("\"parts", with: "\"../parts"))
    return folder
  }

  @Test("What it says holds for what is given below it, and what is given holds before it")
  func options() throws {
    let folder = try project(
      "# For everybody.\nroot = \".\"\nos = [12, \"15\"]\nnot-tag = \"slow\"\n\n[test]\nstrict = true\n"
    )
    let run = try Command("test", "tests", in: folder)
    #expect(run.output.hasPrefix("with the options of rehearse.toml\n\n"), "\(run.output)")
    #expect(run.output.contains("quick (os 12)") && run.output.contains("quick (os 15)"))
    #expect(!run.output.contains("slow") && run.exitCode == 1 && run.errors == "")
    let given = try Command(
      "test", "--no-strict", "--not-tag", "quick", "--os", "17", "tests/a.rehearsal", in: folder)
    #expect(given.exitCode == 0 && given.output.contains("slow") && given.output.contains("17"))
    #expect(!given.output.contains("os 12") && !given.output.contains("quick"))
    // Other subcommands take what they have: no check knows tags.
    #expect(try Command("check", "tests", in: folder).exitCode == 0)
    let storm = try Command("storm", "--only", "home", "tests", in: folder)
    #expect(storm.output.contains("os 12") && !storm.output.contains("slow"))
    let none = try Command("test", "--no-config", "tests", in: folder)
    #expect(none.exitCode == 2, "without its root nothing above the scripts is imported")
  }

  @Test("Apps in Swift that a file declares are known, and say where they are played")
  func declarations() throws {
    let folder = TestFolder()
    try folder.file("rehearse.toml", holding: "host = \"Scripts/host.json\"\n")
    try folder.file(
      "Scripts/host.json",
      holding: #"{"format":1,"apps":[{"name":"Shop","controls":["Buy"],"exposes":["total"]}]}"#)
    let script = "scenario \"a\" { launch Shop; touch \"Buy\"; expect Shop.total == 1 }\n"
    try folder.file("Scripts/a.rehearsal", holding: script)
    #expect(try Command("check", "--strict", "Scripts", in: folder).exitCode == 0)
    #expect(try Command("check", "--no-config", "Scripts", in: folder).exitCode == 2)
    let test = try Command("test", "Scripts", in: folder)
    #expect(test.exitCode == 1)
    #expect(
      test.output.contains("Shop is only declared here, in Scripts/host.json"), "\(test.output)")
    try folder.file("Scripts/host.json", holding: "{}")
    let stale = try Command("check", "Scripts", in: folder)
    #expect(stale.exitCode == 64 && stale.errors.contains("another version"), "\(stale.errors)")
  }

  /// Requests as editors send them, one after the other.
  private static func wire(_ messages: String...) -> String {
    messages.map { "Content-Length: \($0.utf8.count)\r\n\r\n\($0)" }.joined()
  }

  @Test("Servers for editors find what a project declares, wherever they were started")
  func servers() throws {
    let folder = TestFolder()
    try folder.file("rehearse.toml", holding: "host = \"Scripts/host.json\"\n")
    try folder.file(
      "Scripts/host.json",
      holding: #"{"format":1,"apps":[{"name":"Shop","exposes":["total"]}]}"#)
    let script = #"scenario "a" { launch Shop; expect Shop.total == 1 }"#
    let file = try folder.file("Scripts/a.rehearsal", holding: script + "\n")
    let text = script.replacing("\"", with: "\\\"")
    let editor = Self.wire(
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file://\#(folder.url.path)"}}"#,
      #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://\#(file.path)","languageId":"rehearsal","version":1,"text":"\#(text)"}}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#, #"{"jsonrpc":"2.0","method":"exit"}"#)
    let server = try Command("language-server", input: editor)
    #expect(server.exitCode == 0 && server.output.contains("publishDiagnostics"))
    #expect(!server.output.contains("E0301"), "\(server.output)")
    let without = try Command("language-server", "--no-config", input: editor)
    #expect(without.output.contains("E0301"))
    let debugger = Self.wire(
      #"{"seq":1,"type":"request","command":"initialize","arguments":{}}"#,
      #"{"seq":2,"type":"request","command":"launch","arguments":{"program":"\#(file.path)","stopOnEntry":false}}"#,
      #"{"seq":3,"type":"request","command":"configurationDone","arguments":{}}"#,
      #"{"seq":4,"type":"request","command":"disconnect","arguments":{}}"#)
    let adapter = try Command("debug-adapter", input: debugger)
    #expect(adapter.output.contains("Shop is only declared here"), "\(adapter.output)")
    try folder.file("Scripts/host.json", holding: "{}")
    #expect(try Command("language-server", input: editor).output.contains("another version"))
    #expect(try Command("debug-adapter", input: debugger).output.contains("another version"))
  }

  @Test("The nearest one holds, seen from what is given; or the one that is named")
  func nearest() throws {
    let folder = try project("root = \".\"\n")
    try folder.file("tests/deep/rehearse.toml", holding: "os = [16]\n")
    try folder.file("tests/named.toml", holding: "root = \"..\"\nos = [16]\n")
    try folder.file("tests/deep/parts.rehearsal", holding: "app Notes { }\n")
    try folder.file("tests/deep/b.rehearsal", holding: Self.script)
    func head(_ arguments: String...) throws -> String? {
      let command = try Command(["test"] + arguments, in: folder)
      #expect(command.exitCode == 0, "\(command.errors)")
      return command.output.split(separator: "\n").first.map(String.init)
    }
    let words = "with the options of "
    #expect(try head() == words + "rehearse.toml")
    #expect(try head("tests/deep") == words + "tests/deep/rehearse.toml")
    #expect(try head("tests/a.rehearsal", "tests/deep/b.rehearsal") == words + "rehearse.toml")
    #expect(
      try head("tests/a.rehearsal", "--config", "tests/named.toml") == words + "tests/named.toml")
    let list = try Command("test", "--list", "tests/deep/b.rehearsal", in: folder)
    #expect(
      list.output
        == "quick\nslow\nwarned\n".split(separator: "\n")
        .map { "tests/deep/b.rehearsal/\($0) (os 16)\n" }.joined())
    for wrong in [["--config", "none.toml"], ["--config", "rehearse.toml", "--no-config"]] {
      #expect(try Command(["test"] + wrong, in: folder).exitCode == 64)
    }
  }

  @Test("Results say what it says, and other options are other results")
  func merging() throws {
    let folder = try project("root = \".\"\nos = [12, 17]\n")
    for shard in 1...2 {
      _ = try Command(
        "test", "--shard", "\(shard)/2", "--format", "results=\(shard).jsonl", in: folder)
    }
    let one = try Command("test", "--format", "json=one.json", in: folder)
    // Whoever merges may have no such file.
    try folder.file("rehearse.toml", holding: "os = [16]\n")
    let merged = try Command("merge", "--format", "json=all.json", "1.jsonl", "2.jsonl", in: folder)
    #expect(merged.output == one.output && merged.exitCode == one.exitCode, "\(merged.errors)")
    #expect(try folder.text(of: "all.json") == folder.text(of: "one.json"))
    #expect(try folder.text(of: "one.json").contains("\"configuration\":\"rehearse.toml\""))
    try folder.file("rehearse.toml", holding: "root = \".\"\nos = [12]\n")
    _ = try Command("test", "--shard", "2/2", "--format", "results=2.jsonl", in: folder)
    let mixed = try Command("merge", "1.jsonl", "2.jsonl", in: folder)
    #expect(mixed.exitCode == 64 && mixed.errors.contains("--os=12`"), "\(mixed.errors)")
  }

  @Test(
    "What it should not say is a sentence with its line",
    arguments: [
      ("\nstrickt = true", "2: there is no key `strickt`; did you mean strict?"),
      ("jobs = 2", "1: there is no key `jobs`; there are at-least, baseline, error,"),
      ("[tset]", "1: there is no table [tset]; did you mean test?"),
      ("[doctor]", "1: there is no table [doctor]; there are audit, check, debug-adapter, draw,"),
      (
        "[test]\nat-least = 1",
        "2: there is no key `at-least` in [test]; there are host, idle-apps,"
      ),
      ("strict = \"yes\"", "1: `strict` takes true or false."),
      ("strict = [true, true]", "1: `strict` takes true or false."),
      ("root = true", "1: `root` takes one text or number."),
      ("root = [\"a\", \"b\"]", "1: `root` takes one text or number."),
      ("os = true", "1: `os` takes a text or a list of texts."),
      ("os = [12, 99]", "1: --os takes versions of the rules"),
      ("timeout = 0", "1: `timeout` takes a text with its unit, such as \"30s\", and 0 has none"),
      ("timeout = 30", "1: `timeout` takes a text with its unit, such as \"30s\", and 30 has none"),
      ("timeout = \"30\"", "1: `timeout` takes a text with its unit, such as"),
      ("timeout = \"soon\"", "1: --timeout takes a span"),
      ("[storm]\ntimeout = \"soon\"", "2: --timeout takes a span"),
      ("[storm]\nos = [99]", "2: --os takes versions of the rules"),
      ("root = \"nowhere\"", "1: --root takes a folder, and there is none at nowhere."),
      ("root = \"rehearse.toml\"", "1: --root takes a folder, and rehearse.toml is none."),
      ("root = \"..\"", "1: `root` leads out of the folder of the file"),
      ("root = \"/\"", "1: `root` leads out of the folder of the file"),
      ("limit = \"steps=1\"", "1: there is no key `limit`"),
    ])
  func mistakes(_ text: String, sentence: String) throws {
    let folder = try project(text + "\n")
    let command = try Command("test", "tests", in: folder)
    #expect(command.exitCode == 64 && command.output == "")
    #expect(command.errors.hasPrefix("error: rehearse.toml:\(sentence)"), "\(command.errors)")
  }

  @Test("The search ends where a stranger may have put a file")
  func strangers() throws {
    let folder = try project("os = [16]\n")
    try folder.file("tests/parts.rehearsal", holding: "app Notes { }\n")
    try folder.file(
      "tests/a.rehearsal", holding: Self.script.replacing("\"../parts", with: "\"parts"))
    func test(_ path: String = "tests") throws -> Command { try Command("test", path, in: folder) }
    #expect(try test().output.hasPrefix("with the options of rehearse.toml\n"))
    // Everybody may write the file itself, or the folder that it is in.
    let file = folder.url.appendingPathComponent("rehearse.toml").path
    chmod(file, 0o666)
    let refused = try test()
    #expect(
      refused.errors.contains("rehearse.toml: not read: everybody may write it; if its options"))
    #expect(!refused.output.contains("with the options") && refused.exitCode == 0)
    let named = try Command("test", "--config", "rehearse.toml", "tests", in: folder)
    #expect(named.output.hasPrefix("with the options of rehearse.toml\n"))
    chmod(file, 0o644)
    chmod(folder.url.path, 0o777)
    #expect(try test().errors.contains("not read: everybody may write its folder"))
    chmod(folder.url.path, 0o755)
    // A repository begins below it.
    try folder.file("tests/.git/HEAD", holding: "")
    #expect(try !test().output.contains("with the options"))
    try folder.file("tests/rehearse.toml", holding: "os = [15]\n")
    #expect(try test().output.contains("quick (os 15)"))
  }

  @Test("A file below what is given is told, and so is one root to nowhere")
  func below() throws {
    let folder = try project("root = \".\"\n")
    try folder.file("tests/deep/rehearse.toml", holding: "os = [16]\n")
    let told = try Command("test", in: folder)
    let sentence = "tests/deep/rehearse.toml: not read: its options hold for what is given"
    #expect(told.errors.contains(sentence) && !told.output.contains("os 16"), "\(told.errors)")
    #expect(try !Command("test", "--no-config", in: folder).errors.contains("not read"))
    let nowhere = try Command("test", "--root", "nowhere", in: folder)
    #expect(nowhere.exitCode == 64 && nowhere.errors.contains("there is none at nowhere"))
  }

  @Test("Every report names the file, and counts what was left out; --strict refuses that")
  func everyReport() throws {
    let folder = try project("root = \".\"\n")
    try folder.file("tools/Package.swift", holding: "")
    try folder.file("tools/b.rehearsal", holding: "scenario \"b\" { expect 1 + 1 == 2 }\n")
    for format in ["text", "json", "junit", "github", "html", "perfetto"] {
      let report = try Command("test", "--format", "\(format)=report", in: folder)
      #expect(report.exitCode == 0)
      let text = try folder.text(of: "report")
      #expect(
        text.contains("rehearse.toml") && text.contains("tools"), "\(format): \(text.prefix(400))")
    }
    let strict = try Command("test", "--strict", "--format", "junit=strict.xml", in: folder)
    #expect(
      strict.exitCode == 1 && strict.output.contains("left out: tools, which --strict refuses"))
    #expect(try folder.text(of: "strict.xml").contains("type=\"leftOut\""))
    #expect(
      try Command("test", "--strict", "tests", "tools", "--not-tag", "none", in: folder).output
        .contains("left out") == false)
  }

  @Test("The keys with their kinds and bounds are a page")
  func page() throws {
    let page = try Command("explain", "configuration").output
    #expect(page.contains("timeout (test, storm): a span of at most 10000 days"))
    for (_, options) in ConfigurationFile.schema {
      for option in options { #expect(page.contains(option.key + " (")) }
    }
  }

  @Test("An option that a project may say is known by its row")
  func rows() {
    for subcommand in Rehearse.subcommands.map({ $0.description() }) {
      let help = HelpPage(columns: 200).text(of: subcommand)
      for option in subcommand.options where option.isConfigurable {
        #expect(help.contains("\(option.key) in rehearse.toml"), "\(subcommand.name)")
        // The audit's own program reads the file, and has its options besides these.
        let isOwn = subcommand.name != "audit"
        #expect(!isOwn || subcommand.options.contains { $0.names == ["--config"] })
      }
    }
  }
}

@Suite("TOML")
struct TOMLDocumentTests {
  /// What a text says, in short; or its first mistake.
  private func said(_ text: String) -> String {
    do throws(TOMLDocument.Mistake) {
      return try TOMLDocument(reading: text).entries.map { entry in
        "\(entry.line) \(entry.table.map { $0 + "." } ?? "")\(entry.key)=\(said(entry.value))"
      }.joined(separator: "; ")
    } catch { return "\(error.line): \(error.message)" }
  }

  private func said(_ value: TOMLDocument.Value) -> String {
    switch value {
    case .text(let text): "‘\(text)’"
    case .number(let digits): digits
    case .flag(let isOn): "\(isOn)"
    case .list(let values): "[\(values.map(said).joined(separator: " "))]"
    }
  }

  @Test("Keys, values and tables")
  func documents() {
    #expect(said("") == "" && said("\u{FEFF}# only this") == "" && said("\n\r\n \t\n[a]") == "")
    #expect(said("a = 1 # one\nb=\"#\"") == "1 a=1; 2 b=‘#’")
    #expect(said("a = -1.5\r\n\"b c\" = true\r\n") == "1 a=-1.5; 2 b c=true")
    #expect(said("[t]\na = false\n[ \"u v\" ] # u\na = 'b\\n'") == "2 t.a=false; 4 u v.a=‘b\\n’")
    #expect(said(#"a = "\"\\\t\u00e9\U0001F600""#) == "1 a=‘\"\\\té😀’")
    #expect(
      said("a = []\nb = [1,]\nc = [ # x\n 'p', # y\n\n \"q\"\n]\nd = 1")
        == "1 a=[]; 2 b=[1]; 3 c=[‘p’ ‘q’]; 8 d=1")
  }

  @Test("Whatever is no such file is named with its line")
  func mistakes() {
    for (text, sentence) in [
      ("a", "1: expected `=`"), ("\n= 1", "2: expected a key"), ("a = ", "1: expected a text"),
      ("a = b", "1: expected a text"), ("a = 1 2", "1: `2` stands after"),
      ("a = 1.", "1: expected"),
      ("a = 1e3", "1: expected"), ("a = --1", "1: expected"), ("a = 2026-01-01", "1: expected"),
      ("a = {b = 1}", "1: expected"), ("a.b = 1", "1: keys with dots"),
      ("[[a]]", "1: lists of tables"),
      ("[a", "1: expected `]`"), ("[a.b]", "1: keys with dots"), ("a = [1", "1: expected `,`"),
      ("a = [1 2]", "1: expected `,`"), ("a = [[1]]", "1: a list in a list"),
      ("a = [,]", "1: expected"),
      ("a = \"x", "1: the text has no end"), ("a = 'x\ny'", "1: the text has no end"),
      ("a = \"\"\"x\"\"\"", "1: texts of several lines"),
      (#"a = "\q""#, "1: there is no such escape"),
      (#"a = "\uD800""#, "1: there is no such escape"),
      (#"a = "\u12"#, "1: there is no such escape"),
      ("a = 1\na = 2", "2: `a` stands there twice"),
      ("[a]\n[a]", "2: the table [a] stands there twice"),
      ("a = \"\u{0}\"", "1: the text has no end"),
    ] { #expect(said(text).hasPrefix(sentence), "\(text): \(said(text))") }
  }
}
