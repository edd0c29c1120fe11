// Disturbances that take more than something and its opposite: another life of the app, what the system
// wakes it for, and what time alone brings.

import RehearsalValues

extension EnvironmentEntry {
  /// Something of the system's over the screen, of a kind.
  static func interruption(_ kind: InterruptionKind) -> EnvironmentEntry {
    EnvironmentEntry(.interruption, data: .symbol(kind.rawValue))
  }

  /// A setting that is switched.
  static func setting(_ setting: SwitchedSetting) -> EnvironmentEntry {
    EnvironmentEntry(.setting, data: .symbol(setting.rawValue))
  }
}

extension DisturbanceContext {
  /// A row of the environment about the app.
  func occurring(_ kind: EnvironmentKind) -> Disturbance.Move {
    .occur(EnvironmentEntry(kind), app)
  }

  /// What undoes a row of the environment.
  func undoing(_ entry: EnvironmentEntry) -> [Disturbance.Move] {
    entry.undoing.map { .restore($0, app) }
  }

  /// What brings the app back to where it is.
  var launching: [Disturbance.Move] {
    guard !isInFront else { return [.act(.launch(app))] }
    return [.act(.launch(app)), .act(.press(.home)), .waitForSuspension(app)]
  }

  /// What takes the app to the background and lets it be suspended; nothing where it is.
  fileprivate var suspending: [Disturbance.Move]? {
    if isSuspended { return [] }
    return isInFront ? Disturbance.leaving(app) : nil
  }
}

extension Disturbance {
  /// What takes an app to the background and lets it be suspended.
  static func leaving(_ app: AppIdentifier) -> [Move] {
    [.occur(EnvironmentEntry(.home), app), .waitForSuspension(app)]
  }

  // MARK: - The user ends the app

  /// The user swipes the app away, and comes back by its icon or as the scenario does.
  package static let forceQuit = Disturbance(
    "forceQuit", "the user swipes the app away in the switcher, and opens it again",
    standsFor: [.forceQuit]
  ) { context in
    let app = context.app
    guard context.course.isAfterStatement, context.device.switcher.contains(app) else { return [] }
    var quitting = [context.occurring(.forceQuit)]
    if context.isInFront {
      // From the switcher, which stays open, the user goes home.
      quitting = [context.occurring(.switcher)] + quitting + [context.occurring(.home)]
    } else if context.device.frontmost != nil || context.device.isLocked {
      return []
    }
    let isAway = !context.isInFront && !context.isSuspended
    let relaunched =
      isAway ? [] : [Way(quitting, undoes: context.launching, demand: .stored)]
    guard context.course.leads(into: app) else { return relaunched }
    return relaunched + [Way(quitting, returns: .byScenario, demand: .stored)]
  }

  /// The user closes a window of the app.
  static let closeWindow = Disturbance(
    "closeWindow", "the user closes a window of the app, and opens the app again"
  ) { context in
    let app = context.app
    guard context.course.isAfterStatement, context.isInFront, context.device.usesScenes(app) else {
      return []
    }
    return context.device.scenes(of: app).filter { $0.scene != nil && $0.role == .application }.map
    {
      Way(
        [context.occurring(.switcher), .act(.closeWindow(app, $0.number))],
        undoes: [.act(.press(.home)), .act(.launch(app))], demand: .stored)
    }
  }

  // MARK: - The system starts the app

  /// The system starts the app in the background for what it has declared, before the user opens it.
  static let backgroundLaunch = Disturbance(
    "backgroundLaunch", "the app is started in the background, and the user opens it later"
  ) { context in
    let app = context.app
    guard context.course.isAfterStatement, let leaving = context.suspending else { return [] }
    let isWayIn = context.course.leads(into: app)
    return context.wakeUps.map { wakeUp, isInvented in
      Way(
        leaving + [context.occurring(.purge), .act(wakeUp), .wait(.seconds(2))],
        undoes: isWayIn && !context.isInFront ? [] : context.launching,
        returns: isWayIn && !context.isInFront ? .byScenario : .atOnce, demand: .noFault,
        isInvented: isInvented)
    }
  }

