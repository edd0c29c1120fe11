// What once made searches go on for ever, each with the script that showed it: what is over, piles up or
// only has another number is no state of its own, and what does grow is named.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("Explorations that close")
struct ClosingTests {
  /// Small apps with what may happen to them, how many states there are, and what a proof does not speak
  /// about.
  static let causes: [(name: String, text: String, states: Int, restrictions: [String])] = [
    (
      "fetches and pushes",
      """
      app A {
          info { backgroundModes: [.fetch, .remoteNotification] }
          on didFinishLaunching { setMinimumBackgroundFetchInterval(.minimum); return true }
          on performFetch(completion) { after 3s { completion(.noData) } }
          on didReceiveRemoteNotification(payload, completion) { after 4s { completion(.noData) } }
      }
      explore "g", environment: [.fetch, .push], disruptions: 4 { launch A }
      """, 3, []
    ),
    (
      "the end of a background period without tasks",
      "app A { }\nexplore \"i\", environment: [.home, .purge] { launch A }", 9, []
    ),
    (
      "overdue timers of suspended apps",
      """
      app A { on didFinishLaunching { every(10s) { }; return true } }
      app B { on didFinishLaunching { every(10s) { }; return true } }
      explore "d", environment: [.launch] { launch B; launch A }
      """, 17, []
    ),
    (
      "timers of three apps that are due together",
      """
      app A { on didFinishLaunching { every(10s) { }; return true } }
      app B { on didFinishLaunching { every(10s) { }; return true } }
      app C { on didFinishLaunching { every(10s) { }; return true } }
      explore "three", environment: [.launch] { launch C; launch B; launch A }
      """, 97, []
    ),
    (
      "the numbers of windows",
      """
      device { model: "iPad" }
      app A {
          scene { var n = 0; on didBecomeActive { n = 1 } }
      }
      explore "windows", environment: [.home, .forceQuit] { launch A }
      """, 12, []
    ),
    (
      "transfers that a missing network holds",
      """
      app A {
          on didFinishLaunching { load(); return true }
          func load() { download("https://a.example", takes: 5min, session: "s") { load() } }
      }
      explore "held", environment: [.network] { launch A }
      """, 4,
      [
        "at the times tried for work that paused while the app was suspended, "
          + "what is due after paused work, or after a span with a fraction of 0.01 ms"
      ]
    ),
    (
      "pictures of a display link",
      """
      app A {
          var n = 0
          button "Draw" { displayLink(60) { link in n = (n + 1) % 3 } }
      }
      explore "pictures", environment: [], disruptions: 0 {
          var touches = 0
          launch A
          choose where touches < 1 { touch "Draw"; touches += 1 }
      }
      """, 4,
      [
        "at the times tried for what is due after paused work, or after a span with a fraction of 0.01 ms"
      ]
    ),
  ]

  @Test("A search closes over", arguments: causes)
  func closes(name: String, text: String, states: Int, restrictions: [String]) async throws {
    let result = try await explored(text)
    #expect(result.verdict.isProof, "\(result.verdictText)")
    #expect(result.states == states)
    #expect(result.restrictions.map(\.description) == restrictions)
  }

  @Test(
    "Orders count where something reads them",
    arguments: [
      ("device.switcher.count < 9", ""), ("A.isRunning", "button \"Take\" { allocate(1MB) }"),
      ("A.isRunning", "button \"Play\" { playAudio() }"),
    ])
  func ordersOfApps(property: String, code: String) async throws {
    func states(_ property: String, _ code: String) async throws -> Int {
      let apps = ["A", "B", "C"].map {
        "app \($0) {\non didFinishLaunching { every(10s) { }; return true }\n\(code)\n}"
      }
      return try await explored(
        """
        \(apps.joined(separator: "\n"))
        explore "orders", environment: [.launch] {
            launch A; launch B; launch C
            always "p" { \(property) }
        }
        """
      ).states
    }
    #expect(try await states(property, code) > states("A.isRunning", ""))
  }

