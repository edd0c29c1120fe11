// What the player plays, and how far it came.

/// A piece of music with its position.
public struct Playback: Sendable {
  /// Whether it plays.
  public var isPlaying = false
  /// The seconds that were played.
  public private(set) var position: Int

  /// Goes on where it was stopped before.
  public init(position: Int = 0) { self.position = position }

  /// A second has passed.
  public mutating func tick() { if isPlaying { position += 1 } }
}
