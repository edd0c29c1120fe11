// Calls over the network: VoIP pushes, each of which later has to be reported as a call before the
// app's method for it returns (R141), what the system tells an app about the call that it reported
// (R153), and the keep-alive handler of the years before, called again and again in the background.

import RehearsalValues

/// Names a call that a process reported.
public struct CallIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }
}

/// A call that a process reported.
private struct ReportedCall: SlotElement {
  /// How far it has come.
  enum Phase: CaseIterable {
    case ringing
    /// The user has answered, and the app has not carried that out.
    case answering
    case underWay, over
  }

  let caller: String
  var phase = Phase.ringing
  /// When an answer that was not carried out ends the call.
  var deadline: EventIdentifier?
}

/// A VoIP push, until the app's method for it has returned.
private struct PendingPush: Sendable {
  /// Whether a call was reported since the push came, or need not be.
  var isSettled: Bool
  /// When the system looks for the call by itself; nil where none is missing.
  var check: EventIdentifier?
}

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
    /// The pushes whose methods have not returned, in the order of their arrival.
    var pushes: [PendingPush] = []
    /// What the process has reported: the call that is not over, and the last that is.
    var reported = SlotTable<CallIdentifier, ReportedCall>()
    var keepAlive: KeepAlive?
  }

  private var lines = AppTable<Line>()
  /// The call of an app that rings or is under way; there is one at a time.
  private var current: (process: ProcessIdentifier, call: CallIdentifier)?

  /// The sources say only that repeated failures stop the pushes; the third one does here.
  private static var toleratedUnreportedCalls: Int { 3 }

  // MARK: - Pushes

  /// A VoIP push arrives; it wakes the app at once.
  mutating func push(
    _ payload: ScriptValue, to app: AppIdentifier, conditions: WakeUpConditions, cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard kernel.has(.voipPushes) else { return .noVoIPPushInVersion }
    guard kernel.description(of: app).hasBackgroundMode(.voip) else { return .noVoIPMode }
    let isInFront = kernel.process(of: app).map { $0.targetState != .background } ?? false
    let isStopped =
      (lines.read(app) { $0.unreported } ?? 0) >= Self.toleratedUnreportedCalls
      && !(isInFront && kernel.has(.stoppedPushesInFront))
    if isStopped { return .voipPushesStopped }
    if let refusal = conditions.refusal(of: .voip) { return refusal }
    let mustReport =
      kernel.has(.callsMustBeReported) && !isInFront && current?.process.app != app
    var check: EventIdentifier?
    if mustReport, !kernel.traits.profile.hasDebugger {
      let due = kernel.now.after(kernel.span(of: .callReport))
      check = kernel.schedule(.callReportIsDue(app), at: due)
    }
    lines[app].pushes.append(PendingPush(isSettled: !mustReport, check: check))
    let tells =
      kernel.has(.pushesTellOfReporting) && kernel.handles(.didReceiveIncomingVoIPPush, app)
    let metadata = ScriptValue.map(named: [("mustReport", .boolean(mustReport))])
    let event =
      tells
      ? WakeUp.Event(
        message: .didReceiveIncomingVoIPPush, arguments: [payload, metadata], isAnswered: true)
      : WakeUp.Event(
        message: .didReceiveIncomingPush, arguments: [payload], isAnswered: true)
    kernel.emit(.wake(app, WakeUp(kind: .voip, events: [event]), cause: cause))
    return nil
  }

  /// An app reports a call, which rings unless another one does or is under way.
  fileprivate mutating func report(
    _ caller: String, by id: ProcessIdentifier, besides hasCall: Bool, _ kernel: inout Kernel
  ) -> CallIdentifier? {
    lines[id.app].unreported = 0
    for push in lines[id.app].pushes.indices {
      lines[id.app].pushes[push].isSettled = true
      kernel.cancel(lines[id.app].pushes[push].check)
      lines[id.app].pushes[push].check = nil
    }
    let record = kernel.record(
      .assertion(.callReported), of: id, rule: .R141, cause: kernel.cause, details: .text(caller))
    guard kernel.has(.reportedCalls), !hasCall, current == nil else {
      let reason: RefusalReason =
        kernel.has(.reportedCalls) ? .callUnderWay : .noReportedCalls
      kernel.record(
        .refusal(reason), of: id, rule: reason.rule, cause: record, details: .refusal(.none))
      return nil
    }
    for old in lines[id.app].reported.identifiers { lines[id.app].reported.remove(old) }
    let call = lines[id.app].reported.insert(ReportedCall(caller: caller))
    current = (id, call)
    kernel.emit(.ring(id.app, cause: record))
    return call
  }

  /// The app's method for a VoIP push has returned: without a reported call that is an exception,
  /// unless the push came while the app was in front or has a call of its own.
  mutating func methodHasReturned(
    to id: ProcessIdentifier, cause: Cause?, _ kernel: inout Kernel
  ) {
    guard lines.read(id.app, { !$0.pushes.isEmpty }) == true else { return }
    let push = lines[id.app].pushes.removeFirst()
    kernel.cancel(push.check)
    guard !push.isSettled, current?.process != id else { return }
    lines[id.app].unreported += 1
    kernel.emit(.end(id, .unreportedCall, rule: .R141, cause: cause, .callNotReported))
  }

  /// The system looks by itself for the call of a push, whose app has no method for it or is still
  /// in it, and ends the process.
  mutating func reportIsDue(of app: AppIdentifier, _ kernel: inout Kernel) {
    guard let id = kernel.process(of: app)?.identifier else { return }
    lines[app].unreported += 1
    let span = kernel.span(of: .callReport)
    kernel.emit(
      .end(
        id, .unreportedCall, code: ExitCode.unreportedCall, rule: .R141, cause: nil,
        .callNotReportedInTime(span), budget: .callReport))
  }

  // MARK: - Reported calls

  /// Who calls; nil for a call that is gone.
  fileprivate func caller(of call: CallIdentifier, in id: ProcessIdentifier) -> String? {
    lines.read(id.app) { $0.reported[call]?.caller } ?? nil
  }

  /// Whether a call of the app's own is under way.
  func isUnderWay(of app: AppIdentifier) -> Bool {
    guard let current, current.process.app == app else { return false }
    return phase(of: current.call, in: app) == .underWay
  }

  private func phase(
    of call: CallIdentifier, in app: AppIdentifier
  ) -> ReportedCall.Phase? { lines.read(app) { $0.reported[call]?.phase } ?? nil }

  /// The user answers: the app has to carry that out, and runs for it.
  mutating func answer(cause: Cause?, _ kernel: inout Kernel) {
    guard let (id, call) = current, phase(of: call, in: id.app) == .ringing else { return }
    let deadline = kernel.schedule(
      .callActionIsOver(id), at: kernel.now.after(kernel.span(of: .callAction)))
    lines[id.app].reported.change(call) {
      $0.phase = .answering
      $0.deadline = deadline
    }
    kernel.emit(.resume(id, rule: .R153, cause: cause))
    kernel.emit(.hold(.call, true, id, cause: cause))
    tell(.performAnswerCall, call, id, cause: cause, &kernel)
  }

  private func tell(
    _ message: Message, _ call: CallIdentifier?, _ id: ProcessIdentifier, cause: Cause?,
    _ kernel: inout Kernel
  ) {
    let arguments = call.map { [HandleKind.call.value($0)] } ?? []
    kernel.emit(.queue(.send(message, arguments, .R153), id, cause: cause))
  }

  /// The app has carried out the user's answer.
  fileprivate mutating func fulfill(
    _ call: CallIdentifier, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard isCurrent(call, of: id), phase(of: call, in: id.app) == .answering else { return }
    cancelDeadline(of: call, in: id.app, &kernel)
    lines[id.app].reported.change(call) { $0.phase = .underWay }
    tell(.didActivateAudioSession, nil, id, cause: kernel.cause, &kernel)
    kernel.emit(.connectCall(id.app, cause: kernel.cause))
  }

  /// The app cannot carry out the user's answer, which ends the call.
  fileprivate mutating func fail(
    _ call: CallIdentifier, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard isCurrent(call, of: id), phase(of: call, in: id.app) == .answering else { return }
    end(telling: [], cause: kernel.cause, &kernel)
    kernel.emit(.endCall(id.app, cause: kernel.cause))
  }

  /// The app ends its call.
  fileprivate mutating func end(
    _ call: CallIdentifier, in id: ProcessIdentifier, _ kernel: inout Kernel
  ) {
    guard isCurrent(call, of: id) else { return }
    let wasUnderWay = phase(of: call, in: id.app) == .underWay
    end(
      telling: wasUnderWay ? [.didDeactivateAudioSession] : [], cause: kernel.cause, &kernel)
    kernel.emit(.endCall(id.app, cause: kernel.cause))
  }

  /// The user declines the call that rings.
  mutating func decline(cause: Cause?, _ kernel: inout Kernel) {
    end(telling: [.performEndCall], cause: cause, &kernel)
  }

  /// The user hangs up.
  mutating func hangUp(cause: Cause?, _ kernel: inout Kernel) {
    end(telling: [.performEndCall, .didDeactivateAudioSession], cause: cause, &kernel)
  }

  /// The app has not carried out the user's answer in time.
  mutating func actionIsOver(of id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard let current, current.process == id else { return }
    lines[id.app].reported.change(current.call) { $0.deadline = nil }
    end(telling: [.timedOutPerforming], cause: nil, &kernel)
    kernel.emit(.endCall(id.app, cause: nil))
  }

  /// The call is over; the app runs until it has heard of it.
  private mutating func end(
    telling messages: [Message], cause: Cause?, _ kernel: inout Kernel
  ) {
    guard let (id, call) = current else { return }
    current = nil
    cancelDeadline(of: call, in: id.app, &kernel)
    lines[id.app].reported.change(call) { $0.phase = .over }
    kernel.emit(.resumeForMessage(id, rule: .R153, cause: cause))
    for message in messages {
      tell(
        message, message == .didDeactivateAudioSession ? nil : call, id, cause: cause, &kernel)
    }
    kernel.emit(.hold(.call, false, id, cause: cause))
    kernel.emit(.queue(.finishBackground, id, cause: cause))
  }

  private func isCurrent(_ call: CallIdentifier, of id: ProcessIdentifier) -> Bool {
    current.map { $0.process == id && $0.call == call } ?? false
  }

  private mutating func cancelDeadline(
    of call: CallIdentifier, in app: AppIdentifier, _ kernel: inout Kernel
  ) {
    let deadline = lines[app].reported.change(call) { call in
      defer { call.deadline = nil }
      return call.deadline
    }
    kernel.cancel(deadline ?? nil)
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

  /// The main thread reaches the handler.
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
    guard !lines.isEmpty(app) else { return [] }
    let line = lines[app]
    let deadlines = line.reported.identifiers.map { line.reported[$0]?.deadline }
    let checks = line.pushes.map(\.check)
    return (deadlines + checks + [line.keepAlive?.event]).compactMap { $0 }
  }

  mutating func processEnded(_ id: ProcessIdentifier, _ kernel: inout Kernel) {
    guard !lines.isEmpty(id.app) else { return }
    for event in events(of: id.app) { kernel.cancel(event) }
    lines[id.app].keepAlive = nil
    lines[id.app].pushes = []
    lines[id.app].reported = SlotTable()
    // The next process hears nothing of the call (R153).
    if current?.process == id {
      current = nil
      kernel.emit(.endCall(id.app, cause: kernel.cause))
    }
  }

  mutating func appWasRemoved(_ app: AppIdentifier, _ kernel: inout Kernel) {
    for event in events(of: app) { kernel.cancel(event) }
    lines.remove(app)
  }

  /// Combines what an app has under way; when its handler is due is in the queue.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !lines.isEmpty(app) else { return walk.combine(false) }
    let line = lines[app]
    walk.combine(true)
    walk.combine(line.unreported)
    walk.combine(each: line.pushes) { walk, push in walk.combine(push.isSettled) }
    walk.combine(callback: line.keepAlive?.callback)
    walk.combine(Int(line.keepAlive?.timeout.nanoseconds ?? 0))
    walk.combine(each: line.reported) { walk, call in
      walk.combine(call.caller)
      walk.combine(call.phase)
    }
    walk.combine(current?.process.app == app)
  }

  /// The calls of an app's process, in their order.
  func number(_ app: AppIdentifier, in walk: inout IdentityWalk) {
    guard !lines.isEmpty(app) else { return }
    walk.number(lines[app].reported.identifiers, as: .call)
  }
}

