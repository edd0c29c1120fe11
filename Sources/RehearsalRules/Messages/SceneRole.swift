// What scenes are for.

/// What a scene is for.
package enum SceneRole: String, CaseIterable, Hashable, Sendable {
  /// A window on the device's own screen.
  case application
  /// A connected screen (R158).
  case externalDisplay
  /// The screen of a car (R159).
  case carPlay

  /// Whether its scenes are what the device's own screen shows, or go and come with that.
  package var isOfDevice: Bool { self != .carPlay }
}
