// What a prompt can start from this kit.

import Rehearsal
import RehearsalLifecycle

extension FaultSearches {
  /// Storms and explorations.
  public static let all = FaultSearches(
    storm: { script, imports, disturbances, layout in
      guard let number = script.cases.indices.last, var session = Session(script) else {
        return nil
      }
      session.runStatements { _ in }
      var storm = RehearsalExploration.Storm(script, imports: imports)
      storm.options.disturbances = disturbances
      return outcome(of: storm.run(case: number, of: session), layout)
    },
    explore: { script, imports, states, interruption in
      let explorations = RehearsalExploration.Exploration.all(in: script, imports: imports)
      guard let exploration = explorations.first else { return nil }
      var options = SearchOptions()
      options.states = states
      let result = try exploration.result(of: options, cancellation: interruption) { _ in
        interruption.isCancelled ? .interruption : nil
      }
      return ExplorationOutcome(
        states: result.states, isBoundHit: result.verdict.isBoundHit,
        breach: result.counterexamples.first.map {
          ExplorationOutcome.Breach(title: $0.title, inputs: $0.inputs)
        })
    })

  private static func outcome(of result: StormResult, _ layout: Layout) -> StormOutcome {
    if case .fails(let failures) = result.outcome { return .fails(failures) }
    let text = StormText(result, width: layout.width, usesColor: layout.usesColor)
    let verdict = result.findings.isEmpty ? ["It survives: \(text.summary)."] : []
    return .report(
      result.findings.flatMap(text.lines) + text.matrix + [Disturbance.marks] + text.differences
        + verdict)
  }
}
