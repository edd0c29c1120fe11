// Test cases of XCTest that fail where work is not controlled.

#if canImport(XCTest)
  import RehearsalDevice
  import XCTest

  extension XCTestCase {
    /// Runs code and fails the test where something resumes a task of its clocks and simulations that
    /// is not controlled, as the trait `controlledTasks` does for Swift Testing.
    ///
    /// What comes when the test is over is a failure of the test that then runs.
    ///
    /// Around every test of a class it is in `invokeTest`:
    ///
    ///     override func invokeTest() { controllingTasks { super.invokeTest() } }
    ///
    /// - Parameters:
    ///   - file: The file of a failure whose line is not known.
    ///   - line: The line of a failure whose line is not known.
    ///   - body: The code, with the clocks and simulations that come into being in it.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws.
    public func controllingTasks<Result>(
      file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Result
    ) rethrows -> Result {
      let name = self.name
      let collection = TaskProblemCollection { problem in
        XCTFail("after the end of \(name): \(problem)", file: file, line: line)
      }
      defer {
        for problem in collection.close() {
          recordFailure(
            "\(problem)", file: problem.place?.file ?? "\(file)",
            line: problem.place?.line ?? Int(line))
        }
      }
      return try TaskWatching.$current.withValue(collection) { try body() }
    }
  }
#endif
