// What a native app can ask of the system while one of its methods runs: UIKit's application
// object. Every call acts on the device at once, with the process's own identifier.

import RehearsalLifecycle
import RehearsalMachine

/// The application object of a native app, for the length of one delivery.
public struct Application<Delegate: ApplicationDelegate>: ~Copyable {
  /// Code that the system calls later, with the delegate as it is then.
  public typealias Action = @Sendable (inout Delegate, inout Application<Delegate>) -> Void

  let device: UnsafeMutablePointer<Device>
  /// The process that the code runs in.
  let process: ProcessIdentifier
  var callbacks: CallbackTable<Delegate>
  var tasks: ProcessTasks<Delegate>?
  /// The time that the delivery under way keeps the main thread busy.
  private(set) var worked = TimeSpan.zero
  /// How the delivery ends the process, if it does.
  private(set) var end: CodeProgress?

  init(
    device: UnsafeMutablePointer<Device>, process: ProcessIdentifier,
    callbacks: CallbackTable<Delegate>, tasks: ProcessTasks<Delegate>?
  ) {
    self.device = device
    self.process = process
    self.callbacks = callbacks
    self.tasks = tasks
  }

  // MARK: - Looking

  /// The device's time.
  public var now: VirtualTime { device.pointee.now }

  /// The state as the app reads it; while a method leads to another state it is the old one.
  public var state: ApplicationState {
    device.pointee.applicationState(of: process) ?? .background
  }

  /// The running time that is left in the background.
  public var backgroundTimeRemaining: BackgroundTimeRemaining {
    device.pointee.backgroundTimeRemaining(of: process)
  }

  // MARK: - The main thread

  /// Keeps the main thread busy for a span of virtual time, behind what the method does.
  ///
  /// The watchdog counts it. Several calls in one method add up.
  public mutating func work(for duration: Duration) {
    worked = (try? worked.adding(max(.zero, TimeSpan(duration)))) ?? worked
  }

  /// Writes a line into the trace.
  public func log(_ text: String) { device.pointee.log(text, in: process) }

  /// Ends the process with an exit code.
  public mutating func exit(_ code: Int = 0) { if end == nil { end = .exited(code) } }

  /// Crashes the process.
  public mutating func crash(_ message: String) {
    if end == nil { end = .crashed(CrashReport(message: message)) }
  }

  // MARK: - Background tasks

  /// Keeps the process running in the background for a while.
  ///
  /// - Parameters:
  ///   - name: The name in the trace.
  ///   - expiration: Runs shortly before the time is over; the task still has to be ended.
  /// - Returns: The task; `.invalid` where the system grants none.
  public mutating func beginBackgroundTask(
    _ name: String = "task", expiration: Action? = nil
  ) -> BackgroundTaskIdentifier {
    let callback = expiration.map { callbacks.add($0) }
    let task = device.pointee.beginBackgroundTask(
      name: name, expiration: callback, in: process)
    if task == .invalid { release(callback) }
    return task
  }

  /// Ends a background task; one that is ended already stays so.
  public mutating func endBackgroundTask(_ task: BackgroundTaskIdentifier) {
    release(device.pointee.endBackgroundTask(task, in: process))
  }

  // MARK: - Timers and work beside the main thread

  /// Schedules a timer of the main thread's run loop.
  ///
  /// - Parameters:
  ///   - delay: From this moment to the first firing.
  ///   - interval: From firing to firing; nil for a timer that fires once.
  ///   - action: Runs at each firing.
  /// - Returns: The timer, for `invalidate`.
  /// - Throws: `CallFault` for a negative delay, an interval that is not above zero, and a moment
  ///   beyond the clock.
  @discardableResult
  public mutating func schedule(
    after delay: Duration, every interval: Duration? = nil, action: @escaping Action
  ) throws(CallFault) -> TimerIdentifier {
    let callback = callbacks.add(action)
    do {
      return try device.pointee.scheduleTimer(
        after: TimeSpan(delay), every: interval.map { TimeSpan($0) }, callback: callback,
        in: process)
    } catch {
      release(callback)
      throw error
    }
  }

  /// Ends a timer for good.
  public mutating func invalidate(_ timer: TimerIdentifier) {
    release(device.pointee.invalidateTimer(timer, in: process))
  }

  /// Works on a background thread, then calls back on the main thread.
  ///
  /// - Parameters:
  ///   - duration: How long it takes while the process runs.
  ///   - completion: Runs when it is done.
  /// - Returns: The work, for `cancel`.
  /// - Throws: `CallFault` for a negative span and a moment beyond the clock.
  @discardableResult
  public mutating func perform(
    for duration: Duration, completion: @escaping Action
  ) throws(CallFault) -> BackgroundWorkIdentifier {
    let callback = callbacks.add(completion)
    do {
      return try device.pointee.beginBackgroundWork(
        .perform(cpu: 1), for: TimeSpan(duration), callback: callback, in: process)
    } catch {
      release(callback)
      throw error
    }
  }

  /// Ends work on a background thread for good.
  public mutating func cancel(_ work: BackgroundWorkIdentifier) {
    release(device.pointee.cancelBackgroundWork(work, in: process))
  }

  mutating func release(_ callback: CallbackIdentifier?) {
    if let callback { callbacks.remove(callback.number) }
  }
}
