// App code for tests: a handler is a list of steps, so that a whole app is a value that can be
// written in a line, copied and compared. It calls only what app code can call.

import RehearsalLifecycle
import RehearsalValues

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

  var handledMessages: MessageSet { MessageSet { handlers[$0] != nil } }

  mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
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
      do { try perform(step, in: context) } catch {
        return .crashed(CrashReport(message: "\(error)"))
      }
    }
    return .returned(.boolean(true))
  }

  mutating func resume(in context: AppContext) -> CodeProgress { .returned(.boolean(true)) }

  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {
    for callback in numbering.callbacks { digester.combine("\(callbacks[callback] ?? [])") }
    digester.combine(tasks.count)
    for task in tasks {
      digester.combine(numbering.rank(of: HandleKind.backgroundTask.handle(task.rawValue)) ?? .max)
    }
    digester.combine(timers.count)
    for timer in timers {
      digester.combine(numbering.rank(of: HandleKind.timer.handle(timer.rawValue)) ?? .max)
    }
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

  private mutating func perform(_ step: Step, in context: AppContext) throws(DeviceAPIError) {
    switch step {
    case .log(let text): context.log(text)
    case .beginTask(let name, let expiration):
      let callback = keep(expiration)
      let task = context.beginBackgroundTask(name: name, expiration: callback)
      if task == .invalid { release(callback) }
      tasks.append(task)
    case .endTask:
      if let task = tasks.popLast() { release(context.endBackgroundTask(task)) }
    case .after(let span, let steps):
      timers.append(try context.scheduleTimer(after: span, callback: keep(steps)))
    case .every(let span, let steps):
      timers.append(try context.scheduleTimer(after: span, every: span, callback: keep(steps)))
    case .invalidateLastTimer:
      if let timer = timers.popLast() { release(context.invalidateTimer(timer)) }
    case .perform(let span, let steps):
      _ = try context.beginBackgroundWork(.perform(cpu: 1), for: span, callback: keep(steps))
    }
  }
}
