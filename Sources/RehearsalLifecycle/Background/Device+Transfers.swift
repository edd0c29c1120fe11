// Background URL sessions (R105, R106): transfers go on outside the process. A running app hears of
// each as it ends; one that does not run is woken when all of its session are over.

extension Device {
  // MARK: - For app code

  /// Begins a transfer in a background URL session.
  ///
  /// - Parameters:
  ///   - url: What is loaded.
  ///   - session: The identifier of the session.
  ///   - span: How long the transfer takes; not negative.
  ///   - callback: Delivered once when the transfer is over, if the process still lives. It dies
  ///     with that delivery, when the transfer is cancelled, and with the process.
  ///   - id: The calling process.
  /// - Returns: The transfer, by which it can be held and cancelled.
  /// - Throws: `CallFault` for a span out of range, or when the process has ended; `unavailable`
  ///   before iOS 7.
  package mutating func beginTransfer(
    of url: String, in session: String, for span: TimeSpan, callback: CallbackIdentifier,
    in id: ProcessIdentifier
  ) throws(CallFault) -> TransferIdentifier {
    guard isAlive(id) else { throw .processEnded }
    guard span >= .zero else { throw .negativeSpan }
    guard SystemVersionRange.from(7).contains(profile.system) else {
      throw .misuse(.backgroundSessionTooEarly)
    }
    let end = try moment(after: span)
    let transfer = Transfer(
      session: session, url: url, callback: callback, process: id, cause: cause,
      progress: .held(remaining: span))
    let identifier = installations[id.app.position].registrations.value.transfers
      .insert(transfer)
    run(identifier, of: id.app, until: end)
    return identifier
  }

  /// Ends a transfer before it is over; the callback that it frees is returned, nil if it was over.
  @discardableResult
  package mutating func cancelTransfer(
    _ transfer: TransferIdentifier, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    guard let found = transfers(of: id.app)[transfer], !found.isDone else { return nil }
    if case .running(let event, _) = found.progress { queue.cancel(event) }
    installations[id.app.position].registrations.value.transfers.remove(transfer)
    return found.process == id ? found.callback : nil
  }

  /// Holds a transfer; without effect on one that is held or over.
  package mutating func suspendTransfer(
    _ transfer: TransferIdentifier, in id: ProcessIdentifier
  ) {
    guard case .running(let event, let end)? = transfers(of: id.app)[transfer]?.progress else {
      return
    }
    queue.cancel(event)
    change(transfer, of: id.app, to: .held(remaining: end.span(since: now)))
  }

  /// Lets a held transfer go on; without effect on one that runs or is over.
  package mutating func resumeTransfer(
    _ transfer: TransferIdentifier, in id: ProcessIdentifier
  ) {
    guard case .held(let remaining)? = transfers(of: id.app)[transfer]?.progress else { return }
    run(transfer, of: id.app, until: now.after(remaining))
  }

  // MARK: - Going on

  private func transfers(
    of app: AppIdentifier
  ) -> SlotTable<TransferIdentifier, Transfer> {
    installations[app.position].registrations.value.transfers
  }

  private mutating func run(
    _ transfer: TransferIdentifier, of app: AppIdentifier, until end: VirtualTime
  ) {
    let event = queue.schedule(.transferIsDone(app, transfer), at: end)
    change(transfer, of: app, to: .running(event, until: end))
  }

  private mutating func change(
    _ transfer: TransferIdentifier, of app: AppIdentifier, to progress: Transfer.Progress
  ) {
    installations[app.position].registrations.value.transfers.change(transfer) {
      $0.progress = progress
    }
  }

  /// A transfer has come to its end.
  mutating func transferIsDone(_ transfer: TransferIdentifier, of app: AppIdentifier) {
    change(transfer, of: app, to: .done(error: nil))
    guard let done = transfers(of: app)[transfer] else { return }
    cause = done.cause
    if let process = installations[app.position].process, !process.isSuspended {
      guard process.termination == nil else { return }
      tellOfTransfers(of: done.session, to: process.identifier, cause: done.cause)
    } else {
      wakeForSession(done.session, of: app, cause: done.cause)
    }
  }

