// How the device is held, and what the apps on the screen are told when that changes.

/// How the device is held.
public enum Orientation: String, CaseIterable, Hashable, Sendable {
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight

  var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}

extension Device {
  mutating func rotate(_ new: Orientation, cause: Int) -> Refusal? {
    guard orientation != new else { return .alreadyHeldSo }
    let turns = orientation.isPortrait != new.isPortrait
    orientation = new
    postToAll(.orientationDidChange, rule: .R130, cause: cause)
    guard turns, !isLocked else { return nil }
    let size = profile.windowSize(new, isSplit: sideApp != nil)
    for id in processesOnScreen {
      sendToViews(.viewWillTransition, [size], of: id, rule: .R130, cause: cause)
    }
    return nil
  }
}
