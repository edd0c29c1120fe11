// The example of the README, word for word, with a tracker for it: the documentation tests hold the page
// against this file, which compiles and passes.

import Foundation
import LifecycleDriver
import Testing

/// Knows whether a session is under way.
@MainActor
private final class Tracker {
  private let center: NotificationCenter
  private let isInBackground: () -> Bool
  private var token: (any NSObjectProtocol)?
  private var hasBegun = false

  init(center: NotificationCenter, isInBackground: @escaping () -> Bool) {
    self.center = center
    self.isInBackground = isInBackground
    token = center.addObserver(
      forName: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil,
      queue: nil
    ) { [weak self] _ in MainActor.assumeIsolated { self?.hasBegun = true } }
  }

  isolated deinit { token.map(center.removeObserver) }

  var isInSession: Bool { hasBegun && !isInBackground() }
}

@MainActor @Test(arguments: LifecycleVector.all)
func sessions(_ vector: LifecycleVector) async throws {
  try await LifecycleDriver().play(vector) { device in
    Tracker(center: device.notifications, isInBackground: { device.state == "background" })
  } check: { tracker, step, device in
    #expect(!tracker.isInSession || device.state != "background", "\(vector), \(step)")
  }
}
