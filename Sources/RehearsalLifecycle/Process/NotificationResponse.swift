// Notifications as apps are told of them, and what users did with them.

import RehearsalValues

/// A notification that the user sees, or will see.
struct PostedNotification: Hashable, Sendable {
  /// By what it is named among those of its app.
  let identifier: String
  /// The payload of a push, or what a local one was scheduled with.
  let content: ScriptValue
  /// The category, by which it has its actions; nil without one.
  let category: String?
  /// Whether the app scheduled it, and nobody pushed it.
  let isLocal: Bool

  /// What an app is told of it: the content and its identifier.
  var value: ScriptValue {
    guard case .map(let entries) = content, content["id"] == nil else { return content }
    return .map([.init(.string("id"), .string(identifier))] + entries)
  }
}

/// What the user did with a notification.
struct NotificationResponse: Hashable, Sendable {
  let notification: PostedNotification
  /// `.default` for the tap, `.dismiss`, or the identifier of an action.
  var action = ScriptValue.symbol("default")
  /// What the user wrote; nil where nothing was asked for.
  var text: String?
  /// The rule of the place where it was opened; nil on the home screen and over another app.
  var rule: RuleNumber?

  /// The identifier of the chosen action; nil for the tap and for dismissing.
  var chosenAction: String? {
    if case .string(let identifier) = action { identifier } else { nil }
  }

  /// What an app is told of it, under short keys and under UIKit's names; of a push, beside its
  /// payload.
  var value: ScriptValue {
    var entries: [ScriptValue.Entry] = []
    if !notification.isLocal, case .map(let payload) = notification.content { entries = payload }
    var own = [("action", action), ("actionIdentifier", action)]
    if let text { own += [("text", .string(text)), ("userText", .string(text))] }
    own.append(("notification", notification.value))
    entries.removeAll { entry in own.contains { .string($0.0) == entry.key } }
    return .map(entries + own.map { .init(.string($0.0), $0.1) })
  }
}
