// The topics found by words of people from other tools.

import Rehearsal
import RehearsalReference
import Testing

@Suite("Search among words and rules")
struct ReferenceSearchTests {
  private static let search = ReferenceSearch(
    in: HelpTopic.concepts + HelpTopic.all(of: ScriptHost().interface))

  @Test(
    "What people call things leads to what there is to write",
    arguments: [
      ("call", "interrupt .phoneCall"), ("phone", "interrupt .phoneCall"),
      ("offline", "network .off"), ("jetsam", "purge"), ("Keychain", "keychain"),
      ("headphones", "unplugHeadphones"), (".purge", "purge(app)"), ("unplug", "unplugHeadphones"),
      ("watchdog", "work(25s)"),
    ])
  func finds(word: String, text: String) throws {
    let page = try #require(Self.search.page(about: word))
    #expect(page.contains(text), "\(page)")
    for line in page.split(separator: "\n") where line.contains(" ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("Rules are found by their titles, and by the words that people have for what they speak of")
  func findsRules() {
    #expect(Self.search.rules(about: "keychain").contains { $0.hasPrefix("R169") })
    #expect(Self.search.rules(about: "jetsam").contains { $0.hasPrefix("R074") })
    #expect(Self.search.rules(about: "headphones").contains { $0.hasPrefix("R168") })
    #expect(Self.search.rules(about: "xyzzy").isEmpty)
  }

  /// Words of people who have a bug report, and have read nothing yet.
  private static let everyday = """
    call phone ring offline network wifi airplane cellular jetsam memory ram oom keychain password
    login token headphones airpods airplay bluetooth audio music speaker microphone camera video
    location gps map geofence region push notification badge alarm reminder timer background
    foreground suspended killed crash watchdog hang freeze slow launch start cold warm link url deep
    universal handoff siri shortcut widget scene window ipad lock unlock passcode faceid sleep battery
    charging power restart reboot update upgrade install uninstall delete download upload transfer
    watch carplay callkit voip health purge terminate save disk storage restore state privacy
    permission date midnight timezone locale language clock rotation orientation screenshot
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test("Every word of every day finds a page and rules", arguments: everyday)
  func findsEverydayWords(_ word: String) {
    #expect(Self.search.page(about: word) != nil)
    #expect(!Self.search.rules(about: word).isEmpty)
  }

  @Test("What nothing speaks of is not found, however short")
  func findsNothing() {
    #expect(Self.search.page(about: "xyzzy") == nil)
    #expect(Self.search.page(about: "") == nil)
    #expect(Self.search.page(about: "q") == nil)
  }
}
