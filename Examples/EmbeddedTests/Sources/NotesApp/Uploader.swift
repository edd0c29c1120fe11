// Uploads a note, and tries again later and later where the network fails. Time comes from a clock
// that is given to it.

/// Uploads with retries.
public actor Uploader {
  private let clock: any Clock<Duration>
  private let send: @Sendable (String) async throws -> Void
  private let bug: KnownBug?

  /// Makes an uploader.
  public init(
    clock: any Clock<Duration>, bug: KnownBug? = nil,
    send: @escaping @Sendable (String) async throws -> Void
  ) {
    self.clock = clock
    self.bug = bug
    self.send = send
  }

  /// Sends a text; the pause after a failure doubles each time, from one second on.
  public func upload(_ text: String, attempts: Int = 4) async throws {
    var pause = Duration.seconds(1)
    for attempt in 1...attempts {
      do { return try await send(text) } catch  where attempt < attempts {
        try await clock.sleep(for: bug == .hastyRetries ? .milliseconds(1) : pause)
        pause *= 2
      }
    }
  }
}
