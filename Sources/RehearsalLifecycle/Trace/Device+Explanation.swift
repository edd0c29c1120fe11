// Why something is as it is, or did not happen, in words: the chain of causes in the trace, each
// link with its rule. The records are the only source; nothing is guessed.

extension Device {
  /// Why an app is in the state that it is in.
  ///
  /// - Complexity: O(n) in the number of records that are kept
  public func explanation(of app: AppIdentifier) -> String {
    guard let description = description(of: app) else { return "" }
    let state = state(of: app)
    let subject = "\(description.name) is \(state.rawValue)"
    let found = lastRecord(of: app) {
      if case .state(let reached, _) = $0.subject { reached == state } else { false }
    }
    guard let found else {
      return subject + (lives(of: app) == 0 ? ": nobody has launched it." : ".")
    }
    return ([subject + " since \(found.time)" + ruleText(found)] + causes(of: found))
      .joined(separator: "\n")
  }

  /// Why something happened to an app, or did not.
  ///
  /// - Parameters:
  ///   - name: The name of a message, a stimulus, a notification, a state or any other record.
  ///   - app: The app.
  /// - Returns: What happened with its causes, or why it did not happen.
  /// - Complexity: O(n) in the number of records that are kept
  public func explanation(of name: String, for app: AppIdentifier) -> String {
    // A notification beside a message has the message's name, which means the message.
    let found =
      lastRecord(of: app) { $0.name == name && $0.kind == .message }
      ?? lastRecord(of: app) { $0.name == name && $0.kind != .refusal }
    let occasion = Message.allCases.first { $0.name == name }?.stimulus
    let refused = lastRecord(of: app) { record in
      guard record.kind == .refusal, let root = root(of: record) else { return false }
      return root.name == name || root.name == occasion?.rawValue
    }
    if let refused, refused.index > (found?.index ?? -1) || found?.kind == .stimulus {
      guard let found, found.kind == .stimulus, refused.cause != found.index else {
        return refusalText(of: refused, name)
      }
    }
    guard let found else { return absenceText(of: name, app) }
    let line = "\(phrase(found)) at \(found.time)" + ruleText(found)
    let effects = found.kind == .stimulus ? effects(of: found, app) : []
    return ([line] + effects + causes(of: found)).joined(separator: "\n")
  }

  // MARK: - Finding

  private func lastRecord(
    of app: AppIdentifier, where condition: (Record) -> Bool
  ) -> Record? {
    var index = trace.endIndex
    while index > trace.firstIndex {
      index -= 1
      if let record = trace[index], record.app == app, condition(record) { return record }
    }
    return nil
  }

  private func root(of record: Record) -> Record? {
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = trace[cause] { link = earlier }
    return link
  }

  // MARK: - Words

  /// One line for each cause, from the nearest to the first.
  private func causes(of record: Record) -> [String] {
    var lines: [String] = []
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = trace[cause] {
      lines.append("  because \(phrase(earlier)) at \(earlier.time)" + ruleText(earlier))
      link = earlier
    }
    return lines
  }

  /// What a stimulus led to: the messages that it sent.
  private func effects(of stimulus: Record, _ app: AppIdentifier) -> [String] {
    trace.records(since: stimulus.index).filter { record in
      guard record.app == app, case .message = record.subject else { return false }
      return root(of: record)?.index == stimulus.index
    }.map { "  so \(phrase($0)) at \($0.time)" + ruleText($0) }
  }

  private func refusalText(of refusal: Record, _ name: String) -> String {
    let root = root(of: refusal)
    let what = root.map { "the \($0.name) at \($0.time)" } ?? "it"
    let rule = refusal.rule.map { "\($0) — " } ?? ""
    let verb = root?.name == StimulusName.push.rawValue ? "was not delivered" : "was refused"
    guard root?.name == name else {
      return "\(name) was not sent, because \(what) \(verb): \(rule)\(refusal.detail)"
    }
    return "\(what) \(verb): \(rule)\(refusal.detail)"
  }

  private func absenceText(of name: String, _ app: AppIdentifier) -> String {
    let subject = description(of: app)?.name ?? "The app"
    guard let message = Message.allCases.first(where: { $0.name == name }) else {
      return "Nothing of the name \(name) has happened to \(subject)."
    }
    var lines = ["\(name) was not sent to \(subject)."]
    if message == .willTerminate, let exit = exits(of: app).last, let rule = exit.rule {
      lines.append("  It ended at \(exit.time), \(exit.reason.rawValue): " + text(of: rule))
    } else if message.definition.isOptIn,
      installation(app)?.process?.handled.contains(message) != true
    {
      lines.append("  It is sent only to an app that implements it.")
    }
    lines += message.definition.rules.map { "  " + text(of: $0) }
    return lines.joined(separator: "\n")
  }

  private func ruleText(_ record: Record) -> String {
    record.rule.map { ": " + text(of: $0) } ?? ""
  }

  private func text(of rule: RuleNumber) -> String {
    "\(rule)" + (RuleBook.rule(rule).map { " — " + $0.statement } ?? "")
  }

  /// What a record says happened, as part of a sentence.
  private func phrase(_ record: Record) -> String {
    switch record.subject {
    case .stimulus: "“\(record.name)” was done"
    case .message: "\(record.name) was sent"
    case .notification: "the notification \(record.name) was posted"
    case .state(let state, let from): "it went from \(from.rawValue) to \(state.rawValue)"
    case .snapshot: "the snapshot was taken"
    case .exit(let reason): "it ended (\(reason.rawValue))"
    case .action, .sentAction: "the action of “\(record.detail)” was sent"
    case .callback(let kind): "the closure of a \(kind.rawValue) was called"
    case .log: "it logged “\(record.detail)”"
    case .refusal, .advice: record.detail
    case .assertion, .timeChange:
      record.name + (record.detail.isEmpty ? "" : " (\(record.detail))")
    }
  }
}

extension Message {
  /// What the message is the answer to, for explaining why it was not sent.
  fileprivate var stimulus: StimulusName? {
    switch self {
    case .performFetch: .fetch
    case .didReceiveRemoteNotification, .didReceiveIncomingPush, .willPresentNotification: .push
    case .backgroundTask: .runBackgroundTask
    case .didEnterRegion: .enterRegion
    case .didExitRegion: .exitRegion
    case .didVisit: .visit
    case .didUpdateLocations: .locate
    case .didUpdateValue, .willRestoreState: .bluetoothEvent
    case .open, .sceneOpenURLContexts, .continueUserActivity, .sceneContinueUserActivity: .open
    case .performAction, .scenePerformAction: .quickAction
    case .didReceiveNotificationResponse: .tapNotification
    case .didDiscardSceneSessions: .closeWindow
    case .sceneDidDisconnect: .disconnectScene
    default: nil
    }
  }
}
