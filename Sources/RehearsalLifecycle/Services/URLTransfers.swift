// Background URL sessions (R105, R106): transfers continue outside the process, while the app is
// suspended or gone. A running app hears of each as it ends; one that does not run is woken when
// all of its session are over.

import RehearsalValues

/// Names a transfer of an app.
public struct TransferIdentifier: SlotIdentifier {
  /// The place in the app's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }
}

/// A transfer that the system does for an app.
private struct Transfer: SlotElement {
  enum Progress: Sendable {
    case running(EventIdentifier, until: VirtualTime)
    /// Held by the app.
    case held(remaining: TimeSpan)
    /// Done or failed; the app has not heard of it.
    case done(error: TransferError?)
  }

  let session: String
  let url: String
  /// The closure of the living process; nil when the process that began the transfer has ended.
  var callback: CallbackIdentifier?
  /// The record under which it was begun.
  let cause: Cause?
  var progress: Progress
  /// Whether the app itself holds it; what else is held waits for the network.
  var isHeldByApp = false

  /// Whether it is over, with or without an error.
  var isDone: Bool { if case .done = progress { true } else { false } }

  /// The event of its end, while it runs.
  var event: EventIdentifier? {
    if case .running(let event, _) = progress { event } else { nil }
  }

  /// What the app is told of its end.
  var arguments: [ScriptValue] {
    [.string(session), .string(url), problem]
  }

  /// What its closure is given: data and error, one of them nil.
  var results: [ScriptValue] { problem == .nil ? [.string(url), .nil] : [.nil, problem] }

  private var problem: ScriptValue {
    if case .done(let error?) = progress { error.value } else { .nil }
  }
}

/// The transfers of background URL sessions.
struct URLTransfers: Sendable {
  private struct Transfers: DefaultInitializable {
    var table = SlotTable<TransferIdentifier, Transfer>()
  }

  private var transfers = AppTable<Transfers>()

  /// Whether an app has, or had, any.
  func haveAny(of app: AppIdentifier) -> Bool { !transfers.isEmpty(app) }

  private func table(of app: AppIdentifier) -> SlotTable<TransferIdentifier, Transfer> {
    transfers.read(app) { $0.table } ?? SlotTable()
  }

