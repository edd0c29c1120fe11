// The README says what is true: its scripts fail and pass as shown, what its example shows is what
// the example shows, its commands are the two that continuous integration runs, its links lead
// somewhere.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import TestSupport
import Testing

@Suite("The README is true")
struct ReadmeTests {
  private static let example = "Examples/01-first-script.rehearsal"

  @Test func theFirstScriptFailsAsShown() throws {
    let text = try #require(try blocks("rehearsal").first)
    let script = Script(SourceText(name: "uploader.rehearsal", text))
    #expect(try blocks("text").first == shown(by: script, failuresOnly: true))
    #expect(text.split(separator: "\n").count == 10, "the README promises ten lines")
  }

  @Test func theExampleEndsAsShown() throws {
    let script = try ScriptFile.load(Repository.url(of: Self.example).path)
    let end = try #require(try blocks("text").dropFirst().first)
    #expect(try shown(by: script).hasSuffix(end + "\n"))
  }

  @Test func theExampleOfTheDriverIsCompiled() throws {
    let example = try #require(try blocks("swift").first)
    let declaration = try #require(example.split(separator: "\n\n", maxSplits: 1).last)
    #expect(example.hasPrefix("import LifecycleDriver\n"))
    #expect(
      try Repository.text(of: "Tests/LifecycleDriverTests/ReadmeExample.swift").contains(declaration))
  }

  @Test func theCommandsOfLinuxAreThoseOfContinuousIntegration() throws {
    let commands = try blocks("sh")
    #expect(commands.count == 2, ".ci/run takes the first two")
    #expect(commands.first?.contains(Self.example) == true)
    #expect(commands.last?.hasSuffix("swift test\n") == true)
  }

  @Test(
    "Links of the pages outside of catalogs lead somewhere",
    arguments: [
      "README.md", "Grammar/README.md", "Sources/README.md", "Examples/Documents/README.md",
      "Sources/RehearsalForPython/README.md",
    ])
  func links(of page: String) throws {
    let folder = Repository.url(of: page).deletingLastPathComponent()
    for match in try Repository.text(of: page).matches(of: /\[[^\]]*\]\(([^)#]+)/) {
      let target = String(match.1)
      guard !target.contains("://") else { continue }
      let file = folder.appendingPathComponent(target)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(page) links to \(target)")
    }
  }

  private func blocks(_ language: String) throws -> [String] {
    try MarkdownBlock.all(in: "README.md").filter { $0.language == language }.map(\.text)
  }

  /// What `rehearse run` shows of a script, errors included.
  private func shown(by script: Script, failuresOnly: Bool = false) throws -> String {
    let renderer = RunRenderer(script)
    var session = try #require(Session(script), "\(renderer.text(script.diagnostics))")
    var text = ""
    _ = session.run { event in
      switch event {
      case .failure(let failure): text += renderer.text(failure)
      case .warning(let warning): text += renderer.text([warning])
      case _ where failuresOnly: break
      case .output(let line, _): text += line + "\n"
      case .record(let record): if let line = renderer.line(record) { text += line + "\n" }
      case .scenarioBegan(_, let title): text += renderer.heading(title) + "\n"
      case .scenarioEnded(let result): text += renderer.line(result) + "\n\n"
      }
    }
    return text
  }
}
