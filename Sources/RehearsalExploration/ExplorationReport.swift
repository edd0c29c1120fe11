// A result as text: for people the levels, what broke with its scenario, and what was never met; for
// programs the same as JSON.

import Foundation

/// Makes text of results.
public struct ExplorationReport: Sendable {
  /// Makes a report.
  public init() {}

  /// The text of a result.
  ///
  /// - Parameter result: What a search came to.
  /// - Returns: Lines, each with its end.
  public func text(of result: ExplorationResult) -> String {
    var lines = ["explore “\(result.title)”"]
    for level in result.levels { lines.append("  " + Self.line(level)) }
    for counterexample in result.counterexamples { lines += Self.lines(counterexample) }
    var remarks = result.neverReached.map { "never reached: sometimes “\($0)”" }
    if !result.handlersNeverRun.isEmpty {
      remarks.append("handlers never run: " + result.handlersNeverRun.joined(separator: ", "))
    }
    if !remarks.isEmpty { lines.append("  " + remarks.joined(separator: ";  ")) }
    lines.append(Self.mark(result.verdict) + " " + result.verdict.description)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The result as one line of JSON, its keys in the order of the alphabet.
  ///
  /// - Parameter result: What a search came to.
  /// - Returns: The line with its end.
  /// - Throws: What the encoder throws.
  public func json(of result: ExplorationResult) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(JSONForm(result)), as: UTF8.self) + "\n"
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

/// A result as programs read it.
private struct JSONForm: Encodable {
  private struct Level: Encodable {
    let disruptions: Int
    let states: Int
    let transitions: Int
  }

  private struct Broken: Encodable {
    let title: String
    let place: String
    let disruptions: Int
    let steps: Int
    let scenario: String
    let deeds: [String]
    let changes: [String]
    let essentials: [String]
    let passingNeighbour: String?
    let isReplayed: Bool
  }

  private let title: String
  private let verdict: String
  private let exitCode: Int32
  private let states: Int
  private let transitions: Int
  private let diameter: Int
  private let levels: [Level]
  private let counterexamples: [Broken]
  private let neverReached: [String]
  private let handlersNeverRun: [String]

  init(_ result: ExplorationResult) {
    title = result.title
    verdict = result.verdict.description
    exitCode = result.verdict.exitCode
    states = result.states
    transitions = result.transitions
    diameter = result.diameter
    levels = result.levels.map {
      Level(disruptions: $0.disruptions, states: $0.states, transitions: $0.transitions)
    }
    counterexamples = result.counterexamples.map {
      Broken(
        title: $0.title, place: $0.place, disruptions: $0.disruptions, steps: $0.steps,
        scenario: $0.scenario, deeds: $0.deeds, changes: $0.changes, essentials: $0.essentials,
        passingNeighbour: $0.passingNeighbour, isReplayed: $0.isReplayed)
    }
    neverReached = result.neverReached
    handlersNeverRun = result.handlersNeverRun
  }
}
