// What is being played, for code that has to name it when an app's Swift code does not return.

/// A scenario, or something else that is played, while it is.
package struct PlayUnderWay: Sendable {
  /// What it is, for people.
  package let name: String
  /// How long, by the computer's clock, code of an app may take for one delivery.
  package let deliveryLimit: Duration

  /// Names what is played.
  package init(_ name: String, deliveryLimit: Duration = Self.usualLimit) {
    self.name = name
    self.deliveryLimit = deliveryLimit
  }

  /// What deliveries may take that nobody says anything of: far more than any that comes back.
  package static var usualLimit: Duration { .seconds(60) }

  /// What this task plays; nil where nobody said.
  @TaskLocal package static var current: PlayUnderWay?
}
