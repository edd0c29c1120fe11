// Prewarming: the system starts a process ahead of its launch, runs what comes before the
// application object, and lets it wait (R026).

extension Device {
  mutating func prewarm(_ app: AppIdentifier, cause: Int) -> Refusal? {
    guard SystemVersionRange.from(15).contains(profile.system) else { return .noPrewarming }
    guard installations[app.position].process == nil else { return .isRunningAlready }
    let id = startProcess(
      of: app, reason: .prewarm, readable: .background, intended: .background)
    change(id) { $0.isPrewarmed = true }
    let start = record(
      .state(.prewarmed, from: .notRunning), of: id, rule: .R026, cause: cause,
      detail: LaunchReason.prewarm.rawValue)
    guard takeMemory(for: id, cause: start) else { return nil }
    if installations[app.position].description.hasMain {
      enqueue(.main, for: id, cause: start)
    }
    enqueue(.pause, for: id, cause: start)
    return nil
  }

  /// The code before the application object is done; nothing runs until the launch.
  mutating func pausePrewarmed(_ id: ProcessIdentifier) {
    let now = now
    let isWaiting = change(id) { process in
      guard process.isPrewarmed else { return false }
      process.isSuspended = true
      process.suspended = now
      return true
    }
    guard isWaiting == true else { return }
    stopTimers(of: id)
    stopWork(of: id)
  }

  /// The launch has come: the process runs again, without a word about the time between.
  mutating func resumePrewarmed(_ id: ProcessIdentifier, cause: Int) {
    let suspended = change(id) { process in
      process.isPrewarmed = false
      process.isSuspended = false
      defer { process.suspended = nil }
      return process.suspended
    }
    guard let suspended = suspended ?? nil else { return }
    restartTimers(of: id, suspended: suspended)
    restartWork(of: id)
    list(id)
  }
}
