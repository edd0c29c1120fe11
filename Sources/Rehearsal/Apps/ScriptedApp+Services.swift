// What a scripted app asks of the system's services, answered by acting on the device with the
// process's own identifier.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

extension ScriptedApp {
  /// Carries out a call of a function of the system's services.
  mutating func call(
    _ function: ServiceFunction, _ word: HostFunction, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    do {
      switch function {
      case .setMinimumBackgroundFetchInterval:
        try device.setMinimumBackgroundFetchInterval(fetchInterval(word), in: process)
        return .nil
      case .registerBackgroundTask:
        return .boolean(
          try device.registerBackgroundTask(machine.text(0, of: word), in: process))
      case .submitBackgroundTask:
        return .symbol(try submit(word, in: process, on: &device).rawValue)
      case .startMonitoringSignificantLocationChanges:
        return .boolean(device.startMonitoring(.significantChanges, in: process))
      case .startMonitoringVisits: return .boolean(device.startMonitoring(.visits, in: process))
      case .startMonitoring:
        return .boolean(
          device.startMonitoring(.region(try machine.text(0, of: word)), in: process))
      case .stopMonitoringSignificantLocationChanges:
        device.stopMonitoring(.significantChanges, in: process)
        return .nil
      case .stopMonitoringVisits:
        device.stopMonitoring(.visits, in: process)
        return .nil
      case .stopMonitoring:
        device.stopMonitoring(.region(try machine.text(0, of: word)), in: process)
        return .nil
      case .startUpdatingLocation:
        let allowed = machine.hasArgument(0) ? try machine.truth(0, of: word) : false
        try device.startUpdatingLocation(allowsBackground: allowed, in: process)
        return .nil
      case .stopUpdatingLocation:
        device.stopUpdatingLocation(in: process)
        return .nil
      case .playAudio:
        device.playAudio(in: process)
        return .nil
      case .stopAudio:
        device.stopAudio(in: process)
        return .nil
      case .connectPeripheral:
        let restored = machine.hasArgument(1) ? try machine.text(1, of: word) : nil
        device.connectPeripheral(
          try machine.text(0, of: word), restoreIdentifier: restored, in: process)
        return .nil
      case .acquire:
        let name = machine.hasArgument(1) ? try machine.text(1, of: word) : ""
        let kind = try machine.symbol(0, of: word, as: ResourceKind.self)
        let resource = device.acquire(kind, name: name, in: process)
        return resource.map { .handle(HandleKind.resource.handle($0.rawValue)) } ?? .nil
      case .render:
        let interface = try machine.symbol(0, of: word, as: GraphicsInterface.self)
        return .symbol(device.render(with: interface, in: process).rawValue)
      case .allocate:
        try device.allocate(machine.size(0, of: word), in: process)
        return .nil
      case .free:
        try device.free(machine.size(0, of: word), in: process)
        return .nil
      case .setKeepAliveTimeout:
        let timeout = try machine.span(0, of: word)
        let handler = CallbackIdentifier(try machine.function(1, of: word).number)
        let result = device.setKeepAliveTimeout(timeout, callback: handler, in: process)
        release(result.freed)
        return .boolean(result.isSet)
      case .requestPermission:
        let permission = try machine.symbol(0, of: word, as: Permission.self)
        let callback = CallbackIdentifier(try machine.function(1, of: word).number)
        device.requestPermission(permission, callback: callback, in: process)
        return .nil
      case .evaluatePolicy:
        let callback = CallbackIdentifier(try machine.function(0, of: word).number)
        device.evaluatePolicy(callback: callback, in: process)
        return .nil
      case .reportNewIncomingCall:
        device.reportNewIncomingCall(from: try machine.text(0, of: word), in: process)
        return .nil
      }
    } catch let fault as CallFault {
      throw HostFunctionError(fault)
    } catch let refusal as HostFunctionError {
      throw refusal
    } catch {
      throw HostFunctionError(.hostFailure, "\(error)")
    }
  }

  private mutating func fetchInterval(_ word: HostFunction) throws(HostFunctionError) -> TimeSpan? {
    switch machine.argument(0) {
    case .symbol("never"): nil
    case .symbol("minimum"): .zero
    default: try machine.span(0, of: word)
    }
  }

  private mutating func submit(
    _ word: HostFunction, in process: ProcessIdentifier, on device: inout Device
  ) throws -> SubmissionResult {
    let identifier = try machine.text(0, of: word)
    let delay = machine.hasArgument(1) ? try machine.span(1, of: word) : .zero
    let kind =
      machine.hasArgument(2)
      ? try machine.symbol(2, of: word, as: TaskRequestKind.self) : .refresh
    return try device.submitBackgroundTask(identifier, after: delay, kind: kind, in: process)
  }

  // MARK: - Transfers

  /// A download in a background session, which goes on without the process.
  mutating func transfer(
    _ url: String, for span: TimeSpan, _ word: HostFunction, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) -> ScriptValue {
    let session = try machine.text(2, of: word)
    let function = try machine.function(3, of: word)
    do {
      let transfer = try device.beginTransfer(
        of: url, in: session, for: span, callback: CallbackIdentifier(function.number),
        in: process)
      return .handle(HandleKind.transfer.handle(transfer.rawValue))
    } catch {
      machine.release(function)
      throw HostFunctionError(error)
    }
  }

  /// A member of a transfer that is called.
  mutating func call(
    _ member: BackgroundWorkMember, of transfer: TransferIdentifier,
    in process: ProcessIdentifier, on device: inout Device
  ) {
    switch member {
    case .cancel: release(device.cancelTransfer(transfer, in: process))
    case .suspend: device.suspendTransfer(transfer, in: process)
    case .resume: device.resumeTransfer(transfer, in: process)
    }
  }

  // MARK: - Completions and scheduled tasks

  /// `completion(.newData)`.
  mutating func complete(
    _ completion: CompletionIdentifier, in process: ProcessIdentifier, on device: inout Device
  ) throws(HostFunctionError) {
    let result = try machine.plainArgument(0, forKey: "result") ?? .none
    release(device.complete(completion, with: result, in: process))
  }

  /// A member of a scheduled task that is read.
  func member(
    _ member: ScheduledTaskMember, of task: CompletionIdentifier, in process: ProcessIdentifier,
    on device: Device
  ) -> ScriptValue? {
    guard member == .identifier else { return nil }
    return device.identifier(ofTask: task, in: process).map { .string($0) } ?? .nil
  }

  /// A member of a scheduled task that is called.
  mutating func call(
    _ member: ScheduledTaskMember, of task: CompletionIdentifier, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(HostFunctionError) {
    switch member {
    case .identifier: break
    case .setTaskCompleted: try complete(task, in: process, on: &device)
    case .expirationHandler:
      let word = HostFunction("expirationHandler", side: .inside, [.init("handler")])
      let handler = try machine.function(0, of: word)
      release(
        device.setExpirationHandler(
          CallbackIdentifier(handler.number), of: task, in: process))
    }
  }
}
