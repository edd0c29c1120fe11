// A clock for code that takes `any Clock<Duration>`: its sleepers wake when virtual time is let
// pass, and in no other way. Advancing is synchronous: it wakes each sleeper at its due time, runs
// what follows to its end on the executor, and only then comes to the next.

import RehearsalLifecycle
import Synchronization

/// A clock of virtual time, with the executor on which the tasks that it starts run.
///
/// Controlled are the tasks that `task` starts, their child tasks, and what default actors do for
/// them. Not controlled are tasks that such a task starts without being their parent (`Task.init`
/// and `Task.detached`), the main actor, dispatch queues and other clocks.
public final class VirtualClock: Clock, Sendable {
  /// A task that sleeps.
  private struct Sleeper {
    let due: VirtualTime
    /// Orders those of one due time.
    let number: Int
    let continuation: UnsafeContinuation<Void, any Error>
  }

  private struct State {
    var now: VirtualTime
    var sleepers: [Sleeper] = []
    var nextNumber = 0
    /// Sleeps that were cancelled before they began.
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>
  let executor = VirtualExecutor()

  /// Makes a clock that stands at its beginning.
  public convenience init() { self.init(at: .zero) }

  init(at start: VirtualTime) { state = Mutex(State(now: start)) }

  /// The moment at which the clock stands; inside a task that was woken, its due time.
  public var now: VirtualTime { state.withLock(\.now) }

  /// The clock's steps.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until virtual time comes to a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment; one that is over is no sleep.
  ///   - tolerance: Without effect: the clock wakes exactly.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: VirtualTime, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.nextNumber += 1
      return state.nextNumber
    }
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withUnsafeThrowingContinuation { continuation in
        enqueue(Sleeper(due: deadline, number: number, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func enqueue(_ sleeper: Sleeper) {
    let answer: Result<Void, any Error>? = state.withLock { state in
      if state.cancelled.remove(sleeper.number) != nil { return .failure(CancellationError()) }
      if sleeper.due <= state.now { return .success(()) }
      let position =
        state.sleepers.firstIndex { sleeper.due < $0.due } ?? state.sleepers.endIndex
      state.sleepers.insert(sleeper, at: position)
      return nil
    }
    if let answer { sleeper.continuation.resume(with: answer) }
  }

  private func cancel(_ number: Int) {
    let sleeper: Sleeper? = state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        state.cancelled.insert(number)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  // MARK: - Tasks and time

  /// Starts a task on the clock's executor; it runs to its first wait when time is next let pass,
  /// be it no time at all.
  @discardableResult
  public func task<Success: Sendable>(
    _ operation: sending @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    Task(executorPreference: executor, operation: operation)
  }

  /// Runs every task until all of them wait; time stays.
  package func settle() { executor.run() }

  /// The moment at which the next sleeper is due; nil where nobody sleeps.
  package var nextDue: VirtualTime? { state.withLock { $0.sleepers.first?.due } }

  /// Lets time pass, wakes each sleeper at its due time and runs what follows to its end.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: max(.zero, duration))) }

  /// Lets time pass up to a moment; one that is over changes nothing.
  package func advance(to end: VirtualTime) {
    settle()
    while let sleeper = wake(notAfter: end) {
      sleeper.continuation.resume()
      settle()
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  private func wake(notAfter end: VirtualTime) -> Sleeper? {
    state.withLock { state in
      guard let first = state.sleepers.first, first.due <= end else { return nil }
      state.now = max(state.now, first.due)
      return state.sleepers.removeFirst()
    }
  }
}