  /// Tells a running app of the transfers of a session that are over.
  private mutating func tellOfTransfers(
    of session: String, to id: ProcessIdentifier, cause: Int?
  ) {
    for done in takeDone(of: session, id.app) {
      enqueue(
        .deliver(.didCompleteDownload, done.arguments, .R105, nil), for: id, cause: done.cause)
      if done.process == id {
        enqueue(.completeTransfer(done.callback), for: id, cause: done.cause)
      }
    }
  }

  /// The transfers of a session that are over, which are forgotten with this.
  private mutating func takeDone(
    of session: String, _ app: AppIdentifier
  ) -> [Transfer] {
    let table = transfers(of: app)
    return table.identifiers.compactMap { identifier in
      guard let transfer = table[identifier], transfer.session == session, transfer.isDone
      else { return nil }
      installations[app.position].registrations.value.transfers.remove(identifier)
      return transfer
    }
  }

  /// The app is woken when nothing of the session is under way any more (R105).
  private mutating func wakeForSession(_ session: String, of app: AppIdentifier, cause: Int?) {
    let table = transfers(of: app)
    let isUnderWay = table.identifiers.contains {
      table[$0].map { $0.session == session && !$0.isDone } ?? false
    }
    guard !isUnderWay else { return }
    let root = cause ?? max(0, trace.endIndex - 1)
    if let refusal = gate(.backgroundURLSession, for: app) {
      record(
        .refusal(refusal), app: app, rule: refusal.rule, cause: root,
        detail: reason(of: refusal, for: app))
      return
    }
    let event = WakeUp.Event(
      message: .handleEventsForBackgroundURLSession, arguments: [.string(session)],
      isAnswered: true)
    wake(app, for: WakeUp(kind: .backgroundURLSession, events: [event]), cause: root)
    guard let id = installations[app.position].process?.identifier else { return }
    tellOfTransfers(of: session, to: id, cause: root)
    enqueue(
      .deliver(.urlSessionDidFinishEvents, [.string(session)], .R105, nil), for: id, cause: root)
  }

  /// The main thread comes to the closure of a transfer that is over.
  mutating func completeTransfer(
    _ callback: CallbackIdentifier, of id: ProcessIdentifier, cause: Int?
  ) -> Delivery {
    let index = record(.callback(.backgroundWork), of: id, rule: .R105, cause: cause)
    begin(id, record: index)
    return .callback(callback, arguments: [], isLast: true)
  }

  // MARK: - Ends

  /// What a force quit does to the sessions: on iOS 7 they go, later their transfers fail (R106).
  mutating func endTransfers(of app: AppIdentifier, cause: Int) {
    guard !installations[app.position].registrations.isEmpty else { return }
    let table = transfers(of: app)
    for identifier in table.identifiers {
      if case .running(let event, _)? = table[identifier]?.progress { queue.cancel(event) }
      if SystemVersionRange.from(8).contains(profile.system) {
        change(identifier, of: app, to: .done(error: "cancelled"))
      } else {
        installations[app.position].registrations.value.transfers.remove(identifier)
      }
    }
  }

  /// An app that the user opens again hears of what ended while it was gone (R106).
  mutating func tellOfEndedTransfers(_ id: ProcessIdentifier, cause: Int) {
    guard !installations[id.app.position].registrations.isEmpty else { return }
    let table = transfers(of: id.app)
    var sessions: [String] = []
    for identifier in table.identifiers {
      guard let transfer = table[identifier], transfer.isDone,
        !sessions.contains(transfer.session)
      else { continue }
      sessions.append(transfer.session)
    }
    for session in sessions { tellOfTransfers(of: session, to: id, cause: cause) }
  }
}

extension Transfer {
  /// What the app is told of its end.
  fileprivate var arguments: [PlainValue] {
    var problem = PlainValue.none
    if case .done(let error?) = progress { problem = .string(error) }
    return [.string(session), .string(url), problem]
  }
}
