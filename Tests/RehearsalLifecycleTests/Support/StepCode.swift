// App code for tests: a handler is a list of steps, so that a whole app is a value that can be
// written in a line, copied and compared. It calls only the device's public API for app code.

import RehearsalLifecycle

/// One thing that a test's app does.
indirect enum Step: Hashable, Sendable {
  case work(TimeSpan)
  case log(String)
  /// Logs what the process can read of its state.
  case logState
  /// Logs the running time that is left.
  case logRemaining
  case beginTask(String, expiration: [Step]? = nil)
  /// Ends the task that was begun last and is not ended.
  case endTask
  case after(TimeSpan, [Step])
  case every(TimeSpan, [Step])
  case invalidateLastTimer
  case perform(TimeSpan, [Step])
  case cancelLastWork, holdLastWork, resumeLastWork
  case store(String, PlainValue)
  case crash(String)
  case hang
  case exit(Int)
}

/// App code made of steps.
struct StepCode: AppCode, Hashable {
  var initial: [Step] = []
  var handlers: [Message: [Step]] = [:]
  var controls: [[Step]] = []

  private var callbacks: [CallbackIdentifier: [Step]] = [:]
  private var lastCallback = 0
  private var pending: [Step] = []
  private var tasks: [BackgroundTaskIdentifier] = []
  private var timers: [TimerIdentifier] = []
  private var works: [BackgroundWorkIdentifier] = []

  init(initial: [Step] = [], _ handlers: [Message: [Step]] = [:], controls: [[Step]] = []) {
    self.initial = initial
    self.handlers = handlers
    self.controls = controls
  }

  /// The closures that the code still keeps.
  var keptCallbacks: Int { callbacks.count }

  func handles(_ message: Message) -> Bool { handlers[message] != nil }

  mutating func run(
    _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    switch delivery {
    case .main, .initializeScene, .notification: pending = []
    case .initialize: pending = initial
    case .message(let message, _), .sceneMessage(_, let message, _):
      pending = handlers[message] ?? []
    case .control(let control, _): pending = controls[control]
    case .callback(let callback, _, let isLast):
      pending = callbacks[callback] ?? [.crash("callback \(callback.number) was released")]
      if isLast { callbacks[callback] = nil }
    }
    return resume(in: process, on: &device)
  }

  mutating func resume(in process: ProcessIdentifier, on device: inout Device) -> CodeProgress {
    while !pending.isEmpty {
      if let progress = perform(pending.removeFirst(), in: process, on: &device) {
        return progress
      }
    }
    return .returned(.bool(true))
  }

  private mutating func keep(_ steps: [Step]) -> CallbackIdentifier {
    lastCallback += 1
    let callback = CallbackIdentifier(lastCallback)
    callbacks[callback] = steps
    return callback
  }

  private mutating func release(_ callback: CallbackIdentifier?) {
    if let callback { callbacks[callback] = nil }
  }

  private mutating func perform(
    _ step: Step, in id: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress? {
    switch step {
    case .work(let span): return .working(span)
    case .crash(let text): return .crashed(CrashReport(message: text, detail: 7))
    case .hang: return .hung(CrashReport(message: "hung"))
    case .exit(let code): return .exited(code)
    case .log(let text): device.log(text, in: id)
    case .logState:
      device.log(device.applicationState(of: id).map { "\($0)" } ?? "none", in: id)
    case .logRemaining:
      switch device.backgroundTimeRemaining(of: id) {
      case .unlimited: device.log("unlimited", in: id)
      case .limited(let left): device.log("\(TimeSpan(left))", in: id)
      }
    case .store(let key, let value):
      do { try device.setValue(value, forKey: key, in: .disk, of: id.app) } catch {
        return .crashed(CrashReport(message: "\(error)"))
      }
    default:
      do { try call(step, in: id, on: &device) } catch {
        return .crashed(CrashReport(message: "\(error)"))
      }
    }
    return nil
  }

  private mutating func call(
    _ step: Step, in id: ProcessIdentifier, on device: inout Device
  ) throws(CallFault) {
    switch step {
    case .beginTask(let name, let expiration):
      let callback = expiration.map { keep($0) }
      let task = device.beginBackgroundTask(name: name, expiration: callback, in: id)
      if task == .invalid { release(callback) }
      tasks.append(task)
    case .endTask:
      if let task = tasks.popLast() { release(device.endBackgroundTask(task, in: id)) }
    case .after(let span, let steps):
      timers.append(
        try device.scheduleTimer(after: span, callback: keep(steps), in: id))
    case .every(let span, let steps):
      timers.append(
        try device.scheduleTimer(after: span, every: span, callback: keep(steps), in: id))
    case .invalidateLastTimer:
      if let timer = timers.popLast() { release(device.invalidateTimer(timer, in: id)) }
    case .perform(let span, let steps):
      works.append(
        try device.beginBackgroundWork(
          .perform(cpu: 1), for: span, callback: keep(steps), in: id))
    case .cancelLastWork:
      if let work = works.popLast() { release(device.cancelBackgroundWork(work, in: id)) }
    case .holdLastWork:
      if let work = works.last { device.suspendBackgroundWork(work, in: id) }
    case .resumeLastWork:
      if let work = works.last { device.resumeBackgroundWork(work, in: id) }
    default: break
    }
  }
}
