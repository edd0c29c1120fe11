// The probes of windows and screens: an iPad, a Mac, a second screen, a car.

extension Probe {
  static let ofWindows: [Probe] = [
    Probe(
      "close-window", .scenes, "A window is closed, then the last one",
      needs: "an iPad",
      """
      device { os: 17; model: "iPad" }
      app Probe {
          info { multipleScenes: true }
          scene { func close() { requestSceneSessionDestruction(scene.session) } }
          button "Close", sends: close
      }
      scenario "close" {
          launch Probe
          advance 5s
          newWindow Probe
          advance 5s
          touch "Close"
          advance 5s
          launch Probe
          advance 5s
          closeWindow Probe, 1
          advance 5s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "second-screen", .scenes, "A second screen beside the first",
      needs: "a second screen",
      """
      device { os: 17 }
      app Probe { scene { } }
      scenario "screen" {
          launch Probe
          advance 5s
          connect .screen, "TV"
          advance 5s
          press .home
          advance 12s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "screen-27", .scenes, "A second screen on iOS 27, with an app built before",
      needs: "a second screen, and iOS 27",
      """
      device { os: 27 }
      app Probe {
          info { sdk: 26 }
          scene { on willConnect(session, options) { log session.role } }
      }
      scenario "screen" {
          launch Probe
          advance 5s
          connect .screen, "TV"
          advance 5s
      }
      """),
    Probe(
      "car", .scenes, "The app on the car's screen alone",
      needs: "CarPlay, or its simulator",
      """
      device { os: 17 }
      app Probe {
          scene { }
          scene(.carPlay) { on didBecomeActive { log application.state } }
      }
      scenario "car" {
          connect .carPlay, "Car"
          advance 2s
          launch Probe, on: .carPlay
          advance 20s
          press .home, on: .carPlay
          advance 12s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "hidden", .sceneless, "All windows are hidden",
      needs: "a Mac that runs apps of iPads",
      """
      device { os: 17; model: "Mac" }
      app Probe { }
      scenario "hidden" {
          launch Probe
          advance 5s
          unstage Probe
          advance 20s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "appearances", .scenes, "The appearances in which pictures are taken",
      """
      device { os: 17 }
      app Probe {
          scene {
              view { on traitCollectionDidChange(previous) { log previous.userInterfaceStyle } }
          }
      }
      scenario "appearances" {
          launch Probe
          advance 5s
          press .home
          advance 12s
          launch Probe
          advance 2s
      }
      """),
    Probe(
      "slow-window", .scenes, "Another window takes too long to connect", needs: "an iPad",
      """
      device { os: 17; model: "iPad" }
      app Probe {
          info { multipleScenes: true }
          scene { on willConnect(session, options) { work(disk["takes"] ?? 0s) } }
          button "Slow" { disk["takes"] = 1min }
          on willTerminate { disk["takes"] = 0s }
      }
      scenario "window" {
          launch Probe
          advance 5s
          touch "Slow"
          advance 1s
          newWindow Probe
          advance 70s
          launch Probe
          advance 70s
      }
      """),
    sideButton(
      "always-on", "The side button of a phone with an Always-On Display",
      needs: "an iPhone 14 Pro or later", device: "model: \"iPhone 15 Pro\""),
  ]
}
