// The probes for one phone and one person.

extension Probe {
  static let byHand: [Probe] = [
    Probe(
      "leave", .sceneless, "A launch, the home screen and back",
      """
      device { os: 17 }
      app Probe { }
      scenario "leave" {
          launch Probe
          advance 5s
          press .home
          advance 12s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "leave-scenes", .scenes, "A launch, the home screen and back, with scenes",
      """
      device { os: 17 }
      app Probe {
          scene {
              view {
                  on viewDidLoad { }
                  on viewWillAppear { }
                  on viewDidAppear { }
                  on traitCollectionDidChange(previous) { log "traits" }
              }
          }
      }
      scenario "leave" {
          launch Probe
          advance 5s
          press .home
          advance 12s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "leave-swiftui", .swiftUI, "A launch by a link, the home screen and back, in SwiftUI",
      """
      device { os: 26 }
      app Probe {
          info { urlSchemes: ["probe"] }
          scene {
              on willConnect(session, options) { log "connected" }
              on scenePhase(old, new) { log new }
              on openURL(url) { log url }
          }
      }
      scenario "leave" {
          open "probe://cold"
          advance 5s
          press .home
          advance 12s
          open "probe://back"
          advance 2s
      }
      """),
    sideButton("lock", "The side button, with a passcode", device: "passcode: true"),
    Probe(
      "swipe", .sceneless, "The app in front is swiped away",
      """
      device { os: 17 }
      app Probe { }
      scenario "swipe" {
          launch Probe
          advance 5s
          forceQuit Probe
          advance 5s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "swipe-scenes", .scenes, "The app in front is swiped away, with scenes",
      """
      device { os: 17 }
      app Probe { scene { } }
      scenario "swipe" {
          launch Probe
          advance 5s
          forceQuit Probe
          advance 5s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "background-task", .sceneless, "A background task that is not ended",
      """
      device { os: 17 }
      app Probe {
          on didEnterBackground {
              beginBackgroundTask("forgotten") { id in log "time is running out" }
              work(200ms)
          }
      }
      scenario "task" {
          launch Probe
          advance 5s
          press .home
          advance 90s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "late-task", .sceneless, "A background task that is begun at the very end",
      """
      device { os: 17 }
      app Probe {
          on didEnterBackground {
              beginBackgroundTask("late") { id in
                  log "time is running out"
                  endBackgroundTask(id)
              }
          }
      }
      scenario "task" {
          launch Probe
          advance 5s
          press .home
          advance 20s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "slow-leave", .sceneless, "didEnterBackground does not return",
      """
      device { os: 17 }
      app Probe { on didEnterBackground { work(1min) } }
      scenario "leave" {
          launch Probe
          advance 5s
          press .home
          advance 70s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "slow-resign", .sceneless, "willResignActive does not return",
      """
      device { os: 17 }
      app Probe { on willResignActive { work(1min) } }
      scenario "leave" {
          launch Probe
          advance 5s
          press .home
          advance 70s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "slow-launch", .sceneless, "The second launch takes too long",
      """
      device { os: 17 }
      app Probe {
          on didFinishLaunching {
              let isSlow = disk["slow"] ?? false
              disk["slow"] = !isSlow
              if isSlow { work(1min) }
          }
      }
      scenario "launch" {
          launch Probe
          advance 5s
          forceQuit Probe
          advance 5s
          launch Probe
          advance 70s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "slow-return", .sceneless, "willEnterForeground does not return",
      """
      device { os: 17 }
      app Probe { on willEnterForeground { work(1min) } }
      scenario "return" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          launch Probe
          advance 70s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "slow-end", .sceneless, "willTerminate does not return",
      """
      device { os: 17 }
      app Probe { on willTerminate { work(1min) } }
      scenario "end" {
          launch Probe
          advance 5s
          forceQuit Probe
          advance 70s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "hang", .sceneless, "The main thread is busy while the user taps",
      """
      device { os: 12 }
      app Probe {
          button "Work" { work(1min) }
          button "Tap" { log "tapped" }
      }
      scenario "hang" {
          launch Probe
          advance 5s
          touch "Work"
          advance 1s
          touch "Tap"
          advance 70s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "prompts", .sceneless, "Two questions of the system, one after the other",
      """
      device { os: 17 }
      app Probe {
          button "Ask for both" {
              requestPermission(.contacts) { granted in log granted }
              requestPermission(.photos) { granted in log granted }
          }
      }
      scenario "prompts" {
          launch Probe
          advance 5s
          touch "Ask for both"
          advance 3s
          answer .permissionAlert
          advance 3s
          dismiss .permissionAlert
          advance 2s
      }
      """),
    Probe(
      "tracking", .sceneless, "The question for tracking",
      """
      device { os: 18 }
      app Probe {
          button "Ask" { requestPermission(.tracking) { granted in log granted } }
      }
      scenario "tracking" {
          launch Probe
          advance 5s
          touch "Ask"
          advance 3s
          answer .permissionAlert
          advance 2s
      }
      """),
    Probe(
      "opener", .sceneless, "A link from Safari",
      """
      device { os: 17 }
      app Probe {
          info { urlSchemes: ["probe"] }
          on open(url, options) { log options["sourceApplication"] }
      }
      scenario "opener" {
          launch Probe
          advance 5s
          press .home
          advance 8s
          open "probe://x", from: "com.apple.mobilesafari"
          advance 2s
      }
      """),
    Probe(
      "transfer", .sceneless, "A request that is under way when the app is left",
      """
      device { os: 26 }
      app Probe {
          button "Load" {
              download("https://example.com/8s", takes: 8s) { data, error in
                  log error == nil ? "loaded" : "failed"
              }
          }
      }
      scenario "transfer" {
          launch Probe
          advance 5s
          touch "Load"
          advance 1s
          press .home
          advance 20s
          launch Probe
          advance 30s
      }
      """),
    Probe(
      "restart", .sceneless, "What is read before and after the first unlock",
      needs:
        "a passcode, and an app that was opened before the restart and is woken before the unlock",
      """
      device { os: 17; passcode: true }
      app Probe {
          info { backgroundModes: [.bluetoothCentral] }
          on main {
              log preferences["stored"]
              log keychain.status("token")
          }
          on didFinishLaunching {
              connectPeripheral("scale", restoreIdentifier: "central")
              return true
          }
          on didBecomeActive {
              log preferences["stored"]
              preferences["stored"] = "here"
              keychain["token"] = "t"
          }
      }
      scenario "restart" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          reboot()
          advance 10s
          prewarm Probe
          advance 10s
          bluetoothEvent Probe, "scale"
          advance 10s
          unlock()
          advance 2s
          launch Probe
          advance 2s
      }
      """),
  ]

  /// A probe of the side button: the app in front is left by locking the device, which has one more `setting`,
  /// and the device unlocked.
  static func sideButton(
    _ name: String, _ title: String, needs: String? = nil, device setting: String
  ) -> Probe {
    Probe(
      name, .sceneless, title, needs: needs,
      """
      device { os: 17; \(setting) }
      app Probe { on didEnterBackground { beginBackgroundTask("lock") } }
      scenario "lock" {
          launch Probe
          advance 5s
          press .lock
          advance 20s
          unlock()
          advance 2s
          launch Probe
          advance 2s
      }
      """)
  }
}
