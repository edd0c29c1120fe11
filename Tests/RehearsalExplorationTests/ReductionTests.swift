// Reductions: with each of them, and with all, a search comes to the same verdict and finds the same
// things at the same lengths.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Reductions")
struct ReductionTests {
  /// What a search came to, as far as reductions keep it; nil where a bound ended it.
  private func findings(
    _ exploration: Exploration, _ reductions: Set<Reduction>
  ) async throws -> [String]? {
    var options = SearchOptions()
    options.reductions = reductions
    options.stopsAtViolation = false
    options.states = 30
    let result = try await exploration.search(options)
    guard result.levels.last?.bound == nil else { return nil }
    #expect(Set(result.reductions) == reductions.subtracting([.symmetry]))
    // What is merged may close where the whole space goes on.
    return [result.verdict == .violated ? "violated" : "closed"]
      + result.counterexamples.map { "\($0.title) \($0.disruptions) \($0.steps)" }.sorted()
      + result.neverReached
  }

  @Test("Five hundred random apps", arguments: 0..<10 as Range<UInt64>)
  func randomApps(part: UInt64) async throws {
    var comparisonCount = 0
    for seed in part * 50..<(part + 1) * 50 {
      let text = RandomApp(seed).text.replacing("disruptions: 2", with: "disruptions: 1")
      let script = Script(SourceText(name: "random.rehearsal", text))
      let exploration = try #require(Exploration.all(in: script).first)
      guard let whole = try await findings(exploration, []) else { continue }
      comparisonCount += 1
      // Each reduction by itself in some, all of them together in others.
      let kinds = Reduction.allCases.map { [$0] } + [Set(Reduction.allCases)]
      let reductions = kinds[Int(seed) % kinds.count]
      let reduced = try await findings(exploration, reductions)
      #expect(reduced == whole, "seed \(seed) \(reductions)\n\(text)")
    }
    #expect(comparisonCount > 10)
  }

  /// What a search of apps that are alike came to, whichever of them it is, and how many states it
  /// had; nil where a bound ended it.
  private func outcome(
    _ exploration: Exploration, _ reductions: Set<Reduction>
  ) async throws -> (findings: [String: [Int]], states: Int)? {
    var options = SearchOptions()
    options.reductions = reductions
    options.stopsAtViolation = false
    options.states = 64
    let result = try await exploration.search(options)
    guard result.levels.last?.bound == nil else { return nil }
    #expect(Set(result.reductions) == reductions)
    var findings = ["reached": [result.neverReached.count], "violated": [0]]
    if result.verdict == .violated { findings["violated"] = [1] }
    for counterexample in result.counterexamples {
      let title = counterexample.title.replacing("One", with: "an app")
        .replacing("Two", with: "an app")
      let distance = [counterexample.disruptions, counterexample.steps]
      if let known = findings[title], known.lexicographicallyPrecedes(distance) { continue }
      findings[title] = distance
    }
    return (findings, result.states)
  }

  @Test("Five hundred random pairs of apps that are alike", arguments: 0..<10 as Range<UInt64>)
  func randomTwins(part: UInt64) async throws {
    var (comparisonCount, mergedCount) = (0, 0)
    for seed in part * 50..<(part + 1) * 50 {
      let text = RandomTwins(seed).text
      let script = Script(SourceText(name: "twins.rehearsal", text))
      let exploration = try #require(Exploration.all(in: script).first, "\(text)")
      let reductions: Set<Reduction> =
        seed.isMultiple(of: 5) ? Set(Reduction.allCases) : [.symmetry]
      guard let whole = try await outcome(exploration, []) else { continue }
      comparisonCount += 1
      let reduced = try #require(try await outcome(exploration, reductions))
      #expect(reduced.findings == whole.findings, "seed \(seed) \(reductions)\n\(text)")
      #expect(reduced.states <= whole.states)
      if reduced.states < whole.states { mergedCount += 1 }
    }
    #expect(comparisonCount > 10 && mergedCount > 5, "\(comparisonCount), \(mergedCount)")
  }

  private func count(_ text: String, _ reductions: Set<Reduction>) async throws -> Int {
    var options = SearchOptions()
    options.reductions = reductions
    options.states = 500
    options.disruptions = 0
    return try await explored(text, options).states
  }

  @Test("What nothing reads tells no states apart, in the exploration and in apps")
  func unreadVariables() async throws {
    let text = """
      app Notes {
          var presses = 0
          var last = ""
          var draft = 0
          button "Type" {
              presses += 1
              last = "\\(draft)"
              draft = (draft + 1) % 3
          }
      }
      explore "typing", environment: [] {
          var typed = 0
          launch Notes
          choose { touch "Type"; typed += 1 }
          always "small" { Notes.draft < 3 }
      }
      """
    #expect(try await count(text, []) == 500)
    #expect(try await count(text, [.unreadVariables]) == 3)
  }

