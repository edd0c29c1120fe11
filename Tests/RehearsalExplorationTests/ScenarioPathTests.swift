// The scenarios of a file that are paths of an exploration are held against what must hold in it, however
// far the search itself has come.

import Rehearsal
import RehearsalExploration
import Testing

@Suite("Scenarios against properties")
struct ScenarioPathTests {
  static let notes = """
    app Notes {
        var draft = ""
        var saved = ""
        button "Type" { draft = "x" }
        button "Save" { after(2s) { saved = "saved" } }
        button "Clear" { draft = "" }
    }
    func typed() { launch Notes; touch "Type" }

    """

  /// An exploration whose search ends at once, so that only scenarios can break anything.
  private func result(
    of scenarios: String, exploration header: String = "environment: [.home]"
  ) async throws -> ExplorationResult {
    var options = SearchOptions()
    options.states = 1
    return try await explored(
      Self.notes + """
        explore "what was saved is kept", \(header) {
            var isTyped = false
            launch Notes
            choose { touch "Type"; isTyped = true }
            or where isTyped { touch "Save" }
            or where isTyped { touch "Clear"; advance 1s; isTyped = false }
            always "saved" { Notes.state == .notRunning || Notes.saved == "" || isTyped }
        }

        """ + scenarios, options)
  }

  @Test("A scenario that the exploration may do is a path of it, and what breaks there is told")
  func violated() async throws {
    let result = try await result(
      of: """
        scenario "saved and cleared" {
            typed()
            press .home
            launch Notes
            touch "Save"
            advance 1s
            touch "Clear"
            advance 10s
        }
        """)
    #expect(result.verdict == .violated)
    let found = try #require(result.counterexamples.first)
    #expect(
      found.actions == [
        "touch \"Type\"; isTyped = true", "press .home", "launch Notes", "touch \"Save\"",
        "advance 1s", "touch \"Clear\"; advance 1s; isTyped = false",
      ])
    #expect(found.isReplayed && found.disruptions == 1)
  }

  static let others = [
    // What the exploration never does.
    ("touch \"Save\"; advance 1s; rotate .landscapeLeft; touch \"Clear\"; advance 10s", ""),
    ("touch \"Save\"; advance 1s; press .lock; touch \"Clear\"; advance 10s", ""),
    ("Notes.disk[\"a\"] = 1; touch \"Save\"; touch \"Clear\"; advance 10s", ""),
    // Another device, and one that has to fail.
    ("touch \"Save\"; advance 1s; touch \"Clear\"; advance 10s", ", os: 15"),
    (
      "touch \"Save\"; advance 1s; touch \"Clear\"; advance 10s; expect false", ", fails: \"known\""
    ),
    // Nothing breaks.
    ("touch \"Save\"; advance 10s", ""),
  ]

  @Test("A scenario that is no path of it says nothing", arguments: others)
  func unplayed(body: String, header: String) async throws {
    let result = try await result(of: "scenario \"other\"\(header) { typed(); \(body) }")
    #expect(result.verdict == .boundHit(.budget(.states)))
  }

  @Test(
    "A condition of the exploration holds for scenarios, too, and so does its bound of disruptions")
  func conditions() async throws {
    let early = "scenario \"early\" { launch Notes; touch \"Save\"; advance 3s }"
    #expect(try await result(of: early).verdict == .boundHit(.budget(.states)))
    let home = """
      scenario "twice" {
          typed()
          press .home
          launch Notes
          press .home
          launch Notes
          touch "Save"
          advance 1s
          touch "Clear"
          advance 10s
      }
      """
    #expect(try await result(of: home).verdict == .violated)
    let bounded = try await result(of: home, exploration: "environment: [.home], disruptions: 1")
    #expect(bounded.verdict == .boundHit(.budget(.states)))
  }
}
