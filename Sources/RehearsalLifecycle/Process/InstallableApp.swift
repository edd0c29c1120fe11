// An app whose code is no script's, ready to be put on any number of devices.

/// An app: what the device knows of it, and what makes the code of a process.
package struct InstallableApp: Sendable {
  /// What the device is told of it.
  package let description: AppDescription
  /// The names under which its delegate exposes something.
  package let exposedNames: [String]
  /// The messages that its code implements.
  package let handled: MessageSet
  /// Whether the code can run where the simulation is moved; nil for code that can anywhere.
  package let canRunHere: (@Sendable () -> Bool)?
  /// Makes the code of one process.
  package let make: @Sendable () -> any AppCode

  /// Makes an app.
  ///
  /// - Parameters:
  ///   - description: What the device is told of it.
  ///   - exposedNames: The names under which its delegate exposes something.
  ///   - handled: The messages that its code implements.
  ///   - canRunHere: Whether the code can run where the simulation is moved; nil for code that can
  ///     anywhere.
  ///   - make: Makes the code of one process.
  package init(
    description: AppDescription, exposedNames: [String], handled: MessageSet,
    canRunHere: (@Sendable () -> Bool)?, make: @Sendable @escaping () -> any AppCode
  ) {
    self.description = description
    self.exposedNames = exposedNames
    self.handled = handled
    self.canRunHere = canRunHere
    self.make = make
  }
}

extension Simulation {
  /// Puts an app on the device, see `InstallableApp`.
  ///
  /// - Returns: The app, by which stimuli name it.
  /// - Throws: `SimulationError.duplicateName`.
  @discardableResult
  package mutating func install(_ app: InstallableApp) throws(SimulationError) -> AppIdentifier {
    try install(
      app.description, handling: app.handled, canRunHere: app.canRunHere, code: app.make)
  }
}
