// The grammar's page: each of its examples is parsed and gives just the errors it announces.

import TestSupport
import Testing

@testable import RehearsalSyntax

@Suite struct PageTests {
  @Test func everyExampleOfThePageIsTrue() throws {
    let examples = MarkdownExample.all(in: try Repository.text(of: "Grammar/README.md"))
    for example in examples {
      let source = SourceText(name: "Grammar/README.md", example.text)
      let found = Parser.parse(source).diagnostics.map(\.identifier.rawValue)
      #expect(found == example.errors, "line \(example.line):\n\(example.text)")
    }
    #expect(examples.count > 20)
    #expect(examples.contains { !$0.errors.isEmpty })
  }

  @Test func examplesAreFoundWithTheirErrors() {
    let page =
      "text\n```rehearsal\na()\n```\n```swift\nb\n```\n"
      + "```rehearsal E0201 E0202\nc\n\nd\n```\n"
    let examples = MarkdownExample.all(in: page)
    #expect(examples.map(\.text) == ["a()\n", "c\n\nd\n"])
    #expect(examples.map(\.errors) == [[], ["E0201", "E0202"]])
    #expect(examples.map(\.line) == [3, 9])
  }
}
