// What was not tried although every state was reached: it is named, with what removes it, and a search is
// no success unless its author allows it; and how long explaining a search may take.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("What a search did not try")
struct QualificationTests {
  /// An app that does something with links, and an exploration of it.
  private static func links(_ code: String, environment: String = ".open") -> String {
    """
    app Notes {
        info { urlSchemes: ["notes"] }
        var seen = nil
        var hit = false
        func look(url) { hit = true }
        on open(url, options) {
            \(code)
            return true
        }
    }
    explore "links", environment: [\(environment)], disruptions: 1 {
        launch Notes
        always "runs" { Notes.isRunning }
    }
    """
  }

  /// Uses of a link, and whether other links may do something else.
  static let uses: [(code: String, isOpen: Bool)] = [
    ("if url == \"notes://a\" { hit = true }", false),
    ("if url != \"notes://a\" && url != \"notes://b\" { hit = true }", false),
    ("hit = true", false),
    ("if url.hasPrefix(\"notes://a\") { hit = true }", true),
    ("seen = url", true),
    ("if url.count > 12 { hit = true }", true),
    ("if url == seen { hit = true }", true),
    ("look(url)", true),
    ("log \"\\(url)\"", true),
    ("after(1s) { if url == \"notes://a\" { hit = true } }", true),
  ]

  @Test("A verdict names its data, and what code looks into without trying it", arguments: uses)
  func data(code: String, isOpen: Bool) async throws {
    let result = try await explored(Self.links(code))
    #expect(result.qualifications == (isOpen ? [.data] : []), "\(result.verdictText)")
    #expect(result.exitCode() == (isOpen ? 4 : 0))
    #expect(result.exitCode(allowing: [.data]) == 0)
    #expect(result.data.count == 1 && result.verdictText.contains(" for \(result.data[0])"))
    let named = try await explored(Self.links(code, environment: ".open(\"notes://c\")"))
    #expect(named.qualifications == [] && named.data == ["1 link"])
  }

  /// Explorations of which something was not tried, and its name.
  static let qualified: [(text: String, qualification: Verdict.Qualification)] = [
    (
      """
      app A { button "T" { work(5s) } }
      explore "q", environment: [] { launch A; choose { touch "T" } }
      """, .messages
    ),
    (
      """
      app A { on willTerminate { log "end" } }
      explore "q", disruptions: 0 { launch A; always "front" { A.state == .active } }
      """, .handlers
    ),
    (
      """
      app A { button "T" { perform(10s, cpu: 0) { } } }
      explore "q", environment: [.home], disruptions: 1 {
          var touches = 0
          launch A
          choose where touches < 1 { touch "T"; touches += 1 }
      }
      """, .moments
    ),
    (
      """
      app A { var rang = false; on didBecomeActive { rang = date[11..<13] >= "18" } }
      explore "q", environment: [.home], disruptions: 1, grid: 6h { launch A }
      """, .grid
    ),
  ]

  @Test(
    "What was not tried is no success, is named with what removes it, and can be allowed",
    arguments: qualified)
  func qualifications(text: String, qualification: Verdict.Qualification) async throws {
    let result = try await explored(text)
    #expect(result.verdict.isProof && result.qualifications.contains(qualification))
    #expect(result.exitCode() == 4 && !result.isSuccess())
    #expect(result.exitCode(allowing: Set(result.qualifications)) == 0)
    let report = ExplorationReport().text(of: result)
    #expect(report.contains("to accept it: `--allow \(qualification.rawValue)`\n"))
    #expect(report.contains(": no violation in all that was tried, but "))
    let allowed = ExplorationReport().text(of: result, allowing: Set(result.qualifications))
    #expect(
      allowed.contains("✓ ") && allowed.hasSuffix(": every state was reached, no violation\n"))
  }

  @Test("Bounds that the author wrote are the question, and no qualification of the answer")
  func bounds() async throws {
    let result = try await explored(
      """
      app A {
          on didReceiveMemoryWarning { log "low" }
          on didEnterBackground { log "away" }
      }
      explore "q", environment: [.home], disruptions: 1 {
          launch A
          always "runs" { A.isRunning }
      }
      """)
    #expect(result.handlersNeverRun == ["didReceiveMemoryWarning"])
    #expect(result.qualifications == [] && result.exitCode() == 0)
  }

  @Test("An explanation without time left is left out, and the violation stays")
  func explanationTime() async throws {
    var options = SearchOptions()
    options.explanationMilliseconds = 1
    let text = """
      explore "counting", environment: [] {
          var n = 0
          choose { n += 1 }
          always "few" { n < 300 }
      }
      """
    let result = try await explored(text, options)
    let found = try #require(result.counterexamples.first)
    #expect(result.verdict == .violated && found.isCut && found.steps == 301)
    #expect(found.essentials == [] && found.passingNeighbour == nil)
    #expect(ExplorationReport().text(of: result).contains("no time was left to explain more of it"))
    options.states = 100
    let stopped = try await explored(text, options)
    #expect(stopped.verdict == .boundHit(.budget(.states)) && stopped.growing == [])
    options.explanationMilliseconds = 0
    let explained = try await explored(text, options)
    #expect(explained.growing.map(\.name) == ["n"])
  }

  @Test(
    "An action of the world that is refused leaves a state as it was",
    arguments: ["lost-draft", "forgotten-task", "double-timer", "late-cover"])
  func refusals(file: String) async throws {
    let text = try Repository.text(of: "Examples/Explorations/\(file)-mended.rehearsal")
    let script = Script(SourceText(name: "test.rehearsal", text))
    var (world, _) = try ExplorationWorld.initial(of: script, exploration: 0)
    var random = SeededGenerator(seed: 1)
    var refusals = 0
    for _ in 0..<60 {
      let before = world.state().identity
      var actions: [ExplorationAction] = []
      try world.forEachAction(observing: {}, { actions.append($0) })
      for kind in EnvironmentRow.table {
        actions += kind.actions(on: world.device, about: world.device.apps).map {
          .environment($0)
        }
      }
      guard let action = actions.randomElement(using: &random) else { continue }
      var next = world
      let taken = (try? next.takeNow(Transition(action: action)))?.isTaken
      if taken == true { world = next }
      guard taken == false, next.forgetRefusal(of: action) else { continue }
      #expect(next.state().identity == before, "\(action)")
      refusals += 1
    }
    #expect(refusals > 0)
  }
}
