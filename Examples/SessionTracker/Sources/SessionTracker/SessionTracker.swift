// The session tracker of an analytics SDK. It hangs on the notifications of the app's lifecycle, for which it
// is given a center, and on what it can read; it knows no simulator and no driver.

import Foundation

/// Tracks sessions.
@MainActor
public final class SessionTracker {
  /// What the tracker reads of the app and of the time.
  public struct Environment {
    /// Whether the app is in the background, as `UIApplication.applicationState` says.
    public let isInBackground: @MainActor () -> Bool
    /// Whether protected data can be read and written.
    public let isProtectedDataAvailable: @MainActor () -> Bool
    /// The time since some moment.
    public let now: @MainActor () -> Duration
    /// Waits.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Makes an environment.
    public init(
      isInBackground: @MainActor @escaping () -> Bool,
      isProtectedDataAvailable: @MainActor @escaping () -> Bool,
      now: @MainActor @escaping () -> Duration,
      sleep: @Sendable @escaping (Duration) async throws -> Void
    ) {
      self.isInBackground = isInBackground
      self.isProtectedDataAvailable = isProtectedDataAvailable
      self.now = now
      self.sleep = sleep
    }
  }

  /// A pause of less than this does not end a session.
  public nonisolated static let longestPause = Duration.seconds(30)

  private let store: SessionStore
  private let environment: Environment
  private let bug: KnownBug?
  private let center: NotificationCenter
  private var tokens: [any NSObjectProtocol] = []
  /// What the file held; nil until it can be read.
  private var known: StoredSessions?
  /// The sessions of this process.
  private var sessions: [Session] = []
  /// Since when the app is in the foreground; nil in the background.
  private var since: Duration?
  /// When it left the foreground; nil where no session waits for a return.
  private var leftAt: Duration?
  private let start: Duration
  private var storing: Task<Void, any Error>?

  /// Makes a tracker, at the app's launch.
  public init(
    center: NotificationCenter, store: SessionStore, environment: Environment, bug: KnownBug? = nil
  ) {
    self.center = center
    self.store = store
    self.environment = environment
    self.bug = bug
    start = environment.now()
    observe("UIApplicationDidBecomeActiveNotification") { $0.didBecomeActive() }
    observe("UIApplicationDidEnterBackgroundNotification") { $0.didEnterBackground() }
    observe("UIApplicationWillTerminateNotification") { $0.willTerminate() }
    observe("UIApplicationProtectedDataDidBecomeAvailable") { $0.save() }
    load()
    if bug == .sessionAtBackgroundLaunch, environment.isInBackground() {
      begin()
      save()
    }
  }

  isolated deinit {
    storing?.cancel()
    for token in tokens { center.removeObserver(token) }
  }

  private func observe(
    _ name: String, _ action: @MainActor @Sendable @escaping (SessionTracker) -> Void
  ) {
    let token = center.addObserver(
      forName: Notification.Name(name), object: nil, queue: nil
    ) { [weak self] _ in
      MainActor.assumeIsolated { if let self { action(self) } }
    }
    tokens.append(token)
  }

  /// All sessions that are known to be stored, those of other processes first.
  public private(set) var stored: [Session] = []

  // MARK: - What happens

  private func didBecomeActive() {
    storing?.cancel()
    storing = nil
    if bug == .sessionAtEveryActivation {
      leave()
      begin()
    } else if since == nil, !resumes {
      begin()
    }
    if since == nil {
      since = bug == .timeSinceProcessStart && leftAt == nil ? start : environment.now()
    }
    leftAt = nil
    save()
  }

  /// Whether the session of before goes on.
  private var resumes: Bool {
    guard !sessions.isEmpty, let leftAt else { return false }
    return bug == .noSessionAtReturn || environment.now() - leftAt < Self.longestPause
  }

  private func didEnterBackground() {
    if bug != .countsBackgroundTime { leave() } else { leftAt = environment.now() }
    if bug == .storesByTimer {
      storing = Task { [weak self, sleep = environment.sleep] in
        try await sleep(Self.longestPause)
        self?.save()
      }
    } else if bug != .waitsForTermination {
      save()
    }
  }

  private func willTerminate() {
    leave()
    save()
  }

  // MARK: - Sessions

  private func begin() { sessions.append(Session()) }

  private func leave() {
    guard let since, let last = sessions.indices.last else { return }
    sessions[last].length += environment.now() - since
    leftAt = environment.now()
    self.since = nil
  }

  // MARK: - The file

  /// Reads the file as soon as it can be read.
  private func load() {
    guard known == nil else { return }
    let isShut = !environment.isProtectedDataAvailable()
    guard !isShut || bug == .newIdentityWhileShut else { return }
    let content = isShut ? nil : store.content
    known = content ?? StoredSessions(identity: store.makeIdentity())
    stored = known?.sessions ?? []
  }

  private func save() {
    load()
    guard environment.isProtectedDataAvailable(), var content = known else { return }
    content.sessions += sessions
    store.write(content)
    stored = content.sessions
  }
}
