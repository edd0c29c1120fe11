// Why something is as it is, in words: the chain of causes in the trace, each link with its rule.
// The records are the only source; nothing is guessed. What did not happen is explained by the
// refusal that stood in the way, or in `Device+Absence`; `Device+Phrases` words the records.

extension Device {
  /// Why an app is in the state that it is in.
  ///
  /// - Complexity: O(n) in the number of records that are kept
  package func explanation(of app: AppIdentifier) -> String {
    guard let description = description(of: app) else { return "" }
    let state = state(of: app)
    let subject = "\(description.name) is \(state.words)"
    let found = lastRecord(of: app) {
      if case .state(let reached, _) = $0.subject { reached == state } else { false }
    }
    guard let found else {
      return subject + (lives(of: app) == 0 ? ": nobody has launched it." : ".")
    }
    let since = "\(subject) since \(found.time)"
    if let exit = found.cause.flatMap({ trace[$0] }), case .exit(let reason) = exit.subject {
      let first = (since + ", because it \(reason.words)", found.rule)
      return text([first] + circumstances(of: exit) + causes(of: exit, app))
    }
    return text([(since, found.rule)] + causes(of: found, app) + stay(of: app))
  }

  /// Why something happened to an app, or did not.
  ///
  /// - Parameters:
  ///   - name: The name of a message, a stimulus, a notification, a state or any other record;
  ///     `exit` for the end of a process, whatever it was.
  ///   - app: The app.
  /// - Returns: What happened with its causes, or why it did not happen.
  /// - Complexity: O(n) in the number of records that are kept
  package func explanation(of name: String, for app: AppIdentifier) -> String {
    if let waiting = waiting(name, for: app) { return text(waiting) }
    let message = Message.allCases.first { $0.name == name }
    // A notification beside a message has the message's name, which means the message.
    let found = lastRecord(of: app) { record in
      if name == "exit" { return record.kind == .exit }
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
    let first = (sentence(found) + " at \(found.time)", found.rule)
    return text([first] + circumstances(of: found) + effects + causes(of: found, app))
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
  private func causes(of record: Record, _ app: AppIdentifier) -> [ExplanationLine] {
    var lines: [ExplanationLine] = []
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = trace[cause] {
      lines.append(("  because \(phrase(earlier, to: app)) at \(earlier.time)", earlier.rule))
      link = earlier
    }
    return lines
  }

  /// What a stimulus led to: the messages that it sent.
  private func effects(of stimulus: Record, _ app: AppIdentifier) -> [ExplanationLine] {
    trace.records(since: stimulus.index).filter { record in
      guard record.app == app, case .message = record.subject else { return false }
      return root(of: record)?.index == stimulus.index
    }.map { ("  so \(phrase($0, to: app)) at \($0.time)", $0.rule) }
  }

  /// What an app in the background runs for.
  private func stay(of app: AppIdentifier) -> [ExplanationLine] {
    guard let process = installation(app)?.process, process.state == .background,
      process.intended == .background
    else { return [] }
    let reason = absence(of: .suspended, for: app)
    return [("  it is not suspended, because \(reason.text)", reason.rule)]
  }

  /// How a process ended, and the limit that held where it was one.
  private func circumstances(of record: Record) -> [ExplanationLine] {
    guard case .exit = record.subject else { return [] }
    let detail: [ExplanationLine] = record.detail.isEmpty ? [] : [("  " + record.detail, nil)]
    guard case .symbol(let name)? = record.arguments.first, let budget = Budget(name: name) else {
      return detail
    }
    let limit = "  The limit \(name) is \(span(of: budget))"
    guard profile.budgets[budget] == nil, let row = budget.row(for: profile) else {
      return detail + [(limit + ", as the budgets of this device say.", nil)]
    }
    var words = "\(limit) on iOS \(profile.system)"
    if Budget.rows.contains(where: { $0.budget == budget && $0.evidence != nil }) {
      words += row.evidence == .documented ? ", by the documents" : ", by device logs"
      words += RuleBook.rule(row.rule)?.conflict.map { " (\($0))" } ?? ""
    }
    return detail + [(words, row.rule)]
  }

  /// A notification that waits until a suspended app runs again (R130).
  private func waiting(_ name: String, for app: AppIdentifier) -> [ExplanationLine]? {
    guard let process = installation(app)?.process,
      let queued = process.services.read(\.queuedNotifications)?
        .last(where: { $0.notification.rawValue == name }),
      let cause = trace[queued.cause]
    else { return nil }
    return [
      ("\(name) waits for \(self.name(of: app)), which is suspended, until it runs again", .R130),
      ("  because \(phrase(cause, to: app)) at \(cause.time)", cause.rule),
    ] + causes(of: cause, app)
  }

  private func refusalText(of refusal: Record, _ name: String) -> String {
    let root = root(of: refusal)
    let what = root.map { "the \($0.name) at \($0.time)" } ?? "it"
    let rule = refusal.rule.map { "\($0) — " } ?? ""
    let verb = root?.name == StimulusName.push.rawValue ? "was not delivered" : "was refused"
    guard root?.name == name else {
      return "\(name) was not sent, because \(what) \(verb): \(rule)\(refusal.detail)"
    }
    return "T" + "\(what) \(verb): \(rule)\(refusal.detail)".dropFirst()
  }
}
