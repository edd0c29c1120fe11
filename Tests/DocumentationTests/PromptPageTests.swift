// The page about the prompt is true: its session is replayed line by line, the scenario that it
// records is the one that is shown, and the table of commands is the code's.

import Foundation
import Rehearsal
import RehearsalSyntax
import Synchronization
import TestSupport
import Testing

@testable import RehearsalPrompt

@Suite("The page about the prompt is true")
struct PromptPageTests {
  private static let path = GuideTests.catalog + "/ThePrompt.md"

  /// The files that a session writes.
  private final class Files: Sendable {
    private let texts = Mutex<[String: String]>([:])

    func text(of path: String) -> String? { texts.withLock { $0[path] } }
    func write(_ text: String, to path: String) { texts.withLock { $0[path] = text } }
  }

  @Test("The session goes as it is shown")
  func replays() throws {
    let blocks = try MarkdownBlock.all(in: Self.path)
    let shown = try #require(blocks.first { $0.language == "console" }).text
    let files = Files()
    #expect(try transcript(of: shown, files) == shown)
    let recorded = try #require(files.text(of: "leaving.rehearsal"))
    #expect(blocks.first { $0.language == "rehearsal" }?.text == recorded)
  }

  @Test("The table of commands is that of the code")
  func listsCommands() throws {
    let text = try Repository.text(of: Self.path)
    for command in MetaCommand.allCases {
      let usage = (":" + command.rawValue + " " + command.usage).trimmed
      #expect(text.contains("| `\(usage)` | \(command.summary) |\n"))
    }
  }

  /// What a console shows for the inputs of a transcript, with the prompts before them.
  private func transcript(of shown: String, _ files: Files) throws -> String {
    var host = ConsoleHost()
    host.write = { path, text in .success(files.write(text, to: path)) }
    var console = try #require(Console(host: host))
    var text = ""
    for line in shown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("$ ") {
        text += line + "\n" + (try shellOutput(of: String(line.dropFirst(2)), files))
      } else if console.hasPendingInput {
        // A paste shows its further lines without prompts.
        text += line + "\n" + answer(to: String(line), &console)
      } else if let mark = line.range(of: " › "), line.hasPrefix("[") {
        text += console.prompt + line[mark.upperBound...] + "\n"
        text += answer(to: String(line[mark.upperBound...]), &console)
      }
    }
    return text
  }

  private func answer(to line: String, _ console: inout Console) -> String {
    switch console.submit(line) {
    case .accepted(let text), .refused(let text): text
    case .incomplete, .edit, .quit: ""
    }
  }

  /// What the commands of the transcript write besides.
  private func shellOutput(of command: String, _ files: Files) throws -> String {
    guard command.hasPrefix("rehearse test ") else {
      return "rehearse \(try Repository.version()): type a statement, or `:help`; Ctrl-D leaves.\n"
    }
    let path = String(command.dropFirst("rehearse test ".count))
    guard let text = files.text(of: path) else { return "\(path) is not there\n" }
    let script = Script(SourceText(name: path, text))
    guard var session = Session(script) else { return "\(path) has errors\n" }
    let scenarios = session.run().scenarios
    let renderer = RunRenderer(script)
    let lines = scenarios.map { "  " + renderer.line($0) + "\n" }.joined()
    let passed = scenarios.count { $0.status == .passed }
    return "\(path)\n\(lines)\n\(passed) passed, \(scenarios.count - passed) failed\n"
  }
}
