// Where controlled tasks run: their jobs wait in the schedule of their clock and run one at a time,
// in the order in which they came, on the thread that advances time. The main actor has an executor
// of its own, so that isolation to it is true: its jobs run only where the thread runs for the real
// main actor. Nothing runs while nobody asks.

import RehearsalLifecycle
import Synchronization

#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && !REHEARSAL_HOOKED_SLEEP
  // How the system's clocks hand a sleep to the executor of the task that sleeps; with other runtimes
  // the sleep comes to the hooks of `CTaskHooks`, less directly. The flag shuts this door for tests of
  // that one.
  @_spi(ExperimentalScheduling) import _Concurrency
#endif

/// Runs the jobs of tasks in their order, when it is told to.
final class VirtualExecutor: TaskExecutor {
  let schedule: TaskSchedule
  /// What code in a scope takes for the executor of the main actor.
  let mainActor: VirtualMainActor

  init(_ schedule: TaskSchedule) {
    self.schedule = schedule
    mainActor = VirtualMainActor(schedule)
  }

  func enqueue(_ job: consuming ExecutorJob) { append(UnownedJob(job)) }

  func append(_ job: UnownedJob) {
    schedule.append(TaskSchedule.Job(job), keeping: self)
  }

  /// Runs the jobs until there are none; without effect inside of a job.
  ///
  /// - Parameter process: The process on whose main thread they run.
  func run(process: RunningProcess? = nil) {
    guard schedule.beginRunning() else { return }
    let isOnMainActor = TaskScope.isOnMainActor
    TaskScope(of: self, process: process).run {
      repeat {
        while let job = schedule.nextJob(onMainActor: isOnMainActor) { perform(job) }
      } while schedule.continueWaiting()
    }
    schedule.endRunning()
  }

  private func perform(_ job: TaskSchedule.Job) {
    switch job.work {
    case .task(let task) where job.isForMainActor:
      schedule.onMainThread { task.runSynchronously(on: mainActor.asUnownedSerialExecutor()) }
    case .task(let task): task.runSynchronously(on: asUnownedTaskExecutor())
    case .block(let work) where work.isForMain: schedule.onMainThread { work.run() }
    case .block(let work): schedule.resume(VirtualThread(running: work))
    case .queue(let queue): schedule.runNext(of: queue)
    case .thread(let thread): schedule.resume(thread)
    }
  }

  /// Lets something else go on while code on the thread that advances time waits; false where nothing
  /// can.
  func performOne() -> Bool {
    guard let job = schedule.nextJobWhileWaiting() else { return schedule.continueWaiting() }
    schedule.insideAnother { perform(job) }
    return true
  }
}

/// The main actor's executor for code in a scope.
final class VirtualMainActor: SerialExecutor {
  private let schedule: TaskSchedule

  init(_ schedule: TaskSchedule) { self.schedule = schedule }

  func enqueue(_ job: consuming ExecutorJob) {
    schedule.append(TaskSchedule.Job(UnownedJob(job), isForMainActor: true), keeping: self)
  }

  /// Whether code may say that it is isolated to the main actor: in a scope of this executor, on a
  /// thread that runs for the real one.
  private var isIsolating: Bool {
    TaskScope.current?.executor?.mainActor === self && TaskScope.isOnMainActor
  }

  func checkIsolated() {
    precondition(
      isIsolating,
      "code of the main actor runs outside of it; move the simulation on the main actor"
    )
  }

  #if compiler(>=6.2)
    @available(macOS 26.0, iOS 26.0, watchOS 26.0, tvOS 26.0, visionOS 26.0, *)
    func isIsolatingCurrentContext() -> Bool? { isIsolating }
  #endif
}

#if os(Linux) && compiler(>=6.3) && compiler(<6.4) && !REHEARSAL_HOOKED_SLEEP
  extension VirtualExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let span = clock.now.duration(to: instant) as? Duration
      schedule.sleep(UnownedJob(job), about: span ?? .zero, keeping: self)
    }
  }

  extension VirtualMainActor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let span = clock.now.duration(to: instant) as? Duration
      schedule.sleep(UnownedJob(job), about: span ?? .zero, keeping: self)
    }
  }
#endif
