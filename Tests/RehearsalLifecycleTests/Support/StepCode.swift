// App code for tests: a handler is a list of steps, so that a whole app is a value that can be
// written in a line, copied and compared. It calls only the device's public API for app code.

import RehearsalLifecycle

/// One thing that a test's app does.
indirect enum Step: Hashable, Sendable {
  case log(String)
  case beginTask(String, expiration: [Step])
  /// Ends the task that was begun last and is not ended.
  case endTask
  case after(TimeSpan, [Step])
  case every(TimeSpan, [Step])
  case invalidateLastTimer
  case perform(TimeSpan, [Step])
}

/// App code made of steps.
struct StepCode: AppCode, Hashable {
  private var handlers: [Message: [Step]]
  private var callbacks: [CallbackIdentifier: [Step]] = [:]
  private var lastCallback = 0
  private var tasks: [BackgroundTaskIdentifier] = []
  private var timers: [TimerIdentifier] = []

  init(_ handlers: [Message: [Step]] = [:]) { self.handlers = handlers }

  /// The closures that the code still keeps.
  var keptCallbacks: Int { callbacks.count }

  func handles(_ message: Message) -> Bool { handlers[message] != nil }

  mutating func run(
    _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    let steps: [Step]
    switch delivery {
    case .main, .initialize, .initializeScene, .notification, .control: steps = []
    case .message(let message, _), .sceneMessage(_, let message, _):
      steps = handlers[message] ?? []
    case .callback(let callback, _, let isLast):
      guard let kept = callbacks[callback] else {
        return .crashed(CrashReport(message: "callback \(callback.number) was released"))
      }
      steps = kept
      if isLast { callbacks[callback] = nil }
    }
    for step in steps {
      do { try perform(step, in: process, on: &device) } catch {
        return .crashed(CrashReport(message: "\(error)"))
      }
    }
    return .returned(.bool(true))
  }

  mutating func resume(in process: ProcessIdentifier, on device: inout Device) -> CodeProgress {
    .returned(.bool(true))
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
  ) throws(CallFault) {
    switch step {
    case .log(let text): device.log(text, in: id)
    case .beginTask(let name, let expiration):
      let callback = keep(expiration)
      let task = device.beginBackgroundTask(name: name, expiration: callback, in: id)
      if task == .invalid { release(callback) }
      tasks.append(task)
    case .endTask:
      if let task = tasks.popLast() { release(device.endBackgroundTask(task, in: id)) }
    case .after(let span, let steps):
      timers.append(try device.scheduleTimer(after: span, callback: keep(steps), in: id))
    case .every(let span, let steps):
      timers.append(
        try device.scheduleTimer(after: span, every: span, callback: keep(steps), in: id))
    case .invalidateLastTimer:
      if let timer = timers.popLast() { release(device.invalidateTimer(timer, in: id)) }
    case .perform(let span, let steps):
      _ = try device.beginBackgroundWork(
        .perform(cpu: 1), for: span, callback: keep(steps), in: id)
    }
  }
}
