// What the user does: rows of the table of actions, for icons, buttons, what lies over an app, windows,
// links and the device's power.

import RehearsalValues

extension SpringBoard {
  private static let interruption = ActionParameter("kind", .symbols(InterruptionKind.self))
  private static let screen = ActionParameter(
    "on", .symbols(FurtherScreen.self), isOptional: true, isNamed: true)
  private static let window = ActionParameter("window", .window)

  /// What the user does with icons, buttons and what lies over an app.
  static let userActions: [Action] = [
    Action(
      .launch, "launch", [.app, screen], isWayIn: true,
      rules: [.R011, .R013, .R005, .R006, .R067, .R068, .R109, .R159],
      "Taps the app's icon, `on:` the device's own screen or a car's."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return switch try call.furtherScreen(0) {
      case nil: parts.springBoard.launch(app, cause: call.cause, &kernel)
      case .carPlay:
        parts.services.car.launch(
          app, hasCar: parts.services.surroundings.hasCar, cause: call.cause, &kernel)
      }
    },
    Action(
      .press, "press", [ActionParameter("button", DeviceButton.self, \.versions), screen],
      rules: [.R054, .R049, .R047, .R056, .R060, .R159],
      "Presses a button of the device, or home `on:` a car's screen."
    ) { parts, kernel, call throws(SimulationError) in
      let button: DeviceButton = try call.symbol(0)
      if try call.furtherScreen(1) == .carPlay {
        return parts.services.car.press(
          button, hasCar: parts.services.surroundings.hasCar, cause: call.cause, &kernel)
      }
      return switch button {
      case .home: parts.springBoard.pressHome(cause: call.cause, &kernel)
      case .lock:
        parts.springBoard.lock(
          flickers: parts.services.settings.lockFlickers(kernel.traits), cause: call.cause, &kernel)
      case .switcher: parts.springBoard.openSwitcher(cause: call.cause, &kernel)
      case .siri: parts.interrupt(.siri, cause: call.cause, &kernel)
      case .screenshot: parts.takeScreenshot(cause: call.cause, &kernel)
      }
    },
    Action(.unlock, "unlock", rules: [.R067, .R035, .R132], "Unlocks the device.") {
      parts, kernel, call in
      parts.springBoard.unlock(cause: call.cause, &kernel)
    },
    Action(
      .touch, "touch",
      [
        ActionParameter("target", .appOrControl),
        ActionParameter("label", .control, isOptional: true),
      ],
      rules: [.R003], "Touches a control of the app in front, by its label."
    ) { parts, kernel, call throws(SimulationError) in
      parts.springBoard.touch(call.appOrNil, try call.text(0), cause: call.cause, &kernel)
    },
    Action(
      .forceQuit, "forceQuit", [.app], versions: .from(4), refusesItself: true,
      rules: [.R077, .R078, .R034, .R027],
      "Swipes the app's card away in the switcher."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return parts.springBoard.forceQuit(
        app, cause: call.cause, sessions: parts.frontBoard.sessions(of: app), &kernel)
    },
    Action(
      .answer, "answer", [interruption], rules: [.R038, .R045],
      "Makes the positive choice of an interruption."
    ) { parts, kernel, call throws(SimulationError) in
      parts.springBoard.answer(try call.symbol(0), cause: call.cause, &kernel)
    },
    Action(
      .dismiss, "dismiss", [interruption], rules: [.R037],
      "Makes the other choice of an interruption."
    ) { parts, kernel, call throws(SimulationError) in
      parts.springBoard.dismiss(try call.symbol(0), cause: call.cause, &kernel)
    },
    Action(
      .expand, "expand", [ActionParameter("kind", .symbol([InterruptionKind.phoneCall.rawValue]))],
      versions: .from(14), rules: [.R174],
      "Taps the banner of a ringing call, which then covers the screen."
    ) { parts, kernel, call in
      parts.springBoard.expandCall(cause: call.cause, &kernel)
    },
    Action(.hangUp, "hangUp", rules: [.R040, .R053], "Ends the active call.") {
      parts, kernel, call in
      parts.springBoard.hangUp(cause: call.cause, &kernel)
    },
    Action(.install, "install", [.app], "Puts an app that was removed on the device again.") {
      parts, kernel, call throws(SimulationError) in
      parts.install(try call.app(), &kernel)
    },
    Action(.uninstall, "uninstall", [.app], "Takes the app and its data off the device.") {
      parts, kernel, call throws(SimulationError) in
      parts.uninstall(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .interrupt, "interrupt", [ActionParameter("kind", InterruptionKind.self, \.versions)],
      rules: [.R037, .R045, .R044, .R041, .R053],
      "Lets something of the system come over the app in front."
    ) { parts, kernel, call throws(SimulationError) in
      parts.interrupt(try call.symbol(0), cause: call.cause, &kernel)
    },
  ]

  /// What the user does with windows, links and the switcher's cards.
  static let windowActions: [Action] = [
    Action(
      .switchTo, "switchTo", [.app, ActionParameter("window", .window, isOptional: true)],
      isWayIn: true,
      versions: .from(4), refusesItself: true, rules: [.R047, .R067],
      "Chooses an app's card in the switcher, or one of its windows by number."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      if let refusal = parts.springBoard.refusalOfCard(app) { return refusal }
      var session: SceneSessionIdentifier?
      if call.has(0) {
        let (sessions, window) = (parts.frontBoard.sessions(of: app), try call.window(0))
        session = sessions.session(ofWindow: window)
        // The one window of an app without scenes has no session, and the card shows it.
        let isOnlyWindow = window == 1 && sessions.windowNumbers.isEmpty
        guard session != nil || isOnlyWindow else { return .noSuchWindow }
      }
      return parts.springBoard.choose(app, session: session, cause: call.cause, &kernel)
    },
    Action(
      .open, "open",
      [
        ActionParameter("url", .text),
        ActionParameter("from", .opener, isOptional: true, isNamed: true),
      ], isWayIn: true, rules: [.R020, .R069, .R024],
      "Opens a link somewhere on the device, `from:` an app or the system's browser."
    ) { parts, kernel, call throws(SimulationError) in
      if let refusal = parts.springBoard.refusalOfLeaving { return refusal }
      let opener = call.has(1) ? try call.text(1) : URLHandler.browser
      return parts.springBoard.follow(try call.text(0), from: opener, cause: call.cause, &kernel)
    },
    Action(
      .handOff, "handOff",
      [
        .app, ActionParameter("type", .text),
        ActionParameter("info", .payload, isOptional: true, isNamed: true),
        ActionParameter("fails", .truth, isNamed: true, usually: .boolean(false)),
      ], isWayIn: true, versions: .from(8), refusesItself: true, rules: [.R150],
      "Goes on in the app with an activity of another device; its data may fail to come."
    ) { parts, kernel, call throws(SimulationError) in
      let (app, type) = (try call.app(), try call.text(0))
      guard kernel.has(.handoff) else { return .noHandoff }
      guard kernel.description(of: app).texts(.activityTypes).contains(type) else {
        return .activityIsNotListed
      }
      let activity = UserActivity(
        type: type, info: call.value(1) ?? .emptyMap, isHandoff: true,
        fails: call.has(2) ? try call.truth(2) : false)
      return parts.springBoard.bringForward(
        ForegroundLaunch(app: app, request: .activity(activity), session: nil, cause: call.cause),
        &kernel)
    },
    Action(
      .openSearchResult, "openSearchResult", [.app, ActionParameter("id", .text)], isWayIn: true,
      versions: .from(9), refusesItself: true, rules: [.R150],
      "Opens something of the app that the system's search has found, by its identifier."
    ) { parts, kernel, call throws(SimulationError) in
      guard kernel.has(.searchResults) else { return .noSearchResults }
      let activity = UserActivity(searchResult: try call.text(0))
      return parts.springBoard.bringForward(
        ForegroundLaunch(
          app: try call.app(), request: .activity(activity), session: nil, cause: call.cause),
        &kernel)
    },
    Action(
      .quickAction, "quickAction",
      [
        .app, ActionParameter("type", .text),
        ActionParameter("userInfo", .payload, isOptional: true, isNamed: true),
      ], isWayIn: true, versions: .from(9), refusesItself: true, rules: [.R023],
      "Chooses a quick action of the app's icon."
    ) { parts, kernel, call throws(SimulationError) in
      let (app, type) = (try call.app(), try call.text(0))
      guard kernel.has(.quickActions) else { return .noQuickActions }
      if let refusal = parts.springBoard.refusalOfLeaving { return refusal }
      guard parts.springBoard.frontmost != app else { return .alreadyInFront }
      return parts.springBoard.bringForward(
        ForegroundLaunch(
          app: app, request: .shortcut(type, info: call.value(1) ?? .emptyMap), session: nil,
          cause: call.cause), &kernel)
    },
    Action(
      .newWindow, "newWindow", [.app], versions: .from(13), refusesItself: true,
      rules: [.R117, .R126], "Opens another window of the app."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      if let refusal = parts.springBoard.refusalOfLeaving { return refusal }
      guard kernel.hasSeveralWindows(app) else { return .oneWindowOnly }
      let session = parts.frontBoard.createSession(of: app)
      return parts.springBoard.bringForward(
        ForegroundLaunch(app: app, request: .icon, session: session, cause: call.cause), &kernel)
    },
    Action(
      .closeWindow, "closeWindow", [.app, window], versions: .from(13), refusesItself: true,
      rules: [.R119, .R125, .R118],
      "Closes a window of the app for good, by its number."
    ) { parts, kernel, call throws(SimulationError) in
      parts.closeWindow(try call.window(0), of: try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .splitView, "splitView", [.app], versions: .from(9), refusesItself: true, rules: [.R052],
      "Shows the app beside the one in front, or a second window of the app in front."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      if let refusal = parts.springBoard.refusalOfSplitView(app, kernel) { return refusal }
      var windows: [SceneSessionIdentifier] = []
      if parts.springBoard.frontmost == app {
        windows = parts.frontBoard.windowsToSplit(of: app, kernel)
        guard !windows.isEmpty else { return .alreadyInFront }
      }
      parts.springBoard.splitView(app, windows: windows, cause: call.cause, &kernel)
      return nil
    },
    Action(
      .slideOver, "slideOver", [.app], versions: .from(9), refusesItself: true, rules: [.R160],
      "Shows the app over those on the screen of an iPad."
    ) { parts, kernel, call throws(SimulationError) in
      parts.springBoard.slideOver(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .stage, "stage", [.app], versions: .from(16), refusesItself: true, rules: [.R160],
      "Puts the app on the stage of an iPad; the first time switches Stage Manager on."
    ) { parts, kernel, call throws(SimulationError) in
      parts.springBoard.stage(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .unstage, "unstage", [.app], versions: .from(13), refusesItself: true,
      rules: [.R160, .R178],
      "Takes the app off the stage; hides it on a Mac, and closes it on Apple Vision Pro."
    ) {
      parts, kernel, call throws(SimulationError) in
      parts.springBoard.unstage(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .dragDivider, "dragDivider", versions: .from(9), refusesItself: true, rules: [.R052],
      "Drags the divider between two apps."
    ) {
      parts, kernel, call in
      parts.springBoard.dragDivider(cause: call.cause, &kernel)
    },
    Action(
      .releaseDivider, "releaseDivider",
      [ActionParameter("closing", .app, isOptional: true, isNamed: true)],
      versions: .from(9), refusesItself: true, rules: [.R052],
      "Releases the divider, with `closing:` off one app's edge of the screen."
    ) { parts, kernel, call in
      parts.springBoard.releaseDivider(closing: call.appOrNil, cause: call.cause, &kernel)
    },
    Action(
      .rotate, "rotate", [ActionParameter("orientation", .symbols(Orientation.self))],
      rules: [.R130],
      "Turns the device."
    ) { parts, kernel, call throws(SimulationError) in
      parts.springBoard.rotate(to: try call.symbol(0), cause: call.cause, &kernel)
    },
    Action(
      .offload, "offload", [.app], versions: .from(11), rules: [.R175],
      "Takes the app off the device and leaves its data; the icon brings it back."
    ) { parts, kernel, call throws(SimulationError) in
      parts.offload(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .update, "update", [.app], "Puts a new version of the app on the device; its data stays."
    ) {
      parts, kernel, call throws(SimulationError) in
      parts.update(try call.app(), cause: call.cause, &kernel)
    },
    Action(.reboot, "reboot", rules: [.R080, .R035], "Switches the device off and on again.") {
      parts, kernel, call in
      parts.shutDown(restarts: true, cause: call.cause, &kernel)
    },
    Action(.shutDown, "shutDown", rules: [.R080], "Switches the device off.") {
      parts, kernel, call in
      parts.shutDown(restarts: false, cause: call.cause, &kernel)
    },
    Action(.powerOn, "powerOn", rules: [.R080], "Switches the device on.") { parts, kernel, call in
      parts.powerOn(cause: call.cause, &kernel)
    },
    Action(
      .prewarm, "prewarm", [.app], versions: .from(15), refusesItself: true, rules: [.R026, .R149],
      "Starts the app's process ahead of its launch: `on main` runs then, and all other handlers at "
        + "the launch."
    ) { parts, kernel, call throws(SimulationError) in
      parts.prewarm(try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .disconnectScene, "disconnectScene", [.app, window], versions: .from(13), refusesItself: true,
      rules: [.R118],
      "Frees a scene in the background, by its window's number."
    ) { parts, kernel, call throws(SimulationError) in
      parts.frontBoard.disconnectScene(
        try call.app(), window: try call.window(0), cause: call.cause, &kernel)
    },
  ]
}

extension ActionCall {
  /// The screen that an argument names other than the device's own; nil where none is given.
  fileprivate func furtherScreen(_ position: Int) throws(SimulationError) -> FurtherScreen? {
    has(position) ? try symbol(position) : nil
  }
}
