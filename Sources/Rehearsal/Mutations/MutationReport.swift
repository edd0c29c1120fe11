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

  /// What there is to say of an outcome; nil for changes that were noticed or do not count.
  package static func remark(on outcome: MutationSuite.Outcome) -> String? {
    switch outcome {
    case .invalid, .noticed: nil
    case .unnoticed: "no scenario notices"
    case .notRun: "no scenario runs this line"
    }
  }

  /// The line that tells of a change; nil where there is nothing to tell.
  package static func finding(
    _ change: MutationSuite.Change, _ outcome: MutationSuite.Outcome
  ) -> String? { remark(on: outcome).map { line(of: change) + ": " + $0 } }

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
