// What may happen to a device at any time, as explorations and storms name it.

import RehearsalValues

/// A kind of what the user, the system and the world may do at any time.
package enum EnvironmentKind: String, CaseIterable, Hashable, Sendable {
  case home, lock, interruption, switcher, memoryWarning, purge, forceQuit, reboot
  case fetch, push, location, region, open, quickAction, notification, failTransfer, network
  case denial, setting, call, voipPush, controlCenter, audioRoute
  case rotation, timeZone, locale, screenRecording
  case jetsam, powerLoss, prewarm, activity, extensionRequest, webContent, autoLock, fullStorage
  case launch, unlock, dismiss, networkBack, grant, settingBack
  case answerCall, declineCall, dismissControlCenter, activityGone, storageBack
  case screenRecordingOver
}

/// A kind with the data that is named for it.
package struct EnvironmentEntry: Hashable, Sendable {
  /// The kind.
  package let kind: EnvironmentKind
  /// What is in the parentheses after its symbol; nil for nothing.
  package let data: ScriptValue?

  /// Makes an entry.
  package init(_ kind: EnvironmentKind, data: ScriptValue? = nil) {
    self.kind = kind
    self.data = data
  }
}

extension EnvironmentEntry {
  /// What undoes it, each with the data that it undoes.
  package var undoing: [EnvironmentEntry] {
    (EnvironmentRow.row(of: kind)?.undoneBy ?? []).map { kind in
      let hasData = kind == .dismiss || kind == .settingBack
      return EnvironmentEntry(kind, data: hasData ? data : nil)
    }
  }

  /// What it stands for on a device, about some apps.
  package func stimuli(on device: Device, about apps: [AppIdentifier]) -> [Stimulus] {
    EnvironmentRow.row(of: kind)?.stimuli(EnvironmentState(device, about: apps, with: data)) ?? []
  }
}

/// A setting of the device that the user may switch, in what an exploration names.
package enum SwitchedSetting: String, CaseIterable, Hashable, Sendable {
  case lowPowerMode, backgroundRefresh, airplaneMode, bluetooth

  /// The setting that data names; nil for any other data.
  package init?(_ data: ScriptValue) {
    guard case .symbol(let name) = data, let setting = Self(rawValue: name) else { return nil }
    self = setting
  }
}

extension Reading {
  /// A setting of the device that the user may switch.
  package static func setting(_ setting: SwitchedSetting) -> Reading { .setting(setting.rawValue) }
}
