// What build servers read of a test run: each scenario and storm as a test case of JUnit's XML.

import Foundation
import RehearsalSyntax
import Testing

@testable import RehearsalTesting

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Scenarios as JUnit's XML") struct ScenarioRecordTests {
  private func scenario(_ name: String, failing message: String? = nil) -> ScenarioRecord.Case {
    let place = SourcePlace(SourceText(name: "a.rehearsal", "\n\n    x\n"), SourceRange(6, 7))
    return ScenarioRecord.Case(
      file: "Scripts/a.rehearsal", name: name, seconds: 0.5,
      problems: message.map { [ScriptScenario.Problem(message: $0, place: place)] } ?? [],
      skipReason: nil)
  }

  @Test("Processes of one run add to one file, and another run begins it anew")
  func runs() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("junit-\(UUID().uuidString).xml").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    func names() throws -> [String] {
      let document = try XMLDocument(contentsOf: URL(fileURLWithPath: path))
      return try document.nodes(forXPath: "//testcase/@name").compactMap(\.stringValue)
    }
    try ScenarioRecord.write([scenario("old")], to: path, run: 1)
    try ScenarioRecord.write(
      [scenario("b", failing: "<1> & \u{1B}[31m2\nfound"), scenario("a")], to: path, run: 2)
    #expect(try names() == ["a", "b"])
    try ScenarioRecord.write([scenario("c")], to: path, run: 2)
    #expect(try names() == ["a", "b", "c"])
    let document = try XMLDocument(contentsOf: URL(fileURLWithPath: path))
    let failure = try #require(try document.nodes(forXPath: "//failure").first)
    #expect(failure.stringValue?.contains("a.rehearsal:3:5: <1> & ") == true)
    #expect(failure.stringValue?.contains("found") == true)
    #expect(throws: (any Error).self) {
      try ScenarioRecord.write([], to: "/nowhere/junit.xml", run: 1)
    }
  }
}
