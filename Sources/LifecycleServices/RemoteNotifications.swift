// What a server tells the app through the system, whether the app runs or not.

/// The result of the work for a push.
public enum FetchResult: String, CaseIterable, Hashable, Sendable {
  /// Something new was loaded.
  case newData
  /// There was nothing new.
  case noData
  /// It could not be loaded.
  case failed
}

/// A value of what a server sent, as JSON has it.
public indirect enum PushValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case truth(Bool)
  case list([PushValue])
  case map([String: PushValue])
  case null

  /// What a map has under a key; nil without it, and of anything else.
  public subscript(key: String) -> PushValue? {
    if case .map(let entries) = self { entries[key] } else { nil }
  }

  /// The value as it prints: a text as it is, a whole number without a fraction.
  public var printed: String {
    switch self {
    case .text(let text): text
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .truth(let truth): "\(truth)"
    case .list(let elements): "[" + elements.map(\.printed).joined(separator: ", ") + "]"
    case .map(let entries):
      "[" + entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.printed)" }
        .joined(separator: ", ") + "]"
    case .null: "null"
    }
  }
}

/// A remote notification that has come.
@MainActor
public final class RemoteNotification {
  /// What the server put beside `aps`, with what is nested in it.
  public let content: [String: PushValue]
  private let completion: (FetchResult) -> Void

  /// Makes a notification; for implementations of `RemoteNotifications`.
  ///
  /// - Parameters:
  ///   - content: What the server put beside `aps`.
  ///   - completion: Reports the result to the platform.
  public init(_ content: [String: PushValue], completion: @escaping (FetchResult) -> Void) {
    self.content = content
    self.completion = completion
  }

  /// What the server put under a key beside `aps`, as it prints; nil without it.
  public subscript(key: String) -> String? { content[key]?.printed }

  /// Reports the result: once, on every path, and within the seconds that the system grants.
  public func complete(_ result: FetchResult) { completion(result) }
}

/// Why the app was not registered for remote notifications, in the platform's words.
public struct RegistrationFailure: Error, Hashable, Sendable {
  /// What the platform says.
  public let reason: String

  /// Makes a failure; for implementations of `RemoteNotifications`.
  public init(reason: String) { self.reason = reason }
}

/// Remote notifications.
@MainActor
public protocol RemoteNotifications: AnyObject, Sendable {
  /// Asks to be registered for remote notifications.
  ///
  /// - Parameter handler: Gets the device's token as the platform writes it, or why there is none.
  func registerForRemoteNotifications(
    _ handler: @escaping @MainActor (Result<String, RegistrationFailure>) -> Void)

  /// Sets the handler of remote notifications; earlier ones are delivered at once.
  ///
  /// An app sets it while it is launched, since the system may have launched it for one.
  func setRemoteNotificationHandler(_ handler: @escaping @MainActor (RemoteNotification) -> Void)
}

/// The events for a handler, including those before it was set.
@MainActor
public final class HandledEvents<Event> {
  private var handler: (@MainActor (Event) -> Void)?
  private var undelivered: [Event] = []

  /// Makes a list of nothing; for implementations of services.
  public nonisolated init() {}

  /// Sends an event to the handler, at once or when it is set.
  public func tell(_ event: Event) {
    guard let handler else { return undelivered.append(event) }
    handler(event)
  }

  /// Sets the handler, and sends it the earlier events.
  public func setHandler(_ handler: @escaping @MainActor (Event) -> Void) {
    self.handler = handler
    let events = undelivered
    undelivered = []
    for event in events { handler(event) }
  }
}
