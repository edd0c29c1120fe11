// App code that does what comes to its mind: each delivery makes it call a few of the functions for
// app code, drawn from a seed of its own. It is a value like all app code, so that two runs from one
// seed are equal, and it knows which of its closures are still alive.

import RehearsalLifecycle
import RehearsalValues
import TestSupport

/// App code that calls everything an app can call, at random.
struct RoamingCode: AppCode {
  /// What the code says when it is handed a closure that was freed.
  static let deadCallback = "a closure was called that was freed"

  private let seed: UInt64
  /// Whether what it does in a delivery follows from the delivery alone, and not from all before.
  private let isForgetful: Bool
  private var random: SeededGenerator
  /// The messages and notifications that it listens to, a bit for each.
  private let handled: UInt128
  private let observed: UInt64
  /// The closures that are alive, each with what it will do.
  private var live: [Int: UInt64] = [:]
  private var lastCallback = 0
  private var isAtWork = false

  private var tasks: [BackgroundTaskIdentifier] = []
  private var timers: [TimerIdentifier] = []
  private var links: [TimerIdentifier] = []
  private var works: [BackgroundWorkIdentifier] = []
  private var transfers: [TransferIdentifier] = []
  private var resources: [ResourceIdentifier] = []
  private var calls: [CallIdentifier] = []
  private var completions: [CompletionIdentifier] = []
  private var scheduled: [CompletionIdentifier] = []

  init(seed: UInt64, isForgetful: Bool = false) {
    self.seed = seed
    self.isForgetful = isForgetful
    random = SeededGenerator(seed: seed)
    let (low, high) = (random.next() | random.next(), random.next() | random.next())
    handled = UInt128(high) << 64 | UInt128(low)
    observed = random.next()
  }

  var handledMessages: MessageSet {
    MessageSet { handled & (1 << UInt128($0.rawValue)) != 0 }
  }

  var observedNotifications: NotificationSet {
    NotificationSet { observed & (1 << Self.position(of: $0)) != 0 }
  }

  private static func position(of notification: SystemNotification) -> UInt64 {
    UInt64(SystemNotification.allCases.firstIndex(of: notification) ?? 0)
  }

  // MARK: - Running

  mutating func run(_ delivery: Delivery, in context: AppContext) -> CodeProgress {
    isAtWork = false
    var actions = 2
    switch delivery {
    case .message(let message, let arguments), .sceneMessage(_, let message, let arguments):
      begin(UInt64(message.rawValue))
      keep(arguments)
    case .notification(let notification, _): begin(100 + Self.position(of: notification))
    case .callback(let callback, let arguments, let isLast):
      guard let deed = live[callback.number] else {
        return .crashed(CrashReport(message: Self.deadCallback))
      }
      if isLast { live[callback.number] = nil }
      begin(200 + deed)
      keep(arguments)
      // A closure that begins two others each time would never come to an end.
      actions = 1
    case .main, .initialize, .initializeScene, .control: begin(300)
    }
    for _ in 0..<below(actions + 1) { act(in: context) }
    return progress()
  }

  mutating func resume(in context: AppContext) -> CodeProgress {
    act(in: context)
    return progress()
  }

  /// Forgets all before, if it does so.
  private mutating func begin(_ deed: UInt64) {
    guard isForgetful else { return }
    random = SeededGenerator(seed: seed &+ deed &* 0x9E37_79B9)
    tasks = tasks.suffix(2)
    timers = timers.suffix(2)
    links = links.suffix(2)
    works = works.suffix(2)
    transfers = transfers.suffix(2)
    resources = resources.suffix(2)
    calls = calls.suffix(2)
    completions = completions.suffix(2)
    scheduled = scheduled.suffix(2)
  }

  private mutating func progress() -> CodeProgress {
    let draw = below(200)
    if draw == 0 { return .crashed(CrashReport(message: "by chance")) }
    if draw == 1 { return .exited(1) }
    if draw == 2 { return .hung(CrashReport(message: "by chance")) }
    if draw < 40, !isAtWork {
      isAtWork = true
      return .working(span())
    }
    let answer: ScriptValue = [.boolean(true), .boolean(false), .nil, .emptyMap][below(4)]
    isAtWork = false
    begin(0)
    return .returned(answer)
  }

