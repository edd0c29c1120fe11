// What the user brings into an app of the main actor, its calls and its questions, as the services of
// `LifecycleServices` have them.

import LifecycleServices
import RehearsalLifecycle
import RehearsalValues

/// What the user brought, for which window, and what the device waits for.
struct EnteredWindow {
  let entry: Entry
  let session: SceneSession?
  let answer: @MainActor () -> Void
}

extension MainActorApplication {
  // MARK: - Entries

  /// Sets who hears of entries.
  ///
  /// Notifications come to an app whose delegate lists `didReceiveNotificationResponse` among its
  /// `optionalMessages`.
  public func setEntryHandler(_ handler: @escaping @MainActor (Entry, SceneSession?) -> Void) {
    events.entries.setHandler { entered in
      handler(entered.entry, entered.session)
      entered.answer()
    }
  }

  /// Hears the messages by which the user comes in, of the application or of a scene.
  func enter(_ message: Message, _ arguments: [ScriptValue], in window: SceneSession?) {
    let (first, last) = (arguments.first ?? .nil, arguments.last ?? .nil)
    switch message {
    case .open:
      if case .string(let url) = first { enter(.link(url), window) }
    case .sceneOpenURLContexts: for link in Self.links(first) { enter(.link(link), window) }
    case .continueUserActivity, .sceneContinueUserActivity:
      if let activity = Entry.Activity(first) { enter(.activity(activity), window) }
    case .performAction, .scenePerformAction:
      enter(.quickAction(Self.type(of: first)), window) { [weak self] in
        self?.complete(last, with: .boolean(true))
      }
    case .didReceiveNotificationResponse:
      enter(.notification(NotificationResponse(first)), nil) { [weak self] in self?.complete(last) }
    case .didReceiveIncomingPush:
      events.incomingPushes.tell(
        IncomingPush(PushValue.content(of: first)) { [weak self] caller in
          self?.request { application in _ = application.reportNewIncomingCall(from: caller) }
        })
      complete(last)
    default: break
    }
  }

  /// Hears what a scene is connected for; a response to a notification is a message of its own, too.
  func enter(connecting options: ScriptValue, in window: SceneSession?) {
    for link in Self.links(options["urlContexts"] ?? .nil) { enter(.link(link), window) }
    if case .list(let activities)? = options["userActivities"] {
      for activity in activities.compactMap({ Entry.Activity($0) }) {
        enter(.activity(activity), window)
      }
    }
    if let item = options["shortcutItem"], item != .nil {
      enter(.quickAction(Self.type(of: item)), window)
    }
  }

  private func enter(
    _ entry: Entry, _ window: SceneSession?, then answer: @escaping @MainActor () -> Void = {}
  ) { events.entries.tell(EnteredWindow(entry: entry, session: window, answer: answer)) }

  private static func links(_ contexts: ScriptValue) -> [String] {
    guard case .list(let contexts) = contexts else { return [] }
    return contexts.compactMap { $0["url"]?.text }
  }

  private static func type(of item: ScriptValue) -> String { (item["type"] ?? item).text }

  // MARK: - Calls

  /// Sets who hears of VoIP pushes, which come to an app whose delegate lists `didReceiveIncomingPush`
  /// among its `optionalMessages`.
  public func setIncomingPushHandler(_ handler: @escaping @MainActor (IncomingPush) -> Void) {
    events.incomingPushes.setHandler(handler)
  }

  // MARK: - Permissions

  /// Asks the user of the device, whose answer a script gives.
  public func requestPermission(for kind: PermissionKind) async -> Bool {
    let permission: Permission =
      switch kind {
      case .notifications: .notifications
      case .camera: .camera
      case .microphone: .microphone
      }
    return await clock.request { continuation in
      let isAsked: Void? = request { application in
        application.requestPermission(permission) { _, application in
          let isGranted: Bool? = application.argument()
          continuation.resume(returning: isGranted == true)
        }
      }
      if isAsked == nil { continuation.resume(returning: false) }
    }
  }
}

extension Entry.Activity {
  /// An activity as scripts have it; nil for anything else.
  fileprivate init?(_ activity: ScriptValue) {
    guard case .string(let type)? = activity["type"] else { return nil }
    let page: String? = if case .string(let url)? = activity["webpageURL"] { url } else { nil }
    self.init(type: type, webpage: page)
  }
}

extension NotificationResponse {
  /// A response as scripts have it.
  fileprivate init(_ response: ScriptValue) {
    let action: Action =
      switch response["action"] {
      case .symbol("dismiss")?, .string("dismiss")?: .dismiss
      case .string(let name)? where name != "default": .custom(name)
      default: .open
      }
    let text: String? = if case .string(let text)? = response["text"] { text } else { nil }
    self.init(
      action: action, text: text, content: PushValue.content(of: response["notification"] ?? .nil))
  }
}
