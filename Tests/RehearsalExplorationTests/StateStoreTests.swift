// The states that a search has met: which are known, and that no count of theirs ends where a small
// number would.

import RehearsalLifecycle
import RehearsalValues
import Testing

@testable import RehearsalExploration

@Suite("The states that were met")
struct StateStoreTests {
  private func identity(_ number: Int) -> StateDigest {
    StateDigest(high: 7, low: UInt64(number) &* 0x9E37_79B9_7F4A_7C15)
  }

  private func arrival(_ steps: Int, by transition: Transition? = nil) -> Arrival {
    Arrival(
      transition: transition, zone: Zone(), passed: Zone(), moments: StateMoments(),
      distance: Distance(disruptions: 0, steps: steps), length: 0)
  }

  @Test("Each state is found again, by a shorter path only as another one")
  func states() {
    var store = StateStore()
    _ = store.insert(identity(0), from: .initial, arrival(0))
    let wait = Transition(action: .advance(TimeSpan(nanoseconds: 1)))
    for number in 1..<5_000 {
      let arrival = arrival(2 * number, by: wait)
      #expect(store.isNew(identity(number), arrival))
      let state = store.insert(identity(number), from: StateNumber(index: number - 1), arrival)
      #expect(state?.index == number && !store.isNew(identity(number), arrival))
    }
    #expect(store.path(to: StateNumber(index: 4_999)).count == 5_000)
    let shorter = store.insert(identity(4_999), from: .initial, arrival(3, by: wait))
    #expect(store.isReplaced(StateNumber(index: 4_999)))
    #expect(shorter.map { store.path(to: $0).count } == 2)
    #expect(store.zoneCount == 5_000)
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
