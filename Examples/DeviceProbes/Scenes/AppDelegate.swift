// The app of the probes with scenes of UIKit's.

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
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
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }

  func application(
    _ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>
  ) {
    Recorder.shared.met()
  }

  func applicationWillTerminate(_ application: UIApplication) { Recorder.shared.met() }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { Recorder.shared.met() }
}

final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    Recorder.shared.met(scene)
    guard let scene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: scene)
    window?.rootViewController = UINavigationController(
      rootViewController: ProbeList(shape: "scenes"))
    window?.makeKeyAndVisible()
  }

  func sceneDidDisconnect(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneWillResignActive(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { Recorder.shared.met(scene) }
}
