// What outlives the process: a file that is protected while the device is locked.

/// A session: the app in front of its user, with pauses of less than half a minute.
public struct Session: Equatable, Sendable {
  /// How long the app was in the foreground.
  public internal(set) var length: Duration = .zero
}

/// What an SDK stores.
public struct StoredSessions: Equatable, Sendable {
  /// The identity of the installation, by chance.
  public internal(set) var identity: Int
  /// All sessions, the last one last.
  public internal(set) var sessions: [Session] = []
}

/// The file.
@MainActor
public final class SessionStore {
  /// What it holds; nil after an installation.
  public private(set) var content: StoredSessions?
  /// How many identities the installation has had.
  public private(set) var identities = 0

  /// Makes the file of a new installation.
  public init() {}

  func write(_ content: StoredSessions) { self.content = content }

  func makeIdentity() -> Int {
    identities += 1
    return identities
  }
}
