// What explorations tell, in order; reports are made of these and of nothing else.

import Rehearsal
import RehearsalExploration

/// Something that the run of explorations tells.
package enum ExplorationEvent: Sendable {
  /// A search has come to its end.
  case explored(ExplorationResult, Exploration, file: String)
  /// A search ended in an error, or cannot go on from its checkpoint.
  case failed(any Error, Exploration, file: String)
  /// All have come to their end.
  case ended(exitCode: Int32)
}

extension ExplorationEvent {
  /// What is wrong, as its first line.
  static func summary(of error: any Error) -> String {
    String("\(error)".prefix { !$0.isNewline })
  }
}

extension Verdict {
  /// Why the verdict proves nothing; nil where it does.
  var boundText: String? { isBoundHit ? description : nil }
}
