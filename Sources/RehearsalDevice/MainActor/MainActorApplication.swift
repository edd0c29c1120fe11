// The application object of an app of the main actor. Unlike `Application` it may be kept, by view
// models and by tasks; it can ask the system whenever code of its process runs, as UIKit's object
// can, and at no other time. Closures take no delegate: they are isolated and capture what they need.

import LifecycleServices
import RehearsalLifecycle
import RehearsalValues

/// The application object of an app whose code is isolated to the main actor.
///
/// It belongs to one process. Code that keeps it beyond the end of the process, or that asks from
/// outside of the process, asks for nothing: requests answer as those of a process that has ended.
@MainActor
public final class MainActorApplication {
  /// Code that the system calls later.
  public typealias Action = @MainActor @Sendable () -> Void

  /// The clock of the process, for code that takes `any Clock<Duration>`; it shows the device's
  /// time.
  public nonisolated let clock: VirtualClock
  /// How long an upload to a URL takes, of those that `ApplicationServices` asks for; a second unless
  /// the delegate sets something else.
  public var transferDuration: @MainActor (_ url: String) -> Duration = { _ in .seconds(1) }
  /// What the server answers to requests and uploads that `ApplicationServices` asks for, after
  /// `transferDuration`: success without content unless the delegate sets something else.
  public var server: @MainActor (_ request: ServerRequest) -> ServerAnswer = { _ in ServerAnswer() }
  let events = ServiceEvents()
  private nonisolated let process: ProcessIdentifier
  /// Makes a closure of the type that the code of the process calls.
  private nonisolated let makeCallback: @Sendable (@escaping Answer) -> NativeCallback

  /// What the system calls, with what it has to say.
  private typealias Answer = @MainActor @Sendable ([ScriptValue]) -> Void

  nonisolated init<Delegate>(_ application: borrowing Application<MainActorApp<Delegate>>) {
    clock = application.clock
    process = application.system.process
    makeCallback = { answer in
      let action: Application<MainActorApp<Delegate>>.Action = { _, application in
        let arguments = application.arguments
        MainActor.assumeIsolated { answer(arguments) }
      }
      return NativeCallback(action, of: .app())
    }
  }

  /// The process where its code runs on this thread.
  private nonisolated var running: RunningProcess? {
    guard let running = TaskScope.current?.process, running.system.process == process else {
      return nil
    }
    return running
  }

  /// The same for a request, which has no effect from elsewhere and is named while the process lives.
  private nonisolated var asking: RunningProcess? {
    let running = running
    if running == nil { clock.note(.askedFromOutside) }
    return running
  }

  private nonisolated var system: AppContext? { asking?.system }

  // MARK: - Looking

  /// The device's time.
  public var now: VirtualTime { running?.system.now ?? clock.now }

  /// The state as the app reads it; while a method leads to another state it is the old one.
  public var state: ApplicationState { running?.system.state ?? .background }

  /// The running time that is left in the background.
  public var backgroundTimeRemaining: BackgroundTimeRemaining {
    running?.system.backgroundTimeRemaining ?? .limited(.zero)
  }

  // MARK: - The main thread

  /// Keeps the main thread busy for a span of virtual time, after what the code does.
  ///
  /// The watchdog counts it. Several calls in one turn add up.
  public func work(for duration: Duration) {
    asking?.native.pointee.work(for: TimeSpan(duration))
  }

  /// Notes that so many uploads of the same are under way.
  func note(equalUploads count: Int) { asking?.native.pointee.note(equalUploads: count) }

  /// Writes a line into the trace.
  public func log(_ text: String) { system?.log(text) }

  /// Ends the process with an exit code.
  public func exit(_ code: Int = 0) { end(.exited(code)) }

  /// Crashes the process.
  public nonisolated func crash(_ message: String) { end(.crashed(CrashReport(message: message))) }

  /// The first end of several counts.
  private nonisolated func end(_ progress: CodeProgress) {
    if let native = asking?.native, native.pointee.end == nil { native.pointee.end = progress }
  }

