// The line reader as a person at a keyboard has it: the prompt of `rehearse` on a pseudo-terminal.
// Each test waits for the state that it asserts.

import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("Lines on a terminal", .serialized, .timeLimit(.minutes(30)))
struct LineReaderTests {
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

  private static let interrupt = "\u{3}"
  private static let left = "\u{1B}[D"

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

  @Test("A window of a few rows does not end the prompt, whatever stands in it", arguments: 2...6)
  func lowWindows(_ rows: Int) throws {
    let terminal = try PseudoTerminal("-q", home: home, columns: 20, rows: rows)
    try terminal.waitForPrompt()
    // Longer than the window by itself, by a paste, by a list and by what is found again.
    let keys = [
      String(repeating: "1 + ", count: 60), "\u{1}", "\u{5}", Self.left, "\u{B}", "\u{19}",
      "\u{1B}[200~" + (0..<12).map { "let v\($0) = \($0)" }.joined(separator: "\n") + "\u{1B}[201~",
      "\u{1B}[A", "\u{1B}[A", "\u{1B}[B", "\u{15}", "\t\t", "\t\t", "\u{12}v", "\u{7}", "\u{C}",
    ]
    for (number, key) in keys.enumerated() {
      try terminal.type(key)
      terminal.resize(columns: [20, 7, 80][number % 3], rows: [rows, 2, rows + 1][number % 3])
    }
    terminal.resize(columns: 80, rows: 24)
    try terminal.type(Self.interrupt)
    try terminal.waitForPrompt()
    try terminal.type("print(\"al\" + \"ive\")\n")
    try terminal.wait(for: "│ alive")
  }

  @Test("A paste whose end never comes is left by Ctrl-C")
  func endlessPaste() throws {
    for beginning in ["\u{1B}[200~", "1 + \u{1B}[200~let a = 1\nlet b", "\u{1B}[200~a\u{1B}[201"] {
      let terminal = try prompt()
      try terminal.type(beginning)
      try terminal.type(Self.interrupt)
      try terminal.waitForPrompt("[0.000s] › ")
      try terminal.type("6 * 7\n")
      try terminal.wait(for: "› 6 * 7\n42\n")
    }
  }

  @Test("Ctrl-R finds an earlier line")
  func searchesHistory() throws {
    let terminal = try prompt()
    try terminal.enter("11 + 22")
    try terminal.enter("3 * 4")
    try terminal.type("\u{12}11 ")
    try terminal.wait(for: "search: 11  › 11 + 22")
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
      for:
        "press(button, on:?)  Presses a button of the device, or home `on:` a car's scree\nn.\nhome        lock        screenshot  siri        switcher"
    )
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

  // MARK: - Signals

  @Test("Ctrl-C drops the line, and an input of several lines")
  func dropsLines() throws {
    let terminal = try prompt()
    try terminal.type("print(\"never\")")
    try terminal.wait(forLine: "print(\"never\")")
    try terminal.type(Self.interrupt)
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.type("func f() {\n")
    try terminal.wait(forLine: "    ")
    try terminal.type(Self.interrupt)
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.type("1 + 1\n")
    try terminal.wait(for: "› 1 + 1\n2\n")
    #expect(!terminal.screen.text.contains("\nnever"))
  }

  @Test(
    "A signal that ends it leaves the terminal as it was",
    arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM, SIGABRT, SIGSEGV, SIGXCPU])
  func restoresTerminal(_ signal: Int32) throws {
    let terminal = try prompt()
    terminal.signal(signal)
    #expect(try terminal.exitCode() == -signal)
    #expect(terminal.hasModesOfStart)
  }

  @Test("A signal between two lines, or in the midst of them, does so too", arguments: 0..<12)
  func restoresTerminalAnywhere(_ lines: Int) throws {
    let terminal = try PseudoTerminal("-q", home: home, echoesControls: false)
    try terminal.waitForPrompt("[0.000s] › ")
    // Whatever it is at then: the signal comes while it takes these.
    try terminal.type(String(repeating: "1\n", count: lines * 5))
    terminal.signal(SIGTERM)
    #expect(try terminal.exitCode() == -SIGTERM)
    #expect(terminal.hasModesOfStart)
  }

  @Test("However it ends, the terminal is as it was", arguments: [":quit\n:quit\n", "\u{4}\u{4}"])
  func restoresTerminal(_ keys: String) throws {
    let terminal = try PseudoTerminal("-q", home: home, echoesControls: false)
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.type("6 * 7\n")
    try terminal.wait(for: "\n42\n")
    try terminal.waitForPrompt("[0.000s] › ")
    #expect(!terminal.hasModesOfStart)
    try terminal.type(keys)
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.hasModesOfStart)
  }

  @Test("Scripts run in the modes that were found, and a signal then changes nothing")
  func runsInModesOfStart() throws {
    let terminal = try PseudoTerminal("-q", home: home, echoesControls: false)
    try terminal.waitForPrompt("[0.000s] › ")
    try terminal.type("print(\"on\"); while true { }\n")
    try terminal.wait(for: "\n│ on\n")
    #expect(terminal.hasModesOfStart)
    terminal.signal(SIGTERM)
    #expect(try terminal.exitCode() == -SIGTERM)
    #expect(terminal.hasModesOfStart)
  }

  @Test("What was typed is there when the process goes on after a stop")
  func goesOn() throws {
    let terminal = try prompt()
    try terminal.type("1 + 1")
    try terminal.wait(forLine: "1 + 1")
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try terminal.wait("the line again") {
      $0.text.components(separatedBy: "› 1 + 1").count > 2 || $0.line.hasSuffix("› 1 + 1")
    }
    try terminal.type(" + 40\n")
    try terminal.wait(for: "\n42\n")
  }

  @Test("It ends when its terminal is gone")
  func endsWithTerminal() throws {
    let terminal = try prompt()
    try terminal.type("1 +")
    try terminal.wait(forLine: "1 +")
    terminal.hangUp()
    // The signal comes, and the end of the input: whichever the program sees first ends it.
    #expect([-SIGHUP, 0].contains(try terminal.exitCode()))
  }
}
