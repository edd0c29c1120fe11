// What the code of apps found out about moments in the last action, as bounds of how long ago other
// actions were, and where it computed more from them than a search can follow.

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
      if let bound = bound(comparison.difference) {
        // It is always longer ago than that.
        if bound.span > 0 || bound.isShorter { readings.bounds.append(bound) }
      } else {
        functions.append(comparison.function)
      }
    }
    readings.places = functions.map(title)
    return readings
  }

  /// Where code reads moments other than in transitions, of which the search knows nothing else.
  var readingPlaces: [String] {
    guard let findings = timeWatch?.findings else { return [] }
    return (findings.functions + findings.comparisons.map(\.function)).map(title)
  }

  /// Forgets what code computed from moments.
  func forgetReadings() { timeWatch?.begin(knowing: remainders) }

  private func title(of function: FunctionIndex) -> String {
    let place = place(of: function).map { " (\($0))" } ?? ""
    return "the result of `\(name(ofFunction: function))`, which reads the time\(place)"
  }

  /// How long ago another action was, where the difference of two sides of a comparison is that of its
  /// moment and the last transition's; nil for any other difference.
  private func bound(_ difference: Int64) -> MomentBound? {
    let unit = MomentGroups.unit
    guard let (latest, distance) = latestOrigin else { return nil }
    for other in origins where other.remainder != latest.remainder && other.remainder > 0 {
      let span =
        (latest.moment.nanoseconds - latest.remainder
          - other.moment.nanoseconds + other.remainder) / unit
      let rest = latest.remainder - other.remainder
      if (difference - rest) % unit == 0 {
        // The moment less the other one, and a constant.
        let constant = (difference - rest) / unit - span
        return MomentBound(
          source: other.number, span: distance - constant, isShorter: difference < 0)
      }
      if (difference + rest) % unit == 0 {
        let constant = (difference + rest) / unit + span
        return MomentBound(
          source: other.number, span: distance + constant, isShorter: difference > 0)
      }
    }
    return nil
  }
}
