// An app whose code is isolated to the main actor, as UIKit's is: its delegate is an object, may hold
// view models and coordinators of the main actor, and starts tasks as it does on a device. The
// messages are those of `ApplicationDelegate`.

import RehearsalLifecycle
import RehearsalValues

/// The code of a native app in one process, isolated to the main actor; a final class, of which a new
/// instance is made at each cold launch.
///
/// The simulated main thread is the main actor: a simulation that has such an app is moved there, as
/// in a test function that is marked `@MainActor`. Tasks that the code starts, of whatever kind, are
/// tasks of the process. A copy of a simulation shares the delegate with the original.
@MainActor
public protocol MainActorApplicationDelegate: AnyObject, Sendable {
  /// The type of the delegates of the app's scenes; an app that names none lives without scenes.
  associatedtype Scene: MainActorSceneDelegate = NoMainActorScene<Self> where Scene.App == Self

  /// What scripts and tests can read of the delegate, as in `Notes.draft`, by name.
  ///
  /// A value may be waited for, as after an actor; one that needs time to pass cannot be read.
  typealias Exposed = [String: @MainActor @Sendable (Self) async -> any ScriptConvertible]

  /// What scripts and tests can read of the delegate, by name; nothing unless it is given.
  nonisolated static var exposed: Exposed { get }

  /// The labels of the controls that `touch` finds; none unless they are given.
  nonisolated static var controls: [String] { get }

  /// The messages that UIKit sends only to an app that implements them, if this one does.
  nonisolated static var optionalMessages: Set<Message> { get }

  /// Whether the app ever registers for remote notifications; one that does gets pushes only while it
  /// is registered.
  nonisolated static var registersForRemoteNotifications: Bool { get }

  /// The delegates that the app sets itself; it has the others from the start.
  nonisolated static var lateDelegates: [DelegateKind] { get }

  /// The process was launched; the state of the interface was not restored yet.
  func application(
    _ application: MainActorApplication, willFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool

  /// The process was launched and is about to run.
  func application(
    _ application: MainActorApplication, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool

  /// The app is in front and gets events.
  func applicationDidBecomeActive(_ application: MainActorApplication)

  /// The app is about to stop getting events.
  func applicationWillResignActive(_ application: MainActorApplication)

  /// The app left the screen; five seconds are left to return.
  func applicationDidEnterBackground(_ application: MainActorApplication)

  /// The app comes back from the background.
  func applicationWillEnterForeground(_ application: MainActorApplication)

  /// The process is about to end while it runs.
  func applicationWillTerminate(_ application: MainActorApplication)

  /// Memory is short.
  func applicationDidReceiveMemoryWarning(_ application: MainActorApplication)

  /// The app is asked to open a link; whether it does.
  func application(_ application: MainActorApplication, open url: String) -> Bool

  /// The user touched a control.
  func application(_ application: MainActorApplication, didTouch control: String)

  /// Any other message, with its arguments in the order of its parameters.
  ///
  /// A completion among them is a thing that `MainActorApplication.complete(_:with:)` takes. The
  /// answer is what UIKit's method returns; one of another type ends the process.
  func application(
    _ application: MainActorApplication, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue
}

extension MainActorApplicationDelegate {
  /// Nothing is exposed.
  public nonisolated static var exposed: Exposed { [:] }

  /// There are no controls.
  public nonisolated static var controls: [String] { [] }

  /// None of them.
  public nonisolated static var optionalMessages: Set<Message> { [] }

  /// It never does.
  public nonisolated static var registersForRemoteNotifications: Bool { false }

  /// It has all of them from the start.
  public nonisolated static var lateDelegates: [DelegateKind] { [] }

  /// Continues with the launch.
  public func application(
    _ application: MainActorApplication, willFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool { true }

  /// Continues with the launch.
  public func application(
    _ application: MainActorApplication, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool { true }

  /// Does nothing.
  public func applicationDidBecomeActive(_ application: MainActorApplication) {}

  /// Does nothing.
  public func applicationWillResignActive(_ application: MainActorApplication) {}

  /// Does nothing.
  public func applicationDidEnterBackground(_ application: MainActorApplication) {}

  /// Does nothing.
  public func applicationWillEnterForeground(_ application: MainActorApplication) {}

  /// Does nothing.
  public func applicationWillTerminate(_ application: MainActorApplication) {}

  /// Does nothing.
  public func applicationDidReceiveMemoryWarning(_ application: MainActorApplication) {}

  /// Opens the link.
  public func application(_ application: MainActorApplication, open url: String) -> Bool { true }

  /// Does nothing.
  public func application(_ application: MainActorApplication, didTouch control: String) {}

  /// Answers nothing.
  public func application(
    _ application: MainActorApplication, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue { .nil }
}
