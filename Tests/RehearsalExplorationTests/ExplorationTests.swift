// Searches of small apps: verdicts, lengths, printed scenarios, and that each of them replays.

import Rehearsal
import RehearsalExploration
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
    ("lost-draft", 8), ("lost-draft-mended", nil), ("forgotten-task", 6),
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

  @Test("Nothing shorter breaks an example than what is found", arguments: examples)
  func shortest(file: String, steps: Int?) async throws {
    let text = try Repository.text(of: "Examples/Explorations/\(file).rehearsal")
    let script = Script(SourceText(name: "test.rehearsal", text))
    let naive = try NaiveExplorer(script, actions: steps ?? 6)
    let shortest = naive.breaches.values.min {
      ($0.disruptions, $0.steps) < ($1.disruptions, $1.steps)
    }
    let found = try await explored(text).counterexamples.first
    #expect(shortest?.disruptions == found?.disruptions && shortest?.steps == found?.steps)
  }

  @Test("Two threads find the same, to the byte", arguments: examples)
  func threads(file: String, steps: Int?) async throws {
    let text = try Repository.text(of: "Examples/Explorations/\(file).rehearsal")
    var options = SearchOptions()
    options.threads = 2
    let report = ExplorationReport()
    let alone = report.text(of: try await explored(text))
    let together = report.text(of: try await explored(text, options))
    #expect(alone == together)
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
    #expect(result.counterexamples.first?.deeds == ["forceQuit Notes"])
    #expect(result.counterexamples.first?.isReplayed == true)
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
    #expect(result.counterexamples.map(\.deeds.count) == [2])
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
          after { }
      }
      """
    let exploration = try #require(
      Exploration.all(in: Script(SourceText(name: "a.rehearsal", text))).first)
    let result = try await exploration.search { progress in
      progress.states > 10 ? .interruption : nil
    }
    #expect(result.verdict == .boundHit(.interruption))
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
}
