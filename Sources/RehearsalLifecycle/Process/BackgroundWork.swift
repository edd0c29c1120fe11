// Work on background threads and downloads inside the process: they continue while the process runs,
// stand still while it is suspended, and call back on the main thread. They keep nothing running.

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
}

/// What a transfer can end with.
enum TransferError: String, Hashable, Sendable {
  case cancelled, failed, notConnected, connectionLost

  /// The error as apps are told of it; that of a force quit is the text of the earlier rule (R106).
  var value: ScriptValue { self == .cancelled ? .string(rawValue) : .symbol(rawValue) }
}

/// Work beside the main thread that continues while the process runs.
struct BackgroundWork: SlotElement {
  enum Progress: Sendable {
    case running(EventIdentifier, until: VirtualTime)
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
  /// Whether the app itself holds it.
  fileprivate(set) var isHeldByApp = false
  /// What a download has failed with; nil for any other work.
  fileprivate(set) var error: TransferError?

  /// What the callback is given: a download's data and error, one of them nil.
  fileprivate var arguments: [ScriptValue] {
    guard case .download(let url) = kind else { return [] }
    return error.map { [.nil, $0.value] } ?? [.string(url), .nil]
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

  /// Stops running work; its event is returned, nil where it does not run.
  mutating func stop(_ work: BackgroundWorkIdentifier, at now: VirtualTime) -> EventIdentifier? {
    guard case .running(let event, let end)? = table[work]?.progress else { return nil }
    table.change(work) { $0.progress = .stopped(remaining: end.span(since: now)) }
    return event
  }

  /// A download fails; whether there was one to fail.
  mutating func fail(_ work: BackgroundWorkIdentifier, with error: TransferError) -> Bool {
    guard let found = table[work], !found.isDone, case .download = found.kind else { return false }
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
    guard let remaining = remainder ?? nil else { return }
    let end = now.after(remaining)
    let event = schedule(.workDone(id, work), at: end)
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

  mutating func restartWorks(of id: ProcessIdentifier) {
    guard let works = process(id)?.works, works.count > 0 else { return }
    for work in works.table.identifiers { startWork(work, of: id) }
  }

  mutating func workIsDone(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    guard let done = change(id, { $0.changeWorks { $0.finish(work) } }) ?? nil else { return }
    emit(.reviewProcessorUse(id))
    enqueue(.completeWork(work), for: id, cause: done.cause)
  }

  /// Ends every download with an error.
  mutating func failDownloads(with error: TransferError, cause: Cause?) {
    for process in livingProcesses where process.works.count > 0 {
      let works = process.works.table
      for work in works.identifiers {
        guard case .download? = works[work]?.kind else { continue }
        fail(work, of: process.identifier, with: error, cause: cause)
      }
    }
  }

  /// Ends the download of a URL with an error; whether there was one.
  mutating func failDownload(
    of url: String, in id: ProcessIdentifier, with error: TransferError, cause: Cause?
  ) -> Bool {
    let works = process(id)?.works.table
    let found = works?.identifiers.first { work in
      works?[work].map { $0.kind == .download(url: url) && !$0.isDone } ?? false
    }
    guard let found else { return false }
    fail(found, of: id, with: error, cause: cause)
    return true
  }

  /// Ends a download that is not done with an error.
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
  ///   - span: How much running time it takes; not negative.
  ///   - callback: Delivered once when the work is done. It ends with that delivery, when the
  ///     work is cancelled, and with the process.
  /// - Returns: The work, by which it can be held and cancelled.
  /// - Throws: `DeviceAPIError` for a span out of range, or when the process has ended.
  /// - Complexity: O(log n) in the number of scheduled events
  package func beginBackgroundWork(
    _ kind: BackgroundWorkKind, for span: TimeSpan, callback: CallbackIdentifier
  ) throws(DeviceAPIError) -> BackgroundWorkIdentifier {
    try ask { parts, kernel throws(DeviceAPIError) in
      guard span >= .zero else { throw .negativeSpan }
      _ = try kernel.moment(after: span)
      let work = BackgroundWork(
        kind: kind, callback: callback, cause: kernel.cause, progress: .stopped(remaining: span))
      guard let identifier = kernel.change(process, { $0.changeWorks { $0.insert(work) } })
      else { throw .processEnded }
      if case .download(let url) = kind, !parts.isNetworkAvailable {
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
