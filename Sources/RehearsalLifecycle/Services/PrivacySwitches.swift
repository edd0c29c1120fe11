// Switches in Settings that end processes: what an app may use, once it has asked (R147), and the
// language of the device or of one app (R148). Such an end is no force quit: no message, no report.

import RehearsalValues

extension Permission {
  /// What a version has to have for the switch; nil for what has none that ends an app.
  fileprivate var privacySwitch: Feature? {
    switch self {
    case .contacts, .calendar, .reminders, .photos: .privacySwitches
    case .microphone: .microphoneSwitch
    case .camera: .cameraSwitch
    case .notifications, .bluetooth, .motion, .tracking, .locationWhenInUse, .locationAlways: nil
    }
  }
}

extension DeviceParts {
  /// The user changes a setting of an app, which may end its process.
  mutating func set(
    _ change: AppSettingChange, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    switch change {
    case .permission(let permission, let isOn):
      return flip(permission, isOn, of: app, cause: cause, &kernel)
    case .language(let language):
      return changeLanguage(language, of: app, cause: cause, &kernel)
    case .backgroundRefresh, .location, .notifications, .key:
      settings.set(change, of: app, cause: cause, &kernel)
      return nil
    }
  }

  /// A switch is there once the app has asked; flipping it ends the process (R147).
  private mutating func flip(
    _ permission: Permission, _ isOn: Bool, of app: AppIdentifier, cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard permission.privacySwitch.map(kernel.has) == true,
      let answer = settings.answer(to: permission, of: app)
    else { return .noPrivacySwitch }
    guard answer != isOn else { return nil }
    settings.note(permission, isOn, for: app)
    guard let id = kernel.process(of: app)?.identifier else { return nil }
    kernel.emit(
      .endAfterExpirations(
        ProcessEnding(
          process: id, reason: .system, code: nil, rule: .R147, cause: cause,
          circumstance: .privacySwitch(permission, isOn: isOn), budget: nil, crash: nil)))
    return nil
  }

  // MARK: - Languages

  /// The home screen starts again in another language, and every process ends (R148).
  fileprivate mutating func changeLanguage(
    _ language: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = springBoard.refusalOfLeaving { return refusal }
    guard settings.language(kernel.traits) != language else { return .alreadyInLanguage }
    settings.setLanguage(language)
    springBoard.leaveForSettings(cause: cause, &kernel)
    for process in kernel.livingProcesses {
      springBoard.forgetPendingLaunch(of: process.identifier.app)
      end(process.identifier, in: language, cause: cause, &kernel)
    }
    return nil
  }

  /// The language of one app ends that app alone.
  private mutating func changeLanguage(
    _ language: String, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.languageByApp) else { return .noLanguageByApp }
    guard settings.language(of: app, kernel.traits) != language else { return .alreadyInLanguage }
    if springBoard.isOnScreen(app) {
      if let refusal = springBoard.refusalOfLeaving { return refusal }
      springBoard.leaveForSettings(cause: cause, &kernel)
    }
    settings.setLanguage(language, of: app)
    if let id = kernel.process(of: app)?.identifier {
      end(id, in: language, cause: cause, &kernel)
    }
    return nil
  }

  /// The end comes behind what a process is told on its way off the screen.
  private func end(
    _ id: ProcessIdentifier, in language: String, cause: Cause, _ kernel: inout Kernel
  ) {
    kernel.emit(
      .endBehindQueue(
        ProcessEnding(
          process: id, reason: .system, code: nil, rule: .R148, cause: cause,
          circumstance: .languageChanged(language), budget: nil, crash: nil)))
  }
}

extension FrontBoard {
  /// Ends a process without notice: one that runs when its main thread has come to the end of what it
  /// is being told, any other at once.
  mutating func endBehindQueue(_ ending: ProcessEnding, _ kernel: inout Kernel) {
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
      "changeLanguage", [ActionParameter("language", .text)], rules: [.R148],
      "Lets the user choose another language, which ends every process."
    ) { parts, kernel, call throws(SimulationError) in
      parts.changeLanguage(try call.text(0), cause: call.cause, &kernel)
    }
  ]
}
