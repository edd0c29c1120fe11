// The members of what a scripted app holds: the application object, timers, works, tasks, windows,
// resources. Each is answered by the system on behalf of the calling process.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension ScriptedApp {
  // MARK: - Reading

  /// The value of a member of something that the app holds.
  func member(
    _ name: MemberName, of handle: Handle, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    let value: ScriptValue? =
      switch handle.handleKind {
      case .application: try applicationMember(text, context)
      case .resource where ResourceMember(rawValue: text) == .isValid:
        .boolean(context.isValid(ResourceIdentifier(rawValue: handle.number)))
      case .scheduledTask where ScheduledTaskMember(rawValue: text) == .identifier:
        context.identifier(ofTask: CompletionIdentifier(rawValue: handle.number))
          .map { .string($0) } ?? .nil
      case .timer where TimerMember(rawValue: text) == .isValid:
        .boolean(context.isTimerValid(TimerIdentifier(rawValue: handle.number)))
      default: interfaceMember(text, of: handle, context)
      }
    guard let value else { throw missingMember(text, of: handle) }
    return value
  }

  private func applicationMember(
    _ name: String, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue? {
    guard !isBeforeApplication else {
      throw HostFunctionError(
        .appNotRunning, "in `main` there is no application object yet: the launch makes it")
    }
    switch ApplicationMember(rawValue: name) {
    case .state: return .symbol(context.state.processState.rawValue)
    case .backgroundTimeRemaining:
      switch context.backgroundTimeRemaining {
      case .unlimited: return .symbol("unlimited")
      case .limited(let left): return left.scriptValue
      }
    case .backgroundRefreshStatus: return .symbol(context.backgroundRefreshStatus.rawValue)
    case .isProtectedDataAvailable: return .boolean(context.isProtectedDataAvailable)
    case .connectedScenes:
      return .list(
        context.connectedScenes.map { .handle(HandleKind.scene.handle(UInt64($0.number))) })
    case .openSessions: return .list(context.openSessions.map { $0.scriptValue })
    case .isRegisteredForRemoteNotifications:
      return .boolean(context.isRegisteredForRemoteNotifications)
    case nil: return nil
    }
  }

  /// A member of something of the interface; nil where it has none of that name.
  private func interfaceMember(
    _ name: String, of handle: Handle, _ context: AppContext
  ) -> ScriptValue? {
    switch handle.handleKind {
    case .scene:
      let scene = SceneIdentifier(number: Int32(truncatingIfNeeded: handle.number))
      return switch SceneMember(rawValue: name) {
      case .activationState: .symbol((context.state(of: scene) ?? .unattached).rawValue)
      case .session: context.session(of: scene)?.scriptValue ?? .nil
      case nil: nil
      }
    case .sceneSession:
      let session = SceneSessionIdentifier(handle.number)
      return switch SceneSessionMember(rawValue: name) {
      case .persistentIdentifier: .string("session \(session.number)")
      case .stateRestorationActivity: context.restorationActivity(of: session)
      case .role: .symbol(context.role(of: session).rawValue)
      case nil: nil
      }
    case .displayLink:
      let link = context.displayLink(TimerIdentifier(rawValue: handle.number))
      return switch DisplayLinkMember(rawValue: name) {
      case .preferredFramesPerSecond: .integer(Int64(link?.framesPerSecond ?? 0))
      case .isPaused: .boolean(link?.isPaused ?? true)
      case .invalidate, nil: nil
      }
    case .processInfo:
      return switch ProcessInfoMember(rawValue: name) {
      case .isLowPowerModeEnabled: .boolean(context.isLowPowerModeEnabled)
      case .thermalState: .symbol(context.thermalState.rawValue)
      case .activePrewarm: .boolean(context.isPrewarmActive)
      case nil: nil
      }
    case .screen:
      return ScreenMember(rawValue: name).map { _ in .boolean(context.isScreenCaptured) }
    default: return nil
    }
  }

  // MARK: - Calling

  /// Calls a member of something that the app holds.
  mutating func callMember(
    _ name: MemberName, of handle: Handle, _ context: AppContext
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    switch handle.handleKind {
    case .displayLink where DisplayLinkMember(rawValue: text) == .invalidate,
      .timer where TimerMember(rawValue: text) == .invalidate:
      release(context.invalidateTimer(TimerIdentifier(rawValue: handle.number)))
    case .resource where ResourceMember(rawValue: text) == .release:
      context.release(ResourceIdentifier(rawValue: handle.number))
    case .call:
      let call = CallIdentifier(rawValue: handle.number)
      switch CallMember(rawValue: text) {
      case .fulfill: context.fulfill(call)
      case .fail: context.fail(call)
      case nil: throw missingMember(text, of: handle)
      }
    case .transfer:
      let transfer = TransferIdentifier(rawValue: handle.number)
      switch BackgroundWorkMember(rawValue: text) {
      case .cancel: release(context.cancelTransfer(transfer))
      case .suspend: context.suspend(transfer)
      case .resume: context.resume(transfer)
      case nil: throw missingMember(text, of: handle)
      }
    case .backgroundWork:
      let work = BackgroundWorkIdentifier(rawValue: handle.number)
      switch BackgroundWorkMember(rawValue: text) {
      case .cancel: release(context.cancelBackgroundWork(work))
      case .suspend: context.suspend(work)
      case .resume: context.resume(work)
      case nil: throw missingMember(text, of: handle)
      }
    case .scheduledTask:
      guard let member = ScheduledTaskMember(rawValue: text) else {
        throw missingMember(text, of: handle)
      }
      try call(member, of: CompletionIdentifier(rawValue: handle.number), context)
    default: throw missingMember(text, of: handle)
    }
    return .nil
  }

  private mutating func call(
    _ member: ScheduledTaskMember, of task: CompletionIdentifier, _ context: AppContext
  ) throws(HostFunctionError) {
    switch member {
    case .identifier: break
    case .setTaskCompleted: try complete(task, context)
    case .expirationHandler:
      let word = HostFunction("expirationHandler", side: .inside, [.init("handler")])
      let handler = try machine.function(0, of: word)
      release(context.setExpirationHandler(CallbackIdentifier(handler.number), of: task))
    }
  }

  /// `completion(.newData)`.
  mutating func complete(
    _ completion: CompletionIdentifier, _ context: AppContext
  ) throws(HostFunctionError) {
    let result = try machine.plainArgument(0, forKey: "result") ?? .nil
    release(context.complete(completion, with: result))
  }

  // MARK: - Setting

  /// Changes a member of something that the app holds; the new value is argument 0.
  mutating func setMember(
    _ name: MemberName, of handle: Handle, _ context: AppContext
  ) throws(HostFunctionError) {
    let text = machine.text(of: name)
    guard handle.handleKind == .displayLink else {
      throw HostFunctionError(.immutableAssignment, "`\(text)` cannot be set here")
    }
    let link = TimerIdentifier(rawValue: handle.number)
    let word = HostFunction(text, side: .inside, [.init("value")])
    switch DisplayLinkMember(rawValue: text) {
    case .isPaused:
      let isPaused = try machine.argument(0, of: word, "true or false") {
        (value: ScriptValue) -> Bool? in
        if case .boolean(let isPaused) = value { isPaused } else { nil }
      }
      context.setPaused(isPaused, displayLink: link)
    case .preferredFramesPerSecond:
      let frames = try frames(0, of: word)
      try DeviceAPIError.translated { () throws(DeviceAPIError) in
        try context.setFramesPerSecond(frames, displayLink: link)
      }
    case .invalidate:
      throw HostFunctionError(.immutableAssignment, "`invalidate` of a display link cannot be set")
    case nil: throw missingMember(text, of: handle)
    }
  }

  private func missingMember(_ name: String, of handle: Handle) -> HostFunctionError {
    guard let kind = handle.handleKind, kind.side == .outside else {
      return HostFunctionError.missingMember(name, of: handle)
    }
    return HostFunctionError(
      .wrongSide,
      "this \(kind.definition.name) belongs to the user and the system; an app's own code cannot "
        + "use it")
  }
}

extension SceneSessionIdentifier {
  /// The session whose handle has that number.
  init(_ number: UInt64) { self.init(number: Int32(truncatingIfNeeded: number)) }

  /// What scripts hold the session by.
  var scriptValue: ScriptValue {
    .handle(HandleKind.sceneSession.handle(UInt64(UInt32(bitPattern: number))))
  }
}
