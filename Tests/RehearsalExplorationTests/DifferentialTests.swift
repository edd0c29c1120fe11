// The search against the naive explorer, over random small apps: both see the same states, take the
// same actions, and find the same faults at the same lengths; and every scenario that is found
// replays.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import Testing

/// Random numbers from a seed.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// A small app and what may happen to it, made of pieces by chance.
private struct RandomApp {
  let text: String

  init(_ seed: UInt64) {
    var random = Seeded(seed)
    let effects = [
      "n = (n + 1) % 3", "n = 0", "disk[\"n\"] = n", "n = disk[\"n\"] ?? 0", "show \"cover\"",
      "choose { n = 0 }\n        or { n = 2 }", "n = oneOf(0, 1)",
      "if n == 2 { fatalError(\"two\") }", "after 1s { n = 0 }",
      "let task = beginBackgroundTask(\"t\")",
    ]
    let handlers = [
      "didFinishLaunching", "didBecomeActive", "willResignActive", "didEnterBackground",
    ]
    var app = "app Small {\n    var n = 0\n"
    for handler in handlers where Bool.random(using: &random) {
      app += "    on \(handler) {\n        \(effects.randomElement(using: &random) ?? "")\n    }\n"
    }
    for button in ["A", "B"] {
      let effect = effects.prefix(7).randomElement(using: &random) ?? ""
      app += "    button \"\(button)\" {\n        \(effect)\n    }\n"
    }
    app += "}\n"
    let rows = ["home", "lock", "purge", "interruption", "switcher", "forceQuit"]
    let chosen = rows.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    let properties = [
      "Small.state != .active || Small.n != 2", "memory < 2", "Small.exit?.reason != .forceQuit",
      "Small.screen != \"cover\" || Small.state != .active",
    ]
    let disruption = Bool.random(using: &random) ? "disruption " : ""
    text = """
      \(app)
      explore "by chance", disruptions: 2, environment: [\(chosen.map { ".\($0)" }.joined(separator: ", "))] {
          var memory = 0
          launch Small
          choose \(disruption)where memory < 2 {
              touch "A"
              memory += 1
          }
          or { touch "B" }
          always "first" { \(properties.randomElement(using: &random) ?? "true") }
          always "second" { \(properties.randomElement(using: &random) ?? "true") }
      }

      """
  }
}

@Suite("The search against the naive explorer")
struct DifferentialTests {
  @Test("Random apps", arguments: 0..<40 as Range<UInt64>)
  func randomApps(seed: UInt64) async throws {
    let text = RandomApp(seed).text.replacing("disruptions: 2, ", with: "")
    let script = Script(SourceText(name: "random.rehearsal", text))
    var options = SearchOptions()
    options.stopsAtViolation = false
    options.states = 400
    let exploration = try #require(
      Exploration.all(in: script).first, "\(script.diagnostics.map(\.message)) \(text)")
    let result = try await exploration.search(options)
    // What grows without end is seen by neither.
    guard result.levels.last?.bound == nil else { return }
    let naive = try NaiveExplorer(script)
    #expect(result.states == naive.stateCount)
    #expect(result.transitions == naive.transitionCount)
    let found = result.counterexamples.map { [$0.disruptions, $0.steps] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    let shortest = naive.breaches.values.map { [$0.disruptions, $0.steps] }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    #expect(found == shortest)
    #expect(result.counterexamples.allSatisfy { $0.isReplayed }, "\(text)")
  }
}
