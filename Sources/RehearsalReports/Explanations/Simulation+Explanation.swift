// Explanations of a simulation as it is: the status of an app with what its history keeps.

import RehearsalLifecycle

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
      process: processStatus(of: app))
  }

  private func processStatus(of app: AppIdentifier) -> ProcessStatus? {
    guard let process = device.process(of: app) else { return nil }
    return ProcessStatus(
      state: device.state(of: app), isSuspended: process.isSuspended,
      targetState: process.targetState, isEnteringBackground: device.isEnteringBackground(app),
      isEnding: process.termination != nil,
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
