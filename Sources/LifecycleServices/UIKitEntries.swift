// What the delegates of an app forward of its user and of its calls to `UIKitServices`.

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  #if canImport(UserNotifications)
    import UserNotifications
  #endif
  #if canImport(AVFoundation)
    import AVFoundation
  #endif

  /// What the user brought, for which window, and what the platform waits for.
  struct EnteredWindow {
    let entry: Entry
    let session: SceneSession?
    let answer: @MainActor () -> Void
  }

  extension UIKitServices {
    /// Sets who hears of entries.
    public func setEntryHandler(_ handler: @escaping @MainActor (Entry, SceneSession?) -> Void) {
      entries.setHandler { entered in
        handler(entered.entry, entered.session)
        entered.answer()
      }
    }

    private func enter(
      _ entry: Entry, _ scene: UIScene?, then answer: @escaping @MainActor () -> Void = {}
    ) {
      let session = (scene?.session.persistentIdentifier).map { SceneSession(identifier: $0) }
      entries.tell(EnteredWindow(entry: entry, session: session, answer: answer))
    }

    /// Forwards a link that the application delegate is asked to open.
    public func handleLink(_ url: URL) { enter(.link(url.absoluteString), nil) }

    /// Forwards the links that the delegate of a scene is asked to open.
    public func handleLinks(_ contexts: Set<UIOpenURLContext>, in scene: UIScene) {
      // A set has no order of its own.
      for link in contexts.map(\.url.absoluteString).sorted() { enter(.link(link), scene) }
    }

    /// Forwards an activity of the application delegate, or of the delegate of a scene.
    public func handleActivity(_ activity: NSUserActivity, in scene: UIScene? = nil) {
      let page = activity.webpageURL?.absoluteString
      enter(.activity(Entry.Activity(type: activity.activityType, webpage: page)), scene)
    }

    /// Forwards a quick action of the application delegate, or of the delegate of a scene.
    public func handleQuickAction(
      _ item: UIApplicationShortcutItem, in scene: UIScene? = nil,
      completionHandler: @escaping @MainActor (Bool) -> Void = { _ in }
    ) { enter(.quickAction(item.type), scene) { completionHandler(true) } }

    /// Forwards what a scene is connected for.
    ///
    /// A response to a notification comes to the delegate of the
    /// notification center, too, and is left to that.
    public func handleConnection(of scene: UIScene, with options: UIScene.ConnectionOptions) {
      handleLinks(options.urlContexts, in: scene)
      for activity in options.userActivities.sorted(by: { $0.activityType < $1.activityType }) {
        handleActivity(activity, in: scene)
      }
      if let item = options.shortcutItem { handleQuickAction(item, in: scene) }
    }

    /// Forwards a response of the delegate of the notification center, which is set during the launch.
    public func handleResponse(
      _ response: UNNotificationResponse, completionHandler: @escaping @MainActor () -> Void
    ) {
      let action: NotificationResponse.Action =
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: .open
        case UNNotificationDismissActionIdentifier: .dismiss
        default: .custom(response.actionIdentifier)
        }
      let content = PushValue.content(of: response.notification.request.content.userInfo)
      let text = (response as? UNTextInputNotificationResponse)?.userText
      enter(
        .notification(NotificationResponse(action: action, text: text, content: content)), nil,
        then: completionHandler)
    }

    // MARK: - Calls

    /// Sets who hears of VoIP pushes.
    public func setIncomingPushHandler(_ handler: @escaping @MainActor (IncomingPush) -> Void) {
      incomingPushes.setHandler(handler)
    }

    /// Forwards a VoIP push of the delegate of the push registry.
    ///
    /// A call is reported by `reportCall`, which the app sets where it has made its provider.
    ///
    /// - Parameters:
    ///   - payload: The content of the push, as its `dictionaryPayload` has it.
    ///   - completion: Called when the push is handled.
    public func handleIncomingPush(
      _ payload: [AnyHashable: Any], completion: @escaping @MainActor () -> Void
    ) {
      incomingPushes.tell(
        IncomingPush(PushValue.content(of: payload)) { [weak self] in self?.reportCall?($0) })
      completion()
    }

    // MARK: - Permissions

    /// Asks the system, which asks the user once.
    public func requestPermission(for kind: PermissionKind) async -> Bool {
      switch kind {
      case .notifications:
        let center = UNUserNotificationCenter.current()
        return (try? await center.requestAuthorization(options: [.alert, .badge, .sound])) ?? false
      #if os(tvOS)
        // It has neither.
        case .camera, .microphone: return false
      #else
        case .camera: return await AVCaptureDevice.requestAccess(for: .video)
        case .microphone: return await AVCaptureDevice.requestAccess(for: .audio)
      #endif
      }
    }
  }
#endif
