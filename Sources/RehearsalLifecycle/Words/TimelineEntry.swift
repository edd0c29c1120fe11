// What a timeline says of a record: its words, the mark before them and the remark after. Columns,
// colours and widths are the renderer's.

import RehearsalValues

/// A record as an entry of a timeline.
package struct TimelineEntry {
  /// How an entry stands out.
  package enum Emphasis: Hashable, Sendable {
    case plain
    /// A message without a handler.
    case faint
    /// What the user or the clock did.
    case heading
    case log
    /// Advice, or a refusal.
    case warning
    /// The end of a process.
    case end
    /// A state that was reached.
    case state(ProcessState)
  }

  /// The mark before the words; empty for an entry that follows from one above it.
  package let mark: String
  /// The words.
  package let text: String
  /// How the entry stands out.
  package let emphasis: Emphasis
  private let record: Record

  /// Makes the entry of a record; nil for one that timelines leave out.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - appName: The name of the app that the record is about; nil without one.
  package init?(_ record: Record, appName: String?) {
    self.record = record
    switch record.subject {
    case .stimulus:
      (mark, text, emphasis) = ("▸", record.call(appName: appName), .heading)
    case .timeChange:
      (mark, text, emphasis) = ("▸", "the time changes: " + record.detail, .heading)
    case .remark: (mark, text, emphasis) = ("  ○", record.detail, .warning)
    case .autoLock: (mark, text, emphasis) = ("▸", "the device locks itself", .heading)
    case .message(let message):
      (mark, text, emphasis) = ("", message.name, record.handled == true ? .plain : .faint)
    case .notification(let notification):
      guard record.handled == true else { return nil }
      (mark, text, emphasis) = ("", "notification " + notification.rawValue, .plain)
    case .state(let state, _):
      (mark, text, emphasis) = ("  →", state.rawValue, .state(state))
    case .log: (mark, text, emphasis) = ("", "log: " + record.detail, .log)
    case .action, .sentAction:
      (mark, text, emphasis) = ("", "action of “\(record.detail)”", .plain)
    case .advice: (mark, text, emphasis) = ("  !", record.detail, .warning)
    case .refusal: (mark, text, emphasis) = ("  ×", record.detail, .warning)
    case .exit(let reason):
      let detail = record.detail
      let code = record.exitCode.map { ", " + ExitCode.text($0) } ?? ""
      let end = "ended: \(reason.rawValue)" + code + (detail.isEmpty ? "" : ". " + detail)
      (mark, text, emphasis) = ("  ✕", end, .end)
    case .assertion(let event):
      (mark, text, emphasis) = ("", Self.text(of: event, record), .plain)
    case .callback(.expirationHandler):
      (mark, text, emphasis) = ("", "expiration handler of “\(record.detail)”", .plain)
    case .callback, .snapshot: return nil
    }
  }

  private static func text(of event: AssertionEvent, _ record: Record) -> String {
    let detail = record.detail
    return switch event {
    case .taskBegan: "begins background task “\(detail)”"
    case .taskEnded: "ends background task “\(detail)”"
    case .began: "keeps running: \(detail)"
    case .ended: "no longer keeps running: \(detail)"
    case .answered: "answers " + detail + list(record.arguments)
    case .taskFailed: "fails “\(detail)”, which has no expiration handler"
    case .transferCancelled: "the transfer of “\(detail)” is cancelled"
    case .taskCancelled: "“\(detail)” is cancelled with the process"
    case .acquired: "acquires " + detail
    case .released: "releases " + detail
    case .lost: "loses " + detail
    case .audioStopped: "stops playing. " + detail
    case .keepAlive: "keeps its connection alive"
    case .notificationScheduled: "schedules the notification “\(detail)”"
    case .sheetRequested: "asks for a \(detail)"
    case .activityStarted: "the Live Activity “\(detail)” begins"
    case .activityUpdated: "the Live Activity “\(detail)” is updated"
    case .progressStands: "“\(detail)” makes no progress"
    case .connectionLost: "loses the connection of “\(detail)”"
    case .recordingBegan: "begins to record sound"
    case .recordingEnded: "stops recording sound"
    case .activityEnded: "the Live Activity “\(detail)” ends"
    case .notificationShown: "the notification “\(detail)” is shown"
    case .callReported: "reports a call of “\(detail)”"
    case .taskSubmitted: "submits “\(detail)”" + list(record.arguments)
    case .taskRefused, .timeIsRunningOut: detail
    }
  }

  private static func list(_ arguments: [ScriptValue]) -> String {
    arguments.isEmpty ? "" : " " + arguments.map(\.recordText).joined(separator: ", ")
  }

  // MARK: - Rules and selectors

  /// Whether something follows the words.
  package var hasRemark: Bool { record.rule != nil || record.kind == .message }

  /// What follows the words: the rule, and a message's selector where there is room for it.
  ///
  /// - Parameter room: How many characters there are for it; nil for any.
  /// - Returns: The remark; empty if there is none.
  package func remark(room: Int? = nil) -> String {
    let rule = record.rule.map(\.description) ?? ""
    guard case .message(let message) = record.subject else { return rule }
    let missing = record.handled == false ? "  no handler" : ""
    let column = rule.isEmpty ? "    " : rule
    let whole = column + "  " + message.definition.selector + missing
    return room.map { whole.count > $0 } == true ? rule + missing : whole
  }
}

extension Record {
  /// Where the rule is documented that says so; nil where no source of it is a page.
  package var rulePage: String? {
    let sources = rule.flatMap(RuleBook.rule)?.sources ?? []
    return sources.lazy.compactMap { RuleSource.source($0)?.meaning }.first {
      $0.hasPrefix("https://")
    }
  }

  /// The rule that says so, with its words; nil without a rule.
  package var ruleText: String? {
    guard let rule, let statement = RuleBook.rule(rule)?.statement else { return nil }
    return "\(rule) — " + statement
  }
}
