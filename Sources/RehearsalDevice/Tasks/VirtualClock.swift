// A clock for code that takes `any Clock<Duration>`: its sleepers wake when virtual time is let
// pass, and in no other way. Advancing is synchronous: it wakes each sleeper at its due time, runs
// what follows to its end on the executor, and only then goes on to the next.

import RehearsalLifecycle
import Synchronization

/// A clock of virtual time, with the executor on which the tasks that it starts run.
///
/// Controlled is everything that begins in `task`, in `run` and in a process of a device: tasks of
/// every kind with their children, actors, the main actor, and sleeps on this clock. Not controlled
/// are dispatch queues, threads, and actors and tasks with an executor of their own. Where one of
/// those resumes a task, `takeProblems()` tells; a test with the trait `controlledTasks` of
/// `RehearsalTesting` fails.
public final class VirtualClock: Clock, Sendable {
  private let schedule: TaskSchedule
  let executor: VirtualExecutor

  /// Makes a clock that is at its beginning.
  public convenience init() { self.init(at: .zero) }

  init(at start: VirtualTime) {
    schedule = TaskSchedule(at: start)
    executor = VirtualExecutor(schedule)
  }

  deinit { endTasks() }

  /// The clock's current moment; inside a task that was woken, its due time.
  public var now: VirtualTime { schedule.now }

  /// The clock's steps.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until virtual time reaches a moment.
  ///
  /// - Parameters:
  ///   - deadline: The moment; one that is over is no sleep.
  ///   - tolerance: Without effect: the clock wakes exactly.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: VirtualTime, tolerance: Duration? = nil) async throws {
    let number = schedule.nextNumber()
    try await withTaskCancellationHandler {
      try Task.checkCancellation()
      try await withUnsafeThrowingContinuation { continuation in
        schedule.sleep(number, until: deadline, continuation)
      }
    } onCancel: {
      schedule.cancel(number)
    }
  }

  // MARK: - Tasks and time

  /// Starts a task under control; it runs to its first wait when time is next let pass, be it no
  /// time at all.
  ///
  /// - Returns: The task. It ends only while time passes.
  @discardableResult
  public func task<Success: Sendable>(
    @_inheritActorContext @_implicitSelfCapture _ operation:
      @Sendable @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    TaskScope(of: executor, process: TaskScope.current?.process).run {
      Task(executorPreference: executor, operation: operation)
    }
  }

  /// Runs code under control, and whatever it starts until all of it waits; time stays.
  ///
  /// By this, code that starts tasks of its own is begun: `clock.run { model.search("a") }`. On the
  /// main actor, code that is isolated to it can be run.
  @discardableResult
  public func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { runUntilIdle() }
    return try TaskScope(of: executor).run(body)
  }

  /// Runs every task until all of them wait; time stays.
  package func runUntilIdle() { executor.run() }

  /// The moment at which the next sleeper is due; nil where nobody sleeps.
  package var nextDue: VirtualTime? { schedule.nextDue }

  /// Notes what code does past the simulated device.
  func note(_ reason: TaskProblem.Reason) { schedule.note(reason) }

  /// How many tasks sleep.
  var sleeperCount: Int { schedule.sleeperCount }

  /// Whether a task can continue without time passing.
  var hasJobs: Bool { schedule.hasJobs }

  /// Whether tasks waited when they were ended.
  var hasAbandonedTasks: Bool { schedule.hasAbandonedTasks }

  /// Waits for an answer of the system's, which never reaches a process that has ended.
  func request<Answer: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (UnsafeContinuation<Answer, Never>) -> Void
  ) async -> Answer {
    schedule.changeRequests(by: 1)
    defer { schedule.changeRequests(by: -1) }
    return await withUnsafeContinuation(isolation: isolation, body)
  }

  /// What could not be controlled since this was last asked; empty where all is well.
  ///
  /// The lines are known while somebody watches, as the trait `controlledTasks` of a test does.
  public func takeProblems() -> [TaskProblem] { schedule.takeProblems() }

  /// Advances time, wakes each sleeper at its due time and runs what follows to its end.
  public func advance(by duration: Duration) { advance(to: now.advanced(by: max(.zero, duration))) }

  /// Advances time as `advance(by:)` does, also for tasks that were begun outside of control.
  ///
  /// Such a task is given the time to reach its sleep on this clock: on the main actor that is
  /// certain for code of the main actor. Elsewhere it is likely; begin the code with `run` to be
  /// certain.
  ///
  /// - Parameters:
  ///   - duration: How much time passes.
  ///   - isolation: Where the tasks run, which is where the caller does.
  public func advance(by duration: Duration, isolation: isolated (any Actor)? = #isolation) async {
    let end = now.advanced(by: max(.zero, duration))
    await letOthersRun(isolation: isolation)
    while let due = nextDue, due <= end {
      synchronously { advance(to: due) }
      await letOthersRun(isolation: isolation)
    }
    synchronously { advance(to: end) }
  }

  /// Calls what has an asynchronous namesake from asynchronous code.
  private func synchronously(_ body: () -> Void) { body() }

  private func letOthersRun(isolation: isolated (any Actor)?) async {
    for _ in 0..<Self.yields {
      await Task.detached(priority: .background) { await Task.yield() }.value
      await Task.yield()
    }
  }

  /// How often others are let run before time continues.
  private static let yields = 8

  /// Advances time up to a moment; one that is over changes nothing.
  package func advance(to end: VirtualTime) { advance(to: end, process: nil) }

  /// Advances time for the tasks of a process, on whose main thread they run.
  func advance(to end: VirtualTime, process: RunningProcess?) {
    executor.run(process: process)
    while schedule.wakeNext(notAfter: end, on: executor) { executor.run(process: process) }
    schedule.moveClock(to: end)
  }

  /// Moves the clock to a moment, and wakes nobody yet.
  func move(to moment: VirtualTime) { schedule.moveClock(to: moment) }

  // MARK: - The end

  /// Ends all tasks where they are.
  func endTasks() { schedule.end(on: executor) }

  /// The value of a task; `CancellationError` where the tasks are ended before.
  func value<Success: Sendable>(of work: Task<Success, any Error>) async throws -> Success {
    let number = schedule.nextNumber()
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        let waits = schedule.callAtEnd(number) {
          continuation.resume(throwing: CancellationError())
        }
        guard waits else { return continuation.resume(throwing: CancellationError()) }
        task { [schedule] in
          let result = await work.result
          if schedule.removeWaiter(number) { continuation.resume(with: result) }
        }
      }
    } onCancel: {
      work.cancel()
    }
  }
}
