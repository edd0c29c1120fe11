// What scripts say is shown, and steers no terminal.

import RehearsalSyntax
import Testing

@Suite("Text on its way to a terminal")
struct PrintableTextTests {
  @Test(
    "What steers a terminal is written as a string of a script writes it",
    arguments: [
      ("plain, é漢字🙂, “quoted” → …", "plain, é漢字🙂, “quoted” → …"),
      ("\u{1B}[31mred", "\\u{1B}[31mred"), ("\u{7}\u{8}\u{7F}\0", "\\u{7}\\u{8}\\u{7F}\\u{0}"),
      ("\u{9B}31m\u{85}", "\\u{9B}31m\\u{85}"), ("a\u{202E}b\u{2066}c", "a\\u{202E}b\\u{2066}c"),
      ("a\u{2028}b", "a\\u{2028}b"), ("👩‍👩‍👧 ne\u{301}e", "👩‍👩‍👧 ne\u{301}e"),
    ])
  func escapes(_ text: String, _ shown: String) {
    #expect(text.printable == shown)
    #expect(text.printableLine == shown)
  }

  @Test("Line ends and tabs stay where a text may have lines")
  func lines() {
    #expect("a\n\tb".printable == "a\n\tb")
    #expect("a\r\nb".printable == "a\\r\nb")
    #expect("a\n\tb\r".printableLine == "a\\n\\tb\\r")
  }
}
