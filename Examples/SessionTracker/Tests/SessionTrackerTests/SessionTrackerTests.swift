// The driver alone finds every bug, and nothing in the tracker that has none.

import LifecycleDriver
import SessionChecks
import SessionTracker
import Testing

@Suite("Session tracker") @MainActor struct SessionTrackerTests {
  @Test("Right in every life", arguments: LifecycleVector.all)
  func right(_ vector: LifecycleVector) async throws { try await SessionCheck().play(vector) }

  @Test("Each bug is found", arguments: KnownBug.allCases)
  func bugs(_ bug: KnownBug) async {
    let found = await SessionCheck(bug).failures()
    #expect(!found.isEmpty, "none of \(LifecycleVector.all.count) lives shows \(bug)")
    print("\(bug): \(found.count) of \(LifecycleVector.all.count) lives")
  }
}
