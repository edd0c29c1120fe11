// Keys on terminals of several kinds and widths, in both of libedit's maps and in two locales: each
// test types and waits for what it asserts.
//
// Random keys are played in a small dose. More of them, or those of another seed, are asked for so:
//
//     REHEARSAL_KEYS=1000000 REHEARSAL_KEY_SEED=7 swift test --filter "RandomKeys"

import Foundation
import TestSupport
import Testing

@testable import LineEditing

@Suite("Keys on a terminal", .serialized, .timeLimit(.minutes(randomKeyCount > 2500 ? 600 : 30)))
struct KeyTests {
  /// A terminal as a person may have it.
  struct Setting: CustomTestStringConvertible {
    var kind = "xterm-256color"
    var columns = 100
    var usesVi = false
    var locale = "C.UTF-8"

    var testDescription: String {
      "\(kind) \(columns) \(usesVi ? "vi" : "emacs") \(locale)"
    }

    static let all = [
      Setting(), Setting(columns: 60), Setting(columns: 200), Setting(usesVi: true),
      Setting(kind: "vt100"), Setting(kind: "vt100", usesVi: true), Setting(locale: "C"),
    ]

    /// Every kind with every width, map and locale.
    static let product = ["xterm-256color", "vt100", "dumb"].flatMap { kind in
      [60, 100, 200].flatMap { columns in
        [false, true].flatMap { usesVi in
          ["C.UTF-8", "C"].map {
            Setting(kind: kind, columns: columns, usesVi: usesVi, locale: $0)
          }
        }
      }
    }
  }

  private let home = TestFolder()

  /// A prompt that stands, without a greeting.
  private func prompt(_ setting: Setting = Setting(), rows: Int = 24) throws -> PseudoTerminal {
    let settings = try home.file("editrc", holding: setting.usesVi ? "bind -v\n" : "")
    let terminal = try PseudoTerminal(
      "-q", home: home,
      environment: [
        "TERM": setting.kind, "LANG": setting.locale, "EDITRC": settings.path,
        // A key may open the line in it.
        "EDITOR": "true",
        "REHEARSAL_HISTORY": home.url.appendingPathComponent("history").path,
      ], columns: setting.columns, rows: rows)
    try terminal.wait(forLine: "[0.000s] › ")
    return terminal
  }

  /// Keys that mean nothing here, as terminals send them.
  private static let strangers = [
    "\u{1B}[15~", "\u{1B}OP", "\u{1B}[[A", "\u{1B}[M !!", "\u{1B}[<0;10;5M", "\u{1B}[97;5u",
    "\u{1B}[I", "\u{1B}[200;1~", "\u{1B}]11;rgb:00/00/00\u{7}", "\u{1B}[?62;22c", "\u{1B}[2~",
  ]

  @Test("What is no key of the editor types nothing", arguments: Setting.all)
  func strangersTypeNothing(_ setting: Setting) throws {
    let terminal = try prompt(setting)
    for (number, keys) in Self.strangers.enumerated() {
      try terminal.type(keys + "\(number % 10)")
      try terminal.wait("a digit") { $0.line.hasSuffix("\(number % 10)") }
    }
    try terminal.type(" + 1\n")
    try terminal.wait(for: "› 01234567890 + 1\n1234567891\n")
  }

  @Test(
    "Home, End, Delete and words in every encoding", arguments: Setting.all,
    [
      ["\u{1B}[H", "\u{1B}[F", "\u{1B}[1;5D"], ["\u{1B}[1~", "\u{1B}[4~", "\u{1B}[1;3D"],
      ["\u{1B}[7~", "\u{1B}[8~", "\u{1B}Od"], ["\u{1B}OH", "\u{1B}OF", "\u{1B}[1;5D"],
    ])
  func encodings(_ setting: Setting, _ keys: [String]) throws {
    let terminal = try prompt(setting)
    try terminal.type("x20 + 30\(keys[0])\u{1B}[3~\(keys[2])\(keys[1])\(keys[2])4\(keys[1])1\n")
    try terminal.wait(for: "› 20 + 4301\n4321\n")
  }

