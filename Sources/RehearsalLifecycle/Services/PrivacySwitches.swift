// Switches in Settings that end processes: what an app may use, once it has asked (R147), and the
// language of the device or of one app (R148). Such an end is no force quit: no message, no report.

import RehearsalValues

extension Permission {
  /// What a version has to have for the switch; nil for what has none that ends an app.
  var privacySwitch: Feature? {
    switch self {
    case .contacts, .calendar, .reminders, .photos: .privacySwitches
    case .microphone: .microphoneSwitch
    case .camera: .cameraSwitch
    case .notifications, .bluetooth, .motion, .tracking, .locationWhenInUse, .locationAlways,
      .localNetwork:
      nil
    }
  }
}

extension FrontBoard {
  /// Ends a process without notice: one that runs when its main thread has finished what it
  /// is being told, any other at once.
  mutating func endAfterQueue(_ ending: ProcessEnding, _ kernel: inout Kernel) {
    let id = ending.process
    guard let process = kernel.process(id), process.ending == nil else { return }
    guard !process.isSuspended, !process.isPrewarmed, !process.mainThread.items.isEmpty else {
      return kernel.emit(.ending(ending))
    }
    kernel.change(id) { $0.beginEnding(ending.reason) }
    kernel.emit(.reviewRunningTime(id))
    kernel.enqueue(.end(ending), for: id, cause: ending.cause)
  }
}

extension RunningBoard {
  /// Ends a process without notice, and before that calls the expiration handlers of its live tasks,
  /// if it runs and its main thread is free (R147).
  mutating func endAfterExpirations(_ ending: ProcessEnding, _ kernel: inout Kernel) {
    let id = ending.process
    guard let process = kernel.process(id), process.ending == nil else { return }
    let tasks = tasks(of: id.app)
    guard !tasks.isEmpty, !process.isSuspended, !process.mainThread.isBlocked else {
      return kernel.emit(.ending(ending))
    }
    kernel.change(id) { $0.beginEnding(ending.reason) }
    kernel.emit(.reviewRunningTime(id))
    kernel.emit(.armWatchdog(.termination, id, cause: ending.cause))
    for task in tasks {
      kernel.enqueue(.expireTaskBeforeEnd(task.identifier), for: id, cause: ending.cause)
    }
    kernel.enqueue(.end(ending), for: id, cause: ending.cause)
  }
}

// MARK: - Actions

extension Settings {
  static let languageActions: [Action] = [
    Action(
      .changeLanguage, "changeLanguage", [ActionParameter("language", .locale)], rules: [.R148],
      "Lets the user choose another language, which ends every process."
    ) { parts, kernel, call throws(SimulationError) in
      parts.changeLanguage(try call.text(0), cause: call.cause, &kernel)
    }
  ]
}
