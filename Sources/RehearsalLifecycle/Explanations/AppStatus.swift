// What explanations read in addition to the records: an app as it is at the moment in question.

/// An app at one moment.
package struct AppStatus: Sendable {
  /// The app.
  package let app: AppIdentifier
  /// Whether the app declares scenes, which not all systems know.
  package let declaresScenes: Bool
  /// Whether its windows are scenes on this system.
  package let usesScenes: Bool
  /// How many processes it has had.
  package let processCount: Int
  /// Whether a tap on a notification of it waits until the device is unlocked.
  package let hasWaitingTap: Bool
  /// Its living process; nil without one.
  package let process: ProcessStatus?

  /// Makes the status of an app.
  package init(
    app: AppIdentifier, declaresScenes: Bool, usesScenes: Bool, processCount: Int,
    hasWaitingTap: Bool, process: ProcessStatus?
  ) {
    self.app = app
    self.declaresScenes = declaresScenes
    self.usesScenes = usesScenes
    self.processCount = processCount
    self.hasWaitingTap = hasWaitingTap
    self.process = process
  }

  /// The state of the app as the world sees it.
  var state: ProcessState { process?.state ?? .notRunning }
}

/// A living process at one moment.
package struct ProcessStatus: Sendable {
  /// A notification that waits until the process runs again.
  package struct WaitingNotification: Sendable {
    /// The notification.
    package let notification: SystemNotification
    /// The index of the record that led to it; nil if there is none.
    package let cause: Int?

    /// Makes the description of a notification that waits.
    package init(_ notification: SystemNotification, cause: Int?) {
      self.notification = notification
      self.cause = cause
    }
  }

  /// The state as the world sees it.
  package let state: ProcessState
  /// Whether it is suspended, as a prewarmed process is too.
  package let isSuspended: Bool
  /// What the system has decided it to be, once its main thread has followed.
  package let targetState: ApplicationState
  /// Whether its way to the background is not over.
  package let isEnteringBackground: Bool
  /// Whether it has been given notice.
  package let isEnding: Bool
  /// Whether a launch method of it answered that the launch's reason must not be delivered.
  package let refusesLaunch: Bool
  /// The messages that its code implements.
  package let handledMessages: Set<Message>
  /// The notifications that its code observes.
  package let observedNotifications: Set<SystemNotification>
  /// The names of its background tasks, in the order of their beginnings.
  package let backgroundTasks: [String]
  /// What else keeps it running, in the order of the beginnings.
  package let assertions: [AssertionKind]
  /// What waits until it runs again, in the order of arrival.
  package let waitingNotifications: [WaitingNotification]

  /// Makes the status of a process.
  package init(
    state: ProcessState, isSuspended: Bool, targetState: ApplicationState,
    isEnteringBackground: Bool, isEnding: Bool, refusesLaunch: Bool, handledMessages: Set<Message>,
    observedNotifications: Set<SystemNotification>, backgroundTasks: [String],
    assertions: [AssertionKind], waitingNotifications: [WaitingNotification]
  ) {
    self.state = state
    self.isSuspended = isSuspended
    self.targetState = targetState
    self.isEnteringBackground = isEnteringBackground
    self.isEnding = isEnding
    self.refusesLaunch = refusesLaunch
    self.handledMessages = handledMessages
    self.observedNotifications = observedNotifications
    self.backgroundTasks = backgroundTasks
    self.assertions = assertions
    self.waitingNotifications = waitingNotifications
  }
}

extension Simulation {
  /// What explains the state of an app, and what happened to it or did not.
  package func explanation(of app: AppIdentifier) -> Explanation {
    Explanation(
      of: status(of: app), in: history,
      appNames: device.apps.map { device.description(of: $0)?.name ?? "" },
      profile: device.profile)
  }

  private func status(of app: AppIdentifier) -> AppStatus {
    AppStatus(
      app: app, declaresScenes: device.description(of: app)?.declaresScenes ?? false,
      usesScenes: device.usesScenes(app), processCount: device.incarnations(of: app),
      hasWaitingTap: device.waitsForUnlock(app),
      process: processStatus(of: app))
  }

  private func processStatus(of app: AppIdentifier) -> ProcessStatus? {
    guard let process = device.process(of: app) else { return nil }
    return ProcessStatus(
      state: device.state(of: app), isSuspended: process.isSuspended,
      targetState: process.targetState, isEnteringBackground: device.isEnteringBackground(app),
      isEnding: process.termination != nil, refusesLaunch: device.refusesLaunch(app),
      handledMessages: Set(Message.allCases.filter { device.handles($0, app) }),
      observedNotifications: Set(
        SystemNotification.allCases.filter { device.observes($0, app) }),
      backgroundTasks: device.backgroundTasks(of: app).map(\.name),
      assertions: device.assertions(of: app).map(\.kind).filter { $0 != .backgroundTask },
      waitingNotifications: device.waitingNotifications(of: app).map {
        ProcessStatus.WaitingNotification($0.notification, cause: $0.cause)
      })
  }
}
