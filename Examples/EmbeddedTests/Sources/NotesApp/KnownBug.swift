// The bugs that the app can have, each behind a switch: the tests show which of them notices it.

/// A bug that can be switched on.
public enum KnownBug: String, CaseIterable, Sendable {
  /// A background task that is begun to save is not ended.
  case forgottenTask
  /// The draft is saved when the user pauses, and not when the app leaves the screen.
  case savesOnlyWhenIdle
  /// The audio session goes on when the user stops the player.
  case silentAudio
  /// A failed upload is tried again at once instead of later and later.
  case hastyRetries
}
