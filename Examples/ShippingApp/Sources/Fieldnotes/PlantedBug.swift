// Mistakes of everyday's, each of which the app makes when it is told to. An app that ships has none of
// this; here it shows what storms and explorations find by themselves.

/// A mistake that can be planted.
public enum PlantedBug: String, CaseIterable, Hashable, Sendable {
  /// What was typed is saved after a pause in typing, and not when the app leaves the screen.
  case unsavedDraft
  /// Every way back to the front starts another timer.
  case doubleTimer
  /// A background task is ended where all went well, and on no other path.
  case endlessTask
  /// A push whose content cannot be loaded at the first go is never answered.
  case unansweredPush
  /// Coming to the front answers the pushes under way, and so does the end of their loading.
  case pushAnsweredTwice
  /// A push is answered before its content is there.
  case hastyReturn
}
