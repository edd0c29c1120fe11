// How Swift's tasks are brought under control. Code under test starts tasks with `Task { }`, hops to
// the main actor and waits for actors without ever naming an executor, so no executor can be passed
// to it. What all of it has in common is the thread: whatever runs for a simulated process runs in a
// scope, on the thread that moves the simulation, and every job that is made there is made for it.
// Two hooks of the concurrency runtime see these jobs: the one in front of the pool of threads, and
// the one that says what the executor of the main actor is, which inside of a scope is a virtual one.
//
// Preferences for task executors do not do: `Task { }` and `Task.detached` do not inherit them. A
// custom executor of the main actor does not either: it is one for the whole program, which belongs
// to the test runner. Outside of scopes both hooks pass on what they are given.

import CTaskHooks
import RehearsalLifecycle
import Synchronization

/// What this thread does for an executor: everything that begins a task here gives it to that one.
struct TaskScope {
  /// The process whose code runs; nil for a clock without a device.
  let process: RunningProcess?
  private let clockExecutor: VirtualExecutor?

  init(of process: RunningProcess) {
    self.process = process
    clockExecutor = nil
  }

  init(of executor: VirtualExecutor, process: RunningProcess? = nil) {
    self.process = process
    clockExecutor = executor
  }

  /// The executor of the scope; that of a process is made when a task first asks for it.
  var executor: VirtualExecutor? { clockExecutor ?? process?.executor }

  /// The scope in which this thread runs.
  static var current: TaskScope? {
    rehearsal_task_scope()?.assumingMemoryBound(to: TaskScope.self).pointee
  }

  /// Runs code in the scope; the previous one is restored after it.
  @inline(__always)
  func run<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    _ = TaskHooks.areInstalled
    var scope = self
    let previous = rehearsal_task_scope()
    defer { rehearsal_return_to_scope(previous) }
    return try withUnsafeMutablePointer(to: &scope) { scope throws(Failure) in
      rehearsal_set_task_scope(scope)
      return try body()
    }
  }

  /// Runs code outside of any scope.
  static func leave<Result>(_ body: () -> Result) -> Result {
    let previous = rehearsal_task_scope()
    rehearsal_set_task_scope(nil)
    defer { rehearsal_return_to_scope(previous) }
    return body()
  }

  /// The number of the task that a job belongs to; 0 for one that is no task's.
  static func number(of job: UnownedJob) -> UInt64 {
    rehearsal_task_number(unsafeBitCast(job, to: UnsafeMutableRawPointer.self))
  }

  /// The number of the task whose code this thread runs; 0 without one.
  static var currentTask: UInt64 { rehearsal_current_task_number() }

  /// Whether the thread runs for the real main actor, so that its jobs may run here.
  static var isOnMainActor: Bool { rehearsal_is_on_main_actor() }
}

/// A process while its code runs: what it holds, and what it can ask.
struct RunningProcess {
  let native: UnsafeMutablePointer<NativeProcess>
  let system: AppContext

  var executor: VirtualExecutor {
    native.pointee.startTasks(at: system.now).clock.executor
  }
}

/// The hooks in the runtime, and whose a task is that nothing else tells.
private enum TaskHooks {
  /// The executors of tasks that were once enqueued in a scope, by the numbers of the tasks, which
  /// the program uses once each.
  ///
  /// Such a task may be resumed from outside, as when a test feeds a stream, and has to come back.
  /// When a task ends nobody is notified, so an entry stays.
  private static let owners = Mutex<[UInt64: VirtualExecutor]>([:])
  private static let hasOwners = Atomic(false)

  /// Installs the hooks at first use, for good; the runtime has one set of them.
  static let areInstalled: Bool = {
    rehearsal_install_task_hooks(
      rehearsal_task_hooks(
        take_job: { job, scope in job.map { TaskHooks.take($0, scope) } ?? false },
        take_sleeper: { job, span, scope in
          job.map { TaskHooks.take($0, scope, after: span) } ?? false
        },
        main_executor: { scope in
          let executor = TaskHooks.scope(scope)?.executor?.mainActor
          let words = unsafeBitCast(
            executor?.asUnownedSerialExecutor(), to: (identity: UInt, implementation: UInt).self)
          return rehearsal_executor_reference(
            identity: words.identity, implementation: words.implementation)
        },
        note_foreign: { work, scope in TaskHooks.scope(scope)?.note(work) },
        take_work: { work, span, scope in TaskHooks.scope(scope)?.take(work, after: span) },
        take_work_when: { condition, work, scope in
          TaskHooks.scope(scope)?.take(work, when: condition)
        },
        take_thread: { thread, scope in
          if let thread { TaskHooks.scope(scope)?.take(thread) }
        },
        wait: { condition, span, scope in
          TaskHooks.scope(scope)?.wait(for: condition, upTo: span) ?? false
        },
        occupy: { queue, scope in
          TaskHooks.scope(scope)?.occupy(UInt(bitPattern: queue)) ?? false
        },
        release: { queue, scope in
          TaskHooks.scope(scope)?.executor?.schedule.release(UInt(bitPattern: queue))
        },
        sleep: { span, scope in TaskHooks.scope(scope)?.sleep(for: span) },
        now: { isDate, moment, scope in
          guard let value = TaskHooks.scope(scope)?.moment(isDate: isDate) else { return false }
          moment?.pointee = value
          return true
        },
        random: { number, scope in
          guard let value = TaskHooks.scope(scope)?.nextByChance() else { return false }
          number?.pointee = value
          return true
        },
        is_main_thread: { TaskHooks.scope($0)?.isMainThread ?? true },
        process_object: { TaskHooks.scope($0)?.object }))
    return true
  }()

  private static func scope(_ scope: UnsafeMutableRawPointer?) -> TaskScope? {
    scope?.assumingMemoryBound(to: TaskScope.self).pointee
  }

  private static func take(
    _ job: UnsafeMutableRawPointer, _ scope: UnsafeMutableRawPointer?, after span: UInt64? = nil
  ) -> Bool {
    let executor: VirtualExecutor?
    let number = rehearsal_task_number(job)
    if let scope = Self.scope(scope) {
      executor = scope.executor
      if number != 0, let executor { note(number, of: executor) }
    } else {
      executor = owner(of: number)
    }
    guard let executor else { return false }
    let taken = unsafeBitCast(job, to: UnownedJob.self)
    if let span {
      let span = Duration.nanoseconds(Int64(clamping: span))
      executor.schedule.sleep(taken, about: span, keeping: executor)
    } else {
      executor.append(taken)
    }
    return true
  }

  private static func note(_ number: UInt64, of executor: VirtualExecutor) {
    // All tests of a program share it, so whoever has it is no thread of the process.
    TaskScope.leave {
      owners.withLock { owners in
        if owners[number] == nil { owners[number] = executor }
      }
    }
    hasOwners.store(true, ordering: .relaxed)
  }

  private static func owner(of number: UInt64) -> VirtualExecutor? {
    guard number != 0, hasOwners.load(ordering: .relaxed) else { return nil }
    return owners.withLock { $0[number] }
  }
}
