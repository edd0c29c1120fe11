// Bluetooth (R140): accessories that an app is connected to wake it, and relaunch it where it gave
// the connection a name by which it can be restored.

/// An accessory that an app is connected to.
struct Peripheral: Sendable {
  let name: String
  /// The name by which the system hands the connection to a relaunched app; nil without one.
  let restoreIdentifier: String?
}

extension Device {
  /// Connects to an accessory; the connection outlives the process.
  ///
  /// - Parameters:
  ///   - name: The accessory.
  ///   - restoreIdentifier: The name by which a relaunched app gets the connection back.
  ///   - id: The calling process.
  package mutating func connectPeripheral(
    _ name: String, restoreIdentifier: String?, in id: ProcessIdentifier
  ) {
    guard isAlive(id) else { return }
    let others = installations[id.app.position].registrations.value.peripherals
    installations[id.app.position].registrations.value.peripherals =
      others.filter { $0.name != name }
      + [Peripheral(name: name, restoreIdentifier: restoreIdentifier)]
  }

  /// An accessory has sent something.
  mutating func bluetoothEvent(
    _ app: AppIdentifier, _ name: String, cause: Int
  ) -> Refusal? {
    let installation = installations[app.position]
    guard settings.bluetooth else { return .bluetoothIsOff }
    guard
      let peripheral = installation.registrations.value.peripherals.first(where: {
        $0.name == name
      })
    else { return .noConnection }
    let modes: [BackgroundMode] = [.bluetoothCentral, .bluetoothPeripheral]
    let hasMode = modes.contains { installation.description.hasBackgroundMode($0) }
    var events = [WakeUp.Event(message: .didUpdateValue, arguments: [.string(name)])]
    var options = PlainValue.emptyMap
    if let process = installation.process {
      guard hasMode || !process.isSuspended else { return .noBluetoothMode }
    } else {
      guard hasMode else { return .noBluetoothMode }
      guard let restored = peripheral.restoreIdentifier else { return .notRestorable }
      options = .map([
        .init(key: .string("bluetoothCentrals"), value: .list([.string(restored)]))
      ])
      let state = PlainValue.map([
        .init(key: .string("peripherals"), value: .list([.string(name)]))
      ])
      events.insert(.init(message: .willRestoreState, arguments: [state]), at: 0)
    }
    if let refusal = gate(.bluetooth, for: app) { return refusal }
    wake(
      app, for: WakeUp(kind: .bluetooth, launchOptions: options, events: events), cause: cause)
    return nil
  }

  /// The radio was switched off: connections of apps that do not run are lost for good (R140).
  mutating func loseConnections() {
    for position in installations.indices
    where installations[position].process == nil && !installations[position].registrations.isEmpty {
      installations[position].registrations.value.peripherals = []
    }
  }
}
