// Scenarios as tests of XCTest on Linux: each is counted, passes, fails or is skipped by itself, and
// fails at its line.

import Foundation
import RehearsalTesting
import Testing
import XCTest

#if !canImport(ObjectiveC)
  /// Plays scenarios that fail; no test of XCTest's own, which would find its `test…` methods.
  private final class Mistakes: ScriptTestCase {
    func playMistakes() throws {
      play(try ScriptScenario.all(in: "Failing/Mistakes"))
      play(try ScriptScenario.all(in: "Scripts", host: ScenarioTests.host()).suffix(1))
    }
  }

  /// What the tests of XCTest come to, with their names.
  private final class Observer: XCTestObservation {
    private(set) var finished: [String] = []
    private(set) var failures: [String] = []
    /// What the files hold that the failures name.
    private(set) var timelines: [String] = []

    func testCaseDidFinish(_ testCase: XCTestCase) {
      let run = testCase.testRun
      let end = run?.hasBeenSkipped == true ? "–" : run?.hasSucceeded == true ? "✓" : "✗"
      finished.append("\(end) \(testCase.name)")
    }

    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile path: String?,
      atLine line: Int
    ) {
      let file = path?.split(separator: "/").last ?? ""
      failures.append("\(file):\(line): \(description.prefix { $0 != ":" && $0 != "[" })")
      for line in description.split(separator: "\n") where line.hasPrefix("timeline: ") {
        let path = String(line.dropFirst("timeline: ".count))
        timelines.append((try? String(contentsOfFile: path, encoding: .utf8)) ?? "no file")
      }
    }
  }

  /// One at a time: a test of XCTest blocks its thread while it waits for a task, and there are few.
  @Suite("Tests of XCTest", .serialized)
  struct ScriptTestCaseTests {
    @Test func eachScenarioIsATest() throws {
      let observer = Observer()
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      let test = Mistakes(name: "playMistakes") { try ($0 as? Mistakes)?.playMistakes() }
      test.run()
      let run = try #require(test.testRun)
      #expect(run.executionCount == 5 && run.skipCount == 1)
      #expect(run.totalFailureCount == 3 && !run.hasSucceeded)
      #expect(
        observer.finished == [
          "✓ Mistakes.playMistakes", "✗ Mistakes.broken.rehearsal",
          "✓ Mistakes.wrong.rehearsal: right", "✗ Mistakes.wrong.rehearsal: wrong",
          "✗ Mistakes.wrong.rehearsal: faulty", "– Mistakes.\(try lastName())",
        ])
      #expect(
        observer.failures == [
          "broken.rehearsal:2: error", "wrong.rehearsal:9: failed", "wrong.rehearsal:14: error",
        ])
    }

    @Test func aFailureNamesTheFileOfItsTimeline() throws {
      let observer = Observer()
      XCTestObservationCenter.shared.addTestObserver(observer)
      defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
      Mistakes(name: "playMistakes") { try ($0 as? Mistakes)?.playMistakes() }.run()
      let wrong = try ScriptScenario.all(in: "Failing/Mistakes").map { $0.outcome().timeline }
      let expected = wrong.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      #expect(!expected.isEmpty && expected.contains(observer.timelines.first ?? ""))
    }

    private func lastName() throws -> String {
      try #require(ScriptScenario.all(in: "Scripts", host: ScenarioTests.host()).last)
        .testDescription
    }

    @Test func repetitionsHaveNamesOfTheirOwn() throws {
      let right = try ScriptScenario.all(in: "Failing/Mistakes")[1]
      #expect(right.repeated(1).map(\.testDescription) == ["wrong.rehearsal: right"])
      #expect(
        right.repeated(2).map(\.testDescription) == [
          "wrong.rehearsal: right (1)", "wrong.rehearsal: right (2)",
        ])
    }
  }
#endif
