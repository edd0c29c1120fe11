// The windows of the app, where an app's own code asks for them; it learns what happens to them by
// notifications.

/// Names a window of the app, whether its scene is connected or not.
public struct SceneSession: Hashable, Sendable {
  /// What the platform knows it by, the same from launch to launch.
  public let identifier: String

  /// Makes a name; for implementations of `Scenes`.
  public init(identifier: String) { self.identifier = identifier }
}

/// The windows of the app.
@MainActor
public protocol Scenes: AnyObject, Sendable {
  /// The windows that the user has not closed.
  var openSessions: [SceneSession] { get }

  /// Brings the window to the front, or a new one for nil.
  func activateScene(of session: SceneSession?)

  /// Closes the window for good.
  func destroyScene(of session: SceneSession)
}