  /// Starts a task of the process, as `Task.init` does here; it runs when the current turn is over.
  ///
  /// - Returns: The task, which can be cancelled and waited for. Unlike that of `Task.init` it ends
  ///   with `CancellationError` where the process ends before, of whose code then nothing more runs.
  @discardableResult
  public nonisolated func task<Success: Sendable>(
    @_inheritActorContext @_implicitSelfCapture _ operation:
      @Sendable @escaping @isolated(any) () async throws -> Success
  ) -> Task<Success, any Error> { clock.processTask(operation) }

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
    guard let system else { return .invalid }
    let callback = expiration.flatMap { action in keep { _ in action() } }
    let task = system.beginBackgroundTask(name: name, expiration: callback)
    if task == .invalid { release(callback) }
    return task
  }

  /// Ends a background task; one that is ended already stays so.
  public func endBackgroundTask(_ task: BackgroundTaskIdentifier) {
    release(system?.endBackgroundTask(task))
  }

  // MARK: - Timers and work beside the main thread

  /// Schedules a timer of the main thread's run loop.
  ///
  /// - Parameters:
  ///   - delay: From this moment to the first firing.
  ///   - interval: From firing to firing; nil for a timer that fires once.
  ///   - action: Runs at each firing.
  /// - Returns: The timer, for `invalidate`.
  /// - Throws: `DeviceAPIError` for a negative delay, an interval that is not above zero, a moment
  ///   beyond the clock, and where the process does not run.
  @discardableResult
  public func schedule(
    after delay: Duration, every interval: Duration? = nil, action: @escaping Action
  ) throws(DeviceAPIError) -> TimerIdentifier {
    let answer: Answer = { _ in action() }
    return try keeping(answer) { system, callback throws(DeviceAPIError) in
      try system.scheduleTimer(
        after: TimeSpan(delay), every: interval.map { TimeSpan($0) }, callback: callback)
    }
  }

  /// Ends a timer for good.
  public func invalidate(_ timer: TimerIdentifier) { release(system?.invalidateTimer(timer)) }

  /// Works on a background thread.
  ///
  /// - Parameters:
  ///   - duration: How long it takes while the process runs.
  ///   - share: The share of one processor that it takes, from 0 to 1; R108 reads it.
  ///   - completion: Runs on the main thread when it is done.
  /// - Returns: The work, for `cancel`.
  /// - Throws: `DeviceAPIError` for a negative span, a moment beyond the clock, and where the process
  ///   does not run.
  @discardableResult
  public func perform(
    for duration: Duration, cpu share: Double = 0, completion: @escaping Action
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    let answer: Answer = { _ in completion() }
    return try keeping(answer) { system, callback throws(DeviceAPIError) in
      try system.beginBackgroundWork(
        .perform(cpu: min(max(0, share), 1)), for: TimeSpan(duration), callback: callback)
    }
  }

  /// Loads something inside the process.
  ///
  /// - Parameters:
  ///   - url: What is loaded.
  ///   - duration: How long it takes while the process runs.
  ///   - completion: Runs on the main thread when it is done, with the data and the error, of which
  ///     one is missing.
  /// - Returns: The download, for `cancel`.
  /// - Throws: `DeviceAPIError` for a negative span, a moment beyond the clock, and where the process
  ///   does not run.
  @discardableResult
  public func download(
    _ url: String, takes duration: Duration,
    completion: @escaping @MainActor @Sendable (_ data: ScriptValue, _ error: ScriptValue) -> Void
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    let answer: Answer = { completion($0.first ?? .nil, $0.dropFirst().first ?? .nil) }
    return try keeping(answer) { system, callback throws(DeviceAPIError) in
      try system.beginBackgroundWork(
        .download(url: url), for: TimeSpan(duration), callback: callback)
    }
  }

  /// Ends work on a background thread for good.
  public func cancel(_ work: BackgroundWorkIdentifier) {
    release(system?.cancelBackgroundWork(work))
  }

  /// Transfers something in a background session, whose messages tell of the end.
  func transfer(
    to url: String, in session: String, takes duration: Duration
  ) throws(DeviceAPIError) {
    let answer: Answer = { _ in }
    _ = try keeping(answer) { system, callback throws(DeviceAPIError) in
      try system.beginTransfer(of: url, in: session, for: TimeSpan(duration), callback: callback)
    }
  }

  // MARK: - Messages and notifications

  /// Calls a closure with the `info` of a notification whenever the system posts it to the process.
  ///
  /// - Returns: The observer, for `removeObserver`; nil where the process does not run.
  @discardableResult
  public func addObserver(
    for notification: SystemNotification,
    action: @escaping @MainActor @Sendable (ScriptValue) -> Void
  ) -> NotificationObserver? {
    guard let running = asking else { return nil }
    running.system.setObserved(true, notification)
    return running.native.pointee.addObserver(
      of: notification, makeCallback { action($0.first ?? .nil) })
  }

  /// Calls an observer no more; one that was removed already stays so.
  public func removeObserver(_ observer: NotificationObserver) {
    guard let running = asking, let notification = running.native.pointee.removeObserver(observer)
    else {
      return
    }
    running.system.setObserved(false, notification)
  }

  /// Calls the completion handler of a message.
  ///
  /// - Parameters:
  ///   - completion: The completion, among the message's arguments; called twice it ends the app, as
  ///     UIKit's exception does.
  ///   - result: The result, such as `.symbol("newData")`.
  public func complete(_ completion: ScriptValue, with result: ScriptValue = .nil) {
    guard let system else { return }
    release(system.complete(completion, with: result))
  }

  // MARK: - Storage

  /// A value that the app keeps outside its process; nil where the key is missing or the value is
  /// of another type.
  public nonisolated func stored<Value: ScriptConvertible>(
    _ key: String, in place: StoragePlace = .disk, as type: Value.Type = Value.self
  ) -> Value? { running?.system.value(forKey: key, in: place).flatMap { Value(scriptValue: $0) } }

  /// Keeps a value outside the process, where the next one finds it; nil removes the key.
  ///
  /// - Throws: `DeviceAPIError` for what is no plain data, for more than the limit `storage`, and
  ///   where the process does not run.
  public nonisolated func store(
    _ value: (any ScriptConvertible)?, forKey key: String, in place: StoragePlace = .disk
  ) throws(DeviceAPIError) {
    guard let system else { throw .processEnded }
    try system.setValue(value?.scriptValue, forKey: key, in: place)
  }

  // MARK: - What else the system does

  /// Makes any request of other native apps, as in
  /// `application.request { $0.show("editor") }`; nil where the process does not run.
  ///
  /// Closures that are passed there run on the main thread, but are not isolated to the main
  /// actor for the compiler; they begin with `MainActor.assumeIsolated`.
  @discardableResult
  public func request<Result, Failure: Error>(
    _ body: (borrowing Application<SystemRequests>) throws(Failure) -> Result
  ) throws(Failure) -> Result? { try request(in: nil, body) }

  /// Asks on behalf of a scene, or of none.
  func request<Result, Failure: Error>(
    in scene: SceneIdentifier?,
    _ body: (borrowing Application<SystemRequests>) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let running = asking else { return nil }
    return try SystemRequests.make(
      system: running.system, native: running.native, owner: .app(in: scene)
    ) { _, application throws(Failure) in try body(application) }
  }

  // MARK: - Closures

  private func keep(_ answer: @escaping Answer) -> CallbackIdentifier? {
    running?.native.pointee.callbacks.add(makeCallback(answer))
  }

  private func release(_ callback: CallbackIdentifier?) {
    if let callback { running?.native.pointee.callbacks.remove(callback) }
  }

  /// Hands a closure to the system, which keeps it unless it refuses.
  private func keeping<Result>(
    _ answer: @escaping Answer,
    _ body: (AppContext, CallbackIdentifier) throws(DeviceAPIError) -> Result
  ) throws(DeviceAPIError) -> Result {
    guard let system, let callback = keep(answer) else { throw .processEnded }
    do throws(DeviceAPIError) { return try body(system, callback) } catch {
      release(callback)
      throw error
    }
  }
}

/// Acts as the delegate for requests that no delegate makes, see
/// `MainActorApplication.request(_:)`.
public struct SystemRequests: Sendable {
  /// Runs code with an application object for requests.
  static func make<Result, Failure: Error>(
    system: AppContext, native: UnsafeMutablePointer<NativeProcess>, owner: CodeOwner,
    arguments: [ScriptValue] = [],
    _ body: (inout SystemRequests, inout Application<SystemRequests>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var requests = SystemRequests()
    return try withUnsafeMutablePointer(to: &requests) { requests throws(Failure) in
      var application = Application<SystemRequests>(
        system: system, native: native, owner: owner,
        appDelegate: UnsafeMutableRawPointer(requests))
      application.arguments = arguments
      return try body(&requests.pointee, &application)
    }
  }
}
