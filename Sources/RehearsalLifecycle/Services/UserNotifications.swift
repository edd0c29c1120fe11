// What the user sees of the apps' notifications: those that are shown, wherever they came from, and
// the actions that apps declare for them (R142, R144). A shown one stays until it is opened, cleared
// or its app removed; opening the app by its icon leaves it.

import RehearsalValues

/// What an action of a notification asks of the device.
public enum NotificationActionOption: String, CaseIterable, Hashable, Sendable {
  /// It brings the app to the front, as the tap does.
  case foreground
  /// It waits until the device is unlocked.
  case authenticationRequired
  /// It is shown in red, and nothing else.
  case destructive
}

/// The actions that an app declares for a category of notifications.
public struct NotificationCategory: Hashable, Sendable {
  /// The options of each action, by its identifier.
  let actions: OrderedMap<String, [NotificationActionOption]>
  /// Whether the app wants to be told when a notification of the category is dismissed.
  package let tellsOfDismissal: Bool

  /// Makes a category.
  ///
  /// - Parameters:
  ///   - actions: The options of each action, by its identifier, in the order of their display.
  ///   - tellsOfDismissal: Whether the app wants to be notified of dismissals.
  public init(
    _ actions: KeyValuePairs<String, [NotificationActionOption]>, tellsOfDismissal: Bool = false
  ) {
    self.init(actions: actions.map { ($0.key, $0.value) }, tellsOfDismissal: tellsOfDismissal)
  }

  /// Makes a category; of two actions of one identifier the later counts.
  package init(
    actions: [(String, [NotificationActionOption])], tellsOfDismissal: Bool = false
  ) {
    var options = OrderedMap<String, [NotificationActionOption]>()
    for (action, asked) in actions { options[action] = asked }
    self.actions = options
    self.tellsOfDismissal = tellsOfDismissal
  }
}

/// The notifications that are shown, and the actions that apps declared for them.
struct UserNotifications: Sendable {
  private struct Center: DefaultInitializable {
    /// The newest last.
    var shown: [PostedNotification] = []
    var categories = OrderedMap<String, NotificationCategory>()
    /// How many pushes came that had no identifier of their own.
    var unnamedPushes = 0
  }

  private var centers = AppTable<Center>()

  // MARK: - Looking

  /// The notifications of an app that are shown, the newest last.
  func shown(of app: AppIdentifier) -> [PostedNotification] {
    centers.read(app) { $0.shown } ?? []
  }

  /// The notification that the user means: the one of an identifier, else the newest.
  func notification(_ identifier: String?, of app: AppIdentifier) -> PostedNotification? {
    let shown = shown(of: app)
    guard let identifier else { return shown.last }
    return shown.last { $0.identifier == identifier }
  }

  private func category(
    of notification: PostedNotification, _ app: AppIdentifier
  ) -> NotificationCategory? {
    notification.category.flatMap { name in centers.read(app) { $0.categories[name] } ?? nil }
  }

  /// What an action of a notification asks for; one that was never declared asks for nothing.
  func options(
    of action: String, for notification: PostedNotification, of app: AppIdentifier
  ) -> [NotificationActionOption] { category(of: notification, app)?.actions[action] ?? [] }

  func tellsOfDismissal(_ notification: PostedNotification, of app: AppIdentifier) -> Bool {
    category(of: notification, app)?.tellsOfDismissal ?? false
  }

  // MARK: - Changing

  /// Shows a notification; one of the same identifier makes room for it.
  mutating func show(_ notification: PostedNotification, of app: AppIdentifier) {
    centers[app].shown.removeAll { $0.identifier == notification.identifier }
    centers[app].shown.append(notification)
  }

  /// Makes a notification of a push's payload, by the identifier that it carries or by its number.
  mutating func notification(ofPush payload: ScriptValue, to app: AppIdentifier)
    -> PostedNotification
  {
    var category: String?
    if case .string(let name)? = payload["aps"]?["category"] { category = name }
    func posted(_ identifier: String) -> PostedNotification {
      PostedNotification(
        identifier: identifier, content: payload, category: category, isLocal: false)
    }
    switch payload["id"] {
    case .string(let identifier): return posted(identifier)
    case .integer(let number): return posted(String(number))
    default:
      centers[app].unnamedPushes += 1
      return posted("push \(centers[app].unnamedPushes)")
    }
  }

  mutating func remove(_ identifier: String, of app: AppIdentifier) {
    guard !centers.isEmpty(app) else { return }
    centers[app].shown.removeAll { $0.identifier == identifier }
  }