  @Test("A tour of what can be typed, on every terminal", arguments: Setting.product)
  func tours(_ setting: Setting) throws {
    let terminal = try prompt(setting)
    func stands() throws { try terminal.wait(forLine: "[0.000s] › ") }
    if setting.kind != "dumb" {
      try terminal.type("x20 + 30\u{1B}[H\u{1B}[3~\u{1B}OF1\u{1B}[15~\n")
      try terminal.wait(for: "› 20 + 301\n321\n")
      try stands()
      try terminal.type("func f(x) {\nreturn x * 2\n}\u{1B}[A\u{1B}[4~0")
      try terminal.wait(for: "    return x * 20\n}")
      try terminal.type("\n")
      try stands()
      try terminal.paste("let é漢 = [1,\n2]")
      try terminal.type("\n")
      try stands()
      try terminal.type("é漢.cou\t\n")
      try terminal.wait(for: "› é漢.count\n2\n")
      try stands()
      try terminal.type("\u{12}20 +")
      try terminal.wait(for: "search: 20 + › 20 + 301")
      try terminal.type("\u{7}")
      try stands()
    } else {
      try terminal.type("20 + 301\n")
      try terminal.wait(for: "\n321\n")
      try stands()
      try terminal.type("func f(x) {\n")
      try terminal.wait(forLine: "… 1 › ")
      try terminal.type("x * 20 }\n")
      try stands()
    }
    try terminal.type("f(2)\n")
    try terminal.wait(for: "\n40\n")
    try stands()
    try terminal.type("never\u{3}")
    try terminal.wait(for: "^C\n")
    try stands()
    try terminal.type("unknownName + " + String(repeating: "1 + ", count: 12) + "2\n")
    try terminal.wait(for: "E0301")
    try stands()
    try terminal.type("\u{4}")
    try terminal.wait(for: "this session is not saved")
    try stands()
    try terminal.type("\u{4}")
    #expect(try terminal.exitCode() == 0)
    #expect(terminal.hasModesOfStart)
  }

  @Test(
    "TAB completes in every place", arguments: [Setting(), Setting(columns: 200, usesVi: true)])
  func completes(_ setting: Setting) throws {
    _ = try home.file("scripts/notes.rehearsal", holding: "")
    let terminal = try prompt(setting)
    try terminal.type(
      "app Notes { var draft = \"\"; button \"Type\" { }; on didEnterBackground { disk[\"draft\"] = 1 } }\n"
    )
    try terminal.wait(forLine: "› ")
    try terminal.type("launch Notes; press .home; var map = [\"title\": 1]; var total = 2\n")
    try terminal.wait(forLine: "● background] › ")
    for (typed, completed) in [
      ("print(\"\\(tot", "print(\"\\(total"), ("map.ti", "map.title"),
      ("map[\"", "map[\"title\"]"), ("Notes.disk[\"dr", "Notes.disk[\"draft\"]"),
      ("import \"scripts/n", "import \"scripts/notes.rehearsal\""),
      ("push Notes, pay", "push Notes, payload:"), ("touch \"Ty", "touch \"Type\""),
      (":rules R05\t4", ":rules R054"), (":help E0301", ":help E0301"),
      (":set color of", ":set color off"), ("total.c", "total.c"),
    ] {
      try terminal.type(typed + "\t")
      try terminal.wait(forLine: "› " + completed)
      try terminal.type("\u{3}")
      try terminal.wait("the line dropped") { $0.lineUpToCursor.hasSuffix("● background] › ") }
    }
    try terminal.type(":help \t\t")
    try terminal.wait(for: "words may stand here; TAB lists them")
  }

  @Test("An input of several lines is edited as one", arguments: Setting.all)
  func editsSeveralLines(_ setting: Setting) throws {
    let terminal = try prompt(setting)
    try terminal.type("func f(x) {\nreturn x + y\n}")
    try terminal.wait(for: "› func f(x) {\n    return x + y\n}")
    // Up to the second line, to its end, a digit in place of the letter, and a line above it.
    try terminal.type("\u{1B}[A\u{1B}[F\u{1B}[D\u{1B}[3~z")
    try terminal.wait(for: "› func f(x) {\n    return x + z\n}")
    try terminal.type("\u{1B}[A\u{1B}[F\u{1B}\rlet z = 2")
    try terminal.wait(for: "› func f(x) {\n    let z = 2\n    return x + z\n}")
    try terminal.type("\n")
    try terminal.wait(for: "\n}\n[0.000s] ›")
    try terminal.type("f(40)\n")
    try terminal.wait(for: "\n42\n")
    // Up: the call, then the function, its last line first.
    try terminal.wait(forLine: "[0.000s] › ")
    try terminal.type("\u{1B}[A")
    try terminal.wait(forLine: "› f(40)")
    try terminal.type("\u{1B}[A\u{1B}[A!")
    try terminal.wait(for: "    let z = 2\n !   return x + z\n}")
    try terminal.type("\u{3}")
  }

