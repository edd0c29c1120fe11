// A result as text for people: the levels, what broke with its scenario, and what was never met.

import RehearsalSyntax

/// Makes text of results.
public struct ExplorationReport: Sendable {
  /// Makes a report.
  public init() {}

  /// The text of a result.
  ///
  /// - Parameter result: What a search came to.
  /// - Returns: Lines, each with its end.
  public func text(of result: ExplorationResult) -> String {
    lines(of: result).map { $0 + "\n" }.joined()
  }

  /// The lines of a result.
  package func lines(of result: ExplorationResult) -> [String] {
    var lines = ["explore “\(result.title)”"]
    for level in result.levels { lines.append("  " + Self.line(level)) }
    for counterexample in result.counterexamples { lines += Self.lines(counterexample) }
    var remarks = result.neverReached.map { "never reached: sometimes “\($0)”" }
    if !result.handlersNeverRun.isEmpty {
      remarks.append("handlers never run: " + result.handlersNeverRun.joined(separator: ", "))
    }
    if !result.growingVariables.isEmpty {
      remarks.append("grows without end: " + result.growingVariables.joined(separator: ", "))
    }
    if !remarks.isEmpty { lines.append("  " + remarks.joined(separator: ";  ")) }
    lines.append(Self.mark(result.verdict) + " " + result.verdictText)
    return lines.map(\.printableLine)
  }

  private static func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .closed, .closedUpTo: "✓"
    case .violated: "✗"
    case .boundHit: "…"
    }
  }

  private static func line(_ level: ExplorationLevel) -> String {
    let disruptions =
      level.disruptions == 1 ? "1 disruption" : "\(level.disruptions) disruptions"
    let end: String =
      if let steps = level.stepsOfViolation {
        "violated at \(steps) steps"
      } else if let bound = level.bound {
        "stopped: \(Verdict.boundHit(bound).description.dropFirst("BOUND HIT: ".count))"
      } else {
        "closed"
      }
    return Self.pad(disruptions, to: 14) + " " + Self.pad(end, to: 20) + " \(level.states) states"
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func lines(_ counterexample: Counterexample) -> [String] {
    var lines = ["✗ \(counterexample.title) does not hold (\(counterexample.place))", ""]
    lines += counterexample.scenario.split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast().map { $0.isEmpty ? "" : "    " + $0 }
    lines.append("")
    var remarks: [String] = []
    if !counterexample.changes.isEmpty {
      remarks.append("what changed: " + counterexample.changes.joined(separator: ", "))
    }
    if !counterexample.essentials.isEmpty {
      remarks.append("these matter: " + counterexample.essentials.joined(separator: ", "))
    }
    if !remarks.isEmpty { lines.append("  " + remarks.joined(separator: ";  ")) }
    if let neighbour = counterexample.passingNeighbour { lines.append("  " + neighbour) }
    if !counterexample.isReplayed {
      lines.append("  the scenario does not fail when it is played again: please report this")
    }
    return lines
  }
}
