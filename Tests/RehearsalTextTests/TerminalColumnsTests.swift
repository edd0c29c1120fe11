// How wide text is on a terminal, and how it is broken into lines that fit.

import RehearsalText
import Testing

@Suite("Columns of a terminal")
struct TerminalColumnsTests {
  @Test(
    "Wide characters take two columns, marks none",
    arguments: [
      ("Notes", 5), ("漢字", 4), ("é", 1), ("e\u{301}", 1), ("🙂", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
      ("ﾊﾝ", 2), ("▓█", 2), ("", 0),
    ])
  func measures(_ text: String, _ columns: Int) {
    #expect(text.terminalColumns == columns)
    #expect(text.padded(toColumns: 10).terminalColumns == 10)
    #expect(text.shortened(toColumns: 3).terminalColumns <= 3)
  }

  @Test("Lines are broken between words, the later ones further to the right")
  func wraps() {
    #expect(
      Paragraph.wrapped("  one two three", width: 9, hanging: 4) == ["  one two", "    three"])
    #expect(Paragraph.wrapped("漢字 漢字 漢字", width: 9, hanging: 0) == ["漢字 漢字", "漢字"])
    #expect(
      Paragraph.wrapped("a verylongword b", width: 6, hanging: 1) == ["a", " verylongword", " b"])
    #expect(Paragraph.wrapped("a  b", width: 9, hanging: 1) == ["a  b"])
    #expect(Paragraph.wrapped("", width: 9, hanging: 1) == [""])
  }
}
