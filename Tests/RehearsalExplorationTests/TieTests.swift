// What is due together, times that are compared with each other, and moments between whole milliseconds:
// a proof speaks of them too.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("Events that meet, in explorations")
struct TieTests {
  /// Apps in which something happens only where two events are due at one moment, and what is done for it.
  static let meetings: [(name: String, app: String, row: String, property: String)] = [
    (
      "two timers of two touches",
      """
          var open = false
          var bad = false
          on didFinishLaunching {
              after(10s) { open = true; after(1s) { open = false } }
              return true
          }
          button "Save" { after(11s) { if open { bad = true } } }
      """, "", "!A.bad"
    ),
    (
      "a repeating timer and one that fires once",
      """
          var open = false
          var bad = false
          button "Count" { every(2s) { open = true; after(2s) { open = false } } }
          button "Save" { after(4s) { if open { bad = true } } }
      """, "", "!A.bad"
    ),
    (
      "a request and a timer",
      """
          var open = false
          var bad = false
          button "Load" { perform(3s, cpu: 0) { open = true; after(1s) { open = false } } }
          button "Save" { after(4s) { if open { bad = true } } }
      """, "", "!A.bad"
    ),
    (
      "a timer that begins another for the same moment",
      """
          var open = false
          var bad = false
          on didFinishLaunching {
              after(3s) { open = true; after(0s) { open = false } }
              return true
          }
          button "Save" { after(1s) { if open { bad = true } } }
      """, "", "!A.bad"
    ),
    (
      "a timer that begins a request without a duration",
      """
          var open = false
          var bad = false
          button "Load" { after(2s) { open = true; perform(0s, cpu: 0) { open = false } } }
          button "Save" { after(1s) { if open { bad = true } } }
      """, "", "!A.bad"
    ),
    (
      "two events of one touch, and in their midst one of another",
      """
          var step = 0
          var bad = false
          button "Load" {
              after(2s) { step = 1 }
              after(1s) { after(1s) { if step == 2 { bad = true } } }
          }
          button "Save" { after(2s) { step = step == 1 ? 2 : 3 } }
      """, "", "!A.bad"
    ),
    (
      "two events of one touch in turns with two of another",
      """
          var log = ""
          button "Load" { after(2s) { log += "a" }; after(1s) { after(1s) { log += "c" } } }
          button "Save" { after(2s) { log += "b" }; after(1s) { after(1s) { log += "d" } } }
      """, "", "A.log != \"abcd\""
    ),
    (
      "a timer that would be in the midst of two others, and comes after them",
      """
          var open = false
          var bad = false
          button "Load" { after(2s) { open = true }; after(1s) { after(1s) { open = false } } }
          button "Save" { after(1s) { after(500ms) { if open { bad = true } } } }
      """, "", "!A.bad"
    ),
    (
      "timers that were begun before the app was suspended",
      """
          var log = ""
          on didFinishLaunching {
              after(1s) { after(7s) { log += "a" } }
              after(8s) { log += "b" }
              return true
          }
      """, ".home", "!A.isRunning || A.log != \"ab\""
    ),
    (
      "a timer and the moment at which the app is suspended",
      """
          var bad = false
          on didEnterBackground { after(3s) { bad = true } }
      """, ".home", "!A.isRunning || !A.bad"
    ),
  ]

  /// Whether the scenario that a search has found, if any, is confirmed by playing it.
  private func replays(_ result: ExplorationResult) -> Bool {
    result.counterexamples.allSatisfy(\.isReplayed)
  }

  @Test("What needs two events at one moment is decided as it is when played", arguments: meetings)
  func meets(name: String, app: String, row: String, property: String) async throws {
    let touches = ["Count", "Load", "Save"].filter { app.contains("\"\($0)\"") }
    let choices = touches.enumerated().map { number, label in
      "    \(number == 0 ? "choose" : "or") where \(label.lowercased()) < 1 "
        + "{ touch \"\(label)\"; \(label.lowercased()) += 1 }\n"
    }.joined()
    let variables = touches.map { "    var \($0.lowercased()) = 0\n" }.joined()
    let text = """
      app A {
      \(app)
      }
      explore "meeting", environment: [\(row)], disruptions: 1 {
      \(variables)    launch A
      \(choices)    always "no" { \(property) }
      }

      """
    let result = try await explored(text)
    #expect(result.restrictions == [] && replays(result), "\(ExplorationReport().text(of: result))")
    let naive = try NaiveExplorer(
      Script(SourceText(name: "meeting.rehearsal", text)),
      every: TimeSpan(nanoseconds: 500_000_000), disruptions: 1, states: 20_000)
    let shortest = naive.breaches.values.min { $0.lexicographicallyPrecedes($1) }
    #expect(result.counterexamples.first.map { [$0.disruptions, $0.steps] } == shortest)
  }

