// What a storm injects into scenarios: one row for each disturbance, with what does it, what undoes
// it, and whether the app must afterwards be what it would have been. What is done and undone are
// rows of the table of actions; the checker takes the names of `storm:` from here.

/// The state of a device where a disturbance is injected.
package struct DisturbanceContext: Sendable {
  /// The app that it is about: the one in front, else the living one that was used last.
  package let app: AppIdentifier
  /// Whether that app is in front, with nothing over it and the device unlocked.
  package let isInFront: Bool
  /// Whether that app is suspended, and none is in front.
  package let isSuspended: Bool
  /// How the device is held.
  package let orientation: Orientation
  /// The name of its time zone.
  package let timeZone: String
  /// The user's locale.
  package let locale: String
  /// Whether the app hears of another locale, and would not without it.
  package let hearsOfLocale: Bool
  /// Whether the app hears of another audio route.
  package let hearsOfRoute: Bool
  /// Whether headphones are plugged in.
  package let hasHeadphones: Bool
  /// Whether the app keeps secrets that the lock of the device shuts, where processes may be started
  /// ahead of their launch.
  package let hasShutSecrets: Bool
  /// Whether a push may start a Live Activity whose token the app waits for.
  package let hearsOfActivities: Bool
  /// The extensions on the device that have code for their hosts.
  package let extensions: [AppIdentifier]
  /// What the user set for the device.
  package let settings: DeviceSettings
  /// What the user lets the app use and may take from it in Settings.
  package let permissions: [Permission]

  /// Reads the state of a device; nil where no app has a process.
  package init?(_ device: Device) {
    let living = device.switcher + device.apps.filter { !device.isExtension($0) }
    let front = device.frontmost.flatMap { device.hasProcess($0) ? $0 : nil }
    guard let app = front ?? living.first(where: device.hasProcess) else { return nil }
    self.app = app
    isSuspended = device.frontmost == nil && device.state(of: app) == .suspended
    isInFront =
      front != nil && !device.isLocked && !device.isSwitcherOpen && device.interruptions.isEmpty
    orientation = device.orientation
    timeZone = device.wallClock.zone.name
    locale = device.locale
    hearsOfLocale =
      device.observes(.currentLocaleDidChange, app)
      && !device.waitingNotifications(of: app).contains {
        $0.notification == .currentLocaleDidChange
      }
    hearsOfRoute = device.observes(.audioSessionRouteChange, app)
    hasHeadphones = device.hasHeadphones
    hasShutSecrets =
      device.keyCount(in: .keychain, of: app) > 0 && device.profile.hasPasscode
      && device.profile.has(.prewarming)
    hearsOfActivities = device.handles(.activityToken, app) || device.handles(.activityState, app)
    extensions = device.extensionsWithCode
    settings = device.settings
    permissions = Permission.allCases.filter { device.privacySwitch($0, of: app) == true }
  }
}

