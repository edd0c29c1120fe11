// What native apps read and ask of the system's services and of their windows. Each request is the
// same that scripts make; closures are kept until the system calls them no more.

import RehearsalLifecycle
import RehearsalValues

extension Application {
  // MARK: - Notifications

  /// Calls a closure whenever the system posts a notification to the process.
  ///
  /// Observers are called in the order in which they were added. `argument()` is the notification's
  /// `info`.
  ///
  /// - Returns: The observer, for `removeObserver`.
  @discardableResult
  public func addObserver(
    for notification: SystemNotification, action: @escaping Action
  ) -> NotificationObserver {
    system.setObserved(true, notification)
    return native.pointee.addObserver(of: notification, NativeCallback(action, of: owner))
  }

  /// Calls an observer no more; one that was removed already stays so.
  public func removeObserver(_ observer: NotificationObserver) {
    guard let notification = native.pointee.removeObserver(observer) else { return }
    system.setObserved(false, notification)
  }

  // MARK: - Notifications of the user's

  /// Schedules a notification, in place of the one of its identifier that waits.
  ///
  /// - Parameters:
  ///   - identifier: Its name for the app and the user.
  ///   - trigger: What triggers it.
  ///   - repeats: Whether it comes again: after each interval, every day, or at each entry.
  ///   - category: The category, by which it has its actions.
  ///   - body: Its text.
  /// - Throws: `DeviceAPIError` for a negative time, a time beyond the clock, a text that is not a date,
  ///   and `exception` for one that repeats within a minute, from iOS 10 on.
  public func scheduleNotification(
    _ identifier: String, _ trigger: NotificationTrigger, repeats: Bool = false,
    category: String? = nil, body: String? = nil
  ) throws(DeviceAPIError) {
    try system.scheduleNotification(
      identifier, trigger, repeats: repeats, category: category, body: body)
  }

  /// Takes a notification back that waits; without effect on one that has come.
  public func cancelNotification(_ identifier: String) { system.cancelNotification(identifier) }

  /// The identifiers of the notifications that wait, in the order of their scheduling.
  public var pendingNotifications: [String] { system.pendingNotifications.map(\.identifier) }

  /// Asks to be registered for remote notifications; a message answers.
  public func registerForRemoteNotifications() { system.registerForRemoteNotifications() }

  /// Takes the registration for remote notifications back.
  public func unregisterForRemoteNotifications() { system.unregisterForRemoteNotifications() }

  /// Whether the app is registered for remote notifications.
  public var isRegisteredForRemoteNotifications: Bool {
    system.isRegisteredForRemoteNotifications
  }

  /// Asks the user to buy something; `argument()` of the closure is whether he did.
  ///
  /// - Parameters:
  ///   - product: What is bought, for people.
  ///   - dialogs: How many dialogs the system shows one after the other; at least one.
  ///   - action: What runs with the answer.
  public func purchase(_ product: String, dialogs: Int = 1, action: @escaping Action) {
    system.purchase(product, dialogs: dialogs, callback: keep(action))
  }

  /// Asks the user to pay with Apple Pay; `argument()` of the closure is whether he did.
  public func requestPayment(action: @escaping Action) {
    system.requestPayment(callback: keep(action))
  }

  /// Asks the user to sign in; `argument()` of the closure is whether he did.
  public func signIn(action: @escaping Action) { system.signIn(callback: keep(action)) }

  /// Whether the device is in a network.
  public var isNetworkAvailable: Bool { system.isNetworkAvailable }

  /// Sets the delegate for notifications, for an app whose `lateDelegates` name it: before
  /// `didFinishLaunching` returns, or the tap that launched the app is lost.
  public func setNotificationCenterDelegate() { system.setDelegate(.notificationCenter) }

  /// Sets the delegate for VoIP pushes, which wait for it, for an app whose `lateDelegates` name it.
  public func setPushRegistryDelegate() { system.setDelegate(.pushRegistry) }

  /// Sets the delegate of background sessions, whose events wait for it, for an app whose
  /// `lateDelegates` name it.
  public func setURLSessionDelegate() { system.setDelegate(.urlSession) }

  /// Declares the actions of a category of notifications.
  public func setNotificationActions(_ category: NotificationCategory, of name: String) {
    system.setNotificationActions(category, of: name)
  }