  /// An app that keeps when it was asked and when it answered, and what is said of both.
  private func answering(_ property: String, guarded guardText: String = "") async throws
    -> ExplorationResult
  {
    try await explored(
      """
      app A {
          var askedAt = nil
          var answeredAt = nil
          button "Ask" { if askedAt == nil { askedAt = now } }
          button "Answer" { if askedAt != nil && answeredAt == nil { answeredAt = now } }
          button "Late" { log "late" }
      }
      explore "answers", environment: [] {
          var late = false
          launch A
          choose { touch "Ask" }
          or { touch "Answer" }
          or where A.answeredAt != nil\(guardText) { touch "Late"; late = true }
          \(property)
      }
      """)
  }

  @Test("How far two stored times lie apart decides an `always`")
  func storedTimes() async throws {
    let span = "A.answeredAt - A.askedAt"
    let early = try await answering(
      "always \"in time\" { A.answeredAt == nil || \(span) < 5s }")
    #expect(
      early.counterexamples.first?.actions == [
        "touch \"Ask\"", "advance 5s", "touch \"Answer\"",
      ])
    let late = try await answering(
      "always \"later\" { A.answeredAt == nil || A.askedAt <= A.answeredAt }")
    #expect(late.verdict == .closed && late.restrictions == [])
    let exact = try await answering(
      "always \"never exactly\" { A.answeredAt == nil || \(span) != 5s }")
    #expect(exact.counterexamples.first?.actions[1] == "advance 5s")
    #expect([early, exact].allSatisfy(replays))
  }

  @Test("How far two stored times lie apart decides a condition and a `sometimes`")
  func storedTimesElsewhere() async throws {
    let guarded = " && A.answeredAt - A.askedAt > 5s"
    let found = try await answering("always \"never\" { !late }", guarded: guarded)
    #expect(
      found.counterexamples.first?.actions == [
        "touch \"Ask\"", "advance 6s", "touch \"Answer\"", "touch \"Late\"; late = true",
      ])
    let closed = try await answering(
      "always \"never\" { !late }", guarded: " && A.answeredAt - A.askedAt < 0s")
    #expect(closed.verdict == .closed && closed.restrictions == [])
    let reached = try await answering(
      "sometimes \"late\" { A.answeredAt != nil && A.answeredAt - A.askedAt >= 5s }")
    #expect(reached.verdict == .closed && reached.restrictions == [])
  }

  /// An app that takes a second payment as long as a mark says, if the first is some time ago.
  private func paying(_ comparison: String, mark: String) async throws -> ExplorationResult {
    try await explored(
      """
      app A {
          var last = nil
          var near = false
          var bad = false
          var timer = nil
          button "Pay" {
              if last != nil && now - last \(comparison) { return }
              if near { bad = true }
              last = now
              near = true
              timer?.invalidate()
              timer = after(\(mark)) { near = false }
          }
      }
      explore "paying", environment: [] {
          launch A
          choose { touch "Pay" }
          always "once" { !A.bad }
      }
      """)
  }

  @Test("A fault between two whole milliseconds is found, and one at a single moment")
  func partsOfAMillisecond() async throws {
    let between = try await paying("<= 2s", mark: "2001ms")
    #expect(
      between.counterexamples.first?.actions == [
        "touch \"Pay\"", "advance 2.0005s", "touch \"Pay\"",
      ])
    let exact = try await paying("< 2s", mark: "2001ms")
    #expect(exact.counterexamples.first?.actions[1] == "advance 2s")
    #expect([between, exact].allSatisfy(replays))
    for (comparison, mark) in [("< 2s", "1999ms"), ("<= 2s", "2000ms"), ("< 2s", "2s")] {
      let safe = try await paying(comparison, mark: mark)
      #expect(safe.verdict == .closed && safe.restrictions == [], "\(comparison) \(mark)")
    }
  }

  @Test(
    "Repeating timers of one period have a zone for each order in which they were begun",
    arguments: [(1, 2), (2, 5), (3, 16), (4, 65), (5, 326)])
  func repeatingTimers(count: Int, zones: Int) async throws {
    let buttons = (0..<count).map {
      "    var r\($0) = false\n    button \"B\($0)\" { if !r\($0) { r\($0) = true; every(10s) { } } }\n"
    }.joined()
    let choices = (0..<count).map {
      "    \($0 == 0 ? "choose" : "or") where !A.r\($0) { touch \"B\($0)\" }\n"
    }.joined()
    let result = try await explored(
      "app A {\n\(buttons)}\nexplore \"timers\", environment: [] {\n    launch A\n\(choices)"
        + "    always \"front\" { A.state == .active }\n}\n")
    #expect(result.verdict == .closed && result.restrictions == [])
    #expect(result.zones == zones)
    // A search of another kind has as many: fewer would be some that were not looked at.
    let automaton = TimedAutomaton(
      start: Set<Int>(), clocks: { begun in begun.sorted().map { ($0, 10) } },
      moves: { begun in
        (0..<count).filter { !begun.contains($0) }.map { (begun.union([$0]), [$0]) }
      },
      due: { ($0, [$1]) })
    #expect(automaton.zoneCount == zones)
  }
}
