// Pictures and recordings that the user takes of the screen, and screens that mirror it: what apps
// hear of them (R164). Nothing of it changes the state of an app.

import RehearsalValues

/// Whether the user records the screen.
struct ScreenCapture: Sendable {
  private(set) var isRecording = false

  fileprivate mutating func setRecording(_ isOn: Bool) { isRecording = isOn }

  /// Combines whether the screen is recorded.
  func digest(into walk: inout IdentityWalk) { walk.combine(isRecording) }
}

extension DeviceParts {
  /// Whether what the screen shows is recorded or mirrored.
  var isScreenCaptured: Bool { screenCapture.isRecording || surroundings.hasScreen }

  /// The user takes a picture of the screen, of which the apps on it are told afterwards.
  func takeScreenshot(cause: Cause, _ kernel: inout Kernel) -> RefusalReason? {
    guard !springBoard.isLocked else { return nil }
    for id in springBoard.processesOnScreen(kernel) {
      kernel.post(.userDidTakeScreenshot, rule: .R164, to: id, cause: cause)
    }
    return nil
  }

  fileprivate mutating func setRecording(
    _ isOn: Bool, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard screenCapture.isRecording != isOn else {
      return isOn ? .alreadyRecording : .notRecording
    }
    let wasCaptured = isScreenCaptured
    screenCapture.setRecording(isOn)
    postCapture(unless: wasCaptured, cause: cause, &kernel)
    return nil
  }

  /// Tells running apps that the screen began or ended to be captured.
  func postCapture(unless wasCaptured: Bool, cause: Cause, _ kernel: inout Kernel) {
    guard isScreenCaptured != wasCaptured, kernel.has(.screenRecording) else { return }
    kernel.postToAll(.capturedDidChange, rule: .R164, cause: cause)
  }
}

// MARK: - Actions

extension ScreenCapture {
  static let actions: [Action] = [
    Action("startScreenRecording", rules: [.R164], "Begins to record the screen.") {
      parts, kernel, call in
      parts.setRecording(true, cause: call.cause, &kernel)
    },
    Action("stopScreenRecording", rules: [.R164], "Ends the recording of the screen.") {
      parts, kernel, call in
      parts.setRecording(false, cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of the screen that shows it.
package protocol CaptureRequests: AppRequests {}

extension CaptureRequests {
  /// Whether what the screen shows is recorded or mirrored.
  package var isScreenCaptured: Bool { read { parts, _ in parts.isScreenCaptured } }
}
