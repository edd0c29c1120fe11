// Time in explorations: what needs a moment between deadlines is found, what is only a matter of how long
// is one state, and a proof says what it does not speak about.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Time in explorations")
struct ZoneTests {
  @Test("A fault that needs a touch where no deadline is near is found, in four lines")
  func window() async throws {
    let result = try await explored(
      """
      app Notes {
          var isOpen = false
          var isBad = false
          on didFinishLaunching {
              after 10s { isOpen = true }
              after 12s { isOpen = false }
              return true
          }
          button "Save" { after 4.7s { if isOpen { isBad = true } } }
      }
      explore "saving", environment: [] {
          launch Notes
          choose { touch "Save" }
          always "no save ends in the window" { !Notes.isBad }
      }
      """)
    let found = try #require(result.counterexamples.first)
    #expect(found.actions == ["advance 6s", "touch \"Save\"", "advance 4.7s"])
    #expect(found.steps == 4 && found.isReplayed)
  }

  /// Apps with repeating timers that come to the front and go, and their states and zones.
  static let lives: [(seconds: [Int], states: Int)] =
    [([10], 11), ([600], 11)]
    + (TestTier.isThorough
      ? [([10, 10], 77), ([1_000, 1_000], 77), ([10, 7], 909), ([600, 420], 877)] : [])

  @Test("Repeating timers close, and widening every time adds no state", arguments: lives)
  func timers(seconds: [Int], states: Int) async throws {
    let names = ["A", "B"].prefix(seconds.count)
    let apps = zip(names, seconds).map { name, seconds in
      "app \(name) { on didFinishLaunching { every(\(seconds)s) { }; return true } }\n"
    }.joined()
    let result = try await explored(
      apps + """
        explore "lives", environment: [.home, .launch] {
            \(names.reversed().map { "launch \($0)" }.joined(separator: "; "))
        }
        """)
    #expect(result.verdict == .closed && result.restrictions == [])
    #expect(result.states == states)
  }

  @Test("A timer of half an hour closes with the states of one of a minute")
  func sleepTimer() async throws {
    func result(_ span: String) async throws -> ExplorationResult {
      try await explored(
        """
        app Podcast {
            info { backgroundModes: [.audio] }
            var isPlaying = false
            button "Play" {
                if !isPlaying {
                    isPlaying = true
                    playAudio()
                    after \(span) { stopAudio(); isPlaying = false }
                }
            }
        }
        explore "falling asleep", environment: [.home, .launch] {
            launch Podcast
            choose { touch "Play" }
            sometimes "it stops" { Podcast.isRunning && !Podcast.isPlaying }
        }
        """)
    }
    let (minute, half) = (try await result("1min"), try await result("30min"))
    #expect(minute.verdict == .closed && half.verdict == .closed)
    #expect(minute.states == half.states && minute.zones == half.zones)
  }

  @Test("Places close, for only how far they are from the last one counts")
  func places() async throws {
    let result = try await explored(
      """
      app A {
          on didFinishLaunching { startMonitoringSignificantLocationChanges(); return true }
      }
      explore "places", environment: [.home, .location] { launch A }
      """)
    #expect(result.verdict == .closed)
  }

  @Test("A busy main thread is no end of it, and the verdict says how much waited")
  func queues() async throws {
    let result = try await explored(
      """
      app A { button "T" { work(5s) } }
      explore "queue", environment: [] { launch A; choose { touch "T" } }
      """)
    #expect(result.verdict == .closed && result.restrictions == [.messages(4)])
    #expect(result.verdictText == "CLOSED with at most 4 messages waiting")
  }

  @Test("Work that a suspension interrupts ties a proof to its moments")
  func stoppedWork() async throws {
    let result = try await explored(
      """
      app A { button "T" { perform(10s, cpu: 0) { } } }
      explore "work", environment: [.home], disruptions: 1 {
          var touches = 0
          launch A
          choose where touches < 1 { touch "T"; touches += 1 }
      }
      """)
    #expect(!result.restrictions.isEmpty)
  }

  @Test("A range of values is not laid out, and a search ends within a state")
  func range() async throws {
    var count = 0
    let exploration = try #require(
      Exploration.all(
        in: Script(
          SourceText(
            name: "a.rehearsal",
            """
            explore "range", environment: [] {
                var n = 0
                choose i in 0..<100_000_000 where i == n { n += 1 }
                always "few" { n < 2_000_000_000 }
            }
            """))
      ).first)
    let result = try await exploration.search { _ in
      count += 1
      return count > 1_000 ? .interruption : nil
    }
    #expect(result.verdict == .boundHit(.interruption) && result.states == 0)
  }

  @Test("What says nothing is no proof")
  func vacuous() async throws {
    let nothing = "app A { }\nexplore \"nothing\", environment: [] { launch A }"
    #expect(try await explored(nothing).verdict == .vacuous(.nothingPossible))
    let never = """
      app A { }
      explore "never", environment: [.home] { launch A; sometimes "it rings" { false } }
      """
    #expect(try await explored(never).verdict == .vacuous(.neverReached))
    let blind = "explore \"blind\", environment: [] { var n = false; choose { n = !n } }"
    #expect(try await explored(blind).verdict == .vacuous(.nothingLookedAt))
  }

  @Test("A call rings, is answered or declined; a VoIP push is reported or not")
  func calls() async throws {
    let call = try await explored(
      """
      device { os: 12 }
      app A { var rings = 0; on willResignActive { rings = 1 } }
      explore "calls", environment: [.call], disruptions: 1 {
          launch A
          sometimes "answered" { A.rings == 1 && A.state == .active }
      }
      """)
    #expect(call.verdict == .closedUpTo(disruptions: 1))
    let push = try await explored(
      """
      app Phone {
          info { backgroundModes: [.voip] }
          on didReceiveIncomingPush(payload, completion) { completion() }
      }
      explore "pushes", environment: [.voipPush], disruptions: 1 { launch Phone; press .home; advance 10s }
      """)
    #expect(push.verdict == .violated && push.counterexamples.allSatisfy { $0.isReplayed })
  }
}
