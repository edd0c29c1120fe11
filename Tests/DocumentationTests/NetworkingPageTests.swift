// The page about the network: a storm finds the sync that never ends, and nothing in the mended one.

import TestSupport
import Testing

@Suite("The page about the network is true")
struct NetworkingPageTests {
  private func storm(_ name: String) throws -> Command {
    let blocks = try MarkdownBlock.all(in: GuideTests.catalog + "/Networking.md")
    let script = try #require(blocks.first { $0.language == "rehearsal" && $0.name == name })
    let folder = TestFolder()
    try folder.file(name, holding: script.text)
    return try Command("storm", name, in: folder)
  }

  @Test func aStormFindsTheSyncThatNeverEnds() throws {
    let command = try storm("sync.rehearsal")
    #expect(command.exitCode == 1)
    #expect(command.output.contains("suspension"))
  }

  @Test func nothingIsFoundInTheMendedOne() throws {
    let command = try storm("mended.rehearsal")
    #expect(command.exitCode == 0, "\(command.output)")
  }
}
