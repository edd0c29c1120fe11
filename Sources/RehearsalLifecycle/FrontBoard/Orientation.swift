// How the device is held.

/// How the device is held.
public enum Orientation: String, CaseIterable, Hashable, Sendable {
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight

  var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}
