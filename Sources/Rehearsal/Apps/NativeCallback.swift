// The closures that a native app handed to the device or to its own main thread. A closure is kept
// without the type of the delegate that it is for, so that one table holds those of the app and of
// its scenes; whose it is stands beside it.

import RehearsalLifecycle

/// A closure of a native app, and whose it is.
struct NativeCallback: Sendable {
  /// The scene whose delegate the closure is for; nil for the app's.
  let scene: SceneIdentifier?
  private let box: any Sendable & AnyObject

  init<Delegate>(
    _ action: @escaping Application<Delegate>.Action, of scene: SceneIdentifier?
  ) {
    self.scene = scene
    box = Box(action)
  }

  /// Calls the closure with the delegate that it is for.
  ///
  /// The delegate's type is that of the application that made the closure, which is one for the app
  /// and one for all of its scenes; a checked cast would cost more than the call.
  func call<Delegate>(_ delegate: inout Delegate, _ application: inout Application<Delegate>) {
    unsafeDowncast(box, to: Box<Delegate>.self).action(&delegate, &application)
  }

  private final class Box<Delegate: Sendable>: Sendable {
    let action: Application<Delegate>.Action

    init(_ action: @escaping Application<Delegate>.Action) { self.action = action }
  }
}

/// The closures that the device may call, by number.
struct CallbackTable: Sendable {
  private var callbacks: [NativeCallback?] = []
  private var free: [Int] = []

  mutating func add(_ callback: NativeCallback) -> CallbackIdentifier {
    if let number = free.popLast() {
      callbacks[number] = callback
      return CallbackIdentifier(number)
    }
    callbacks.append(callback)
    return CallbackIdentifier(callbacks.count - 1)
  }

  subscript(_ callback: CallbackIdentifier) -> NativeCallback? {
    callbacks.indices.contains(callback.number) ? callbacks[callback.number] : nil
  }

  @discardableResult
  mutating func remove(_ callback: CallbackIdentifier) -> NativeCallback? {
    guard let removed = self[callback] else { return nil }
    callbacks[callback.number] = nil
    free.append(callback.number)
    return removed
  }

  /// Whether a closure of a scene is among them.
  ///
  /// - Complexity: O(*n*) in the number of closures
  func holdsAny(of scene: SceneIdentifier) -> Bool { callbacks.contains { $0?.scene == scene } }
}
