// Apps that are written in Swift among what an embedder gives to scripts.

import Rehearsal
import RehearsalDevice
import RehearsalLifecycle
import RehearsalValues

extension ScriptHost {
  /// Puts a native app on the device of every run.
  ///
  /// - Parameters:
  ///   - name: The app's name, as scripts say it.
  ///   - info: The entries of its Info.plist.
  ///   - containingApp: The name of the app that it is an extension of; nil for an app. An extension
  ///     has no icon: the verb `wake` runs it, and its delegate is sent `beginRequest` alone (R179).
  ///   - delegate: Makes the delegate of one process; called at each cold launch.
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  public mutating func install<Delegate: ApplicationDelegate>(
    _ name: String, info: [InfoKey: ScriptValue] = [:], extensionOf containingApp: String? = nil,
    delegate: @Sendable @escaping () -> Delegate
  ) throws(HostError) {
    try install(InstallableApp(name, info, extensionOf: containingApp, delegate))
  }

  /// Puts a native app on the device of every run whose code is isolated to the main actor.
  ///
  /// Such runs take place on the main actor; `ScriptScenario.run()` sees to it.
  ///
  /// - Parameters:
  ///   - name: The app's name, as scripts say it.
  ///   - info: The entries of its Info.plist.
  ///   - containingApp: The name of the app that it is an extension of; nil for an app. An extension
  ///     has no icon: the verb `wake` runs it, and its delegate is sent `beginRequest` alone (R179).
  ///   - delegate: Makes the delegate of one process, with its application object; called at each
  ///     cold launch.
  /// - Throws: `HostError` for a name that is no identifier or is taken.
  public mutating func install<Delegate: MainActorApplicationDelegate>(
    _ name: String, info: [InfoKey: ScriptValue] = [:], extensionOf containingApp: String? = nil,
    delegate: @MainActor @Sendable @escaping (MainActorApplication) -> Delegate
  ) throws(HostError) {
    try install(InstallableApp(mainActor: name, info, extensionOf: containingApp, delegate))
  }
}
