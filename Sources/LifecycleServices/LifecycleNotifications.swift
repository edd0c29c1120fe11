// What the system tells an app of its life. Observers hear it in apps with scenes and without: UIKit
// posts the application's notifications in both, while it calls the application delegate's methods
// only in those without.

/// A notification of UIKit about the lifecycle of the app.
public enum LifecycleNotification: String, CaseIterable, Hashable, Sendable {
  /// The app was launched.
  case didFinishLaunching
  /// The app is in front and gets events.
  case didBecomeActive
  /// The app is about to stop getting events.
  case willResignActive
  /// The app left the screen.
  case didEnterBackground
  /// The app comes back from the background.
  case willEnterForeground
  /// The process is about to end while it runs; a suspended one never hears of its end.
  case willTerminate
  /// Memory is short.
  case didReceiveMemoryWarning
  /// The day, the time zone or the clock is another one.
  case significantTimeChange
  /// Protected files are about to be locked.
  case protectedDataWillBecomeUnavailable
  /// Protected files can be read again.
  case protectedDataDidBecomeAvailable
  /// A window is about to be there.
  case sceneWillConnect
  /// A window was freed.
  case sceneDidDisconnect
  /// A window is in front and gets events.
  case sceneDidActivate
  /// A window is about to stop getting events.
  case sceneWillDeactivate
  /// A window is about to be on the screen.
  case sceneWillEnterForeground
  /// A window left the screen.
  case sceneDidEnterBackground
}

/// Names an observer, for `LifecycleNotifications.removeObserver(_:)`.
public struct LifecycleObserver: Hashable, Sendable {
  /// The number that the platform knows it by.
  public let number: Int

  /// Makes the name of an observer; for implementations of `LifecycleNotifications`.
  public init(number: Int) { self.number = number }
}

/// The notifications about the lifecycle of the app.
@MainActor
public protocol LifecycleNotifications: AnyObject, Sendable {
  /// Calls a closure whenever the system posts a notification.
  ///
  /// What the closure captures lives until the observer is removed.
  ///
  /// - Parameters:
  ///   - notification: What is waited for.
  ///   - handler: Runs before the system continues, each time.
  /// - Returns: The observer; keep it to remove it.
  func addObserver(
    for notification: LifecycleNotification, handler: @escaping @MainActor () -> Void
  ) -> LifecycleObserver

  /// Calls an observer no more; one that was removed already stays so.
  func removeObserver(_ observer: LifecycleObserver)
}
