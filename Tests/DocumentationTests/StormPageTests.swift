// The page about storms shows what the command shows.

import TestSupport
import Testing

@Suite("The page about storms is true")
struct StormPageTests {
  private func blocks() throws -> [MarkdownBlock] {
    try MarkdownBlock.all(in: GuideTests.catalog + "/Storm.md")
  }

  @Test func theReportIsTheCommands() throws {
    let shown = try #require(try blocks().first { $0.language == "text" })
    let name = try #require(shown.name)
    let script = try #require(try blocks().first { $0.language == "rehearsal" && $0.name == name })
    let folder = TestFolder()
    try folder.file(name, holding: script.text)
    let command = try Command("storm", name, in: folder)
    #expect(command.output == shown.text)
    #expect(command.exitCode == 1 && command.errors == "")
  }

  @Test func theOtherScriptsHoldUp() throws {
    let others = try blocks().filter { $0.language == "rehearsal" && $0.name == nil }
    #expect(others.count == 2)
    for block in others {
      let folder = TestFolder()
      try folder.file("page.rehearsal", holding: block.text)
      #expect(try Command("storm", "page.rehearsal", in: folder).exitCode == 0, "\(block.place)")
    }
  }
}
