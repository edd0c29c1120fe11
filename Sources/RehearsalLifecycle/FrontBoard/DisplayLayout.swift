// How the display is arranged: which apps are on the screen, as SpringBoard has arranged them and FrontBoard
// leads them, and how the device is held.

/// What FrontBoard is told of the display.
struct DisplayLayout: Sendable {
  /// The app in front, and the one beside it.
  let front: AppIdentifier?, side: AppIdentifier?
  /// The further ones: in Slide Over, on the stage, in windows.
  let others: [AppIdentifier]
  /// Whether apps on the screen can be active: nothing lies over them and the device is not locked.
  let allowsActivity: Bool

  /// The apps on the screen, the one in front first.
  var apps: AppsOnScreen { AppsOnScreen(layout: self) }
}

/// The apps on the screen, the one in front first; none without one in front.
///
/// A view of the layout: who is on the screen is asked with every step, and no list is made for it.
struct AppsOnScreen: RandomAccessCollection, Sendable {
  fileprivate let layout: DisplayLayout

  /// The one beside the app in front, unless that is another window of its own.
  private var side: AppIdentifier? { layout.side == layout.front ? nil : layout.side }

  var startIndex: Int { 0 }
  var endIndex: Int {
    layout.front == nil ? 0 : 1 + (side == nil ? 0 : 1) + layout.others.count
  }

  subscript(position: Int) -> AppIdentifier {
    if position == 0, let front = layout.front { return front }
    guard let side else { return layout.others[position - 1] }
    return position == 1 ? side : layout.others[position - 2]
  }
}

/// How the device is held.
public enum Orientation: String, CaseIterable, Hashable, Sendable {
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight

  var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
}
