// Work on background threads, downloads and web sockets inside the process: they continue while the
// process runs, stand still while it is suspended, and call back on the main thread. They keep nothing
// running, and what uses the network loses its connection with the suspension (R190).

import RehearsalValues

/// Names a piece of background work of a process.
public struct BackgroundWorkIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }
}

/// What a process does beside its main thread.
package enum BackgroundWorkKind: Hashable, Sendable {
  /// Computing, with a share of one processor between 0 and 1.
  case perform(cpu: Double)
  /// A download inside the process, by its URL.
  case download(url: String)
  /// A web socket, by its URL, which is open until its connection is lost or the app closes it.
  case webSocket(url: String)
  /// A request on its way to the task scheduler, by what is answered.
  case submission(SubmissionResult)

  /// The URL of what uses the network; nil for other work.
  var url: String? {
    switch self {
    case .perform, .submission: nil
    case .download(let url), .webSocket(let url): url
    }
  }
}

/// What a transfer can end with.
enum TransferError: String, Hashable, Sendable {
  case cancelled, failed, notConnected, connectionLost, timedOut

  /// The error as apps are told of it; that of a force quit is the text of the earlier rule (R106).
  var value: ScriptValue { self == .cancelled ? .string(rawValue) : .symbol(rawValue) }
}

/// Work beside the main thread that continues while the process runs.
struct BackgroundWork: SlotElement {
  enum Progress: Sendable {
    case running(EventIdentifier, until: VirtualTime)
    /// A web socket that is open.
    case open
    /// Held by the app or by suspension.
    case stopped(remaining: TimeSpan)
    /// Done; the callback waits in the queue of the main thread.
    case done
  }

  let kind: BackgroundWorkKind
  let callback: CallbackIdentifier
  /// The record under which it was begun.
  let cause: Cause?
  fileprivate(set) var progress: Progress
  /// When the request gives up, whatever it waits for; nil where it waits for ever.
  let timeout: VirtualTime?
  /// Whether the app itself holds it.
  fileprivate(set) var isHeldByApp = false
  /// Whether its connection went while the process was suspended (R190).
  fileprivate(set) var hasLostConnection = false
  /// What a download has failed with; nil for any other work.
  fileprivate(set) var error: TransferError?

  fileprivate init(
    _ kind: BackgroundWorkKind, for span: TimeSpan, timeout: VirtualTime?,
    callback: CallbackIdentifier, cause: Cause?
  ) {
    self.kind = kind
    self.timeout = timeout
    self.callback = callback
    self.cause = cause
    progress = .stopped(remaining: span)
  }

  /// What the callback is given: a download's data and error, one of them nil, the error of a web
  /// socket, or why a request was not taken.
  fileprivate var arguments: [ScriptValue] {
    switch kind {
    case .perform: []
    case .download(let url): error.map { [.nil, $0.value] } ?? [.string(url), .nil]
    case .webSocket: [error?.value ?? .nil]
    case .submission(let result): [result == .submitted ? .nil : .symbol(result.rawValue)]
    }
  }

  fileprivate var isDone: Bool { if case .done = progress { true } else { false } }

  /// The share of a processor that it uses at this moment.
  fileprivate var share: Double {
    if case .running = progress, case .perform(let share) = kind { share } else { 0 }
  }
}

/// The works of a process.
struct BackgroundWorks: Sendable {
  private(set) var table = SlotTable<BackgroundWorkIdentifier, BackgroundWork>()

  var count: Int { table.count }

  /// How many processors the works use at this moment.
  var processorShare: Double {
    table.identifiers.reduce(0) { $0 + (table[$1]?.share ?? 0) }
  }

  /// The events of the device's queue that belong to them.
  var events: [EventIdentifier] {
    table.identifiers.compactMap { work in
      if case .running(let event, _)? = table[work]?.progress { event } else { nil }
    }
  }

  mutating func insert(_ work: BackgroundWork) -> BackgroundWorkIdentifier { table.insert(work) }

  mutating func remove(_ work: BackgroundWorkIdentifier) -> BackgroundWork? { table.remove(work) }

  mutating func setHeldByApp(_ isHeld: Bool, _ work: BackgroundWorkIdentifier) {
    table.change(work) { $0.isHeldByApp = isHeld }
  }

  /// The time that stopped work still needs, if nothing holds it.
  func remainder(of work: BackgroundWorkIdentifier) -> TimeSpan? {
    guard let found = table[work], !found.isHeldByApp,
      case .stopped(let remaining) = found.progress
    else { return nil }
    return remaining
  }

  mutating func run(
    _ work: BackgroundWorkIdentifier, _ event: EventIdentifier, until end: VirtualTime
  ) {
    table.change(work) { $0.progress = .running(event, until: end) }
  }

  /// A web socket is open.
  mutating func open(_ work: BackgroundWorkIdentifier) {
    table.change(work) { $0.progress = .open }
  }

