// How the system wakes an app in the background: it launches a process that is not there, resumes
// one that is suspended, and hands over what happened (R028 to R033).

extension Device {
  /// Wakes an app, whatever its state, and hands it the messages of the occasion.
  ///
  /// Whether it may be woken is for the caller to ask before (`gate`).
  mutating func wake(_ app: AppIdentifier, for wakeUp: WakeUp, cause: Int) {
    let isPrewarmed = installations[app.position].process?.isPrewarmed == true
    let isLaunch = installations[app.position].process == nil || isPrewarmed
    if isLaunch {
      launchInBackground(app, for: wakeUp, cause: cause)
    } else if let process = installations[app.position].process, process.isSuspended {
      resumeInBackground(process.identifier, cause: cause)
    }
    guard let id = installations[app.position].process?.identifier else { return }
    deliver(wakeUp, to: id, isLaunch: isLaunch, cause: cause)
  }

  /// Whether the documents' order holds, in which `didEnterBackground` comes before the event.
  private var entersBackgroundFirst: Bool {
    profile.evidence(for: .backgroundLaunchOrder) == .documented
  }

  /// Starts a process that never was in the foreground (R029, R036).
  private mutating func launchInBackground(
    _ app: AppIdentifier, for wakeUp: WakeUp, cause: Int
  ) {
    let reason = wakeUp.kind.launchReason
    let rule: RuleNumber = entersBackgroundFirst ? .R028 : .R029
    let (id, old) = processToLaunch(app, reason: reason, readable: .background, cause: cause)
    startStayAfterWake(of: id)
    let start = record(
      .state(.background, from: old), of: id, rule: rule, cause: cause,
      detail: reason.rawValue)
    if old == .notRunning, !takeMemory(for: id, cause: start) { return }
    arm(.backgroundLaunch, for: id, cause: start)
    queueFirstCode(of: id, wasPrewarmed: old == .prewarmed, cause: start)
    queueLaunchMessages(
      of: id, options: wakeUp.launchOptions, restores: false, rule: rule, cause: start)
    if installations[app.position].process?.usesScenes == true {
      queueDiscards(of: id, cause: start)
      connectInBackground(id, cause: start)
    } else {
      enqueue(.send(.viewDidLoad, [], .R011), for: id, cause: start)
    }
    enqueue(.disarm(.backgroundLaunch), for: id, cause: start)
    if entersBackgroundFirst, installations[app.position].process?.usesScenes == false {
      enqueue(.send(.didEnterBackground, [], .R028), for: id, cause: start)
    }
  }

  /// Lets a suspended process run in the background (R030).
  private mutating func resumeInBackground(_ id: ProcessIdentifier, cause: Int) {
    startStayAfterWake(of: id)
    resumeFromSuspension(id, rule: .R030, cause: cause)
    if profile.evidence(for: .missedTimeChange) == .documented { tellOfMissedTimeChange(id) }
    if entersBackgroundFirst, installations[id.app.position].process?.usesScenes == false {
      enqueue(.send(.didEnterBackground, [], .R030), for: id, cause: cause)
    }
  }

  /// Tasks that are begun after a wake have less time (R087).
  private mutating func startStayAfterWake(of id: ProcessIdentifier) {
    // A process that was paused with its tasks goes on with their time (R085).
    guard process(id)?.tasks.isEmpty == true else { return }
    let stay = newStay(.backgroundTasksAfterWake)
    change(id) { $0.stay = stay }
  }

  /// Hands over the messages of an occasion; in the background its time begins.
  mutating func deliver(
    _ wakeUp: WakeUp, to id: ProcessIdentifier, isLaunch: Bool, cause: Int
  ) {
    let kind = wakeUp.kind
    var assertion: AssertionIdentifier?
    // What the user began in the foreground keeps the app running from then on (R107).
    if process(id)?.intended == .background || kind == .continuedTask {
      assertion = beginAssertion(
        .wakeUp(kind), for: kind.grant(isLaunch: isLaunch).map(span(of:)),
        isAnswered: kind.isAnswered, of: id, rule: kind.rule, cause: cause)
    }
    if let task = wakeUp.task,
      let handle = makeCompletion(
        Completion(message: .backgroundTask, assertion: assertion, kind: kind, task: task), of: id)
    {
      enqueue(.runScheduledTask(handle, task, kind.rule), for: id, cause: cause)
    }
    for event in wakeUp.events {
      var completion: CompletionIdentifier?
      if event.isAnswered {
        completion = makeCompletion(
          Completion(message: event.message, assertion: assertion, kind: kind), of: id)
      }
      enqueue(
        .deliver(event.message, event.arguments, kind.rule, completion), for: id, cause: cause)
    }
  }

  /// The main thread comes to a message that may be opt-in and may have to be answered.
  mutating func deliver(
    _ message: Message, _ arguments: [PlainValue], rule: RuleNumber,
    _ completion: CompletionIdentifier?, to id: ProcessIdentifier, as item: MainThreadItem
  ) -> Delivery? {
    let isHandled = change(id) { $0.handled.contains(message) } ?? false
    var delivery: Delivery?
    if isHandled || !message.definition.isOptIn {
      let handle =
        completion.map {
          [PlainValue.handle(message == .backgroundTask ? .scheduledTask($0) : .completion($0))]
        } ?? []
      delivery = send(message, arguments + handle, rule: rule, to: id, as: item)
    }
    if !isHandled, let completion,
      case .some(.some(let done)) = change(
        id, { $0.services.value.completions.remove(completion) })
    {
      finish(done, of: id, cause: item.cause)
    }
    return delivery
  }
}
