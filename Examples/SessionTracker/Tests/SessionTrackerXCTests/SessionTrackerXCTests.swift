// The same in XCTest: every bug is found, and nothing in the tracker that has none.

import LifecycleDriver
import SessionChecks
import SessionTracker
import XCTest

final class SessionTrackerXCTests: XCTestCase {
  @MainActor
  func testRightInEveryLife() async throws {
    for vector in LifecycleVector.all { try await SessionCheck().play(vector) }
  }

  @MainActor
  func testEachBugIsFound() async {
    for bug in KnownBug.allCases {
      let found = await SessionCheck(bug).failures()
      XCTAssertFalse(found.isEmpty, "none of \(LifecycleVector.all.count) lives shows \(bug)")
    }
  }
}
