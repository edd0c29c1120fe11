// A search whose process is killed with -9 behind ten of its checkpoints. Each process kills itself, by
// the number of states it has gone on from, so nothing depends on time.

import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalCommand

@Suite("Killed searches")
struct KilledSearchTests {
  private static let text = """
    app Notes {
        var draft = 0
        button "Type" { draft = (draft + 1) % 5 }
        on didEnterBackground { disk["draft"] = draft }
    }
    explore "drafts", environment: [.home, .purge] {
        launch Notes
        choose { touch "Type" }
        sometimes "gone" { Notes.exit?.reason == .memoryPressure }
    }
    """

  /// How many states a process goes on from before it is killed.
  private static let pace = 5

  /// Searches from what a file keeps on; gives the report, and how often it was asked how far it is.
  private static func search(
    keepingIn path: String, diesEarly: Bool
  ) async throws -> (report: String, lookCount: Int) {
    let script = Script(SourceText(name: "a.rehearsal", text))
    let exploration = try #require(Exploration.all(in: script).first)
    let file = try CheckpointFile(path).checkpoints(of: exploration, in: "a.rehearsal")
    var lookCount = 0
    let checkpoints = SearchCheckpoints(
      from: file.start,
      isDue: {
        lookCount += 1
        return lookCount == pace
      },
      keep: { checkpoint in
        file.keep(checkpoint)
        if diesEarly { kill(getpid(), SIGKILL) }
      })
    let result = try await exploration.search(checkpoints: checkpoints)
    return (
      ExplorationReport().text(of: result) + "\(result.transitions) \(result.diameter)", lookCount
    )
  }

  @Test("Killed with -9 behind ten of its checkpoints, a search comes to the same totals")
  func killedTenTimes() async throws {
    let folder = TestFolder()
    let path = folder.url.appendingPathComponent("kept").path
    for _ in 0..<10 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        _ = try await Self.search(keepingIn: path, diesEarly: true)
      }
    }
    let whole = try await Self.search(
      keepingIn: folder.url.appendingPathComponent("other").path, diesEarly: false)
    let resumed = try await Self.search(keepingIn: path, diesEarly: false)
    #expect(resumed.report == whole.report)
    // All that the ten processes did was kept.
    #expect(resumed.lookCount == whole.lookCount - 10 * Self.pace)
    #expect(resumed.lookCount > 0)
  }
}
