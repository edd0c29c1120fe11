// Hostile scripts through the C interface: each is stopped by its limit, the error comes as JSON,
// and the same session goes on.

import Foundation
import Testing

@testable import RehearsalForC

@Suite("Hostile scripts through the C interface")
struct HostileTests {
  /// A host function that calls nothing and gives back a list as deep as JSON allows, and deeper.
  private static let deepAnswer: ForeignFunction = { _, _ in
    copyText(String(repeating: "[", count: 400) + String(repeating: "]", count: 400))
  }

  private static let notJSON: ForeignFunction = { _, _ in copyText("{\"a\": ") }

  @Test(arguments: [
    ("while true { }", "E0801"), ("func f(n) { 1 + f(n + 1) }\nf(0)", "E0802"),
    ("var text = \"x\"\nwhile true { text += text }", "E0803"),
    ("while true { print(\"again\") }", "E0804"),
    ("app A { button \"Loop\" { while true { } } }\nlaunch A\ntouch \"Loop\"", "E0806"),
    ("app A { on didBecomeActive { every(1ns) { } } }\nlaunch A\nadvance 1h", "E0808"),
    ("deep()", "E0714"), ("broken()", "E0718"),
    ("var list = []\nfor i in 0..<1000 { list = [list] }\nsame(list)", "E0714"),
  ])
  func aRunIsStopped(_ script: String, _ identifier: String) throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    for setting in [
      "instructions=1000000", "handlerInstructions=20000", "heap=256KB", "output=10KB",
      "events=100",
    ] {
      #expect(try answer(setLimit(session, setting))["error"] == nil)
    }
    for (name, function) in [("deep", Self.deepAnswer), ("broken", Self.notJSON)] {
      #expect(try answer(defineFunction(session, name, "", function, nil))["error"] == nil)
    }
    let same: ForeignFunction = { arguments, _ in copyText(arguments) }
    #expect(try answer(defineFunction(session, "same", "value", same, nil))["error"] == nil)
    #expect(try answer(loadScript(session, "hostile", script))["error"] == nil)
    let outcome = try #require(try answer(runScript(session))["value"] as? [String: Any])
    let failures = try #require(outcome["failures"] as? [[String: Any]])
    let faults = failures.compactMap { $0["fault"] as? [String: Any] }
    #expect(faults.map { $0["identifier"] as? String } == [identifier], "\(failures)")
    #expect(try answer(loadScript(session, "fine", "func two() { return 2 }"))["error"] == nil)
    #expect(try answer(runScript(session))["error"] == nil)
    #expect(try answer(callFunction(session, "two", "[]"))["value"] as? Int == 2)
  }

  @Test("Comments of a script set no limits; the host sets the time that it has")
  func limitsAreTheHosts() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let lowering = "// limit: instructions=10\nfor i in 0..<2000 { }"
    #expect(try answer(loadScript(session, "lowering", lowering))["error"] == nil)
    let outcome = try #require(try answer(runScript(session))["value"] as? [String: Any])
    #expect(outcome["passed"] as? Bool == true)
    #expect(try answer(setLimit(session, "deadline=5ms"))["error"] == nil)
    #expect(try answer(setLimit(session, "memory=64MB"))["error"] == nil)
    #expect(try answer(loadScript(session, "endless", "while true { }"))["error"] == nil)
    let stopped = try #require(try answer(runScript(session))["value"] as? [String: Any])
    let failures = try #require(stopped["failures"] as? [[String: Any]])
    let faults = failures.compactMap { $0["fault"] as? [String: Any] }
    #expect(faults.map { $0["identifier"] as? String } == ["E0809"])
  }

  @Test func lettingTimePassIsStopped() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    #expect(try answer(setLimit(session, "events=2000"))["error"] == nil)
    let script = "app A { on didBecomeActive { every(1ns) { } } }\nlaunch A"
    #expect(try answer(loadScript(session, "hostile", script))["error"] == nil)
    #expect(try answer(runScript(session))["error"] == nil)
    let error = try #require(try answer(advanceSession(session, .max))["error"] as? [String: Any])
    let fault = try #require(error["fault"] as? [String: Any])
    #expect(fault["identifier"] as? String == "E0720", "\(error)")
    let hour = try answer(advanceSession(session, 3_600_000_000_000))["error"] as? [String: Any]
    let stopped = try #require(hour?["fault"] as? [String: Any])
    #expect(stopped["identifier"] as? String == "E0808", "\(stopped)")
  }

  @Test func aCallIsStopped() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    #expect(try answer(setLimit(session, "instructions=20000"))["error"] == nil)
    let script = "func endless() { while true { } }\nfunc two() { return 2 }"
    #expect(try answer(loadScript(session, "hostile", script))["error"] == nil)
    #expect(try answer(runScript(session))["error"] == nil)
    for _ in 1...2 {
      let called = try answer(callFunction(session, "endless", "[]"))["error"] as? [String: Any]
      let fault = try #require(called?["fault"] as? [String: Any])
      #expect(fault["identifier"] as? String == "E0801", "\(fault)")
      #expect(try answer(callFunction(session, "two", "[]"))["value"] as? Int == 2)
    }
  }

  @Test func aLimitThatIsNoneIsAnError() throws {
    let session = createSession()
    defer { #expect(destroySession(session)) }
    let error = try #require(try answer(setLimit(session, "heep=1MB"))["error"] as? [String: Any])
    #expect((error["message"] as? String)?.contains("did you mean `heap`?") == true)
  }

  /// A result of the interface, given back.
  private func answer(_ text: UnsafeMutablePointer<CChar>?) throws -> [String: Any] {
    defer { freeText(text) }
    let data = Data(String(cString: try #require(text)).utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }
}
