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

/// A remote notification that has come.
@MainActor
public final class RemoteNotification {
  private let content: [String: String]
  private let completion: (FetchResult) -> Void

  /// Makes a notification; for implementations of `RemoteNotifications`.
  ///
  /// - Parameters:
  ///   - content: What the server put beside `aps`, numbers and truth values as they print.
  ///   - completion: Reports the result to the platform.
  public init(_ content: [String: String], completion: @escaping (FetchResult) -> Void) {
    self.content = content
    self.completion = completion
  }

  /// What the server put under a key beside `aps`; nil without it.
  public subscript(key: String) -> String? { content[key] }

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
