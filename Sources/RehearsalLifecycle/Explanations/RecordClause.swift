// What records say happened, as clauses of sentences: the app that is asked about is called "it".

/// Puts records into words for explanations.
package struct RecordClause {
  /// The names of the device's apps, in the order of their declaration.
  let appNames: [String]

  /// Puts records of a device with these apps into words.
  package init(appNames: [String]) { self.appNames = appNames }

  /// The name of an app; empty where there is no such app.
  package func name(of app: AppIdentifier?) -> String {
    guard let app, appNames.indices.contains(Int(app.index)) else { return "" }
    return appNames[Int(app.index)]
  }

  /// What a record says happened, as the beginning of a sentence that names the app.
  func sentence(_ record: Record) -> String {
    let clause = clause(record, to: nil)
    return clause.hasPrefix("the ") ? "T" + clause.dropFirst() : clause
  }

  /// What a record says happened, as part of a sentence about an app.
  package func clause(_ record: Record, to app: AppIdentifier?) -> String {
    let isIt = record.app == app
    let it = isIt ? "it" : name(of: record.app)
    let (ofIt, toIt, inIt) = isIt ? ("", "", "") : (" of \(it)", " to \(it)", " in \(it)")
    return switch record.subject {
    case .stimulus: "“\(call(record))” was done"
    case .message: "\(record.name) was sent" + toIt
    case .notification: "the notification \(record.name) was posted" + toIt
    case .state(let state, let old): "\(it) \(state.change(from: old))"
    case .snapshot: "the snapshot\(ofIt) was taken"
    case .assertion(let event): clause(event, record.detail, it)
    case .action, .sentAction: "the action of “\(record.detail)”\(inIt) was sent"
    case .callback(let kind): "the closure of a \(kind.words)\(inIt) was called"
    case .advice, .refusal: "the system noted\(ofIt): \(record.detail)"
    case .log: "\(it) logged “\(record.detail)”"
    case .exit(let reason):
      "\(it) \(reason.predicate(code: record.exitCode))"
    case .timeChange: "the time changed (\(record.detail))"
    case .autoLock: "the device locked itself"
    case .remark: "the system noted: \(record.detail)"
    }
  }

  private func clause(_ event: AssertionEvent, _ detail: String, _ it: String) -> String {
    switch event {
    case .taskBegan: "\(it) began the background task “\(detail)”"
    case .taskEnded: "\(it) ended the background task “\(detail)”"
    case .taskRefused: "the system reported to \(it): \(detail)"
    case .timeIsRunningOut: "the system warned \(it): \(detail)"
    case .began: "\(it) began to keep running (\(detail))"
    case .ended: "\(it) no longer kept running (\(detail))"
    case .answered: "\(it) answered \(detail)"
    case .taskFailed:
      "\(it) failed the scheduled task “\(detail)”, which has no expiration handler"
    case .transferCancelled: "the transfer of “\(detail)” of \(it) was cancelled"
    case .taskCancelled: "the request “\(detail)” of \(it), which waited, was cancelled"
    case .callReported: "\(it) reported a call of “\(detail)”"
    case .taskSubmitted: "\(it) submitted “\(detail)”"
    case .audioStopped: "the system stopped what \(it) played. \(detail)"
    case .acquired: "\(it) acquired \(detail)"
    case .released: "\(it) released \(detail)"
    case .lost: "\(it) lost \(detail)"
    case .keepAlive: "the time of the keep-alive handler came"
    case .notificationScheduled: "\(it) scheduled the notification “\(detail)”"
    case .sheetRequested: "\(it) asked for a \(detail)"
    case .activityStarted: "the Live Activity “\(detail)” of \(it) began"
    case .activityUpdated: "\(it) updated its Live Activity “\(detail)”"
    case .progressStands: "the progress of “\(detail)” of \(it) stood still"
    case .activityEnded: "the Live Activity “\(detail)” of \(it) ended"
    case .connectionLost: "\(it) lost the connection of “\(detail)”"
    case .recordingBegan: "\(it) began to record sound"
    case .recordingEnded: "\(it) stopped recording sound"
    case .notificationShown: "the notification “\(detail)” was shown"
    }
  }

  /// An action as it was asked for, without large maps.
  private func call(_ action: Record) -> String {
    action.call(appName: action.app.map { name(of: $0) }, as: .sentence)
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