  /// The app has to start anew, and is interrupted before it is ready.
  static let interruptedLaunch = Disturbance(
    "interruptedLaunch", "the app starts anew, and an alarm rings meanwhile"
  ) { context in
    let app = context.app
    guard context.course.isAfterStatement, let leaving = context.suspending else { return [] }
    return [
      Way(
        leaving + [
          context.occurring(.purge), .act(.launch(app)), .occur(.interruption(.alarm), app),
        ],
        undoes: [.wait(.seconds(2))] + context.undoing(.interruption(.alarm))
          + (context.isInFront ? [] : Self.leaving(app)),
        demand: .stored)
    ]
  }

  /// The system runs what the app has submitted, for as long as that may take.
  static let request = Disturbance(
    "request", "the system runs a request of the app's, and its time ends", letsThingsFail: true
  ) { context in
    let app = context.app
    guard context.course.isAfterStatement else { return [] }
    var leaving: [Move] = []
    if context.isInFront { leaving = [context.occurring(.home)] }
    if !context.isInFront, context.device.frontmost != nil { return [] }
    return context.device.taskRequests(of: app).map { request in
      let now = context.device.now
      let early = request.earliest > now ? [Move.wait(request.earliest.span(since: now))] : []
      return Way(
        leaving + early + [
          .act(.runBackgroundTask(app, identifier: request.identifier)), .wait(.seconds(11 * 60)),
        ],
        undoes: context.isInFront ? [.act(.launch(app))] : [], demand: .noFault)
    }
  }

  // MARK: - What is sent to the app

  /// A push: it is shown, tapped, or comes a second time.
  static let notification = Disturbance(
    "notification", "a notification is shown, and tapped or not; what was pushed comes twice",
    standsFor: [.push, .voipPush, .notification]
  ) { context in
    guard context.course.isAfterStatement else { return [] }
    let app = context.app
    var ways: [Way] = []
    if let last = context.course.last, last.name == .push, last.app == app {
      ways.append(Way([.act(last)], demand: .noFault))
    }
    for (payload, isInvented) in context.payloads {
      if context.takesPushes {
        let push = Move.act(.push(app, payload: payload, type: .alert))
        ways.append(Way([push], demand: .noFault, isInvented: isInvented))
        let isReached = context.isInFront || context.isSuspended
        if isReached {
          ways.append(
            Way(
              [push, context.occurring(.notification), .wait(.seconds(2))],
              undoes: context.isInFront ? [] : leaving(app), demand: .noFault,
              isInvented: isInvented))
        }
      }
      if context.device.handles(.didReceiveIncomingPush, app) {
        ways.append(
          Way(
            [.act(.push(app, payload: payload, type: .voip)), .wait(.seconds(2))],
            demand: .noFault, isInvented: isInvented))
      }
    }
    return ways
  }

  /// The user taps once more, or what started the app or was handed to it comes again; a push that
  /// comes twice is a notification's.
  static let again = Disturbance(
    "again", "the user taps the button, opens the link, or what else came last, once more"
  ) { context in
    let app = context.app
    guard context.course.isAfterStatement, context.isInFront || context.isSuspended,
      let last = context.course.last, last.app.map({ $0 == app }) ?? true, last.name.comesAgain
    else { return [] }
    if last.name == .touch { return context.isInFront ? [Way([.act(last)], demand: .noFault)] : [] }
    let isAway = context.isSuspended
    return [
      Way(
        [.act(last), .wait(.seconds(2))], undoes: isAway ? leaving(app) : [], demand: .noFault)
    ]
  }

  // MARK: - Time

