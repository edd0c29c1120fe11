// What several parts do together for notifications: they come due, are shown and opened, and apps
// are registered for those that are pushed. The order in which the parts act is written here alone.

import RehearsalValues

// MARK: - Opening

extension DeviceParts {
  /// The user taps a notification of an app, or one of its actions, wherever it is shown.
  mutating func tapNotification(
    of app: AppIdentifier, _ tap: NotificationTap, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = springBoard.refusalOfNotification { return refusal }
    guard let notification = services.notifications.notification(tap.identifier, of: app) else {
      return .noNotification
    }
    var response = NotificationResponse(notification: notification, text: tap.text)
    guard let action = tap.action else {
      springBoard.open(response, of: app, cause: cause, &kernel)
      return nil
    }
    guard kernel.has(.notificationActions) else { return .noNotificationActions }
    response.action = .string(action)
    let options = services.notifications.options(of: action, for: notification, of: app)
    if options.contains(.foreground) {
      springBoard.open(response, of: app, cause: cause, &kernel)
      return nil
    }
    response.rule = .R144
    if options.contains(.authenticationRequired), springBoard.isLocked,
      kernel.traits.profile.hasPasscode
    {
      springBoard.wait(for: .perform(response, app, cause: cause))
      return nil
    }
    return perform(response, of: app, cause: cause, &kernel)
  }

  /// Hands an app what the user chose without bringing it to the front (R144).
  private mutating func perform(
    _ response: NotificationResponse, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let refusal = wakeUpConditions(for: app, kernel).refusal(of: .notificationAction) {
      return refusal
    }
    services.notifications.remove(response.notification.identifier, of: app)
    let event: WakeUp.Event =
      kernel.has(.notificationCenterDelegate)
      ? WakeUp.Event(
        message: .didReceiveNotificationResponse, arguments: [response.value], isAnswered: true)
      : WakeUp.Event(
        message: .handleAction, arguments: [response.action, response.notification.value],
        isAnswered: true)
    kernel.emit(
      .wake(
        app, WakeUp(kind: .notificationAction, events: [event]),
        cause: cause))
    return nil
  }

  /// The device is unlocked, for which an action waited.
  mutating func performAfterUnlock(
    _ response: NotificationResponse, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) {
    guard let refusal = perform(response, of: app, cause: cause, &kernel) else { return }
    kernel.record(refusal: refusal, app: app, cause: cause)
  }

  /// The user dismisses a notification; only an app that asked for it is notified.
  mutating func dismissNotification(
    _ identifier: String?, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard let notification = services.notifications.notification(identifier, of: app) else {
      return .noNotification
    }
    guard services.notifications.tellsOfDismissal(notification, of: app),
      kernel.has(.notificationCenterDelegate)
    else {
      services.notifications.remove(notification.identifier, of: app)
      return nil
    }
    let response = NotificationResponse(
      notification: notification, action: .symbol("dismiss"), rule: .R144)
    return perform(response, of: app, cause: cause, &kernel)
  }

  // MARK: - Coming due

  /// The time of an app's notifications has come; while the device is off they wait for its start.
  mutating func localNotificationsAreDue(_ app: AppIdentifier, _ kernel: inout Kernel) {
    guard services.power.isOn else { return services.localNotifications.waitForStart(of: app) }
    for notification in services.localNotifications.takeDue(of: app, &kernel) {
      comeDue(notification, of: app, cause: nil, &kernel)
    }
  }

  /// The device came into a region; whether a notification of the app waited for it.
  mutating func enterRegionOfNotifications(
    _ region: String, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> Bool {
    guard services.settings.location(of: app) != .never else { return false }
    let entered = services.localNotifications.takeEntered(region, of: app, kernel)
    for notification in entered { comeDue(notification, of: app, cause: cause, &kernel) }
    return !entered.isEmpty
  }

  /// A notification arrives: an app in front is notified, for any other the user sees it (R143).
  private mutating func comeDue(
    _ pending: PendingNotification, of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard !kernel.has(.notificationsNeedPermission) || services.settings.showsNotifications(of: app)
    else {
      kernel.record(refusal: .notificationsAreOff, app: app, cause: cause)
      return
    }
    let posted = pending.posted
    guard let process = kernel.process(of: app), process.targetState != .background,
      process.ending == nil
    else { return show(posted, of: app, cause: cause, &kernel) }
    let id = process.identifier
    if kernel.has(.localNotificationMessages) {
      kernel.enqueue(
        .send(.didReceiveLocalNotification, [posted.value], .R143), for: id, cause: cause)
    } else if kernel.read(id, { $0.handled.contains(.willPresentNotification) }) == true {
      show(posted, of: app, cause: cause, &kernel)
      let event = WakeUp.Event(
        message: .willPresentNotification, arguments: [posted.value], isAnswered: true,
        notification: posted.identifier, rule: .R143)
      kernel.emit(
        .deliver(
          WakeUp(kind: .notificationAction, events: [event]), app, isLaunch: false, cause: cause))
    }
  }

  private mutating func show(
    _ notification: PostedNotification, of app: AppIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    services.notifications.show(notification, of: app)
    kernel.record(
      .assertion(.notificationShown), app: app, rule: .R143, cause: cause,
      details: .text(notification.identifier))
  }

  // MARK: - Registering

  /// An app asks to be registered: on early systems the user is asked first, and without a network
  /// the answer waits (R145).
  mutating func register(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard kernel.has(.remoteNotifications) else {
      kernel.record(refusal: .noRemoteNotifications, app: id.app, cause: kernel.cause)
      return
    }
    if kernel.traits.profile.isSimulator, !kernel.has(.registrationInSimulator) {
      return services.pushRegistrations.fail(id, "notSupported", &kernel)
    }
    if kernel.has(.promptAtRegistration) {
      switch services.settings.answer(to: .notifications, of: id.app) {
      case true?: break
      case false?: return services.pushRegistrations.fail(id, "notPermitted", &kernel)
      case nil:
        services.pushRegistrations.waitForUser(id)
        return services.permissions.ask(
          Permissions.Prompt(
            kind: .permissionAlert, permission: .notifications, process: id, callback: nil,
            cause: kernel.cause), &kernel)
      }
    }
    services.pushRegistrations.register(id, isNetworkAvailable: isNetworkAvailable, &kernel)
  }
}
