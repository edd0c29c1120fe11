// A scene's delegate of the main actor behind the protocol that the device's border knows, as
// `MainActorApp` is for the app's delegate.

import RehearsalLifecycle
import RehearsalValues

/// Stands for a scene's delegate of the main actor among the native ones.
struct MainActorAppScene<Delegate: MainActorApplicationDelegate>: SceneDelegate {
  typealias App = MainActorApp<Delegate>

  /// The delegate with its scene.
  private struct Hosted: Sendable {
    let delegate: Delegate.Scene
    let scene: MainActorScene
  }

  private var hosted: Hosted?

  init() {}

  var delegate: Delegate.Scene? { hosted?.delegate }

  static var controls: [String] { Delegate.Scene.controls }

  static var optionalMessages: Set<Message> { Delegate.Scene.optionalMessages }

  // MARK: - Messages

  /// Calls the delegate.
  ///
  /// The simulation was let come here on the main actor only.
  private mutating func call<Result: Sendable>(
    _ application: inout Application<Self>,
    _ body: @MainActor (Delegate.Scene, MainActorScene) -> Result
  ) -> Result {
    let known = hosted
    let identifier = application.owner.scene
    let app = application.withDelegate { app, application in app.host(&application) }
    let (hosted, result) = MainActor.assumeIsolated {
      let scene = known?.scene ?? MainActorScene(identifier, of: app.application)
      let delegate = known?.delegate ?? Delegate.Scene(scene, of: app.delegate)
      return (Hosted(delegate: delegate, scene: scene), body(delegate, scene))
    }
    self.hosted = hosted
    return result
  }

  mutating func scene(
    _ application: inout Application<Self>, willConnectTo session: ScriptValue, options: ScriptValue
  ) {
    call(&application) { delegate, scene in
      scene.application.enter(connecting: options, in: scene.name)
      delegate.scene(scene, willConnectTo: session, options: options)
    }
  }

  mutating func sceneDidDisconnect(_ application: inout Application<Self>) {
    call(&application) { $0.sceneDidDisconnect($1) }
  }

  mutating func sceneWillEnterForeground(_ application: inout Application<Self>) {
    call(&application) { $0.sceneWillEnterForeground($1) }
  }

  mutating func sceneDidBecomeActive(_ application: inout Application<Self>) {
    call(&application) { $0.sceneDidBecomeActive($1) }
  }

  mutating func sceneWillResignActive(_ application: inout Application<Self>) {
    call(&application) { $0.sceneWillResignActive($1) }
  }

  mutating func sceneDidEnterBackground(_ application: inout Application<Self>) {
    call(&application) { $0.sceneDidEnterBackground($1) }
  }

  mutating func scene(_ application: inout Application<Self>, didTouch control: String) {
    call(&application) { $0.scene($1, didTouch: control) }
  }

  mutating func scene(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    call(&application) { delegate, scene in
      scene.application.enter(message, arguments, in: scene.name)
      return delegate.scene(scene, didReceive: message, arguments: arguments)
    }
  }
}

extension MainActorAppScene: DelegateHost {
  var hostedDelegate: AnyObject? { delegate }
}

extension MainActorAppScene: SceneStandIn {
  static var representsScenes: Bool { Delegate.Scene.self != NoMainActorScene<Delegate>.self }
}
