// A result as text for people: the levels, what broke with its scenario, and what went unreached.

import RehearsalSyntax
import RehearsalText

/// Makes text of results.
public struct ExplorationReport: Sendable {
  /// Makes a report.
  public init() {}

  /// The text of a result.
  ///
  /// - Parameter result: The result of a search.
  /// - Returns: Lines, each with its end.
  public func text(of result: ExplorationResult) -> String {
    lines(of: result).map { $0 + "\n" }.joined()
  }

  /// The lines of a result.
  package func lines(of result: ExplorationResult) -> [String] {
    var lines = ["explore “\(result.title)”"]
    for (number, level) in result.levels.enumerated()
    where number < 20 || number % 10 == 0 || number == result.levels.count - 1 {
      lines.append("  " + Self.line(level))
    }
    for counterexample in result.counterexamples { lines += Self.lines(counterexample) }
    for title in result.neverReached { lines.append("  never reached: sometimes “\(title)”") }
    if !result.handlersNeverRun.isEmpty {
      lines.append("  handlers never run: " + result.handlersNeverRun.joined(separator: ", "))
    }
    if let place = result.clock, result.restrictions.contains(.momentsOfDeadlines) {
      lines.append("  the clock is read, so only the times of deadlines are tried (\(place))")
    }
    if !result.verdict.isProof {
      for case .moments(let reasons) in result.restrictions {
        lines.append("  other times were not tried for " + reasons.joined(separator: ", "))
      }
    }
    for growth in result.growing {
      let place = growth.place.map { " (\($0))" } ?? ""
      lines.append("  grows without bound: \(growth.name), by `\(growth.action)`\(place)")
    }
    if result.verdict.isBoundHit {
      lines.append(
        "  reached depth \(result.diameter); \(result.waiting) states still to expand")
      lines.append("  to try: " + Self.advice(result))
    }
    lines.append(Self.mark(result.verdict) + " " + result.verdictText)
    return lines.map(\.printableLine)
  }

  /// One thing to try where a bound ended the search.
  private static func advice(_ result: ExplorationResult) -> String {
    if let growth = result.growing.first {
      let isTime = growth.action.hasPrefix("advance")
      return "keep \(growth.name) bounded, or "
        + (isTime ? "stop what makes it grow over time" : "leave out `\(growth.action)`")
    }
    if result.restrictions.contains(.momentsOfDeadlines) {
      return "a timer instead of reading the clock, or `grid: 1h`"
    }
    for case .moments(let reasons) in result.restrictions {
      return "an app without \(reasons[0])"
    }
    let counts = result.levels.filter { $0.bound == nil }.map(\.states)
    let new = zip(counts.dropFirst(), counts).map { $0 - $1 }.suffix(3)
    if new.count == 3, zip(new, new.dropFirst()).allSatisfy(>) {
      return
        "more time and memory, as with `--time 10min`: the number of new states was falling "
        + "(\(new.map { "\($0)" }.joined(separator: ", ")))"
    }
    let less = result.commonest.map {
      "an exploration without `\($0.action)`, which leads to \($0.count) of \($0.all) states"
    }
    let bounded = counts.isEmpty ? nil : "`disruptions: \(counts.count - 1)`, which is closed"
    return [bounded, less].compactMap(\.self).joined(separator: ", or ")
  }

  private static func mark(_ verdict: Verdict) -> String {
    switch verdict {
    case .closed, .closedUpTo: "✓"
    case .violated: "✗"
    case .boundHit, .vacuous: "…"
    }
  }

  private static func line(_ level: ExplorationLevel) -> String {
    let disruptions =
      level.disruptions == 1 ? "1 disruption" : "\(level.disruptions) disruptions"
    let states = level.states == 1 ? "1 state" : "\(level.states) states"
    return Self.pad(disruptions, to: 14) + " " + Self.pad(level.end, to: 20) + " " + states
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
      lines.append("  the scenario does not fail when it runs again: please report this")
    }
    return lines
  }
}
