// What may happen beside what an exploration names: the data of rows that nobody names, the system's
// questions, settings, and the hours of a clock.

import Rehearsal
import RehearsalExploration
import Testing

@Suite("The environment of explorations")
struct EnvironmentTests {
  static let shop = """
    app Shop {
        info { urlSchemes: ["shop"] }
        var page = "start"
        on open(url) {
            if url == "shop://item" { page = "item" }
            else if url != "shop://cart" { page = "lost" }
            else { page = "cart" }
            return true
        }
        on performAction(shortcut) { page = shortcut.type == "add" ? "add" : "rest" }
        on didFinishLaunching { startMonitoring("home"); return true }
        on didEnterRegion(name) { page = name }
        on didBecomeActive { if processInfo.isLowPowerModeEnabled { page = "low" } }
    }

    """

  @Test("Rows without data have what the code compares with, and one other")
  func data() async throws {
    let pages = ["item", "cart", "lost", "add", "rest", "low", "home"].map {
      "    sometimes \"\($0)\" { Shop.isRunning && Shop.page == \"\($0)\" }\n"
    }.joined()
    let result = try await explored(
      Self.shop + "explore \"the shop\", disruptions: 2 {\n    launch Shop\n\(pages)}\n")
    #expect(result.neverReached == [])
  }

  @Test("A row that is named without data has the same data")
  func named() async throws {
    let result = try await explored(
      Self.shop + """
        explore "links", environment: [.open] {
            launch Shop
            always "known" { !Shop.isRunning || Shop.page != "lost" }
        }
        """)
    let found = try #require(result.counterexamples.first)
    #expect(found.actions == ["open \"shop://other\""] && found.isReplayed)
  }

  @Test("A question of the system is answered for free, and with no for a disruption")
  func questions() async throws {
    let result = try await explored(
      """
      app Diary {
          var granted = nil
          button "Ask" { requestPermission(.contacts) { answer in granted = answer } }
      }
      explore "asking", disruptions: 1 {
          launch Diary
          choose { touch "Ask" }
          always "never denied" { !Diary.isRunning || Diary.granted != false }
          sometimes "granted" { Diary.isRunning && Diary.granted == true }
      }
      """)
    let found = try #require(result.counterexamples.first)
    #expect(found.actions == ["touch \"Ask\"", "dismiss .permissionAlert"] && found.isReplayed)
    #expect(found.disruptions == 1 && result.neverReached == [])
  }

  @Test("A setting that is named is switched and switched back")
  func settings() async throws {
    let result = try await explored(
      Self.shop + """
        explore "settings", environment: [.home, .setting(.lowPowerMode)] {
            launch Shop
            always "never low" { !Shop.isRunning || Shop.page != "low" }
        }
        """)
    let found = try #require(result.counterexamples.first)
    #expect(found.actions == ["press .home", "settings.lowPowerMode = true", "launch Shop"])
    #expect(found.isReplayed)
  }

  @Test("A prewarm after a restart comes before the first unlock, to a Keychain that is shut")
  func prewarm() async throws {
    let result = try await explored(
      """
      device { passcode: true }
      app Hasty {
          on main { if keychain.status("token") != .found { keychain.remove("token") } }
          button "Log in" { keychain.set("token", 1, accessible: .afterFirstUnlock) }
      }
      explore "logged in", environment: [.reboot, .prewarm], disruptions: 2 {
          launch Hasty
          touch "Log in"
          always "it stays" { Hasty.keychain["token"] == 1 }
      }
      """)
    let found = try #require(result.counterexamples.first)
    #expect(found.actions == ["reboot()", "prewarm Hasty"] && found.isReplayed)
  }

  @Test("A push starts a Live Activity of an app that hears of it, and the user takes it away")
  func activity() async throws {
    let result = try await explored(
      """
      device { os: 17.2 }
      app Shop {
          on activityToken(id) { disk["token"] = id }
          on activityState(id, state) { disk["state"] = state }
      }
      explore "activities", disruptions: 1 {
          launch Shop
          sometimes "a token" { Shop.disk["token"] == "pushed" }
          sometimes "gone" { Shop.disk["state"] == .dismissed && Shop.activities.count == 0 }
      }
      """)
    #expect(result.neverReached == [])
  }

  @Test("Where the clock is read, a search closes on a grid only", arguments: ["", ", grid: 6h"])
  func clock(option: String) async throws {
    var options = SearchOptions()
    options.states = option.isEmpty ? 100 : 3_000
    let result = try await explored(
      """
      app Alarm { var rings = false; on didBecomeActive { rings = date[11..<13] >= "18" } }
      explore "ringing", environment: [.home]\(option) {
          launch Alarm
          sometimes "it rings" { Alarm.isRunning && Alarm.rings }
      }
      """, options)
    #expect(result.verdict == (option.isEmpty ? .boundHit(.budget(.states)) : .closed))
    #expect(result.restrictions.contains(.grid(.seconds(6 * 3600))) == !option.isEmpty)
    #expect(!option.isEmpty == result.neverReached.isEmpty)
  }
}
