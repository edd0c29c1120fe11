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
  let clock: VirtualClock
  let mainThread = MainThreadQueue()
  /// The device's timer for the next sleeper.
  var timer: (identifier: TimerIdentifier, due: VirtualTime)?
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

  /// Starts a task of the process; it runs when the delivery under way has returned.
  public func task(_ operation: @Sendable @escaping () async throws -> Void) {
    clock.task(operation)
  }

  private func startTasks() -> ProcessTasks {
    if let tasks = native.pointee.tasks { return tasks }
    let started = ProcessTasks(clock: VirtualClock(at: system.now))
    native.pointee.tasks = started
    return started
  }
}

extension CallbackIdentifier {
  /// Stands for no closure: the delivery itself runs the tasks.
  static let wakesTasks = CallbackIdentifier(-1)
}

extension NativeProcess {
  /// Makes the device's timer match the next sleeper.
  mutating func scheduleWaking(in context: AppContext) {
    guard let tasks else { return }
    let due = tasks.clock.nextDue
    guard due != tasks.timer?.due else { return }
    if let timer = tasks.timer { _ = context.invalidateTimer(timer.identifier) }
    self.tasks?.timer = nil
    guard let due else { return }
    let timer = try? context.scheduleTimer(
      after: TimeSpan(context.now.duration(to: due)), callback: .wakesTasks)
    if let timer { self.tasks?.timer = (timer, due) }
  }
}
