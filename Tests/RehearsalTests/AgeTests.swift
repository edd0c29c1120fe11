// Since when there is what the words of scripts stand for: every name in the table of ages is a word of
// its kind, stands there once, and its versions are among those of the rules.

import Testing

@testable import Rehearsal
@testable import RehearsalLifecycle

@Suite("Ages of words")
struct AgeTests {
  private static func names(
    _ rows: [(versions: SystemVersionRange, words: [String])]
  ) -> [String] { rows.flatMap(\.words) }

  @Test("Every name of the table is a word of its kind, and stands there once")
  func names() {
    let calls = Vocabulary.words.compactMap { word in
      if case .app(let call) = word { call.definition.name } else { nil }
    }
    let kinds =
      InterruptionKind.allCases.map(\.rawValue) + DeviceButton.allCases.map(\.rawValue)
      + PushType.allCases.map(\.rawValue) + TaskRequestKind.allCases.map(\.rawValue)
      + GraphicsInterface.allCases.map(\.rawValue) + ConnectionKind.allCases.map(\.rawValue)
    let settings =
      (OutsideMember.ofSettings + OutsideMember.ofAppSettings).map(\.definition.name)
    for (named, known) in [
      (Self.names(Age.calls), calls), (Self.names(Age.verbs), ActionTable.actions.map(\.name)),
      (Self.names(Age.kinds), kinds), (Self.names(Age.settings), settings),
    ] {
      #expect(named.filter { !known.contains($0) } == [])
      #expect(Set(named).count == named.count)
    }
    let messages = Age.messages.flatMap(\.words)
    #expect(Set(messages).count == messages.count)
    let notifications = Age.notifications.flatMap(\.words)
    #expect(Set(notifications).count == notifications.count)
  }

  @Test("A message is as old as the first of its rules allows", arguments: Message.allCases)
  func messages(_ message: Message) {
    let first = Age.versions(of: message).first
    #expect(RuleBook.versions.contains(first))
    #expect(Profile(system: first).missing(Age.versions(of: message)) == nil)
  }

  @Test("What a system lacks is told with the version of the device")
  func words() throws {
    let early = try #require(Profile(system: 8).missing(Age.versions(ofVerb: "quickAction")))
    #expect(early.text == "from iOS 9; this device has iOS 8")
    let late = try #require(Profile(system: 9).missing(Age.versions(ofCall: "setKeepAliveTimeout")))
    #expect(late.text == "up to iOS 8; this device has iOS 9")
  }
}
