// Test cases of XCTest whose methods play scenarios, each as a test of its own: with a name, a result
// and a place in the count. XCTest finds methods before anything runs, so a method asks for its
// scenarios, and they are run after it.

#if canImport(XCTest)
  import XCTest

  /// A test case of XCTest that plays scenarios of scripts, each as a test of its own.
  ///
  /// On Linux each scenario is a test with the name of the class and its own, which is counted, passes,
  /// fails or is skipped by itself, with the `setUp` and `tearDown` of the class. XCTest of Apple's
  /// platforms knows only methods as tests: there the scenarios are run in the method that asks for
  /// them, and their failures are its own, each at its line and with its timeline as an attachment.
  open class ScriptTestCase: XCTestCase {
    /// What the current method has asked for.
    private var scenarios: [ScriptScenario] = []

    /// Plays scenarios, from a test method: after it on Linux, at once on Apple's platforms.
    ///
    /// - Parameter scenarios: The cases, as `ScriptScenario.all(in:)` and filters give them.
    public func play(_ scenarios: [ScriptScenario]) {
      #if canImport(ObjectiveC)
        for scenario in scenarios { didPlay(scenario, scenario.run(in: self)) }
      #else
        self.scenarios += scenarios
      #endif
    }

    /// Receives the result of each scenario; does nothing.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - outcome: Its result, including its timeline.
    open func didPlay(_ scenario: ScriptScenario, _ outcome: ScriptScenario.Outcome) {}

    #if !canImport(ObjectiveC)
      /// The kind of run, which counts the scenarios.
      override open var testRunClass: AnyClass? { ScenariosRun.self }

      /// Runs the test method, and then the scenarios that it asked for.
      override open func perform(_ run: XCTestRun) {
        super.perform(run)
        // A test ends with its run, so one cannot be inside another.
        for scenario in scenarios {
          let test = type(of: self).init(name: scenario.testDescription) { test in
            try (test as? ScriptTestCase)?.play(scenario)
          }
          test.run()
          if let outcome = test.testRun { (run as? ScenariosRun)?.scenarios.append(outcome) }
        }
      }

      /// Plays a scenario as this test.
      private func play(_ scenario: ScriptScenario) throws {
        let start = ScenarioRecord.Moment()
        let outcome = scenario.outcome()
        ScenarioRecord.add(scenario, outcome, since: start)
        for problem in outcome.problems {
          record(problem, of: nil, timeline: (scenario.attachmentName, outcome))
        }
        didPlay(scenario, outcome)
        if let reason = outcome.skipReason { throw XCTSkip(reason) }
      }
    #endif
  }

  #if !canImport(ObjectiveC)
    /// The run of a test method and of the scenarios that it asked for, which count instead of it.
    private final class ScenariosRun: XCTestCaseRun {
      var scenarios: [XCTestRun] = []

      override var executionCount: Int {
        scenarios.isEmpty ? super.executionCount : scenarios.map(\.executionCount).reduce(0, +)
      }

      override var totalDuration: TimeInterval {
        super.totalDuration + scenarios.map(\.totalDuration).reduce(0, +)
      }

      override var skipCount: Int {
        super.skipCount + scenarios.map(\.skipCount).reduce(0, +)
      }

      override var failureCount: Int {
        super.failureCount + scenarios.map(\.failureCount).reduce(0, +)
      }

      override var unexpectedExceptionCount: Int {
        super.unexpectedExceptionCount + scenarios.map(\.unexpectedExceptionCount).reduce(0, +)
      }
    }
  #endif
#endif
