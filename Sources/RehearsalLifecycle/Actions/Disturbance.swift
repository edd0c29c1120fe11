// What a storm injects into scenarios: one row for each disturbance, with the ways in which it comes,
// what undoes each, and what must hold afterwards. What is done and undone are rows of the environment,
// where there is one, else stimuli; the checker takes the names of `storm:` from here.

import RehearsalValues

/// What a scenario does around a place, and what its program looks at.
package struct DisturbedCourse: Sendable {
  /// What the scenario did last; nil where it has done nothing yet.
  package var last: Stimulus?
  /// What the scenario does next; nil where nothing comes.
  package var next: Stimulus?
  /// Whether the place follows a statement, rather than lying at a deadline.
  package var isAfterStatement = true
  /// The spans of time that the code of apps names, shortest first.
  package var spans: [TimeSpan] = []
  /// What the code of apps looks up in the data that it is given, with a value that suits it.
  package var keys: [(name: String, value: ScriptValue)] = []
  /// The payloads of the pushes that the scenario itself sends, each once.
  package var payloads: [ScriptValue] = []

  /// A course of which nothing is known.
  package init() {}

  /// Whether what comes next is a way into an app, so that it can be what starts the app.
  func leads(into app: AppIdentifier) -> Bool {
    guard let next, next.name.row.isWayIn else { return false }
    return next.app.map { $0 == app } ?? true
  }
}

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
  /// The device itself, for what single rows ask.
  package let device: Device
  /// What the scenario does and what its program looks at.
  package let course: DisturbedCourse

  /// Reads the state of a device; nil where no app has a process.
  package init?(_ device: Device, _ course: DisturbedCourse = DisturbedCourse()) {
    self.device = device
    self.course = course
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
    /// A row of the environment about an app, as it is possible at that moment; refused where it is not.
    case occur(EnvironmentEntry, AppIdentifier)
    /// A row that undoes another one, where there is something to undo.
    case restore(EnvironmentEntry, AppIdentifier)
    /// Time passes.
    case wait(TimeSpan)
    /// Time passes until the app is suspended.
    case waitForSuspension(AppIdentifier)
  }

  /// What has to hold afterwards: less and less.
  package enum Demand: Int, Comparable, Sendable {
    /// The app is what it would be.
    case equalApp
    /// The scenario's expectations hold.
    case expectations
    /// Those of them that read the date hold: the app knows what day and hour it is.
    case date
    /// What the apps keep is what they would keep, and the expectations about it hold.
    case stored
    /// No app fails for its own fault.
    case noFault

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// When it is undone.
  package enum Return: Sendable {
    /// Before the scenario continues.
    case atOnce
    /// When the scenario has taken its next step.
    case afterNextStep
    /// Never: the scenario's next step is the way back into the app.
    case byScenario
    /// Never: it stays.
    case never
  }

  /// One way in which it comes.
  package struct Way: Sendable {
    /// What does it.
    package let does: [Move]
    /// What undoes it.
    package let undoes: [Move]
    /// What is done in the run without it, so that only the rest of it counts.
    package let instead: [Move]
    /// When it is undone.
    package let returns: Return
    /// What has to hold afterwards.
    package let demand: Demand
    /// Whether the time that it takes is what disturbs, so that it is not compared with a run in which
    /// as much passes.
    package let isTimeItself: Bool
    /// Whether the user is away meanwhile, so that the run without it need not be lived through for as
    /// long, unless something fails that fails there, too.
    package let isAbsence: Bool
    /// Whether data of it is invented, so that an error in the app's code may be the data's.
    package let isInvented: Bool

    init(
      _ does: [Move], undoes: [Move] = [], instead: [Move] = [], returns: Return = .atOnce,
      demand: Demand = .equalApp, isTimeItself: Bool = false,
      isAbsence: Bool = false, isInvented: Bool = false
    ) {
      self.isTimeItself = isTimeItself
      self.isAbsence = isAbsence
      self.does = does
      self.undoes = undoes
      self.instead = instead
      self.returns = returns
      self.demand = demand
      self.isInvented = isInvented
    }
  }

  /// The moves in a state of a device; none where it cannot take place there.
  package typealias Moves = @Sendable (DisturbanceContext) -> [Move]

  /// The ways in a state of a device; none where it cannot take place there.
  package typealias Ways = @Sendable (DisturbanceContext) -> [Way]

  /// A device that differs from a scenario's own in one thing.
  package struct OtherDevice: Sendable {
    /// What differs.
    package let name: String
    /// The same as options of a scenario's header.
    package let options: [(name: String, value: String)]
    /// The device.
    package let profile: Profile
    /// What has to hold there.
    package let demand: Demand
  }

  /// The devices that differ from one.
  package typealias Devices = @Sendable (Profile) -> [OtherDevice]

  /// The name, which is also the symbol of scripts.
  package let name: String
  /// What happens, in half a sentence.
  package let help: String
  /// The rows of the environment that it is made of, or stands for.
  package let kinds: Set<EnvironmentKind>
  /// Whether what the app does while it lasts may fail for it, so that the app may be another one then.
  package let letsThingsFail: Bool
  /// The ways in which it comes, the commonest first.
  package let ways: Ways
  /// The devices on which the whole scenario is played instead, for one that comes at no step.
  package let devices: Devices?

  init(
    _ name: String, _ help: String, standsFor kinds: Set<EnvironmentKind> = [],
    letsThingsFail: Bool = false, ways: @escaping Ways
  ) {
    self.name = name
    self.help = help
    self.kinds = kinds
    self.letsThingsFail = letsThingsFail
    self.ways = ways
    devices = nil
  }

  init(_ name: String, _ help: String, devices: @escaping Devices) {
    self.name = name
    self.help = help
    kinds = []
    letsThingsFail = false
    ways = { _ in [] }
    self.devices = devices
  }

  private init(
    _ name: String, _ help: String, standsFor kinds: Set<EnvironmentKind> = [],
    leavesAppEqual: Bool = true, letsThingsFail: Bool = false, does: @escaping Moves,
    undoes: @escaping Moves = { _ in [] }
  ) {
    let demand = leavesAppEqual ? Demand.equalApp : .expectations
    self.init(name, help, standsFor: kinds, letsThingsFail: letsThingsFail) { context in
      let moves = does(context)
      return moves.isEmpty ? [] : [Way(moves, undoes: undoes(context), demand: demand)]
    }
  }

  /// A disturbance that is a row of the environment, with what undoes that or is said to.
  private init(
    _ name: String, _ help: String, _ entry: EnvironmentEntry, leavesAppEqual: Bool = true,
    letsThingsFail: Bool = false,
    where isPossible: @escaping @Sendable (DisturbanceContext) -> Bool = { _ in true },
    undoes: Moves? = nil
  ) {
    self.init(
      name, help, standsFor: [entry.kind], leavesAppEqual: leavesAppEqual,
      letsThingsFail: letsThingsFail,
      does: { isPossible($0) ? [.occur(entry, $0.app)] : [] },
      undoes: undoes ?? { $0.undoing(entry) })
  }

  /// One that may also last while the scenario takes its next step.
  private init(
    spanning name: String, _ help: String, letsThingsFail: Bool = false, _ entry: EnvironmentEntry
  ) {
    self.init(name, help, standsFor: [entry.kind], letsThingsFail: letsThingsFail) { context in
      let (does, undoes) = ([Move.occur(entry, context.app)], context.undoing(entry))
      let brief = Way(does, undoes: undoes)
      guard context.course.isAfterStatement, context.course.next != nil else { return [brief] }
      let demand = letsThingsFail ? Demand.noFault : .stored
      return [brief, Way(does, undoes: undoes, returns: .afterNextStep, demand: demand)]
    }
  }

  /// Every disturbance, in the order of columns.
  package static let all: [Disturbance] = [
    Disturbance(spanning: "alarm", "an alarm rings and is dismissed", .interruption(.alarm)),
    Disturbance(
      "call", "a call comes, is answered, and ends", standsFor: [.call],
      does: { [$0.occurring(.call), $0.occurring(.answerCall)] },
      undoes: { [.restore(EnvironmentEntry(.declineCall), $0.app)] }),
    Disturbance("banner", "a banner appears and goes", .interruption(.banner)),
    Disturbance(
      "controlCenter", "Control Center is opened and closed", .interruption(.controlCenter)),
    Disturbance(
      "notificationCenter", "Notification Center is opened and closed",
      .interruption(.notificationCenter)),
    Disturbance(
      "switcher", "the user opens the switcher and comes back", EnvironmentEntry(.switcher),
      where: \.isInFront, undoes: { [.act(.switchTo($0.app, window: nil))] }),
    Disturbance(
      "home", "the user leaves by the home button and comes back at once", EnvironmentEntry(.home),
      where: \.isInFront),
    Disturbance("lock", "the device is locked and unlocked", EnvironmentEntry(.lock)),
    Disturbance(
      "suspension", "the user leaves, the app is suspended, and the user comes back",
      does: { $0.isInFront ? leaving($0.app) : [] },
      undoes: { $0.undoing(EnvironmentEntry(.home)) }),
    purge,
    permission,
    Disturbance(
      "memoryWarning", "memory is short, and the apps are warned", EnvironmentEntry(.memoryWarning),
      leavesAppEqual: false),
    Disturbance(
      "rotation", "the device is turned and turned back", EnvironmentEntry(.rotation),
      undoes: { [.act(.rotate($0.orientation))] }),
    Disturbance(
      "timeZone", "the time zone changes and changes back", EnvironmentEntry(.timeZone),
      undoes: { [.act(.changeTimeZone($0.timeZone))] }),
    Disturbance(
      "locale", "the user chooses another region, and the old one again", EnvironmentEntry(.locale),
      where: \.hearsOfLocale, undoes: { [.act(.changeLocale($0.locale))] }),
    Disturbance(
      "lowPowerMode", "Low Power Mode is switched on and off", .setting(.lowPowerMode)),
    Disturbance(
      "backgroundRefresh", "Background App Refresh is switched off and on",
      .setting(.backgroundRefresh), letsThingsFail: true),
    Disturbance(
      spanning: "network", "the network is lost and comes back", letsThingsFail: true,
      EnvironmentEntry(.network)),
    Disturbance(
      "screenRecording", "the screen is recorded for a moment", EnvironmentEntry(.screenRecording)),
    headphones,
    prewarm,
    Disturbance(
      "activity", "a push starts a Live Activity, and the user dismisses it",
      EnvironmentEntry(.activity), leavesAppEqual: false, where: \.hearsOfActivities),
    Disturbance(
      "extension", "the extensions of the apps run", standsFor: [.extensionRequest],
      leavesAppEqual: false,
      does: { $0.extensions.map { .occur(EnvironmentEntry(.extensionRequest), $0) } }),
    forceQuit, backgroundLaunch, interruptedLaunch, request, notification, again, absence,
    midnight, timeZoneStays, closeWindow, margin, autoLock, fullStorage,
  ]

  /// The one that pulls the headphones, plugged in first if none are; apps that obey stop playing.
  private static let headphones = Disturbance(
    "headphones", "headphones are pulled out", standsFor: [.audioRoute], leavesAppEqual: false,
    does: { context in
      guard context.hearsOfRoute else { return [] }
      let pull = [Move.act(.unplugHeadphones)]
      return context.hasHeadphones ? pull : [.act(.plugInHeadphones)] + pull
    },
    undoes: { $0.hasHeadphones ? [.act(.plugInHeadphones)] : [] })

  /// The one that starts an app ahead of its launch while its secrets are shut (R169).
  private static let prewarm = Disturbance(
    "prewarm",
    "the device restarts, and the app is started before the first unlock",
    standsFor: [.reboot, .prewarm],
    does: { context in
      guard context.hasShutSecrets, context.isInFront || context.isSuspended else { return [] }
      return [context.occurring(.reboot), context.occurring(.prewarm)]
    },
    undoes: { context in
      context.undoing(EnvironmentEntry(.prewarm)) + (context.isInFront ? [] : leaving(context.app))
    })

  /// The one that ends the process of a suspended app: the one in front leaves the screen for it, and
  /// both come back to where they were; or the scenario's next step is what starts the app again.
  package static let purge = Disturbance(
    "purge", "the suspended app loses its memory, and the user opens it again", standsFor: [.purge]
  ) { context in
    let app = context.app
    let purging: [Move]
    if context.isInFront {
      purging = leaving(app) + [context.occurring(.purge)]
    } else if context.isSuspended {
      purging = [context.occurring(.purge)]
    } else {
      return []
    }
    let relaunched = Way(purging, undoes: context.launching)
    guard context.course.leads(into: app) else { return [relaunched] }
    return [
      relaunched, Way(purging, returns: .byScenario, demand: .expectations),
    ]
  }

  /// The one that takes from the app in Settings what it has asked for, which ends it as giving it
  /// back does (R147); in between the user looks into the app.
  private static let permission = Disturbance(
    "permission", "the user revokes the app's permissions in Settings, and grants them again",
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

  /// Those that take the app its memory as `purge` does, so that who excludes that excludes them.
  package static let takingMemory = [forceQuit, interruptedLaunch]

  /// What the marks of matrices mean.
  package static let marks = "· survived, ✗ did not survive, – was not possible"

  /// The disturbance of a name; nil if there is none.
  package static func named(_ name: String) -> Disturbance? { all.first { $0.name == name } }

  /// The disturbances of a list of names in text, such as `home,network`; nil if one has none.
  package static func list(_ text: String) -> [Disturbance]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.hasPrefix(".") ? $0.dropFirst() : $0)
    }
    let found = names.compactMap(named)
    return found.count == names.count ? found : nil
  }
}
