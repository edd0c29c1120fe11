// Calls over the network (R141): VoIP pushes, which later have to be reported as calls, and the
// keep-alive handler of the years before, called again and again in the background.

import RehearsalValues

/// What apps that take calls have under way.
struct Calls: Sendable {
  /// A keep-alive handler.
  private struct KeepAlive: Sendable {
    let timeout: TimeSpan
    let callback: CallbackIdentifier
    var event: EventIdentifier
  }

  private struct Line: DefaultInitializable {
    /// VoIP pushes that were not reported as calls; it outlives the app's processes.
    var unreported = 0
    /// Whether the push under way was reported.
    var hasReported = false
    /// Whether the push under way need not be reported.
    var isExempt = false
    var keepAlive: KeepAlive?
  }

  private var lines = AppTable<Line>()
  /// The app whose reported call rings or is under way.
  private var caller: AppIdentifier?

  /// The sources say only that repeated failures stop the pushes; the third one does here.
  private static var toleratedUnreportedCalls: Int { 3 }

  // MARK: - Pushes

  /// A VoIP push arrives; it wakes the app at once.
  mutating func push(
    _ payload: ScriptValue, to app: AppIdentifier, gates: WakeUpGates, cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.voipPushes) else { return .noVoIPPushInVersion }
    guard kernel.description(of: app).hasBackgroundMode(.voip) else { return .noVoIPMode }
    let isInFront = kernel.process(of: app).map { $0.targetState != .background } ?? false
    let isStopped =
      (lines.read(app) { $0.unreported } ?? 0) >= Self.toleratedUnreportedCalls
      && !(isInFront && kernel.has(.stoppedPushesInFront))
    if isStopped { return .voipPushesStopped }
    if let refusal = gates.refusal(of: .voip) { return refusal }
    lines[app].hasReported = false
    lines[app].isExempt = isInFront || caller == app
    var argument = payload
    if kernel.has(.pushesTellOfReporting), case .map(let entries) = payload {
      argument = .map(
        entries + [.init(.string("mustReport"), .boolean(!lines[app].isExempt))])
    }
    let event = WakeUp.Event(
      message: .didReceiveIncomingPush, arguments: [argument], isAnswered: true)
    kernel.emit(.wake(app, WakeUp(kind: .voip, events: [event]), cause: cause))
    return nil
  }

  fileprivate mutating func report(
    _ caller: String, by id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    lines[id.app].hasReported = true
    lines[id.app].unreported = 0
    self.caller = id.app
    let record = kernel.record(
      .assertion(.callReported), of: id, rule: .R141, cause: kernel.cause, details: .text(caller))
    kernel.emit(.interrupt(.phoneCall, cause: record))
  }

  /// The call that rang or was under way is over.
  mutating func callEnded() { caller = nil }

  /// A VoIP push that is done without a reported call ends the process, unless it came while the app
  /// was in front or a call of its own was under way.
  ///
  /// - Returns: Whether the process goes on.
  mutating func checkReportedCall(
    of id: ProcessIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> Bool {
    guard kernel.has(.callsMustBeReported),
      lines.read(id.app, { $0.hasReported || $0.isExempt }) != true
    else { return true }
    lines[id.app].unreported += 1
    kernel.emit(
      .end(
        id, .unreportedCall, code: ExitCode.unreportedCall, rule: .R141, cause: cause,
        .callNotReported))
    return false
  }

  // MARK: - Keeping alive

  fileprivate mutating func setKeepAlive(
    _ timeout: TimeSpan, _ callback: CallbackIdentifier, of id: ProcessIdentifier,
    _ kernel: inout Kernel
  ) -> (isSet: Bool, freed: CallbackIdentifier?) {
    guard kernel.isAlive(id), kernel.has(.keepAliveHandlers),
      kernel.description(of: id.app).hasBackgroundMode(.voip),
      timeout >= kernel.span(of: .keepAliveTimeout)
    else { return (false, callback) }
    let old = lines[id.app].keepAlive
    kernel.cancel(old?.event)
    let event = kernel.schedule(.keepAliveIsDue(id), at: kernel.now.after(timeout))
    lines[id.app].keepAlive = KeepAlive(timeout: timeout, callback: callback, event: event)
    return (true, old?.callback)
  }

  /// The time of the handler has come; in the foreground it is not called.
  mutating func keepAliveIsDue(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard let keepAlive = lines.read(id.app, { $0.keepAlive }) ?? nil else { return }
    lines[id.app].keepAlive?.event = kernel.schedule(
      .keepAliveIsDue(id), at: kernel.now.after(keepAlive.timeout))
    guard kernel.read(id, { $0.targetState == .background && $0.ending == nil }) == true else {
      return
    }
    let record = kernel.record(.assertion(.keepAlive), of: id, rule: .R141, cause: nil)
    kernel.emit(.wake(id.app, WakeUp(kind: .keepAlive, events: []), cause: record))
  }

  /// The main thread comes to the handler.
  func callKeepAlive(
    of id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) -> Delivery? {
    guard let keepAlive = lines.read(id.app, { $0.keepAlive }) ?? nil else { return nil }
    kernel.begin(id, kernel.record(.callback(.keepAlive), of: id, rule: .R141, cause: cause))
    return .callback(keepAlive.callback, arguments: [], isLast: false)
  }

  // MARK: - Keeping house

  /// The events of the device's queue that belong to an app's process.
  func events(of app: AppIdentifier) -> [EventIdentifier] {
    (lines.read(app) { $0.keepAlive?.event } ?? nil).map { [$0] } ?? []
  }

  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !lines.isEmpty(id.app) else { return }
    kernel.cancel(lines[id.app].keepAlive?.event)
    lines[id.app].keepAlive = nil
    lines[id.app].hasReported = false
    lines[id.app].isExempt = false
  }

  mutating func appWasRemoved(_ app: AppIdentifier) {
    lines.remove(app)
    if caller == app { caller = nil }
  }

  /// Combines what an app has under way; when its handler is due stands in the queue.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    walk.combine(caller == app)
    guard !lines.isEmpty(app) else { return walk.combine(false) }
    let line = lines[app]
    walk.combine(line.isExempt)
    walk.combine(true)
    walk.combine(line.unreported)
    walk.combine(line.hasReported)
    walk.combine(callback: line.keepAlive?.callback)
    walk.combine(Int(line.keepAlive?.timeout.nanoseconds ?? 0))
  }
}

// MARK: - For app code

/// What an app asks of calls.
package protocol CallRequests: AppRequests {}

extension CallRequests {
  /// Reports an incoming call to the system, which shows it.
  ///
  /// - Parameter caller: Who calls, for people.
  package func reportNewIncomingCall(from caller: String) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.calls.report(caller, by: process, &kernel)
    }
  }

  /// Sets the handler that keeps a VoIP app's connection alive.
  ///
  /// - Parameters:
  ///   - timeout: From call to call, at least 600 seconds.
  ///   - callback: Delivered again and again in the background. It dies with the process, or when
  ///     another takes its place.
  /// - Returns: Whether it is set, and the callback that is never called after this.
  package func setKeepAliveTimeout(
    _ timeout: TimeSpan, callback: CallbackIdentifier
  ) -> (isSet: Bool, freed: CallbackIdentifier?) {
    ask { parts, kernel in
      parts.calls.setKeepAlive(timeout, callback, of: process, &kernel)
    }
  }
}
