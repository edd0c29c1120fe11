// Screens and accessories that are connected to the device, and the user's locale: what apps hear
// of them (R130), and which apps an accessory wakes (R033).

import RehearsalValues

/// What can be connected to the device.
public enum ConnectionKind: String, CaseIterable, Hashable, Sendable {
  case screen, accessory
  /// A car with a screen of its own for apps (R159).
  case carPlay
  /// Headphones without a cable (R168).
  case airPods

  /// What apps are told when one is connected and disconnected; nil where only the app on it is told.
  fileprivate var notifications: (connected: SystemNotification, disconnected: SystemNotification)?
  {
    switch self {
    case .screen: (.screenDidConnect, .screenDidDisconnect)
    case .accessory: (.accessoryDidConnect, .accessoryDidDisconnect)
    case .carPlay, .airPods: nil
    }
  }
}

/// What is around the device.
struct Surroundings: Sendable {
  /// The names of what is connected, by kind, in the order of the connections.
  private var connections: [ConnectionKind: OrderedMap<String, Void>] = [:]
  /// The user's locale.
  private(set) var locale: String

  init(locale: String) { self.locale = locale }

  private subscript(kind: ConnectionKind) -> [String] { connections[kind]?.keys ?? [] }

  /// What is connected, as apps are told of it.
  private func value(of kind: ConnectionKind) -> ScriptValue {
    .list(self[kind].map { .string($0) })
  }

  /// Whether a screen is connected, which mirrors the device.
  var hasScreen: Bool { !self[.screen].isEmpty }

  /// Whether the device is connected to a car.
  var hasCar: Bool { !self[.carPlay].isEmpty }

  /// The first screen brings the app in front a scene, and the last one takes it (R158).
  fileprivate func tellOfScreens(
    _ kind: ConnectionKind, _ refusal: RefusalReason?, cause: Cause, _ kernel: inout Kernel
  ) {
    guard kind == .screen, refusal == nil, self[.screen].count < 2 else { return }
    kernel.emit(.setExternalDisplay(hasScreen, cause: cause))
  }

  mutating func connect(
    _ kind: ConnectionKind, _ name: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard connections[kind]?[name] == nil else { return .alreadyConnected }
    if kind == .carPlay {
      guard kernel.has(.carScenes) else { return .noCarScenes }
      guard !hasCar else { return .otherCarConnected }
    }
    change(kind, name, isConnected: true, kind.notifications?.connected, cause: cause, &kernel)
    return nil
  }

  mutating func disconnect(
    _ kind: ConnectionKind, _ name: String, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard connections[kind]?[name] != nil else { return .nothingConnected }
    change(kind, name, isConnected: false, kind.notifications?.disconnected, cause: cause, &kernel)
    return nil
  }

  private mutating func change(
    _ kind: ConnectionKind, _ name: String, isConnected: Bool,
    _ notification: SystemNotification?, cause: Cause, _ kernel: inout Kernel
  ) {
    // All names are copied for it.
    let before = notification.flatMap { kernel.isKept($0) ? value(of: kind) : nil }
    connections[kind, default: OrderedMap()][name] = isConnected ? () : nil
    guard let notification else { return }
    kernel.postToAll(
      notification, info: .map(named: [("name", .string(name))]), rule: .R130,
      change: before.map { ValueChange($0, value(of: kind)) }, cause: cause)
  }

  /// Whether an accessory would wake an app that has been opened before: it declares the mode and
  /// does not run.
  func wantsAccessories(_ app: AppIdentifier, _ kernel: Kernel) -> Bool {
    kernel.has(.accessoryMode) && kernel.apps[app.position].isInstalled
      && kernel.description(of: app).hasBackgroundMode(.externalAccessory)
      && kernel.process(of: app)?.isSuspended ?? true
  }

  mutating func changeLocale(_ name: String, cause: Cause, _ kernel: inout Kernel) {
    let change = ValueChange(.string(locale), .string(name))
    locale = name
    kernel.postToAll(.currentLocaleDidChange, rule: .R130, change: change, cause: cause)
  }

  /// Combines what is connected.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(locale)
    for kind in ConnectionKind.allCases {
      walk.combine(each: self[kind]) { $0.combine(ScriptValue.string($1)) }
    }
  }
}

// MARK: - For app code

/// What an app shows on a connected screen.
extension AppContext {
  /// Registers content for a connected screen, or takes it back (R158).
  package func offerScreenContent(_ isOffered: Bool) {
    ask { _, kernel in
      guard kernel.isAlive(process) else { return }
      kernel.emit(.offerScreenContent(isOffered, process, cause: kernel.cause))
    }
  }
}

// MARK: - Actions

extension Surroundings {
  private static let connection = [
    ActionParameter(
      "kind", .symbols(ConnectionKind.self), versions: [ConnectionKind.airPods.rawValue: .from(10)]),
    ActionParameter("name", .text, isOptional: true),
  ]

  static let actions: [Action] = [
    Action(
      .connect, "connect", connection, versions: .from(3), rules: [.R130, .R158, .R159, .R168],
      "Connects a screen, an accessory, a car or AirPods."
    ) {
      parts, kernel, call throws(SimulationError) in
      let kind: ConnectionKind = try call.symbol(0)
      let wasCaptured = parts.isScreenCaptured
      let refusal = parts.services.surroundings.connect(
        kind, try call.textOrNil(1) ?? kind.rawValue, cause: call.cause, &kernel)
      if refusal == nil, kind == .airPods {
        RouteChangeReason.newDeviceAvailable.post(cause: call.cause, &kernel)
      }
      parts.postCapture(unless: wasCaptured, cause: call.cause, &kernel)
      parts.services.surroundings.tellOfScreens(kind, refusal, cause: call.cause, &kernel)
      if refusal == nil, kind == .accessory {
        for app in kernel.appIdentifiers {
          kernel.emit(.wakeForAccessory(app, cause: call.cause))
        }
      }
      return refusal
    },
    Action(
      .disconnect, "disconnect", connection, versions: .from(3),
      rules: [.R130, .R158, .R159, .R168],
      "Disconnects a screen, an accessory, a car or AirPods."
    ) {
      parts, kernel, call throws(SimulationError) in
      let wasCaptured = parts.isScreenCaptured
      let kind: ConnectionKind = try call.symbol(0)
      let refusal = parts.services.surroundings.disconnect(
        kind, try call.textOrNil(1) ?? kind.rawValue, cause: call.cause, &kernel)
      if refusal == nil, kind == .airPods {
        RouteChangeReason.oldDeviceUnavailable.post(cause: call.cause, &kernel)
      }
      parts.services.surroundings.tellOfScreens(kind, refusal, cause: call.cause, &kernel)
      if refusal == nil, kind == .carPlay {
        parts.services.car.disconnect(cause: call.cause, &kernel)
      }
      parts.postCapture(unless: wasCaptured, cause: call.cause, &kernel)
      return refusal
    },
    Action(
      .changeLocale, "changeLocale", [ActionParameter("name", .locale)], rules: [.R130],
      "Lets the user choose another locale."
    ) { parts, kernel, call throws(SimulationError) in
      parts.services.surroundings.changeLocale(try call.text(0), cause: call.cause, &kernel)
      return nil
    },
  ]
}
