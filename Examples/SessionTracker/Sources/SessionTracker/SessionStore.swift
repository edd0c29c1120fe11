// What outlives the process: a file that is protected while the device is locked.

/// A session: the app in front of its user, with pauses of less than half a minute.
public struct Session: Equatable, Sendable {
  /// How long the app was in the foreground.
  public internal(set) var length: Duration = .zero

  /// Makes a session.
  public init(length: Duration = .zero) { self.length = length }
}

/// What an SDK stores.
public struct StoredSessions: Equatable, Sendable {
  /// The identity of the installation, by chance.
  public internal(set) var identity: Int
  /// All sessions, the last one last.
  public internal(set) var sessions: [Session] = []

  /// Makes the content of a file.
  public init(identity: Int, sessions: [Session] = []) {
    self.identity = identity
    self.sessions = sessions
  }
}

/// The file, wherever it lies.
@MainActor
public final class SessionStore {
  private let read: @MainActor () -> StoredSessions?
  private let replace: @MainActor (StoredSessions) -> Void
  /// How many identities the installation has had from here.
  public private(set) var identities = 0

  /// Makes a store that reads and writes elsewhere.
  public init(
    read: @MainActor @escaping () -> StoredSessions?,
    replace: @MainActor @escaping (StoredSessions) -> Void
  ) {
    self.read = read
    self.replace = replace
  }

  /// Makes the file of a new installation, in memory.
  public convenience init() {
    var content: StoredSessions?
    self.init(read: { content }, replace: { content = $0 })
  }

  /// What it holds; nil after an installation.
  public var content: StoredSessions? { read() }

  func write(_ content: StoredSessions) { replace(content) }

  func makeIdentity() -> Int {
    identities += 1
    return identities
  }
}
