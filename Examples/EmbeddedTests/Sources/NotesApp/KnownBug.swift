// The bugs that the apps can have, each behind a switch: `check-bugs` says which test notices it.

/// A bug that can be switched on.
public enum KnownBug: String, CaseIterable, Sendable {
  /// Notes: a background task that is begun to save is not ended.
  case forgottenTask
  /// Notes: the draft is saved when the user pauses, and not when the app leaves the screen.
  case savesOnlyWhenIdle
  /// Notes: a new stroke does not put off the saving that an earlier one began.
  case impatientAutosave
  /// Player: the audio session goes on when the user stops the player.
  case silentAudio
  /// Player: the position is not stored, and gets lost with the process.
  case forgottenPosition
  /// Uploader: nothing keeps the app running while it uploads.
  case suspendedUpload
  /// Uploader: a failed upload is tried again at once instead of later and later.
  case hastyRetries
}
