// The Swift tasks of one native process: they run after each delivery to the process, on the
// device's time, and never while it is suspended or after it has ended. The next sleeper holds a
// timer of the device, so that a suspended process sleeps on until it runs again.

import RehearsalLifecycle
import Synchronization

/// The door from a native app's tasks to its main thread.
///
/// A copy of a simulation shares the tasks of its native processes, because Swift's tasks cannot be
/// copied: save and fork a device before such tasks begin.
public final class MainThread<Delegate: ApplicationDelegate>: Sendable {
  private let actions = Mutex<[Application<Delegate>.Action]>([])

  /// Runs code on the main thread, once the tasks wait.
  public func run(_ action: @escaping Application<Delegate>.Action) {
    actions.withLock { $0.append(action) }
  }

  func takeActions() -> [Application<Delegate>.Action] {
    actions.withLock { actions in
      defer { actions = [] }
      return actions
    }
  }
}

/// The tasks of a native process and the timer that wakes them.
struct ProcessTasks<Delegate: ApplicationDelegate>: Sendable {
  let clock: VirtualClock
  let mainThread = MainThread<Delegate>()
  /// The device's timer for the next sleeper.
  var timer: (identifier: TimerIdentifier, due: VirtualTime)?
}

extension Application {
  /// The clock of the process, for code that takes `any Clock<Duration>`; it shows the device's
  /// time.
  public var clock: VirtualClock { mutating get { startTasks().clock } }

  /// The door by which tasks come back to the delegate and the system.
  public var mainThread: MainThread<Delegate> { mutating get { startTasks().mainThread } }

  /// Starts a task of the process; it runs when the delivery under way has returned.
  public mutating func task(_ operation: @Sendable @escaping () async throws -> Void) {
    clock.task(operation)
  }

  private mutating func startTasks() -> ProcessTasks<Delegate> {
    if let tasks { return tasks }
    let started = ProcessTasks<Delegate>(clock: VirtualClock(at: now))
    tasks = started
    return started
  }

  /// Runs the tasks until all of them wait, and what they want of the main thread.
  mutating func runTasks(_ delegate: inout Delegate) {
    guard let tasks else { return }
    repeat {
      tasks.clock.advance(to: now)
      let actions = tasks.mainThread.takeActions()
      for action in actions { action(&delegate, &self) }
      if actions.isEmpty { break }
    } while end == nil
    scheduleWaking()
  }

  /// Makes the device's timer match the next sleeper.
  private mutating func scheduleWaking() {
    guard let tasks else { return }
    let due = tasks.clock.nextDue
    guard due != tasks.timer?.due else { return }
    if let timer = tasks.timer { invalidate(timer.identifier) }
    self.tasks?.timer = nil
    guard let due else { return }
    let delay = now.duration(to: due)
    // The timer's own delivery runs the tasks.
    let timer = try? schedule(after: delay) { _, application in application.tasks?.timer = nil }
    if let timer { self.tasks?.timer = (timer, due) }
  }
}
