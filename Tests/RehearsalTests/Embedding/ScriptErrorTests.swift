// Errors as values: how they print, and what a JSON encoder makes of them.

import Foundation
import Rehearsal
import Testing

@Suite("Script errors")
struct ScriptErrorTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test func diagnosticsPrintAndEncode() throws {
    let script = Script(SourceText(name: "a.rehearsal", "print(nme)"))
    let error = #expect(throws: ScriptError.self) { try script.session() }
    #expect(error?.description.hasPrefix("a.rehearsal:1:7: error[E0301]") == true)
    let text = try json(try #require(error))
    #expect(text.hasPrefix("{\"diagnostics\":[{\"identifier\":\"E0301\""))
    #expect(text.contains("\"place\":{\"column\":7,\"file\":\"a.rehearsal\",\"line\":1}"))
  }

  @Test func errorsPrintAndEncode() throws {
    let script = Script(
      SourceText(name: "a.rehearsal", "func f() {\n    return [1][2]\n}"))
    var session = try script.session()
    session.run()
    let error = #expect(throws: ScriptError.self) { try session.call("f") }
    #expect(error?.description.contains("in f, a.rehearsal:2:") == true)
    let text = try json(try #require(error))
    #expect(text.contains("\"identifier\":\"E0705\"") && text.contains("\"function\":\"f\""))
  }

  @Test(
    "Only a function that the file declares is called by its name, whatever blocks and closures are called"
  )
  func functionsByName() throws {
    let text = """
      setup { print("block") }
      let twice = { n in n * 2 }
      func outer() {
          func inner() { 1 }
          return inner()
      }
      scenario "one" { }

      """
    var session = try Script(SourceText(name: "a.rehearsal", text)).session()
    session.run()
    for name in ["setup", "closure", "inner", "statements", "scenario \"one\""] {
      #expect(throws: ScriptError.self) { try session.call(name) }
    }
    #expect(try session.call("outer") == .integer(1))
    let own = Script(SourceText(name: "b.rehearsal", text + "func setup() { 2 }"))
    var other = try own.session()
    other.run()
    #expect(try other.call("setup") == .integer(2))
  }

  @Test func recordsAndFailuresEncode() throws {
    let script = Script(SourceText(name: "a", "app A { }\nlaunch A\nexpect A.state == .suspended"))
    var session = try script.session()
    let report = session.run()
    let failure = try #require(report.statementFailures.first)
    #expect(try json(failure).contains("[\"A.state\",\".active\"]"))
    let last = try #require(session.simulation.records().last { $0.kind == .message })
    #expect(
      try json(last).contains("\"kind\":\"message\",\"name\":\"didBecomeActive\""))
  }
}
