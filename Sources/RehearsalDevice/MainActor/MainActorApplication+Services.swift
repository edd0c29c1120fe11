// The application object as what shipping code knows: the services of `LifecycleServices`, each of
// them a request of the process that runs. On a device `UIKitServices` takes its place.

import LifecycleServices
import RehearsalLifecycle
import RehearsalValues

extension MainActorApplication: ApplicationServices {
  // MARK: - State and background tasks

  /// The state as the app reads it; while a method leads to another state it is the old one.
  public var applicationState: LifecycleState {
    switch state {
    case .active: .active
    case .inactive: .inactive
    case .background: .background
    }
  }

  /// Keeps the process running in the background for a while, as the request of the same name does,
  /// which a call with a trailing closure means.
  @_disfavoredOverload
  public func beginBackgroundTask(
    _ name: String, expirationHandler: (@MainActor () -> Void)?
  ) -> BackgroundTask? {
    let task = beginBackgroundTask(name, expiration: expirationHandler)
    return task == .invalid ? nil : BackgroundTask(number: Int(truncatingIfNeeded: task.rawValue))
  }

  /// Ends a background task; one that is ended already stays so.
  public func endBackgroundTask(_ task: BackgroundTask) {
    endBackgroundTask(
      BackgroundTaskIdentifier(rawValue: UInt64(truncatingIfNeeded: task.number)))
  }

  /// The running time that is left in the background; nil where nothing ends the process.
  public var remainingBackgroundTime: Duration? {
    if case .limited(let span) = backgroundTimeRemaining { span } else { nil }
  }

  // MARK: - Notifications

  /// Calls a closure whenever the system posts a notification to the process.
  ///
  /// - Returns: The observer; one that is never called where the process does not run.
  public func addObserver(
    for notification: LifecycleNotification, handler: @escaping @MainActor () -> Void
  ) -> LifecycleObserver {
    let observer = addObserver(for: SystemNotification(notification)) { _ in handler() }
    return LifecycleObserver(number: observer?.number ?? 0)
  }

  /// Calls an observer no more; one that was removed already stays so.
  public func removeObserver(_ observer: LifecycleObserver) {
    removeObserver(NotificationObserver(number: observer.number))
  }

  // MARK: - Timers

  /// Schedules a timer of the main thread's run loop.
  ///
  /// An interval that is not above zero crashes the process, which would never become idle.
  ///
  /// - Returns: The timer; one that never fires where the process does not run, and where the moment
  ///   lies beyond the clock.
  public func scheduleTimer(
    after delay: Duration, every interval: Duration?, handler: @escaping @MainActor () -> Void
  ) -> LifecycleTimer {
    do throws(DeviceAPIError) {
      let timer = try schedule(after: max(.zero, delay), every: interval, action: handler)
      return LifecycleTimer(number: Int(truncatingIfNeeded: timer.rawValue))
    } catch {
      if error == .intervalNotPositive { crash("the interval of a timer is not above zero") }
      return LifecycleTimer(number: 0)
    }
  }

  /// Ends a timer for good; one that is over already stays so.
  public func invalidateTimer(_ timer: LifecycleTimer) {
    invalidate(TimerIdentifier(rawValue: UInt64(truncatingIfNeeded: timer.number)))
  }

  /// Lets the task wait on the clock of the process.
  public func sleep(for duration: Duration) async throws { try await clock.sleep(for: duration) }

  // MARK: - Preferences and files

  /// The text of a key in the app's preferences.
  public nonisolated func string(forKey key: String) -> String? { stored(key, in: .preferences) }

  /// The number of a key in the app's preferences.
  public nonisolated func integer(forKey key: String) -> Int? { stored(key, in: .preferences) }

  /// The truth value of a key in the app's preferences.
  public nonisolated func boolean(forKey key: String) -> Bool? { stored(key, in: .preferences) }

  /// The number of a key in the app's preferences, with its fraction.
  public nonisolated func double(forKey key: String) -> Double? {
    stored(key, in: .preferences) ?? integer(forKey: key).map { Double($0) }
  }

