// The scripted one of two apps that do the same: its text, with a handler for every message that
// every app is sent. What its functions do stands again in `TwinDelegate`, statement by statement.

import Rehearsal
import RehearsalLifecycle

/// What the twins are built for.
struct TwinPlan {
  var system: Int
  var isPad: Bool
  var hasPasscode: Bool
  var hasScenes: Bool

  /// Background URL sessions begin with iOS 7.
  var hasTransfers: Bool { system >= 7 }

  private var transfer: String {
    hasTransfers ? "download(\"u\", takes: 20s, session: \"s\") { log \"transferred\" }" : ""
  }

  /// The `device` block of both scripts.
  var device: String {
    "device { os: \(system); model: \"\(isPad ? "iPad" : "iPhone")\"; passcode: \(hasPasscode) }\n"
  }

  /// The script that declares the scripted apps.
  var script: String { device + ["A", "B"].map(app).joined() }

  /// The Info.plist of the native app of a name; `app` says the same.
  func info(_ name: String) -> [InfoKey: ScriptValue] {
    [
      .backgroundModes: .list(
        ["audio", "fetch", "remoteNotification", "voip"].map { .symbol($0) }),
      .urlSchemes: .list([.string(name.lowercased())]),
      .backgroundTaskIdentifiers: .list([.string("task")]), .multipleScenes: .boolean(true),
      .activityTypes: .list([.string("edit")]), .openingIntents: .list([.string("show")]),
      .healthTypes: .list([.string("steps")]), .autoPictureInPicture: .boolean(true),
    ]
  }

  private func app(_ name: String) -> String {
    """
    app \(name) {
        info {
            backgroundModes: [.audio, .fetch, .remoteNotification, .voip]
            urlSchemes: ["\(name.lowercased())"]
            backgroundTaskIdentifiers: ["task"]
            multipleScenes: true
            activityTypes: ["edit"]
            openingIntents: ["show"]
            healthTypes: ["steps"]
            autoPictureInPicture: true
        }
        var n = 0
        var task = .invalid
        var timer = nil
        var call = nil
        var camera = nil
        button "Button" { act("Button") }
    \(Self.functions)
        func transfer() {
            \(transfer)
        }
        on notification(.didBecomeActive, info) { act("notified") }
        on notification(.significantTimeChange, info) { act("notified") }
        on notification(.batteryLevelDidChange, info) { act("notified") }
        on notification(.audioSessionInterruption, info) { act("notified") }
        on notification(.captureSessionWasInterrupted, info) { act("notified") }
        on notification(.captureSessionInterruptionEnded, info) { act("notified") }
        on notification(.powerStateDidChange, info) { act("notified") }
        on notification(.thermalStateDidChange, info) { act("notified") }
        on notification(.userDidTakeScreenshot, info) { act("notified") }
        on notification(.capturedDidChange, info) { act("notified") }
        on notification(.systemTimeZoneDidChange, info) { act("notified") }
        on notification(.systemClockDidChange, info) { act("notified") }
        on notification(.calendarDayChanged, info) { act("notified") }
        on notification(.networkDidChange, info) { act("notified") }
        on notification(.audioSessionRouteChange, info) { act("notified") }
        on scenePhase(old, new) { act("scenePhase") }
    \(Self.occasions)
    \(handlers(for: .application, in: nil, calling: "act"))
        view {
            on viewDidLoad { act("viewDidLoad") }
            on viewDraw { act("viewDraw") }
            on viewIsAppearing { act("viewIsAppearing") }
            on viewDidLayoutSubviews { act("viewDidLayoutSubviews") }
        }
    \(hasScenes ? scene(in: nil) + scene(in: .carPlay) : "")
    }

    """.replacing("on viewDraw", with: "on draw")
  }

