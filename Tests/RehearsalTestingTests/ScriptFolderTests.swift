// Scripts of tests that run on another machine than the one that built them: the resources of the test target
// have a copy, which is played where there are no sources.

import Foundation
import Rehearsal
import Testing

@testable import RehearsalTesting

@Suite("Scripts as resources") struct ScriptFolderTests {
  private static let script = "scenario \"a second\" { advance 1s; expect now == 1s }\n"

  @Test("A copy is played where there are no sources, and the sources where there are")
  func copies() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("resources-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    func file(_ name: String) throws -> URL {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(Self.script.utf8).write(to: file)
      return file
    }
    let copy = try file("Tests.resources/Scripts/a.rehearsal")
    let resources = folder.appendingPathComponent("Tests.resources")
    let bundle = try #require(Bundle(path: resources.path))
    let scenarios = try ScriptScenario.all(
      in: "Scripts", bundle: bundle, testFile: "/nowhere/Tests/Tests.swift")
    #expect(scenarios.map(\.title) == ["a second"])
    #expect(scenarios.first?.outcome().problems.isEmpty == true)
    #expect(scenarios.first?.path == copy.path)
    let source = try file("Tests/Scripts/a.rehearsal")
    let test = folder.appendingPathComponent("Tests/Tests.swift").path
    let found = try ScriptScenario.all(in: "Scripts", bundle: bundle, testFile: test)
    #expect(found.map(\.path) == [source.path])
    #expect(throws: (any Error).self) {
      try ScriptScenario.all(in: "Scripts", testFile: "/nowhere/Tests/Tests.swift")
    }
  }
}