  /// The user is away for as long as the program's own spans, a little less and a little more; and an
  /// app that still runs in the background is suspended before it is needed again.
  static let absence = Disturbance(
    "absence", "the user is away for a span that the code names, or for a night"
  ) { context in
    guard context.course.isAfterStatement else { return [] }
    let app = context.app
    guard context.isInFront else {
      let runs = context.device.frontmost == nil && context.device.state(of: app) == .background
      guard runs, context.course.leads(into: app) else { return [] }
      return [
        Way([.waitForSuspension(app)], returns: .never, demand: .expectations, isTimeItself: true)
      ]
    }
    let margin = TimeSpan.seconds(1)
    let around = context.course.spans.flatMap { span -> [TimeSpan] in
      let less = TimeSpan(nanoseconds: span.nanoseconds - margin.nanoseconds)
      let more = TimeSpan(nanoseconds: span.nanoseconds + margin.nanoseconds)
      return less > .zero ? [less, more] : [more]
    }
    return (around + [.seconds(8 * 3600)]).map {
      // An app may well cover itself or ask who is there after a time.
      Way(
        [context.occurring(.home), .wait($0)], undoes: context.undoing(EnvironmentEntry(.home)),
        demand: .stored,
        isAbsence: true)
    }
  }

  /// Another day begins, beside a run in which only another hour does.
  static let midnight = Disturbance("midnight", "midnight passes") { context in
    guard context.course.isAfterStatement else { return [] }
    func end(of hour: Int) -> [Move] {
      let day = context.device.date.prefix(10)
      return [.act(.setClock("\(day) \(hour):59:59")), .wait(.seconds(2))]
    }
    return [Way(end(of: 23), instead: end(of: 22), returns: .never, demand: .date)]
  }

  /// The device comes to another time zone and stays there.
  static let timeZoneStays = Disturbance(
    "travel", "the device reaches another time zone and stays there"
  ) { context in
    guard context.course.isAfterStatement else { return [] }
    let zone = context.timeZone == "UTC+9" ? "UTC-5" : "UTC+9"
    return [Way([.act(.changeTimeZone(zone))], returns: .never, demand: .date)]
  }

  /// Nobody touches the device, which locks itself where nothing keeps its screen on, and the user comes
  /// back to it when the app is suspended (R193).
  static let autoLock = Disturbance(
    "autoLock", "nobody touches the device, which locks itself, and the user unlocks it later",
    standsFor: [.autoLock]
  ) { context in
    guard context.course.isAfterStatement, context.isInFront, context.settings.autoLock == nil,
      !context.device.keepsScreenOn
    else { return [] }
    let patience = Duration.seconds(30)
    return [
      Way(
        [
          .act(.setting(.autoLock(patience))), .wait(TimeSpan(patience)),
          .waitForSuspension(context.app),
        ],
        undoes: [.act(.unlock), .act(.setting(.autoLock(nil)))], demand: .stored)
    ]
  }

  // MARK: - The device

  /// Nothing that is written in the scenario's next step fits into the storage (R194).
  static let fullStorage = Disturbance(
    "fullStorage", "the storage is full while the scenario takes its next step",
    standsFor: [.fullStorage], letsThingsFail: true
  ) { context in
    let free = context.device.conditions.freeStorage
    guard context.course.isAfterStatement, context.course.next != nil, free > 0 else { return [] }
    return [
      Way(
        [context.occurring(.fullStorage)], undoes: [.act(.condition(.freeStorage(free)))],
        returns: .afterNextStep, demand: .noFault)
    ]
  }

  /// The graces of the system are shorter than usual: nobody is promised all of them.
  static let margin = Disturbance(
    "margin", "a time that the system grants is a fifth shorter than usual"
  ) { (profile: Profile) -> [OtherDevice] in
    Budget.graces.compactMap { budget -> OtherDevice? in
      let span = profile.span(of: budget)
      guard span > .zero, profile.budgets[budget] == nil else { return nil }
      var other = profile
      let shorter = TimeSpan(nanoseconds: span.nanoseconds / 5 * 4)
      other.budgets[budget] = shorter
      return OtherDevice(
        name: budget.name,
        options: [("budgets", "[\"\(budget.name)\": \(shorter)]")],
        profile: other, demand: .noFault)
    }
  }

