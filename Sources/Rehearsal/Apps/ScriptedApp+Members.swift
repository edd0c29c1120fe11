// The members of things as a scripted app uses them: the application object, timers, works, tasks,
// windows. Each is answered by asking the device with the process's own identifier.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension ScriptedApp {
  /// The value of a member of a thing.
  func member(
    _ name: MemberName, of handle: RehearsalValues.Handle, in process: ProcessIdentifier,
    on device: Device
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    switch handle.handleKind {
    case .application:
      guard !isBeforeApplication else {
        throw HostFunctionError(
          .appNotRunning, "in `main` there is no application object yet: the launch makes it")
      }
      switch ApplicationMember(rawValue: text) {
      case .state:
        let state = device.applicationState(of: process) ?? .background
        return .symbol(state.processState.rawValue)
      case .backgroundTimeRemaining:
        switch device.backgroundTimeRemaining(of: process) {
        case .unlimited: return .symbol("unlimited")
        case .limited(let left): return left.scriptValue
        }
      case .backgroundRefreshStatus:
        return .symbol(device.backgroundRefresh(of: process.app).rawValue)
      case .isProtectedDataAvailable: return .boolean(device.isProtectedDataAvailable)
      case .connectedScenes:
        return .list(
          device.connectedScenes(in: process).map {
            .handle(HandleKind.scene.handle(UInt64($0.number)))
          })
      case .openSessions:
        return .list(
          device.openSessions(in: process).map {
            .handle(HandleKind.sceneSession.handle(UInt64($0.number)))
          })
      case nil: break
      }
    case .resource where ResourceMember(rawValue: text) == .isValid:
      let resource = ResourceIdentifier(rawValue: handle.number)
      return .boolean(device.isResourceValid(resource, in: process))
    case .scheduledTask:
      let task = CompletionIdentifier(rawValue: handle.number)
      if let known = ScheduledTaskMember(rawValue: text),
        let value = member(known, of: task, in: process, on: device)
      {
        return value
      }
    case .timer where TimerMember(rawValue: text) == .isValid:
      let timer = TimerIdentifier(rawValue: handle.number)
      return .boolean(device.isTimerValid(timer, in: process))
    default:
      if let value = interfaceMember(text, of: handle, in: process, on: device) { return value }
    }
    throw missingMember(text, of: handle)
  }

  /// Calls a member of a thing.
  mutating func callMember(
    _ name: MemberName, of handle: RehearsalValues.Handle, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let text = machine.text(of: name)
    switch handle.handleKind {
    case .displayLink where DisplayLinkMember(rawValue: text) == .invalidate,
      .timer where TimerMember(rawValue: text) == .invalidate:
      release(device.invalidateTimer(TimerIdentifier(rawValue: handle.number), in: process))
      return .nil
    case .resource where ResourceMember(rawValue: text) == .release:
      device.release(ResourceIdentifier(rawValue: handle.number), in: process)
      return .nil
    case .transfer:
      guard let known = BackgroundWorkMember(rawValue: text) else {
        throw missingMember(text, of: handle)
      }
      call(known, of: TransferIdentifier(rawValue: handle.number), in: process, on: &device)
      return .nil
    case .scheduledTask:
      guard let known = ScheduledTaskMember(rawValue: text) else {
        throw missingMember(text, of: handle)
      }
      let task = CompletionIdentifier(rawValue: handle.number)
      try call(known, of: task, in: process, on: &device)
      return .nil
    case .backgroundWork:
      let work = BackgroundWorkIdentifier(rawValue: handle.number)
      switch BackgroundWorkMember(rawValue: text) {
      case .cancel: release(device.cancelBackgroundWork(work, in: process))
      case .suspend: device.suspendBackgroundWork(work, in: process)
      case .resume: device.resumeBackgroundWork(work, in: process)
      case nil: throw missingMember(text, of: handle)
      }
      return .nil
    default: throw missingMember(text, of: handle)
    }
  }

  func missingMember(
    _ name: String, of handle: RehearsalValues.Handle
  ) -> HostFunctionError {
    guard let kind = handle.handleKind, kind.side == .outside else {
      return HostFunctionError.missingMember(name, of: handle)
    }
    return HostFunctionError(
      .wrongSide,
      "this \(kind.definition.name) belongs to the user and the system; an app's own code cannot "
        + "use it")
  }
}
