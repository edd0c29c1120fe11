// The page about pictures shows what the command draws.

import TestSupport
import Testing

@Suite("The page about pictures is true")
struct PicturePageTests {
  private func blocks() throws -> [MarkdownBlock] {
    try MarkdownBlock.all(in: GuideTests.catalog + "/Pictures.md")
  }

  /// A folder with the script of the page.
  private func folder() throws -> TestFolder {
    let script = try #require(try blocks().first { $0.language == "rehearsal" })
    let folder = TestFolder()
    try folder.file(try #require(script.name), holding: script.text)
    return folder
  }

  @Test func theDiagramIsTheCommands() throws {
    let shown = try #require(try blocks().first { $0.language == "mermaid" })
    let command = try Command(
      "draw", try #require(shown.name), "--as", "mermaid", in: folder())
    #expect(command.output == shown.text)
  }

  @Test func theCommandsOfThePageWork() throws {
    let folder = try folder()
    let lines = try blocks().filter { $0.language == "sh" }.map(\.text)
    #expect(lines.count == 2)
    for line in lines {
      let words = line.dropLast().replacing(" Tests", with: " .").split(separator: "\"")
      let arguments = words.enumerated().flatMap { number, part in
        number.isMultiple(of: 2) ? part.split(separator: " ") : [part]
      }
      let command = try Command(arguments.dropFirst().map(String.init), in: folder)
      #expect(command.exitCode == 1 && command.errors.contains("error") == false)
    }
    #expect(try folder.text(of: "report.html").contains("the upload is over after an hour"))
    #expect(try folder.text(of: "life.svg").contains("upload"))
  }
}
