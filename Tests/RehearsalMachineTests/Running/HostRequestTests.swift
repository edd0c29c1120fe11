// What a machine requests of its host: members, conditions, waits, and what it refuses to request.

import RehearsalSyntax
import RehearsalValues
import Testing

@Suite struct HostRequestTests {
  @Test func thingsAreAskedForTheirMembersAndSubscripts() throws {
    var playing = try Playing(
      """
      app A { on willEncodeState(coder) {
        coder.name = coder.title
        coder["k"] = coder[1]
        coder["m"]["n"] = 5
        coder.list.append(3)
        var other = coder
        let r = other.remove(9)
        return [other == coder, r]
      } }
      """, role: .unit(0))
    let disk = Handle(kind: 2, number: 0)
    playing.machine.start(playing.program.units[0].handlers[0].function, [.handle(disk)])
    var asked: [String] = []
    while case .requests(let request) = playing.machine.run() {
      let arguments = (0..<playing.machine.argumentCount).map { playing.machine.argumentText($0) }
      let text = arguments.joined(separator: " ")
      switch request {
      case .member(let handle, let name):
        #expect(handle == disk)
        asked.append("get \(playing.machine.text(of: name))")
        playing.machine.answer(.list([.string("t")]))
      case .setMember(_, let name):
        asked.append("set \(playing.machine.text(of: name)) \(text)")
        playing.machine.answer(.nil)
      case .index:
        asked.append("index \(text)")
        playing.machine.answer(.map([ScriptValue.Entry(.string("o"), .integer(1))]))
      case .setIndex:
        asked.append("set index \(text)")
        playing.machine.answer(.nil)
      case .callMember(_, let name):
        asked.append("call \(playing.machine.text(of: name)) \(text)")
        playing.machine.answer(.integer(4))
      default: asked.append("\(request)")
      }
    }
    #expect(
      asked == [
        "get title", "set name [\"t\"]", "index 1", "set index k [\"o\": 1]", "index m",
        "set index m [\"o\": 1, \"n\": 5]", "get list", "set list [\"t\", 3]", "call remove 9",
      ])
    #expect(playing.machine.takeResult() == .list([.boolean(true), .integer(4)]))
  }

  /// While a condition is looked at, nothing may be changed, printed, waited for or expected.
  @Test(arguments: [
    ("push(1)", "`push`"), ("print(1)", "`print`"), ("settings.lowPowerMode = true", "storing"),
    ("expect 1 + 1 == 2", "`expect`"), ("expect 1 + 1 == 2 within 1s", "`expect`"),
  ]) func conditionsMayOnlyLook(statement: String, words: String) throws {
    var playing = try Playing(
      "func f() { \(statement); return settings.language == \"fr\" }\n"
        + "func g() { expect f() within 5s }")
    try playing.start("g")
    #expect(try playing.request() == .beginWait(isThroughout: false))
    #expect(playing.machine.argument(0) == .duration(5_000_000_000))
    playing.machine.answer(.integer(1))
    let error = try playing.error()
    #expect(error.identifier == .sideEffectInCondition)
    #expect(error.message.contains(words))
  }

  @Test func waitsLookUntilTheirConditionHolds() throws {
    var playing = try Playing(
      "func f() { expect settings.language == \"fr\" within 2s, \"why\" }")
    try playing.start("f")
    #expect(try playing.request() == .beginWait(isThroughout: false))
    playing.machine.answer(.integer(7))
    for text in ["en", "de"] {
      guard case .member = try playing.request() else { throw Missing() }
      playing.machine.answer(.string(text))
      #expect(try playing.request() == .continueWait)
      #expect(playing.machine.argument(0) == .integer(7))
      playing.machine.answer(.boolean(text == "en"))
    }
    #expect(try playing.request() == .expectation(site: 0, holds: false))
    #expect(playing.machine.expectationParts() == ["\"de\""])
    #expect(playing.machine.expectationMessage() == "why")
    playing.machine.answer(.nil)
    #expect(try playing.result() == .nil)
  }
}