  // MARK: - Identity

  func digest(
    into digester: inout StateDigester, numbering: ProcessNumbering, moments: inout MomentGroups
  ) {
    var random = random
    digester.combine(random.next())
    digester.combine(isAtWork)
    for callback in numbering.callbacks { digester.combine(live[callback.number] ?? .max) }
    digest(tasks, as: .backgroundTask, numbering, into: &digester)
    digest(timers, as: .timer, numbering, into: &digester)
    digest(links, as: .displayLink, numbering, into: &digester)
    digest(works, as: .backgroundWork, numbering, into: &digester)
    digest(transfers, as: .transfer, numbering, into: &digester)
    digest(resources, as: .resource, numbering, into: &digester)
    digest(calls, as: .call, numbering, into: &digester)
    digest(completions, as: .completion, numbering, into: &digester)
    digest(scheduled, as: .scheduledTask, numbering, into: &digester)
  }

  private func digest(
    _ identifiers: [some SlotIdentifier], as kind: HandleKind, _ numbering: ProcessNumbering,
    into digester: inout StateDigester
  ) {
    digester.combine(identifiers.count)
    for identifier in identifiers {
      digester.combine(numbering.rank(of: kind.handle(identifier.rawValue)) ?? .max)
    }
  }

  // MARK: - Chance

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  private mutating func span() -> TimeSpan {
    [.zero, .milliseconds(300), .seconds(1), .seconds(3), .seconds(7), .seconds(31)][below(6)]
  }
  private mutating func one<Element>(_ elements: [Element]) -> Element? {
    elements.isEmpty ? nil : elements[below(elements.count)]
  }
  private mutating func callback() -> CallbackIdentifier {
    lastCallback += 1
    live[lastCallback] = UInt64(below(6))
    return CallbackIdentifier(lastCallback)
  }
  private mutating func free(_ callback: CallbackIdentifier?) {
    if let callback { live[callback.number] = nil }
  }
  private mutating func keep(_ arguments: [ScriptValue]) {
    for case .handle(let handle) in arguments {
      switch handle.handleKind {
      case .completion: completions.append(CompletionIdentifier(rawValue: handle.number))
      case .call: calls.append(CallIdentifier(rawValue: handle.number))
      case .scheduledTask: scheduled.append(CompletionIdentifier(rawValue: handle.number))
      default: break
      }
    }
  }

  // MARK: - Actions

  /// Calls one of the functions for app code; an error is an app's mistake and ends the act.
  private mutating func act(in context: AppContext) {
    do {
      switch below(5) {
      case 0: try useTime(in: context)
      case 1: try useServices(in: context)
      case 2: try useHardware(in: context)
      case 3: useInterface(in: context)
      default: below(3) == 0 ? look(in: context) : try useOthers(in: context)
      }
    } catch { context.log("\(error)") }
  }

  private mutating func useTime(in context: AppContext) throws(DeviceAPIError) {
    switch below(13) {
    case 0, 1:
      tasks.append(
        context.beginBackgroundTask(
          name: "t", expiration: below(3) == 0 ? nil : callback()))
    case 2, 3: if let task = tasks.popLast() { free(context.endBackgroundTask(task)) }
    case 4:
      let interval: TimeSpan? = below(2) == 0 ? nil : .seconds(2)
      timers.append(try context.scheduleTimer(after: span(), every: interval, callback: callback()))
    case 5: if let timer = one(timers) { free(context.invalidateTimer(timer)) }
    case 6:
      let kind: BackgroundWorkKind =
        below(2) == 0 ? .perform(cpu: [0.1, 0.9, 1][below(3)]) : .download(url: "u")
      works.append(try context.beginBackgroundWork(kind, for: span(), callback: callback()))
    case 7: if let work = one(works) { free(context.cancelBackgroundWork(work)) }
    case 8: if let work = one(works) { context.suspend(work) }
    case 9: if let work = one(works) { context.resume(work) }
    case 10:
      links.append(try context.startDisplayLink(framesPerSecond: 1, callback: callback()))
    case 11:
      if let link = one(links) { try context.setFramesPerSecond(1 + below(3), displayLink: link) }
    default:
      guard let link = one(links) else { return }
      if below(2) == 0 { return context.setPaused(below(2) == 0, displayLink: link) }
      free(context.invalidateTimer(link))
    }
  }