  private static let occasions = """
        on intent("show", parameters) { act("intent") }
        on intent("start", parameters) { act("intent") }
        on didReceiveHealthUpdate(type, completion) {
            complete(completion)
            act("didReceiveHealthUpdate")
        }
        on didReceiveWatchMessage(message) { act("didReceiveWatchMessage") }
        on performAnswerCall(call) {
            log call["caller"] ?? "nobody"
            if n % 4 == 0 { call.fail() } else if n % 4 > 1 { call.fulfill() }
            act("performAnswerCall")
        }
        on performEndCall(call) { act("performEndCall") }
        on timedOutPerforming(call) { act("timedOutPerforming") }
        on activityToken(id) { act("activityToken") }
        on activityState(id, state) { act("activityState") }
        on didActivateAudioSession { act("didActivateAudioSession") }
        on didDeactivateAudioSession { act("didDeactivateAudioSession") }
        on pictureInPictureDidStart { act("pictureInPictureDidStart") }
        on pictureInPictureDidStop { act("pictureInPictureDidStop") }
        on restoreUserInterface(completion) { complete(completion); act("restoreUserInterface") }
        on didFailToContinueUserActivity(type, error) { act("didFailToContinueUserActivity") }
        on didReceiveIncomingPush(payload, completion) {
            complete(completion)
            act("didReceiveIncomingPush")
        }
        on performFetch(completion) { complete(completion); act("performFetch") }
        on didReceiveLocalNotification(notification) { act("didReceiveLocalNotification") }
        on handleAction(identifier, notification, completion) {
            complete(completion)
            act("handleAction")
        }
        on didReceiveNotificationResponse(response, completion) {
            complete(completion)
            act("didReceiveNotificationResponse")
        }
        on willPresentNotification(notification, completion) {
            complete(completion)
            act("willPresentNotification")
        }
        on webViewWebContentProcessDidTerminate { act("webViewWebContentProcessDidTerminate") }
        on shouldSaveState { act("shouldSaveState"); return true }
        on shouldRestoreState { act("shouldRestoreState"); return true }
        on willEncodeState(coder) { coder["n"] = n; act("willEncodeState") }
        on backgroundTask("task", task) {
            task.expirationHandler { log "late" }
            after(5s) { task.setTaskCompleted(true) }
            act("backgroundTask")
        }
    """

