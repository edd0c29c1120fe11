// What mutation testing tells, in order; reports are made of these and of nothing else.

import Rehearsal

/// Something that mutation testing tells.
package enum MutationEvent: Sendable {
  /// A change was made, and the scenarios that run its place were played.
  case changed(MutationSuite.Change, MutationSuite.Outcome)
  /// All changes have been made, and came to this.
  case ended(MutationReport, RunExitCode)
}