  private mutating func useServices(in context: AppContext) throws(DeviceAPIError) {
    switch below(13) {
    case 0, 1, 2:
      if let done = completions.popLast() {
        free(try context.complete(done, with: .symbol("newData")))
      }
    case 3:
      guard let done = below(3) == 0 ? one(scheduled) : scheduled.popLast() else { return }
      free(try context.complete(done, with: .boolean(true)))
    case 4:
      guard let task = one(scheduled) else { return }
      free(context.setExpirationHandler(below(4) == 0 ? nil : callback(), of: task))
    case 5: _ = try context.registerBackgroundTask("task")
    case 6, 7:
      let kinds = TaskRequestKind.allCases
      let result = try context.submitBackgroundTask(
        "task", after: span(), kind: kinds[below(kinds.count)],
        options: TaskRequestOptions(
          requiresExternalPower: below(2) == 0,
          strategy: below(2) == 0 ? .queue : .fail, requiresGPU: below(2) == 0))
      context.log("\(result)")
    case 8:
      transfers.append(
        try context.beginTransfer(
          of: "u", in: ["s", "s2"][below(2)], for: max(span(), .milliseconds(300)),
          callback: callback()))
    case 9, 10:
      guard let transfer = one(transfers) else { return }
      switch below(3) {
      case 0: free(context.cancelTransfer(transfer))
      case 1: context.suspend(transfer)
      default: context.resume(transfer)
      }
    case 11:
      let intervals: [TimeSpan?] = [nil, .zero, .seconds(1)]
      try context.setMinimumBackgroundFetchInterval(intervals[below(3)])
    default:
      let set = context.setKeepAliveTimeout(
        .seconds(below(3) == 0 ? 100 : 600), callback: callback())
      free(set.freed)
      context.log("\(set.isSet)")
    }
  }

  private mutating func useHardware(in context: AppContext) throws(DeviceAPIError) {
    let places: [MonitoredPlace] = [.significantChanges, .visits, .region("r")]
    switch below(19) {
    case 0, 1: context.log("\(context.startMonitoring(places[below(3)]))")
    case 2: context.stopMonitoring(places[below(3)])
    case 3: try context.startUpdatingLocation(allowsBackground: below(2) == 0)
    case 4: context.stopUpdatingLocation()
    case 5, 6:
      let kinds = ResourceKind.allCases
      let capture = CaptureOptions(multitasks: below(2) == 0, records: below(2) == 0)
      let kind = below(2) == 0 ? .camera : kinds[below(kinds.count)]
      if let resource = context.acquire(kind, name: "n", capture) {
        resources.append(resource)
      }
    case 7: if let resource = resources.popLast() { context.release(resource) }
    case 8:
      guard below(4) == 0 else { return }
      context.log("\(context.render(with: below(2) == 0 ? .metal : .openGLES))")
    case 9: context.playAudio(mixes: below(2) == 0)
    case 10: context.stopAudio()
    case 11: context.connectPeripheral("p", restoreIdentifier: below(2) == 0 ? nil : "x")
    case 12, 13:
      if let call = context.reportNewIncomingCall(from: "Anna") { calls.append(call) }
    case 14: if let call = one(calls) { context.fulfill(call) }
    case 15:
      guard let call = calls.popLast() else { return }
      below(2) == 0 ? context.fail(call) : context.endCall(call)
    case 16: context.log("\(context.startPictureInPicture())")
    case 17:
      if below(2) == 0 { return context.stopPictureInPicture() }
      context.log("\(context.enableBackgroundDelivery(of: ["task", "x"][below(2)]))")
    default:
      if below(2) == 0 { return try context.allocate(1 << 27) }
      try context.free(1 << 20)
    }
  }

