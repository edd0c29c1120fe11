// What an input shows while it runs.

import RehearsalPrompt
import Synchronization
import Testing

@Suite("What an input shows while it runs")
struct ShownLinesTests {
  /// Pieces in the order in which they were shown.
  private final class Pieces: Sendable {
    let list = Mutex<[String]>([])
  }

  private static func console(_ pieces: Pieces, raising flag: Bool = false) throws -> Console {
    var host = ConsoleHost()
    let interruption = host.interruption
    host.show = { text in
      pieces.list.withLock { $0.append(text) }
      if flag { interruption.cancel() }
    }
    return try #require(Console(host: host))
  }

  @Test("Lines go out one by one, in their order, and are not told twice")
  func linesGoOut() throws {
    let pieces = Pieces()
    var console = try Self.console(pieces)
    let answer = console.submit("print(1); advance 1s; print(2); 3")
    #expect(pieces.list.withLock { $0 } == ["│ 1\n", "│ 2\n", "3\n"])
    #expect(answer == .accepted(""))
  }

  @Test("They go out while the input runs: what stops it at the first line leaves one")
  func linesGoOutAtOnce() throws {
    let pieces = Pieces()
    var console = try Self.console(pieces, raising: true)
    guard case .refused(let reason) = console.submit("while true { print(1) }") else {
      Issue.record("it was not stopped")
      return
    }
    #expect(pieces.list.withLock { $0 }.first == "│ 1\n")
    #expect(pieces.list.withLock { $0.count } < 3)
    #expect(reason.contains("the input was stopped") || reason.contains("E0"))
  }

  @Test("An error in the input goes out last, and one found before it runs goes out alone")
  func errorsGoOutLast() throws {
    let pieces = Pieces()
    var console = try Self.console(pieces)
    guard case .refused(let runtimeError) = console.submit("print(1); [1][1]") else { return }
    #expect(pieces.list.withLock { $0 } == ["│ 1\n"])
    #expect(runtimeError.hasPrefix("input 1:1:11: error[E0705]"))
    guard case .refused(let error) = console.submit("print(1); nope") else { return }
    #expect(pieces.list.withLock { $0.count } == 1)
    #expect(error.contains("E0301"))
  }

  @Test("Of too many lines the first go out and the last follow")
  func linesAreBounded() throws {
    let pieces = Pieces()
    var console = try Self.console(pieces)
    _ = console.submit(":set lines 20")
    let answer = console.submit("for i in 0..<500 { print(i) }")
    #expect(pieces.list.withLock { $0 } == (0..<10).map { "│ \($0)\n" })
    #expect(
      answer
        == .accepted(
          "  … 480 lines are left out; `:trace` shows records …\n"
            + (490..<500).map { "│ \($0)\n" }.joined()))
  }
}
