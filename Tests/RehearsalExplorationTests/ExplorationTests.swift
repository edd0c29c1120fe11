// Searches of small apps: verdicts, lengths, printed scenarios, and that each of them replays.

import Rehearsal
import RehearsalExploration
import RehearsalLifecycle
import RehearsalNativeApps
import RehearsalSyntax
import TestSupport
import Testing

/// The result of the first exploration of a script.
func explored(
  _ text: String, name: String = "test.rehearsal", _ options: SearchOptions = SearchOptions()
) async throws -> ExplorationResult {
  let script = Script(SourceText(name: name, text))
  let exploration = try #require(
    Exploration.all(in: script).first, "\(script.diagnostics.map(\.message))")
  return try await exploration.search(options)
}

@Suite("Explorations")
struct ExplorationTests {
  /// The examples: their verdict, and how many lines the shortest scenario has.
  static let examples: [(file: String, steps: Int?)] = [
    ("lost-draft", 8), ("lost-draft-mended", nil), ("forgotten-task", 4),
    ("forgotten-task-mended", nil), ("double-timer", 3), ("double-timer-mended", nil),
    ("late-cover", 2), ("late-cover-mended", nil),
  ]

  @Test("An example has the fault that it is about, or none", arguments: examples)
  func example(file: String, steps: Int?) async throws {
    let text = try Repository.text(of: "Examples/Explorations/\(file).rehearsal")
    let result = try await explored(text)
    #expect(result.verdict == (steps == nil ? .closed : .violated))
    #expect(result.counterexamples.first?.steps == steps)
    #expect(result.counterexamples.allSatisfy { $0.isReplayed })
    #expect(result.neverReached == [])
  }

