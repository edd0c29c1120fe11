// The assertions of processes: each has its beginning and end, a warning before its time is over,
// and the kill of an app that was to say that it is done and did not (R091).

extension Device {
  /// Begins a reason for a process to keep running.
  ///
  /// An answered one warns before its allowance is over and kills a little after it; of one that
  /// is not answered the time just runs out.
  mutating func beginAssertion(
    _ kind: AssertionKind, for allowance: TimeSpan?, isAnswered: Bool, of id: ProcessIdentifier,
    rule: RuleNumber, cause: Int?
  ) -> AssertionIdentifier? {
    guard isAlive(id) else { return nil }
    let index = record(.assertion(.began), of: id, rule: rule, cause: cause, detail: kind.name)
    let assertion = RunningAssertion(
      kind: kind, began: now, allowance: allowance, record: index)
    let identifier = change(id) { $0.services.value.assertions.insert(assertion) }
    guard let identifier else { return nil }
    if let allowance { schedule(identifier, allowance, isAnswered: isAnswered, of: id) }
    reviewRunningTime(of: id)
    return identifier
  }

  private mutating func schedule(
    _ assertion: AssertionIdentifier, _ allowance: TimeSpan, isAnswered: Bool,
    of id: ProcessIdentifier
  ) {
    var warning: EventIdentifier?
    var due = now.after(allowance)
    if isAnswered {
      let early = TimeSpan.zero.saturatingSubtracting(span(of: .assertionWarning))
      warning = queue.schedule(.assertionRunsOut(id, assertion), at: max(now, due.after(early)))
      due = due.after(span(of: .assertionGrace))
    }
    let end = queue.schedule(.assertionIsOver(id, assertion), at: due)
    change(id) {
      $0.services.value.assertions.change(assertion) {
        $0.warning = warning
        $0.end = end
      }
    }
  }

  /// Ends a reason for a process to keep running; without effect when it is over.
  ///
  /// - Returns: The expiration handler that it frees; nil without one.
  @discardableResult
  mutating func endAssertion(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Int?
  ) -> CallbackIdentifier? {
    let found = change(id) { $0.services.value.assertions.remove(assertion) }
    guard case .some(.some(let ended)) = found else { return nil }
    ended.warning.map { _ = queue.cancel($0) }
    ended.end.map { _ = queue.cancel($0) }
    record(
      .assertion(.ended), of: id, rule: ended.kind.rule, cause: cause ?? ended.record,
      detail: ended.kind.name)
    if ended.allowance == nil { restartStay(of: id) }
    reviewRunningTime(of: id)
    return ended.expiration
  }

  /// The clock of the tasks begins when nothing else keeps the process running (R088).
  private mutating func restartStay(of id: ProcessIdentifier) {
    let stay = newStay(.backgroundTasks)
    change(id) { process in
      guard process.stay != nil, !process.hasUnboundedAssertion else { return }
      process.stay = stay
    }
  }

  /// In the foreground no occasion's time runs out; what the app was woken for is still open.
  mutating func dropAllowances(of id: ProcessIdentifier, cause: Int?) {
    guard let services = process(id)?.services, !services.isEmpty else { return }
    let assertions = services.value.assertions
    for identifier in assertions.identifiers {
      guard let assertion = assertions[identifier], assertion.allowance != nil,
        case .wakeUp(let kind) = assertion.kind, !kind.isScheduledTask
      else { continue }
      endAssertion(identifier, of: id, cause: cause)
    }
  }

  // MARK: - Time running out

  /// The warning before the allowance is over; a scheduled task's handler is called (R103).
  mutating func assertionRunsOut(_ assertion: AssertionIdentifier, of id: ProcessIdentifier) {
    let found = change(id) { process in
      process.services.value.assertions.change(assertion) { assertion in
        assertion.warning = nil
        assertion.isWarned = true
        return assertion
      }
    }
    guard case .some(.some(let warned)) = found else { return }
    let left = warned.allowance.map { now.span(since: warned.began.after($0)) } ?? .zero
    let index = record(
      .assertion(.timeIsRunningOut), of: id, rule: .R091, cause: warned.record,
      detail: "\(TimeSpan.zero.saturatingSubtracting(left)) of \(warned.kind.name) are left.")
    guard case .wakeUp(let kind) = warned.kind, kind.isScheduledTask else { return }
    expireScheduledTask(assertion, of: id, cause: index)
  }

