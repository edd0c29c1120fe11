// A console with files in memory, and what it said: the one way in which these tests talk to it.

import Rehearsal
import RehearsalExploration
import RehearsalPrompt
import RehearsalSyntax
import Synchronization
import Testing

/// A conversation without a terminal.
struct Conversation {
  /// Files by their path.
  final class Files: Sendable {
    private let texts = Mutex<[String: String]>([:])

    subscript(path: String) -> String? {
      get { texts.withLock { $0[path] } }
      set { texts.withLock { $0[path] = newValue } }
    }

    var paths: [String] { texts.withLock { $0.keys.sorted() } }
  }

  var console: Console
  let files = Files()

  init(
    _ lines: String..., scripts: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits()
  ) throws {
    let files = files
    var host = ConsoleHost()
    host.scripts = scripts
    host.searches = .all
    host.read = { path in
      files[path].map { .success(SourceText(name: path, $0)) }
        ?? .failure(ConsoleHost.FileError("there is no such file"))
    }
    host.write = { path, text in
      files[path] = text
      return .success(())
    }
    host.imports = { path, _ in
      files[path].map { .success(SourceText(name: path, $0)) } ?? .failure(.notFound)
    }
    host.exists = { files[$0] != nil }
    host.paths = { beginning in files.paths.filter { $0.hasPrefix(beginning) } }
    console = try #require(Console(limits: limits, host: host))
    for line in lines { try say(line) }
  }

  /// Says something that has to be accepted; what came of it, without the last line end.
  @discardableResult
  mutating func say(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    switch console.submit(text) {
    case .accepted(let answer): return String(answer.dropLast())
    case .refused(let answer):
      Issue.record("refused `\(text)`: \(answer)", sourceLocation: sourceLocation)
    case .incomplete(let depth):
      Issue.record("`\(text)` goes on, \(depth) deep", sourceLocation: sourceLocation)
    case .edit: Issue.record("`\(text)` is to be edited", sourceLocation: sourceLocation)
    case .quit: Issue.record("it left at `\(text)`", sourceLocation: sourceLocation)
    }
    return ""
  }

  /// Says something that has to be refused; why it was.
  mutating func fail(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    guard case .refused(let answer) = console.submit(text) else {
      Issue.record("`\(text)` was not refused", sourceLocation: sourceLocation)
      return ""
    }
    return answer
  }

  /// What may stand after a line.
  func offers(_ line: String) -> [String] { console.completion(of: line).candidates }

  /// An app with two handlers.
  static let notes = """
    app Notes {
        var draft = "a"
        on didFinishLaunching(options) { draft = disk["draft"] ?? "a" }
        on didEnterBackground { draft += "b"; disk["draft"] = draft }
        button "Type" { draft += "x" }
    }
    """
}