  @Test("An input taller than the window scrolls with the cursor", arguments: ["xterm", "vt100"])
  func scrolls(_ kind: String) throws {
    let terminal = try prompt(Setting(kind: kind), rows: 10)
    try terminal.type("func f() {\n" + (1...30).map { "var a\($0) = \($0)\n" }.joined())
    try terminal.wait(for: "    var a30 = 30")
    #expect(!terminal.screen.text.contains("func"))
    try terminal.type(String(repeating: "\u{1B}[A", count: 31))
    try terminal.wait(for: "› func f() {\n    var a1 = 1\n")
    try terminal.type("\u{1B}[F // here")
    try terminal.wait(forLine: "› func f() { // here")
    try terminal.type("\u{1B}[1;5Freturn a30 + 12 }\n")
    try terminal.wait(forLine: "[0.000s] › ")
    try terminal.type("f()\n")
    try terminal.wait(for: "› f()\n42\n")
  }

  @Test("Up searches with what was typed, Ctrl-R in any case and with arrows")
  func recalls() throws {
    let terminal = try prompt()
    for line in ["let a = 1", "print(2)", "let b = 3"] {
      try terminal.type(line + "\n")
      try terminal.wait(for: "› " + line)
      try terminal.wait(forLine: "[0.000s] › ")
    }
    try terminal.type("let\u{1B}[A\u{1B}[A")
    try terminal.wait(forLine: "› let a = 1")
    try terminal.type("\u{1B}[B\u{1B}[B")
    try terminal.wait(forLine: "› let")
    try terminal.type("\u{15}\u{12}LET")
    try terminal.wait(for: "search: LET › let b = 3")
    try terminal.type("\u{1B}[A")
    try terminal.wait(for: "search: LET › let a = 1")
    try terminal.type("\u{1B}[C")
    try terminal.wait(for: "[0.000s] › let a = 1")
    try terminal.type("\u{15}\u{12}nothing")
    try terminal.wait(for: "no match: nothing")
    try terminal.type("\u{7}7\n")
    try terminal.wait(for: "› 7\n7\n")
  }

  @Test("Vi's commands have the history, the search, and pastes", arguments: ["xterm", "vt100"])
  func usesVi(_ kind: String) throws {
    let terminal = try prompt(Setting(kind: kind, usesVi: true))
    try terminal.type("6 * 7\n")
    try terminal.wait(for: "\n42\n")
    try terminal.wait(forLine: "› ")
    try terminal.type("\u{1B}kA0\n")
    try terminal.wait(for: "› 6 * 70\n420\n")
    try terminal.wait(forLine: "› ")
    try terminal.type("\u{1B}\u{12}6 * 7")
    try terminal.wait(for: "search: 6 * 7 › 6 * 70")
    try terminal.type("\u{12}\n")
    try terminal.wait("42 twice") { $0.text.components(separatedBy: "\n42\n").count == 3 }
    try terminal.wait(forLine: "› ")
    try terminal.paste("let a = [1,\n2]")
    try terminal.type("\u{1B}[A\u{1B}[D\u{1B}[C\u{1B}0x\u{1B}[1;5F\n")
    try terminal.wait(for: "› et a = [1,\n2]\n")
  }

  @Test(
    "Where there is no cursor to move, lines are read without any sequence",
    arguments: ["dumb", ""])
  func usesPlainTerminals(_ kind: String) throws {
    let terminal = try PseudoTerminal(
      "-q", "--color", "auto", home: home, environment: ["TERM": kind, "NO_COLOR": ""])
    try terminal.wait(forLine: "[0.000s] › ")
    try terminal.type("func twice(x) {\n")
    try terminal.wait(forLine: "… 1 › ")
    try terminal.type("x * 2 }\n")
    try terminal.wait(forLine: "[0.000s] › ")
    try terminal.type("twice(\u{1B}[A21)\nnope\n")
    try terminal.wait(for: "\n42\n")
    try terminal.wait(for: "error[E0301]")
    try terminal.wait(forLine: "[0.000s] › ")
    try terminal.type(":clear\n")
    try terminal.wait(for: "› :clear\n[0.000s] ›")
    try terminal.type("never\u{3}")
    try terminal.wait(for: "^C\n[0.000s] ›")
    #expect(!terminal.screen.hasSequences)
    #expect(terminal.hasModesOfStart)
  }

  // MARK: - What libedit itself does not bear

  @Test(
    "An open quote for libedit's own prompt of commands does not end it", arguments: [false, true])
  func opensNoCommandPrompt(usesVi: Bool) throws {
    let terminal = try prompt(Setting(usesVi: usesVi))
    try terminal.type("\u{1B}" + (usesVi ? ":" : "x") + "'a 'b\n")
    try terminal.waitForPrompt()
    try terminal.type("6 * 7\n")
    try terminal.wait(for: "› 6 * 7\n42\n")
  }

