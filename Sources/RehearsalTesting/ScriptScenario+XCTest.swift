// Scenarios in a test method of XCTest, which fails at the script's own line.

#if canImport(XCTest)
  import RehearsalDeviceTesting
  import XCTest

  extension ScriptScenario {
    /// Runs the case and records what goes wrong as failures of a test case, at the lines of the
    /// script, with the timeline as an attachment on Apple's platforms, and elsewhere in a file that
    /// the failure names.
    ///
    /// A test method that runs several continues after those that its headers leave out; where a
    /// method runs one, `XCTSkip` can tell of the outcome's `skipReason`. The methods of a
    /// ``ScriptTestCase`` make a test of each.
    ///
    /// - Parameter testCase: The test case whose method is running.
    /// - Returns: The result of the run.
    @discardableResult
    public func run(in testCase: XCTestCase) -> Outcome {
      let start = ScenarioRecord.Moment()
      let outcome = outcome()
      ScenarioRecord.add(self, outcome, since: start)
      for problem in outcome.problems {
        testCase.record(problem, of: testDescription, timeline: (attachmentName, outcome))
      }
      return outcome
    }
  }

  extension XCTestCase {
    /// Records a failure at a line of a script.
    ///
    /// - Parameters:
    ///   - problem: What went wrong.
    ///   - name: What was played, where the test is not named after it; nil where it is.
    ///   - timeline: The name of an attachment, and the outcome whose timeline it is.
    package func record(
      _ problem: ScriptScenario.Problem, of name: String?,
      timeline: (name: String, outcome: ScriptScenario.Outcome)? = nil
    ) {
      recordFailure(
        name.map { "\($0): \(problem.message)" } ?? problem.message, file: problem.place.file,
        line: problem.place.position.line,
        attachment: timeline.map { ($0.name, $0.outcome.timelineText) })
    }
  }
#endif
