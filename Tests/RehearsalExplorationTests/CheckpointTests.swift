// Checkpoints: a search that is stopped again and again, and goes on from what was kept as bytes,
// comes to what a search in one go comes to.

import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Checkpoints")
struct CheckpointTests {
  /// An exploration that needs a device, and one that does not.
  static let texts = [
    """
    app Notes {
        var draft = 0
        button "Type" { draft = (draft + 1) % 3 }
        on didEnterBackground { disk["draft"] = draft }
    }
    explore "drafts", environment: [.home, .purge, .fetch, .push, .open("shop://item")], disruptions: 2 {
        launch Notes
        choose { touch "Type" }
        or where Notes.state == .active { advance 1s }
        always "small" { Notes.state != .active || Notes.draft < 3 }
        sometimes "gone" { Notes.exit?.reason == .memoryPressure }
    }
    """,
    """
    explore "counting", environment: [] {
        var count = 0
        var lists = [0, 0, 0]
        choose i in 0..<3 { count = (count + 1) % 7; lists[i] = (lists[i] + 1) % 5 }
        or where count == 3 { count = 1000; lists[0] = 0 }
        or { count = count % 4; lists[1] = 4 }
        always "below" { count < 1000 || lists[2] < 4 }
    }
    """,
  ]

  private func exploration(_ text: String) throws -> Exploration {
    let script = Script(SourceText(name: "test.rehearsal", text))
    return try #require(
      Exploration.all(in: script).first, "\(script.diagnostics.map(\.message))")
  }

  /// A checkpoint as another process reads it.
  private func written(_ checkpoint: SearchCheckpoint) throws -> SearchCheckpoint {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try PropertyListDecoder().decode(
      SearchCheckpoint.self, from: encoder.encode(checkpoint))
  }

  @Test("Stopped every few states, a search comes to the same", arguments: texts, [true, false])
  func stopped(text: String, reduces: Bool) async throws {
    var options = SearchOptions()
    options.stopsAtViolation = false
    options.reductions = reduces ? Set(Reduction.allCases) : []
    let whole = try await exploration(text).search(options)
    var kept: SearchCheckpoint?
    var stops = 0
    options.states = 3
    while true {
      let checkpoints = SearchCheckpoints(from: kept, isDue: { false }, keep: { kept = $0 })
      let result = try await exploration(text).search(options, checkpoints: checkpoints)
      guard result.levels.last?.bound != nil else {
        let report = ExplorationReport()
        #expect(report.text(of: result) == report.text(of: whole))
        #expect(result.transitions == whole.transitions && result.diameter == whole.diameter)
        break
      }
      stops += 1
      options.states += 7
      kept = try kept.map(written)
    }
    #expect(stops > 4)
    // What has come to its end does so again.
    let again = try await exploration(text).search(
      options, checkpoints: SearchCheckpoints(from: kept, isDue: { true }, keep: { _ in }))
    #expect(ExplorationReport().text(of: again) == ExplorationReport().text(of: whole))
  }

  @Test("Interrupted at each look, a search comes to the same")
  func interrupted() async throws {
    let text = Self.texts[0]
    let whole = try await exploration(text).search()
    var kept: SearchCheckpoint?
    var result: ExplorationResult
    repeat {
      let checkpoints = SearchCheckpoints(from: kept, isDue: { true }, keep: { kept = $0 })
      result = try await exploration(text).search(checkpoints: checkpoints) { _ in .interruption }
    } while result.verdict == .boundHit(.interruption)
    #expect(ExplorationReport().text(of: result) == ExplorationReport().text(of: whole))
  }

  @Test("A bound that is widened goes on where it was")
  func widened() async throws {
    var options = SearchOptions()
    options.disruptions = 1
    let text = Self.texts[0].replacing(", disruptions: 2", with: "")
    var kept: SearchCheckpoint?
    let first = try await exploration(text).search(
      options, checkpoints: SearchCheckpoints(isDue: { false }, keep: { kept = $0 }))
    #expect(first.verdict == .closedUpTo(disruptions: 1))
    options.disruptions = 2
    let wider = try await exploration(text).search(
      options, checkpoints: SearchCheckpoints(from: kept, isDue: { false }, keep: { _ in }))
    let whole = try await exploration(text).search(options)
    #expect(ExplorationReport().text(of: wider) == ExplorationReport().text(of: whole))
  }

  @Test("A checkpoint of something else is refused", arguments: texts)
  func mismatches(text: String) async throws {
    var kept: SearchCheckpoint?
    _ = try await exploration(text).search(
      checkpoints: SearchCheckpoints(isDue: { false }, keep: { kept = $0 }))
    let checkpoints = SearchCheckpoints(from: kept, isDue: { false }, keep: { _ in })
    await #expect(throws: SearchCheckpoint.Mismatch.otherScript) {
      try await exploration(text + "\n// changed").search(checkpoints: checkpoints)
    }
    var options = SearchOptions()
    options.reductions = [.forcedMoves]
    await #expect(throws: SearchCheckpoint.Mismatch.otherReductions) {
      try await exploration(text).search(options, checkpoints: checkpoints)
    }
  }
}
