// What scripts say is shown, and steers no terminal.

import RehearsalText
import Testing

@Suite("Text on its way to a terminal")
struct EscapedTextTests {
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

@Suite("Text on its way to a build server")
struct BuildServerTextTests {
  @Test(
    "What a build server obeys is written as a string of a script writes it",
    arguments: [
      ("::warning::x", "\\u{3A}:warning::x"),
      ("  \t::stop-commands::x", "  \t\\u{3A}:stop-commands::x"),
      ("a\n::error::x", "a\n\\u{3A}:error::x"), ("\u{3000}::error::x", "\u{3000}\\u{3A}:error::x"),
      ("std::vector", "std::vector"), (": : :", ": : :"), ("a ##[error]x", "a #\\u{23}[error]x"),
      ("##vso[task.complete]", "#\\u{23}vso[task.complete]"), ("###[x]", "##\\u{23}[x]"),
      ("##teamcity[testFailed]", "#\\u{23}teamcity[testFailed]"), ("## Heading", "## Heading"),
      ("#[a]", "#[a]"),
    ])
  func commands(_ text: String, _ shown: String) {
    #expect(text.printable == shown)
    #expect(PrintableText(lines: text).description == shown)
    #expect(text.printable.printable == shown)
  }

  @Test("JSON and XML say the same with escapes of their own")
  func forms() {
    #expect("{\"a\":\"##[x]\u{202E}\"}".printableJSON == "{\"a\":\"#\\u0023[x]\\u202e\"}")
    #expect("<a>\n::x ##[y]</a>".printableXML == "<a>\n&#x3A;:x #&#x23;[y]</a>")
    #expect("a\u{1B}b".printableXML == "a\u{FFFD}b")
  }

  @Test("What is put into a text stays on its line; texts stay what they are")
  func interpolation() {
    let title = "one\n✓ two\u{1B}[2K"
    let line: PrintableText = "title: \(title), \(3)"
    #expect(line.description == "title: one\\n✓ two\\u{1B}[2K, 3")
    #expect(("\(line)\n" as PrintableText).description == line.description + "\n")
    #expect(
      PrintableText(lines: "\u{1B}[31mred\u{1B}[0m\u{1B}[2K\r").description
        == "\u{1B}[31mred\u{1B}[0m\\u{1B}[2K\\r")
    #expect(PrintableText(line: "a\nb").description == "a\\nb")
    let link = "\u{1B}]8;;https://a.b/c\u{1B}\\R001\u{1B}]8;;\u{1B}\\"
    #expect(PrintableText(lines: link).description == link)
  }

  @Test("Two texts together are no command that neither is")
  func concatenation() {
    let pieces: [[String]] = [
      [":", ":error::x"], ["  ", "::x"], ["#", "#[x]"], ["##vs", "o[x]"], ["##", "[x]"],
      ["a\n:", ":b"], ["##team", "city", "[x]"], ["", "::x"],
    ]
    for piece in pieces {
      let text = PrintableText(joining: piece.map { PrintableText(lines: $0) })
      #expect(text == PrintableText(lines: text.description), "\(piece)")
      #expect(!text.description.contains("##[") && !text.description.contains("##vso["))
    }
  }

  @Test("A command of GitHub is the one that was meant, whatever its texts say")
  func gitHub() {
    let command = GitHubCommand(
      .error, file: "a,b:c.rehearsal", line: 3, title: "x\n::error::y", message: "50 %\n::stop::")
    #expect(
      PrintableText(command).description
        == "::error file=a%2Cb%3Ac.rehearsal,line=3,title=x\\n\\u{3A}%3Aerror%3A%3Ay::50 %25%0A"
        + "\\u{3A}:stop::\n")
    #expect(command.appending(" (on 2\n)").line.hasSuffix(" (on 2%0A)"))
  }

  @Test("An excerpt holds no command and is as wide as its line")
  func excerpt() {
    let bytes = Array("let a = \"##vso[x]\"".utf8)
    let excerpt = LineExcerpt(of: 0..<bytes.count, marking: 4..<5, in: bytes, width: 80)
    #expect(excerpt.text == "let a = \"#\u{FFFD}vso[x]\"" && excerpt.indentation.count == 4)
  }
}
