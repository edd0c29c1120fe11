// The same in XCTest.

import LifecycleDriver
import SessionTracker
import XCTest

final class SessionTrackerXCTests: XCTestCase {
  @MainActor
  func testAPurgedProcessKeepsItsSessions() async throws {
    for vector in LifecycleVector.all where vector.flags?.contains("NewProcess") == true {
      let store = SessionStore()
      var activations = 0
      try await LifecycleDriver().play(vector) { process in
        SessionTracker(
          center: process.notifications, store: store,
          environment: SessionTracker.Environment(
            isInBackground: { process.state == "background" },
            isProtectedDataAvailable: { process.isProtectedDataAvailable },
            now: { process.clock.now.sinceStart },
            sleep: { [clock = process.clock] in try await clock.sleep(for: $0) }))
      } check: { _, step, process in
        if step.name == "UIApplicationDidBecomeActiveNotification" { activations += 1 }
        guard process.isProtectedDataAvailable else { return }
        XCTAssertLessThanOrEqual(store.content?.sessions.count ?? 0, activations, "\(vector)")
        XCTAssertLessThanOrEqual(store.identities, 1, "\(vector)")
      }
    }
  }
}
