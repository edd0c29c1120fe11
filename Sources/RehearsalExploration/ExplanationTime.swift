// How long everything after a search may take: finding out what grows, and playing, shortening and explaining
// what broke. It has one end, which stops it between two steps and in the middle of one.

import RehearsalMachine

/// The time of everything after a search, or after a run.
package final class ExplanationTime: Sendable {
  /// By what the runs of an explanation are stopped.
  let cancellation: CancellationFlag
  private let deadline: SessionDeadline?

  /// Makes the time, which begins with `begin`.
  ///
  /// - Parameter milliseconds: How long an explanation may take.
  package init(milliseconds: Int) {
    deadline = SessionDeadline(milliseconds: milliseconds, waits: true)
    cancellation =
      deadline.map { CancellationFlag(within: nil, deadline: $0) } ?? CancellationFlag()
  }

  /// The search has ended, or is asked for an explanation.
  package func begin() { deadline?.begin() }

  /// Whether nothing more is to be done: what is not explained by then is left out.
  package var isOver: Bool { cancellation.isCancelled }
}