  // MARK: - Live Activities

  /// Starts a Live Activity, which a tap opens by a link.
  ///
  /// - Parameters:
  ///   - identifier: By what the app and the user name it.
  ///   - content: What it shows, plain data.
  ///   - link: The link; nil for one with the identifier.
  /// - Returns: Whether it was started: not in the background, not twice, and not before iOS 16.1.
  @discardableResult
  public func startActivity(
    _ identifier: String, content: (any ScriptConvertible)? = nil, link: String? = nil
  ) -> Bool {
    system.startActivity(identifier, link: link, content: content?.scriptValue)
  }

  /// Shows something else in a Live Activity; whether one of that name is active.
  @discardableResult
  public func updateActivity(_ identifier: String, content: (any ScriptConvertible)?) -> Bool {
    system.updateActivity(identifier, content: content?.scriptValue)
  }

  /// Ends a Live Activity; whether one of that name was active.
  @discardableResult
  public func endActivity(_ identifier: String) -> Bool { system.endActivity(identifier) }

  /// The identifiers of the app's Live Activities, also those of an earlier process.
  public var activities: [String] { system.activities.map(\.identifier) }

  // MARK: - Storage

  /// A value that the app keeps outside its process; nil where the key is missing or the value is
  /// of another type.
  public func stored<Value: ScriptConvertible>(
    _ key: String, in place: StoragePlace = .disk, as type: Value.Type = Value.self
  ) -> Value? { system.value(forKey: key, in: place).flatMap { Value(scriptValue: $0) } }

  /// Keeps a value outside the process, where the next one finds it; nil removes the key.
  ///
  /// - Throws: `DeviceAPIError` for what is no plain data and for more than the limit `storage`.
  public func store(
    _ value: (any ScriptConvertible)?, forKey key: String, in place: StoragePlace = .disk
  ) throws(DeviceAPIError) {
    try system.setValue(value?.scriptValue, forKey: key, in: place)
  }

  /// Whether an item of the Keychain is there and can be read; `stored(_:in:)` reads it.
  public func keychainStatus(of key: String) -> KeychainStatus { system.keychainStatus(of: key) }

  /// Stores an item of the Keychain, with its accessibility; nil removes it.
  ///
  /// - Returns: Whether it was stored: not if it could not be read at present.
  /// - Throws: As `store(_:forKey:in:)`.
  @discardableResult
  public func storeInKeychain(
    _ value: (any ScriptConvertible)?, forKey key: String,
    accessible accessibility: KeychainAccessibility? = nil
  ) throws(DeviceAPIError) -> Bool {
    try system.setKeychainItem(value?.scriptValue, forKey: key, accessible: accessibility)
  }

  // MARK: - Windows

  /// The state of the scene whose code runs; nil where it runs for none.
  ///
  /// While a method leads to another state it is the old one.
  public var activationState: SceneState? {
    owner.scene.map { system.state(of: $0) ?? .unattached }
  }

  /// What the scene of this session gave last to be restored with; nil where it gave nothing.
  public var restorationActivity: ScriptValue {
    owner.scene.flatMap { system.session(of: $0) }
      .map { system.restorationActivity(of: $0) } ?? .nil
  }

  /// The sessions whose windows the user has not closed, in the order of their creation.
  public var openSessions: [SceneSessionIdentifier] { system.openSessions }

  /// Shows the window of a session, or another window for nil.
  public func requestSceneSessionActivation(_ session: SceneSessionIdentifier? = nil) {
    system.requestSceneSessionActivation(session)
  }

  /// Closes the window of a session for good.
  public func requestSceneSessionDestruction(_ session: SceneSessionIdentifier) {
    system.requestSceneSessionDestruction(session)
  }

  // MARK: - What is on the screen

  /// Shows a screen, by a name of the app's own.
  public func show(_ screen: String) { system.show(screen, in: owner.scene) }

  /// Presents an alert or an action sheet over the screen.
  public func present(_ title: String) { system.present(title, in: owner.scene) }

  /// Dismisses what was presented.
  public func dismissPresented() { system.dismissPresented(in: owner.scene) }

