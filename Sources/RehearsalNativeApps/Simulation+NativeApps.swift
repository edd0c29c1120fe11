// Native apps on a device that is driven from Swift: how they get there, and their delegates.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

extension Simulation {
  /// Puts a native app on the device.
  ///
  /// - Parameters:
  ///   - name: The app's name, unique on the device.
  ///   - info: The entries of its Info.plist.
  ///   - containingApp: The name of the app that it is an extension of; nil for an app. An extension
  ///     has no icon: the verb `wake` runs it, and its delegate is sent `beginRequest` alone (R179).
  ///   - delegate: Makes the delegate of one process; called at each cold launch.
  /// - Returns: The app, by which the verbs name it.
  /// - Throws: `SimulationError.duplicateName`.
  @discardableResult
  public mutating func install<Delegate: ApplicationDelegate>(
    _ name: String, info: [InfoKey: ScriptValue] = [:], extensionOf containingApp: String? = nil,
    delegate: @Sendable @escaping () -> Delegate
  ) throws(SimulationError) -> AppIdentifier {
    try install(
      NativeApp<Delegate>.description(name, info, containingApp: containingApp),
      handling: NativeApp<Delegate>.handledMessages
    ) { NativeCode(name, delegate) }
  }

  /// Puts a native app on the device whose code is isolated to the main actor.
  ///
  /// From then on the simulation moves on the main actor only: mark the test `@MainActor`.
  ///
  /// - Parameters:
  ///   - name: The app's name, unique on the device.
  ///   - info: The entries of its Info.plist.
  ///   - containingApp: The name of the app that it is an extension of; nil for an app. An extension
  ///     has no icon: the verb `wake` runs it, and its delegate is sent `beginRequest` alone (R179).
  ///   - delegate: Makes the delegate of one process, with its application object; called at each
  ///     cold launch.
  /// - Returns: The app, by which the verbs name it.
  /// - Throws: `SimulationError.duplicateName`.
  @discardableResult
  public mutating func install<Delegate: MainActorApplicationDelegate>(
    _ name: String, info: [InfoKey: ScriptValue] = [:], extensionOf containingApp: String? = nil,
    delegate: @MainActor @Sendable @escaping (MainActorApplication) -> Delegate
  ) throws(SimulationError) -> AppIdentifier {
    try install(
      NativeApp<MainActorApp<Delegate>>.description(name, info, containingApp: containingApp),
      handling: NativeApp<MainActorApp<Delegate>>.handledMessages,
      canRunHere: { TaskScope.isOnMainActor },
      code: {
        NativeCode(name, canRunHere: { TaskScope.isOnMainActor }) { MainActorApp(delegate) }
      })
  }

  // MARK: - Delegates

  /// The delegate of the app's living process; nil without one, and for one of another type.
  public func delegate<Delegate: ApplicationDelegate>(
    of app: AppIdentifier, as type: Delegate.Type = Delegate.self
  ) -> Delegate? {
    (code(of: app) as? NativeCode<Delegate>)?.app?.delegate
  }

  /// The delegate of the app's living process, of an app whose code is isolated to the main actor;
  /// nil without one, and for one of another type.
  public func delegate<Delegate: MainActorApplicationDelegate>(
    of app: AppIdentifier, as type: Delegate.Type = Delegate.self
  ) -> Delegate? {
    (code(of: app) as? NativeCode<MainActorApp<Delegate>>)?.app?.delegate.delegate
  }

  /// The delegates of the scenes that are connected, in the order of their connection; none without
  /// a living process, and for scenes of another type.
  public func sceneDelegates<Scene: SceneDelegate>(
    of app: AppIdentifier, as type: Scene.Type = Scene.self
  ) -> [Scene] {
    (code(of: app) as? NativeCode<Scene.App>)?.app?.sceneDelegates as? [Scene] ?? []
  }

  /// The delegates of the scenes that are connected, of an app whose code is isolated to the main
  /// actor, in the order of their connection; none without a living process, and for scenes of
  /// another type.
  public func sceneDelegates<Scene: MainActorSceneDelegate>(
    of app: AppIdentifier, as type: Scene.Type = Scene.self
  ) -> [Scene] {
    let code = code(of: app) as? NativeCode<MainActorApp<Scene.App>>
    return code?.app?.sceneDelegates.compactMap { $0.delegate as? Scene } ?? []
  }
}
