// An app that is written in Swift: the messages of UIKit's application delegate, by their own names
// and in their own order. Every method has a default, so that a delegate writes what it is about.
// A structure is best: a copy of a session then holds a copy of the delegate.

import RehearsalLifecycle
import RehearsalValues

/// The code of a native app in one process; a new instance is made at each cold launch.
///
/// A method takes no virtual time, except with `Application.work(for:)`.
public protocol ApplicationDelegate: Sendable {
  /// What scripts can read of the delegate, as in `Notes.draft`, by name.
  typealias Exposed = [String: @Sendable (Self) -> any ScriptConvertible]

  /// What scripts can read of the delegate that has to be waited for, as after an actor, by name.
  typealias AsyncExposed = [String: @Sendable (Self) async -> any ScriptConvertible]

  /// The delegate of the app's scenes, one for each; an app that names none has no scenes.
  associatedtype Scene: SceneDelegate = NoScene<Self> where Scene.App == Self

  /// What scripts can read of the delegate, by name; nothing unless it is given.
  static var exposed: Exposed { get }

  /// What scripts can read of the delegate and that has to be waited for, by other names than
  /// `exposed`; a value that needs time to pass reads as nil.
  static var asyncExposed: AsyncExposed { get }

  /// The labels of the controls that `touch` finds; none unless they are given.
  static var controls: [String] { get }

  /// The messages that UIKit sends only to an app that implements them, if this one does.
  static var optionalMessages: Set<Message> { get }

  /// Whether the app ever registers for remote notifications; one that does gets pushes only while it
  /// is registered.
  static var registersForRemoteNotifications: Bool { get }

  /// The delegates that the app sets itself; it has the others from the start.
  static var lateDelegates: [DelegateKind] { get }

  /// The process was launched; the state of the interface was not restored yet.
  mutating func application(
    _ application: inout Application<Self>, willFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool

  /// The process was launched and is about to run.
  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool

  /// The app is in front and gets events.
  mutating func applicationDidBecomeActive(_ application: inout Application<Self>)

  /// The app is about to stop getting events.
  mutating func applicationWillResignActive(_ application: inout Application<Self>)

  /// The app left the screen; five seconds are left to return.
  mutating func applicationDidEnterBackground(_ application: inout Application<Self>)

  /// The app comes back from the background.
  mutating func applicationWillEnterForeground(_ application: inout Application<Self>)

  /// The process is about to end while it runs.
  mutating func applicationWillTerminate(_ application: inout Application<Self>)

  /// Memory is short.
  mutating func applicationDidReceiveMemoryWarning(_ application: inout Application<Self>)

  /// The app is asked to open a link; whether it does.
  mutating func application(_ application: inout Application<Self>, open url: String) -> Bool

  /// The user touched a control.
  mutating func application(_ application: inout Application<Self>, didTouch control: String)

  /// Any other message, with its arguments in the order of its parameters.
  ///
  /// A completion among them is a thing that `Application.complete(_:with:)` takes. The answer is
  /// what UIKit's method returns; one of another type ends the process.
  mutating func application(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue
}

extension ApplicationDelegate {
  /// Nothing is exposed.
  public static var exposed: Exposed { [:] }

  /// Nothing is exposed.
  public static var asyncExposed: AsyncExposed { [:] }

  /// There are no controls.
  public static var controls: [String] { [] }

  /// None of them.
  public static var optionalMessages: Set<Message> { [] }

  /// It never does.
  public static var registersForRemoteNotifications: Bool { false }

  /// It has all of them from the start.
  public static var lateDelegates: [DelegateKind] { [] }

  /// Continues with the launch.
  public mutating func application(
    _ application: inout Application<Self>, willFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool { true }

  /// Continues with the launch.
  public mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool { true }

  /// Does nothing.
  public mutating func applicationDidBecomeActive(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func applicationWillResignActive(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func applicationWillEnterForeground(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func applicationWillTerminate(_ application: inout Application<Self>) {}

  /// Does nothing.
  public mutating func applicationDidReceiveMemoryWarning(
    _ application: inout Application<Self>
  ) {}

  /// Opens the link.
  public mutating func application(
    _ application: inout Application<Self>, open url: String
  ) -> Bool { true }

  /// Does nothing.
  public mutating func application(
    _ application: inout Application<Self>, didTouch control: String
  ) {}

  /// Answers nothing.
  public mutating func application(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue { .nil }
}