  /// Stops running work; its event is returned, nil where it has none.
  mutating func stop(_ work: BackgroundWorkIdentifier, at now: VirtualTime) -> EventIdentifier? {
    switch table[work]?.progress {
    case .running(let event, let end)?:
      table.change(work) { $0.progress = .stopped(remaining: end.span(since: now)) }
      return event
    case .open?:
      table.change(work) { $0.progress = .stopped(remaining: .zero) }
      return nil
    case .stopped?, .done?, nil: return nil
    }
  }

  /// What uses the network and has a connection to lose.
  var connected: [BackgroundWorkIdentifier] {
    table.identifiers.filter { work in
      table[work].map { $0.kind.url != nil && !$0.isDone && !$0.hasLostConnection } ?? false
    }
  }

  mutating func loseConnection(of work: BackgroundWorkIdentifier) {
    table.change(work) { $0.hasLostConnection = true }
  }

  /// What uses the network fails; whether there was something to fail.
  mutating func fail(_ work: BackgroundWorkIdentifier, with error: TransferError) -> Bool {
    guard let found = table[work], !found.isDone, found.kind.url != nil else { return false }
    table.change(work) {
      $0.progress = .done
      $0.error = error
    }
    return true
  }

  /// Work has ended; returns whether it was still there.
  mutating func finish(_ work: BackgroundWorkIdentifier) -> BackgroundWork? {
    table.change(work) { work in
      work.progress = .done
      return work
    }
  }
}

// MARK: - On the device

extension Kernel {
  mutating func startWork(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    let remainder = read(id) { $0.isSuspended ? nil : $0.works.remainder(of: work) }
    guard let remaining = remainder ?? nil,
      let found = read(id, { $0.works.table[work] }) ?? nil
    else { return }
    if case .webSocket = found.kind {
      change(id) { $0.changeWorks { $0.open(work) } }
      return
    }
    let end = now.after(remaining)
    // A request whose connection is gone gets nothing more, and only its own timeout ends it.
    let due = found.hasLostConnection ? found.timeout : min(end, found.timeout ?? end)
    guard let due else { return }
    let event = schedule(.workDone(id, work), at: max(now, due))
    change(id) { $0.changeWorks { $0.run(work, event, until: end) } }
    emit(.reviewProcessorUse(id))
  }

  mutating func stopWork(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    let now = now
    let event = change(id) { $0.changeWorks { $0.stop(work, at: now) } }
    guard let event = event ?? nil else { return }
    cancel(event)
    emit(.reviewProcessorUse(id))
  }

  mutating func stopWorks(of id: ProcessIdentifier) {
    guard let works = process(id)?.works, works.count > 0 else { return }
    for work in works.table.identifiers { stopWork(work, of: id) }
  }

  /// The process runs again: its works continue, and what lost its connection meanwhile fails (R190).
  mutating func restartWorks(
    of id: ProcessIdentifier, suspendedSince suspended: VirtualTime, cause: Cause?
  ) {
    guard let works = process(id)?.works, works.count > 0 else { return }
    if has(.connectionsEndAtSuspension), now.span(since: suspended) >= span(of: .socketGrace) {
      loseConnections(of: id, cause: cause)
    }
    for work in works.table.identifiers {
      guard let found = read(id, { $0.works.table[work] }) ?? nil, found.kind.url != nil,
        !found.isDone
      else {
        startWork(work, of: id)
        continue
      }
      if let timeout = found.timeout, timeout <= now {
        fail(work, of: id, with: .timedOut, cause: cause)
      } else if found.hasLostConnection, !has(.frozenTransfers) {
        fail(work, of: id, with: .connectionLost, cause: cause)
      } else {
        startWork(work, of: id)
      }
    }
  }

  // MARK: - Connections

  /// The connections of a process that does not run are gone (R190).
  mutating func loseConnections(of id: ProcessIdentifier, cause: Cause?) {
    for work in read(id, { $0.works.connected }) ?? [] {
      guard let found = read(id, { $0.works.table[work] }) ?? nil, let url = found.kind.url
      else { continue }
      change(id) { $0.changeWorks { $0.loseConnection(of: work) } }
      record(
        .assertion(.connectionLost), of: id, rule: .R190, cause: cause ?? found.cause,
        details: .text(url))
    }
  }

  /// The connections of a process that is about to be suspended go at once, on systems that wait for
  /// nothing; on earlier ones the lock of the screen takes them.
  mutating func loseConnectionsAtSuspension(of id: ProcessIdentifier, isLocked: Bool) {
    let isDue = has(.connectionsEndAtSuspension) ? span(of: .socketGrace) == .zero : isLocked
    if isDue { loseConnections(of: id, cause: cause) }
  }

  /// On earlier systems the lock of the screen takes the connections of suspended processes.
  mutating func loseConnectionsAtLock(cause: Cause?) {
    guard !has(.connectionsEndAtSuspension) else { return }
    for process in livingProcesses where process.isSuspended && process.works.count > 0 {
      loseConnections(of: process.identifier, cause: cause)
    }
  }

