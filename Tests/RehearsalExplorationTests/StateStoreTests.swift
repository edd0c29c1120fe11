// The states that a search has met: which are known, and that no count of theirs ends where a small
// number would.

import RehearsalLifecycle
import RehearsalValues
import Testing

@testable import RehearsalExploration

@Suite("The states that were met")
struct StateStoreTests {
  private func identity(_ number: Int) -> Digest {
    Digest(high: 7, low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }

  @Test("Each state is found again, with the shortest path to it")
  func states() throws {
    var store = StateStore()
    _ = store.insert(identity(0), from: .initial, by: nil, at: Distance(disruptions: 0, steps: 0))
    let wait = Transition(action: .advance(TimeSpan(nanoseconds: 1)))
    for number in 1..<5_000 {
      let distance = Distance(disruptions: 0, steps: 2 * number)
      #expect(store.isUnvisited(identity(number), at: distance))
      let inserted = store.insert(
        identity(number), from: StateNumber(index: number - 1), by: wait, at: distance)
      guard case .added(let state) = inserted else {
        Issue.record("state \(number) was known")
        continue
      }
      #expect(state.index == number && !store.isUnvisited(identity(number), at: distance))
    }
    #expect(store.path(to: StateNumber(index: 4_999)).count == 4_999)
    let shorter = Distance(disruptions: 0, steps: 3)
    #expect(store.isUnvisited(identity(4_999), at: shorter))
    _ = store.insert(identity(4_999), from: .initial, by: wait, at: shorter)
    #expect(store.path(to: StateNumber(index: 4_999)).count == 1 && store.count == 5_000)
  }

  @Test(
    "Steps are counted beyond 65,535",
    arguments: [(2, 65_534), (3, 65_535), (4, 65_536), (5, 65_537)])
  func steps(count: Int, steps: Int) async throws {
    // Two transitions of 32,766 lines each; the others have one.
    let lines = String(repeating: "//\n", count: 32_764)
    let text = """
      explore "counting", environment: [] {
      var n = 0
      var m = 0
      choose where n < 2 {
      n += 1
      \(lines)m = 0
      }
      or where n >= 2 { n += 1 }
      always "few" { n < \(count) }
      }
      """
    var options = SearchOptions()
    options.events = 100_000
    let found = try #require(try await explored(text, options).counterexamples.first)
    #expect(found.steps == steps && found.isReplayed)
  }

  @Test("A bound beyond 65,535 events is a bound", arguments: [65_534, 65_535, 65_536])
  func events(count: Int) async throws {
    let lines = String(repeating: "//\n", count: 4_094)
    var options = SearchOptions()
    options.events = count
    let result = try await explored(
      """
      explore "counting", environment: [] {
      var n = 0
      choose {
      n += 1
      \(lines)n += 1
      }
      }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.events)))
    #expect(result.states == (count + 4_095) / 4_096)
  }
}
