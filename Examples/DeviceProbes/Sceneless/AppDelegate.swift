// The app of the probes without scenes: its Info.plist has no scene manifest.

import UIKit

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  var window: UIWindow?

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
    window = UIWindow(frame: UIScreen.main.bounds)
    window?.rootViewController = UINavigationController(
      rootViewController: ProbeList(shape: "sceneless"))
    window?.makeKeyAndVisible()
    ProbeTasks.didFinishLaunching()
    return true
  }

  func applicationDidBecomeActive(_ application: UIApplication) { Recorder.shared.met() }

  func applicationWillResignActive(_ application: UIApplication) {
    Recorder.shared.met()
    ProbeTasks.willResignActive()
  }

  func applicationDidEnterBackground(_ application: UIApplication) {
    Recorder.shared.met()
    ProbeTasks.didEnterBackground()
  }

  func applicationWillEnterForeground(_ application: UIApplication) {
    Recorder.shared.met()
    ProbeTasks.willEnterForeground()
  }

  func applicationWillTerminate(_ application: UIApplication) {
    Recorder.shared.met()
    ProbeTasks.willTerminate()
  }

  func applicationDidReceiveMemoryWarning(_ application: UIApplication) { Recorder.shared.met() }

  func applicationSignificantTimeChange(_ application: UIApplication) { Recorder.shared.met() }

  func applicationProtectedDataWillBecomeUnavailable(_ application: UIApplication) {
    Recorder.shared.met()
  }

  func applicationProtectedDataDidBecomeAvailable(_ application: UIApplication) {
    Recorder.shared.met()
  }

  func application(
    _ application: UIApplication, open url: URL,
    options: [UIApplication.OpenURLOptionsKey: Any] = [:]
  ) -> Bool {
    Recorder.shared.met()
    Recorder.shared.say(options[.sourceApplication] as? String ?? "nil")
    return true
  }
}
