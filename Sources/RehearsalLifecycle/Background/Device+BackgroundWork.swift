// Work on background threads and downloads inside the process: they go on while the process runs,
// stand still while it is suspended, and call back on the main thread. They keep nothing running.

extension Device {
  // MARK: - For app code

  /// Begins work beside the main thread.
  ///
  /// - Parameters:
  ///   - kind: What is done.
  ///   - span: How much running time it takes; not negative.
  ///   - callback: Delivered once when the work is done. It dies with that delivery, when the
  ///     work is cancelled, and with the process.
  ///   - id: The calling process.
  /// - Returns: The work, by which it can be held and cancelled.
  /// - Throws: `CallFault` for a span out of range, or when the process has ended.
  /// - Complexity: O(log n) in the number of scheduled events
  package mutating func beginBackgroundWork(
    _ kind: BackgroundWorkKind, for span: TimeSpan, callback: CallbackIdentifier,
    in id: ProcessIdentifier
  ) throws(CallFault) -> BackgroundWorkIdentifier {
    guard span >= .zero else { throw .negativeSpan }
    _ = try moment(after: span)
    let work = BackgroundWork(
      kind: kind, callback: callback, cause: cause, progress: .stopped(remaining: span))
    guard let identifier = change(id, { $0.works.insert(work) }) else { throw .processEnded }
    start(identifier, of: id)
    return identifier
  }

  /// Ends work before it is done; the callback that it frees is returned, nil when it was over.
  @discardableResult
  package mutating func cancelBackgroundWork(
    _ work: BackgroundWorkIdentifier, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    guard let removed = change(id, { $0.works.remove(work) }) ?? nil else { return nil }
    if case .running(let event, _) = removed.progress {
      queue.cancel(event)
      reviewProcessorUse(of: id)
    }
    return removed.callback
  }

  /// Holds work until the app lets it go on; without effect on work that is held or over.
  package mutating func suspendBackgroundWork(
    _ work: BackgroundWorkIdentifier, in id: ProcessIdentifier
  ) {
    change(id) { $0.works.change(work) { $0.isHeldByApp = true } }
    stop(work, of: id)
  }

  /// Lets held work go on; without effect on work that runs or is over.
  package mutating func resumeBackgroundWork(
    _ work: BackgroundWorkIdentifier, in id: ProcessIdentifier
  ) {
    change(id) { $0.works.change(work) { $0.isHeldByApp = false } }
    start(work, of: id)
  }

  // MARK: - Going on

  private mutating func start(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    guard let process = process(id), !process.isSuspended, let found = process.works[work],
      !found.isHeldByApp, case .stopped(let remaining) = found.progress
    else { return }
    let end = now.after(remaining)
    let event = queue.schedule(.workDone(id, work), at: end)
    change(id) { $0.works.change(work) { $0.progress = .running(event, until: end) } }
    if isComputing(found, id) { reviewProcessorUse(of: id) }
  }

  private mutating func stop(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    guard case .running(let event, let end)? = process(id)?.works[work]?.progress else { return }
    queue.cancel(event)
    let remaining = end.span(since: now)
    change(id) { $0.works.change(work) { $0.progress = .stopped(remaining: remaining) } }
    reviewProcessorUse(of: id)
  }

  /// Whether work counts for the use of the processor in the background (R108).
  private func isComputing(_ work: BackgroundWork, _ id: ProcessIdentifier) -> Bool {
    guard case .perform = work.kind else { return false }
    return installations[id.app.position].process?.readable == .background
  }

  mutating func stopWork(of id: ProcessIdentifier) {
    for work in process(id)?.works.identifiers ?? [] { stop(work, of: id) }
  }

  mutating func restartWork(of id: ProcessIdentifier) {
    for work in process(id)?.works.identifiers ?? [] { start(work, of: id) }
  }

  mutating func workIsDone(_ work: BackgroundWorkIdentifier, of id: ProcessIdentifier) {
    let cause = change(id) { process in
      process.works.change(work) { work in
        work.progress = .done
        return work.cause
      }
    }
    guard case .some(.some(let cause)) = cause else { return }
    reviewProcessorUse(of: id)
    enqueue(.complete(work), for: id, cause: cause)
  }

  /// The main thread comes to the callback of work that is done.
  mutating func complete(
    _ work: BackgroundWorkIdentifier, of id: ProcessIdentifier
  ) -> Delivery? {
    guard let done = change(id, { $0.works.remove(work) }) ?? nil else { return nil }
    let index = record(.callback(.backgroundWork), of: id, cause: done.cause)
    begin(id, record: index)
    return .callback(done.callback, arguments: [], isLast: true)
  }
}
