// Bluetooth (R140): accessories that an app is connected to wake it, and relaunch it where it gave
// the connection a name by which it can be restored. Connections outlive the process.

import RehearsalValues

/// An accessory that an app is connected to.
private struct Peripheral: Sendable {
  let name: String
  /// The name by which the system hands the connection to a relaunched app; nil without one.
  let restoreIdentifier: String?
}

/// The connections of the apps.
struct Bluetooth: Sendable {
  private struct Connections: DefaultInitializable {
    /// The accessories, in the order in which they were connected, each name once.
    var peripherals: [Peripheral] = []
  }

  private var connections = AppTable<Connections>()

  /// The app is taken off the device with its connections.
  mutating func appWasRemoved(_ app: AppIdentifier) {
    connections.remove(app)
  }

  fileprivate mutating func connect(_ peripheral: Peripheral, to app: AppIdentifier) {
    connections[app].peripherals.removeAll { $0.name == peripheral.name }
    connections[app].peripherals.append(peripheral)
  }

  /// An accessory has sent something.
  ///
  /// - Parameters:
  ///   - name: The accessory.
  ///   - app: The app that it is connected to.
  ///   - isOn: Whether the radio is switched on.
  ///   - conditions: What decides whether the app is woken.
  ///   - cause: The stimulus.
  ///   - kernel: The process.
  /// - Returns: Why it has no effect; nil when the app is notified.
  func receive(
    from name: String, for app: AppIdentifier, isOn: Bool, conditions: WakeUpConditions,
    cause: Cause,
    _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard isOn else { return .bluetoothIsOff }
    let peripherals = connections.read(app) { $0.peripherals } ?? []
    guard let peripheral = peripherals.first(where: { $0.name == name }) else {
      return .noConnection
    }
    let description = kernel.description(of: app)
    let modes: [BackgroundMode] = [.bluetoothCentral, .bluetoothPeripheral]
    let hasMode = modes.contains { description.hasBackgroundMode($0) }
    var wakeUp = WakeUp(
      kind: .bluetooth,
      events: [WakeUp.Event(message: .didUpdateValue, arguments: [.string(name)])])
    if let process = kernel.process(of: app) {
      guard hasMode || !process.isSuspended else { return .noBluetoothMode }
    } else {
      guard hasMode else { return .noBluetoothMode }
      guard let restored = peripheral.restoreIdentifier else { return .notRestorable }
      guard !kernel.has(.onlySetUpAccessoriesRelaunch) || description.isTrue(.accessorySetup)
      else { return .noAccessorySetup }
      wakeUp.launchOptions = .map(named: [("bluetoothCentrals", .list([.string(restored)]))])
      let state = ScriptValue.map(named: [("peripherals", .list([.string(name)]))])
      wakeUp.events.insert(
        WakeUp.Event(message: .willRestoreState, arguments: [state]), at: 0)
    }
    if let refusal = conditions.refusal(of: .bluetooth) { return refusal }
    kernel.emit(.wake(app, wakeUp, cause: cause))
    return nil
  }

  /// The radio was switched off: connections of apps that do not run are lost for good (R140).
  mutating func loseConnections(_ kernel: Kernel) {
    for position in connections.positions {
      let app = AppIdentifier(position)
      if !kernel.hasProcess(app) { connections.remove(app) }
    }
  }
}

// MARK: - Actions

extension Bluetooth {
  static let actions: [Action] = [
    Action(
      .bluetoothEvent, "bluetoothEvent", [.app, ActionParameter("peripheral", .text)],
      isWayIn: true,
      versions: .from(5), refusesItself: true, rules: [.R140],
      "Lets a Bluetooth accessory send something to the app."
    ) { parts, kernel, call throws(SimulationError) in
      let app = try call.app()
      return parts.services.bluetooth.receive(
        from: try call.text(0), for: app, isOn: parts.services.settings.device.bluetooth,
        conditions: parts.wakeUpConditions(for: app, kernel), cause: call.cause, &kernel)
    }
  ]
}

// MARK: - Identity

extension Bluetooth {
  /// Combines the connections of an app.
  func digest(_ app: AppIdentifier, into walk: inout IdentityWalk) {
    let peripherals = connections.read(app) { $0.peripherals } ?? []
    walk.combine(each: peripherals) { walk, peripheral in
      walk.combine(peripheral.name)
      walk.combine(peripheral.restoreIdentifier)
    }
  }
}

// MARK: - For app code

/// What an app asks of Bluetooth.
extension AppContext {
  /// Connects to an accessory; the connection outlives the process.
  ///
  /// - Parameters:
  ///   - name: The accessory.
  ///   - restoreIdentifier: The name by which a relaunched app gets the connection back.
  package func connectPeripheral(_ name: String, restoreIdentifier: String?) {
    ask { parts, kernel in
      guard kernel.isAlive(process) else { return }
      parts.services.bluetooth.connect(
        Peripheral(name: name, restoreIdentifier: restoreIdentifier), to: process.app)
    }
  }
}
