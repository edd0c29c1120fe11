// The probes for which something has to be sent, scheduled or restarted: a computer beside the phone.

extension Probe {
  private static let computer = "a computer that sends pushes, such as with simctl"

  static let withServices: [Probe] = [
    Probe(
      "silent-push", .sceneless, "A silent push to an app in each state", needs: computer,
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.remoteNotification] }
          button "Register" { registerForRemoteNotifications() }
          on didReceiveRemoteNotification(payload, completion) { log "push" }
      }
      let silent = ["aps": ["content-available": 1]]
      scenario "push" {
          launch Probe
          advance 5s
          touch "Register"
          advance 5s
          press .home
          advance 10s
          push Probe, payload: silent
          advance 60s
          launch Probe
          advance 2s
          press .home
          advance 10s
          purge Probe
          advance 20min
          push Probe, payload: silent
          advance 60s
          launch Probe
          advance 5s
          forceQuit Probe
          advance 20min
          push Probe, payload: silent
          advance 60s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "push-scenes", .scenes, "A silent push to an app that does not run, with scenes",
      needs: computer,
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.remoteNotification] }
          on didReceiveRemoteNotification(payload, completion) { completion(.newData) }
          scene { }
      }
      scenario "push" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          purge Probe
          advance 10s
          push Probe, payload: ["aps": ["content-available": 1]]
          advance 20s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "push-spacing", .sceneless, "Silent pushes one soon after the other, in Low Power Mode",
      needs: computer,
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.remoteNotification] }
          on didReceiveRemoteNotification(payload, completion) {
              log "push"
              completion(.newData)
          }
      }
      let silent = ["aps": ["content-available": 1]]
      scenario "pushes" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          push Probe, payload: silent
          advance 3min
          push Probe, payload: silent
          advance 30min
          settings.lowPowerMode = true
          advance 1min
          push Probe, payload: silent
          advance 1min
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "days", .sceneless, "Two days in the background, and a push then", needs: computer,
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.remoteNotification] }
          on didReceiveRemoteNotification(payload, completion) { completion(.newData) }
      }
      scenario "days" {
          launch Probe
          advance 5s
          press .home
          advance 2d
          push Probe, payload: ["aps": ["content-available": 1]]
          advance 20s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "undone", .sceneless, "Changes that are undone while the app is suspended",
      """
      device { os: 17 }
      app Probe {
          on notification(.batteryLevelDidChange) { log "battery" }
          on notification(.orientationDidChange) { log "orientation" }
          on notification(.userDefaultsDidChange) { log "preferences" }
          on notification(.screenDidConnect) { log "connected" }
          on notification(.screenDidDisconnect) { log "disconnected" }
      }
      scenario "undone" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          rotate .landscapeLeft
          advance 2s
          rotate .portrait
          advance 2s
          connect .screen, "TV"
          advance 2s
          disconnect .screen, "TV"
          advance 2s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "memory", .sceneless, "An app at work in the background while memory is short",
      needs: "an app that takes the device's memory",
      """
      device { os: 17; memory: 1GB }
      app Probe {
          info { memory: 300MB }
          on didEnterBackground { beginBackgroundTask("work") }
      }
      scenario "memory" {
          launch Probe
          advance 5s
          press .home
          advance 5s
          pressure 600MB
          advance 40s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "voip", .sceneless, "VoIP pushes without a call", needs: "a server of VoIP pushes",
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.voip] }
          on didReceiveIncomingPush(payload, completion) { completion(nil) }
      }
      scenario "voip", allowing: [.unreportedCall] {
          launch Probe
          advance 5s
          press .home
          advance 10s
          push Probe, payload: [:], type: .voip
          advance 20s
          push Probe, payload: [:], type: .voip
          advance 20s
          push Probe, payload: [:], type: .voip
          advance 20s
          push Probe, payload: [:], type: .voip
          advance 20s
          launch Probe
          advance 5s
          push Probe, payload: [:], type: .voip
          advance 20s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "voip-late", .sceneless, "A VoIP push whose method does not return",
      needs: "a server of VoIP pushes",
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.voip] }
          on didReceiveIncomingPush(payload, completion) { work(40s) }
      }
      scenario "voip", allowing: [.unreportedCall] {
          launch Probe
          advance 5s
          press .home
          advance 10s
          push Probe, payload: [:], type: .voip
          advance 60s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "processing", .sceneless, "Scheduled tasks, before and after the app is swiped away",
      needs: "a debugger that starts scheduled tasks",
      """
      device { os: 18 }
      app Probe {
          info {
              backgroundModes: [.processing, .fetch]
              backgroundTaskIdentifiers: ["work", "refresh"]
          }
          on didFinishLaunching {
              registerBackgroundTask("work")
              registerBackgroundTask("refresh")
              return true
          }
          on didEnterBackground {
              submitBackgroundTask("work", kind: .processing)
              submitBackgroundTask("refresh")
          }
          on backgroundTask("work", task) {
              log "work"
              task.expirationHandler {
                  log "expired"
                  task.setTaskCompleted(false)
              }
          }
          on backgroundTask("refresh", task) {
              log "refresh"
              task.expirationHandler {
                  log "expired"
                  task.setTaskCompleted(false)
              }
          }
      }
      scenario "processing" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          runBackgroundTask Probe, "refresh"
          advance 2min
          press .lock
          advance 5s
          runBackgroundTask Probe, "work"
          advance 20min
          unlock()
          advance 2s
          launch Probe
          advance 5s
          press .home
          advance 10s
          forceQuit Probe
          advance 5s
          press .lock
          advance 5s
          runBackgroundTask Probe, "work"
          advance 20min
          unlock()
          advance 2s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "late-handler", .sceneless, "A scheduled task is registered after the launch",
      """
      device { os: 26 }
      app Probe {
          info {
              backgroundModes: [.fetch]
              backgroundTaskIdentifiers: ["refresh"]
          }
          var isRegistered = false
          on didBecomeActive {
              if !isRegistered { registerBackgroundTask("refresh") }
              isRegistered = true
          }
          button "Later" {
              submitBackgroundTask("refresh")
              log "submitted"
          }
          on backgroundTask("refresh", task) { task.setTaskCompleted(true) }
      }
      scenario "late", allowing: [.crash] {
          launch Probe
          advance 5s
          touch "Later"
          advance 5s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "pattern", .sceneless, "A continued task under a pattern",
      """
      device { os: 26 }
      app Probe {
          info { backgroundTaskIdentifiers: ["export.*"] }
          on didFinishLaunching { registerBackgroundTask("export.*") }
          button "Export" {
              submitBackgroundTask("export.1", kind: .continued)
              log "submitted"
          }
          on backgroundTask("export.*", task) {
              log task.identifier
              task.setTaskCompleted(true)
          }
      }
      scenario "pattern", allowing: [.crash] {
          launch Probe
          advance 5s
          touch "Export"
          advance 5s
          launch Probe
          advance 2s
      }
      """),
    continuedTask(
      "continued", "A continued task is stopped by the user",
      work: "every(10s) { task.progress += 0.001 }", "perform(1h, cpu: 0.1)",
      away: "advance 64s", "cancelBackgroundTask Probe, \"export\"", "advance 47s"),
    continuedTask(
      "busy-task", "A continued task that uses a whole processor", scenario: "busy",
      work: "every(10s) { task.progress += 0.001 }", "perform(10min, cpu: 1)", away: "advance 3min"),
    continuedTask(
      "standing-task", "A continued task whose progress stands still", scenario: "standing",
      work: "task.progress += 0.1", "perform(1h, cpu: 0.1)", away: "advance 3min"),
    Probe(
      "activity", .sceneless, "A Live Activity and a restart",
      """
      device { os: 18 }
      app Probe { button "Start" { startActivity("timer") } }
      scenario "activity" {
          launch Probe
          advance 5s
          touch "Start"
          advance 5s
          reboot()
          advance 1min
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "place", .sceneless, "A region is entered, with the app swiped away at last",
      needs: "a simulated place",
      """
      device { os: 17 }
      app Probe {
          on didFinishLaunching { startMonitoring("home") }
          on didEnterRegion(region) { log region }
      }
      scenario "place" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          enterRegion Probe, "home"
          advance 20s
          exitRegion Probe, "home"
          advance 1min
          forceQuit Probe
          advance 5s
          enterRegion Probe, "home"
          advance 30s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "background-launch", .sceneless, "A launch in the background takes too long", needs: computer,
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.remoteNotification] }
          on didFinishLaunching {
              if application.state == .background { work(2min) }
          }
          on didReceiveRemoteNotification(payload, completion) { completion(.newData) }
      }
      scenario "push" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          purge Probe
          advance 10s
          push Probe, payload: ["aps": ["content-available": 1]]
          advance 4min
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "woken-task", .sceneless, "A background task after a push", needs: computer,
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.remoteNotification] }
          on didReceiveRemoteNotification(payload, completion) {
              beginBackgroundTask("woken") { id in log "time is running out" }
              completion(.newData)
          }
      }
      scenario "push" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          push Probe, payload: ["aps": ["content-available": 1]]
          advance 90s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "url-session", .sceneless, "Events of a background session that are not taken",
      """
      device { os: 17 }
      app Probe {
          button "Load" {
              download("https://example.com", takes: 1min, session: "s") { log "loaded" }
          }
          on handleEventsForBackgroundURLSession(identifier, completion) { log "events" }
      }
      scenario "session" {
          launch Probe
          advance 5s
          touch "Load"
          advance 5s
          press .home
          advance 4min
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "url-session-launch", .sceneless, "The same, of an app that does not run any more",
      """
      device { os: 17 }
      app Probe {
          button "Load" {
              download("https://example.com", takes: 1min, session: "s") { log "loaded" }
          }
          on handleEventsForBackgroundURLSession(identifier, completion) { log "events" }
      }
      scenario "session" {
          launch Probe
          advance 5s
          touch "Load"
          advance 5s
          press .home
          advance 10s
          purge Probe
          advance 4min
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "notification-action", .sceneless, "An action of a notification that is not answered",
      """
      device { os: 17 }
      app Probe {
          button "Remind" { scheduleNotification("note", after: 30s) }
          on didReceiveNotificationResponse(response, completion) { log "action" }
      }
      scenario "action" {
          launch Probe
          advance 5s
          touch "Remind"
          advance 5s
          press .home
          advance 40s
          tapNotification Probe, action: "later"
          advance 90s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "places", .sceneless, "Significant changes of place", needs: "a simulated place",
      """
      device { os: 17 }
      app Probe {
          on didFinishLaunching { startMonitoringSignificantLocationChanges() }
          on didUpdateLocations(locations) { log "place" }
      }
      scenario "places" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          locate Probe, moved: 2000
          advance 245s
          locate Probe, moved: 2000
          advance 20s
          launch Probe
          advance 5s
          press .home
          advance 60s
          locate Probe, moved: 2000
          advance 20s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "bluetooth", .sceneless, "An event of a Bluetooth accessory", needs: "an accessory",
      """
      device { os: 17 }
      app Probe {
          info { backgroundModes: [.bluetoothCentral] }
          on didFinishLaunching { connectPeripheral("scale", restoreIdentifier: "central") }
          on didUpdateValue(peripheral) { log "value" }
      }
      scenario "bluetooth" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          bluetoothEvent Probe, "scale"
          advance 40s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "intent", .sceneless, "An intent that takes long", needs: "the Shortcuts app",
      """
      device { os: 17 }
      app Probe { on intent("start", parameters) { log "intent" } }
      scenario "intent" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          performIntent Probe, "start"
          advance 90s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "health", .sceneless, "Health data that is not taken", needs: "the Health app",
      """
      device { os: 17 }
      app Probe {
          info { healthTypes: ["stepCount"] }
          on didFinishLaunching { enableBackgroundDelivery("stepCount") }
          on didReceiveHealthUpdate(type, completion) { log type }
      }
      scenario "health" {
          launch Probe
          advance 5s
          press .home
          advance 10s
          healthUpdate Probe, "stepCount"
          advance 90s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "call", .sceneless, "A call is answered, which the app does not carry out",
      needs: "CallKit's entitlements",
      """
      device { os: 17 }
      app Probe {
          on didFinishLaunching { reportNewIncomingCall("Anna") }
          on timedOutPerforming(call) { log "too late" }
      }
      scenario "call" {
          launch Probe
          advance 5s
          answer .phoneCall
          advance 30s
      }
      """),
  ]

  /// A probe of a continued task, which a touch begins before the app is left.
  ///
  /// `progress` is the statement by which the task reports its progress, `work` a call with a closure that
  /// completes it, and `acts` are the statements while the app is away.
  private static func continuedTask(
    _ name: String, _ title: String, scenario: String? = nil, work progress: String, _ work: String,
    away acts: String...
  ) -> Probe {
    Probe(
      name, .sceneless, title,
      """
      device { os: 26 }
      app Probe {
          info { backgroundTaskIdentifiers: ["export"] }
          on didFinishLaunching { registerBackgroundTask("export") }
          on backgroundTask("export", task) {
              task.expirationHandler {
                  log "expired"
                  task.setTaskCompleted(false)
              }
              \(progress)
              \(work) { task.setTaskCompleted(true) }
          }
          button "Export" { submitBackgroundTask("export", kind: .continued) }
      }
      scenario "\(scenario ?? name)" {
          launch Probe
          advance 5s
          touch "Export"
          advance 2s
          press .home
          \(acts.joined(separator: "\n    "))
          launch Probe
          advance 2s
      }
      """)
  }
}
