// What keys do with a text, and which keys the sequences of terminals are.

import Testing

@testable import LineEditing

@Suite("A text that is edited")
struct EditedTextTests {
  /// A text in which `|` is the cursor.
  private static func text(_ marked: String) -> EditedText {
    let scalars = Array(marked.unicodeScalars)
    let cursor = scalars.firstIndex(of: "|") ?? scalars.count
    return EditedText(scalars.filter { $0 != "|" }, cursor: cursor)
  }

  private static func marked(_ text: EditedText) -> String {
    text.textBeforeCursor + "|"
      + text.text.unicodeScalars.dropFirst(text.cursor).map(String.init)
      .joined()
  }

  private typealias Change = @Sendable (inout EditedText) -> Void

  private static let changes: [(String, String, Change)] = [
    ("ab\ncd|", "ab|\ncd", { $0.moveUp() }), ("abc\nd\nef|", "abc\nd|\nef", { $0.moveUp() }),
    ("a|b", "a|b", { $0.moveUp() }), ("ab|c\nd\n", "abc\nd|\n", { $0.moveDown() }),
    ("a\nb|", "a\nb|", { $0.moveDown() }), ("a\nb|c\nd", "a\n|bc\nd", { $0.moveToLineStart() }),
    ("a\nb|c\nd", "a\nbc|\nd", { $0.moveToLineEnd() }), ("a\nb|", "|a\nb", { $0.moveToStart() }),
    ("|a\nb", "a\nb|", { $0.moveToEnd() }), ("press .ho|", "press .|ho", { $0.moveWordLeft() }),
    ("a |  b", "|a   b", { $0.moveWordLeft() }), ("a|  b_1 c", "a  b_1| c", { $0.moveWordRight() }),
    ("e\u{301}👩‍👩‍👧|", "e\u{301}|👩‍👩‍👧", { $0.moveLeft() }),
    ("|e\u{301}x", "e\u{301}|x", { $0.moveRight() }), ("ab🇩🇪|", "ab|", { $0.deleteBackward() }),
    ("a|bc", "a|c", { $0.deleteForward() }), ("a|", "a|", { $0.deleteForward() }),
    ("a|b\nc", "a|\nc", { _ = $0.killToLineEnd() }), ("a|\nc", "a|c", { _ = $0.killToLineEnd() }),
    ("a\nb|c\nd", "a\n|\nd", { _ = $0.killLine() }),
    ("f(a, \"b|", "f(a, |", { _ = $0.killBlankWordBackward() }),
    ("a.b|", "a.|", { _ = $0.killWordBackward() }), ("|.a b", "| b", { _ = $0.killWordForward() }),
    ("f() {|", "f() {\n    |", { $0.insertNewLine(depth: 1) }),
    ("f() {|}", "f() {\n|}", { $0.insertNewLine(depth: 1) }),
    ("{\n        |", "{\n    }|", { $0.insertClosingBrace() }),
    ("{\n  |", "{\n  }|", { $0.insertClosingBrace() }), ("a|", "a}|", { $0.insertClosingBrace() }),
  ]

  @Test("Keys move and change by characters, words and lines", arguments: changes.indices)
  func changesText(_ number: Int) {
    let (before, after, change) = Self.changes[number]
    var text = Self.text(before)
    change(&text)
    #expect(Self.marked(text) == after)
  }

  @Test("What is killed can be inserted elsewhere")
  func kills() {
    var text = Self.text("one\ntw|o")
    #expect(text.killLine() == "two")
    #expect(text.killWordBackward() == "one\n")
  }

  @Test(
    "A sequence is the same key in all its encodings",
    arguments: [
      ("A", .up), ("1;2B", .down), ("C", .right), ("1;5C", .wordRight), ("1;3D", .wordLeft),
      ("5D", .left), ("H", .lineStart), ("1~", .lineStart), ("7~", .lineStart), ("F", .lineEnd),
      ("4~", .lineEnd), ("8~", .lineEnd), ("1;5H", .textStart), ("8;5~", .textEnd),
      ("3~", .delete), ("3;5~", .deleteWord), ("5~", .older), ("6~", .newer),
      ("13;3u", .newLine), ("27;2;13~", .newLine), ("15~", nil), ("P", nil), ("<0;10;5M", nil),
      ("97;5u", nil), ("97u", nil), ("?1;2c", nil), ("I", nil), ("Z", nil), ("99;99;99~", nil),
      ("", nil),
    ] as [(String, EditingKey?)])
  func sequences(_ text: String, _ key: EditingKey?) {
    #expect(EditingKey(controlSequence: Array(text.utf8)) == key)
  }

  @Test(
    "Keypads and old terminals have encodings of their own",
    arguments: [
      ("H", .lineStart), ("F", .lineEnd), ("A", .up), ("5C", .wordRight), ("d", .wordLeft),
      ("P", nil), ("", nil),
    ] as [(String, EditingKey?)])
  func shiftSequences(_ text: String, _ key: EditingKey?) {
    #expect(EditingKey(shiftSequence: Array(text.utf8)) == key)
  }

  // MARK: - History

  private static let entries = ["launch Notes", "press .home", "launch Mail", "advance 5s"]

  @Test("Up and down go through the entries that begin like what was typed, and back to it")
  func walks() {
    var walk = HistoryWalk(EditedText("la"), Self.entries)
    #expect(walk.next(older: true, among: Self.entries)?.text == "launch Mail")
    #expect(walk.next(older: true, among: Self.entries)?.text == "launch Notes")
    #expect(walk.next(older: true, among: Self.entries) == nil)
    #expect(walk.next(older: false, among: Self.entries)?.text == "launch Mail")
    #expect(walk.next(older: false, among: Self.entries) == EditedText("la"))
    #expect(walk.next(older: false, among: Self.entries) == nil)
  }

  @Test("A search finds in any case, older and newer, and gives what was typed back")
  func searches() {
    var search = HistorySearch(EditedText("draft"), Self.entries)
    for scalar in "LAUNCH".unicodeScalars { search.type(scalar, Self.entries) }
    #expect(search.found.text == "launch Mail")
    search.next(older: true, Self.entries)
    #expect(search.found.text == "launch Notes")
    search.next(older: true, Self.entries)
    #expect(search.isFailing)
    search.next(older: false, Self.entries)
    #expect(search.found.text == "launch Mail")
    for _ in 0..<6 { search.deleteBackward(Self.entries) }
    #expect(search.found == search.draft)
    search.type("h", Self.entries)
    search.type("o", Self.entries)
    #expect(search.found == EditedText(Array("press .home".unicodeScalars), cursor: 7))
  }
}
