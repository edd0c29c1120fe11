// The closures that a native app handed to the device or to its own main thread. A closure is kept
// without the type of the delegate that it is for, so that one table holds those of the app and of
// its scenes; its owner is kept beside it.

import RehearsalLifecycle

/// Whose code runs in a native process, and in which window.
struct CodeOwner: Hashable, Sendable {
  /// The scene whose window it is; nil where the code runs for none.
  let scene: SceneIdentifier?
  /// Whether the code is of that scene's delegate; else it is of the app's.
  let isOfScene: Bool

  static func app(in scene: SceneIdentifier? = nil) -> CodeOwner {
    CodeOwner(scene: scene, isOfScene: false)
  }

  static func scene(_ scene: SceneIdentifier) -> CodeOwner {
    CodeOwner(scene: scene, isOfScene: true)
  }
}

/// A closure of a native app, and whose it is.
struct NativeCallback: Sendable {
  let owner: CodeOwner
  private let box: any Sendable & AnyObject
  /// Whether no delegate made the closure, so that it takes none.
  private let isOfRequests: Bool

  init<Delegate>(_ action: @escaping Application<Delegate>.Action, of owner: CodeOwner) {
    self.owner = owner
    box = Box(action)
    isOfRequests = Delegate.self == SystemRequests.self
  }

  /// Calls the closure with the delegate that it is for.
  ///
  /// The delegate's type is that of the application that made the closure, which is one for the app
  /// and one for all of its scenes; a checked cast would cost more than the call.
  func call<Delegate>(_ delegate: inout Delegate, _ application: inout Application<Delegate>) {
    guard !isOfRequests else {
      let action = unsafeDowncast(box, to: Box<SystemRequests>.self).action
      return SystemRequests.make(
        system: application.system, native: application.native, owner: owner,
        arguments: application.arguments
      ) { action(&$0, &$1) }
    }
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
  func holdsAny(of owner: CodeOwner) -> Bool { callbacks.contains { $0?.owner == owner } }
}
