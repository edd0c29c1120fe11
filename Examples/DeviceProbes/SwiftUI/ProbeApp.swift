// The app of the probes in SwiftUI's own life cycle.

import SwiftUI

@main
struct ProbeApp: App {
  @UIApplicationDelegateAdaptor private var delegate: Delegate

  var body: some Scene {
    WindowGroup { ProbeView() }
  }
}

private struct ProbeView: View {
  @Environment(\.scenePhase) private var phase

  var body: some View {
    ProbeScreen()
      .onChange(of: phase) { _, phase in Recorder.shared.say("\(phase)") }
      .onOpenURL { Recorder.shared.say($0.absoluteString) }
  }
}

private struct ProbeScreen: UIViewControllerRepresentable {
  func makeUIViewController(context: Context) -> UINavigationController {
    UINavigationController(rootViewController: ProbeList(shape: "swiftUI"))
  }

  func updateUIViewController(_ controller: UINavigationController, context: Context) {}
}

private final class Delegate: NSObject, UIApplicationDelegate {
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

  func applicationWillTerminate(_ application: UIApplication) { Recorder.shared.met() }

  func application(
    _ application: UIApplication, configurationForConnecting session: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    Recorder.shared.met()
    let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
    configuration.delegateClass = SceneDelegate.self
    return configuration
  }
}

private final class SceneDelegate: NSObject, UIWindowSceneDelegate {
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions
  ) {
    Recorder.shared.met(scene)
    Recorder.shared.say("connected")
  }

  func sceneDidDisconnect(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneWillEnterForeground(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneDidBecomeActive(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneWillResignActive(_ scene: UIScene) { Recorder.shared.met(scene) }
  func sceneDidEnterBackground(_ scene: UIScene) { Recorder.shared.met(scene) }
}
