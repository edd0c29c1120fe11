// The result of a storm as lines for people: what was found, with the shortest scenario that shows it, and
// a matrix with a row for each step and the names of what it does not survive.
//
//      37 touch "Type"                        · · · · · · · · · ✗ · · · · · ·
//      38 press .home                         – – – – – – – – – ✗ · – · · · –

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// The result of a storm as text.
package struct StormText: Sendable {
  private let result: StormResult
  private let width: Int
  private let usesColor: Bool

  /// Prepares the text.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - width: How wide lines may be, in columns.
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  package init(_ result: StormResult, width: Int = 80, usesColor: Bool = false) {
    self.result = result
    self.width = width
    self.usesColor = usesColor
  }

  /// How many steps there are, and how many disturbances took place.
  package var summary: String {
    if result.steps.isEmpty { return "0 steps, so that nothing was disturbed" }
    let pairs = result.pairCount.map { ", \($0) pairs" } ?? ""
    let single = result.count - (result.pairCount ?? 0)
    let apps = result.replayedApps.joined(separator: ", ")
    return "\(result.steps.count) \(result.steps.count == 1 ? "step" : "steps"), "
      + "\(single) \(single == 1 ? "disturbance" : "disturbances")" + pairs
      + (apps.isEmpty ? "" : ", \(apps) replayed for each")
  }

  // MARK: - The matrix

  /// The matrix: for each step what it does not survive, what it does, and how much was not possible;
  /// empty without steps.
  package var matrix: [String] {
    guard !result.steps.isEmpty, !result.disturbances.isEmpty else { return [] }
    let labels = labels
    let column = min(max(24, width / 2), labels.map(\.count).max() ?? 0)
    return zip(labels, result.marks).flatMap { label, marks -> [String] in
      let failed = zip(result.disturbances, marks).filter { $1.isFailure }.map(\.0.name)
      let held = marks.count { $0 == .held }
      let counts =
        paint("· \(held)", .green) + paint("  – \(marks.count - held - failed.count)", .dim)
      let lines = Self.lines(of: failed, width: max(20, width - column - 16))
      let first = Self.fitted(label, to: column)
      guard let names = lines.first else { return [first + "  " + counts] }
      let rest = lines.dropFirst().map {
        String(repeating: " ", count: column + 4) + paint($0, .red)
      }
      return [first + "  " + paint("✗ " + names, .red) + "  " + counts] + rest
    }
  }

  /// Names in lines of some width.
  private static func lines(of names: [String], width: Int) -> [String] {
    names.reduce(into: [String]()) { lines, name in
      if let last = lines.last, last.count + name.count + 2 <= width {
        lines[lines.count - 1] = last + ", " + name
      } else {
        if let last = lines.last { lines[lines.count - 1] = last + "," }
        lines.append(name)
      }
    }
  }

  /// The rows' labels: line and statement, and below it what is due while the statement waits.
  private var labels: [String] {
    let lines = result.steps.map { $0.place?.line }
    let digits = lines.map { $0.map { "\($0)".count } ?? 0 }.max() ?? 0
    return result.steps.map { step in
      let number = step.place.map { "\($0.line)" } ?? ""
      let line = String(repeating: " ", count: digits - number.count) + number
      let text =
        step.moment == .afterStatement
        ? step.text : "  \(step.moment.rawValue) \(step.time) \(step.deadline)"
      return "\(line) \(text.printableLine)"
    }
  }

  private static func fitted(_ text: String, to width: Int) -> String {
    text.count > width
      ? text.prefix(width - 1) + "…" : text + String(repeating: " ", count: width - text.count)
  }

  // MARK: - Differences

  /// What differs without telling against the app; empty where nothing does.
  package var differences: [String] {
    guard !result.differences.isEmpty else { return [] }
    let heading =
      "differs without failing; `expect` makes it a finding, `storm: [\"App.name\"]` leaves it out:"
    return wrapped(heading, by: 2)
      + result.differences.flatMap { difference in
        let names = Self.list(difference.disturbances, limit: 3)
        let values = "\(Self.short(difference.was)), is \(Self.short(difference.is))"
        return wrapped("  \(difference.subject) was \(values) after \(names)", by: 2)
      }
  }

  private static func short(_ text: String) -> String {
    text.count > 40 ? text.prefix(39) + "…" : text
  }

  // MARK: - Findings

  /// What a finding is: what disturbed, where, and the result.
  package func lines(of finding: StormFinding) -> [String] {
    var lines = wrapped(headline(of: finding), by: 2).enumerated().map { number, line in
      number == 0 ? paint("✗", .red) + line.dropFirst() : line
    }
    if case .appEnded(_, _, let error)? = finding.failure?.reason {
      lines += wrapped(error.message, by: 2)
    } else if let failure = finding.failure {
      lines += Self.text(of: failure).map { "  " + $0.printableLine }
    }
    let column = min(40, finding.differences.map(\.subject.count).max() ?? 0)
    lines += finding.differences.flatMap { difference in
      wrapped(
        difference.subject.printableLine.padded(toColumns: column)
          + " was \(difference.was), is \(difference.is)", by: 2)
    }
    lines += others(finding).flatMap { wrapped($0, by: 2) }
    lines += causes(of: finding).flatMap { wrapped($0, by: 2) }.map { paint($0, .dim) }
    if let scenario = finding.scenario {
      lines += [""] + scenario.split(separator: "\n").map { "    " + $0.printableLine } + [""]
    }
    return lines
  }

  /// The chain of causes; what the rules leave open follows it, and is for `why` to report.
  private func causes(of finding: StormFinding) -> [String] {
    let lines = finding.cause?.split(separator: "\n") ?? []
    return lines.map { String($0.drop { $0 == " " }) }
      .prefix { $0.prefixMatch(of: #/C\d+: /#) == nil }
  }

  /// A text in lines that are no wider than the report, the first by so much further to the left.
  private func wrapped(_ text: String, by indentation: Int) -> [String] {
    let space = String(repeating: " ", count: indentation)
    var lines: [String] = []
    var line = space
    for word in text.printableLine.split(separator: " ", omittingEmptySubsequences: false) {
      if line.count + word.count + 1 > width, line.count > indentation + 2 {
        lines.append(line)
        line = space + "  " + word
      } else {
        line += (line.count == indentation && lines.isEmpty ? "" : " ") + word
      }
    }
    return lines + [line]
  }

  /// What disturbed, and where.
  package func headline(of finding: StormFinding) -> String {
    let first = (finding.disturbances.first ?? "") + " " + place(finding.step)
    guard let step = finding.secondStep, let name = finding.disturbances.last else { return first }
    return first + ", then \(name) \(Self.text(of: step))"
  }

  /// What a finding is, in one line.
  package func summary(of finding: StormFinding) -> String {
    let failure = finding.failure.flatMap { Self.text(of: $0).first }
    let difference = finding.differences.first.map {
      "\($0.subject) was \($0.was), is \($0.is)"
    }
    let what = failure ?? difference
    return (headline(of: finding) + (what.map { ": " + $0 } ?? "")).printableLine
  }

  private func place(_ number: Int) -> String {
    result.steps.indices.contains(number) ? Self.text(of: result.steps[number]) : ""
  }

  private static func text(of step: StormStep) -> String {
    let line = step.place.map { " (line \($0.line))" } ?? ""
    switch step.moment {
    case .afterStatement: return "after `\(step.text)`\(line)"
    case .before, .during, .after:
      return "\(step.moment.rawValue) \(step.deadline) at \(step.time)\(line)"
    }
  }

  /// Of what else the same comes: other disturbances, and further steps.
  private func others(_ finding: StormFinding) -> [String] {
    let own = finding.disturbances
    let names = finding.others.map { $0.disturbances.joined(separator: " and ") }
    var known: Set<String> = [own.joined(separator: " and ")]
    let more = names.filter { known.insert($0).inserted }
    var lines = more.isEmpty ? [] : ["the same with " + Self.list(more, limit: 8)]
    var steps: Set<Int> = [finding.step]
    let places = finding.others.map(\.step).filter { steps.insert($0).inserted }.map(place)
    if !places.isEmpty { lines.append("also " + Self.list(places, limit: 2)) }
    return lines
  }

  private static func list(_ texts: [String], limit: Int) -> String {
    let shown = texts.prefix(limit).joined(separator: ", ")
    return texts.count > limit ? "\(shown) and \(texts.count - limit) more" : shown
  }

  /// A failure in short: what does not hold, and the values in it.
  private static func text(of failure: Failure) -> [String] {
    switch failure.reason {
    case .expectation(let failed):
      let place = failed.site.conditionPlace
      let condition = place.source.text(in: place.range)
      let first = condition.split(separator: "\n").first.map(String.init) ?? condition
      return ["`\(first)` does not hold (line \(place.line))"]
        + failed.parts.map { "  \($0.text) is \($0.value)" }
    case .runtimeError(let error): return ["the script fails: \(error.message)"]
    case .appRuntimeError(let app, let error, let isHang):
      return ["\(app) \(isHang ? "hangs" : "crashed"): \(error.message)"]
    case .appEnded(_, _, let error): return [error.message]
    case .warning(let warning): return [warning.message]
    case .unexpectedPass: return ["it passes"]
    }
  }

  private func paint(_ text: String, _ style: TextStyle) -> String {
    style.applied(to: text, usesColor: usesColor)
  }
}
