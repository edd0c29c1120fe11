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

  extension XCTestObservation {
    /// Runs a test of XCTest, and watches it.
    func run(_ test: XCTestCase) {
      XCTestObservationCenter.shared.addTestObserver(self)
      defer { XCTestObservationCenter.shared.removeTestObserver(self) }
      test.run()
    }
  }

  /// One at a time, since observers hear of every test of XCTest.
  @Suite("Tests of XCTest", .serialized)
  struct ScriptTestCaseTests {
    /// Runs tests of XCTest on a thread of its own.
    ///
    /// They block their thread while they wait for tasks, so they can have none of the few threads that
    /// run tasks. A run loop spins as long as nothing is in it: the timer, which never fires, lets it rest.
    static func onAThread<Outcome: Sendable>(
      _ body: @escaping @Sendable () -> Outcome
    ) async -> Outcome {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
          RunLoop.current.add(timer, forMode: .default)
          defer { timer.invalidate() }
          continuation.resume(returning: body())
        }
      }
    }

    /// What the run of `Mistakes` comes to.
    private struct Outcome: Sendable {
      var finished: [String]
      var failures: [String]
      var timelines: [String]
      var executionCount: Int?
      var skipCount: Int?
      var totalFailureCount: Int?
      var hasSucceeded: Bool?
    }

    private static func mistakes() async -> Outcome {
      await onAThread {
        let test = Mistakes(name: "playMistakes") { try ($0 as? Mistakes)?.playMistakes() }
        let observer = Observer()
        observer.run(test)
        let run = test.testRun
        return Outcome(
          finished: observer.finished, failures: observer.failures, timelines: observer.timelines,
          executionCount: run?.executionCount, skipCount: run?.skipCount,
          totalFailureCount: run?.totalFailureCount, hasSucceeded: run?.hasSucceeded)
      }
    }

    @Test func eachScenarioIsATest() async throws {
      let outcome = await Self.mistakes()
      #expect(outcome.executionCount == 5 && outcome.skipCount == 1)
      #expect(outcome.totalFailureCount == 3 && outcome.hasSucceeded == false)
      #expect(
        outcome.finished == [
          "✓ Mistakes.playMistakes", "✗ Mistakes.broken.rehearsal",
          "✓ Mistakes.wrong.rehearsal: right", "✗ Mistakes.wrong.rehearsal: wrong",
          "✗ Mistakes.wrong.rehearsal: faulty", "– Mistakes.\(try lastName())",
        ])
      #expect(
        outcome.failures == [
          "broken.rehearsal:2: error", "wrong.rehearsal:9: failed", "wrong.rehearsal:14: error",
        ])
    }

    @Test func aFailureNamesTheFileOfItsTimeline() async throws {
      let timelines = await Self.mistakes().timelines
      let wrong = try ScriptScenario.all(in: "Failing/Mistakes").map { $0.outcome().timeline }
      let expected = wrong.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      #expect(!expected.isEmpty && expected.contains(timelines.first ?? ""))
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
