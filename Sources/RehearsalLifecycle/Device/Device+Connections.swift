// Screens and accessories that are connected to the device, and the user's locale: what apps hear
// of them (R130), and which apps an accessory wakes (R033).

/// What can be connected to the device.
public enum ConnectionKind: String, CaseIterable, Hashable, Sendable {
  case screen, accessory
}

extension Device {
  mutating func connect(_ kind: ConnectionKind, _ name: String, cause: Int) -> Refusal? {
    guard !connected(kind).contains(name) else { return .alreadyConnected }
    let info = PlainValue.map([.init(key: .string("name"), value: .string(name))])
    switch kind {
    case .screen:
      conditions.screens.append(name)
      postToAll(.screenDidConnect, info: info, rule: .R130, cause: cause)
    case .accessory:
      conditions.accessories.append(name)
      postToAll(.accessoryDidConnect, info: info, rule: .R130, cause: cause)
      wakeForAccessory(cause: cause)
    }
    return nil
  }

  mutating func disconnect(_ kind: ConnectionKind, _ name: String, cause: Int) -> Refusal? {
    guard connected(kind).contains(name) else { return .nothingConnected }
    let info = PlainValue.map([.init(key: .string("name"), value: .string(name))])
    switch kind {
    case .screen:
      conditions.screens.removeAll { $0 == name }
      postToAll(.screenDidDisconnect, info: info, rule: .R130, cause: cause)
    case .accessory:
      conditions.accessories.removeAll { $0 == name }
      postToAll(.accessoryDidDisconnect, info: info, rule: .R130, cause: cause)
    }
    return nil
  }

  private func connected(_ kind: ConnectionKind) -> [String] {
    switch kind {
    case .screen: conditions.screens
    case .accessory: conditions.accessories
    }
  }

  /// Apps that declare the mode are woken for an accessory, if the user has ever opened them.
  private mutating func wakeForAccessory(cause: Int) {
    for position in installations.indices {
      let installation = installations[position]
      let app = AppIdentifier(position)
      guard installation.isInstalled, installation.lastUse != nil,
        installation.description.hasBackgroundMode(.externalAccessory),
        SystemVersionRange.from(5).contains(profile.system),
        installation.process?.isSuspended ?? true
      else { continue }
      if let refusal = gate(.accessory, for: app) {
        record(
          .refusal(refusal), app: app, rule: refusal.rule, cause: cause,
          detail: reason(of: refusal, for: app))
      } else {
        wake(app, for: WakeUp(kind: .accessory, events: []), cause: cause)
      }
    }
  }

  mutating func changeLocale(_ name: String, cause: Int) -> Refusal? {
    conditions.locale = name
    postToAll(.currentLocaleDidChange, rule: .R130, cause: cause)
    return nil
  }
}