  /// The events of the device's queue that belong to those of an app.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    let table = table(of: app)
    return table.identifiers.compactMap { table[$0]?.event }
  }

  /// The URLs of an app's transfers that are not over.
  func urls(of app: AppIdentifier) -> [String] {
    let table = table(of: app)
    return table.identifiers.compactMap { table[$0] }.filter { !$0.isDone }.map(\.url)
  }

  /// The closures die with the process that handed them in; its transfers continue.
  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    for transfer in table(of: id.app).identifiers {
      transfers[id.app].table.change(transfer) { $0.callback = nil }
    }
  }

  /// The app is taken off the device with its sessions.
  mutating func appWasRemoved(_ app: AppIdentifier, _ kernel: inout Kernel) {
    for event in events(of: app) { kernel.cancel(event) }
    transfers.remove(app)
  }

  // MARK: - Going on

  fileprivate mutating func begin(
    of url: String, in session: String, for span: TimeSpan, callback: CallbackIdentifier,
    by id: ProcessIdentifier, hasNetwork: Bool, _ kernel: inout Kernel
  ) throws(DeviceAPIError) -> TransferIdentifier {
    guard kernel.isAlive(id) else { throw .processEnded }
    guard span >= .zero else { throw .negativeSpan }
    guard kernel.has(.backgroundSessions) else { throw .exception(.backgroundSessionTooEarly) }
    let end = try kernel.moment(after: span)
    let identifier = transfers[id.app].table.insert(
      Transfer(
        session: session, url: url, callback: callback, cause: kernel.cause,
        progress: .held(remaining: span)))
    // Without a network it waits for one.
    if hasNetwork { run(identifier, of: id.app, until: end, &kernel) }
    return identifier
  }

  private mutating func run(
    _ transfer: TransferIdentifier, of app: AppIdentifier, until end: VirtualTime,
    _ kernel: inout Kernel
  ) {
    let event = kernel.schedule(.transferIsDone(app, transfer), at: end)
    transfers[app].table.change(transfer) { $0.progress = .running(event, until: end) }
  }

  fileprivate mutating func cancel(
    _ transfer: TransferIdentifier, of app: AppIdentifier, _ kernel: inout Kernel
  ) -> CallbackIdentifier? {
    guard let found = table(of: app)[transfer], !found.isDone else { return nil }
    kernel.cancel(found.event)
    transfers[app].table.remove(transfer)
    return found.callback
  }

  fileprivate mutating func hold(
    _ transfer: TransferIdentifier, of app: AppIdentifier, _ kernel: inout Kernel
  ) {
    transfers[app].table.change(transfer) { $0.isHeldByApp = true }
    stop(transfer, of: app, &kernel)
  }

  /// A transfer that runs stands still.
  private mutating func stop(
    _ transfer: TransferIdentifier, of app: AppIdentifier, _ kernel: inout Kernel
  ) {
    guard case .running(let event, let end)? = table(of: app)[transfer]?.progress else { return }
    kernel.cancel(event)
    let remaining = end.span(since: kernel.now)
    transfers[app].table.change(transfer) { $0.progress = .held(remaining: remaining) }
  }

  fileprivate mutating func run(
    _ transfer: TransferIdentifier, of app: AppIdentifier, hasNetwork: Bool,
    _ kernel: inout Kernel
  ) {
    transfers[app].table.change(transfer) { $0.isHeldByApp = false }
    guard hasNetwork, case .held(let remaining)? = table(of: app)[transfer]?.progress else {
      return
    }
    run(transfer, of: app, until: kernel.now.after(remaining), &kernel)
  }

  // MARK: - The network

  /// Without a network the transfers of sessions wait.
  mutating func networkIsGone(_ kernel: inout Kernel) {
    for position in transfers.positions {
      let app = AppIdentifier(position)
      for transfer in table(of: app).identifiers { stop(transfer, of: app, &kernel) }
    }
  }

  /// What waited for the network continues.
  mutating func networkIsBack(_ kernel: inout Kernel) {
    for position in transfers.positions {
      let app = AppIdentifier(position)
      let table = table(of: app)
      for transfer in table.identifiers where table[transfer]?.isHeldByApp == false {
        run(transfer, of: app, hasNetwork: true, &kernel)
      }
    }
  }

  /// Ends the transfer of a URL with an error; whether there was one.
  mutating func fail(
    _ url: String, of app: AppIdentifier, conditions: WakeUpConditions, _ kernel: inout Kernel
  ) -> Bool {
    let table = table(of: app)
    let found = table.identifiers.first {
      table[$0].map { $0.url == url && !$0.isDone } ?? false
    }
    guard let found else { return false }
    kernel.cancel(table[found]?.event)
    end(found, of: app, with: .failed, conditions: conditions, &kernel)
    return true
  }

  // MARK: - Ending

  /// A transfer has ended: the app hears of it if it runs, and else may be woken.
  mutating func transferIsDone(
    _ transfer: TransferIdentifier, of app: AppIdentifier, conditions: WakeUpConditions,
    _ kernel: inout Kernel
  ) {
    guard table(of: app)[transfer] != nil else { return }
    end(transfer, of: app, with: nil, conditions: conditions, &kernel)
  }

  private mutating func end(
    _ transfer: TransferIdentifier, of app: AppIdentifier, with error: TransferError?,
    conditions: WakeUpConditions, _ kernel: inout Kernel
  ) {
    let found = transfers[app].table.change(transfer) { transfer in
      transfer.progress = .done(error: error)
      return transfer
    }
    guard let done = found else { return }
    kernel.attribute(to: done.cause)
    if let process = kernel.process(of: app), !process.isSuspended {
      guard process.ending == nil else { return }
      report(process.identifier, ofTransfersIn: done.session, &kernel)
    } else {
      wake(app, for: done.session, conditions: conditions, cause: done.cause, &kernel)
    }
  }

  /// Tells a running app of the transfers of a session that are over, which are then forgotten.
  private mutating func report(
    _ id: ProcessIdentifier, ofTransfersIn session: String, _ kernel: inout Kernel
  ) {
    let table = table(of: id.app)
    for identifier in table.identifiers {
      guard let done = table[identifier], done.session == session, done.isDone else { continue }
      transfers[id.app].table.remove(identifier)
      kernel.enqueue(
        .deliver(.didCompleteDownload, done.arguments, .R105, nil), for: id, cause: done.cause)
      if let callback = done.callback {
        kernel.enqueue(
          .completeTransfer(callback, done.results), for: id, cause: done.cause)
      }
    }
  }

  /// The app is woken when nothing of the session is under way any more (R105).
  private func wake(
    _ app: AppIdentifier, for session: String, conditions: WakeUpConditions, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    let table = table(of: app)
    let isUnderWay = table.identifiers.contains {
      table[$0].map { $0.session == session && !$0.isDone } ?? false
    }
    guard !isUnderWay else { return }
    let root = cause ?? kernel.lastRecord
    if let refusal = conditions.refusal(of: .backgroundURLSession) {
      kernel.record(refusal: refusal, conditions.circumstance(of: refusal), app: app, cause: root)
      return
    }
    let event = WakeUp.Event(
      message: .handleEventsForBackgroundURLSession, arguments: [.string(session)],
      isAnswered: true)
    kernel.emit(.wake(app, WakeUp(kind: .backgroundURLSession, events: [event]), cause: root))
    kernel.emit(.finishSession(session, app, cause: root))
  }

  /// The app was woken for a session: it hears of each transfer, and that there are no more.
  mutating func finish(
    _ session: String, of app: AppIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard let id = kernel.process(of: app)?.identifier else { return }
    report(id, ofTransfersIn: session, &kernel)
    kernel.enqueue(
      .deliver(.urlSessionDidFinishEvents, [.string(session)], .R105, nil), for: id, cause: cause)
  }

  /// What a force quit does to the sessions: on iOS 7 they go, later their transfers fail (R106).
  mutating func endTransfers(of app: AppIdentifier, _ kernel: inout Kernel) {
    for event in events(of: app) { kernel.cancel(event) }
    for url in urls(of: app) {
      kernel.record(
        .assertion(.transferCancelled), app: app, rule: .R106, cause: kernel.cause,
        details: .text(url))
    }
    for transfer in table(of: app).identifiers {
      if kernel.has(.sessionsOutliveForceQuit) {
        transfers[app].table.change(transfer) { $0.progress = .done(error: .cancelled) }
      } else {
        transfers[app].table.remove(transfer)
      }
    }
  }

  /// An app that the user opens again hears of what ended while it was gone (R106).
  mutating func reportEndedTransfers(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    let table = table(of: id.app)
    var sessions: [String] = []
    for identifier in table.identifiers {
      guard let transfer = table[identifier], transfer.isDone,
        !sessions.contains(transfer.session)
      else { continue }
      sessions.append(transfer.session)
    }
    for session in sessions { report(id, ofTransfersIn: session, &kernel) }
  }
}

