// What an app's own code asks of the system, as protocols: the seam between the code that ships and
// the platform below it. A shipping app depends on this module alone; on a device `UIKitServices`
// is behind it, in a test the application object of the simulated process. Nothing here knows
// which, and nothing here may depend on the simulator.

/// Everything that an app's root needs of the system.
///
/// The parts of an app are best given no more than what they use, as in
/// `init(services: any Files & BackgroundTasks)`: then a test sees in the initializer what a part can
/// do. All of it is the main thread's, except preferences and files, which actors use as well.
public protocol ApplicationServices: ApplicationStates, BackgroundTasks, LifecycleNotifications,
  Timers, Defaults, Files, Transfers, ScheduledTasks, RemoteNotifications, Scenes, Entries,
  Permissions,
  IncomingCalls
{}

/// What an app can read of its own state.
public enum LifecycleState: String, CaseIterable, Hashable, Sendable {
  /// In the foreground, with events.
  case active
  /// In the foreground, without events.
  case inactive
  /// Running, but not on the screen.
  case background
}

/// The state of the app, as it reads it itself.
@MainActor
public protocol ApplicationStates: AnyObject, Sendable {
  /// The state; while the app is being told of another one it is the old one.
  var applicationState: LifecycleState { get }
}
