// What a process of a native app holds beside its delegates: closures, observers, tasks, and how
// the current delivery ends. Nothing here knows the types of the app.

import RehearsalLifecycle

/// What the code of a native process has handed over, and the result of its delivery.
struct NativeProcess: Sendable {
  /// An observer of a notification.
  struct Observer: Sendable {
    let identifier: NotificationObserver
    let notification: SystemNotification
    let callback: CallbackIdentifier
  }

  var callbacks = CallbackTable()
  /// The Swift tasks of the process; nil until it begins some.
  var tasks: ProcessTasks?
  /// In the order in which they were added, in which they are called.
  private(set) var observers: [Observer] = []
  private var lastObserver = 0
  /// The time that the current delivery keeps the main thread busy.
  var worked = TimeSpan.zero
  /// The moment of the turn under way, which its code takes no time of.
  var moment = ProcessMoment()
  /// Where the generator of the process's random numbers is.
  var chance: UInt64 = 0
  /// How the current delivery ends the process, if it does.
  var end: CodeProgress?
  /// How many uploads of the same to the same place were under way at once, at most.
  private(set) var mostEqualUploads = 0

  /// The result of the delivery, unless it simply returned; the next one begins again.
  mutating func takeProgress() -> CodeProgress? {
    guard end != nil || worked > .zero else { return nil }
    defer {
      end = nil
      worked = .zero
    }
    return end ?? .working(worked)
  }

  mutating func note(equalUploads count: Int) { mostEqualUploads = max(mostEqualUploads, count) }

  mutating func addObserver(
    of notification: SystemNotification, _ callback: NativeCallback
  ) -> NotificationObserver {
    lastObserver += 1
    let identifier = NotificationObserver(number: lastObserver)
    observers.append(
      Observer(
        identifier: identifier, notification: notification, callback: callbacks.add(callback)))
    return identifier
  }

  /// Removes an observer; the notification is returned if nobody observes it any more.
  mutating func removeObserver(_ identifier: NotificationObserver) -> SystemNotification? {
    guard let index = observers.firstIndex(where: { $0.identifier == identifier }) else {
      return nil
    }
    let removed = observers.remove(at: index)
    callbacks.remove(removed.callback)
    let isObserved = observers.contains { $0.notification == removed.notification }
    return isObserved ? nil : removed.notification
  }
}

/// When a turn of a process takes place, on the device's clock and by its date.
struct ProcessMoment: Sendable {
  var time = VirtualTime.zero
  /// Since 1970, in seconds and nanoseconds.
  var date: (seconds: Int64, nanoseconds: Int64) = (0, 0)
}

extension ProcessMoment {
  /// The moment of the device that a context sees.
  ///
  /// It is not among what a process asks, which is kept: code reads clocks more often than anybody
  /// knows.
  init(_ context: AppContext) {
    (time, date) = context.moment
  }
}

/// A scene that was connected and whose delegate is kept.
struct NativeScene: Sendable {
  let identifier: SceneIdentifier
  var isConnected = true
}

/// Names an observer of a native app, for `Application.removeObserver(_:)`.
public struct NotificationObserver: Hashable, Sendable {
  let number: Int
}

extension AppContext {
  /// The app is done with the message that carried a completion or a task, if the value is one;
  /// calling a completion twice is an exception of the system.
  ///
  /// - Returns: The expiration handler that is never called after this; nil without one.
  func complete(_ completion: ScriptValue, with result: ScriptValue) -> CallbackIdentifier? {
    guard let identifier = completion.completion else { return nil }
    do {
      return try complete(identifier, with: result.isPlainData ? result : .nil)
    } catch {
      raise(.completedTwice)
      return nil
    }
  }
}
