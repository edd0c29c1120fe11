// Notifications and the general requests of native apps, answered by acting on the device with the
// process's own identifier. The scripted counterparts stand in `ScriptedApp+Services` and
// `ScriptedApp+Interface`.

import RehearsalLifecycle
import RehearsalMachine
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
    device.pointee.setObserved(true, notification, in: process)
    return native.pointee.addObserver(of: notification, NativeCallback(action, of: owner))
  }

  /// Calls an observer no more; one that was removed already stays so.
  public func removeObserver(_ observer: NotificationObserver) {
    guard let notification = native.pointee.removeObserver(observer) else { return }
    device.pointee.setObserved(false, notification, in: process)
  }

  // MARK: - Requests

  /// Reads a value of the system's; nil where the code that asks has none.
  public func value(_ value: SystemValue) -> ScriptValue {
    switch value {
    case .backgroundRefreshStatus:
      return .symbol(device.pointee.backgroundRefresh(of: process.app).rawValue)
    case .isProtectedDataAvailable: return .boolean(device.pointee.isProtectedDataAvailable)
    case .openSessions:
      return .list(
        device.pointee.openSessions(in: process).map { ScriptValue(.handle(.sceneSession($0))) })
    case .activationState:
      return owner.scene.map { scene in
        .symbol((device.pointee.state(of: scene, in: process) ?? .unattached).rawValue)
      } ?? .nil
    case .restorationActivity:
      return owner.scene.flatMap { device.pointee.session(of: $0, in: process) }
        .map { ScriptValue(device.pointee.restorationActivity(of: $0, in: process)) } ?? .nil
    }
  }

  /// Asks the system for something.
  ///
  /// - Returns: What the request says that it answers; nil for one that answers nothing, and for a
  ///   resource that cannot be had.
  /// - Throws: `CallFault` for what the device cannot carry out, and for what ends the app with an
  ///   exception on a device.
  @discardableResult
  public func request(_ request: SystemRequest) throws(CallFault) -> ScriptValue {
    switch request {
    case .show(let screen): device.pointee.show(screen, in: owner.scene, of: process)
    case .present(let title): device.pointee.present(title, in: owner.scene, of: process)
    case .dismissPresented: device.pointee.dismissPresented(in: owner.scene, of: process)
    case .ignoreSnapshot: device.pointee.ignoreSnapshot(in: owner.scene, of: process)
    case .setNeedsDisplay: device.pointee.setNeedsDisplay(in: owner.scene, of: process)
    case .openURL(let url): return .boolean(device.pointee.openURL(url, in: process))
    case .activateSceneSession(let session):
      device.pointee.requestSceneSessionActivation(
        try session.map { value throws(CallFault) in try Self.session(value) }, in: process)
    case .destroySceneSession(let session):
      device.pointee.requestSceneSessionDestruction(try Self.session(session), in: process)
    case .cancel(let thing): try cancel(thing)
    case .suspend(let thing): try setHeld(true, thing)
    case .resume(let thing): try setHeld(false, thing)
    default: return try requestService(request)
    }
    return .nil
  }

  private func requestService(_ request: SystemRequest) throws(CallFault) -> ScriptValue {
    switch request {
    case .startMonitoring(let place):
      return .boolean(device.pointee.startMonitoring(place, in: process))
    case .stopMonitoring(let place): device.pointee.stopMonitoring(place, in: process)
    case .startUpdatingLocation(let allowsBackground):
      try device.pointee.startUpdatingLocation(allowsBackground: allowsBackground, in: process)
    case .stopUpdatingLocation: device.pointee.stopUpdatingLocation(in: process)
    case .setMinimumBackgroundFetchInterval(let interval):
      try device.pointee.setMinimumBackgroundFetchInterval(
        interval.map { TimeSpan($0) }, in: process)
    case .reportNewIncomingCall(let caller):
      device.pointee.reportNewIncomingCall(from: caller, in: process)
    case .connectPeripheral(let name, let restoreIdentifier):
      device.pointee.connectPeripheral(name, restoreIdentifier: restoreIdentifier, in: process)
    case .acquire(let kind, let name):
      return device.pointee.acquire(kind, name: name, in: process)
        .map { .handle(HandleKind.resource.handle($0.rawValue)) } ?? .nil
    case .render(let interface):
      return .symbol(device.pointee.render(with: interface, in: process).rawValue)
    case .allocate(let bytes): try device.pointee.allocate(bytes, in: process)
    case .free(let bytes): try device.pointee.free(bytes, in: process)
    default: break
    }
    return .nil
  }

  /// Asks the system for something that it calls back for.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - action: Runs when the request says so.
  /// - Returns: What the request says that it answers; nil for one that answers nothing.
  /// - Throws: `CallFault` for what the device cannot carry out.
  @discardableResult
  public func request(
    _ request: CallbackRequest, action: @escaping Action
  ) throws(CallFault) -> ScriptValue {
    let callback = keep(action)
    do { return try ask(request, callback) } catch {
      release(callback)
      throw error
    }
  }

  private func ask(
    _ request: CallbackRequest, _ callback: CallbackIdentifier
  ) throws(CallFault) -> ScriptValue {
    switch request {
    case .permission(let permission):
      device.pointee.requestPermission(permission, callback: callback, in: process)
    case .biometrics: device.pointee.evaluatePolicy(callback: callback, in: process)
    case .download(let url, let span, let session?):
      let transfer = try device.pointee.beginTransfer(
        of: url, in: session, for: TimeSpan(span), callback: callback, in: process)
      return .handle(HandleKind.transfer.handle(transfer.rawValue))
    case .download(let url, let span, nil):
      let work = try device.pointee.beginBackgroundWork(
        .download(url: url), for: TimeSpan(span), callback: callback, in: process)
      return .handle(HandleKind.backgroundWork.handle(work.rawValue))
    case .displayLink(let frames):
      let link = try device.pointee.startDisplayLink(
        framesPerSecond: frames, callback: callback, in: process)
      return .handle(HandleKind.displayLink.handle(link.rawValue))
    case .keepAlive(let interval):
      let result = device.pointee.setKeepAliveTimeout(
        TimeSpan(interval), callback: callback, in: process)
      release(result.freed)
      return .boolean(result.isSet)
    case .expiration(let task):
      guard let completion = task.completion else { throw .wrongThing }
      release(device.pointee.setExpirationHandler(callback, of: completion, in: process))
    }
    return .nil
  }

  // MARK: - Things

  private static func session(
    _ value: ScriptValue
  ) throws(CallFault) -> SceneSessionIdentifier {
    guard case .handle(let handle) = value, handle.handleKind == .sceneSession else {
      throw .wrongThing
    }
    return SceneSessionIdentifier(handle.number)
  }

  private func cancel(_ thing: ScriptValue) throws(CallFault) {
    guard case .handle(let handle) = thing else { throw .wrongThing }
    switch handle.handleKind {
    case .displayLink:
      let link = TimerIdentifier(rawValue: handle.number)
      release(device.pointee.invalidateTimer(link, in: process))
    case .resource:
      device.pointee.release(ResourceIdentifier(rawValue: handle.number), in: process)
    case .transfer:
      let transfer = TransferIdentifier(rawValue: handle.number)
      release(device.pointee.cancelTransfer(transfer, in: process))
    case .backgroundWork: cancel(BackgroundWorkIdentifier(rawValue: handle.number))
    default: throw .wrongThing
    }
  }

  private func setHeld(_ isHeld: Bool, _ thing: ScriptValue) throws(CallFault) {
    guard case .handle(let handle) = thing else { throw .wrongThing }
    switch handle.handleKind {
    case .displayLink:
      let link = TimerIdentifier(rawValue: handle.number)
      device.pointee.setPaused(isHeld, displayLink: link, in: process)
    case .transfer:
      let transfer = TransferIdentifier(rawValue: handle.number)
      isHeld
        ? device.pointee.suspendTransfer(transfer, in: process)
        : device.pointee.resumeTransfer(transfer, in: process)
    case .backgroundWork:
      let work = BackgroundWorkIdentifier(rawValue: handle.number)
      isHeld
        ? device.pointee.suspendBackgroundWork(work, in: process)
        : device.pointee.resumeBackgroundWork(work, in: process)
    default: throw .wrongThing
    }
  }
}

extension ScriptValue {
  /// The completion that a message carried; nil for anything else.
  var completion: CompletionIdentifier? {
    guard case .handle(let handle) = self,
      handle.handleKind == .completion || handle.handleKind == .scheduledTask
    else { return nil }
    return CompletionIdentifier(rawValue: handle.number)
  }
}
