// The page about exploration is true: each exploration on it is searched, and comes to what is shown
// after it.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import Testing

@Suite("The page about exploration is true")
struct ExplorationPageTests {
  @Test("Explorations come to what is shown")
  func searches() async throws {
    let blocks = try MarkdownBlock.all(in: GuideTests.catalog + "/Exploration.md")
    var shownCount = 0
    for (block, shown) in zip(blocks, blocks.dropFirst())
    where block.language == "rehearsal" && shown.language == "text" {
      let script = Script(SourceText(name: "Exploration.md", block.text))
      let exploration = try #require(Exploration.all(in: script).first, "\(block)")
      let result = try await exploration.search()
      #expect(ExplorationReport().text(of: result) == shown.text, "\(block)")
      shownCount += 1
    }
    #expect(shownCount >= 4)
  }
}