  /// Keeps the next snapshot out of the switcher.
  public func ignoreSnapshot() { system.ignoreSnapshot(in: owner.scene) }

  /// Asks for the view to be drawn.
  public func setNeedsDisplay() { system.setNeedsDisplay(in: owner.scene) }

  /// Asks for the view to be laid out.
  public func setNeedsLayout() { system.setNeedsLayout(in: owner.scene) }

  /// Whether what the screen shows is recorded or mirrored.
  public var isScreenCaptured: Bool { system.isScreenCaptured }

  /// Whether Low Power Mode is on.
  public var isLowPowerModeEnabled: Bool { system.isLowPowerModeEnabled }

  /// How hot the device is.
  public var thermalState: ThermalState { system.thermalState }

  /// Whether the app keeps the device from locking itself while it is in front.
  public var isIdleTimerDisabled: Bool {
    get { system.isIdleTimerDisabled }
    nonmutating set { system.setIdleTimerDisabled(newValue) }
  }

  /// Registers content for a connected screen, for which an app that was built with the SDK of iOS 27 then
  /// gets a scene.
  public func registerSceneAccessory() { system.offerScreenContent(true) }

  /// Takes back the content for a connected screen, and its scene goes.
  public func unregisterSceneAccessory() { system.offerScreenContent(false) }

  /// Opens a link; whether something on the device does.
  @discardableResult
  public func openURL(_ url: String) -> Bool { system.openURL(url) }

  /// Calls for frames while the app is on the screen.
  ///
  /// - Parameters:
  ///   - frames: How many frames a second has, from 1 to 120.
  ///   - action: Runs at each frame.
  /// - Returns: The display link, for `invalidate` and `setPaused`.
  /// - Throws: `DeviceAPIError.framesOutOfRange`.
  @discardableResult
  public func displayLink(
    framesPerSecond frames: Int, action: @escaping Action
  ) throws(DeviceAPIError) -> TimerIdentifier {
    try keeping(action) { callback throws(DeviceAPIError) in
      try system.startDisplayLink(framesPerSecond: frames, callback: callback)
    }
  }

  /// Pauses a display link, or resumes it.
  public func setPaused(_ isPaused: Bool, displayLink link: TimerIdentifier) {
    system.setPaused(isPaused, displayLink: link)
  }

  // MARK: - Work in the background

  /// Loads something inside the process, then calls back on the main thread.
  ///
  /// - Parameters:
  ///   - url: What is loaded.
  ///   - duration: How long it takes while the process runs.
  ///   - timeout: After what time the request gives up, whether the process runs or not; nil for never.
  ///   - completion: Runs when it is done; `argument()` is the data and `argument(1)` the error, one
  ///     of them missing.
  /// - Returns: The download, for `cancel`, `suspend` and `resume`.
  /// - Throws: `DeviceAPIError` for a negative span and a moment beyond the clock.
  @discardableResult
  public func download(
    _ url: String, takes duration: Duration, timeout: Duration? = nil,
    completion: @escaping Action
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    try keeping(completion) { callback throws(DeviceAPIError) in
      try system.beginBackgroundWork(
        .download(url: url), for: TimeSpan(duration), timeout: timeout.map { TimeSpan($0) },
        callback: callback)
    }
  }

  /// Opens a web socket.
  ///
  /// - Parameters:
  ///   - url: Where it leads.
  ///   - closed: Runs when its connection is lost; `argument()` is the error.
  /// - Returns: The socket, for `cancel`, which closes it.
  /// - Throws: `DeviceAPIError` where the process has ended.
  @discardableResult
  public func webSocket(
    _ url: String, closed: @escaping Action
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    try keeping(closed) { callback throws(DeviceAPIError) in
      try system.beginBackgroundWork(.webSocket(url: url), for: .zero, callback: callback)
    }
  }

  /// Loads something in a background session, which continues without the process.
  ///
  /// - Parameters:
  ///   - url: What is loaded.
  ///   - duration: How long it takes.
  ///   - session: The identifier of the session.
  ///   - completion: Runs when it is done, if this process still exists.
  /// - Returns: The transfer, for `cancel`, `suspend` and `resume`.
  /// - Throws: `DeviceAPIError` as above, and before background sessions exist.
  @discardableResult
  public func download(
    _ url: String, takes duration: Duration, session: String, completion: @escaping Action
  ) throws(DeviceAPIError) -> TransferIdentifier {
    try keeping(completion) { callback throws(DeviceAPIError) in
      try system.beginTransfer(
        of: url, in: session, for: TimeSpan(duration), callback: callback)
    }
  }

