// The golden counts: a model of the lifecycle in plain variables, whose states and transitions four
// other tools have counted; and random plain models, searched with and without remembering.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax
import TestSupport
import Testing

@Suite("Plain models")
struct PlainModelTests {
  static let golden: [(apps: Int, states: Int, transitions: Int)] = [
    (1, 648, 4_302), (2, 68_112, 662_040),
  ]

  @Test("The model of the lifecycle has as many states as anywhere", arguments: golden)
  func goldenCounts(apps: Int, states: Int, transitions: Int) async throws {
    let model = try Repository.text(of: "Tests/Performance/Models/lifecycle-\(apps).rehearsal")
    let result = try await explored(model)
    #expect(result.verdict == .closed)
    #expect(result.states == states)
    #expect(result.transitions == transitions)
  }

  @Test("Without remembering it is the same")
  func unremembered() async throws {
    let model = try Repository.text(of: "Tests/Performance/Models/lifecycle-1.rehearsal")
    var options = SearchOptions()
    options.remembers = false
    let result = try await explored(model, options)
    #expect(result.states == 648 && result.transitions == 4_302)
    #expect(result.diameter == (try await explored(model)).diameter)
  }
}
