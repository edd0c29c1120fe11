// Whatever can be seen of an app is in `:state` and `:diff`: one script has something of every kind, and
// a kind that is added without it is missed here.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import TestSupport
import Testing

@testable import RehearsalPrompt

@Suite("What can be seen of an app")
struct VisibleAspectTests {
  /// A conversation with an app of which there is something to see of every kind.
  private static func conversation() throws -> Conversation {
    var talk = try Conversation()
    talk.files["all"] = try Repository.text(of: "Tests/Scripts/apps/everything-to-see.rehearsal")
    try talk.say(":fork empty")
    try talk.say(":load all")
    return talk
  }

  /// The names by which what there is to see of the app is shown.
  private static func names(in talk: Conversation) throws -> [String] {
    let device = talk.console.current.device
    let app = try #require(device.app(named: "Full"))
    let facts = device.visibleFacts(of: app)
    #expect(Set(facts.map(\.aspect)) == Set(VisibleAspect.allCases), "the script lacks some")
    let places = device.storage(of: app).map(\.place)
    #expect(places == StoragePlace.seen, "the script lacks some")
    return facts.map(\.name) + places.map(\.rawValue)
  }

  @Test("Every kind is in the state of the app")
  func state() throws {
    var talk = try Self.conversation()
    let state = try talk.say(":state Full").split(separator: "\n")
    for name in try Self.names(in: talk) {
      #expect(state.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test("Every kind is in the difference from a device without it")
  func difference() throws {
    var talk = try Self.conversation()
    let difference = try talk.say(":diff empty").split(separator: "\n")
    for name in try Self.names(in: talk) {
      let isThere = difference.contains {
        $0.hasPrefix("  Full, \(name): ") || $0.hasPrefix("  Full.\(name).")
      }
      #expect(isThere, "\(name)")
    }
  }
}
