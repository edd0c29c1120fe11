// Why something is as it is, in words: the chain of causes in the trace, each link with its rule.
// The records are the only source; nothing is guessed. What did not happen is explained by the
// refusal that stood in the way, or in `Device+Absence`.

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
    return text([("\(subject) since \(found.time)", found.rule)] + causes(of: found))
  }

  /// Why something happened to an app, or did not.
  ///
  /// - Parameters:
  ///   - name: The name of a message, a stimulus, a notification, a state or any other record.
  ///   - app: The app.
  /// - Returns: What happened with its causes, or why it did not happen.
  /// - Complexity: O(n) in the number of records that are kept
  public func explanation(of name: String, for app: AppIdentifier) -> String {
    let message = Message.allCases.first { $0.name == name }
    // A notification beside a message has the message's name, which means the message.
    let found = lastRecord(of: app) { record in
      guard record.name == name, record.kind != .refusal else { return false }
      return message == nil || record.kind == .message
    }
    let refused = lastRecord(of: app) { record in
      guard record.kind == .refusal, let root = root(of: record) else { return false }
      return root.name == name || root.name == message?.stimulus?.rawValue
    }
    if let refused, refused.index > (found?.index ?? -1) || found?.kind == .stimulus {
      guard let found, found.kind == .stimulus, refused.cause != found.index else {
        return refusalText(of: refused, name)
      }
    }
    guard let found else { return absence(of: name, message, for: app) }
    let effects = found.kind == .stimulus ? effects(of: found, app) : []
    return text([("\(phrase(found)) at \(found.time)", found.rule)] + effects + causes(of: found))
  }

  // MARK: - Finding

  /// The last record of an app, or of the whole device, that fulfils a condition.
  func lastRecord(of app: AppIdentifier, where condition: (Record) -> Bool) -> Record? {
    var index = trace.endIndex
    while index > trace.firstIndex {
      index -= 1
      guard let record = trace[index], record.app == app || record.app == nil else { continue }
      if condition(record) { return record }
    }
    return nil
  }

  private func root(of record: Record) -> Record? {
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = trace[cause] { link = earlier }
    return link
  }

  // MARK: - Words

  /// A line of an explanation and the rule that says so.
  typealias ExplanationLine = (text: String, rule: RuleNumber?)

  /// The lines as text; the words of each rule stand where it is named first.
  func text(_ lines: [ExplanationLine]) -> String {
    var named: Set<RuleNumber> = []
    return lines.map { line in
      guard let rule = line.rule else { return line.text }
      guard named.insert(rule).inserted, let words = RuleBook.rule(rule)?.statement else {
        return "\(line.text): \(rule)"
      }
      return "\(line.text): \(rule) — \(words)"
    }.joined(separator: "\n")
  }

  /// One line for each cause, from the nearest to the first.
  private func causes(of record: Record) -> [ExplanationLine] {
    var lines: [ExplanationLine] = []
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = trace[cause] {
      lines.append(("  because \(phrase(earlier)) at \(earlier.time)", earlier.rule))
      link = earlier
    }
    return lines
  }

  /// What a stimulus led to: the messages that it sent.
  private func effects(of stimulus: Record, _ app: AppIdentifier) -> [ExplanationLine] {
    trace.records(since: stimulus.index).filter { record in
      guard record.app == app, case .message = record.subject else { return false }
      return root(of: record)?.index == stimulus.index
    }.map { ("  so \(phrase($0)) at \($0.time)", $0.rule) }
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

  /// What a record says happened, as part of a sentence.
  private func phrase(_ record: Record) -> String {
    switch record.subject {
    case .stimulus: "“\(call(record))” was done"
    case .message: "\(record.name) was sent"
    case .notification: "the notification \(record.name) was posted"
    case .state(let state, let from): "it went from \(from.rawValue) to \(state.rawValue)"
    case .snapshot: "the snapshot was taken"
    case .exit(let reason): "it ended (\(reason.rawValue))"
    case .action, .sentAction: "the action of “\(record.detail)” was sent"
    case .callback(let kind): "the closure of a \(kind.words) was called"
    case .log: "it logged “\(record.detail)”"
    case .refusal, .advice: record.detail
    case .assertion(.taskBegan): "the background task “\(record.detail)” began"
    case .assertion(.taskEnded): "the background task “\(record.detail)” ended"
    case .assertion, .timeChange:
      record.name + (record.detail.isEmpty ? "" : " (\(record.detail))")
    }
  }

  /// A stimulus with what it carried, but for large maps.
  private func call(_ stimulus: Record) -> String {
    let arguments = stimulus.arguments.filter { if case .map = $0 { false } else { true } }
    return ([stimulus.name] + arguments.map(\.description)).joined(separator: " ")
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