  @Test("What a baseline knows of an exploration breaks nothing, and what is behind it is found")
  func baseline() async throws {
    let text = """
      explore "counting", environment: [] {
          var count = 0
          choose { count = (count + 1) % 5 }
          always "below two" { count < 2 }
          always "below four" { count < 4 }
      }
      """
    let first = try await explored(text)
    #expect(first.counterexamples.map(\.title) == ["“below two”"])
    var options = SearchOptions()
    for finding in first.found { options.baseline.add(finding) }
    let behind = try await explored(text, options)
    #expect(
      behind.counterexamples.map(\.title) == ["“below four”"] && behind.known == ["“below two”"])
    for finding in behind.found { options.baseline.add(finding) }
    let all = try await explored(text, options)
    #expect(all.verdict == .closed && all.known == ["“below two”", "“below four”"])
    #expect(try await explored(text, name: "other.rehearsal", options).verdict == .violated)
  }

  @Test("Nothing shorter breaks an example than what is found", arguments: examples)
  func shortest(file: String, steps: Int?) async throws {
    // One wait goes over several choices, and the naive explorer waits for each by itself.
    guard let steps, file != "forgotten-task" else { return }
    let text = try Repository.text(of: "Examples/Explorations/\(file).rehearsal")
    let script = Script(SourceText(name: "test.rehearsal", text))
    let found = try #require(try await explored(text).counterexamples.first)
    let naive = try NaiveExplorer(
      script, every: TimeSpan(nanoseconds: 500_000_000), disruptions: found.disruptions)
    let shortest = naive.breaches.values.min { $0.lexicographicallyPrecedes($1) }
    #expect(shortest == [found.disruptions, found.steps] && found.steps == steps)
  }

  @Test("Spans a hundred times as long do not add a state")
  func widerSpans() async throws {
    func text(_ factor: Int) -> String {
      """
      app Notes {
          var late = false
          on didEnterBackground { after \(factor)s { late = true } }
          on willEnterForeground { late = false }
      }
      explore "waiting", environment: [], disruptions: 1 {
          launch Notes
          choose disruption where Notes.state == .active {
              press .home
              advance \(5 * factor)s
          }
          or where Notes.state != .active { launch Notes }
      }
      """
    }
    let narrow = try await explored(text(1))
    let wide = try await explored(text(100))
    #expect(narrow.states == wide.states && narrow.transitions == wide.transitions)
  }

  @Test("Apps and variables that nothing reads change no length")
  func bystanders() async throws {
    let text = try Repository.text(of: "Examples/Explorations/lost-draft.rehearsal")
    let more = """
      let a = 1
      var b = 2
      app Other { var c = 3; on didEnterBackground { c += 1 } }
      app Third { }

      """
    let alone = try await explored(text)
    let among = try await explored(more + text)
    #expect(alone.counterexamples.map(\.steps) == among.counterexamples.map(\.steps))
    #expect(alone.counterexamples.map(\.scenario) == among.counterexamples.map(\.scenario))
  }

  @Test("What is refused does not take place, and neither do its assignments")
  func refusals() async throws {
    let result = try await explored(
      """
      app Notes { }
      explore "locked", environment: [] {
          var touched = 0
          choose where touched < 2 { touched += 1; launch Notes; press .lock }
          always "one at most" { touched < 2 }
          sometimes "one" { touched == 1 }
      }
      """)
    #expect(result.verdict == .closed)
    #expect(result.neverReached == [])
  }

  @Test("What follows actions sees them, and the values before")
  func observers() async throws {
    let result = try await explored(
      """
      app Notes { }
      explore "deaths", environment: [.home, .forceQuit] {
          var deaths = 0
          var last = nil
          launch Notes
          after {
              if old(Notes.isRunning) && !Notes.isRunning { deaths += 1 }
              last = action.name
          }
          always "no death" { deaths == 0 }
      }
      """)
    #expect(result.verdict == .violated)
    #expect(result.counterexamples.first?.actions == ["forceQuit Notes"])
    #expect(result.counterexamples.first?.isReplayed == true)
  }

  @Test("What follows actions hears of the wait before one, which is no action at once")
  func observedWait() async throws {
    let result = try await explored(
      """
      app Notes {
          var isLate = false
          on didFinishLaunching { after(60s) { isLate = true }; return true }
          button "Save" { }
      }
      explore "waits", environment: [] {
          var last = nil
          var follows = false
          launch Notes
          choose where !follows { touch "Save" }
          after {
              follows = action.name == .choose && last == .advance
              last = action.name
          }
          always "no touch after a wait" { !follows || Notes.isLate }
      }
      """)
    #expect(result.verdict == .violated)
    #expect(result.counterexamples.first?.actions.count == 2)
    #expect(result.counterexamples.first?.isReplayed == true)
  }

  @Test("What reads how long a wait was is named, since others were not tried")
  func observedSpan() async throws {
    let result = try await explored(
      """
      app Notes {
          on didFinishLaunching { after(60s) { }; return true }
          button "Save" { }
      }
      explore "waits", environment: [] {
          var isLong = false
          launch Notes
          choose { touch "Save" }
          after { isLong = action.name == .advance && action["arguments"][0] == 31s }
          always "no wait of 31 s" { !isLong }
      }
      """)
    #expect(result.verdict == .closed)
    #expect(result.restrictions == [.moments(of: ["what arguments reads"])])
  }

  @Test("An `expect` of an alternative must hold, and its scenario replays")
  func expectations() async throws {
    let result = try await explored(
      """
      explore "counting", environment: [] {
          var count = 0
          choose i in 1...3 where count < 4 { count += i; expect count != 4 }
      }
      """)
    #expect(result.verdict == .violated)
    #expect(result.counterexamples.map(\.actions.count) == [2])
    #expect(result.counterexamples.first?.isReplayed == true)
  }

  @Test("A budget is no proof")
  func budgets() async throws {
    let counting = """
      explore "counting", environment: [] {
          var count = 0
          choose { count += 1 }
      }
      """
    var options = SearchOptions()
    options.states = 100
    #expect(try await explored(counting, options).verdict == .boundHit(.budget(.states)))
    options = SearchOptions()
    options.events = 20
    #expect(try await explored(counting, options).verdict == .boundHit(.budget(.events)))
  }

  @Test(
    "Budgets a hundred times as wide do not add a state, with an app and without",
    arguments: [true, false])
  func widerBudgets(hasApp: Bool) async throws {
    let text = """
      app Notes {
          var draft = 0
          button "Type" { draft = (draft + 1) % 3 }
          on didEnterBackground { after 2s { draft = 0 } }
      }
      explore "drafts", environment: [.home, .purge], disruptions: 2, states: STATES, events: EVENTS {
          var typed = 0
          var marks = [0, 0]
          launch Notes
          choose { touch "Type"; typed = (typed + 1) % 4 }
      }
      """
    let marks = """
      explore "marks", environment: [], states: STATES, events: EVENTS {
          var marks = [0, 0, 0]
          choose i in 0..<3 { marks[i] = (marks[i] + 1) % 5 }
          always "three" { marks.count == 3 }
      }
      """
    func result(_ factor: Int) async throws -> ExplorationResult {
      var options = SearchOptions()
      options.states = 10_000 * factor
      options.events = 200 * factor
      return try await explored(
        (hasApp ? text : marks).replacing("STATES", with: "\(9_000 * factor)")
          .replacing("EVENTS", with: "\(100 * factor)"), options)
    }
    let (narrow, wide) = (try await result(1), try await result(100))
    #expect(narrow.verdict == (hasApp ? .closedUpTo(disruptions: 2) : .closed))
    #expect(narrow.states > 100)
    #expect(ExplorationReport().text(of: narrow) == ExplorationReport().text(of: wide))
    #expect(narrow.transitions == wide.transitions && narrow.diameter == wide.diameter)
  }

  @Test("What breaks after more disruptions than a path may hold does not count")
  func disruptionBound() async throws {
    func verdict(_ disruptions: Int) async throws -> Verdict {
      try await explored(
        """
        app Notes { }
        explore "staying", environment: [.home], disruptions: \(disruptions) {
            launch Notes
            always "in front" { Notes.state == .active }
        }
        """
      ).verdict
    }
    #expect(try await verdict(0) == .closedUpTo(disruptions: 0))
    #expect(try await verdict(1) == .violated)
  }

  @Test("An error in what looks is an error, and never false")
  func errors() async throws {
    await #expect(throws: ScriptError.self) {
      try await explored(
        """
        app Notes { var draft = "" }
        explore "dead", environment: [.forceQuit] {
            launch Notes
            always "empty" { Notes.draft == "" }
        }
        """)
    }
  }

  @Test("Whoever started a search can end it")
  func interruption() async throws {
    let text = """
      explore "counting", environment: [] {
          var count = 0
          choose { count += 1 }
      }
      """
    let exploration = try #require(
      Exploration.all(in: Script(SourceText(name: "a.rehearsal", text))).first)
    let result = try await exploration.search { progress in
      progress.states > 10 ? .interruption : nil
    }
    #expect(result.verdict == .boundHit(.interruption))
  }

  @Test("A bound names what grows without end")
  func growth() async throws {
    var options = SearchOptions()
    options.states = 200
    let result = try await explored(
      """
      explore "counting", environment: [] {
          var rounds = 0
          var hour = 0
          choose { rounds += 1; hour = (hour + 1) % 12 }
      }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)))
    #expect(result.growing.map(\.name) == ["rounds"])
  }

  @Test("A bound does not name what comes round again, however slowly")
  func slowCycles() async throws {
    var options = SearchOptions()
    options.states = 150
    let result = try await explored(
      """
      explore "counting", environment: [] {
          var rounds = 0
          var laps = [0, 0]
          var day = 0
          var full = 0
          choose { rounds += 1 }
          or { laps[1] += 2 }
          or { day = (day + 1) % 1000 }
          or where full < 900 { full += 1 }
      }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)))
    #expect(Set(result.growing.map(\.name)).isSubset(of: ["rounds", "laps[1]"]))
  }

  @Test("What was never met is told")
  func neverMet() async throws {
    let result = try await explored(
      """
      app Notes {
          on didBecomeActive { }
          on willTerminate { }
      }
      explore "short", environment: [] {
          launch Notes
          sometimes "it rings" { false }
          sometimes "it runs" { Notes.isRunning }
      }
      """)
    #expect(result.neverReached == ["it rings"])
    #expect(result.handlersNeverRun == ["willTerminate"])
  }

  @Test("What takes more disruptions than are allowed is not reached", arguments: [0, 1])
  func beyondTheBound(disruptions: Int) async throws {
    let result = try await explored(
      """
      app Notes { on didEnterBackground { } }
      explore "short", disruptions: \(disruptions) {
          launch Notes
          sometimes "it is left" { Notes.state == .background }
      }
      """)
    #expect(result.neverReached == (disruptions == 0 ? ["it is left"] : []))
    #expect(result.handlersNeverRun == (disruptions == 0 ? ["didEnterBackground"] : []))
  }

  @Test("Built-in properties hold unless they are allowed to be broken", arguments: [true, false])
  func builtIns(isAllowed: Bool) async throws {
    let result = try await explored(
      """
      app Notes { button "Crash" { fatalError("no") } }
      explore "crashes", environment: []\(isAllowed ? ", allowing: [.crash]" : "") {
          launch Notes
          choose { touch "Crash" }
      }
      """)
    #expect(result.verdict == (isAllowed ? .closed : .violated))
    #expect(result.counterexamples.allSatisfy { $0.isReplayed })
  }

  @Test("A kill for a forbidden use replays, whatever the use was")
  func misuse() async throws {
    let result = try await explored(
      """
      app Cruncher {
          info { backgroundModes: [.audio] }
          on didEnterBackground { playAudio() }
          button "All" { perform(1h, cpu: 1) { } }
      }
      explore "crunching", environment: [.home] {
          launch Cruncher
          touch "All"
      }
      """)
    let found = try #require(result.counterexamples.first)
    #expect(found.scenario.contains("was ended for its own fault: cpu") && found.isReplayed)
  }

  @Test("A delegate that is a hashable structure is part of the state")
  func nativeDelegates() async throws {
    var host = ScriptHost()
    try host.install("Notes") { DraftDelegate() }
    let text = """
      explore "what was typed is never lost", environment: [.home, .purge] {
          var typed = false
          launch Notes
          choose where !typed { touch "Type"; typed = true }
          always "the draft is there" { Notes.state != .active || Notes.hasDraft == typed }
      }
      """
    let script = Script(SourceText(name: "test.rehearsal", text), host: host)
    let exploration = try #require(
      Exploration.all(in: script).first, "\(script.diagnostics.map(\.message))")
    let result = try await exploration.search()
    let found = try #require(result.counterexamples.first)
    #expect(found.actions.suffix(2) == ["purge Notes", "launch Notes"] && found.isReplayed)
  }

  @Test("What a delegate holds and does not expose tells states apart")
  func hiddenMemory() async throws {
    var host = ScriptHost()
    try host.install("Notes") { DraftDelegate() }
    let text = """
      explore "typing", environment: [] {
          launch Notes
          choose { touch "Type" }
          sometimes "often" { Notes.isOften }
      }
      """
    let script = Script(SourceText(name: "test.rehearsal", text), host: host)
    let exploration = try #require(Exploration.all(in: script).first)
    let result = try await exploration.search()
    #expect(result.states == 4 && result.neverReached.isEmpty)
  }
}

/// An app in Swift that keeps its draft in memory only.
private struct DraftDelegate: ApplicationDelegate, Hashable {
  static var exposed: Exposed {
    ["hasDraft": { $0.touchCount > 0 }, "isOften": { $0.touchCount == 3 }]
  }
  static var controls: [String] { ["Type"] }

  var touchCount = 0

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    touchCount = min(3, touchCount + 1)
  }
}
