// What can be looked at from outside. Looking changes nothing.

/// A living process as it can be looked at.
package struct ProcessDescription: Hashable, Sendable {
  /// Which process it is.
  package let identifier: ProcessIdentifier
  /// The number that the system gave it.
  package let number: Int
  /// Why it was started.
  package let launchReason: LaunchReason
  /// What it can read of its state.
  package let applicationState: ApplicationState
  /// Why it is about to end; nil while it is not.
  package let termination: ExitReason?
  /// Whether its main thread is busy, suspended work included.
  package let isMainThreadBusy: Bool
}

/// A background task as it can be looked at.
package struct BackgroundTaskDescription: Hashable, Sendable {
  /// Which task it is.
  package let identifier: BackgroundTaskIdentifier
  /// The name it was begun with.
  package let name: String
  /// When it was begun.
  package let began: VirtualTime
}

/// A timer as it can be looked at.
package struct TimerDescription: Hashable, Sendable {
  /// Which timer it is.
  package let identifier: TimerIdentifier
  /// When it is due next, unless its process is suspended until then.
  package let due: VirtualTime
  /// From firing to firing; nil for a timer that fires once.
  package let interval: TimeSpan?
}

extension Device {
  /// The apps that the device knows, installed or not, in the order of their declaration.
  package var apps: [AppIdentifier] { installations.indices.map { AppIdentifier($0) } }

  /// The app of that name; nil when there is none.
  ///
  /// - Complexity: O(n) in the number of apps
  package func app(named name: String) -> AppIdentifier? {
    installations.firstIndex { $0.description.name == name }.map { AppIdentifier($0) }
  }

  /// What the device knows of an app.
  package func description(of app: AppIdentifier) -> AppDescription? {
    installation(app)?.description
  }

  /// Whether the app is on the device.
  package func isInstalled(_ app: AppIdentifier) -> Bool { installation(app)?.isInstalled ?? false }

  /// Whether the user swiped the app away and has not opened it since (R077).
  package func wasForceQuit(_ app: AppIdentifier) -> Bool {
    installation(app)?.wasForceQuit ?? false
  }

  /// The state of an app as the world sees it.
  package func state(of app: AppIdentifier) -> ProcessState {
    installation(app)?.process?.state ?? .notRunning
  }

  /// What a process can read of its state; nil when it has ended.
  package func applicationState(of id: ProcessIdentifier) -> ApplicationState? {
    isAlive(id) ? installations[id.app.position].process?.readable : nil
  }

  /// The app's living process.
  package func process(of app: AppIdentifier) -> ProcessDescription? {
    guard let process = installation(app)?.process else { return nil }
    return ProcessDescription(
      identifier: process.identifier, number: process.number,
      launchReason: process.launchReason, applicationState: process.readable,
      termination: process.termination, isMainThreadBusy: process.mainThread.isBlocked)
  }

  /// How many processes the app has had.
  package func lives(of app: AppIdentifier) -> Int { Int(installation(app)?.lives ?? 0) }

  /// How the app's processes ended, the last one last.
  package func exits(of app: AppIdentifier) -> [ProcessExit] {
    installation(app).map { Array($0.exits) } ?? []
  }

  /// The messages that were sent to the app from an index of the trace on.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - index: The first record to look at; nil for the beginning of the installation.
  /// - Returns: The messages, handled or not, in order.
  /// - Complexity: O(n) in the number of records looked at
  package func calls(of app: AppIdentifier, since index: Int? = nil) -> [Message] {
    trace.messages(to: app, since: index ?? installation(app)?.firstRecord ?? 0)
  }

  /// The background tasks that the app has begun and not ended, in that order.
  package func backgroundTasks(of app: AppIdentifier) -> [BackgroundTaskDescription] {
    guard let tasks = installation(app)?.process?.tasks else { return [] }
    return tasks.identifiers.compactMap { identifier in
      tasks[identifier].map {
        BackgroundTaskDescription(identifier: identifier, name: $0.name, began: $0.began)
      }
    }
  }

  /// The timers of the app's process in the order of their scheduling.
  package func timers(of app: AppIdentifier) -> [TimerDescription] {
    guard let timers = installation(app)?.process?.timers else { return [] }
    return timers.identifiers.compactMap { identifier in
      timers[identifier].map {
        TimerDescription(identifier: identifier, due: $0.due, interval: $0.interval)
      }
    }
  }
}

extension Device {
  /// Records that app code sent an action by name along its responder chain.
  package mutating func noteAction(
    _ name: String, isHandled: Bool, in id: ProcessIdentifier
  ) {
    guard isAlive(id) else { return }
    record(.sentAction, of: id, cause: cause, handled: isHandled, detail: name)
  }

  /// Writes a line of the app's own into the trace; a process that has ended writes none.
  package mutating func log(_ text: String, in id: ProcessIdentifier) {
    guard isAlive(id) else { return }
    record(.log, of: id, cause: cause, detail: text)
  }
}
