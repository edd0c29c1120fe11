// The driver alone finds every bug, and nothing in the tracker that has none.

import LifecycleDriver
import SessionTracker
import Testing

@Suite("Session tracker") @MainActor struct SessionTrackerTests {
  private struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Plays a vector into a tracker, and holds what it stores against the truth whenever the app rests.
  static func play(_ vector: LifecycleVector, bug: KnownBug? = nil) async throws {
    let store = SessionStore()
    var truth = Truth()
    try await LifecycleDriver().play(vector) { process in
      SessionTracker(
        center: process.notifications, store: store,
        environment: SessionTracker.Environment(
          isInBackground: { process.state == "background" },
          isProtectedDataAvailable: { process.isProtectedDataAvailable },
          now: { process.clock.now.sinceStart },
          sleep: { [clock = process.clock] in try await clock.sleep(for: $0) }),
        bug: bug)
    } check: { _, step, process in
      truth.take(step)
      guard process.isProtectedDataAvailable, step.kind == .end || process.state == "background",
        step.kind != .end || truth.isAtRest
      else { return }
      let stored = store.content?.sessions.map(\.length) ?? []
      if truth.isAtRest, !truth.awaitsData, stored != truth.lengths {
        throw Wrong("there were sessions of \(truth.lengths), and \(stored) are stored")
      }
      if store.identities > 1 { throw Wrong("the installation has \(store.identities) identities") }
    }
  }

  @Test("Right in every life", arguments: LifecycleVector.all)
  func right(_ vector: LifecycleVector) async throws { try await Self.play(vector) }

  @Test("Each bug is found", arguments: KnownBug.allCases)
  func bugs(_ bug: KnownBug) async {
    var found: [LifecycleFailure] = []
    for vector in LifecycleVector.all {
      do { try await Self.play(vector, bug: bug) } catch {
        if let failure = error as? LifecycleFailure { found.append(failure) }
      }
    }
    #expect(!found.isEmpty, "none of \(LifecycleVector.all.count) lives shows \(bug)")
    print("\(bug): \(found.count) of \(LifecycleVector.all.count) lives")
  }
}