  mutating func workIsDone(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    if let found = read(id, { $0.works.table[work] }) ?? nil, let timeout = found.timeout,
      timeout <= now, case .running(_, let end) = found.progress,
      end > now || found.hasLostConnection
    {
      return fail(work, of: id, with: .timedOut, cause: found.cause)
    }
    guard let done = change(id, { $0.changeWorks { $0.finish(work) } }) ?? nil else { return }
    emit(.reviewProcessorUse(id))
    enqueue(.completeWork(work), for: id, cause: done.cause)
  }

  /// Ends every download and every web socket with an error.
  mutating func failDownloads(with error: TransferError, cause: Cause?) {
    for process in livingProcesses where process.works.count > 0 {
      let works = process.works.table
      for work in works.identifiers where works[work]?.kind.url != nil {
        fail(work, of: process.identifier, with: error, cause: cause)
      }
    }
  }

  /// Ends the download or the web socket of a URL with an error; whether there was one.
  mutating func failDownload(
    of url: String, in id: ProcessIdentifier, with error: TransferError, cause: Cause?
  ) -> Bool {
    let works = process(id)?.works.table
    let found = works?.identifiers.first { work in
      works?[work].map { $0.kind.url == url && !$0.isDone } ?? false
    }
    guard let found else { return false }
    fail(found, of: id, with: error, cause: cause)
    return true
  }

  /// Ends what uses the network and is not done with an error.
  private mutating func fail(
    _ work: BackgroundWorkIdentifier, of id: ProcessIdentifier, with error: TransferError,
    cause: Cause?
  ) {
    stopWork(work, of: id)
    guard change(id, { $0.changeWorks { $0.fail(work, with: error) } }) == true else { return }
    enqueue(.completeWork(work), for: id, cause: cause)
  }

  /// The main thread reaches the callback of work that is done.
  mutating func complete(
    _ work: BackgroundWorkIdentifier, of id: ProcessIdentifier
  ) -> Delivery? {
    guard let done = change(id, { $0.changeWorks { $0.remove(work) } }) ?? nil else { return nil }
    begin(id, record(.callback(.backgroundWork), of: id, cause: done.cause))
    return .callback(done.callback, arguments: done.arguments, isLast: true)
  }
}

// MARK: - For app code

/// What an app asks of work beside the main thread.
extension AppContext {
  /// Begins work beside the main thread.
  ///
  /// - Parameters:
  ///   - kind: What is done.
  ///   - span: How much running time it takes; not negative, and of no meaning to a web socket.
  ///   - timeout: After what time a download gives up, whether the process runs or not; nil for
  ///     never.
  ///   - callback: Delivered once when the work is done. It ends with that delivery, when the
  ///     work is cancelled, and with the process.
  /// - Returns: The work, by which it can be held and cancelled.
  /// - Throws: `DeviceAPIError` for a span out of range, or when the process has ended.
  /// - Complexity: O(log n) in the number of scheduled events
  package func beginBackgroundWork(
    _ kind: BackgroundWorkKind, for span: TimeSpan, timeout: TimeSpan? = nil,
    callback: CallbackIdentifier
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    try ask { parts, kernel throws(DeviceAPIError) in
      guard span >= .zero, timeout ?? .zero >= .zero else { throw .negativeSpan }
      _ = try kernel.moment(after: span)
      let limit = timeout
      let deadline: VirtualTime? =
        if let limit { try kernel.moment(after: limit) } else { nil }
      let work = BackgroundWork(
        kind, for: span, timeout: deadline, callback: callback, cause: kernel.cause)
      guard let identifier = kernel.change(process, { $0.changeWorks { $0.insert(work) } })
      else { throw .processEnded }
      if let url = kind.url, !parts.isNetworkAvailable {
        _ = kernel.failDownload(of: url, in: process, with: .notConnected, cause: kernel.cause)
      }
      kernel.startWork(identifier, of: process)
      return identifier
    }
  }

  /// Ends work before it is done; the callback that it frees is returned, nil when it was over.
  package func cancelBackgroundWork(_ work: BackgroundWorkIdentifier) -> CallbackIdentifier? {
    ask { _, kernel in
      guard let removed = kernel.change(process, { $0.changeWorks { $0.remove(work) } }) ?? nil
      else { return nil }
      if case .running(let event, _) = removed.progress {
        kernel.cancel(event)
        kernel.emit(.reviewProcessorUse(process))
      }
      return removed.callback
    }
  }

  /// Holds work until the app lets it continue; without effect on work that is held or over.
  package func suspend(_ work: BackgroundWorkIdentifier) {
    ask { _, kernel in
      kernel.change(process) { $0.changeWorks { $0.setHeldByApp(true, work) } }
      kernel.stopWork(work, of: process)
    }
  }

  /// Lets held work continue; without effect on work that runs or is over.
  package func resume(_ work: BackgroundWorkIdentifier) {
    ask { _, kernel in
      kernel.change(process) { $0.changeWorks { $0.setHeldByApp(false, work) } }
      kernel.startWork(work, of: process)
    }
  }
}

/// How the submission of a request went.
public enum SubmissionResult: String, CaseIterable, Hashable, Sendable {
  case submitted, notPermitted, tooManyPending, unavailable
  /// A continued task was to begin at once, and the system is under load.
  case immediateRunIneligible
}
