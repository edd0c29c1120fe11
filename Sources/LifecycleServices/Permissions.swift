// What the user is asked for before an app may have it.

/// What an app asks the user for.
public enum PermissionKind: String, CaseIterable, Hashable, Sendable {
  /// To show notifications.
  case notifications
  /// To see through the camera.
  case camera
  /// To hear through the microphone.
  case microphone
}

/// The questions to the user.
@MainActor
public protocol Permissions: AnyObject, Sendable {
  /// Asks for a permission, or takes the answer that the user gave before.
  ///
  /// The question interrupts the app: it is inactive meanwhile.
  ///
  /// - Returns: Whether it is granted.
  func requestPermission(for kind: PermissionKind) async -> Bool
}