  /// Ends a transfer of a background session for good.
  public func cancel(_ transfer: TransferIdentifier) { release(system.cancelTransfer(transfer)) }

  /// Holds a transfer.
  public func suspend(_ transfer: TransferIdentifier) { system.suspend(transfer) }

  /// Lets a transfer continue.
  public func resume(_ transfer: TransferIdentifier) { system.resume(transfer) }

  /// Holds work beside the main thread.
  public func suspend(_ work: BackgroundWorkIdentifier) { system.suspend(work) }

  /// Lets work beside the main thread continue.
  public func resume(_ work: BackgroundWorkIdentifier) { system.resume(work) }

  /// Registers for a request of the background task scheduler, before the launch is finished, or for
  /// a continued task at any time.
  ///
  /// - Returns: Whether the identifier is listed in the Info.plist, or from iOS 26 on a pattern that
  ///   matches it.
  /// - Throws: `DeviceAPIError.exception` for what ends the app with an exception on a device.
  @discardableResult
  public func registerBackgroundTask(_ identifier: String) throws(DeviceAPIError) -> Bool {
    try system.registerBackgroundTask(identifier)
  }

  /// Asks the background task scheduler for a launch.
  ///
  /// - Parameters:
  ///   - identifier: The task's identifier, listed in the Info.plist.
  ///   - delay: From this moment to the earliest beginning; not negative.
  ///   - kind: What is asked for.
  ///   - options: What is asked for beyond that; what does not belong to the kind does not count.
  /// - Returns: Whether the scheduler took the request, and if not, why.
  /// - Throws: `DeviceAPIError` for a negative delay and a moment beyond the clock, and `exception`
  ///   for what ends the app with an exception on a device.
  @discardableResult
  public func submitBackgroundTask(
    _ identifier: String, after delay: Duration = .zero, kind: TaskRequestKind = .refresh,
    options: TaskRequestOptions = TaskRequestOptions()
  ) throws(DeviceAPIError) -> SubmissionResult {
    try system.submitBackgroundTask(
      identifier, after: TimeSpan(delay), kind: kind, options: options)
  }

  /// Submits a request to the background task scheduler and calls back when it has been taken or refused.
  ///
  /// - Parameters:
  ///   - identifier: The task's identifier, listed in the Info.plist.
  ///   - delay: From this moment to the earliest beginning; not negative.
  ///   - kind: What is asked for.
  ///   - options: What is asked for beyond that; what does not belong to the kind does not count.
  ///   - completion: Runs once, after the turn that submitted; `argument()` is the symbol of what was
  ///     wrong, or nil.
  /// - Throws: `DeviceAPIError` as for `submitBackgroundTask`.
  public func submitTaskRequest(
    _ identifier: String, after delay: Duration = .zero, kind: TaskRequestKind = .refresh,
    options: TaskRequestOptions = TaskRequestOptions(), completion: @escaping Action
  ) throws(DeviceAPIError) {
    let result = try submitBackgroundTask(identifier, after: delay, kind: kind, options: options)
    _ = try keeping(completion) { callback throws(DeviceAPIError) in
      try system.beginBackgroundWork(.submission(result), for: .zero, callback: callback)
    }
  }

  /// Whether continued tasks can ask for the graphics processor on this device.
  public var supportsBackgroundGPU: Bool { system.supportsBackgroundGPU }

  /// Sets the progress of a continued task, from 0 to 1; a task without progress is ended.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - task: The task, an argument of its message.
  /// - Throws: `DeviceAPIError.wrongHandle` for anything else than a task.
  public func setProgress(_ progress: Double, of task: ScriptValue) throws(DeviceAPIError) {
    guard let completion = task.completion else { throw .wrongHandle }
    system.setProgress(progress, ofTask: completion)
  }

