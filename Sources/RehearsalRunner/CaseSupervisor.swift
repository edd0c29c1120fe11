// Who stops cases from outside: the user, who interrupts the run, and the clock, where a case takes
// longer than it may. Cases run on threads of their own, so this is shared and locked; the owner of
// the run reads the clock and calls.

import Rehearsal
import RehearsalMachine
import Synchronization

/// Stops the cases of a run.
package final class CaseSupervisor: Sendable {
  private struct State {
    var lanes: [Lane] = []
    var isInterrupted = false
  }

  private let state = Mutex(State())
  private let stopwatch: @Sendable () -> Duration

  /// Makes a supervisor that reads the time passed since some moment from a stopwatch.
  package init(stopwatch: @escaping @Sendable () -> Duration = { .zero }) {
    self.stopwatch = stopwatch
  }

  /// Whether the run was interrupted.
  package var isInterrupted: Bool { state.withLock(\.isInterrupted) }

  /// Stops all cases that run, and lets none begin.
  package func interrupt() {
    let lanes = state.withLock { state in
      state.isInterrupted = true
      return state.lanes
    }
    for lane in lanes { lane.interrupt() }
  }

  /// Stops the cases whose time is over.
  package func stopOverdueCases() {
    let now = stopwatch()
    for lane in state.withLock(\.lanes) { lane.stopIfOverdue(now) }
  }

  /// A lane for cases that run one after the other.
  package func lane() -> Lane {
    let lane = Lane(stopwatch)
    let isInterrupted = state.withLock { state in
      state.lanes.append(lane)
      return state.isInterrupted
    }
    if isInterrupted { lane.interrupt() }
    return lane
  }

  /// Lets a lane go, when its cases have ended.
  package func remove(_ lane: Lane) {
    state.withLock { $0.lanes.removeAll { $0 === lane } }
  }

  /// The cases that one thread runs, one after the other.
  package final class Lane: Sendable {
    private struct Watch {
      var timeout: Duration?
      var start = Duration.zero
      var isOverdue = false
      var isInterrupted = false
    }

    /// By what the current case is stopped.
    package let cancellation = CancellationFlag()
    private let watch = Mutex(Watch())
    private let stopwatch: @Sendable () -> Duration

    init(_ stopwatch: @escaping @Sendable () -> Duration) { self.stopwatch = stopwatch }

    /// Whether the run was interrupted.
    var isInterrupted: Bool { watch.withLock(\.isInterrupted) }

    /// A case begins, which may take that long.
    package func begin(_ timeout: Duration?) {
      guard let timeout else { return }
      let now = stopwatch()
      watch.withLock { watch in
        watch.timeout = timeout
        watch.start = now
      }
    }

    /// The case has ended.
    ///
    /// - Returns: That its time was over, where it was.
    package func end() -> CaseProblem? {
      watch.withLock { watch in
        defer {
          watch.timeout = nil
          watch.isOverdue = false
        }
        guard watch.isOverdue, let timeout = watch.timeout else { return nil }
        if !watch.isInterrupted { cancellation.clear() }
        return .timeout(timeout)
      }
    }

    func interrupt() {
      watch.withLock { $0.isInterrupted = true }
      cancellation.cancel()
    }

    func stopIfOverdue(_ now: Duration) {
      watch.withLock { watch in
        guard let timeout = watch.timeout, now - watch.start > timeout else { return }
        watch.isOverdue = true
        cancellation.cancel()
      }
    }
  }
}
