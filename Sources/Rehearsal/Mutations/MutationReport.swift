// What mutation testing has to tell: a line for each change that nobody noticed, and the score.

/// How the changes of a suite came out.
package struct MutationReport: Sendable {
  /// How many changes a scenario noticed.
  package private(set) var noticedCount = 0
  /// How many changes gave a script that can be run.
  package private(set) var count = 0

  /// Makes a report of nothing.
  package init() {}

  /// The line that names a change: where it is, and what is changed.
  package static func line(of change: MutationSuite.Change) -> String {
    "\(change.source.name):\(change.line): \(change.description)"
  }

  /// Counts what came of a change.
  ///
  /// - Returns: The line that tells of it; nil where there is nothing to tell.
  package mutating func add(
    _ change: MutationSuite.Change, _ outcome: MutationSuite.Outcome
  ) -> String? {
    if outcome != .invalid { count += 1 }
    switch outcome {
    case .invalid: return nil
    case .noticed:
      noticedCount += 1
      return nil
    case .unnoticed: return Self.line(of: change) + ": no scenario notices"
    case .notRun: return Self.line(of: change) + ": no scenario runs this line"
    }
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
