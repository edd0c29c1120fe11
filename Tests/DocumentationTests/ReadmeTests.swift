// The README says what is true: its script is the first example, what it shows is what the example
// shows, and its failing session is a real one.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import TestSupport
import Testing

@Suite("The README is true")
struct ReadmeTests {
  private static let example = "Examples/01-first-script.rehearsal"

  @Test func theScriptIsTheFirstExample() throws {
    #expect(try blocks("rehearsal").first == Repository.text(of: Self.example))
  }

  @Test func theOutputIsWhatTheExampleShows() throws {
    let script = try ScriptFile.load(Repository.url(of: Self.example).path)
    #expect(try blocks("text").first == shown(by: script))
  }

  @Test func theSecondScriptFailsAsShown() throws {
    let text = try #require(try blocks("rehearsal").dropFirst().first)
    let script = Script(SourceText(name: "forgotten.rehearsal", text))
    #expect(try blocks("text").dropFirst().first == shown(by: script, failuresOnly: true))
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
