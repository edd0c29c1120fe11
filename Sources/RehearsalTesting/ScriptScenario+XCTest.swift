// Scenarios in a test method of XCTest, which fails at the script's own line.

#if canImport(XCTest)
  import XCTest

  extension ScriptScenario {
    /// Runs the case and records what goes wrong as failures of a test case, at the lines of the
    /// script.
    ///
    /// A test method that runs several goes on behind those that its headers leave out; where a
    /// method runs one, `XCTSkip` can tell of the outcome's `skipReason`.
    ///
    /// - Parameter testCase: The test case whose method is running.
    /// - Returns: What the run came to.
    @discardableResult
    public func run(in testCase: XCTestCase) -> Outcome {
      let outcome = outcome()
      for problem in outcome.problems {
        let (message, file) = ("\(testDescription): \(problem.message)", problem.place.file)
        let line = problem.place.position.line
        #if canImport(ObjectiveC)
          var issue = XCTIssue(type: .assertionFailure, compactDescription: message)
          issue.sourceCodeContext = XCTSourceCodeContext(
            location: XCTSourceCodeLocation(filePath: file, lineNumber: line))
          testCase.record(issue)
        #else
          testCase.recordFailure(
            withDescription: message, inFile: file, atLine: line, expected: true)
        #endif
      }
      return outcome
    }
  }
#endif
