// Words that people guess who know other tools, or nothing: each leads to the right one in one step. The list
// was written before the table that answers it.

import Rehearsal
import RehearsalSyntax
import Testing

@Suite("Plausible words that are none")
struct PlausibleWordTests {
  @Test("A guessed word leads to the word that does it")
  func leads() {
    // One script with a line for each, since the check of a script is dear beside that of a line.
    let head = "app Notes { button \"Save\" { } }\nscenario \"guesses\" {\n    launch Notes\n"
    let text = head + Self.guesses.map { "    \($0.0)\n" }.joined() + "}\n"
    let source = SourceText(name: "guesses", text)
    let lines = LineTable(source)
    let diagnostics = Script(source).diagnostics
    for (index, (guess, word)) in Self.guesses.enumerated() {
      let messages = diagnostics.filter {
        lines.line(at: Int($0.range.start)) == index + 4
      }.map(\.message)
      let suggested = messages.contains { $0.contains("`\(word)") || $0.contains(" \(word)") }
      #expect(suggested, "\(guess): \(messages)")
    }
  }

  private static let guesses: [(String, String)] = [
    (#"launchApp Notes"#, #"launch"#),
    (#"startApp Notes"#, #"launch"#),
    (#"openApp Notes"#, #"launch"#),
    (#"killApp Notes"#, #"forceQuit"#),
    (#"stopApp Notes"#, #"forceQuit"#),
    (#"terminateApp Notes"#, #"terminate"#),
    (#"closeApp Notes"#, #"forceQuit"#),
    (#"clearState Notes"#, #"uninstall"#),
    (#"clearKeychain()"#, #"keychain"#),
    (#"tapOn "Save""#, #"touch"#),
    (#"tap "Save""#, #"touch"#),
    (#"click "Save""#, #"touch"#),
    (#"longPressOn "Save""#, #"touch"#),
    (#"doubleTapOn "Save""#, #"touch"#),
    (#"swipe "up""#, #"forceQuit"#),
    (#"scroll "down""#, #"touch"#),
    (#"inputText "abc""#, #"touch"#),
    (#"typeText "abc""#, #"touch"#),
    (#"assertVisible "Save""#, #"expect"#),
    (#"assertNotVisible "Save""#, #"expect"#),
    (#"assertTrue true"#, #"expect"#),
    (#"pressKey "Home""#, #"press"#),
    (#"back()"#, #"press"#),
    (#"goHome()"#, #"press .home"#),
    (#"home()"#, #"press .home"#),
    (#"homeButton()"#, #"press .home"#),
    (#"lock()"#, #"press .lock"#),
    (#"lockPhone()"#, #"press .lock"#),
    (#"lockScreen()"#, #"press .lock"#),
    (#"unlockPhone()"#, #"unlock"#),
    (#"sleep 5"#, #"advance"#),
    (#"wait 5"#, #"advance"#),
    (#"waitFor 5"#, #"advance"#),
    (#"delay 5"#, #"advance"#),
    (#"pause 5"#, #"advance"#),
    (#"passTime 5s"#, #"advance"#),
    (#"elapse 5s"#, #"advance"#),
    (#"setLocation 5, 6"#, #"locate"#),
    (#"travel 5"#, #"locate"#),
    (#"setAirplaneMode true"#, #"settings.airplaneMode"#),
    (#"toggleAirplaneMode()"#, #"settings.airplaneMode"#),
    (#"setOrientation "landscape""#, #"rotate"#),
    (#"rotateDevice "landscape""#, #"rotate"#),
    (#"openLink "a://b""#, #"open"#),
    (#"openURL "a://b""#, #"open"#),
    (#"deepLink "a://b""#, #"open"#),
    (#"sendToHome()"#, #"press .home"#),
    (#"sendToBackground()"#, #"press .home"#),
    (#"background 5"#, #"press .home"#),
    (#"enterBackground()"#, #"press .home"#),
    (#"bringToFront Notes"#, #"launch"#),
    (#"foreground Notes"#, #"launch"#),
    (#"relaunchApp Notes"#, #"launch"#),
    (#"reloadReactNative()"#, #"purge"#),
    (#"reset()"#, #"uninstall"#),
    (#"resetApp Notes"#, #"uninstall"#),
    (#"reinstall Notes"#, #"uninstall"#),
    (#"deleteApp Notes"#, #"uninstall"#),
    (#"removeApp Notes"#, #"uninstall"#),
    (#"installApp Notes"#, #"install"#),
    (#"updateApp Notes"#, #"update"#),
    (#"upgrade Notes"#, #"update"#),
    (#"sendPush Notes"#, #"push"#),
    (#"sendPushNotification Notes"#, #"push"#),
    (#"sendUserNotification Notes"#, #"push"#),
    (#"receivePush Notes"#, #"push"#),
    (#"notify Notes"#, #"push"#),
    (#"simulatePush Notes"#, #"push"#),
    (#"phoneCall()"#, #"interrupt .phoneCall"#),
    (#"call()"#, #"interrupt .phoneCall"#),
    (#"incomingCall()"#, #"interrupt .phoneCall"#),
    (#"ring()"#, #"interrupt .phoneCall"#),
    (#"receiveCall()"#, #"interrupt .phoneCall"#),
    (#"answerCall()"#, #"answer .phoneCall"#),
    (#"declineCall()"#, #"dismiss .phoneCall"#),
    (#"alarm()"#, #"interrupt .alarm"#),
    (#"memoryWarning()"#, #"warnMemory"#),
    (#"simulateMemoryWarning()"#, #"warnMemory"#),
    (#"lowMemory()"#, #"warnMemory"#),
    (#"memoryPressure()"#, #"pressure"#),
    (#"jetsam Notes"#, #"purge"#),
    (#"kill Notes"#, #"purge"#),
    (#"restart()"#, #"reboot"#),
    (#"restartDevice()"#, #"reboot"#),
    (#"reboot_device()"#, #"reboot"#),
    (#"shutdown()"#, #"shutDown"#),
    (#"turnOff()"#, #"shutDown"#),
    (#"powerOff()"#, #"shutDown"#),
    (#"takeScreenshot()"#, #"press .screenshot"#),
    (#"screenshot()"#, #"press .screenshot"#),
    (#"setPermissions "location""#, #"requestPermission"#),
    (#"grantPermission .camera"#, #"answer .permissionAlert"#),
    (#"allowPermission .camera"#, #"answer .permissionAlert"#),
    (#"denyPermission .camera"#, #"dismiss .permissionAlert"#),
    (#"goOffline()"#, #"network .off"#),
    (#"disconnectNetwork()"#, #"network .off"#),
    (#"networkOff()"#, #"network .off"#),
    (#"setTimeZone "Europe/Berlin""#, #"changeTimeZone"#),
    (#"setLanguage "de""#, #"changeLanguage"#),
    (#"splitScreen Notes"#, #"splitView"#),
    (#"openSwitcher()"#, #"press .switcher"#),
    (#"appSwitcher()"#, #"press .switcher"#),
    (#"multitask()"#, #"press .switcher"#),
    (#"plugCharger()"#, #"device.batteryState"#),
    (#"chargePhone()"#, #"device.batteryState"#),
    (#"backgroundFetch Notes"#, #"fetch"#),
    (#"performFetch Notes"#, #"fetch"#),
    (#"runTask Notes, "r""#, #"runBackgroundTask"#),
    (#"triggerBackgroundTask Notes, "r""#, #"runBackgroundTask"#),
    (#"siri()"#, #"press .siri"#),
    (#"controlCenter()"#, #"interrupt .controlCenter"#),
    (#"pullDownNotificationCenter()"#, #"interrupt .notificationCenter"#),
    (#"print_log "a""#, #"print"#),
    (#"debugLog "a""#, #"log"#),
    (#"console.log("a")"#, #"print"#),
    (#"NSLog "a""#, #"log"#),
  ]
}