/// Something that comes over an app without warning, and is undone where it can be.
package struct Disturbance: Sendable {
  /// A piece of what is done.
  package enum Move: Sendable {
    case act(Stimulus)
    /// Time passes.
    case wait(TimeSpan)
    /// Time passes until the app is suspended.
    case waitForSuspension(AppIdentifier)
  }

  /// The moves in a state of a device; none where it cannot take place there.
  package typealias Moves = @Sendable (DisturbanceContext) -> [Move]

  /// The name, which is also the symbol of scripts.
  package let name: String
  /// The letter of its column.
  package let letter: Character
  /// What happens, in half a sentence.
  package let help: String
  /// Whether the app has to be the same afterwards; else only the scenario's expectations count.
  package let leavesAppEqual: Bool
  /// Whether what the app does while it lasts may fail for it, so that the app may be another one then.
  package let letsThingsFail: Bool
  /// What does it.
  package let does: Moves
  /// What undoes it.
  package let undoes: Moves

  private init(
    _ name: String, _ letter: Character, _ help: String, leavesAppEqual: Bool = true,
    letsThingsFail: Bool = false, does: @escaping Moves, undoes: @escaping Moves = { _ in [] }
  ) {
    self.name = name
    self.letter = letter
    self.help = help
    self.leavesAppEqual = leavesAppEqual
    self.letsThingsFail = letsThingsFail
    self.does = does
    self.undoes = undoes
  }

  /// A disturbance that is the same in every state.
  private init(
    _ name: String, _ letter: Character, _ help: String, leavesAppEqual: Bool = true,
    letsThingsFail: Bool = false, _ does: Stimulus..., undo: Stimulus?
  ) {
    let (doing, undoing) = (does.map(Move.act), undo.map { [Move.act($0)] } ?? [])
    self.init(
      name, letter, help, leavesAppEqual: leavesAppEqual, letsThingsFail: letsThingsFail,
      does: { _ in doing }, undoes: { _ in undoing })
  }

  /// One that takes the app in front off the screen, from where the user opens it again.
  private init(
    _ name: String, _ letter: Character, _ help: String, leaving: @escaping Moves,
    back: @escaping @Sendable (AppIdentifier) -> Stimulus = Stimulus.launch
  ) {
    self.init(
      name, letter, help, does: { $0.isInFront ? leaving($0) : [] },
      undoes: { [.act(back($0.app))] })
  }

  /// Every disturbance, in the order of columns.
  package static let all: [Disturbance] = [
    Disturbance(
      "alarm", "a", "an alarm rings and is dismissed", .interrupt(.alarm), undo: .dismiss(.alarm)),
    Disturbance(
      "call", "c", "a call comes, is answered, and ends", .interrupt(.phoneCall),
      .answer(.phoneCall),
      undo: .hangUp),
    Disturbance(
      "banner", "b", "a banner appears and goes", .interrupt(.banner), undo: .dismiss(.banner)),
    Disturbance(
      "controlCenter", "k", "Control Center is opened and closed", .interrupt(.controlCenter),
      undo: .dismiss(.controlCenter)),
    Disturbance(
      "notificationCenter", "n", "Notification Center is opened and closed",
      .interrupt(.notificationCenter), undo: .dismiss(.notificationCenter)),
    Disturbance(
      "switcher", "s", "the user opens the switcher and comes back",
      leaving: { _ in [.act(.press(.switcher))] }, back: { .switchTo($0, window: nil) }),
    Disturbance(
      "home", "h", "the user leaves by the home button and comes back at once",
      leaving: { _ in [.act(.press(.home))] }),
    Disturbance(
      "lock", "l", "the device is locked and unlocked", .press(.lock), undo: .unlock),
    Disturbance(
      "suspension", "z", "the user leaves, the app is suspended, and the user comes back",
      leaving: { [.act(.press(.home)), .waitForSuspension($0.app)] }),
    purge,
    permission,
    Disturbance(
      "memoryWarning", "w", "memory is short, and the apps are warned", leavesAppEqual: false,
      .warnMemory, undo: nil),
    Disturbance(
      "rotation", "r", "the device is turned and turned back",
      does: { [.act(.rotate($0.orientation == .portrait ? .landscapeLeft : .portrait))] },
      undoes: { [.act(.rotate($0.orientation))] }),
    Disturbance(
      "timeZone", "t", "the time zone changes and changes back",
      does: { [.act(.changeTimeZone($0.timeZone == "UTC+9" ? "UTC-5" : "UTC+9"))] },
      undoes: { [.act(.changeTimeZone($0.timeZone))] }),
    Disturbance(
      "locale", "o", "the user chooses another region, and the old one again",
      does: {
        $0.hearsOfLocale ? [.act(.changeLocale($0.locale == "fr_FR" ? "en_US" : "fr_FR"))] : []
      },
      undoes: { [.act(.changeLocale($0.locale))] }),
    Disturbance(
      "lowPowerMode", "e", "Low Power Mode is switched on and off",
      does: { $0.settings.lowPowerMode ? [] : [.act(.setting(.lowPowerMode(true)))] },
      undoes: { _ in [.act(.setting(.lowPowerMode(false)))] }),
    Disturbance(
      "backgroundRefresh", "f", "Background App Refresh is switched off and on",
      letsThingsFail: true,
      does: {
        $0.settings.backgroundRefresh == .available
          ? [.act(.setting(.backgroundRefresh(.denied)))] : []
      },
      undoes: { _ in [.act(.setting(.backgroundRefresh(.available)))] }),
    Disturbance(
      "network", "i", "the network is lost and comes back", letsThingsFail: true, .network(.off),
      undo: .network(.on)),
    Disturbance(
      "screenRecording", "v", "the screen is recorded for a moment", .startScreenRecording,
      undo: .stopScreenRecording),
    headphones,
    prewarm,
    Disturbance(
      "activity", "x", "a push starts a Live Activity, and the user dismisses it",
      leavesAppEqual: false,
      does: { $0.hearsOfActivities ? [.act(.startActivityByPush($0.app, "pushed"))] : [] },
      undoes: { [.act(.stopActivity($0.app, "pushed"))] }),
    Disturbance(
      "extension", "g", "the extensions of the apps run", leavesAppEqual: false,
      does: { $0.extensions.map { .act(.wake($0)) } }),
  ]

  /// The one that pulls the headphones, plugged in first if none are; apps that obey stop playing.
  private static let headphones = Disturbance(
    "headphones", "u", "headphones are pulled out", leavesAppEqual: false,
    does: { context in
      guard context.hearsOfRoute else { return [] }
      let pull = [Move.act(.unplugHeadphones)]
      return context.hasHeadphones ? pull : [.act(.plugInHeadphones)] + pull
    },
    undoes: { $0.hasHeadphones ? [.act(.plugInHeadphones)] : [] })

  /// The one that starts an app ahead of its launch while its secrets are shut (R169).
  private static let prewarm = Disturbance(
    "prewarm", "y",
    "the device restarts, and the app is started before the first unlock",
    does: { context in
      guard context.hasShutSecrets, context.isInFront || context.isSuspended else { return [] }
      return [.act(.reboot), .act(.prewarm(context.app))]
    },
    undoes: { context in
      let moves = [Move.act(.unlock), .act(.launch(context.app))]
      guard !context.isInFront else { return moves }
      return moves + [.act(.press(.home)), .waitForSuspension(context.app)]
    })

  /// The one that ends the process of a suspended app: the one in front leaves the screen for it, and
  /// both come back to where they were.
  private static let purge = Disturbance(
    "purge", "p", "the suspended app loses its memory, and the user opens it again",
    does: { context in
      if context.isInFront {
        return [
          .act(.press(.home)), .waitForSuspension(context.app), .act(.purge(context.app)),
        ]
      }
      return context.isSuspended ? [.act(.purge(context.app))] : []
    },
    undoes: { context in
      guard !context.isInFront else { return [.act(.launch(context.app))] }
      return [
        .act(.launch(context.app)), .act(.press(.home)), .waitForSuspension(context.app),
      ]
    })

  /// The one that takes from the app in Settings what it has asked for, which ends it as giving it
  /// back does (R147); in between the user looks into the app.
  private static let permission = Disturbance(
    "permission", "m", "the user revokes the app's permissions in Settings, and grants them again",
    letsThingsFail: true,
    does: { context in
      let moves = switching(context, on: false)
      guard context.isInFront, !moves.isEmpty else { return moves }
      return moves + [.act(.launch(context.app))]
    },
    undoes: { context in
      let moves = switching(context, on: true) + [.act(.launch(context.app))]
      guard !context.isInFront else { return moves }
      return moves + [.act(.press(.home)), .waitForSuspension(context.app)]
    })

  /// Switches in Settings what an app may use; from the app it takes a user some seconds to get there.
  private static func switching(_ context: DisturbanceContext, on isOn: Bool) -> [Move] {
    guard context.isInFront || context.isSuspended, !context.permissions.isEmpty else {
      return []
    }
    let way = context.isInFront ? [Move.act(.press(.home)), .wait(.seconds(5))] : []
    return way
      + context.permissions.map { .act(.appSetting(context.app, .permission($0, isOn))) }
  }

  /// The legend: the meaning of the marks of cells and the letters of columns.
  ///
  /// - Parameters:
  ///   - disturbances: The columns.
  ///   - width: How wide lines may be.
  /// - Returns: The lines.
  package static func legend(of disturbances: [Disturbance], width: Int) -> [String] {
    var lines = ["· survived, ✗ did not survive, – was not possible"]
    var line = ""
    for disturbance in disturbances {
      let entry = "\(disturbance.letter) \(disturbance.name)"
      if !line.isEmpty, line.count + entry.count + 2 > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : "  ") + entry
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// The disturbance of a name; nil if there is none.
  package static func named(_ name: String) -> Disturbance? { all.first { $0.name == name } }
}
