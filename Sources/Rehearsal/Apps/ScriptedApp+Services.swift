// What a scripted app asks of the system's services, answered by acting on the device with the
// process's own identifier.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

extension ScriptedApp {
  /// Carries out a call of a function of the system's services.
  mutating func call(
    _ function: ServiceFunction, _ word: HostFunction, in process: ProcessIdentifier,
    on device: inout Device
  ) throws(ScriptRefusal) -> ScriptValue {
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
      case .reportNewIncomingCall:
        device.reportNewIncomingCall(from: try machine.text(0, of: word), in: process)
        return .nil
      }
    } catch let fault as CallFault {
      throw ScriptRefusal(fault)
    } catch let refusal as ScriptRefusal {
      throw refusal
    } catch {
      throw ScriptRefusal(.hostFailure, "\(error)")
    }
  }

  private mutating func fetchInterval(_ word: HostFunction) throws(ScriptRefusal) -> TimeSpan? {
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

  // MARK: - Completions and scheduled tasks

  /// `completion(.newData)`.
  mutating func complete(
    _ completion: CompletionIdentifier, in process: ProcessIdentifier, on device: inout Device
  ) throws(ScriptRefusal) {
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
  ) throws(ScriptRefusal) {
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