  /// The bytes of a key in the app's preferences.
  public nonisolated func bytes(forKey key: String) -> [UInt8]? {
    stored(key, in: .preferences, as: [Int].self)?.map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Keeps a text in the app's preferences.
  public nonisolated func set(_ value: String, forKey key: String) {
    setPreference(value, forKey: key)
  }

  /// Keeps a number in the app's preferences.
  public nonisolated func set(_ value: Int, forKey key: String) {
    setPreference(value, forKey: key)
  }

  /// Keeps a truth value in the app's preferences.
  public nonisolated func set(_ value: Bool, forKey key: String) {
    setPreference(value, forKey: key)
  }

  /// Keeps a number with its fraction in the app's preferences.
  public nonisolated func set(_ value: Double, forKey key: String) {
    setPreference(value, forKey: key)
  }

  /// Keeps bytes in the app's preferences, which scripts read as a list of numbers.
  public nonisolated func set(_ value: [UInt8], forKey key: String) {
    setPreference(value.map { Int($0) }, forKey: key)
  }

  /// Removes a key from the app's preferences.
  public nonisolated func removeValue(forKey key: String) { setPreference(nil, forKey: key) }

  /// Preferences cannot fail on a device; what does not fit here ends the process, as in a script.
  private nonisolated func setPreference(_ value: (any ScriptConvertible)?, forKey key: String) {
    do throws(DeviceAPIError) { try store(value, forKey: key, in: .preferences) } catch {
      if error != .processEnded { crash("the preference \(key) cannot be kept: \(error)") }
    }
  }

  /// The bytes of a file on the app's disk.
  public nonisolated func readFile(_ name: String) -> [UInt8]? {
    if let text = stored(name, as: String.self) { return Array(text.utf8) }
    return stored(name, as: [Int].self)?.map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Writes a file on the app's disk, which scripts read as in `Notes.disk["draft"]`: as a text where
  /// the bytes are one in UTF-8, else as a list of numbers.
  public nonisolated func writeFile(_ bytes: [UInt8], named name: String) throws(FileError) {
    do throws(DeviceAPIError) {
      if let text = String(validating: bytes, as: UTF8.self) {
        try store(text, forKey: name)
      } else {
        try store(bytes.map { Int($0) }, forKey: name)
      }
    } catch { throw FileError(name: name, reason: "\(error)") }
  }

  /// Removes a file from the app's disk.
  public nonisolated func removeFile(_ name: String) { try? store(nil, forKey: name) }

  // MARK: - Scheduled tasks

  /// Registers with the device's scheduler.
  ///
  /// What ends the app with an exception on a device, a second registration or one after the launch,
  /// ends the process.
  @discardableResult
  public func registerScheduledTask(
    _ identifier: String, handler: @escaping @MainActor (ScheduledTask) -> Void
  ) -> Bool {
    do throws(DeviceAPIError) {
      let isListed = try request { application throws(DeviceAPIError) in
        try application.registerBackgroundTask(identifier)
      }
      events.handlersOfTasks[identifier] = handler
      return isListed ?? false
    } catch {
      if error != .processEnded { crash("\(identifier) cannot be registered: \(error)") }
      return false
    }
  }

  /// Asks the device's scheduler for a task.
  public func submitScheduledTask(
    _ request: ScheduledTaskRequest
  ) throws(SchedulingError) {
    let kind: TaskRequestKind =
      switch request.kind {
      case .refresh: .refresh
      case .processing: .processing
      case .continued: .continued
      }
    let options = TaskRequestOptions(
      requiresExternalPower: request.requiresExternalPower,
      strategy: request.strategy == .fail ? .fail : .queue, requiresGPU: request.requiresGPU)
    let result: SubmissionResult?
    do throws(DeviceAPIError) {
      result = try self.request { application throws(DeviceAPIError) in
        try application.submitBackgroundTask(
          request.identifier, after: max(.zero, request.delay), kind: kind, options: options)
      }
    } catch {
      // What is an exception on a device ends the app here, too.
      if case .exception = error { crash("\(request.identifier) cannot be submitted: \(error)") }
      result = nil
    }
    switch result ?? .unavailable {
    case .submitted: return
    case .notPermitted: throw .notPermitted
    case .tooManyPending: throw .tooManyPending
    case .immediateRunIneligible: throw .immediateRunIneligible
    case .unavailable: throw .unavailable
    }
  }

  private func begin(_ identifier: String, _ task: ScriptValue) {
    guard let handler = events.handlersOfTasks[identifier] else { return }
    handler(
      ScheduledTask(identifier) { [weak self] action in
        self?.request { application in
          try? application.setExpirationHandler(of: task) { _, _ in
            MainActor.assumeIsolated { action() }
          }
        }
      } report: { [weak self] progress in
        self?.request { application in try? application.setProgress(progress, of: task) }
      } complete: { [weak self] success in
        self?.complete(task, with: .boolean(success))
      })
  }

  // MARK: - Remote notifications

  /// Asks the device to register the app.
  public func registerForRemoteNotifications(
    _ handler: @escaping @MainActor (Result<String, RegistrationFailure>) -> Void
  ) {
    events.registration = handler
    request { $0.registerForRemoteNotifications() }
  }

  /// Sets who hears of remote notifications.
  public func setRemoteNotificationHandler(
    _ handler: @escaping @MainActor (RemoteNotification) -> Void
  ) { events.notifications.setHandler(handler) }

  private func receive(_ payload: ScriptValue, _ completion: ScriptValue) {
    events.notifications.tell(
      RemoteNotification(PushValue.content(of: payload)) { [weak self] result in
        self?.complete(completion, with: .symbol(result.rawValue))
      })
  }

  // MARK: - Scenes

  /// The sessions whose windows the user has not closed.
  public var openSessions: [SceneSession] { sessions.map(\.name) }

  /// Asks the device for the window.
  public func activateScene(of session: SceneSession?) {
    let known = session.flatMap { session in sessions.first { $0.name == session }?.identifier }
    guard session == nil || known != nil else { return }
    request { $0.requestSceneSessionActivation(known) }
  }

  /// Asks the device to close the window.
  public func destroyScene(of session: SceneSession) {
    guard let known = sessions.first(where: { $0.name == session })?.identifier else { return }
    request { $0.requestSceneSessionDestruction(known) }
  }

  private var sessions: [(name: SceneSession, identifier: SceneSessionIdentifier)] {
    (request { $0.openSessions } ?? []).map {
      (SceneSession(identifier: "\($0.number)"), $0)
    }
  }

  // MARK: - Transfers

  /// Uploads from within the process, for as long as `transferDuration` says; a server of `server`
  /// that answers with no success is a failure.
  ///
  /// - Throws: `TransferFailure` where there is no network, where a script's `failTransfer` names the
  ///   URL, when the task is cancelled, and where the process does not run.
  public func upload(_ body: [UInt8], to url: String) async throws(TransferFailure) {
    let answer = try await answer(to: ServerRequest(url, method: "POST", body: body))
    guard answer.status < 300 else { throw .failed }
  }

  /// Asks the server of `server`, for as long as `transferDuration` says, which fails as an upload
  /// does.
  public func answer(to request: ServerRequest) async throws(TransferFailure) -> ServerAnswer {
    let number = events.nextNumber()
    let failure = await withTaskCancellationHandler {
      await clock.request { continuation in begin(number, request, continuation) }
    } onCancel: {
      clock.task { @MainActor in cancelTransfer(number) }
    }
    if let failure { throw failure }
    return server(request)
  }

  private func begin(
    _ number: Int, _ request: ServerRequest,
    _ continuation: UnsafeContinuation<TransferFailure?, Never>
  ) {
    guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
    do throws(DeviceAPIError) {
      let work = try download(request.url, takes: transferDuration(request.url)) {
        [events] _, error in
        events.remove(number)?.continuation.resume(returning: TransferFailure(error))
      }
      let count = events.insert(
        number,
        ServiceEvents.Transfer(work: work, request: request, continuation: continuation))
      if request.method != "GET" { note(equalUploads: count) }
    } catch { continuation.resume(returning: .failed) }
  }

  private func cancelTransfer(_ number: Int) {
    guard let transfer = events.remove(number) else { return }
    cancel(transfer.work)
    transfer.continuation.resume(returning: .cancelled)
  }

  /// Begins a transfer of a background session, for as long as `transferDuration` says.
  public func beginBackgroundUpload(ofFile name: String, to url: String) {
    do throws(DeviceAPIError) {
      // The message tells of the end, to whichever process runs then.
      try transfer(to: url, in: ServiceEvents.session, takes: transferDuration(url))
    } catch {
      if error != .processEnded { crash("no background upload can be begun: \(error)") }
    }
  }

  /// Sets the handler of uploads of the background session; it gets earlier ones at once.
  public func setBackgroundUploadHandler(
    _ handler: @escaping @MainActor (FinishedTransfer) -> Void
  ) { events.finished.setHandler(handler) }

  /// Begins a download of the background session, for as long as `transferDuration` says.
  public func beginBackgroundDownload(from url: String) {
    do throws(DeviceAPIError) {
      try transfer(to: url, in: ServiceEvents.downloads, takes: transferDuration(url))
    } catch {
      if error != .processEnded { crash("no background download can be begun: \(error)") }
    }
  }

  private func finish(_ url: String, in session: String, _ error: ScriptValue) {
    var failure = TransferFailure(error)
    var body: [UInt8]?
    if session == ServiceEvents.downloads, failure == nil {
      let answer = server(ServerRequest(url))
      if answer.status < 300 { body = answer.body } else { failure = .failed }
    }
    events.finished.tell(FinishedTransfer(url: url, failure: failure, body: body))
  }

  // MARK: - Messages

  /// Hears the messages that notify services.
  func receive(_ message: Message, _ arguments: [ScriptValue]) {
    let (first, last) = (arguments.first ?? .nil, arguments.last ?? .nil)
    switch message {
    case .backgroundTask:
      if case .string(let identifier) = first { begin(identifier, last) }
    case .didReceiveRemoteNotification: receive(first, last)
    case .didRegisterForRemoteNotifications:
      events.registration?(.success(first.text))
    case .didFailToRegisterForRemoteNotifications:
      events.registration?(.failure(RegistrationFailure(reason: first.text)))
    case .didCompleteDownload:
      guard case .string(let session) = first, ServiceEvents.sessions.contains(session),
        case .string(let url)? = arguments.dropFirst().first
      else { return }
      finish(url, in: session, last)
    case .handleEventsForBackgroundURLSession:
      if case .string(let session) = first { events.completions[session] = last }
    case .urlSessionDidFinishEvents:
      guard case .string(let session) = first, ServiceEvents.sessions.contains(session),
        let completion = events.completions.removeValue(forKey: session)
      else { return }
      complete(completion)
    default: enter(message, arguments, in: nil)
    }
  }

  /// The messages that notify services, and which an app gets that implements them.
  nonisolated static let messagesOfServices: Set<Message> = [
    .didCompleteDownload, .urlSessionDidFinishEvents, .backgroundTask,
  ]
}

/// What the services of a process wait for, and who hears of it.
@MainActor
final class ServiceEvents {
  /// A transfer within the process.
  struct Transfer {
    let work: BackgroundWorkIdentifier
    let request: ServerRequest
    let continuation: UnsafeContinuation<TransferFailure?, Never>
  }

  /// The identifiers of the background sessions: here a session is for one direction.
  static let session = "uploads", downloads = "downloads"
  static let sessions: Set<String> = [session, downloads]

  let finished = HandledEvents<FinishedTransfer>()
  let notifications = HandledEvents<RemoteNotification>()
  var handlersOfTasks: [String: @MainActor (ScheduledTask) -> Void] = [:]
  var registration: (@MainActor (Result<String, RegistrationFailure>) -> Void)?
  let entries = HandledEvents<EnteredWindow>()
  let incomingPushes = HandledEvents<IncomingPush>()
  /// The completions of the messages that woke the app for a session.
  var completions: [String: ScriptValue] = [:]
  private var underWay: [Int: Transfer] = [:]
  private var lastNumber = 0

  nonisolated init() {}

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a transfer; how many of the same request are under way with it.
  func insert(_ number: Int, _ transfer: Transfer) -> Int {
    underWay[number] = transfer
    return underWay.values.count { $0.request == transfer.request }
  }

  func remove(_ number: Int) -> Transfer? { underWay.removeValue(forKey: number) }
}

extension ScriptValue {
  /// A text as it is, any other value as it prints.
  var text: String { if case .string(let text) = self { text } else { "\(self)" } }
}

extension PushValue {
  /// What a payload has beside `aps`.
  static func content(of payload: ScriptValue) -> [String: PushValue] {
    guard case .map(let entries) = payload else { return [:] }
    var content: [String: PushValue] = [:]
    for entry in entries {
      guard case .string(let key) = entry.key, key != "aps" else { continue }
      content[key] = PushValue(entry.value)
    }
    return content
  }

  /// A value of a push as scripts have it; what JSON has not is its text.
  init(_ value: ScriptValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .integer(let number): self = .number(Double(number))
    case .double(let number): self = .number(number)
    case .boolean(let truth): self = .truth(truth)
    case .nil: self = .null
    case .list(let elements): self = .list(elements.map { PushValue($0) })
    case .map(let entries):
      var values: [String: PushValue] = [:]
      for entry in entries { values[entry.key.text] = PushValue(entry.value) }
      self = .map(values)
    default: self = .text(value.text)
    }
  }
}

extension TransferFailure {
  /// The error that the device tells a transfer's end with; nil for success.
  fileprivate init?(_ error: ScriptValue) {
    switch error {
    case .nil: return nil
    case .symbol(let name), .string(let name): self = TransferFailure(rawValue: name) ?? .failed
    default: self = .failed
    }
  }
}

extension SystemNotification {
  /// The device's notification for one of the services.
  init(_ notification: LifecycleNotification) {
    switch notification {
    case .didFinishLaunching: self = .didFinishLaunching
    case .didBecomeActive: self = .didBecomeActive
    case .willResignActive: self = .willResignActive
    case .didEnterBackground: self = .didEnterBackground
    case .willEnterForeground: self = .willEnterForeground
    case .willTerminate: self = .willTerminate
    case .didReceiveMemoryWarning: self = .didReceiveMemoryWarning
    case .significantTimeChange: self = .significantTimeChange
    case .protectedDataWillBecomeUnavailable: self = .protectedDataWillBecomeUnavailable
    case .protectedDataDidBecomeAvailable: self = .protectedDataDidBecomeAvailable
    case .sceneWillConnect: self = .sceneWillConnect
    case .sceneDidDisconnect: self = .sceneDidDisconnect
    case .sceneDidActivate: self = .sceneDidActivate
    case .sceneWillDeactivate: self = .sceneWillDeactivate
    case .sceneWillEnterForeground: self = .sceneWillEnterForeground
    case .sceneDidEnterBackground: self = .sceneDidEnterBackground
    }
  }
}
