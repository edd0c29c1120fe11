// Why something is as it is, in words: the chain of causes in the history, each link with its rule.
// The records are the only source; nothing is guessed. What did not happen is explained by the
// refusal that stood in the way, or by `WhyNot`.

import RehearsalValues

/// Explains what happened to an app.
package struct Explanation {
  private let history: History
  private let status: AppStatus
  private let profile: Profile
  private let words: RecordClause
  private let whyNot: WhyNot

  private var app: AppIdentifier { status.app }

  /// Prepares the explanations of an app.
  ///
  /// - Parameters:
  ///   - status: The app as it is at the moment that is asked about.
  ///   - history: What happened until then.
  ///   - appNames: The names of the device's apps, in the order of their declaration.
  ///   - profile: The device.
  package init(
    of status: AppStatus, in history: History, appNames: [String], profile: Profile
  ) {
    self.history = history
    self.status = status
    self.profile = profile
    words = RecordClause(appNames: appNames)
    whyNot = WhyNot(
      name: words.name(of: status.app), status: status, history: history, profile: profile)
  }

  // MARK: - States

  /// Why the app is in the state that it is in.
  ///
  /// - Complexity: O(n log n) in the number of records that are kept
  package var stateText: String {
    let state = status.state
    let subject = "\(words.name(of: app)) is \(state.words)"
    let found = history.lastRecord(of: app) {
      if case .state(let reached, _) = $0.subject { reached == state } else { false }
    }
    guard let found else {
      return subject + (status.processCount == 0 ? ": it was never launched." : ".")
    }
    let since = "\(subject) since \(found.time)"
    if let exit = found.cause.flatMap({ history[$0] }), case .exit(let reason) = exit.subject {
      let first = ExplanationLine(
        since + ", because it \(reason.predicate(code: exit.exitCode))", found.rule)
      return ([first] + circumstances(of: exit) + causes(of: exit)).text(on: profile)
    }
    return ([ExplanationLine(since, found.rule)] + causes(of: found) + reasonToRun)
      .text(on: profile)
  }

  /// What an app in the background runs for.
  private var reasonToRun: [ExplanationLine] {
    guard let process = status.process, process.state == .background,
      process.targetState == .background
    else { return [] }
    let reason = whyNot.reason(for: .suspended)
    return [ExplanationLine("  it is not suspended, because \(reason.text)", reason.rule)]
  }

  // MARK: - Events

  /// Why something happened to the app, or did not.
  ///
  /// - Parameter name: The name of a message, an action, a notification, a state or any other
  ///   record; `exit` for the end of a process, whatever it was.
  /// - Returns: What happened with its causes, or why it did not happen.
  /// - Complexity: O(n log n) in the number of records that are kept
  package func text(of name: String) -> String {
    let message = Message.allCases.first { $0.name == name }
    // A word that is a message and a verb is explained as both.
    guard let message, let action = ActionName(name: name) else {
      return text(of: name, message, ActionName(name: name))
    }
    return text(of: name, message, nil) + "\n" + text(of: name, nil, action)
  }

  private func text(of name: String, _ message: Message?, _ action: ActionName?) -> String {
    if let waiting = waiting(name) { return waiting.text(on: profile) }
    if let text = whyNot.textOfAge(of: name, message, action) { return text }
    let found = lastRecord(named: name, message, action)
    if let refused = lastRefusal(of: name, message),
      refused.index > (found?.index ?? -1) || found?.kind == .stimulus
    {
      guard let found, found.kind == .stimulus, refused.cause != found.index else {
        return text(of: refused, name)
      }
    }
    guard let found else { return whyNot.text(of: name, message) }
    let first = ExplanationLine(words.sentence(found) + " at \(found.time)", found.rule)
    let effects = found.kind == .stimulus ? effects(of: found) : []
    return ([first] + circumstances(of: found) + effects + causes(of: found)).text(on: profile)
  }

  /// The last record of a name; one that a notification shares with a message means the message.
  private func lastRecord(
    named name: String, _ message: Message?, _ action: ActionName?
  ) -> Record? {
    history.lastRecord(of: app) { record in
      if name == "exit" { return record.kind == .exit }
      guard record.name == name, record.kind != .refusal else { return false }
      if message != nil { return record.kind == .message }
      return action == nil || record.kind == .stimulus
    }
  }

  /// The last refusal of what has that name, or would have led to it.
  private func lastRefusal(of name: String, _ message: Message?) -> Record? {
    history.lastRecord(of: app) { record in
      guard record.kind == .refusal else { return false }
      let root = history.root(of: record)
      return root.name == name || root.name == message?.action
    }
  }

  private func text(of refusal: Record, _ name: String) -> String {
    let root = history.root(of: refusal)
    let what = "the \(root.name) at \(root.time)"
    let rule = refusal.rule.map { "\($0) — " } ?? ""
    let conflicts = refusal.rule.flatMap(RuleBook.rule)?.conflicts ?? []
    let others = conflicts.compactMap(SourceConflict.conflict)
      .map { "\n  " + $0.text(on: profile) }.joined()
    let verb = root.name == "push" ? "was not delivered" : "was refused"
    guard root.name == name else {
      return "\(name) was not sent, because \(what) \(verb): \(rule)\(refusal.detail)\(others)"
    }
    return "T" + "\(what) \(verb): \(rule)\(refusal.detail)\(others)".dropFirst()
  }

  /// A notification that waits until a suspended app runs again (R130).
  private func waiting(_ name: String) -> [ExplanationLine]? {
    guard
      let waiting = status.process?.waitingNotifications
        .last(where: { $0.notification.rawValue == name }),
      let cause = waiting.cause.flatMap({ history[$0] })
    else { return nil }
    let subject = words.name(of: app)
    return [
      ExplanationLine(
        "\(name) waits for \(subject), which is suspended, until it runs again", .R130),
      ExplanationLine(
        "  because \(words.clause(cause, to: app)) at \(cause.time)", cause.rule),
    ] + causes(of: cause)
  }

  // MARK: - Causes and effects

  /// One line for each cause, from the nearest to the first.
  private func causes(of record: Record) -> [ExplanationLine] {
    history.causes(of: record).map {
      ExplanationLine("  because \(words.clause($0, to: app)) at \($0.time)", $0.rule)
    }
  }

  /// What an action led to: the messages that it sent.
  private func effects(of action: Record) -> [ExplanationLine] {
    history.records(since: action.index).filter { record in
      guard record.app == app, record.kind == .message else { return false }
      return history.root(of: record).index == action.index
    }.map { ExplanationLine("  so \(words.clause($0, to: app)) at \($0.time)", $0.rule) }
  }

  /// How a process ended, and the limit that held where it was one.
  private func circumstances(of record: Record) -> [ExplanationLine] {
    guard record.kind == .exit else { return [] }
    let detail = record.detail.isEmpty ? [] : [ExplanationLine("  " + record.detail)]
    guard case .symbol(let name)? = record.arguments.first, let budget = Budget(name: name) else {
      return detail
    }
    return detail + [limit(budget)]
  }

  /// How long a limit is, and who says so.
  private func limit(_ budget: Budget) -> ExplanationLine {
    let limit = "  The limit \(budget.name) is \(profile.span(of: budget))"
    guard profile.budgets[budget] == nil, let row = budget.row(for: profile) else {
      return ExplanationLine(limit + ", as the budgets of this device say.")
    }
    guard Budget.rows.contains(where: { $0.budget == budget && $0.side != nil }) else {
      return ExplanationLine("\(limit) on iOS \(profile.system)", row.rule)
    }
    let side = row.side?.evidence == .documented ? "the documents" : "device logs"
    let conflict = RuleBook.rule(row.rule)?.conflicts.first.map { " (\($0))" } ?? ""
    return ExplanationLine("\(limit) on iOS \(profile.system), by \(side)\(conflict)", row.rule)
  }
}

