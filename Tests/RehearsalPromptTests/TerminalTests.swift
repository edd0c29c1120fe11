// The prompt as a person at a terminal has it: its history over two runs, the user's settings,
// scripts that are stopped, and its end. Each test waits for the state that it asserts.

import Foundation
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("The prompt on a terminal", .serialized, .timeLimit(.minutes(30)))
struct TerminalTests {
  private let home = TestFolder()

  /// A prompt that stands, without a greeting.
  private func prompt(
    _ environment: [String: String] = [:], columns: Int = 80
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      "-q", home: home, environment: environment, columns: columns)
    try terminal.waitForPrompt("[0.000s] › ")
    return terminal
  }

  private static let leave = "\u{4}"
  private static let interrupt = "\u{3}"
  private static let up = "\u{1B}[A"

  @Test("It greets, runs the user's settings, and does neither where asked")
  func starts() throws {
    _ = try home.file(".rehearsalrc", holding: "let theAnswer = 42\n:set trace off\n")
    let terminal = try PseudoTerminal(home: home)
    try terminal.wait(for: "Ctrl-D leaves.")
    try terminal.waitForPrompt()
    try terminal.type("theAnswer\n")
    try terminal.wait(for: "› theAnswer\n42\n")
    let plain = try PseudoTerminal("-q", "--no-init", home: home)
    try plain.waitForPrompt()
    #expect(!plain.screen.text.contains("leaves"))
    try plain.type("theAnswer\n")
    try plain.wait(for: "error[E0301]")
  }

  @Test("A script is run and the prompt stays behind it")
  func staysBehindScripts() throws {
    _ = try home.file("notes.rehearsal", holding: "app Notes { }\nlaunch Notes\n")
    let terminal = try PseudoTerminal("-q", "-i", "notes.rehearsal", home: home)
    try terminal.waitForPrompt("[0.000s Notes ● active] › ")
    try terminal.type("press .home\n")
    try terminal.waitForPrompt("[0.000s Notes ● background] › ")
  }

  @Test("History is kept over two runs, private, each entry once, inputs of many lines whole")
  func keepsHistory() throws {
    let first = try prompt()
    try first.enter("1 + 1")
    try first.enter("func twice(x) {\nx * 2\n}")
    try first.enter("1 + 1")
    // No end in good order: what was entered is on disk already.
    first.signal(SIGKILL)
    #expect(try first.exitCode() == -SIGKILL)
    let file = home.url.appendingPathComponent(".rehearsal_history")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let second = try prompt()
    try second.type(Self.up)
    try second.wait(forLine: "› 1 + 1")
    try second.type(Self.up)
    try second.wait(for: "func twice(x) {\n    x * 2\n}")
    try second.type("\n")
    try second.waitForPrompt()
    try second.type("twice(21)\n")
    try second.wait(for: "\n42\n")
  }

  @Test("The file of the history can be named, and none with an empty name")
  func namesHistory() throws {
    let file = home.url.appendingPathComponent("elsewhere")
    let terminal = try prompt(["REHEARSAL_HISTORY": file.path])
    try terminal.enter("6 * 7")
    #expect(try String(contentsOf: file, encoding: .utf8) == "6 * 7\n")
    let silent = try prompt(["REHEARSAL_HISTORY": ""])
    try silent.enter("6 * 8")
    let homeless = try prompt(["HOME": ""])
    try homeless.enter("6 * 9")
    for own in [home.url.appendingPathComponent(".rehearsal_history").path, "/.rehearsal_history"] {
      #expect(!FileManager.default.fileExists(atPath: own))
    }
  }

  @Test("Ctrl-C stops a script that never ends, and the session goes on as it was")
  func stopsScripts() throws {
    let terminal = try prompt()
    try terminal.enter("var n = 1")
    try terminal.type("n = 2; print(\"on\"); while true { }\n")
    // What it prints is there while it runs.
    try terminal.wait(for: "\n│ on\n")
    // The handler is in place whenever no line is read.
    try terminal.type(Self.interrupt)
    try terminal.wait(for: "E0807")
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.type("n\n")
    try terminal.wait(for: "› n\n1\n")
  }

  @Test("Ctrl-D leaves, with the terminal as it was")
  func leaves() throws {
    let terminal = try prompt()
    #expect(!terminal.hasModesOfStart)
    try terminal.type(Self.leave)
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.hasModesOfStart)
  }

  @Test("Ctrl-D never ends an input, and asks where no file keeps what was done")
  func asksBeforeLeaving() throws {
    let terminal = try prompt()
    try terminal.type("1 + 1\u{1}" + Self.leave + Self.leave + Self.leave)
    try terminal.wait("three characters less") { $0.line.hasSuffix("›  1") }
    try terminal.type("\u{5}" + Self.leave + " + 3\n")
    try terminal.wait(for: "\n4\n")
    try terminal.waitForPrompt()
    try terminal.type(Self.leave)
    try terminal.wait(for: "this session is not saved")
    try terminal.waitForPrompt()
    try terminal.enter(":save it")
    try terminal.type(Self.leave)
    #expect(try terminal.exitCode() == 0)
    let other = try prompt()
    try other.enter("let kept = 1")
    try other.type(Self.leave + Self.leave)
    #expect(try other.exitCode() == 0)
  }

  @Test("An input is changed in the user's own editor", arguments: [":edit\n", "\u{18}\u{5}"])
  func edits(_ keys: String) throws {
    let editor = try home.file("editor", holding: "#!/bin/sh\nsed -i s/draft/text/ \"$2\"\n")
    // Read by a shell and not run: a test that forks meanwhile would keep the file open for writing.
    let terminal = try prompt(["EDITOR": "sh \(editor.path) --wait"])
    try terminal.enter("let draft = 6 * 7")
    try terminal.type(keys.hasPrefix(":") ? keys : "let draft = 6 * 7" + keys)
    try terminal.wait(forLine: "› let text = 6 * 7")
    try terminal.type("\n")
    try terminal.waitForPrompt()
    try terminal.type("text\n")
    try terminal.wait(for: "\n42\n")
    let failing = try prompt(["EDITOR": "false"])
    try failing.type("1 + 1\u{18}\u{5}")
    try failing.wait(for: "EDITOR names another one")
    try failing.wait(forLine: "› 1 + 1")
  }
}
