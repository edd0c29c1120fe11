// The app of the probes with scenes of UIKit's.

import UIKit

// `@objc` stands at methods whose protocol only the superclass names, or UIKit would not find them.
@main
final class AppDelegate: ProbeDelegate {
  override class var sceneDelegate: ProbeSceneDelegate.Type { SceneDelegate.self }

  @objc func application(
    _ application: UIApplication, didDiscardSceneSessions sessions: Set<UISceneSession>
  ) {
    Recorder.shared.met()
  }

  @objc func applicationDidReceiveMemoryWarning(_ application: UIApplication) {
    Recorder.shared.met()
  }
}

final class SceneDelegate: ProbeSceneDelegate {
  var window: UIWindow?

  override func didConnect(_ scene: UIScene) {
    guard let scene = scene as? UIWindowScene else { return }
    window = UIWindow(windowScene: scene)
    window?.rootViewController = UINavigationController(
      rootViewController: ProbeList(shape: "scenes"))
    window?.makeKeyAndVisible()
  }
}