/// A line of an explanation and the rule that says so.
struct ExplanationLine {
  let text: String
  let rule: RuleNumber?

  init(_ text: String, _ rule: RuleNumber? = nil) {
    // What an app says, such as why it crashed, must not pass for a line of ours.
    self.text = text.replacing("\n", with: "\\n")
    self.rule = rule
  }
}

extension [ExplanationLine] {
  /// The lines as text; the words of each rule are where it is first named, and the conflicts that
  /// the rules take part in after all.
  func text(on profile: Profile) -> String {
    var named: Set<RuleNumber> = []
    let lines = map { line in
      guard let rule = line.rule else { return line.text }
      guard named.insert(rule).inserted, let statement = RuleBook.rule(rule)?.statement else {
        return "\(line.text): \(rule)"
      }
      return "\(line.text): \(rule) — \(statement)"
    }
    return (lines + conflicts.map { "  " + $0.text(on: profile) }).joined(separator: "\n")
  }

  /// The conflicts of the rules that are named, each once, in the order in which the rules are.
  private var conflicts: [SourceConflict] {
    var known: Set<String> = []
    return compactMap(\.rule).compactMap(RuleBook.rule).flatMap(\.conflicts)
      .filter { known.insert($0).inserted }.compactMap(SourceConflict.conflict)
  }
}

extension History {
  /// The last record about an app, or about the whole device, that fulfils a condition.
  ///
  /// - Complexity: O(n log n) in the number of records read
  func lastRecord(of app: AppIdentifier, where condition: (Record) -> Bool) -> Record? {
    var index = endIndex
    while index > firstIndex {
      index -= 1
      guard let record = self[index], record.app == app || record.app == nil else { continue }
      if condition(record) { return record }
    }
    return nil
  }

  /// The records that led to a record and are kept, from the nearest to the first.
  func causes(of record: Record) -> [Record] {
    var causes: [Record] = []
    var link = record
    while let cause = link.cause, cause < link.index, let earlier = self[cause] {
      causes.append(earlier)
      link = earlier
    }
    return causes
  }

  /// The first of the records that led to a record, or itself.
  func root(of record: Record) -> Record { causes(of: record).last ?? record }
}