  /// Each known deviation of devices by itself.
  package static let quirk = Disturbance(
    "quirk", "a known deviation of single models and versions"
  ) { (profile: Profile) -> [OtherDevice] in
    Quirk.allCases.compactMap { quirk -> OtherDevice? in
      guard !profile.has(quirk), quirk.isPossible(for: profile) else { return nil }
      var other = profile
      other.quirks.insert(quirk)
      let names = Quirk.allCases.filter(other.quirks.contains).map { "." + $0.rawValue }
      return OtherDevice(
        name: quirk.rawValue, options: [("quirks", "[\(names.joined(separator: ", "))]")],
        profile: other, demand: .expectations)
    }
  }
}

// MARK: - What an app can be given

extension DisturbanceContext {
  /// Whether the app looks at pushes.
  fileprivate var takesPushes: Bool {
    [
      Message.didReceiveRemoteNotification, .didReceiveNotificationResponse,
      .willPresentNotification,
    ].contains { device.handles($0, app) }
  }

  /// The payloads to send: the scenario's own, else one with all that the code looks up, and one with
  /// nothing of it.
  fileprivate var payloads: [(payload: ScriptValue, isInvented: Bool)] {
    let aps = ScriptValue.map(named: [
      ("alert", .string("News")), ("content-available", .integer(1)),
    ])
    let known = ["aps", "alert"]
    let keys = course.keys.filter { !known.contains($0.name) }.map { ($0.name, Optional($0.value)) }
    var payloads = course.payloads.map { (payload: $0, isInvented: false) }
    if !keys.isEmpty {
      payloads.append((.map(named: [("aps", aps)] + keys), true))
    }
    if payloads.isEmpty { payloads.append((.map(named: [("aps", aps)]), true)) }
    return payloads
  }

  /// What the system can start the app for, and whether data of it is invented.
  fileprivate var wakeUps: [(stimulus: Stimulus, isInvented: Bool)] {
    var own: [Stimulus] = []
    if device.handles(.performFetch, app) { own.append(.fetch(app)) }
    for request in device.taskRequests(of: app) {
      own.append(.runBackgroundTask(app, identifier: request.identifier))
    }
    for region in device.regions(of: app) {
      own.append(.crossRegion(app, name: region, isEntry: false))
    }
    if device.handles(.didUpdateLocations, app) { own.append(.locate(app, .by(metres: 600))) }
    var wakeUps = own.map { (stimulus: $0, isInvented: false) }
    guard device.handles(.didReceiveRemoteNotification, app) else { return wakeUps }
    for (payload, isInvented) in payloads {
      wakeUps.append((.push(app, payload: payload, type: .background), isInvented))
    }
    return wakeUps
  }
}

extension ActionName {
  /// Whether it can come a second time, and tells more than that the app is in front.
  fileprivate var comesAgain: Bool {
    switch self {
    case .touch: true
    case .launch, .push, .tapNotification: false
    default: row.isWayIn
    }
  }
}

extension Budget {
  /// The running times that the system grants in the background, of which an app is promised none to
  /// the last moment.
  fileprivate static let graces: [Budget] = [
    .suspension, .backgroundTasks, .backgroundTasksAfterWake, .fetch, .remoteNotification,
    .urlSessionEvents, .urlSessionEventsAtLaunch, .locationEvent, .accessoryEvent, .refreshTask,
    .processingTask, .healthUpdate, .intent, .notificationAction, .protectedDataGrace,
  ]
}

extension Quirk {
  /// Whether a version of the system can have it: the rule that it deviates from is played there.
  fileprivate func isPossible(for profile: Profile) -> Bool {
    RuleBook.rule(rule).map { $0.versions.contains(profile.system) } ?? true
  }
}
