// What mutation testing comes to: how many changes were noticed, and the score.

/// How the changes of a suite came out.
package struct MutationReport: Sendable {
  /// How many changes a scenario noticed.
  package private(set) var noticedCount = 0
  /// How many changes gave a script that can be run.
  package private(set) var count = 0

  /// Makes a report of nothing.
  package init() {}

  /// Counts what came of a change.
  package mutating func add(_ outcome: MutationSuite.Outcome) {
    if outcome != .invalid { count += 1 }
    if outcome == .noticed { noticedCount += 1 }
  }

  /// The changes that were noticed among all, as a percentage without its fraction; nil where there
  /// was none to notice.
  package var score: Int? { count == 0 ? nil : noticedCount * 100 / count }

  /// The last line: how many changes were noticed, and the score.
  package var summary: String {
    guard let score else { return "no code of apps that could be changed" }
    return "\(noticedCount) of \(count) changes noticed, \(score) %"
  }

  /// Whether at least some percentage was noticed; where there was nothing to change, it was not.
  package func reaches(_ percentage: Int) -> Bool { (score ?? 0) >= percentage }
}