  private mutating func useInterface(in context: AppContext) {
    let scene = one(context.connectedScenes)
    switch below(13) {
    case 11: context.setNeedsLayout(in: scene)
    case 0:
      let permissions = Permission.allCases
      context.requestPermission(permissions[below(permissions.count)], callback: callback())
    case 1: context.evaluatePolicy(callback: callback())
    case 2: context.log("\(context.openURL(["b://x", "tel:1", "none://"][below(3)]))")
    case 3: context.requestSceneSessionActivation(one(context.openSessions))
    case 4: context.requestSceneSessionActivation(nil)
    case 5:
      if let session = one(context.openSessions), below(3) == 0 {
        context.requestSceneSessionDestruction(session)
      }
    case 6: context.show("screen", in: scene)
    case 7: context.present("Delete?", in: scene)
    case 8: context.dismissPresented(in: scene)
    case 9: context.ignoreSnapshot(in: scene)
    case 10: context.setNeedsDisplay(in: scene)
    default: context.noteAction("act", isHandled: below(2) == 0)
    }
  }

  private mutating func useOthers(in context: AppContext) throws(DeviceAPIError) {
    switch below(7) {
    case 4: try useNotifications(in: context)
    case 5: ask(in: context)
    case 0:
      let all = SystemNotification.allCases
      context.setObserved(below(3) != 0, all[below(all.count)])
    case 1: try context.setValue(.integer(Int64(below(3))), forKey: "k", in: .disk)
    case 2:
      let places = StoragePlace.allCases
      try context.setValue(
        below(3) == 0 ? nil : .integer(1), forKey: "k\(below(3))", in: places[below(places.count)])
    default: try context.setValue(.string("v"), forKey: "p\(below(2))", in: .restoration)
    }
  }

  private mutating func useNotifications(in context: AppContext) throws(DeviceAPIError) {
    switch below(6) {
    case 0: context.cancelNotification("n")
    case 1:
      let actions: [(String, [NotificationActionOption])] = [
        ("show", [.foreground]), ("mute", below(2) == 0 ? [] : [.authenticationRequired]),
      ]
      context.setNotificationActions(
        NotificationCategory(actions: actions, tellsOfDismissal: below(2) == 0), of: "c")
    default:
      let triggers: [NotificationTrigger] = [
        .after(.seconds(1)), .after(.seconds(61)), .at("2026-01-01 09:01"), .region("r"),
      ]
      try context.scheduleNotification(
        ["n", "m"][below(2)], triggers[below(4)], repeats: below(3) == 0,
        category: below(2) == 0 ? nil : "c", body: "Hi")
    }
  }

  private mutating func ask(in context: AppContext) {
    switch below(5) {
    case 0: context.purchase("p", dialogs: 1 + below(3), callback: callback())
    case 1: context.requestPayment(callback: callback())
    case 2: context.signIn(callback: callback())
    case 3: context.unregisterForRemoteNotifications()
    default: context.registerForRemoteNotifications()
    }
  }

  /// Logs something of what the app can read.
  private mutating func look(in context: AppContext) {
    switch below(15) {
    case 13:
      context.log("\(context.isLowPowerModeEnabled) \(context.thermalState)")
      context.log("\(context.isScreenCaptured) \(context.isRegisteredForRemoteNotifications)")
    case 12: if let call = one(calls) { context.log("\(context.caller(of: call) as Any)") }
    case 11: context.log("\(context.isNetworkAvailable)")
    case 10: context.log("\(context.pendingNotifications.map(\.identifier))")
    case 0: context.log("\(context.state) \(context.isAlive)")
    case 1: context.log("\(context.backgroundTimeRemaining)")
    case 2: context.log("\(context.pendingWorkCount)")
    case 3: if let timer = one(timers) { context.log("\(context.isTimerValid(timer))") }
    case 4: if let link = one(links) { context.log("\(context.displayLink(link) as Any)") }
    case 5:
      for scene in context.connectedScenes {
        context.log("\(context.state(of: scene) as Any) \(context.session(of: scene) as Any)")
      }
    case 6:
      for session in context.openSessions {
        context.log("\(context.restorationActivity(of: session)) \(context.role(of: session))")
      }
    case 7:
      context.log("\(context.backgroundRefreshStatus) \(context.isProtectedDataAvailable)")
    case 8: context.log(context.date)
    case 9: if let resource = one(resources) { context.log("\(context.isValid(resource))") }
    default:
      for place in StoragePlace.allCases {
        context.log("\(context.keys(in: place)) \(context.value(forKey: "k", in: place) as Any)")
      }
    }
  }
}
