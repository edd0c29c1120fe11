// The windows of an app whose code is isolated to the main actor: a delegate for each scene that is
// connected, an object as UIKit's is, with the scene that it may keep and hand on.

import LifecycleServices
import RehearsalLifecycle
import RehearsalValues

/// The code of one scene of an app that is isolated to the main actor; a final class, of which a new
/// instance is made at each connection.
///
/// The messages are those of `SceneDelegate`.
@MainActor
public protocol MainActorSceneDelegate: AnyObject, Sendable {
  /// The delegate of the app, which all of its scenes share.
  associatedtype App: MainActorApplicationDelegate

  /// The labels of the controls in the scene's window; none unless they are given.
  nonisolated static var controls: [String] { get }

  /// The messages that UIKit sends only to scenes that implement them, if this one does.
  nonisolated static var optionalMessages: Set<Message> { get }

  /// Makes the delegate of a scene that is about to be connected.
  init(_ scene: MainActorScene, of app: App)

  /// The scene is connected to its session, a thing that stands for the window.
  func scene(_ scene: MainActorScene, willConnectTo session: ScriptValue, options: ScriptValue)

  /// The scene was freed; its session stays unless the user closed the window.
  func sceneDidDisconnect(_ scene: MainActorScene)

  /// The scene is about to be on the screen.
  func sceneWillEnterForeground(_ scene: MainActorScene)

  /// The scene is in front and gets events.
  func sceneDidBecomeActive(_ scene: MainActorScene)

  /// The scene is about to stop getting events.
  func sceneWillResignActive(_ scene: MainActorScene)

  /// The scene left the screen; five seconds are left to return.
  func sceneDidEnterBackground(_ scene: MainActorScene)

  /// The user touched a control of the scene's.
  func scene(_ scene: MainActorScene, didTouch control: String)

  /// Any other message to the scene or its view controller, with its arguments in the order of its
  /// parameters.
  ///
  /// The answer is what UIKit's method returns; one of another type ends the process.
  func scene(
    _ scene: MainActorScene, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue
}

extension MainActorSceneDelegate {
  /// There are no controls.
  public nonisolated static var controls: [String] { [] }

  /// None of them.
  public nonisolated static var optionalMessages: Set<Message> { [] }

  /// Does nothing.
  public func scene(
    _ scene: MainActorScene, willConnectTo session: ScriptValue, options: ScriptValue
  ) {}

  /// Does nothing.
  public func sceneDidDisconnect(_ scene: MainActorScene) {}

  /// Does nothing.
  public func sceneWillEnterForeground(_ scene: MainActorScene) {}

  /// Does nothing.
  public func sceneDidBecomeActive(_ scene: MainActorScene) {}

  /// Does nothing.
  public func sceneWillResignActive(_ scene: MainActorScene) {}

  /// Does nothing.
  public func sceneDidEnterBackground(_ scene: MainActorScene) {}

  /// Does nothing.
  public func scene(_ scene: MainActorScene, didTouch control: String) {}

  /// Answers nothing.
  public func scene(
    _ scene: MainActorScene, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue { .nil }
}

/// What stands for the scenes of an app without scenes.
public final class NoMainActorScene<App: MainActorApplicationDelegate>: MainActorSceneDelegate {
  /// Makes one that gets no messages.
  public init(_ scene: MainActorScene, of app: App) {}
}

/// A scene of an app whose code is isolated to the main actor.
///
/// As its application it can be asked whenever code of the process runs, and at no other time.
@MainActor
public final class MainActorScene {
  /// The application that the scene is of.
  public nonisolated let application: MainActorApplication
  private nonisolated let identifier: SceneIdentifier?

  nonisolated init(_ identifier: SceneIdentifier?, of application: MainActorApplication) {
    self.application = application
    self.identifier = identifier
  }

  /// The window, as services name it; nil where the process does not run.
  var name: SceneSession? {
    guard let identifier else { return nil }
    let session = request { $0.system.session(of: identifier) } ?? nil
    return session.map { SceneSession(identifier: "\($0.number)") }
  }

  /// The state of the scene; while a method leads to another state it is the old one.
  public var activationState: SceneState {
    let state = request { $0.activationState } ?? nil
    return state ?? .unattached
  }

  /// What the scene of this session gave last to be restored with; nil where it gave nothing.
  public var restorationActivity: ScriptValue { request { $0.restorationActivity } ?? .nil }

  /// Shows a screen in the window, by a name of the app's own.
  public func show(_ screen: String) { request { $0.show(screen) } }

  /// Makes any request of other native apps, on behalf of this scene; nil where the process does not
  /// run.
  ///
  /// Closures that are passed there run on the main thread, but are not isolated to the main
  /// actor for the compiler; they begin with `MainActor.assumeIsolated`.
  @discardableResult
  public func request<Result, Failure: Error>(
    _ body: (borrowing Application<SystemRequests>) throws(Failure) -> Result
  ) throws(Failure) -> Result? { try application.request(in: identifier, body) }
}
