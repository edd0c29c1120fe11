// What the code of apps found out about moments in the last action, as bounds of how long ago other
// actions were, and where it computed more from them than a search can follow.

import RehearsalCode
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// What code computed from moments in a transition.
struct MomentReadings {
  /// How long ago other actions were, where code compared that, in order.
  var bounds: [MomentBound] = []
  /// Where code computed something else from moments.
  var places: [String] = []
}

extension ExplorationWorld {
  /// What code made of moments since the last transition began.
  var readings: MomentReadings {
    guard let findings = timeWatch?.findings, !findings.isEmpty else { return MomentReadings() }
    var readings = MomentReadings()
    var functions = findings.functions
    for comparison in findings.comparisons {
      if let bound = bound(comparison) {
        if !bound.isTrivial { readings.bounds.append(bound) }
      } else {
        functions.append(comparison.function)
      }
    }
    readings.places = functions.map(title)
    return readings
  }

  private func title(of function: FunctionIndex) -> String {
    let place = place(of: function).map { " (\($0))" } ?? ""
    let name = name(ofFunction: function)
    let code = name == "closure" ? "a closure" : "`\(name)`"
    return "the result of \(code), which reads the time\(place)"
  }

  /// How two actions lie, where a comparison was of moments that come from them; nil for any other.
  private func bound(_ comparison: TimeWatch.Comparison) -> MomentBound? {
    guard let first = origins.first(where: { $0.remainder == comparison.first }),
      let second = origins.first(where: { $0.remainder == comparison.second })
    else { return nil }
    let (difference, operation) = (comparison.difference, comparison.operation)
    let found = MomentBound.Relation(of: difference, by: operation)
    let span = first.moment.units(since: second.moment) - difference
    let now = device.now
    let latest = now.nanoseconds % MomentGroups.unit
    // What was compared at a moment of one of them was how long it is since the other.
    let isReversed =
      second.remainder == latest || first.remainder != latest && first.number < second.number
    let (later, earlier) = isReversed ? (second, first) : (first, second)
    let others = found.others(by: operation)
    return MomentBound(
      later: later.number, earlier: earlier.number, span: isReversed ? -span : span,
      relation: isReversed ? found.reversed : found,
      others: isReversed ? others.map(\.reversed) : others,
      age: later.remainder == latest ? now.units(since: later.moment) : nil)
  }
}