  /// Sets what runs shortly before the time of a scheduled task is over.
  ///
  /// - Parameters:
  ///   - task: The task, an argument of its message.
  ///   - action: What runs.
  /// - Throws: `DeviceAPIError.wrongHandle` for anything else than a task.
  public func setExpirationHandler(
    of task: ScriptValue, action: @escaping Action
  ) throws(DeviceAPIError) {
    guard let completion = task.completion else { throw .wrongHandle }
    release(system.setExpirationHandler(keep(action), of: completion))
  }

  /// Calls the completion handler of a message.
  ///
  /// - Parameters:
  ///   - completion: The completion, among the message's arguments; called twice it ends the app, as
  ///     UIKit's exception does.
  ///   - result: The result, such as `.symbol("newData")`.
  public func complete(_ completion: ScriptValue, with result: ScriptValue = .nil) {
    release(system.complete(completion, with: result))
  }

  /// Sets the least time from one background fetch to the next; nil for none.
  ///
  /// - Throws: `DeviceAPIError.negativeSpan`.
  public func setMinimumBackgroundFetchInterval(
    _ interval: Duration?
  ) throws(DeviceAPIError) {
    try system.setMinimumBackgroundFetchInterval(interval.map { TimeSpan($0) })
  }

  /// Whether the user lets the app refresh itself in the background.
  public var backgroundRefreshStatus: BackgroundRefresh { system.backgroundRefreshStatus }

  // MARK: - Places

  /// Starts monitoring, which also launches the app; whether it does.
  @discardableResult
  public func startMonitoring(_ place: MonitoredPlace) -> Bool { system.startMonitoring(place) }

  /// Stops monitoring.
  public func stopMonitoring(_ place: MonitoredPlace) { system.stopMonitoring(place) }

  /// Begins updates of the location.
  ///
  /// - Throws: `DeviceAPIError.exception` in the background without the mode for it.
  public func startUpdatingLocation(
    allowsBackground: Bool = false
  ) throws(DeviceAPIError) {
    try system.startUpdatingLocation(allowsBackground: allowsBackground)
  }

  /// Ends updates of the location.
  public func stopUpdatingLocation() { system.stopUpdatingLocation() }

  /// Says that this process uses places, for which the user is asked once.
  public func startServiceSession(_ permission: LocationPermission) {
    system.startServiceSession(permission)
  }

  /// Continues location updates in the background, with an indicator; whether it does.
  @discardableResult
  public func startBackgroundActivity() -> Bool { system.startBackgroundActivity() }

  /// Ends the app's background activity.
  public func endBackgroundActivity() { system.endBackgroundActivity() }

  // MARK: - Audio, calls and accessories

  /// Begins to play audio, alone or with a video, which mixes with that of other apps or interrupts it.
  public func playAudio(mixes: Bool = false, video: Bool = false) {
    system.playAudio(mixes: mixes, video: video)
  }

  /// Begins to record sound, in the foreground; whether it does.
  @discardableResult
  public func startRecording() -> Bool { system.startRecording() }

  /// Stops recording sound.
  public func stopRecording() { system.stopRecording() }

  /// Whether the app records sound.
  public var isRecording: Bool { system.isRecording }

  /// Stops playing audio.
  public func stopAudio() { system.stopAudio() }

  /// Says what the app's sound is for.
  public func setAudioCategory(_ category: AudioCategory) { system.setAudioCategory(category) }

  /// Routes audio to the speaker even with headphones, or stops that.
  public func overrideOutputAudioPort(_ port: AudioPort) { system.overrideOutputAudioPort(port) }

  /// Reports a call, which the system shows, by CallKit or LiveCommunicationKit.
  ///
  /// - Returns: The call; nil while another one rings or is active, and before iOS 10.
  @discardableResult
  public func reportNewIncomingCall(from caller: String) -> CallIdentifier? {
    system.reportNewIncomingCall(from: caller)
  }

  /// Confirms that the user's answer to a call was carried out; the call is then active.
  public func fulfill(_ call: CallIdentifier) { system.fulfill(call) }

  /// Says that the user's answer to a call cannot be carried out, which ends the call.
  public func fail(_ call: CallIdentifier) { system.fail(call) }

  /// Ends a call that the app reported.
  public func endCall(_ call: CallIdentifier) { system.endCall(call) }