extension Kernel {
  /// The main thread reaches the closure of a transfer that is over.
  mutating func completeTransfer(
    _ callback: CallbackIdentifier, _ arguments: [ScriptValue], of id: ProcessIdentifier,
    cause: Cause?
  ) -> Delivery {
    begin(id, record(.callback(.backgroundWork), of: id, rule: .R105, cause: cause))
    return .callback(callback, arguments: arguments, isLast: true)
  }
}

// MARK: - Identity

extension URLTransfers {
  /// Combines the transfers of an app; when a running one is over is in the device's queue.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    let table = table(of: app)
    walk.combine(each: table) { walk, transfer in
      walk.combine(transfer.session)
      walk.combine(transfer.url)
      walk.combine(callback: transfer.callback)
      switch transfer.progress {
      case .running: walk.combine(0)
      case .held(let remaining):
        walk.combine(1)
        walk.combine(stopped: remaining)
      case .done(let error):
        walk.combine(error == nil ? 2 : 3)
        walk.combine(error?.rawValue ?? "")
      }
      walk.combine(transfer.isHeldByApp)
    }
  }

  /// The identifiers of an app's transfers, in their order.
  func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    walk.number(table(of: app).identifiers, as: .transfer)
  }
}

// MARK: - For app code

/// What an app asks of URL sessions.
extension AppContext {
  /// Begins a transfer in a background URL session.
  ///
  /// - Parameters:
  ///   - url: What is loaded.
  ///   - session: The identifier of the session.
  ///   - span: How long the transfer takes; not negative.
  ///   - callback: Delivered once when the transfer is over, if the process still lives. It ends
  ///     with that delivery, when the transfer is cancelled, and with the process.
  /// - Returns: The transfer, by which it can be held and cancelled.
  /// - Throws: `DeviceAPIError` for a span out of range, or when the process has ended;
  ///   `exception` before iOS 7.
  package func beginTransfer(
    of url: String, in session: String, for span: TimeSpan, callback: CallbackIdentifier
  ) throws(DeviceAPIError) -> TransferIdentifier {
    try ask { parts, kernel throws(DeviceAPIError) in
      try parts.services.transfers.begin(
        of: url, in: session, for: span, callback: callback, by: process,
        hasNetwork: parts.isNetworkAvailable, &kernel)
    }
  }

  /// Ends a transfer before it is over; the callback that it frees is returned, nil if it was over.
  package func cancelTransfer(_ transfer: TransferIdentifier) -> CallbackIdentifier? {
    ask { parts, kernel in parts.services.transfers.cancel(transfer, of: process.app, &kernel) }
  }

  /// Holds a transfer; without effect on one that is held or over.
  package func suspend(_ transfer: TransferIdentifier) {
    ask { parts, kernel in parts.services.transfers.hold(transfer, of: process.app, &kernel) }
  }

  /// Lets a held transfer continue; without effect on one that runs or is over.
  package func resume(_ transfer: TransferIdentifier) {
    ask { parts, kernel in
      parts.services.transfers.run(
        transfer, of: process.app, hasNetwork: parts.isNetworkAvailable, &kernel)
    }
  }
}
