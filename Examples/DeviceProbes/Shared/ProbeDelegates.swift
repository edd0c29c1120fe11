// The delegates of the apps with scenes, of UIKit's and of SwiftUI's: each method records that it was called.

import UIKit

/// The delegate of an app with scenes.
class ProbeDelegate: UIResponder, UIApplicationDelegate {
  /// The delegate of each scene.
  class var sceneDelegate: ProbeSceneDelegate.Type { ProbeSceneDelegate.self }

  override init() {
    super.init()
    ProbeRun.begin()
  }

  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Recorder.shared.met()
    return true
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    Recorder.shared.met()
    return true
  }

  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    Recorder.shared.met()
    let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
    configuration.delegateClass = Self.sceneDelegate
    return configuration
  }

  func applicationWillTerminate(_ application: UIApplication) { Recorder.shared.met() }
}

/// The delegate of a scene.
class ProbeSceneDelegate: UIResponder, UIWindowSceneDelegate {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    Recorder.shared.met(scene)
    didConnect(scene)
  }

  /// What follows the connection: UIKit's app shows its list, SwiftUI's does that itself.
  func didConnect(_ scene: UIScene) { Recorder.shared.say("connected") }

  func sceneDidDisconnect(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneWillResignActive(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { Recorder.shared.met(scene) }
}