// MARK: - For app code

/// What an app asks of calls.
extension AppContext {
  /// Reports an incoming call to the system, which shows it, by CallKit or LiveCommunicationKit.
  ///
  /// - Parameter caller: Who calls, for people.
  /// - Returns: The call; nil while another one rings or is under way, and before iOS 10.
  package func reportNewIncomingCall(from caller: String) -> CallIdentifier? {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return nil }
      let hasCall = parts.springBoard.hasCall
      return parts.services.calls.report(caller, by: process, besides: hasCall, &kernel)
    }
  }

  /// A notification service extension hands the payload of a notification on to its app as a VoIP push
  /// (R196).
  ///
  /// - Returns: Whether the app is launched or woken for it.
  package func reportIncomingVoIPPush(_ payload: ScriptValue) -> Bool {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return false }
      let cause = kernel.cause ?? kernel.lastRecord
      guard let app = kernel.apps[process.app.position].container else {
        kernel.record(refusal: .isNoExtension, app: process.app, cause: cause)
        return false
      }
      guard kernel.has(.callsOfExtensions) else {
        kernel.record(refusal: .noCallsOfExtensions, app: process.app, cause: cause)
        return false
      }
      let conditions = parts.wakeUpConditions(for: app, kernel)
      let refusal = parts.services.calls.push(
        payload, to: app, conditions: conditions, cause: cause, &kernel)
      if let refusal { kernel.record(refusal: refusal, app: app, cause: cause) }
      return refusal == nil
    }
  }

  /// Says that the user's answer to a call is carried out; the call is under way then.
  package func fulfill(_ call: CallIdentifier) {
    ask { parts, kernel in parts.services.calls.fulfill(call, in: process, &kernel) }
  }

  /// Says that the user's answer to a call cannot be carried out, which ends the call.
  package func fail(_ call: CallIdentifier) {
    ask { parts, kernel in parts.services.calls.fail(call, in: process, &kernel) }
  }

  /// Ends a call that the process reported; without effect when it is over.
  package func endCall(_ call: CallIdentifier) {
    ask { parts, kernel in parts.services.calls.end(call, in: process, &kernel) }
  }

  /// Who calls; nil for a call that is gone.
  package func caller(of call: CallIdentifier) -> String? {
    read { parts, _ in parts.services.calls.caller(of: call, in: process) }
  }

  /// Sets the handler that keeps a VoIP app's connection alive.
  ///
  /// - Parameters:
  ///   - timeout: From call to call, at least 600 seconds.
  ///   - callback: Delivered again and again in the background. It ends with the process, or when
  ///     another takes its place.
  /// - Returns: Whether it is set, and the callback that is never called after this.
  package func setKeepAliveTimeout(
    _ timeout: TimeSpan, callback: CallbackIdentifier
  ) -> (isSet: Bool, freed: CallbackIdentifier?) {
    ask { parts, kernel in
      parts.services.calls.setKeepAlive(timeout, callback, of: process, &kernel)
    }
  }
}
