// The probes that only earlier systems answer, for who has such a device in a drawer.

extension Probe {
  static let ofEarlierSystems: [Probe] = [
    Probe(
      "exits-on-suspend", .sceneless, "An app that asks to end instead of being suspended",
      needs: "iOS 4 to 12",
      """
      device { os: 9 }
      app Probe { info { exitsOnSuspend: true } }
      scenario "home" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "off", .sceneless, "The phone is switched off", needs: "iOS 2 to 5",
      """
      device { os: 4 }
      app Probe { }
      scenario "off" {
          launch Probe
          advance 5s
          shutDown()
          advance 5s
          powerOn()
          advance 5s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "fetch", .sceneless, "Background fetches of an app that does not answer",
      needs: "iOS 7 to 12, and Xcode's Simulate Background Fetch",
      """
      device { os: 12 }
      app Probe {
          info { backgroundModes: [.fetch] }
          on didFinishLaunching { setMinimumBackgroundFetchInterval(.minimum) }
          on performFetch(completion) { log "fetch" }
      }
      scenario "fetch" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          purge Probe
          advance 10s
          fetch Probe
          advance 90s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "place-7", .sceneless, "A region after the app was swiped away", needs: "iOS 7",
      """
      device { os: "7.1" }
      app Probe { on didFinishLaunching { startMonitoring("home") } }
      scenario "place" {
          launch Probe
          advance 5s
          forceQuit Probe
          advance 5s
          enterRegion Probe, "home"
          advance 30s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "metal", .sceneless, "Metal draws in the background", needs: "iOS 8 to 12",
      """
      device { os: 10 }
      app Probe { on didEnterBackground { log render(.metal) } }
      scenario "metal" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "link-out", .sceneless, "The app opens a link in Safari", needs: "iOS 11",
      """
      device { os: 11 }
      app Probe { button "Read" { openURL("https://example.com") } }
      scenario "link" {
          launch Probe
          advance 5s
          touch "Read"
          advance 10s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "local-notification", .sceneless, "A local notification starts the app", needs: "iOS 4 to 9",
      """
      device { os: 8 }
      app Probe {
          on didReceiveLocalNotification(notification) { log notification.id }
          button "Set" { scheduleNotification("wake", after: 1min) }
      }
      scenario "notification" {
          launch Probe
          advance 5s
          touch "Set"
          advance 2s
          press .home
          advance 10s
          purge Probe
          advance 1min
          tapNotification Probe
          advance 2s
      }
      """),
    Probe(
      "sleep", .sceneless, "A background task while the phone sleeps", needs: "iOS 4 to 12",
      """
      device { os: 7 }
      app Probe {
          on didEnterBackground {
              beginBackgroundTask("save") { id in log "time is running out" }
              perform(60s) { log "saved" }
          }
      }
      scenario "sleep" {
          launch Probe
          advance 5s
          press .home
          advance 20s
          press .lock
          advance 2min
          unlock()
          advance 5min
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "keep-alive", .sceneless, "The keep-alive handler of a VoIP app", needs: "iOS 4 to 9",
      """
      device { os: 8 }
      app Probe {
          info { backgroundModes: [.voip] }
          on didFinishLaunching {
              log(setKeepAliveTimeout(9min) { log "keep alive" })
              log(setKeepAliveTimeout(10min) { log "keep alive" })
          }
      }
      scenario "voip" {
          launch Probe
          advance 5s
          press .home
          advance 25min
          launch Probe
          advance 2s
      }
      """),
  ]
}
