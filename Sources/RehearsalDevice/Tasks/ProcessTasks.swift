// The Swift tasks of one native process: they run after each delivery to the process, on the
// device's time, and never while it is suspended or after it has ended. The next sleeper holds a
// timer of the device, so that a suspended process sleeps on until it runs again.

import RehearsalLifecycle
import Synchronization

/// What the tasks of a process want to run on its main thread, in their order.
final class MainThreadQueue: Sendable {
  private let actions = Mutex<[NativeCallback]>([])

  func append(_ action: NativeCallback) { actions.withLock { $0.append(action) } }

  func takeAll() -> [NativeCallback] {
    actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }
}

/// The tasks of a native process and the timer that wakes them.
struct ProcessTasks: Sendable {
  /// Ends the tasks with the process: with the last copy of the simulation in which it lives.
  private final class Life: Sendable {
    let clock: VirtualClock

    init(_ clock: VirtualClock) { self.clock = clock }

    deinit { clock.endTasks() }
  }

  private let life: Life
  let mainThread = MainThreadQueue()
  /// The device's timer for the next sleeper.
  var timer: (identifier: TimerIdentifier, due: VirtualTime)?

  init(at start: VirtualTime) { life = Life(VirtualClock(at: start)) }

  var clock: VirtualClock { life.clock }
}

extension NativeProcess {
  /// The tasks of the process, which begin with the first that asks for them.
  mutating func startTasks(at now: @autoclosure () -> VirtualTime) -> ProcessTasks {
    if let tasks { return tasks }
    let started = ProcessTasks(at: now())
    tasks = started
    return started
  }
}

extension Application {
  /// The clock of the process, for code that takes `any Clock<Duration>`; it shows the device's
  /// time.
  public var clock: VirtualClock { startTasks().clock }

  /// Runs code on the main thread, once the tasks wait: by this they come back to the delegate and
  /// the system.
  ///
  /// A copy of a simulation shares the tasks of its native processes, because Swift's tasks cannot
  /// be copied: save and fork a device before such tasks begin.
  public var mainThread: @Sendable (@escaping Action) -> Void {
    let (queue, owner) = (startTasks().mainThread, owner)
    return { queue.append(NativeCallback($0, of: owner)) }
  }

  /// Starts a task of the process; it runs when the current delivery has returned.
  ///
  /// - Returns: The task, which can be cancelled and waited for. It ends with `CancellationError`
  ///   where the process ends before, of whose code then nothing more runs.
  @discardableResult
  public func task<Success: Sendable>(
    @_inheritActorContext @_implicitSelfCapture _ operation:
      @Sendable @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> { clock.processTask(operation) }

  private func startTasks() -> ProcessTasks { native.pointee.startTasks(at: system.now) }
}

extension VirtualClock {
  /// Starts a task that who waits for it outlives.
  func processTask<Success: Sendable>(
    @_inheritActorContext @_implicitSelfCapture _ operation:
      @Sendable @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> {
    let work = task(operation)
    return task { [weak self] in
      guard let self else { throw CancellationError() }
      return try await value(of: work)
    }
  }
}

extension CallbackIdentifier {
  /// Stands for no closure: the delivery itself runs the tasks.
  static let wakesTasks = CallbackIdentifier(-1)
}

extension NativeProcess {
  /// Whether somebody outside of the process gave its tasks something to do, as who cancels one or
  /// feeds a stream, and no turn comes in which they do it.
  func wantsTurn(at now: VirtualTime) -> Bool {
    guard let tasks, tasks.clock.hasJobs else { return false }
    return tasks.timer.map { $0.due > now } ?? true
  }

  /// Makes the device's timer match the next sleeper, or the tasks that can continue.
  mutating func scheduleWaking(in context: AppContext) {
    guard let tasks else { return }
    let due = tasks.clock.hasJobs ? context.now : tasks.clock.nextDue
    guard due != tasks.timer?.due else { return }
    if let timer = tasks.timer { _ = context.invalidateTimer(timer.identifier) }
    self.tasks?.timer = nil
    guard let due else { return }
    let timer = try? context.scheduleTimer(
      after: TimeSpan(context.now.duration(to: due)), callback: .wakesTasks)
    if let timer { self.tasks?.timer = (timer, due) }
  }
}
