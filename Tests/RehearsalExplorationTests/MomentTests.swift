// Code that reads the time: a search follows comparisons of how long ago something was, and names
// whatever else is made of moments.

import Rehearsal
import RehearsalExploration
import TestSupport
import Testing

@Suite("Moments in explorations")
struct MomentTests {
  /// An app that locks itself where the user was away for more than a minute, or a hundred.
  private static func locking(after span: String, _ property: String) -> String {
    """
    app Bank {
        var leftAt = nil
        var isLocked = false
        on didEnterBackground { leftAt = now }
        on didBecomeActive {
            if leftAt != nil && now - leftAt > \(span) { isLocked = true }
            leftAt = nil
        }
    }
    explore "locking", environment: [.home] {
        launch Bank
        \(property)
    }
    """
  }

  @Test("A comparison with how long ago something was goes both ways")
  func bothWays() async throws {
    let result = try await explored(
      Self.locking(after: "60s", "always \"open\" { !Bank.isRunning || !Bank.isLocked }"))
    let found = try #require(result.counterexamples.first)
    #expect(found.actions == ["press .home", "advance 61s", "launch Bank"] && found.isReplayed)
    #expect(found.changes.contains { $0.hasPrefix("Bank.leftAt 0s") })
  }

  @Test(
    "It closes without a grid, and a hundred times the span adds no state",
    arguments: ["60s", "6000s"])
  func closes(span: String) async throws {
    let result = try await explored(
      Self.locking(after: span, "sometimes \"locked\" { Bank.isRunning && Bank.isLocked }"))
    #expect(result.verdict == .closed && result.restrictions == [])
    #expect([result.states, result.zones] == [7, 7])
  }

  @Test("The bank of the examples closes")
  func bank() async throws {
    let text = try Repository.text(of: "Examples/Apps/bank.rehearsal")
    let result = try await explored(text + "\nexplore \"bank\" { launch Bank }\n")
    #expect(result.verdict == .closed && result.restrictions == [.conditions(["isCaptured"])])
  }

  @Test("A moment may be kept, passed on by a function, stored, or lie ahead")
  func kept() async throws {
    let bodies = [
      ("last == nil || now - last > 5s", "last = now"),
      ("elapsed() >= 5s", "last = now"),
      ("disk[\"last\"] == nil || disk[\"last\"] + 5s < now", "disk[\"last\"] = now"),
      ("last == nil || now > last", "last = now + 5s"),
      ("last == nil || max(now - last, 1s) > 5s", "last = now"),
    ]
    for (condition, note) in bodies {
      let result = try await explored(
        """
        app Throttle {
            var last = nil
            var count = 0
            func elapsed() { return last == nil ? 1h : now - last }
            button "Ask" {
                if \(condition) {
                    \(note)
                    count = (count + 1) % 3
                }
            }
        }
        explore "throttle", environment: [] {
            var touches = 0
            launch Throttle
            choose { touch "Ask" }
            always "twice" { Throttle.count < 2 }
        }
        """)
      let found = try #require(result.counterexamples.first, "\(condition)")
      let wait = condition.contains(">=") ? "advance 5s" : "advance 6s"
      #expect(found.actions == ["touch \"Ask\"", wait, "touch \"Ask\""], "\(condition)")
      #expect(found.isReplayed, "\(condition)")
    }
  }

  @Test("What else code makes of moments is named, with the function that does")
  func named() async throws {
    let uses = [
      "(now - last) / 1s > 5.0", "int((now - last) / 1s) == 5", "\"\\(now)\" == \"5s\"",
      "now > 10s", "abs(now - last) > 5s", "now + last > 5s",
    ]
    for use in uses {
      let result = try await explored(
        """
        app A {
            var last = 0s
            var isLate = false
            button "Ask" {
                isLate = \(use)
                last = now
            }
        }
        explore "uses", environment: [] {
            launch A
            choose { touch "Ask" }
            always "runs" { A.isRunning }
        }
        """)
      #expect(
        result.verdictText.contains("which reads the time (test.rehearsal:4:"),
        "\(use): \(result.verdictText)")
    }
  }

  @Test("A span that code keeps between two moments ties a proof to them")
  func keptSpan() async throws {
    let result = try await explored(
      """
      app A {
          var last = nil
          var span = 0s
          button "Ask" {
              if last != nil { span = now - last }
              last = now
          }
      }
      explore "spans", environment: [] {
          launch A
          choose { touch "Ask" }
          always "runs" { A.isRunning }
      }
      """)
    #expect(
      result.verdictText
        == "CLOSED at the times tried for spans between two moments that code keeps")
  }

  @Test("A moment that is kept beside a timer is over when nothing asks for it any more")
  func timerBeside() async throws {
    let result = try await explored(
      """
      app A {
          var began = nil
          var last = nil
          var isLong = false
          on didFinishLaunching {
              began = now
              every(10s) { last = now }
              return true
          }
          button "Look" { isLong = now - began > 25s }
      }
      explore "beside", environment: [] {
          launch A
          choose { touch "Look" }
          sometimes "long" { A.isLong }
      }
      """)
    #expect(result.verdict == .closed && result.restrictions == [])
  }

  @Test("Choices after a comparison are tried on both of its sides")
  func choices() async throws {
    let result = try await explored(
      """
      app A {
          var last = nil
          var outcome = ""
          button "Ask" {
              let isLate = last != nil && now - last > 5s
              last = now
              choose { outcome = isLate ? "late" : "early" }
              or { outcome = isLate ? "late and lost" : "early and lost" }
          }
      }
      explore "choices", environment: [] {
          launch A
          choose { touch "Ask" }
          sometimes "late" { A.outcome == "late" }
          sometimes "late and lost" { A.outcome == "late and lost" }
          sometimes "early" { A.outcome == "early" }
          sometimes "early and lost" { A.outcome == "early and lost" }
      }
      """)
    #expect(result.verdict == .closed && result.neverReached == [])
  }
}
