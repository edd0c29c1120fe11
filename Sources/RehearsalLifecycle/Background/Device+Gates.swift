// Why an app is not woken: what stands between an occasion and the app, in one table, asked before
// every wake-up. Each answer is a refusal with its rule.

/// Something that can keep the system from waking an app.
enum Gate: CaseIterable, Sendable {
  /// The device has started and was not unlocked since (R035).
  case firstUnlock
  /// The user swiped the app away and has not opened it since (R034).
  case closedByUser
  /// Background App Refresh is off, for the device, the app, or by Low Power Mode (R096).
  case refreshSwitch
  /// The battery is low (R104).
  case battery
  /// The user has not used the app for long (R104).
  case usage
  /// The app has no card in the switcher (R104).
  case switcher
}

extension WakeUpKind {
  /// What is asked before an app is woken for it.
  var gates: [Gate] {
    switch self {
    case .fetch, .refreshTask: Gate.allCases
    case .remoteNotification: [.firstUnlock, .closedByUser, .refreshSwitch, .battery, .switcher]
    case .processingTask: [.firstUnlock, .closedByUser, .refreshSwitch]
    case .voip, .backgroundURLSession, .region, .visit, .significantChange, .bluetooth,
      .accessory, .keepAlive, .continuedTask:
      [.firstUnlock, .closedByUser]
    }
  }
}

extension Device {
  /// Why the app is not woken; nil when it is, or when it runs anyway.
  func gate(_ kind: WakeUpKind, for app: AppIdentifier) -> Refusal? {
    if let process = installations[app.position].process {
      if process.termination != nil { return .beingTerminated }
      if !process.isSuspended {
        let isRefresh = kind == .fetch || kind == .refreshTask
        return isRefresh ? refusal(at: .refreshSwitch, kind, app) : nil
      }
    }
    for gate in kind.gates {
      if let refusal = refusal(at: gate, kind, app) { return refusal }
    }
    return nil
  }

  private func refusal(at gate: Gate, _ kind: WakeUpKind, _ app: AppIdentifier) -> Refusal? {
    switch gate {
    case .firstUnlock:
      return hasBeenUnlocked || !profile.hasPasscode ? nil : .lockedSinceStart
    case .closedByUser:
      return installations[app.position].wasForceQuit
        ? refusalAfterForceQuit(kind) : nil
    case .refreshSwitch:
      return backgroundRefresh(of: app) == .available ? nil : .refreshIsOff
    case .battery:
      return hasSevenGates && conditions.batteryLevel < 0.2 ? .batteryIsLow : nil
    case .usage:
      guard hasSevenGates else { return nil }
      let isUsed = installations[app.position].lastUse.map {
        now.span(since: $0) <= span(of: .appUsage)
      }
      return isUsed == true ? nil : .appIsNotUsed
    case .switcher:
      // What a force quit takes with the card has been asked already.
      let isMissed = !switcher.contains(app) && !installations[app.position].wasForceQuit
      return hasSevenGates && isMissed ? .noCardForWakeUp : nil
    }
  }

  private var hasSevenGates: Bool { SystemVersionRange.from(13).contains(profile.system) }

  /// What a force quit forbids; from iOS 7 on nearly everything (R034).
  private func refusalAfterForceQuit(_ kind: WakeUpKind) -> Refusal? {
    switch kind {
    case .region, .visit, .significantChange:
      let first: SystemVersion =
        profile.evidence(for: .locationAfterForceQuit) == .documented ? 8 : SystemVersion(7, 1)
      return profile.system >= first ? nil : .noLocationAfterForceQuit
    case .processingTask
    where profile.system >= 18
      && profile.evidence(for: .processingAfterForceQuit) == .observed:
      return nil
    case .remoteNotification where profile.has(.silentPushAfterForceQuit): return nil
    default: return SystemVersionRange.from(7).contains(profile.system) ? .closedByUser : nil
    }
  }

  /// Whether an app may be refreshed in the background, as it can read itself (R096).
  package func backgroundRefresh(of app: AppIdentifier) -> BackgroundRefresh {
    guard SystemVersionRange.from(7).contains(profile.system) else { return .available }
    if settings.backgroundRefresh != .available { return settings.backgroundRefresh }
    if settings.lowPowerMode { return .denied }
    return installation(app)?.settings.read(\.backgroundRefresh) ?? .available
  }

  /// The refusal's reason with what only this moment knows.
  func reason(of refusal: Refusal, for app: AppIdentifier?) -> String {
    if refusal == .memoryIsShort {
      return refusal.reason + " \(ByteCount(freeMemory)) are free."
    }
    guard let app, let installation = installation(app) else { return refusal.reason }
    switch refusal {
    case .closedByUser, .noLocationAfterForceQuit:
      guard let time = installation.forceQuitTime else { return refusal.reason }
      return "\(installation.description.name) was force-quit at \(time), and no user launch "
        + "has followed."
    case .refreshIsOff where settings.lowPowerMode && settings.backgroundRefresh == .available:
      return refusal.reason + " Low Power Mode switches it off."
    default: return refusal.reason
    }
  }
}
