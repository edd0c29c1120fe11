// A result as text for people: the levels, what broke with its scenario, and what went unreached.

import RehearsalSyntax
import RehearsalText

/// Makes text of results.
public struct ExplorationReport: Sendable {
  /// Makes a report.
  public init() {}

  /// The text of a result.
  ///
  /// - Parameters:
  ///   - result: The result of a search.
  ///   - allowed: What may put it in question.
  /// - Returns: Lines, each with its end.
  public func text(
    of result: ExplorationResult, allowing allowed: Set<Verdict.Qualification> = []
  ) -> String {
    lines(of: result, allowing: allowed).map { $0 + "\n" }.joined()
  }

  /// The lines of a result.
  package func lines(
    of result: ExplorationResult, allowing allowed: Set<Verdict.Qualification> = []
  ) -> [String] {
    var lines = ["explore “\(result.title)”"]
    for (number, level) in result.levels.enumerated()
    where number < 20 || number % 10 == 0 || number == result.levels.count - 1 {
      lines.append("  " + Self.line(level))
    }
    for counterexample in result.counterexamples { lines += Self.lines(counterexample) }
    for known in result.known { lines.append("  known: \(known) does not hold") }
    for title in result.neverReached { lines.append("  never reached: sometimes “\(title)”") }
    if !result.handlersNeverRun.isEmpty, !result.qualifications.contains(.handlers) {
      lines.append(
        "  handlers never run: " + result.handlersNeverRun.joined(separator: ", ")
          + " (nothing is known of what they do)")
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
        "  the longest way so far has \(result.diameter) steps; \(result.waiting) states were reached "
          + "from which nothing was tried yet")
      lines.append("  to try: " + Self.advice(result))
    }
    for restriction in result.restrictions
    where result.verdict.isProof && restriction != .scenario {
      lines += Self.lines(restriction, isAllowed: restriction.qualification.map(allowed.contains))
    }
    lines.append(Self.verdict(of: result, allowing: allowed))
    return lines.map(\.printableLine)
  }

  /// What a proof does not speak about, and what the author can do about it.
  ///
  /// - Parameters:
  ///   - restriction: What it is.
  ///   - isAllowed: Whether the author accepts it; nil where that is no question.
  /// - Returns: Lines.
  private static func lines(_ restriction: Verdict.Restriction, isAllowed: Bool?) -> [String] {
    guard !restriction.untried.isEmpty else { return ["  only \(restriction)"] }
    var lines: [String] = []
    for (what, reasons) in restriction.untried {
      lines.append("  not tried: \(what)\(reasons.isEmpty ? "" : ":")")
      lines += reasons.map { "    - \($0)" }
    }
    if let qualification = restriction.qualification, isAllowed == false {
      lines.append("    to have it tried: \(restriction.remedy)")
      lines.append("    to accept it: `--allow \(qualification.rawValue)`")
    }
    return lines
  }

  /// The last line: what was found out, in words for people.
  private static func verdict(
    of result: ExplorationResult, allowing allowed: Set<Verdict.Qualification>
  ) -> String {
    guard result.verdict.isProof else { return mark(result.verdict) + " " + result.verdictText }
    let isSuccess = result.isSuccess(allowing: allowed)
    let violation = result.known.isEmpty ? "violation" : "violation but what is known"
    if result.restrictions.contains(.scenario) {
      let restrictions = result.restrictions.map { ", \($0)" }.joined()
      return "✓ \(result.verdict.description): no \(violation)\(restrictions); "
        + "this is a search and no proof"
    }
    let data = result.data.isEmpty ? "" : " for " + result.data.joined(separator: ", ")
    guard !isSuccess else {
      return "✓ \(result.verdict)\(data): every state was reached, no \(violation)"
    }
    let open = result.qualifications.filter { !allowed.contains($0) }.map(\.rawValue)
    let all = open.count > 1 ? "; `--allow \(open.joined(separator: ","))` accepts these" : ""
    return "… \(result.verdict)\(data): no \(violation) in all that was tried, but "
      + "\(open.count == 1 ? "one thing was" : "\(open.count) things were") not tried, see above: "
      + "no pass (exit code 4)\(all)"
  }

  /// One thing to try where a bound ended the search.
  private static func advice(_ result: ExplorationResult) -> String {
    if let growth = result.growing.first {
      return "keep \(growth.name) bounded: reset it, or limit it to what matters, where "
        + (growth.action.isEmpty ? "it grows" : "`\(growth.action)` makes it grow")
    }
    if result.restrictions.contains(.momentsOfDeadlines) {
      return "a timer instead of reading the clock, or `grid: 1h`"
    }
    for case .moments(let reasons) in result.restrictions {
      guard let reason = reasons.first(where: { $0 != Verdict.Restriction.unknownReason }) else {
        continue
      }
      return "code that waits instead of \(reason)"
    }
    let counts = result.levels.filter { $0.bound == nil }.map(\.states)
    let new = zip(counts.dropFirst(), counts).map { $0 - $1 }.suffix(3)
    let more = "more time and memory, as with `--time 10min`"
    if new.count == 3, zip(new, new.dropFirst()).allSatisfy(>) {
      return more + ": the number of new states was falling "
        + "(\(new.map { "\($0)" }.joined(separator: ", ")))"
    }
    let bounded =
      counts.count > 1 ? ["`disruptions: \(counts.count - 1)`, which is closed"] : []
    let often = result.commonest.map {
      "a condition on `\($0.action)`, which leads to \($0.count) of \($0.all) states"
    }
    return (bounded + [often, more].compactMap(\.self)).joined(separator: ", or ")
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
    let isWhole = level.stepsOfViolation == nil && level.bound == nil
    return Self.pad(disruptions, to: 14) + " " + Self.pad(isWhole ? "holds" : level.end, to: 20)
      + " " + states
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
    if counterexample.isCut {
      lines.append("  no time was left to explain more of it")
    } else if !counterexample.isReplayed {
      lines.append("  the scenario does not fail when it runs again: please report this")
    }
    return lines
  }
}
