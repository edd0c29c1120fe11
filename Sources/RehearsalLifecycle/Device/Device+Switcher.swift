// The app switcher: while it is open the app in front is inactive, and a chosen card comes to the
// front (R010, R047).

extension Device {
  mutating func openSwitcher(cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    guard profile.hasMultitasking else { return .noSwitcher }
    guard !isSwitcherOpen else { return .switcherIsOpen }
    guard !isCovered else { return .interruptionInTheWay }
    deactivateFrontmost(rule: .R047, cause: cause)
    isSwitcherOpen = true
    return nil
  }

  /// Chooses a card, or one of an app's windows by its number from 1; a switcher that is not open
  /// is opened for it.
  mutating func switchTo(_ app: AppIdentifier, window: Int?, cause: Int) -> Refusal? {
    if !isSwitcherOpen, let refusal = refusalOfLeaving { return refusal }
    guard switcher.contains(app) else { return .noCard }
    var session: SceneSessionIdentifier?
    if let window {
      guard let found = self.session(window, of: app) else { return .noSuchWindow }
      session = found
    }
    if !isSwitcherOpen { deactivateFrontmost(rule: .R047, cause: cause) }
    isSwitcherOpen = false
    guard !isShown(session, of: app) else {
      activateFrontmost(rule: .R047, cause: cause)
      return nil
    }
    leaveScreen(rule: .R047, cause: cause)
    screen = .homeScreen
    return bringForward(app, .icon, session: session, cause: cause)
  }

  /// Whether a window is on the screen; without one, any of the app's.
  private func isShown(_ session: SceneSessionIdentifier?, of app: AppIdentifier) -> Bool {
    guard isOnScreen(app) else { return false }
    guard let session else { return true }
    let scene = installations[app.position].process?[session]
    return scene.map { $0.intended != .background } ?? false
  }
}
