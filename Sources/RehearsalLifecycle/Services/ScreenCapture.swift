// Pictures and recordings that the user takes of the screen, and screens that mirror it: what apps
// hear of them (R164). Nothing of it changes the state of an app.

import RehearsalValues

/// Whether the user records the screen.
struct ScreenCapture: Sendable {
  private(set) var isRecording = false

  mutating func setRecording(_ isOn: Bool) { isRecording = isOn }

  /// Combines whether the screen is recorded.
  func digest(into walk: inout IdentityWalk) { walk.combine(isRecording) }
}

// MARK: - Actions

extension ScreenCapture {
  static let actions: [Action] = [
    Action(
      .startScreenRecording, "startScreenRecording", versions: .from(11), rules: [.R164],
      "Begins to record the screen."
    ) {
      parts, kernel, call in
      parts.setRecording(true, cause: call.cause, &kernel)
    },
    Action(
      .stopScreenRecording, "stopScreenRecording", versions: .from(11), rules: [.R164],
      "Ends the recording of the screen."
    ) {
      parts, kernel, call in
      parts.setRecording(false, cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of the screen that shows it.
extension AppContext {
  /// Whether what the screen shows is recorded or mirrored.
  package var isScreenCaptured: Bool { read { parts, _ in parts.isScreenCaptured } }
}
