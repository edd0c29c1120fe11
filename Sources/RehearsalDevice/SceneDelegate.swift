// The code of one window of a native app: the messages of UIKit's scene delegate, by their own
// names and in their own order. An app that names a type of scene delegates lives with scenes;
// its application delegate then hears what UIKit tells it then, and no more.

import RehearsalLifecycle
import RehearsalValues

/// The code of one scene of a native app; a new instance is made at each connection.
///
/// It lives until the scene was disconnected and nothing that it began calls it back any more.
/// The methods are given the application as the scene sees it: its closures are passed the scene's
/// delegate, and `Application.delegate` is the app's.
public protocol SceneDelegate: Sendable {
  /// The delegate of the app, which all of its scenes share.
  associatedtype App: ApplicationDelegate

  /// The labels of the controls in the scene's window; none unless they are given.
  static var controls: [String] { get }

  /// The messages that UIKit sends only to scenes that implement them, if this one does.
  ///
  /// An app whose scenes name `.carPlayDidConnect` has the role of a car's screen.
  static var optionalMessages: Set<Message> { get }

  /// Makes the delegate of a scene that is about to be connected.
  init()

  /// The scene is connected to its session, a thing that stands for the window.
  mutating func scene(
    _ application: inout Application<Self>, willConnectTo session: ScriptValue,
    options: ScriptValue)

  /// The scene was freed; its session stays unless the user closed the window.
  mutating func sceneDidDisconnect(_ application: inout Application<Self>)

  /// The scene is about to be on the screen.
  mutating func sceneWillEnterForeground(_ application: inout Application<Self>)

  /// The scene is in front and gets events.
  mutating func sceneDidBecomeActive(_ application: inout Application<Self>)

  /// The scene is about to stop getting events.
  mutating func sceneWillResignActive(_ application: inout Application<Self>)

  /// The scene left the screen; five seconds are left to return.
  mutating func sceneDidEnterBackground(_ application: inout Application<Self>)

  /// The user touched a control of the scene's.
  mutating func scene(_ application: inout Application<Self>, didTouch control: String)

  /// Any other message to the scene or its view controller, with its arguments in the order of its
  /// parameters.
  ///
  /// The answer is what UIKit's method returns: a map for the activity that the scene is restored
  /// with. One of another type ends the process.
  mutating func scene(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue
}

extension SceneDelegate {
  /// There are no controls.
  public static var controls: [String] { [] }

  /// None of them.
  public static var optionalMessages: Set<Message> { [] }

  /// Does nothing.
  public mutating func scene(
    _ application: inout Application<Self>, willConnectTo session: ScriptValue,
    options: ScriptValue
  ) {}

  /// Does nothing.
  public mutating func sceneDidDisconnect(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func sceneWillEnterForeground(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func sceneDidBecomeActive(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func sceneWillResignActive(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func sceneDidEnterBackground(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func scene(_ application: inout Application<Self>, didTouch control: String) {}

  /// Answers nothing.
  public mutating func scene(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue { .nil }
}

/// What stands for the scenes of an app without scenes.
public struct NoScene<App: ApplicationDelegate>: SceneDelegate {
  /// Makes what nothing is ever told.
  public init() {}
}

/// A type that takes the place of a scene's delegate, whether the app has scenes or not.
protocol SceneStandIn {
  /// Whether the app has scenes.
  static var representsScenes: Bool { get }
}

extension NoScene: SceneStandIn {
  static var representsScenes: Bool { false }
}

extension Application where Delegate: SceneDelegate {
  /// The app's delegate, which all of its scenes share.
  public var delegate: Delegate.App {
    get { appDelegate.assumingMemoryBound(to: Delegate.App.self).pointee }
    _modify {
      yield &appDelegate.assumingMemoryBound(to: Delegate.App.self).pointee
    }
  }

  /// Runs code of the app's delegate, which gives closures for that delegate.
  public mutating func withDelegate<Result>(
    _ body: (inout Delegate.App, inout Application<Delegate.App>) throws -> Result
  ) rethrows -> Result {
    var application = Application<Delegate.App>(
      system: system, native: native, owner: .app(in: owner.scene), appDelegate: appDelegate)
    return try body(
      &appDelegate.assumingMemoryBound(to: Delegate.App.self).pointee, &application)
  }
}
