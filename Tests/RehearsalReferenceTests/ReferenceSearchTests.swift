// What is found by a word that somebody asks about, whatever tool they come from.

import Rehearsal
import RehearsalReference
import Testing

@Suite("Search among words and rules")
struct ReferenceSearchTests {
  private let search = ReferenceSearch(
    in: HelpTopic.concepts + HelpTopic.all(of: ScriptHost().interface))

  @Test(
    "What people call things leads to what there is to write",
    arguments: [
      ("call", "interrupt .phoneCall"), ("phone", "interrupt .phoneCall"),
      ("offline", "network .off"), ("jetsam", "purge"), ("Keychain", "keychain"),
      ("headphones", "unplugHeadphones"), (".purge", "purge(app)"), ("unplug", "unplugHeadphones"),
      ("watchdog", "watchdogEvent"),
    ])
  func finds(word: String, text: String) throws {
    let page = try #require(search.page(about: word))
    #expect(page.contains(text), "\(page)")
    for line in page.split(separator: "\n") where line.contains(" ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test("Rules are found by their titles, and by the words that people have for what they speak of")
  func findsRules() {
    #expect(search.rules(about: "keychain").contains { $0.hasPrefix("R169") })
    #expect(search.rules(about: "jetsam").contains { $0.hasPrefix("R074") })
    #expect(search.rules(about: "headphones").contains { $0.hasPrefix("R168") })
    #expect(search.rules(about: "xyzzy").isEmpty)
  }

  @Test("What nothing speaks of is not found, however short")
  func findsNothing() {
    #expect(search.page(about: "xyzzy") == nil)
    #expect(search.page(about: "") == nil)
    #expect(search.page(about: "q") == nil)
  }
}
