// The background task scheduler (R101 to R103, R107): what an app registers and submits, and when
// the system runs it. The system's choice of the moment is the scenario's.

extension Device {
  // MARK: - For app code

  /// Registers the handler of a scheduled task; only while the app is launching.
  ///
  /// - Returns: Whether the Info.plist lists the identifier; false before iOS 13.
  /// - Throws: `CallFault.misuse` for a second registration and for one after the launch, and
  ///   `processEnded` when the process has ended.
  package mutating func registerBackgroundTask(
    _ identifier: String, in id: ProcessIdentifier
  ) throws(CallFault) -> Bool {
    guard let process = process(id) else { throw .processEnded }
    guard hasTaskScheduler, isListed(identifier, id.app) else { return false }
    guard !process.services.value.registeredTasks.contains(identifier) else {
      throw .misuse(.registeredTwice)
    }
    guard process.isLaunching else { throw .misuse(.registeredAfterLaunch) }
    change(id) { $0.services.value.registeredTasks.append(identifier) }
    return true
  }

  /// Submits a request; one with the same identifier is replaced.
  ///
  /// - Parameters:
  ///   - identifier: The task's identifier, listed in the Info.plist.
  ///   - delay: From this moment to the earliest beginning; not negative.
  ///   - kind: What is asked for. A continued task begins at once.
  ///   - id: The calling process.
  /// - Returns: Whether the scheduler took the request, and if not, why.
  /// - Throws: `CallFault` for a span out of range, or when the process has ended.
  package mutating func submitBackgroundTask(
    _ identifier: String, after delay: TimeSpan, kind: TaskRequestKind, in id: ProcessIdentifier
  ) throws(CallFault) -> SubmissionResult {
    guard isAlive(id) else { throw .processEnded }
    guard delay >= .zero else { throw .negativeSpan }
    let earliest = try moment(after: delay)
    let result = result(ofSubmitting: identifier, kind, in: id)
    record(
      .assertion(.taskSubmitted), of: id, rule: .R102, cause: cause,
      arguments: [.symbol(result.rawValue)], detail: identifier)
    guard result == .submitted else { return result }
    let request = TaskRequest(identifier: identifier, kind: kind, earliest: earliest)
    guard kind != .continued else {
      begin(request, for: id.app, rule: .R107, cause: cause ?? trace.endIndex - 1)
      return result
    }
    let requests = installations[id.app.position].registrations.value.requests
    installations[id.app.position].registrations.value.requests =
      requests.filter { $0.identifier != identifier } + [request]
    return result
  }

  private func result(
    ofSubmitting identifier: String, _ kind: TaskRequestKind, in id: ProcessIdentifier
  ) -> SubmissionResult {
    let first: SystemVersion = kind == .continued ? 26 : 13
    guard profile.system >= first, !profile.isSimulator else { return .unavailable }
    let description = installations[id.app.position].description
    guard isListed(identifier, id.app) else { return .notPermitted }
    switch kind {
    case .refresh where !description.hasBackgroundMode(.fetch): return .notPermitted
    case .processing where !description.hasBackgroundMode(.processing): return .notPermitted
    case .continued where process(id)?.readable != .active: return .notPermitted
    default: break
    }
    guard backgroundRefresh(of: id.app) == .available else { return .unavailable }
    let others = installations[id.app.position].registrations.value.requests
      .filter { $0.kind == kind && $0.identifier != identifier }
    return others.count < kind.limit ? .submitted : .tooManyPending
  }

  private var hasTaskScheduler: Bool { SystemVersionRange.from(13).contains(profile.system) }

  private func isListed(_ identifier: String, _ app: AppIdentifier) -> Bool {
    guard
      case .list(let listed)? = installations[app.position].description
        .info[.backgroundTaskIdentifiers]
    else { return false }
    return listed.contains(.string(identifier))
  }

  /// What is called when the time of a scheduled task runs out; what it replaces is returned.
  package mutating func setExpirationHandler(
    _ callback: CallbackIdentifier?, of task: CompletionIdentifier, in id: ProcessIdentifier
  ) -> CallbackIdentifier? {
    let assertion = process(id)?.services.value.completions[task]?.assertion
    guard let assertion else { return callback }
    let old = change(id) { process in
      process.services.value.assertions.change(assertion) { assertion in
        defer { assertion.expiration = callback }
        return assertion.expiration
      }
    }
    guard case .some(.some(let replaced)) = old else { return callback }
    return replaced
  }

  /// The identifier of a scheduled task that is not completed.
  package func identifier(
    ofTask task: CompletionIdentifier, in id: ProcessIdentifier
  ) -> String? {
    process(id)?.services.value.completions[task]?.task
  }

