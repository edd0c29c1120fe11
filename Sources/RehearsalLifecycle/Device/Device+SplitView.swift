// Two apps on one screen, and the divider between them (R052).

extension Device {
  /// Shows an app beside the one in front.
  mutating func splitView(_ app: AppIdentifier, cause: Int) -> Refusal? {
    if let refusal = refusalOfLeaving { return refusal }
    guard profile.isPad, SystemVersionRange.from(9).contains(profile.system) else {
      return .noSplitView
    }
    guard let front = frontmost else { return .noAppInFront }
    guard front != app, sideApp == nil else { return .alreadyInFront }
    for each in [front, app]
    where installations[each.position].description.isTrue(.requiresFullScreen) {
      return .requiresFullScreen
    }
    sideApp = app
    queueTransition(of: front, cause: cause)
    installations[app.position].wasForceQuit = false
    guard let process = installations[app.position].process, !process.isPrewarmed else {
      launchCold(app, .icon, cause: cause)
      // A launch takes the whole screen; here it takes the side.
      screen = .app(front)
      return nil
    }
    guard process.termination == nil else {
      sideApp = nil
      return .beingTerminated
    }
    returnToFront(process.identifier, cause: cause)
    return nil
  }

  /// The divider is dragged: both apps are inactive while they are resized.
  mutating func dragDivider(cause: Int) -> Refusal? {
    guard !isLocked else { return .deviceIsLocked }
    guard sideApp != nil, !isDividerDragged else { return .noDivider }
    guard !isCovered else { return .interruptionInTheWay }
    deactivateFrontmost(rule: .R052, cause: cause)
    isDividerDragged = true
    for app in appsOnScreen { queueTransition(of: app, cause: cause) }
    return nil
  }

  /// The divider is released; an app that was dragged off the screen leaves it.
  mutating func releaseDivider(closing closed: AppIdentifier?, cause: Int) -> Refusal? {
    guard isDividerDragged, let front = frontmost, let side = sideApp else { return .noDivider }
    guard closed == nil || closed == front || closed == side else { return .appIsNotInFront }
    isDividerDragged = false
    if let closed {
      if let id = installations[closed.position].process?.identifier {
        sendToBackground(id, rule: .R052, cause: cause)
      }
      if closed == front { screen = .app(side) }
      sideApp = nil
      queueTransition(of: closed == front ? side : front, cause: cause)
    }
    activateFrontmost(rule: .R052, cause: cause)
    return nil
  }

  /// The size of an app's window has changed.
  private mutating func queueTransition(of app: AppIdentifier, cause: Int) {
    guard let id = installations[app.position].process?.identifier else { return }
    let size = profile.windowSize(orientation, isSplit: sideApp != nil)
    sendToViews(.viewWillTransition, [size], of: id, rule: .R052, cause: cause)
  }
}

extension Profile {
  /// Whether the model is an iPad.
  var isPad: Bool { model.hasPrefix("iPad") }

  /// The size of a window in points.
  func windowSize(_ orientation: Orientation, isSplit: Bool) -> PlainValue {
    let (short, long): (Int64, Int64) = isPad ? (820, 1180) : (390, 844)
    let (width, height) = orientation.isPortrait ? (short, long) : (long, short)
    return .map(named: [("width", .int(isSplit ? width / 2 : width)), ("height", .int(height))])
  }
}
