// The words of records for explanations: each as a clause, with the app called "it" where it is the
// one that was asked about. The chain of causes is built in `Device+Explanation`.

extension Device {
  /// The app's name; empty where there is no such app.
  func name(of app: AppIdentifier?) -> String {
    app.flatMap { installation($0)?.description.name } ?? ""
  }

  /// What a record says happened, as the beginning of a sentence that names the app.
  func sentence(_ record: Record) -> String {
    let words = phrase(record, to: nil)
    return words.hasPrefix("the ") ? "T" + words.dropFirst() : words
  }

  /// What a record says happened, as part of a sentence about an app.
  func phrase(_ record: Record, to app: AppIdentifier?) -> String {
    let isIt = record.app == app
    let it = isIt ? "it" : name(of: record.app)
    let (ofIt, toIt) = isIt ? ("", "") : (" of \(it)", " to \(it)")
    return switch record.subject {
    case .stimulus: "“\(call(record))” was done"
    case .message: "\(record.name) was sent" + toIt
    case .notification: "the notification \(record.name) was posted" + toIt
    case .state(let state, let from): "\(it) \(Self.change(to: state, from: from))"
    case .snapshot: "the snapshot\(ofIt) was taken"
    case .assertion(let event): phrase(event, record, it)
    case .action, .sentAction: "the action of “\(record.detail)”\(isIt ? "" : " in " + it) was sent"
    case .callback(let kind): "the closure of a \(kind.words)\(isIt ? "" : " in " + it) was called"
    case .advice, .refusal: "the system noted\(isIt ? "" : " of " + it): \(record.detail)"
    case .log: "\(it) logged “\(record.detail)”"
    case .exit(let reason): "\(it) \(reason.words)"
    case .timeChange: "the time changed (\(record.detail))"
    }
  }

  private static func change(to state: ProcessState, from old: ProcessState) -> String {
    switch state {
    case .notRunning: "ended"
    case .suspended: "was suspended"
    case .prewarmed: "was prewarmed"
    case .active, .inactive, .background:
      switch old {
      case .notRunning, .prewarmed: "was launched"
      case .suspended: "was resumed"
      case .active, .inactive, .background:
        state == .background ? "came to the background" : "became \(state.words)"
      }
    }
  }

  private func phrase(_ event: AssertionEvent, _ record: Record, _ it: String) -> String {
    switch event {
    case .taskBegan: "\(it) began the background task “\(record.detail)”"
    case .taskEnded: "\(it) ended the background task “\(record.detail)”"
    case .taskRefused: "the system told \(it): \(record.detail)"
    case .timeIsRunningOut: "the system warned \(it): \(record.detail)"
    case .began: "\(it) began to keep running (\(record.detail))"
    case .ended: "\(it) no longer kept running (\(record.detail))"
    case .answered: "\(it) answered \(record.detail)"
    case .callReported: "\(it) reported a call of “\(record.detail)”"
    case .taskSubmitted: "\(it) submitted “\(record.detail)”"
    case .audioStopped: "the system stopped what \(it) played. \(record.detail)"
    case .acquired: "\(it) acquired \(record.detail)"
    case .released: "\(it) released \(record.detail)"
    case .lost: "\(it) lost \(record.detail)"
    case .keepAlive: "the time of the keep-alive handler came"
    }
  }

  /// A stimulus as it was asked for, without large maps.
  private func call(_ stimulus: Record) -> String {
    stimulus.call(appName: stimulus.app.map { name(of: $0) }, shortens: true)
  }
}

extension CallbackKind {
  /// Whose closure it is.
  fileprivate var words: String {
    switch self {
    case .timer: "timer"
    case .backgroundWork: "background work"
    case .expirationHandler: "background task"
    case .displayLink: "display link"
    case .answer: "question"
    case .keepAlive: "keep-alive handler"
    }
  }
}
