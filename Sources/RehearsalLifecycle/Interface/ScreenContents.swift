// What an app shows: the name of its screen, an alert over it, and whether something waits to be
// drawn. A simulator has no pixels; names stand for what people would see.

/// How an alert of an app's own is presented.
package enum PresentationStyle: String, CaseIterable, Hashable, Sendable {
  case alert, actionSheet
}

/// What a window shows.
struct ScreenContents: Sendable {
  /// The screen that the app shows, in its own words; nil for its launch screen.
  var screen: String?
  /// The title of the alert or action sheet over it; nil without one.
  var presented: String?
  /// Whether the view waits to be drawn.
  var needsDisplay = false
  /// Whether the next snapshot is not to be used.
  var ignoresSnapshot = false

  /// What a snapshot of it shows.
  var picture: String { presented ?? screen ?? "" }
}
