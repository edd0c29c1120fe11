// A delegate of the main actor behind the protocol that the device's border knows: each message goes
// on to it, isolated. The delegate is made when the process gets its first message, so that even
// its initializer runs for the process.

import RehearsalLifecycle
import RehearsalValues
import Synchronization

/// Stands for a delegate of the main actor among the native delegates.
struct MainActorApp<Delegate: MainActorApplicationDelegate>: ApplicationDelegate {
  typealias Scene = MainActorAppScene<Delegate>

  /// Makes the delegate of one process.
  typealias Factory = @MainActor @Sendable (MainActorApplication) -> Delegate

  /// The delegate with its application object.
  struct Hosted: Sendable {
    let delegate: Delegate
    let application: MainActorApplication
  }

  private let make: Factory
  private var hosted: Hosted?

  init(_ make: @escaping Factory) { self.make = make }

  var delegate: Delegate? { hosted?.delegate }

  // MARK: - What the type says

  static var exposed: Exposed {
    Delegate.exposed.mapValues { read in { $0.read(read) } }
  }

  static var controls: [String] { Delegate.controls }

  static var optionalMessages: Set<Message> {
    Delegate.optionalMessages.union(MainActorApplication.messagesOfServices)
  }

  static var registersForRemoteNotifications: Bool { Delegate.registersForRemoteNotifications }

  static var lateDelegates: [DelegateKind] { Delegate.lateDelegates }

  /// Waits for a value of the delegate; nil where it needs time to pass, and off the main actor.
  private func read(
    _ value: @MainActor @Sendable @escaping (Delegate) async -> any ScriptConvertible
  ) -> ScriptValue {
    guard let delegate else { return .nil }
    return AwaitedValue<ScriptValue>.read { @MainActor in await value(delegate).scriptValue }
      ?? .nil
  }

  // MARK: - Messages

  /// The delegate and its application object, which are made at the first message.
  ///
  /// The simulation was let come here on the main actor only.
  mutating func host(_ application: inout Application<Self>) -> Hosted {
    if let hosted { return hosted }
    let object = MainActorApplication(application)
    let make = make
    let made = MainActor.assumeIsolated { Hosted(delegate: make(object), application: object) }
    hosted = made
    return made
  }

  /// Calls the delegate.
  private mutating func call<Result: Sendable>(
    _ application: inout Application<Self>,
    _ body: @MainActor (Delegate, MainActorApplication) -> Result
  ) -> Result {
    let hosted = host(&application)
    return MainActor.assumeIsolated { body(hosted.delegate, hosted.application) }
  }

  mutating func application(
    _ application: inout Application<Self>, willFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    call(&application) { $0.application($1, willFinishLaunchingWithOptions: options) }
  }

  mutating func application(
    _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
  ) -> Bool {
    call(&application) { $0.application($1, didFinishLaunchingWithOptions: options) }
  }

  mutating func applicationDidBecomeActive(_ application: inout Application<Self>) {
    call(&application) { $0.applicationDidBecomeActive($1) }
  }

  mutating func applicationWillResignActive(_ application: inout Application<Self>) {
    call(&application) { $0.applicationWillResignActive($1) }
  }

  mutating func applicationDidEnterBackground(_ application: inout Application<Self>) {
    call(&application) { $0.applicationDidEnterBackground($1) }
  }

  mutating func applicationWillEnterForeground(_ application: inout Application<Self>) {
    call(&application) { $0.applicationWillEnterForeground($1) }
  }

  mutating func applicationWillTerminate(_ application: inout Application<Self>) {
    call(&application) { $0.applicationWillTerminate($1) }
  }

  mutating func applicationDidReceiveMemoryWarning(_ application: inout Application<Self>) {
    call(&application) { $0.applicationDidReceiveMemoryWarning($1) }
  }

  mutating func application(_ application: inout Application<Self>, open url: String) -> Bool {
    call(&application) { delegate, application in
      application.enter(.open, [.string(url)], in: nil)
      return delegate.application(application, open: url)
    }
  }

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    call(&application) { $0.application($1, didTouch: control) }
  }

  mutating func application(
    _ application: inout Application<Self>, didReceive message: Message, arguments: [ScriptValue]
  ) -> ScriptValue {
    call(&application) { delegate, application in
      application.receive(message, arguments)
      return delegate.application(application, didReceive: message, arguments: arguments)
    }
  }
}

extension MainActorApp: DelegateHost {
  var hostedDelegate: AnyObject? { delegate }
}

/// A value that has to be waited for, read without time passing.
final class AwaitedValue<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// Runs an operation until it waits for something else than its turn.
  ///
  /// - Returns: Its value; nil where it is not there yet.
  static func read(
    _ operation: @Sendable @escaping @isolated(any) () async -> Value
  ) -> Value? {
    let (clock, read) = (VirtualClock(), AwaitedValue())
    clock.task {
      let value = await operation()
      read.value.withLock { $0 = value }
    }
    clock.runUntilIdle()
    return read.value.withLock { $0 }
  }
}
