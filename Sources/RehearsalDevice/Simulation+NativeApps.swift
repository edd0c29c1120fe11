// Native apps on a device that is driven from Swift: how they get there, and their delegates.

import RehearsalLifecycle
import RehearsalValues

extension InstallableApp {
  /// An app whose delegate is a value or an object of any thread.
  ///
  /// - Parameters:
  ///   - name: The app's name.
  ///   - info: The entries of its Info.plist.
  ///   - containingApp: The name of the app that it is an extension of; nil for an app.
  ///   - delegate: Makes the delegate of one process; called at each cold launch.
  package init<Delegate: ApplicationDelegate>(
    _ name: String, _ info: [InfoKey: ScriptValue], extensionOf containingApp: String?,
    _ delegate: @Sendable @escaping () -> Delegate
  ) {
    self.init(name, info, containingApp, canRunHere: nil, delegate)
  }

  /// An app whose code is isolated to the main actor.
  ///
  /// - Parameters:
  ///   - name: The app's name.
  ///   - info: The entries of its Info.plist.
  ///   - containingApp: The name of the app that it is an extension of; nil for an app.
  ///   - delegate: Makes the delegate of one process, with its application object; called at each
  ///     cold launch.
  package init<Delegate: MainActorApplicationDelegate>(
    mainActor name: String, _ info: [InfoKey: ScriptValue], extensionOf containingApp: String?,
    _ delegate: @MainActor @Sendable @escaping (MainActorApplication) -> Delegate
  ) {
    self.init(
      name, info, containingApp, canRunHere: { TaskScope.isOnMainActor },
      { MainActorApp(delegate) })
  }

  private init<Delegate: ApplicationDelegate>(
    _ name: String, _ info: [InfoKey: ScriptValue], _ containingApp: String?,
    canRunHere: (@Sendable () -> Bool)?, _ delegate: @Sendable @escaping () -> Delegate
  ) {
    self.init(
      description: NativeApp<Delegate>.description(name, info, containingApp: containingApp),
      exposedNames: NativeApp<Delegate>.exposedNames,
      handled: NativeApp<Delegate>.handledMessages, canRunHere: canRunHere,
      make: { NativeCode(name, canRunHere: canRunHere, delegate) })
  }
}

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
    try install(InstallableApp(name, info, extensionOf: containingApp, delegate))
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
    try install(InstallableApp(mainActor: name, info, extensionOf: containingApp, delegate))
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
