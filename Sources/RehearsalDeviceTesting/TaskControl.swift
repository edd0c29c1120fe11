// Tests that fail where work is not controlled, at the line that it is about: by a trait of Swift
// Testing, and around the methods of a test case of XCTest.

import RehearsalDevice
import Synchronization
import Testing

/// Collects what is found about the clocks that come into being while a test runs.
package final class TaskProblemCollection: TaskWatch {
  private struct State {
    var found: [FoundProblem] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Is notified of what comes when the test is over.
  private let late: @Sendable (TaskProblem) -> Void

  /// Makes a collection.
  package init(late: @Sendable @escaping (TaskProblem) -> Void = { _ in }) { self.late = late }

  package func calls() -> (any CapturedCalls)? { SourceCalls() }

  package func note(_ problem: FoundProblem) {
    let isLate = state.withLock { state in
      if !state.isClosed { state.found.append(problem) }
      return state.isClosed
    }
    if isLate { late(problem.problem()) }
  }

  /// What was found, each problem once; whatever follows is late.
  package func close() -> [TaskProblem] {
    let found = state.withLock { state in
      state.isClosed = true
      return state.found
    }
    var problems: [TaskProblem] = []
    for problem in found.map({ $0.problem() }) where !problems.contains(problem) {
      problems.append(problem)
    }
    return problems
  }
}

// MARK: - Swift Testing

/// The trait of tests that fail where work of theirs is not controlled, see
/// `Trait.controlledTasks`.
public struct ControlledTasksTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether the tests of a suite have it, too.
  public var isRecursive: Bool { true }

  /// Runs a test, and records what its clocks and simulations could not control.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let (name, location) = (test.name, test.sourceLocation)
    let collection = TaskProblemCollection { problem in
      problem.record(at: location, in: "after the end of \(name): ")
    }
    defer { for problem in collection.close() { problem.record(at: location) } }
    try await TaskWatching.$current.withValue(collection) { try await function() }
  }
}

extension Trait where Self == ControlledTasksTrait {
  /// Fails a test where something resumes a task of its clocks and simulations that is not controlled,
  /// as a dispatch queue, a thread, or a task that was begun outside of them; where code of the main
  /// actor is not run on it; and where tasks never become idle.
  ///
  /// The issue is at the line that resumed the task, else where the task was begun, where debug
  /// information tells, on Linux; else at the test. What comes when the test is over is an issue of
  /// the run.
  public static var controlledTasks: Self { Self() }
}

extension TaskProblem {
  /// Records the problem as an issue, at its line or else at the test's.
  fileprivate func record(at location: SourceLocation, in context: String = "") {
    let (comment, place) = (
      Comment(rawValue: context + description), place?.sourceLocation ?? location
    )
    guard isWarning else {
      Issue.record(comment, sourceLocation: place)
      return
    }
    // Swift Testing has warnings from Swift 6.3 on.
    #if compiler(>=6.3)
      Issue.record(comment, severity: .warning, sourceLocation: place)
    #endif
  }
}
