// The prompt as a person at a terminal has it: editing, history, search, completion, pastes,
// Ctrl-C and Ctrl-D, and a terminal that is left as it was found. Each test waits for the state
// that it asserts.

import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("The prompt on a terminal", .serialized, .timeLimit(.minutes(2)))
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
  private static let left = "\u{1B}[D"

  // MARK: - Lines

  @Test("A line is edited with emacs keys and arrows")
  func editsLines() throws {
    let terminal = try prompt()
    // Ctrl-A, Ctrl-E, Ctrl-K, an arrow, backspace.
    try terminal.type("2 + 3\u{1}1")
    try terminal.wait(forLine: "› 1")
    try terminal.type("0 + \u{5}x\u{7F}")
    try terminal.wait(forLine: "› 10 + 2 + 3")
    try terminal.type(Self.left + "\u{B}4\n")
    try terminal.wait(for: "› 10 + 2 + 4\n16\n")
  }

  @Test("A line is edited with vi keys where the user's settings say so")
  func editsWithViKeys() throws {
    let settings = try home.file("editrc", holding: "bind -v\n")
    let terminal = try prompt(["EDITRC": settings.path])
    // Escape, to the beginning, delete a character, append at the end.
    try terminal.type("91 + 1\u{1B}0xA0\n")
    try terminal.wait(for: "› 1 + 10\n11\n")
    try terminal.waitForPrompt()
    try terminal.type("press .h\t")
    try terminal.wait(forLine: "› press .home")
  }

  @Test("UTF-8, accents and wide characters are typed, moved over and deleted")
  func editsUnicode() throws {
    let terminal = try prompt()
    try terminal.type("\"é漢字🙂\"" + Self.left + "\u{7F}")
    try terminal.wait("the emoji deleted") { $0.line.hasSuffix("› \"é漢字\"") }
    try terminal.type(Self.left + Self.left + "ü\n")
    try terminal.wait(for: "\n\"éü漢字\"\n")
  }

  @Test("A line longer than the window wraps, and survives a new window size")
  func resizes() throws {
    let terminal = try prompt(columns: 60)
    let sum = (1...30).map(String.init).joined(separator: " + ")
    try terminal.type(sum)
    try terminal.wait(forLine: "+ 30")
    terminal.resize(columns: 100, rows: 30)
    try terminal.wait("the line drawn for 100 columns") { screen in
      screen.text.contains("[0.000s] › " + sum.prefix(80)) && screen.lineUpToCursor.hasSuffix("30")
    }
    try terminal.type("\n")
    try terminal.wait(for: "\n465\n")
  }

  // MARK: - History

  @Test("History is kept over two runs, private, each entry once, inputs of many lines whole")
  func keepsHistory() throws {
    let first = try prompt()
    try first.enter("1 + 1")
    try first.enter("func twice(x) {", prompt: "… 1 › ")
    try first.enter("x * 2", prompt: "… 1 › ")
    try first.enter("}")
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
    try second.wait(for: "func twice(x) {\nx * 2\n}")
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
    let own = home.url.appendingPathComponent(".rehearsal_history").path
    #expect(!FileManager.default.fileExists(atPath: own))
  }

  @Test("Ctrl-R finds an earlier line")
  func searchesHistory() throws {
    let terminal = try prompt()
    try terminal.enter("11 + 22")
    try terminal.enter("3 * 4")
    try terminal.type("\u{12}11 ")
    try terminal.wait(for: "bck:11")
    try terminal.type("\n")
    try terminal.wait("the sum twice") { $0.text.components(separatedBy: "\n33\n").count == 3 }
  }

  // MARK: - Completion

  @Test("One TAB completes or extends, two list")
  func completes() throws {
    let terminal = try prompt()
    try terminal.enter("app Notes { var draft = 1; button \"Sign in\" { } }")
    try terminal.type("launc\t No\t\n")
    try terminal.waitForPrompt()
    try terminal.type("press .\t\t")
    try terminal.wait(
      for: "press(button)  Presses a button of the device.\nhome      lock      siri      switcher")
    try terminal.wait(forLine: "› press .")
    try terminal.type("l\t\u{15}")
    try terminal.wait(forLine: "● active] › ")
    try terminal.type("Notes.dr\t\n")
    try terminal.wait(for: "› Notes.draft\n1\n")
    try terminal.waitForPrompt()
    try terminal.type("touch \"Si\t\n")
    try terminal.wait(for: "› touch \"Sign in\"\n")
    try terminal.waitForPrompt()
    try terminal.type(":tim\t")
    try terminal.wait(forLine: "› :time")
  }

  // MARK: - Pastes

  private static let app = """
    app Notes {
        var draft = "a"
        on didEnterBackground { draft += "b" }
    }
    """

  @Test("A paste that the terminal marks is inserted whole and runs nothing before Enter")
  func takesMarkedPastes() throws {
    let terminal = try prompt()
    try terminal.paste(Self.app + "\nlaunch Notes\n")
    try terminal.wait(forLine: "launch Notes")
    #expect(!terminal.screen.text.contains("installed"))
    try terminal.type("\n")
    try terminal.waitForPrompt("[0.000s Notes ● active] › ")
  }

  @Test("A plain paste of many lines is taken line by line")
  func takesPlainPastes() throws {
    let terminal = try prompt()
    try terminal.type(Self.app + "\nlaunch Notes\npress .home\nNotes.draft\n")
    try terminal.wait(for: "\n\"ab\"\n")
    try terminal.wait(forLine: "[0.000s Notes ● background] › ")
  }

  // MARK: - Ctrl-C and Ctrl-D

  @Test("Ctrl-C drops the line, and an input of several lines")
  func dropsLines() throws {
    let terminal = try prompt()
    try terminal.type("print(\"never\")")
    try terminal.wait(forLine: "print(\"never\")")
    try terminal.type(Self.interrupt)
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.enter("func f() {", prompt: "… 1 › ")
    try terminal.type(Self.interrupt)
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.type("1 + 1\n")
    try terminal.wait(for: "› 1 + 1\n2\n")
    #expect(!terminal.screen.text.contains("\nnever"))
  }

  @Test("Ctrl-C stops a script that never ends, and the session goes on as it was")
  func stopsScripts() throws {
    let terminal = try prompt()
    try terminal.enter("var n = 1")
    try terminal.type("n = 2; print(\"on\"); while true { }\n")
    // What it prints is there while it runs.
    try terminal.wait(for: "\non\n")
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
    #expect(!terminal.isCooked)
    try terminal.type(Self.leave)
    #expect(try terminal.exitCode() == 0)
  }

  @Test("A signal that ends it leaves the terminal as it was")
  func restoresTerminal() throws {
    let terminal = try prompt()
    terminal.signal(SIGTERM)
    try terminal.wait("the terminal cooked") { _ in terminal.isCooked }
    #expect(try terminal.exitCode() == -SIGTERM)
  }

  @Test("It ends when its terminal is gone")
  func endsWithTerminal() throws {
    let terminal = try prompt()
    try terminal.type("1 +")
    try terminal.wait(forLine: "1 +")
    terminal.hangUp()
    #expect(try terminal.exitCode() == -SIGHUP)
  }

  // MARK: - The start

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
}
