// The services on a device: UIKit and Foundation, each behind the words of this module. There is no
// decision in it that an app could rely on by mistake; what the platform says is passed on.

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  #if canImport(BackgroundTasks)
    import BackgroundTasks
  #endif

  /// The services of the platform, for the app that ships.
  ///
  /// The application delegate makes one at launch, before it returns from `didFinishLaunching`, and
  /// forwards the messages of the background session and of pushes:
  ///
  ///     func application(
  ///       _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
  ///       completionHandler: @escaping () -> Void
  ///     ) { services.handleEvents(ofSession: identifier, completionHandler: completionHandler) }
  ///
  ///     func application(
  ///       _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
  ///       fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
  ///     ) { services.handleNotification(userInfo, completionHandler: completionHandler) }
  ///
  ///     func application(
  ///       _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
  ///     ) { services.handleRegistration(.success(token)) }
  @MainActor
  public final class UIKitServices: ApplicationServices {
    private let application: UIApplication
    private let center: NotificationCenter
    // Foundation's preferences may be used on any thread, which older systems do not tell the compiler.
    private nonisolated(unsafe) let defaults: UserDefaults
    private nonisolated let folder: URL
    private let session: URLSession
    private let backgroundUploads: BackgroundUploads
    private let notifications = HandledEvents<RemoteNotification>()
    let entries = HandledEvents<EnteredWindow>()
    let incomingPushes = HandledEvents<IncomingPush>()
    /// Reports calls to the system, as the app has set it; see `handleIncomingPush(_:completion:)`.
    public var reportCall: (@MainActor (_ caller: String) -> Void)?
    private var registration: (@MainActor (Result<String, RegistrationFailure>) -> Void)?
    private var observers: [Int: any NSObjectProtocol] = [:]
    private var timers: [Int: Timer] = [:]
    private var lastNumber = 0

    /// Makes the services of a process.
    ///
    /// - Parameters:
    ///   - application: The application object.
    ///   - folder: Where the files are; made where it is not there.
    ///   - sessionIdentifier: The identifier of the background session, one for all launches.
    ///   - defaults: The preferences.
    ///   - session: What uploads within the process go through.
    ///   - center: Where UIKit posts its notifications.
    public init(
      application: UIApplication = .shared, folder: URL, sessionIdentifier: String,
      defaults: UserDefaults = .standard, session: URLSession = .shared,
      center: NotificationCenter = .default
    ) {
      self.application = application
      self.folder = folder
      self.defaults = defaults
      self.session = session
      self.center = center
      backgroundUploads = BackgroundUploads(session: sessionIdentifier)
      // Where this fails, each write says so.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Continues where the system launched or resumed the app for its background session.
    ///
    /// - Parameters:
    ///   - identifier: The session, as the application delegate was told; another one's is left alone.
    ///   - completionHandler: Called when all its uploads have been reported.
    /// - Returns: Whether the session is the one of these services.
    @discardableResult
    public func handleEvents(
      ofSession identifier: String, completionHandler: @escaping () -> Void
    ) -> Bool { backgroundUploads.handleEvents(of: identifier, completionHandler) }

    /// Forwards a remote notification of the application delegate.
    ///
    /// - Parameters:
    ///   - userInfo: Its content.
    ///   - completionHandler: Called with the result.
    public func handleNotification(
      _ userInfo: [AnyHashable: Any],
      completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      notifications.tell(
        RemoteNotification(PushValue.content(of: userInfo)) { result in
          switch result {
          case .newData: completionHandler(.newData)
          case .noData: completionHandler(.noData)
          case .failed: completionHandler(.failed)
          }
        })
    }

    /// Forwards the result of the registration for remote notifications.
    public func handleRegistration(_ result: Result<Data, any Error>) {
      switch result {
      case .success(let token):
        registration?(.success(token.map { Self.hexadecimal($0) }.joined()))
      case .failure(let error):
        registration?(.failure(RegistrationFailure(reason: error.localizedDescription)))
      }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }

    private func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    // MARK: - State and background tasks

    /// The state of the application object.
    public var applicationState: LifecycleState {
      switch application.applicationState {
      case .active: .active
      case .inactive: .inactive
      case .background: .background
      @unknown default: .inactive
      }
    }

    /// Begins a background task of the application object.
    public func beginBackgroundTask(
      _ name: String, expirationHandler: (@MainActor () -> Void)?
    ) -> BackgroundTask? {
      let task = application.beginBackgroundTask(
        withName: name, expirationHandler: expirationHandler)
      return task == .invalid ? nil : BackgroundTask(number: task.rawValue)
    }

    /// Ends it.
    public func endBackgroundTask(_ task: BackgroundTask) {
      application.endBackgroundTask(UIBackgroundTaskIdentifier(rawValue: task.number))
    }

    /// What the application object says; nil in the foreground, where it says a number without end.
    public var remainingBackgroundTime: Duration? {
      let seconds = application.backgroundTimeRemaining
      return seconds < Self.endlessTime ? .seconds(seconds) : nil
    }

    /// In seconds; no grant of background time comes near it.
    private static let endlessTime = 1e9

    // MARK: - Notifications

    /// Observes the notification of the application object's.
    public func addObserver(
      for notification: LifecycleNotification, handler: @escaping @MainActor () -> Void
    ) -> LifecycleObserver {
      let number = nextNumber()
      // Without a queue: UIKit posts on the main thread, and does not continue before it was heard.
      observers[number] = center.addObserver(
        forName: notification.name, object: nil, queue: nil
      ) { _ in MainActor.assumeIsolated { handler() } }
      return LifecycleObserver(number: number)
    }

    /// Removes the observer from the center.
    public func removeObserver(_ observer: LifecycleObserver) {
      if let token = observers.removeValue(forKey: observer.number) { center.removeObserver(token) }
    }

    // MARK: - Timers

    /// Adds a timer to the main run loop, in its common modes, so that it fires during scrolling too.
    public func scheduleTimer(
      after delay: Duration, every interval: Duration?, handler: @escaping @MainActor () -> Void
    ) -> LifecycleTimer {
      let number = nextNumber()
      let timer = Timer(
        fire: Date(timeIntervalSinceNow: max(0, delay.seconds)), interval: interval?.seconds ?? 0,
        repeats: interval != nil
      ) { [weak self] _ in
        MainActor.assumeIsolated {
          if interval == nil { self?.timers[number] = nil }
          handler()
        }
      }
      timers[number] = timer
      RunLoop.main.add(timer, forMode: .common)
      return LifecycleTimer(number: number)
    }

    /// Invalidates the timer.
    public func invalidateTimer(_ timer: LifecycleTimer) {
      timers.removeValue(forKey: timer.number)?.invalidate()
    }

    /// Sleeps by the system's clock.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }

    // MARK: - Preferences and files

    /// The text that the preferences have.
    public nonisolated func string(forKey key: String) -> String? {
      defaults.object(forKey: key) as? String
    }

    /// The number that the preferences have.
    public nonisolated func integer(forKey key: String) -> Int? {
      defaults.object(forKey: key) as? Int
    }

    /// The truth value that the preferences have.
    public nonisolated func boolean(forKey key: String) -> Bool? {
      defaults.object(forKey: key) as? Bool
    }

    /// The number with its fraction that the preferences have.
    public nonisolated func double(forKey key: String) -> Double? {
      defaults.object(forKey: key) as? Double
    }

    /// The bytes that the preferences have.
    public nonisolated func bytes(forKey key: String) -> [UInt8]? {
      (defaults.object(forKey: key) as? Data).map { [UInt8]($0) }
    }

    /// Sets a text in the preferences.
    public nonisolated func set(_ value: String, forKey key: String) {
      defaults.set(value, forKey: key)
    }

    /// Sets a number in the preferences.
    public nonisolated func set(_ value: Int, forKey key: String) {
      defaults.set(value, forKey: key)
    }

    /// Sets a truth value in the preferences.
    public nonisolated func set(_ value: Bool, forKey key: String) {
      defaults.set(value, forKey: key)
    }

    /// Sets a number with its fraction in the preferences.
    public nonisolated func set(_ value: Double, forKey key: String) {
      defaults.set(value, forKey: key)
    }

    /// Sets bytes in the preferences.
    public nonisolated func set(_ value: [UInt8], forKey key: String) {
      defaults.set(Data(value), forKey: key)
    }

    /// Removes a key from the preferences.
    public nonisolated func removeValue(forKey key: String) { defaults.removeObject(forKey: key) }

    /// Reads a file of the folder.
    public nonisolated func readFile(_ name: String) -> [UInt8]? {
      (try? Data(contentsOf: folder.appendingPathComponent(name))).map { [UInt8]($0) }
    }

    /// Writes a file of the folder beside the old one, and then replaces that with it.
    public nonisolated func writeFile(_ bytes: [UInt8], named name: String) throws(FileError) {
      do {
        try Data(bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
      } catch { throw FileError(name: name, reason: error.localizedDescription) }
    }

    /// Removes a file of the folder.
    public nonisolated func removeFile(_ name: String) {
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    // MARK: - Scheduled tasks

    /// Registers with the shared scheduler, which calls on the main queue.
    @discardableResult
    public func registerScheduledTask(
      _ identifier: String, handler: @escaping @MainActor (ScheduledTask) -> Void
    ) -> Bool {
      BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
        // The task is the main queue's from here on.
        nonisolated(unsafe) let task = task
        MainActor.assumeIsolated {
          handler(
            ScheduledTask(identifier) { action in
              task.expirationHandler = { MainActor.assumeIsolated { action() } }
            } report: { progress in
              Self.report(progress, of: task)
            } complete: {
              task.setTaskCompleted(success: $0)
            })
        }
      }
    }

    /// In how many steps a continued task tells its progress.
    private static let steps: Int64 = 1000

    private static func report(_ progress: Double, of task: BGTask) {
      guard #available(iOS 26.0, *), let task = task as? BGContinuedProcessingTask else { return }
      task.progress.totalUnitCount = steps
      task.progress.completedUnitCount = Int64(progress * Double(steps))
    }

    /// A continued task as the scheduler takes it; nil where the system has none.
    private static func continued(_ request: ScheduledTaskRequest) -> BGTaskRequest? {
      guard #available(iOS 26.0, *) else { return nil }
      let continued = BGContinuedProcessingTaskRequest(
        identifier: request.identifier, title: request.title, subtitle: request.subtitle)
      continued.strategy = request.strategy == .fail ? .fail : .queue
      if request.requiresGPU { continued.requiredResources = .gpu }
      return continued
    }

    /// Submits to the shared scheduler.
    public func submitScheduledTask(
      _ request: ScheduledTaskRequest
    ) throws(SchedulingError) {
      let submitted: BGTaskRequest
      switch request.kind {
      case .refresh: submitted = BGAppRefreshTaskRequest(identifier: request.identifier)
      case .processing:
        let processing = BGProcessingTaskRequest(identifier: request.identifier)
        processing.requiresExternalPower = request.requiresExternalPower
        submitted = processing
      case .continued:
        guard let continued = Self.continued(request) else { throw .unavailable }
        submitted = continued
      }
      if request.kind != .continued {
        submitted.earliestBeginDate = Date(timeIntervalSinceNow: max(0, request.delay.seconds))
      }
      do { try BGTaskScheduler.shared.submit(submitted) } catch {
        switch (error as? BGTaskScheduler.Error)?.code {
        case .notPermitted: throw .notPermitted
        case .tooManyPendingTaskRequests: throw .tooManyPending
        case .immediateRunIneligible: throw .immediateRunIneligible
        default: throw .unavailable
        }
      }
    }

    // MARK: - Remote notifications

    /// Registers the application object, whose delegate hears the result.
    public func registerForRemoteNotifications(
      _ handler: @escaping @MainActor (Result<String, RegistrationFailure>) -> Void
    ) {
      registration = handler
      application.registerForRemoteNotifications()
    }

    /// Sets who hears of remote notifications.
    public func setRemoteNotificationHandler(
      _ handler: @escaping @MainActor (RemoteNotification) -> Void
    ) { notifications.setHandler(handler) }

    // MARK: - Scenes

    /// The sessions of the application object.
    public var openSessions: [SceneSession] {
      application.openSessions.map(\.persistentIdentifier).sorted()
        .map { SceneSession(identifier: $0) }
    }

    /// Asks the application object for the window.
    public func activateScene(of session: SceneSession?) {
      application.requestSceneSessionActivation(
        session.flatMap { platformSession($0) }, userActivity: nil, options: nil)
    }

    /// Asks the application object to close the window.
    public func destroyScene(of session: SceneSession) {
      guard let session = platformSession(session) else { return }
      application.requestSceneSessionDestruction(session, options: nil)
    }

    private func platformSession(_ session: SceneSession) -> UISceneSession? {
      application.openSessions.first { $0.persistentIdentifier == session.identifier }
    }

    // MARK: - Transfers

    /// Uploads through the session; an answer of the server's that is none of success is a failure.
    public func upload(_ body: [UInt8], to url: String) async throws(TransferFailure) {
      guard let request = URLRequest(uploadingTo: url) else { throw .failed }
      let response: URLResponse
      do { (_, response) = try await session.upload(for: request, from: Data(body)) } catch {
        throw TransferFailure(error)
      }
      if let failure = TransferFailure(response: response) { throw failure }
    }

    /// Asks through the session.
    public func answer(
      to request: ServerRequest
    ) async throws(TransferFailure) -> ServerAnswer {
      guard var asked = URLRequest(uploadingTo: request.url) else { throw .failed }
      asked.httpMethod = request.method
      for (name, value) in request.headers { asked.setValue(value, forHTTPHeaderField: name) }
      if !request.body.isEmpty { asked.httpBody = Data(request.body) }
      let (data, response): (Data, URLResponse)
      do { (data, response) = try await session.data(for: asked) } catch {
        throw TransferFailure(error)
      }
      let answer = response as? HTTPURLResponse
      var headers: [String: String] = [:]
      for (name, value) in answer?.allHeaderFields ?? [:] { headers["\(name)"] = "\(value)" }
      return ServerAnswer(status: answer?.statusCode ?? 0, headers: headers, body: [UInt8](data))
    }

    /// Begins an upload task of the background session.
    public func beginBackgroundUpload(ofFile name: String, to url: String) {
      backgroundUploads.begin(folder.appendingPathComponent(name), to: url)
    }

    /// Begins a download task of the background session.
    public func beginBackgroundDownload(from url: String) {
      backgroundUploads.beginDownload(from: url)
    }

    /// Sets who hears of the background session, which begins with that.
    public func setBackgroundUploadHandler(
      _ handler: @escaping @MainActor (FinishedTransfer) -> Void
    ) { backgroundUploads.setHandler(handler) }
  }

  extension PushValue {
    /// What a server put beside `aps`.
    static func content(of userInfo: [AnyHashable: Any]) -> [String: PushValue] {
      var content: [String: PushValue] = [:]
      for (key, value) in userInfo {
        guard let key = key as? String, key != "aps" else { continue }
        content[key] = PushValue(value)
      }
      return content
    }

    /// A value of a push as Foundation has it; what JSON has not is its text.
    init(_ value: Any) {
      switch value {
      case let text as String: self = .text(text)
      case let elements as [Any]: self = .list(elements.map { PushValue($0) })
      case let entries as [String: Any]: self = .map(entries.mapValues { PushValue($0) })
      case is NSNull: self = .null
      // A truth value is a number of its own kind.
      case let number as NSNumber:
        let isTruth = ["c", "B"].contains(String(cString: number.objCType))
        self = isTruth ? .truth(number.boolValue) : .number(number.doubleValue)
      case let truth as Bool: self = .truth(truth)
      case let number as Int: self = .number(Double(number))
      case let number as Double: self = .number(number)
      default: self = .text("\(value)")
      }
    }
  }

  extension LifecycleNotification {
    /// UIKit's name.
    fileprivate var name: Notification.Name {
      switch self {
      case .didFinishLaunching: UIApplication.didFinishLaunchingNotification
      case .didBecomeActive: UIApplication.didBecomeActiveNotification
      case .willResignActive: UIApplication.willResignActiveNotification
      case .didEnterBackground: UIApplication.didEnterBackgroundNotification
      case .willEnterForeground: UIApplication.willEnterForegroundNotification
      case .willTerminate: UIApplication.willTerminateNotification
      case .didReceiveMemoryWarning: UIApplication.didReceiveMemoryWarningNotification
      case .significantTimeChange: UIApplication.significantTimeChangeNotification
      case .protectedDataWillBecomeUnavailable:
        UIApplication.protectedDataWillBecomeUnavailableNotification
      case .protectedDataDidBecomeAvailable:
        UIApplication.protectedDataDidBecomeAvailableNotification
      case .sceneWillConnect: UIScene.willConnectNotification
      case .sceneDidDisconnect: UIScene.didDisconnectNotification
      case .sceneDidActivate: UIScene.didActivateNotification
      case .sceneWillDeactivate: UIScene.willDeactivateNotification
      case .sceneWillEnterForeground: UIScene.willEnterForegroundNotification
      case .sceneDidEnterBackground: UIScene.didEnterBackgroundNotification
      }
    }
  }

  extension Duration {
    fileprivate var seconds: Double {
      let (seconds, attoseconds) = components
      return Double(seconds) + Double(attoseconds) / 1e18
    }
  }
#endif
