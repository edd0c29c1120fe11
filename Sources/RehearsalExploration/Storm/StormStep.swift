// The rows of a storm's matrix: the places of a scenario at which a disturbance is injected.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// A place of a scenario's run at which a storm disturbs it.
package struct StormStep: Sendable {
  /// Where the place lies.
  package enum Moment: String, Sendable {
    /// After a statement that did something to the device.
    case afterStatement = "behind"
    /// Shortly before a deadline that passes while the script waits.
    case before
    /// Around the deadline: the disturbance comes before it, its undoing after it.
    case during
    /// Right after the deadline.
    case after
  }

  /// The statement, as it was carried out.
  package let text: String
  /// Where the statement is; nil for one of the host's own.
  package let place: SourcePlace?
  /// Where the place lies.
  package let moment: Moment
  /// What is due, for a place at a deadline; empty for others.
  package let deadline: String
  /// The device's time.
  package let time: VirtualTime
}

/// The result of a disturbance at a step.
package enum StormMark: Sendable, Hashable {
  /// The scenario survives.
  case held
  /// It does not; the finding of that number says how.
  case failed(finding: Int)
  /// The device was in no state for it.
  case didNotTakePlace

  /// Whether the scenario does not survive it.
  var isFailure: Bool { if case .failed = self { true } else { false } }
}
