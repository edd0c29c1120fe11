// Calls over the network (R141): VoIP pushes, which from iOS 13 on have to be reported as calls,
// and the keep-alive handler of the years before.

extension Device {
  /// A VoIP push arrives; it wakes the app at once.
  mutating func pushCall(_ payload: PlainValue, to app: AppIdentifier, cause: Int) -> Refusal? {
    let installation = installations[app.position]
    guard SystemVersionRange.from(8).contains(profile.system) else { return .noVoIPPushInVersion }
    guard installation.description.hasBackgroundMode(.voip) else { return .noVoIPMode }
    guard
      (installation.registrations.read(\.unreportedCalls) ?? 0)
        < Self.toleratedUnreportedCalls
    else { return .voipPushesStopped }
    if let refusal = gate(.voip, for: app) { return refusal }
    if let id = installation.process?.identifier {
      change(id) { $0.services.value.hasReportedCall = false }
    }
    let event = WakeUp.Event(
      message: .didReceiveIncomingPush, arguments: [payload], isAnswered: true)
    wake(app, for: WakeUp(kind: .voip, events: [event]), cause: cause)
    return nil
  }

  /// The sources say only that repeated failures stop the pushes; the third one does here.
  private static var toleratedUnreportedCalls: Int { 3 }

  /// The app reports an incoming call to the system, which shows it.
  ///
  /// - Parameters:
  ///   - caller: Who calls, for people.
  ///   - id: The calling process.
  package mutating func reportNewIncomingCall(from caller: String, in id: ProcessIdentifier) {
    guard isAlive(id) else { return }
    change(id) { $0.services.value.hasReportedCall = true }
    installations[id.app.position].registrations.value.unreportedCalls = 0
    let index = record(
      .assertion(.callReported), of: id, rule: .R141, cause: cause, detail: caller)
    _ = interrupt(.phoneCall, cause: index)
  }

  /// A VoIP push that is done without a reported call ends the process, from iOS 13 on.
  ///
  /// - Returns: Whether the process goes on.
  mutating func checkReportedCall(of id: ProcessIdentifier, cause: Int) -> Bool {
    let hasReported = process(id)?.services.value.hasReportedCall ?? false
    guard SystemVersionRange.from(13).contains(profile.system), !hasReported else { return true }
    let isRelaxed = profile.system >= SystemVersion(26, 4)
    guard !isRelaxed else { return true }
    installations[id.app.position].registrations.value.unreportedCalls += 1
    end(
      id, .unreportedCall, code: ExitCode.unreportedCall, rule: .R141, cause: cause,
      detail: "It did not report a call for a VoIP push.")
    return false
  }
}