  @Test(
    "What something reads does tell states apart",
    arguments: [
      "always \"small\" { typed < 9 }", "or where typed > 2 { typed = 0 }",
      "after { if typed == 4 { typed = 0 } }", "or { expect typed < 9 }",
    ])
  func readVariables(part: String) async throws {
    let text = """
      explore "typing", environment: [] {
          var typed = 0
          choose { typed = (typed + 1) % 5 }
          \(part)
      }
      """
    #expect(try await count(text, [.unreadVariables]) == (try await count(text, [])))
  }

  /// An exploration of two apps that may change places, with something that may tell them apart.
  private func twins(
    body: String = "", other: String? = nil, info: String = "", part: String = "", own: String = "",
    file: String = ""
  ) -> String {
    let app = { (body: String) in
      "{ \(info)\n var n = 0\n var kept = nil\n button \"A\" { n = 1 - n }\n \(body) }"
    }
    return """
      device { os: 17 }
      \(file)
      app One \(app(body))
      app Two \(app(other ?? body))
      explore "twins", environment: [.launch] {
          \(own)
          launch Two
          launch One
          choose { touch "A" }
          \(part)
      }
      """
  }

  @Test(
    "Apps that are alike are one",
    arguments: [
      "", "on didEnterBackground { disk[\"n\"] = n }", "on didBecomeActive { kept = { n = 0 } }",
      "func add(by) { n = (n + by) % 2 }\n on willResignActive { add(1) }",
      "on willResignActive { show shared(n) }",
    ])
  func alikeApps(body: String) async throws {
    let text = twins(body: body, file: "func shared(n) { return n == 0 ? \"a\" : \"b\" }")
    let whole = try await count(text, [])
    let merged = try await count(text, [.symmetry])
    #expect(whole < 500 && merged * 3 < whole * 2, "\(merged) of \(whole)")
  }

  @Test("What tells apps apart leaves them two")
  func distinctApps() async throws {
    let texts = [
      twins(other: "on didBecomeActive { n = 0 }"),
      twins(
        body: "on didEnterBackground { work(1s) }", other: "on didEnterBackground { work(2s) }"),
      twins(part: "always \"small\" { Two.state != .active || Two.n < 2 }"),
      twins(part: "or where One.isRunning { press .home }"),
      twins(part: "or { launch Two }"),
      twins(part: "always \"some\" { device.frontmost != nil || device.isLocked }"),
      twins(part: "always \"held\" { held != nil }", own: "let held = Two"),
      twins(part: "after { }"),
      twins(body: "on willResignActive { requestPermission(.contacts) { granted in } }"),
      twins(body: "on willResignActive { n = random(0...1) }"),
      twins(body: "on willResignActive { openURL(\"twin://\") }"),
      twins(info: "info { urlSchemes: [\"twin\"] }"),
      twins(body: "scene { on didBecomeActive { } }"),
    ]
    for text in texts {
      var options = SearchOptions()
      options.reductions = [.symmetry]
      options.states = 20
      let result = try await explored(text, options)
      #expect(result.reductions == [], "\(text)")
    }
  }

  @Test("Where memory can be short, it counts which process was started first")
  func starts() async throws {
    let plain = try await count(twins(), [.symmetry])
    let pressed = try await count(twins(part: "or where false { pressure 1MB }"), [.symmetry])
    #expect(plain < pressed)
  }

  @Test("States in which only one thing can happen are passed through")
  func forcedMoves() async throws {
    let text = """
      app Player {
          var second = 0
          on didFinishLaunching { tick() }
          func tick() { after 1s { second = (second + 1) % 6; tick() } }
      }
      explore "playing", environment: [] {
          launch Player
          sometimes "in the middle" { Player.second == 3 }
      }
      """
    #expect(try await count(text, []) == 7)
    #expect(try await count(text, [.forcedMoves]) == 2)
  }

  @Test("A bound names what grows without end", arguments: [true, false])
  func growth(isPlain: Bool) async throws {
    var options = SearchOptions()
    options.states = 200
    let result = try await explored(
      """
      explore "counting", environment: [] {
          var rounds = 0
          var hour = 0
          choose { rounds += 1; hour = (hour + 1) % 12 }
          \(isPlain ? "" : "after { }")
      }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)))
    #expect(result.growingVariables == ["rounds"])
  }

  @Test("A bound does not name what comes round again, however slowly", arguments: [true, false])
  func slowCycles(isPlain: Bool) async throws {
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
          \(isPlain ? "" : "after { }")
      }
      """, options)
    #expect(result.verdict == .boundHit(.budget(.states)))
    #expect(Set(result.growingVariables).isSubset(of: ["rounds", "laps[1]"]))
  }
}