  // MARK: - The system's choice

  /// The system runs a request, if everything that it waits for is so.
  mutating func runBackgroundTask(
    _ identifier: String, of app: AppIdentifier, cause: Int
  ) -> Refusal? {
    let requests = installations[app.position].registrations.value.requests
    guard let request = requests.first(where: { $0.identifier == identifier }) else {
      return .noSuchRequest
    }
    guard request.earliest <= now else { return .requestIsEarly }
    if let refusal = gate(request.kind.wakeUpKind, for: app) { return refusal }
    if request.kind == .processing, !isLocked { return .deviceIsInUse }
    installations[app.position].registrations.value.requests.removeAll {
      $0.identifier == identifier
    }
    begin(request, for: app, rule: .R103, cause: cause)
    return nil
  }

  private mutating func begin(
    _ request: TaskRequest, for app: AppIdentifier, rule: RuleNumber, cause: Int
  ) {
    var wakeUp = WakeUp(kind: request.kind.wakeUpKind, events: [])
    wakeUp.task = request.identifier
    wake(app, for: wakeUp, cause: cause)
  }

  /// The main thread comes to a scheduled task; one without a registered handler is a crash.
  mutating func runScheduledTask(
    _ task: CompletionIdentifier, _ identifier: String, rule: RuleNumber,
    of id: ProcessIdentifier, as item: MainThreadItem
  ) -> Delivery? {
    guard let services = process(id)?.services.value else { return nil }
    guard services.registeredTasks.contains(identifier) else {
      end(
        id, .crash, rule: .R101, cause: item.cause,
        detail: "No handler was registered for the task \"\(identifier)\" during the launch.")
      return nil
    }
    return deliver(
      .backgroundTask, [.string(identifier)], rule: rule, task, to: id, as: item)
  }

  /// The user ends a continued task; its handler is told (R107).
  mutating func cancelBackgroundTask(
    _ identifier: String, of app: AppIdentifier, cause: Int
  ) -> Refusal? {
    guard let process = installations[app.position].process else { return .noSuchTask }
    let services = process.services.value
    for task in services.completions.identifiers {
      guard let completion = services.completions[task], completion.task == identifier,
        completion.kind == .continuedTask, let assertion = completion.assertion
      else { continue }
      expireScheduledTask(assertion, of: process.identifier, cause: cause)
      return nil
    }
    return .noSuchTask
  }

  /// The user takes the device in hand, which ends processing tasks (R103).
  mutating func endProcessingTasks(cause: Int) {
    for position in installations.indices {
      guard let process = installations[position].process, !process.services.isEmpty else {
        continue
      }
      let assertions = process.services.value.assertions
      for identifier in assertions.identifiers
      where assertions[identifier]?.kind == .wakeUp(.processingTask) {
        expireScheduledTask(identifier, of: process.identifier, cause: cause)
      }
    }
  }

  // MARK: - Expiration

  /// A scheduled task has to come to its end: its handler is called, or it has failed (R103).
  mutating func expireScheduledTask(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Int?
  ) {
    if process(id)?.services.value.assertions[assertion]?.expiration != nil {
      enqueue(.expireScheduledTask(assertion), for: id, cause: cause)
      return
    }
    let services = process(id)?.services.value ?? ProcessServices()
    for task in services.completions.identifiers
    where services.completions[task]?.assertion == assertion {
      change(id) { _ = $0.services.value.completions.remove(task) }
    }
    let index = record(
      .assertion(.answered), of: id, rule: .R103, cause: cause, arguments: [.bool(false)],
      detail: "It has no expiration handler, so the task has failed.")
    endAssertion(assertion, of: id, cause: index)
  }

  /// The main thread comes to the expiration handler of a scheduled task.
  mutating func runExpirationHandler(
    _ assertion: AssertionIdentifier, of id: ProcessIdentifier, cause: Int?
  ) -> Delivery? {
    let found = change(id) { process in
      process.services.value.assertions.change(assertion) { assertion in
        defer { assertion.expiration = nil }
        return assertion.expiration
      }
    }
    guard case .some(.some(.some(let callback))) = found else { return nil }
    let index = record(.callback(.expirationHandler), of: id, rule: .R103, cause: cause)
    begin(id, record: index)
    return .callback(callback, arguments: [], isLast: true)
  }

  /// The requests that an app has waiting, in the order of their submission.
  package func taskRequests(of app: AppIdentifier) -> [TaskRequest] {
    installation(app)?.registrations.read(\.requests) ?? []
  }
}
