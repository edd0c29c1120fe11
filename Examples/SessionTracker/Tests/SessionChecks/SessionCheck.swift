// What a tracker stores, held against the truth of a vector: with nothing but the driver, for any framework of
// tests.

import LifecycleDriver
import SessionTracker

/// Plays vectors into a tracker.
@MainActor
public struct SessionCheck {
  private struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private let bug: KnownBug?

  /// Checks the tracker, with a bug or without any.
  public init(_ bug: KnownBug? = nil) { self.bug = bug }

  /// Plays a vector, and holds what is stored against the truth whenever the app rests.
  ///
  /// - Throws: `LifecycleFailure` where they differ.
  public func play(_ vector: LifecycleVector) async throws {
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

  /// What all vectors find, and how many of them.
  public func failures() async -> [LifecycleFailure] {
    var found: [LifecycleFailure] = []
    for vector in LifecycleVector.all {
      do { try await play(vector) } catch {
        if let failure = error as? LifecycleFailure { found.append(failure) }
      }
    }
    return found
  }
}