  /// The allowance is over: the time ends, or the process that had to answer does.
  mutating func assertionIsOver(_ assertion: AssertionIdentifier, of id: ProcessIdentifier) {
    let found = change(id) { process in
      process.services.value.assertions.change(assertion) { assertion in
        assertion.end = nil
        return assertion
      }
    }
    guard case .some(.some(let over)) = found else { return }
    guard case .wakeUp(let kind) = over.kind, kind.isAnswered, !profile.hasDebugger else {
      endAssertion(assertion, of: id, cause: over.record)
      return
    }
    if kind == .voip, !checkReportedCall(of: id, cause: over.record) { return }
    end(
      id, .completionTimeout, code: kind.timeoutCode(on: profile.system), rule: kind.rule,
      cause: over.record,
      detail: "It did not say within \(over.allowance ?? .zero) that \(kind.rawValue) is done.")
  }

  // MARK: - Answers

  /// Notes that an app has to say when it is done with a message.
  mutating func makeCompletion(
    _ completion: Completion, of id: ProcessIdentifier
  ) -> CompletionIdentifier? {
    change(id) { $0.services.value.completions.insert(completion) }
  }

  /// The app says that it is done with what a message was about.
  ///
  /// - Parameters:
  ///   - completion: The handle that the message carried. Saying so twice is only advice.
  ///   - result: What came of it, for the trace.
  ///   - id: The calling process.
  /// - Returns: The expiration handler that is never called after this; nil without one.
  @discardableResult
  package mutating func complete(
    _ completion: CompletionIdentifier, with result: PlainValue, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    let found = change(id) { $0.services.value.completions.remove(completion) }
    guard case .some(.some(let done)) = found else {
      let advice = Advice.completedTwice
      record(.advice(advice), of: id, rule: advice.rule, cause: cause, detail: advice.text)
      return nil
    }
    let index = record(
      .assertion(.answered), of: id, rule: done.kind?.rule, cause: cause, arguments: [result],
      detail: done.message.name)
    if done.kind == .voip, !checkReportedCall(of: id, cause: index) { return nil }
    return finish(done, of: id, cause: index)
  }

  /// Ends what an open answer kept running, and takes the new look of the app for the switcher.
  @discardableResult
  mutating func finish(
    _ completion: Completion, of id: ProcessIdentifier, cause: Int?
  ) -> CallbackIdentifier? {
    guard let assertion = completion.assertion else { return nil }
    if installations[id.app.position].process?.readable == .background {
      record(.snapshot, of: id, rule: .R056, cause: cause)
    }
    return endAssertion(assertion, of: id, cause: cause)
  }

  /// What keeps a process running, in the order of its beginning.
  package func assertions(of app: AppIdentifier) -> [AssertionDescription] {
    guard let process = installation(app)?.process else { return [] }
    let held = process.services.value.assertions
    return process.tasks.identifiers.compactMap { process.tasks[$0] }.map { _ in
      AssertionDescription(
        kind: .backgroundTask, allowance: process.stay?.allowance,
        remaining: process.stay.map {
          max(.zero, $0.end.span(since: process.suspended ?? now))
        },
        isWarned: process.expiry.map { $0.warning == nil } ?? false)
    }
      + held.identifiers.compactMap { held[$0] }.map { assertion in
        AssertionDescription(
          kind: assertion.kind, allowance: assertion.allowance,
          remaining: assertion.allowance.map {
            max(.zero, assertion.began.after($0).span(since: now))
          }, isWarned: assertion.isWarned)
      }
  }
}

/// Something that keeps a process running, as it can be looked at.
package struct AssertionDescription: Hashable, Sendable {
  /// Why the process keeps running.
  package let kind: AssertionKind
  /// The running time that it grants; nil without a bound.
  package let allowance: TimeSpan?
  /// What is left of it, never negative; nil without a bound.
  package let remaining: TimeSpan?
  /// Whether the system has warned that the time runs out.
  package let isWarned: Bool
}
