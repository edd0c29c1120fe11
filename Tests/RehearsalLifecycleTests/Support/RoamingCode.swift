// App code that does what comes to its mind: each delivery makes it call a few of the device's
// functions for apps, drawn from a seed of its own. It is a value like all app code, so that two
// runs from one seed are equal, and it knows which of its closures are still alive.

import RehearsalLifecycle
import TestSupport

/// App code that calls everything an app can call, at random.
struct RoamingCode: AppCode {
  /// What the code says when it is handed a closure that was freed.
  static let deadCallback = "a closure was called that was freed"

  private var random: SeededGenerator
  /// The messages and notifications that it listens to, a bit for each.
  private let handled: UInt64
  private let observed: UInt64
  private var live: Set<Int> = []
  private var lastCallback = 0
  private var isAtWork = false

  private var tasks: [BackgroundTaskIdentifier] = []
  private var timers: [TimerIdentifier] = []
  private var links: [TimerIdentifier] = []
  private var works: [BackgroundWorkIdentifier] = []
  private var transfers: [TransferIdentifier] = []
  private var resources: [ResourceIdentifier] = []
  private var completions: [CompletionIdentifier] = []
  private var scheduled: [CompletionIdentifier] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    handled = random.next() | random.next()
    observed = random.next()
  }

  func handles(_ message: Message) -> Bool { handled & (1 << UInt64(message.rawValue)) != 0 }

  func observes(_ notification: SystemNotification) -> Bool {
    let position = SystemNotification.allCases.firstIndex(of: notification) ?? 0
    return observed & (1 << UInt64(position)) != 0
  }

  mutating func run(
    _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    isAtWork = false
    var actions = 2
    switch delivery {
    case .message(_, let arguments), .sceneMessage(_, _, let arguments): keep(arguments)
    case .callback(let callback, let arguments, let isLast):
      guard live.contains(callback.number) else {
        return .crashed(CrashReport(message: Self.deadCallback))
      }
      if isLast { live.remove(callback.number) }
      keep(arguments)
      // A closure that begins two others each time would never come to an end.
      actions = 1
    default: break
    }
    for _ in 0..<below(actions + 1) { act(in: process, on: &device) }
    return progress()
  }

  mutating func resume(in process: ProcessIdentifier, on device: inout Device) -> CodeProgress {
    act(in: process, on: &device)
    return progress()
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
    return .returned([.bool(true), .bool(false), .none, .emptyMap][below(4)])
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
    live.insert(lastCallback)
    return CallbackIdentifier(lastCallback)
  }

  private mutating func free(_ callback: CallbackIdentifier?) {
    if let callback { live.remove(callback.number) }
  }

  private mutating func keep(_ arguments: [PlainValue]) {
    for case .handle(let handle) in arguments {
      switch handle {
      case .completion(let completion): completions.append(completion)
      case .scheduledTask(let task): scheduled.append(task)
      default: break
      }
    }
  }

  // MARK: - Actions

  /// Calls one of the device's functions for apps; a fault is an app's mistake and ends the act.
  private mutating func act(in id: ProcessIdentifier, on device: inout Device) {
    do {
      switch below(4) {
      case 0: try useTime(in: id, on: &device)
      case 1: try useServices(in: id, on: &device)
      case 2: try useHardware(in: id, on: &device)
      default: useInterface(in: id, on: &device)
      }
    } catch { device.log("\(error)", in: id) }
  }

  private mutating func useTime(
    in id: ProcessIdentifier, on device: inout Device
  ) throws(CallFault) {
    switch below(12) {
    case 0, 1:
      let task = device.beginBackgroundTask(
        name: "t", expiration: below(3) == 0 ? nil : callback(), in: id)
      tasks.append(task)
    case 2, 3: if let task = tasks.popLast() { free(device.endBackgroundTask(task, in: id)) }
    case 4:
      let interval: TimeSpan? = below(2) == 0 ? nil : .seconds(2)
      timers.append(
        try device.scheduleTimer(after: span(), every: interval, callback: callback(), in: id))
    case 5: if let timer = one(timers) { free(device.invalidateTimer(timer, in: id)) }
    case 6:
      let kind: BackgroundWorkKind =
        below(2) == 0 ? .perform(cpu: [0.1, 0.9, 1][below(3)]) : .download(url: "u")
      works.append(
        try device.beginBackgroundWork(kind, for: span(), callback: callback(), in: id))
    case 7: if let work = one(works) { free(device.cancelBackgroundWork(work, in: id)) }
    case 8: if let work = one(works) { device.suspendBackgroundWork(work, in: id) }
    case 9: if let work = one(works) { device.resumeBackgroundWork(work, in: id) }
    case 10:
      links.append(
        try device.startDisplayLink(framesPerSecond: 1, callback: callback(), in: id))
    default:
      guard let link = one(links) else { return }
      if below(2) == 0 { return device.setPaused(below(2) == 0, displayLink: link, in: id) }
      free(device.invalidateTimer(link, in: id))
    }
  }

  private mutating func useServices(
    in id: ProcessIdentifier, on device: inout Device
  ) throws(CallFault) {
    switch below(12) {
    case 0, 1, 2:
      if let done = completions.popLast() {
        free(device.complete(done, with: .symbol("newData"), in: id))
      }
    case 3:
      if let done = scheduled.popLast() {
        free(device.complete(done, with: .bool(true), in: id))
      }
    case 4:
      guard let task = one(scheduled) else { return }
      free(device.setExpirationHandler(callback(), of: task, in: id))
    case 5: _ = try device.registerBackgroundTask("task", in: id)
    case 6, 7:
      let kinds = TaskRequestKind.allCases
      _ = try device.submitBackgroundTask(
        "task", after: span(), kind: kinds[below(kinds.count)], in: id)
    case 8:
      transfers.append(
        try device.beginTransfer(
          of: "u", in: "s", for: max(span(), .milliseconds(300)), callback: callback(), in: id))
    case 9:
      guard let transfer = one(transfers) else { return }
      switch below(3) {
      case 0: free(device.cancelTransfer(transfer, in: id))
      case 1: device.suspendTransfer(transfer, in: id)
      default: device.resumeTransfer(transfer, in: id)
      }
    case 10: try device.setMinimumBackgroundFetchInterval(.seconds(1), in: id)
    default: free(device.setKeepAliveTimeout(.seconds(600), callback: callback(), in: id).freed)
    }
  }

  private mutating func useHardware(
    in id: ProcessIdentifier, on device: inout Device
  ) throws(CallFault) {
    let places: [MonitoredPlace] = [.significantChanges, .visits, .region("r")]
    switch below(14) {
    case 0, 1: _ = device.startMonitoring(places[below(3)], in: id)
    case 2: device.stopMonitoring(places[below(3)], in: id)
    case 3: try device.startUpdatingLocation(allowsBackground: below(2) == 0, in: id)
    case 4: device.stopUpdatingLocation(in: id)
    case 5, 6:
      let kinds = ResourceKind.allCases
      if let resource = device.acquire(kinds[below(kinds.count)], name: "n", in: id) {
        resources.append(resource)
      }
    case 7: if let resource = resources.popLast() { device.release(resource, in: id) }
    case 8: if below(4) == 0 { _ = device.render(with: .metal, in: id) }
    case 9: device.playAudio(in: id)
    case 10: device.stopAudio(in: id)
    case 11:
      device.connectPeripheral("p", restoreIdentifier: below(2) == 0 ? nil : "x", in: id)
    case 12: device.reportNewIncomingCall(from: "Anna", in: id)
    default:
      if below(2) == 0 { return try device.allocate(1 << 27, in: id) }
      try device.free(1 << 20, in: id)
    }
  }

  private mutating func useInterface(in id: ProcessIdentifier, on device: inout Device) {
    let scene = one(device.connectedScenes(in: id))
    switch below(12) {
    case 0: device.requestPermission(.contacts, callback: callback(), in: id)
    case 1: device.evaluatePolicy(callback: callback(), in: id)
    case 2: _ = device.openURL(["b://x", "tel:1", "none://"][below(3)], in: id)
    case 3: device.requestSceneSessionActivation(one(device.openSessions(in: id)), in: id)
    case 4: device.requestSceneSessionActivation(nil, in: id)
    case 5:
      if let session = one(device.openSessions(in: id)), below(3) == 0 {
        device.requestSceneSessionDestruction(session, in: id)
      }
    case 6: device.show("screen", in: scene, of: id)
    case 7: device.present("Delete?", in: scene, of: id)
    case 8: device.dismissPresented(in: scene, of: id)
    case 9: device.ignoreSnapshot(in: scene, of: id)
    case 10: device.setNeedsDisplay(in: scene, of: id)
    default:
      do { try device.setValue(.int(1), forKey: "k", in: .disk, of: id.app) } catch {}
    }
  }
}
