// What the apps of the probes do when they are left, come back or end: the same as in the scripts.

import UIKit

/// What happens in the methods of delegates, by probe.
@MainActor
enum ProbeTasks {
  static func didFinishLaunching() {
    guard ProbeRun.is("slow-launch") else { return }
    let isSlow = UserDefaults.standard.bool(forKey: "slow")
    UserDefaults.standard.set(!isSlow, forKey: "slow")
    if isSlow { ProbeRun.work(60) }
  }

  static func willResignActive() { if ProbeRun.is("slow-resign") { ProbeRun.work(60) } }

  static func willEnterForeground() { if ProbeRun.is("slow-return") { ProbeRun.work(60) } }

  static func willTerminate() { if ProbeRun.is("slow-end") { ProbeRun.work(60) } }

  static func didEnterBackground() {
    switch ProbeRun.current?.probe {
    case "lock", "always-on": task(ends: false)
    case "background-task":
      task(ends: false, says: true)
      ProbeRun.work(0.2)
    case "late-task": task(ends: true, says: true)
    case "slow-leave": ProbeRun.work(60)
    default: break
    }
  }

  private static func task(ends: Bool, says: Bool = false) {
    var identifier = UIBackgroundTaskIdentifier.invalid
    identifier = UIApplication.shared.beginBackgroundTask(withName: ProbeRun.current?.probe) {
      if says { Recorder.shared.say("time is running out") }
      if ends { UIApplication.shared.endBackgroundTask(identifier) }
    }
  }
}