  /// Who calls; nil for a call that is gone.
  public func caller(of call: CallIdentifier) -> String? { system.caller(of: call) }

  /// Plays the app's video in a small window over everything else; whether it does.
  @discardableResult
  public func startPictureInPicture() -> Bool { system.startPictureInPicture() }

  /// Ends the app's Picture in Picture.
  public func stopPictureInPicture() { system.stopPictureInPicture() }

  /// Asks to be woken for health data of a type; whether the app will be.
  @discardableResult
  public func enableBackgroundDelivery(of type: String) -> Bool {
    system.enableBackgroundDelivery(of: type)
  }

  /// Keeps a VoIP app's connection alive.
  ///
  /// - Parameters:
  ///   - timeout: From call to call, at least 600 seconds.
  ///   - action: Runs in the background, again and again.
  /// - Returns: Whether the handler is set.
  @discardableResult
  public func setKeepAliveTimeout(_ timeout: Duration, action: @escaping Action) -> Bool {
    let result = system.setKeepAliveTimeout(TimeSpan(timeout), callback: keep(action))
    release(result.freed)
    return result.isSet
  }

  /// Connects to a Bluetooth accessory, with a name by which the connection is restored.
  public func connectPeripheral(_ name: String, restoreIdentifier: String? = nil) {
    system.connectPeripheral(name, restoreIdentifier: restoreIdentifier)
  }

  // MARK: - Hardware, memory and the user

  /// Takes hold of hardware or shared data.
  ///
  /// - Parameters:
  ///   - kind: What is taken hold of.
  ///   - name: Its name, for people.
  ///   - capture: What a camera's capture session wants.
  /// - Returns: The resource, for `release`; nil where it cannot be had.
  public func acquire(
    _ kind: ResourceKind, name: String = "", capture: CaptureOptions = CaptureOptions()
  ) -> ResourceIdentifier? {
    system.acquire(kind, name: name, capture)
  }

  /// Gives a resource back.
  public func release(_ resource: ResourceIdentifier) { system.release(resource) }

  /// Whether a resource is held and can be used.
  public func isValid(_ resource: ResourceIdentifier) -> Bool { system.isValid(resource) }

  /// Draws with the graphics processor.
  @discardableResult
  public func render(with interface: GraphicsInterface) -> DrawingResult {
    system.render(with: interface)
  }

  /// Takes memory, in bytes.
  ///
  /// - Throws: `DeviceAPIError.negativeSize`.
  public func allocate(_ bytes: Int64) throws(DeviceAPIError) { try system.allocate(bytes) }

  /// Gives memory back, in bytes.
  ///
  /// - Throws: `DeviceAPIError.negativeSize`.
  public func free(_ bytes: Int64) throws(DeviceAPIError) { try system.free(bytes) }

  /// Whether a prewarm started the process.
  public var isPrewarmActive: Bool { system.isPrewarmActive }

  /// Whether protected files can be read.
  public var isProtectedDataAvailable: Bool { system.isProtectedDataAvailable }

  /// Asks the user for a permission; `argument()` of the closure is the answer.
  ///
  /// - Parameters:
  ///   - permission: What is asked for.
  ///   - isProvisional: Whether notifications are asked for on trial, which brings up no question.
  ///   - action: What runs with the answer.
  public func requestPermission(
    _ permission: Permission, isProvisional: Bool = false, action: @escaping Action
  ) {
    system.requestPermission(permission, isProvisional: isProvisional, callback: keep(action))
  }

  /// Sends something in the local network, for which the user is asked once; whether it may.
  @discardableResult
  public func useLocalNetwork() -> Bool { system.useLocalNetwork() }

  /// Asks for the user's face or finger; `argument()` of the closure is whether that succeeded.
  public func evaluatePolicy(action: @escaping Action) {
    system.evaluatePolicy(callback: keep(action))
  }

  // MARK: - Closures

  /// Hands a closure to the system, which keeps it unless it refuses.
  private func keeping<Result>(
    _ action: @escaping Action,
    _ body: (CallbackIdentifier) throws(DeviceAPIError) -> Result
  ) throws(DeviceAPIError) -> Result {
    let callback = keep(action)
    do throws(DeviceAPIError) { return try body(callback) } catch {
      release(callback)
      throw error
    }
  }
}
