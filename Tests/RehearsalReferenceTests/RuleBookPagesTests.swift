// The pages of rules and profiles: every rule has one, they say what the tables say, and a
// comparison holds exactly what differs.

import Rehearsal
import RehearsalReference
import Testing

@testable import RehearsalLifecycle

@Suite("Pages of the rule book")
struct RuleBookPagesTests {
  private let pages = RuleBookPages()

  @Test("Every number has a page, and lines fit unless a word does not")
  func everyPage() throws {
    let whole = RuleBook.notModelled.filter { $0.clause == nil }
    #expect(RuleBookPages.numbers.count == RuleNumber.allCases.count + whole.count)
    for number in RuleBookPages.numbers {
      let page = try #require(pages.page(number))
      #expect(page.hasPrefix(number) && page.hasSuffix("\n"))
      for line in page.split(separator: "\n") where line.count > pages.width {
        #expect(line.contains("https://") || line.hasPrefix("Conflict"), "\(number): \(line)")
      }
    }
    #expect(pages.page("R999") == nil)
    #expect(pages.page("55") == nil)
  }

  @Test("A page has the rule's words, sources, conflict and lengths of time")
  func onePage() throws {
    let page = try #require(pages.page("R055"))
    let rule = try #require(RuleBook.rule(.R055))
    let parts = [
      "R055: \(rule.title)", "Versions:    iOS 4 and later", "A-DEL: https://", "Conflict C7:",
      "evidence: [\"C7\": .documented]", "didEnterBackground: 10s, iOS 2 and later",
      "Tests/Scripts/rules/R055-",
    ]
    for part in parts { #expect(page.contains(part)) }
    #expect(try #require(pages.page("R094")).contains(".lateAssertion: "))
    #expect(try #require(pages.page("R104")).contains("Not modelled:"))
    #expect(try #require(pages.page("R112")).hasPrefix("R112 is not modelled: "))
  }

  @Test("The index lists every rule and marks those that do not hold")
  func index() {
    let lines = pages.index().split(separator: "\n").prefix { !$0.hasPrefix("The rules rest on") }
    #expect(
      lines.filter { $0.contains("  R") || $0.hasPrefix("– R") }.count == RuleBook.rules.count)
    #expect(lines.contains { $0.hasPrefix("– R042  iOS 5 to before 11") })
    #expect(lines.contains { $0.hasPrefix("  R043  iOS 11 and later") })
  }

  @Test("A profile shows what holds there")
  func profile() {
    let page = pages.page(of: Profile(system: 12, model: "iPad"))
    for line in [
      "  Split View                yes (R052)",
      "  didEnterBackground        10s (R055)",
      "  backgroundTasks           180s (R085)",
      "  task not ended            0x8badf00d (watchdog) (R113)",
      "  home button               willResignActive, didEnterBackground → background",
    ] {
      #expect(page.contains(line), "\(line)")
    }
    #expect(!page.contains("What an app with scenes is sent"))
    let flickering = pages.page(of: Profile(system: SystemVersion(16, 5), model: "iPhone 14 Pro"))
    #expect(flickering.contains("  lockFlicker "))
  }

  @Test("A comparison holds only what differs")
  func comparison() {
    let same = pages.comparison(Profile(system: 17), Profile(system: 17))
    #expect(same == "Nothing differs.\n")
    let text = pages.comparison(Profile(system: 10), Profile(system: 11))
    #expect(text.contains("Notification Center"))
    #expect(text.contains("Rules only of the first:\n  R042"))
    #expect(text.contains("Rules only of the second:\n  R043"))
    #expect(!text.contains("home button"))
    #expect(!text.contains("Lengths of time"))
  }

  @Test("What a profile says of an event is what the device does", arguments: 2...27)
  func events(os: Int) throws {
    let profile = Profile(system: SystemVersion(os))
    let launch = try #require(LifecycleEvent.coldLaunch.play(on: profile, hasScenes: false))
    #expect(launch.messages.last == .didBecomeActive || os == 27)
    for trait in profile.traits { #expect(!trait.name.isEmpty && !trait.value.isEmpty) }
    let names = profile.traits.map { "\($0.topic) \($0.name)" }
    #expect(Set(names).count == names.count)
  }
}
