// How the user comes into the app with something to do. UIKit says it at seven places: at the connection of a
// scene, and by methods of either delegate and of the notification center; here it is one.

/// What the user brings into the app.
public enum Entry: Hashable, Sendable {
  /// A link, as its text.
  case link(String)
  /// Something that was begun elsewhere: on another device, in a search, or behind a universal link.
  case activity(Activity)
  /// A quick action of the home screen, by its type.
  case quickAction(String)
  /// What the user did with a notification.
  case notification(NotificationResponse)

  /// Something that was begun elsewhere.
  public struct Activity: Hashable, Sendable {
    /// Its type.
    public let type: String
    /// The address of a universal link; nil for any other activity.
    public let webpage: String?

    /// Makes an activity; for implementations of `Entries`.
    public init(type: String, webpage: String? = nil) {
      self.type = type
      self.webpage = webpage
    }
  }
}

/// What the user did with a notification.
public struct NotificationResponse: Hashable, Sendable {
  /// What the user chose.
  public enum Action: Hashable, Sendable {
    /// The notification itself, which opens the app.
    case open
    /// To be rid of it.
    case dismiss
    /// An action of the app's own, by its identifier.
    case custom(String)
  }

  /// What the user chose.
  public let action: Action
  /// The text that the user typed; nil for none.
  public let text: String?
  /// What the notification had beside `aps`.
  public let content: [String: PushValue]

  /// Makes a response; for implementations of `Entries`.
  public init(action: Action, text: String? = nil, content: [String: PushValue] = [:]) {
    self.action = action
    self.text = text
    self.content = content
  }
}

/// The ways by which the user comes in.
@MainActor
public protocol Entries: AnyObject, Sendable {
  /// Sets the handler of entries; earlier ones are delivered at once, in their order.
  ///
  /// An app sets it while it is launched. The platform is answered when the handler has returned.
  ///
  /// - Parameter handler: Gets what the user brings, and the window that it is for; nil in an app without
  ///   scenes, and for notifications, which are for no window.
  func setEntryHandler(_ handler: @escaping @MainActor (Entry, SceneSession?) -> Void)
}