  @Test("Windows count by their numbers where code reads them")
  func numbersOfWindows() async throws {
    var options = SearchOptions()
    options.states = 40
    let result = try await explored(
      """
      device { model: "iPad" }
      app A {
          var last = ""
          scene { on didBecomeActive { last = scene.session.persistentIdentifier } }
      }
      explore "windows", environment: [.forceQuit] { launch A }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)))
  }

  /// What grows, by what, and where that stands.
  static let growths: [(text: String, growth: [String])] = [
    (
      """
      app A { var position = 0s; on didFinishLaunching { every(1s) { position += 1s }; return true } }
      explore "position", environment: [] { launch A }
      """, ["A.position", "advance 1s", "test.rehearsal:1:64", "position += 1s"]
    ),
    (
      """
      app A { button "Keep" { disk["all"] = (disk["all"] ?? []) + [1] } }
      explore "disk", environment: [] {
          launch A
          choose { touch "Keep" }
      }
      """, ["A.disk[\"all\"]", "touch \"Keep\"", "test.rehearsal:4:14", "touch \"Keep\""]
    ),
    (
      """
      app A { button "Wait" { every(1h) { } } }
      explore "timers", environment: [] {
          launch A
          choose { touch "Wait" }
      }
      """, ["timers of A", "touch \"Wait\"", "test.rehearsal:4:14", "touch \"Wait\""]
    ),
  ]

  @Test("A bound names what grows, by what, and where that stands", arguments: growths)
  func growth(text: String, growth: [String]) async throws {
    var options = SearchOptions()
    options.states = 24
    options.explanationMilliseconds = 0
    let result = try await explored(text, options)
    let found = try #require(result.growing.first)
    #expect([found.name, found.action, found.place ?? ""] == Array(growth.prefix(3)))
    // The line that is named has what makes it grow.
    let place = (found.place ?? "").split(separator: ":").compactMap { Int($0) }
    let line = text.split(separator: "\n", omittingEmptySubsequences: false)[place[0] - 1]
    #expect(line.dropFirst(place[1] - 1).hasPrefix(growth[3]))
    let lines = ExplorationReport().text(of: result)
    #expect(
      lines.contains("  grows without bound: \(growth[0]), by `\(growth[1])` (\(growth[2]))\n"))
    #expect(
      lines.contains("  the longest way so far has ")
        && lines.contains("  to try: keep \(growth[0]) bounded"))
  }

  @Test("A search that something keeps from its end is ended for that, without a bound of its own")
  func endlessGrowth() async throws {
    let text = """
      app A { var n = 0; var isOn = false; button "Add" { n += 1 }; button "Switch" { isOn = !isOn } }
      explore "adds", environment: [] {
          launch A
          choose { touch "Add" } or { touch "Switch" }
      }
      """
    var options = SearchOptions()
    options.statesOfGrowth = 64
    let result = try await explored(text, options)
    #expect(result.verdict == .boundHit(.growth) && result.growing.map(\.name) == ["A.n"])
  }

  @Test("What another thread stops names what grows as well")
  func growthOfStopped() throws {
    let script = Script(SourceText(name: "test.rehearsal", Self.growths[2].text))
    let exploration = try #require(Exploration.all(in: script).first)
    let flag = CancellationFlag()
    var looks = 0
    var options = SearchOptions()
    options.explanationMilliseconds = 0
    let result = try exploration.result(of: options, cancellation: flag) { _ in
      looks += 1
      if looks == 60 { flag.cancel() }
      return flag.isCancelled ? .time(.seconds(1)) : nil
    }
    #expect(result.verdict == .boundHit(.time(.seconds(1))))
    #expect(result.growing.map(\.name) == ["timers of A"])
  }

  @Test(
    "Lists that hold each other are looked at for a bounded time",
    .enabled(if: TestTier.isThorough))
  func nestedLists() async throws {
    var options = SearchOptions()
    options.states = 200
    let result = try await explored(
      """
      explore "lists", environment: [] {
          var all = []
          choose { all = [all, all] }
          always "few" { all.count < 3 }
      }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)) && result.states >= 200)
  }

  @Test(
    "More lines than a number of sixteen bits holds are counted, and none is taken for another",
    .enabled(if: TestTier.isThorough))
  func manyLines() async throws {
    var options = SearchOptions()
    options.events = 100_000
    let lines = Array(repeating: "n += 1", count: 1_000).joined(separator: "\n")
    let result = try await explored(
      """
      explore "lines", environment: [] {
          var n = 0
          choose {
      \(lines)
          }
          always "few" { n < 70000 }
      }
      """, options)
    let found = try #require(result.counterexamples.first)
    #expect(found.isReplayed && found.actions.count == 70 && found.steps > 70_000)
  }

  @Test("Of several faults at one distance each is told with the same words every time")
  func severalFaults() async throws {
    let text = """
      app A {
          var last = ""
          button "X" { last = "x" }
          button "Y" { last = "y" }
      }
      explore "faults", environment: [.home] {
          launch A
          choose { touch "Y" }
          or { touch "X" }
          always "no x" { !A.isRunning || A.last != "x" }
          always "no y" { !A.isRunning || A.last != "y" }
          always "short" { !A.isRunning || A.last.count < 1 }
      }
      """
    let results = [try await explored(text), try await explored(text)]
    let told = results.map { $0.counterexamples.map { [$0.title, "\($0.steps)"] + $0.actions } }
    let expected = [
      ["“no y”", "2", "touch \"Y\""], ["“short”", "2", "touch \"Y\""],
      ["“no x”", "2", "touch \"X\""],
    ]
    #expect(told == [expected, expected])
    let texts = results.map { ExplorationReport().text(of: $0) }
    #expect(texts[0] == texts[1])
  }

  @Test("The use of the processor is named, which grows by small steps")
  func processorUse() async throws {
    var options = SearchOptions()
    options.states = 60
    let result = try await explored(
      """
      app A { on didEnterBackground { perform(2s, cpu: 1) { } } }
      explore "work", environment: [.home] { launch A }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)))
    #expect(result.restrictions.map(\.description).joined().contains("`perform(…, cpu: 0)`"))
  }

  @Test("Where the clock is read, the report says where")
  func clock() async throws {
    var options = SearchOptions()
    options.states = 60
    let result = try await explored(
      """
      app A { var left = ""; on didEnterBackground { left = date } }
      explore "clock", environment: [.home] { launch A }
      scenario "another" { expect now == 0s }
      """, options)
    #expect(ExplorationReport().text(of: result).contains("(test.rehearsal:1:55)"))
  }

  @Test("A search is stopped in the middle of a handler")
  func stoppedHandler() throws {
    var limits = RunLimits()
    limits.app.instructions = .max
    let text = """
      app A { button "Loop" { while true { } } }
      explore "loops", environment: [] {
          launch A
          choose { touch "Loop" }
      }
      """
    let script = Script(SourceText(name: "a.rehearsal", text), limits: limits)
    let exploration = try #require(Exploration.all(in: script).first)
    let flag = CancellationFlag()
    var looks = 0
    let result = try exploration.result(of: SearchOptions(), cancellation: flag) { _ in
      looks += 1
      // The next action is the touch, which nothing else ends.
      flag.cancel()
      return looks > 1 ? .time(.seconds(1)) : nil
    }
    #expect(result.verdict == .boundHit(.time(.seconds(1))))
  }

  @Test("Of more than twenty levels each tenth is shown")
  func levels() async throws {
    let result = try await explored(
      """
      explore "levels", environment: [] {
          var n = 0
          choose disruption where n < 45 { n += 1 }
          always "few" { n < 50 }
      }
      """)
    let lines = ExplorationReport().text(of: result).split(separator: "\n")
    let shown = lines.compactMap { Int($0.split(separator: " ").first ?? "") }
    #expect(shown == Array(0..<20) + [20, 30, 40, 45])
  }

  @Test("The sound goes another way where an app plays")
  func audioRoute() async throws {
    let result = try await explored(
      """
      app A {
          var route = nil
          on notification(.audioSessionRouteChange, info) { route = info.reason }
          button "Play" { playAudio() }
      }
      explore "routes" , environment: [.audioRoute] {
          launch A
          choose { touch "Play" }
          always "it is the speaker" { A.route != .oldDeviceUnavailable }
      }
      """)
    let found = try #require(result.counterexamples.first)
    #expect(
      found.actions == ["touch \"Play\"", "plugInHeadphones()", "unplugHeadphones()"]
        && found.isReplayed)
  }
}