  private static let functions = """
        func complete(completion) {
            if n % 2 == 0 { completion(.newData) } else { after(1s) { completion(.noData) } }
        }
        func act(name) {
            n += 1
            log name, n, application.state
            if n % 5 == 0 {
                task = beginBackgroundTask("t") {
                    log "expired", n
                    endBackgroundTask(task)
                }
                perform(2s) {
                    n += 1
                    log "performed", n
                    endBackgroundTask(task)
                }
            }
            if n % 7 == 0 { after(1500ms) { act("after") } }
            if n % 9 == 0 { requestPermission(.contacts) { granted in log "granted", granted } }
            if n % 11 == 0 { disk["n"] = n }
            if n == 3 { timer = every(3s) { log "every", n } }
            if n % 31 == 0 && timer != nil { timer.invalidate() }
            if n % 13 == 0 {
                download("u", takes: 3s) { data, error in
                    log isNetworkAvailable, data ?? "nothing"
                    act("loaded")
                }
            }
            if n % 39 == 5 { download("slow", takes: 9s, timeout: 5s) { log "slow", n } }
            if n % 36 == 7 { webSocket("w") { error in log "closed", n } }
            if n % 5 == 3 { setNotificationCenterDelegate() }
            if n % 5 == 4 { setPushRegistryDelegate() }
            if n % 6 == 5 { setURLSessionDelegate() }
            if n % 30 == 9 {
                submitTaskRequest("task", earliest: 10s) { error in log "taken", error == nil }
            }
            if n % 32 == 3 { registerSceneAccessory() }
            if n % 32 == 19 { unregisterSceneAccessory() }
            if n % 17 == 0 { transfer() }
            if n % 19 == 0 { playAudio(mixes: n % 2 == 0) }
            if n % 24 == 0 { log "recording", startRecording(), isRecording }
            if n % 35 == 0 { stopRecording() }
            if n % 34 == 0 {
                application.isIdleTimerDisabled = !application.isIdleTimerDisabled
                log application.isIdleTimerDisabled
            }
            if n % 10 == 3 { log "pip", startPictureInPicture() }
            if n % 33 == 0 { stopPictureInPicture() }
            if n % 25 == 0 {
                if call != nil { endCall(call) }
                call = reportNewIncomingCall("Anna")
            }
            if n % 27 == 0 { camera = acquire(.camera, multitasking: true, audio: true) }
            if n % 28 == 0 && camera != nil { camera.release() }
            if n % 4 == 0 { log "health", enableBackgroundDelivery("steps") }
            if n % 41 == 0 { log "prewarm", processInfo.activePrewarm }
            if n % 23 == 0 { stopAudio() }
            if n % 29 == 0 { setNeedsDisplay() }
            if n % 41 == 0 { setNeedsLayout() }
            if n % 15 == 0 {
                startMonitoringSignificantLocationChanges()
                log startMonitoring("home"), startMonitoringVisits()
            }
            if n % 8 == 0 { setMinimumBackgroundFetchInterval(.minimum) }
            if n % 10 == 0 { submitBackgroundTask("task", earliest: 10s) }
            if n % 12 == 0 {
                setNotificationActions("c", ["show": [.foreground], "mute": []], customDismiss: true)
            }
            if n % 14 == 0 { scheduleNotification("s", after: 10s, category: "c", body: "Hi") }
            if n % 47 == 0 { cancelNotification("s") }
            if n % 16 == 0 { registerForRemoteNotifications() }
            if n % 18 == 0 { purchase("coins", dialogs: 2) { bought in log "bought", bought } }
            if n % 20 == 0 { requestPayment { paid in log "paid", paid } }
            if n % 22 == 0 { signIn { done in log "signed in", done } }
            if n % 21 == 0 { protectedDisk["n"] = n }
            if n % 31 == 0 {
                log startActivity("a", n), updateActivity("pushed", n), activities.count
            }
            if n % 37 == 0 { endActivity("a") }
            if n % 23 == 0 { keychain.set("n", n, accessible: .afterFirstUnlock) }
            if n % 29 == 0 && keychain.status("n") == .found { keychain["m"] = keychain["n"] }
            if n % 26 == 0 {
                log processInfo.isLowPowerModeEnabled, processInfo.thermalState, screen.isCaptured
                log application.isRegisteredForRemoteNotifications
            }
            if n % 43 == 0 { allocate(1MB) }
            if n % 53 == 0 { exit(3) }
            if n % 6 == 0 { work(200ms) }
        }
    """

  /// A handler for every message that every app is sent, or its scenes of a role.
  private func handlers(
    for receiver: Message.Receiver, in role: SceneRole?, calling act: String
  ) -> String {
    Message.allCases.map(\.definition).filter {
      $0.receiver == receiver && !$0.isOptIn && ($0.role == nil || $0.role == role)
    }.map { row in
      let parameters = row.parameters.isEmpty ? "" : "(\(row.parameters.joined(separator: ", ")))"
      let completes = row.parameters.last == "completion" ? "complete(completion); " : ""
      let registers = row.message == .didFinishLaunching ? "registerBackgroundTask(\"task\"); " : ""
      let returns = row.result == .nothing ? "" : "; return true"
      return "    on \(row.handler)\(parameters) "
        + "{ \(completes)\(registers)\(act)(\"\(row.name)\")\(returns) }"
    }.joined(separator: "\n")
  }

  private func scene(in role: SceneRole?) -> String {
    """
        scene\(role.map { "(.\($0.rawValue))" } ?? "") {
            var m = 0
            func sceneAct(name) {
                m += 1
                log m, scene.activationState
                if m % 3 == 0 {
                    after(700ms) {
                        m += 10
                        log "scene", m, scene.activationState
                    }
                }
                if m % 4 == 0 { show("screen \\(m)") }
                act(name)
            }
            on stateRestorationActivity { return ["m": m] }
            on scenePhase(old, new) { sceneAct("sceneScenePhase") }
            on didFailToContinueUserActivity(type, error) {
                sceneAct("sceneDidFailToContinueUserActivity")
            }
    \(handlers(for: .scene, in: role, calling: "sceneAct"))
        }

    """
  }
}