  /// The user clears Notification Center, without a word to the apps.
  mutating func removeAll() {
    for position in centers.positions { centers[AppIdentifier(position)].shown = [] }
  }

  fileprivate mutating func declare(
    _ category: NotificationCategory, named name: String, of app: AppIdentifier
  ) { centers[app].categories[name] = category }

  mutating func appWasRemoved(_ app: AppIdentifier) { centers.remove(app) }
}

// MARK: - Opening

/// What the user does with a notification.
struct NotificationTap: Sendable {
  /// Which one; nil for the newest.
  var identifier: String?
  /// The action; nil for the tap itself.
  var action: String?
  /// What the user wrote.
  var text: String?
}

/// A tap on the lock screen that waits until the device is unlocked (R142, R144).
indirect enum WaitingTap: Sendable {
  case open(ForegroundLaunch)
  case perform(NotificationResponse, AppIdentifier, cause: Cause)

  var app: AppIdentifier {
    switch self {
    case .open(let launch): launch.app
    case .perform(_, let app, _): app
    }
  }
}

// MARK: - Actions

extension UserNotifications {
  private static let identifier = ActionParameter("id", .text, isOptional: true, isNamed: true)

  static let actions: [Action] = [
    Action(
      .tapNotification, "tapNotification",
      [
        .app, identifier, ActionParameter("action", .text, isOptional: true, isNamed: true),
        ActionParameter("text", .text, isOptional: true, isNamed: true),
      ], isWayIn: true, versions: .from(3), rules: [.R142, .R144, .R022, .R071, .R072],
      "Taps a notification of the app, the newest or the one of an identifier, or an action of it."
    ) { parts, kernel, call throws(SimulationError) in
      let tap = NotificationTap(
        identifier: try call.textOrNil(0), action: try call.textOrNil(1),
        text: try call.textOrNil(2))
      return parts.tapNotification(of: try call.app(), tap, cause: call.cause, &kernel)
    },
    Action(
      .dismissNotification, "dismissNotification", [.app, identifier], versions: .from(3),
      refusesItself: true, rules: [.R142, .R144],
      "Dismisses a notification of the app, the newest or the one of an identifier."
    ) { parts, kernel, call throws(SimulationError) in
      parts.dismissNotification(
        try call.textOrNil(0), of: try call.app(), cause: call.cause, &kernel)
    },
    Action(
      .clearNotifications, "clearNotifications", versions: .from(3), refusesItself: true,
      rules: [.R142],
      "Clears all notifications of all apps, without a word to them."
    ) { parts, kernel, call in
      parts.services.notifications.removeAll()
      return nil
    },
  ]
}

// MARK: - Identity

extension UserNotifications {
  /// Combines what is shown of an app, and the actions that it declared.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    guard !centers.isEmpty(app) else { return walk.combine(false) }
    walk.combine(true)
    let center = centers[app]
    walk.combine(center.unnamedPushes)
    walk.combine(each: center.shown) { $0.combine($1) }
    walk.combine(center.categories.count)
    for (name, category) in center.categories {
      walk.combine(name)
      walk.combine(category.tellsOfDismissal)
      walk.combine(category.actions.count)
      for (action, options) in category.actions {
        walk.combine(action)
        for option in NotificationActionOption.allCases { walk.combine(options.contains(option)) }
      }
    }
  }
}

extension IdentityWalk {
  mutating func combine(_ notification: PostedNotification) {
    combine(notification.identifier)
    combine(notification.content)
    combine(notification.category)
    combine(notification.isLocal)
  }

  mutating func combine(_ response: NotificationResponse) {
    combine(response.notification)
    combine(response.action)
    combine(response.text)
    combine(response.rule)
  }

  /// Combines what waits for the device to be unlocked.
  mutating func combine(_ tap: WaitingTap?) {
    switch tap {
    case nil: combine(0)
    case .open(let launch):
      combine(1 + launch.app.position)
      combine(launch.request)
    case .perform(let response, let app, _):
      combine(-1 - app.position)
      combine(response)
    }
  }
}

// MARK: - For app code

/// What an app asks of the notifications that the user sees.
extension AppContext {
  /// Declares the actions of a category of notifications, in place of those it had.
  ///
  /// They stay until the app is removed. Before iOS 8 notifications have no actions, and nothing is
  /// declared.
  package func setNotificationActions(_ category: NotificationCategory, of name: String) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      guard kernel.has(.notificationActions) else {
        kernel.record(refusal: .noNotificationActions, app: process.app, cause: kernel.cause)
        return
      }
      parts.services.notifications.declare(category, named: name, of: process.app)
    }
  }
}