  @Test("A line of the settings with an open quote is left out, and the next one holds")
  func readsSettingsWithOpenQuotes() throws {
    let settings = try home.file("quotes", holding: "bind 'a\n# bind -e\n\"\n  bind -v\n")
    let terminal = try PseudoTerminal("-q", home: home, environment: ["EDITRC": settings.path])
    try terminal.waitForPrompt()
    try terminal.type("1 + 1\u{1B}0i4\n")
    try terminal.wait(for: "› 41 + 1\n42\n")
  }

  // MARK: - Random keys

  /// What a key does with a text, and how it is typed.
  private static let randomKeys: [(String, @Sendable (inout EditedText) -> Void)] = [
    ("a", { $0.insert("a") }), ("b c", { $0.insert("b c") }), ("7", { $0.insert("7") }),
    ("é", { $0.insert("é") }), ("漢", { $0.insert("漢") }), ("🙂", { $0.insert("🙂") }),
    ("\u{1B}[D", { $0.moveLeft() }), ("\u{1B}[C", { $0.moveRight() }),
    ("\u{2}", { $0.moveLeft() }), ("\u{6}", { $0.moveRight() }),
    ("\u{1B}[1;5D", { $0.moveWordLeft() }), ("\u{1B}f", { $0.moveWordRight() }),
    ("\u{1}", { $0.moveToLineStart() }), ("\u{1B}[4~", { $0.moveToLineEnd() }),
    ("\u{7F}", { $0.deleteBackward() }), ("\u{1B}[3~", { $0.deleteForward() }),
    ("\u{17}", { _ = $0.killBlankWordBackward() }), ("\u{B}", { _ = $0.killToLineEnd() }),
    ("\u{1B}\r", { $0.insertNewLine(depth: 0) }), ("\u{1B}[15~", { _ in }),
    ("\u{1B}[<0;3;4m", { _ in }), ("\u{1B}[200~d\r\ne f\u{1B}[201~", { $0.insert("d\ne f") }),
    ("}", { $0.insertClosingBrace() }),
  ]

  private static let count = randomKeyCount
  private static let seed =
    ProcessInfo.processInfo.environment["REHEARSAL_KEY_SEED"].flatMap { UInt64($0) } ?? 16

  @Test("Random keys lose nothing of what was typed, and leave a terminal that works")
  func takesRandomKeys() throws {
    var random = SeededGenerator(seed: Self.seed)
    let terminal = try prompt(Setting(columns: 60))
    var last = ""
    var left = Self.count
    while left > 0 {
      var text = EditedText("")
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let (keys, change) = try #require(Self.randomKeys.randomElement(using: &random))
        change(&text)
        try terminal.type(keys)
        left -= 1
        if Int.random(in: 0..<60, using: &random) == 0 {
          terminal.resize(columns: Int.random(in: 20...120, using: &random), rows: 24)
        }
      }
      try terminal.enter("")
      if !text.text.isEmpty { last = text.text }
      let file = HistoryFile(path: home.url.appendingPathComponent("history").path)
      #expect(file.load().last ?? "" == last, "seed \(Self.seed), \(left) keys left")
    }
    try terminal.type("6 * 7\n")
    try terminal.wait(for: "\n42\n")
    terminal.signal(SIGTERM)
    _ = try terminal.exitCode()
    #expect(terminal.hasModesOfStart)
  }

  @Test("Random keys of any kind leave a terminal that works", arguments: Setting.all)
  func survivesRandomKeys(_ setting: Setting) throws {
    var random = SeededGenerator(seed: Self.seed)
    let terminal = try prompt(setting)
    for _ in 0..<Self.count / 10 {
      var keys = [UInt8(random.next() & 0x7F)]
      // Neither stop, quit nor end it, and run nothing that never ends.
      if [0x1A, 0x1C, 0x04, 0x13, 0x18].contains(keys[0]) { keys = Array("\u{1B}[A".utf8) }
      if Int.random(in: 0..<8, using: &random) == 0 {
        keys = Array((Self.strangers.randomElement(using: &random) ?? "").utf8)
      }
      try terminal.type(String(decoding: keys, as: UTF8.self))
    }
    // Nothing ended it before, whatever is under way.
    terminal.signal(SIGTERM)
    #expect(try terminal.exitCode() == -SIGTERM)
    #expect(terminal.hasModesOfStart)
  }
}

/// How many random keys are played: an hour of them where the environment asks for it.
private let randomKeyCount =
  ProcessInfo.processInfo.environment["REHEARSAL_KEYS"].flatMap { Int($0) } ?? 2500
