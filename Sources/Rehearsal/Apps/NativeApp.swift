// One process of an app that is written in Swift, behind the device's border: each delivery becomes
// a call of the delegate, which runs to its end. The time that the delegate says it worked is
// charged to the main thread before the delivery counts as done.

import RehearsalLifecycle
import RehearsalMachine

/// The code of a native app in one process.
struct NativeApp<Delegate: ApplicationDelegate>: AppCode {
  private let make: @Sendable () -> Delegate
  private(set) var delegate: Delegate?
  private var callbacks = CallbackTable<Delegate>()
  /// What the delivery under way returns when its work is done.
  private var result = PlainValue.none

  /// The Swift tasks of the process; nil until it begins some.
  private var tasks: ProcessTasks<Delegate>?

  init(_ make: @Sendable @escaping () -> Delegate) { self.make = make }

  /// What the device is told of the app.
  static func description(_ name: String, _ info: [InfoKey: PlainValue]) -> AppDescription {
    AppDescription(name: name, controls: Delegate.controls, info: info)
  }

  func handles(_ message: Message) -> Bool {
    let row = message.definition
    return row.receiver == .application
      && (!row.isOptIn || Delegate.optionalMessages.contains(message))
  }

  // MARK: - Deliveries

  mutating func run(
    _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
  ) -> CodeProgress {
    var table = CallbackTable<Delegate>()
    swap(&table, &callbacks)
    return withUnsafeMutablePointer(to: &device) { device in
      var application = Application<Delegate>(
        device: device, process: process, callbacks: table, tasks: tasks)
      if case .initialize = delivery { delegate = make() }
      if var delegate {
        self.delegate = nil
        result = Self.deliver(delivery, to: &delegate, &application)
        application.runTasks(&delegate)
        self.delegate = delegate
      }
      callbacks = application.callbacks
      tasks = application.tasks
      return application.end ?? (application.worked > .zero ? .working(application.worked) : done())
    }
  }

  mutating func resume(in process: ProcessIdentifier, on device: inout Device) -> CodeProgress {
    done()
  }

  private mutating func done() -> CodeProgress {
    defer { result = .none }
    return .returned(result)
  }

  private static func deliver(
    _ delivery: Delivery, to delegate: inout Delegate, _ application: inout Application<Delegate>
  ) -> PlainValue {
    switch delivery {
    case .main, .initialize, .initializeScene, .notification: return .none
    case .message(let message, let arguments), .sceneMessage(_, let message, let arguments):
      return deliver(message, arguments, to: &delegate, &application)
    case .callback(let callback, _, let isLast):
      let action =
        isLast
        ? application.callbacks.remove(callback.number) : application.callbacks[callback.number]
      action?(&delegate, &application)
      return .none
    case .control(let position, _):
      guard Delegate.controls.indices.contains(position) else { return .none }
      delegate.application(&application, didTouch: Delegate.controls[position])
      return .none
    }
  }

  private static func deliver(
    _ message: Message, _ arguments: [PlainValue], to delegate: inout Delegate,
    _ application: inout Application<Delegate>
  ) -> PlainValue {
    switch message {
    case .willFinishLaunching:
      return .bool(
        delegate.application(
          &application, willFinishLaunchingWithOptions: first(arguments)))
    case .didFinishLaunching:
      return .bool(
        delegate.application(
          &application, didFinishLaunchingWithOptions: first(arguments)))
    case .didBecomeActive: delegate.applicationDidBecomeActive(&application)
    case .willResignActive: delegate.applicationWillResignActive(&application)
    case .didEnterBackground: delegate.applicationDidEnterBackground(&application)
    case .willEnterForeground: delegate.applicationWillEnterForeground(&application)
    case .willTerminate: delegate.applicationWillTerminate(&application)
    case .didReceiveMemoryWarning: delegate.applicationDidReceiveMemoryWarning(&application)
    case .open:
      guard case .string(let url)? = arguments.first else { return .none }
      return .bool(delegate.application(&application, open: url))
    default:
      let answer = delegate.application(
        &application, didReceive: message, arguments: arguments.map { ScriptValue($0) })
      return PlainValue(answer) ?? .none
    }
    return .none
  }

  private static func first(_ arguments: [PlainValue]) -> ScriptValue {
    arguments.first.map { ScriptValue($0) } ?? .nil
  }
}

/// Native code whose delegate can be looked at by name.
protocol ExposingCode: AppCode {
  /// The value that the delegate exposes under a name; nil where it exposes none.
  func exposedValue(_ name: String) -> ScriptValue?
}

extension NativeApp: ExposingCode {
  func exposedValue(_ name: String) -> ScriptValue? {
    delegate.flatMap { Delegate.exposed[name]?($0).scriptValue }
  }
}

/// The closures that a native app handed to the device, by number.
struct CallbackTable<Delegate: ApplicationDelegate>: Sendable {
  private var actions: [Application<Delegate>.Action?] = []
  private var free: [Int] = []

  mutating func add(_ action: @escaping Application<Delegate>.Action) -> CallbackIdentifier {
    if let number = free.popLast() {
      actions[number] = action
      return CallbackIdentifier(number)
    }
    actions.append(action)
    return CallbackIdentifier(actions.count - 1)
  }

  subscript(_ number: Int) -> Application<Delegate>.Action? {
    actions.indices.contains(number) ? actions[number] : nil
  }

  @discardableResult
  mutating func remove(_ number: Int) -> Application<Delegate>.Action? {
    guard actions.indices.contains(number), let action = actions[number] else { return nil }
    actions[number] = nil
    free.append(number)
    return action
  }
}
