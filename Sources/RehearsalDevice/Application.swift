// What a native app can ask of the system while one of its methods runs: UIKit's application
// object. Every call asks the system at once, on behalf of the process that runs.

import RehearsalLifecycle
import RehearsalValues

/// The application object of a native app, for the length of one delivery.
///
/// The closures that it takes are called with the delegate whose code gave them: the app's own, or
/// that of a scene.
public struct Application<Delegate: Sendable>: ~Copyable {
  /// Code that the system calls later, with the delegate as it is then.
  public typealias Action = @Sendable (inout Delegate, inout Application<Delegate>) -> Void

  /// What the process can read of the device and ask of it.
  let system: AppContext
  /// What the process holds beside its delegates.
  let native: UnsafeMutablePointer<NativeProcess>
  /// Whose code runs.
  let owner: CodeOwner
  /// The app's delegate, which a scene's code may change while it runs.
  let appDelegate: UnsafeMutableRawPointer
  /// What the closure that runs was called with.
  var arguments: [ScriptValue] = []

  init(
    system: AppContext, native: UnsafeMutablePointer<NativeProcess>, owner: CodeOwner,
    appDelegate: UnsafeMutableRawPointer
  ) {
    self.system = system
    self.native = native
    self.owner = owner
    self.appDelegate = appDelegate
  }

  // MARK: - Looking

  /// The device's time.
  public var now: VirtualTime { system.now }

  /// The state as the app reads it; while a method leads to another state it is the old one.
  public var state: ApplicationState { system.state }

  /// The running time that is left in the background.
  public var backgroundTimeRemaining: BackgroundTimeRemaining {
    system.backgroundTimeRemaining
  }

  /// What the closure that runs was called with, such as a notification's `info` or the answer to
  /// a question; nil where there is no such argument, or one of another type.
  public func argument<Value: ScriptConvertible>(
    _ position: Int = 0, as type: Value.Type = Value.self
  ) -> Value? {
    guard arguments.indices.contains(position) else { return nil }
    return Value(scriptValue: arguments[position])
  }

  // MARK: - The main thread

  /// Keeps the main thread busy for a span of virtual time, after what the method does.
  ///
  /// The watchdog counts it. Several calls in one method add up.
  public func work(for duration: Duration) {
    native.pointee.work(for: TimeSpan(duration))
  }

  /// Writes a line into the trace.
  public func log(_ text: String) { system.log(text) }

  /// Ends the process with an exit code.
  public func exit(_ code: Int = 0) { end(.exited(code)) }

  /// Crashes the process.
  public func crash(_ message: String) {
    end(.crashed(CrashReport(message: message)))
  }

  /// The first end of several counts.
  private func end(_ progress: CodeProgress) {
    if native.pointee.end == nil { native.pointee.end = progress }
  }

  // MARK: - Background tasks

  /// Keeps the process running in the background for a while.
  ///
  /// - Parameters:
  ///   - name: The name in the trace.
  ///   - expiration: Runs shortly before the time is over; the task still has to be ended.
  /// - Returns: The task; `.invalid` where the system grants none.
  public func beginBackgroundTask(
    _ name: String = "task", expiration: Action? = nil
  ) -> BackgroundTaskIdentifier {
    let callback = expiration.map { keep($0) }
    let task = system.beginBackgroundTask(name: name, expiration: callback)
    if task == .invalid { release(callback) }
    return task
  }

  /// Ends a background task; one that is ended already stays so.
  public func endBackgroundTask(_ task: BackgroundTaskIdentifier) {
    release(system.endBackgroundTask(task))
  }

  // MARK: - Timers and work beside the main thread

  /// Schedules a timer of the main thread's run loop.
  ///
  /// - Parameters:
  ///   - delay: From this moment to the first firing.
  ///   - interval: From firing to firing; nil for a timer that fires once.
  ///   - action: Runs at each firing.
  /// - Returns: The timer, for `invalidate`.
  /// - Throws: `DeviceAPIError` for a negative delay, an interval that is not above zero, and a moment
  ///   beyond the clock.
  @discardableResult
  public func schedule(
    after delay: Duration, every interval: Duration? = nil, action: @escaping Action
  ) throws(DeviceAPIError) -> TimerIdentifier {
    let callback = keep(action)
    do {
      return try system.scheduleTimer(
        after: TimeSpan(delay), every: interval.map { TimeSpan($0) }, callback: callback)
    } catch {
      release(callback)
      throw error
    }
  }

  /// Ends a timer for good.
  public func invalidate(_ timer: TimerIdentifier) {
    release(system.invalidateTimer(timer))
  }

  /// Works on a background thread, then calls back on the main thread.
  ///
  /// - Parameters:
  ///   - duration: How long it takes while the process runs.
  ///   - share: The share of one processor that it takes, from 0 to 1; R108 reads it.
  ///   - completion: Runs when it is done.
  /// - Returns: The work, for `cancel`.
  /// - Throws: `DeviceAPIError` for a negative span and a moment beyond the clock.
  @discardableResult
  public func perform(
    for duration: Duration, cpu share: Double = 0, completion: @escaping Action
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    let callback = keep(completion)
    do {
      return try system.beginBackgroundWork(
        .perform(cpu: min(max(0, share), 1)), for: TimeSpan(duration), callback: callback)
    } catch {
      release(callback)
      throw error
    }
  }

  /// Ends work on a background thread for good.
  public func cancel(_ work: BackgroundWorkIdentifier) {
    release(system.cancelBackgroundWork(work))
  }

  // MARK: - Closures

  /// Keeps a closure for the device, under the number by which it calls it.
  func keep(_ action: @escaping Action) -> CallbackIdentifier {
    native.pointee.callbacks.add(NativeCallback(action, of: owner))
  }

  /// Drops a closure that the device calls no more.
  func release(_ callback: CallbackIdentifier?) {
    if let callback { native.pointee.callbacks.remove(callback) }
  }
}
