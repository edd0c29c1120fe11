// The pictures of README: what the prompt and a report of a failure really look like.

import TestSupport
import Testing

@Suite("The pictures of README show what the command writes")
struct ReadmePictureTests {
  private static let notes = """
    app Notes {
        on didEnterBackground { beginBackgroundTask("save") { id in endBackgroundTask(id) } }
    }

    """

  @Test func thePrompt() throws {
    let folder = TestFolder()
    try folder.file("notes.rehearsal", holding: Self.notes)
    let inputs = ["launch Notes", "press .home", "advance 1min", "print(Notes.state)"]
    // Without a keyboard the prompt echoes nothing: each input is played with those before it, and what
    // is new is its own.
    var lines = ["$ rehearse notes.rehearsal"]
    var written = try Command("notes.rehearsal", input: "", in: folder).output
    lines += written.split(separator: "\n").map(String.init)
    for count in inputs.indices {
      let input = inputs[...count].joined(separator: "\n") + "\n"
      let output = try Command("notes.rehearsal", input: input, in: folder).output
      lines.append("> " + inputs[count])
      lines += output.dropFirst(written.count).split(separator: "\n").map(String.init)
      written = output
    }
    try expect(lines, "prompt.svg", "The prompt: inputs, and the records that follow from each.")
  }

  @Test func theReport() throws {
    let script = try #require(
      try MarkdownBlock.all(in: "README.md").first { $0.language == "rehearsal" })
    let folder = TestFolder()
    try folder.file("uploader.rehearsal", holding: script.text)
    let output = try Command("test", "uploader.rehearsal", in: folder).output
    let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    try expect(
      ["$ rehearse test uploader.rehearsal"] + lines.dropLast(), "report.svg",
      "A report: the failure at its line, and the records that led to it.")
  }

  private func expect(_ lines: [String], _ name: String, _ title: String) throws {
    let picture = TerminalPicture(title: title, lines: lines).svg
    let file = Repository.url(of: "Examples/Reports/\(name)")
    try GoldenFile(file, of: "ReadmePictureTests").expect(picture)
  }
}
