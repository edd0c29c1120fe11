// What the user, the system and the world may do to a device in an exploration, beside what its
// author names: a row for each kind, with its cost, what undoes it, and the actions that it stands
// for in a state.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A kind of what may happen at any time.
package enum EnvironmentRow: String, CaseIterable, Hashable, Sendable {
  case home, lock, interruption, switcher, memoryWarning, purge, forceQuit, reboot
  case fetch, push, location, region, open, quickAction, notification, failTransfer, network
  case denial, setting
  case jetsam, powerLoss
  case launch, unlock, dismiss, networkBack, grant, settingBack

  /// Whether it counts among the disruptions; what undoes one does not.
  package var isDisruption: Bool {
    switch self {
    case .launch, .unlock, .dismiss, .networkBack, .grant, .settingBack: false
    default: true
    }
  }

  /// What undoes it.
  var undoneBy: [EnvironmentRow] {
    switch self {
    case .home, .switcher, .purge, .forceQuit, .jetsam, .fetch, .push, .location, .region: [.launch]
    case .lock: [.unlock]
    case .interruption: [.dismiss]
    case .reboot, .powerLoss: [.unlock, .launch]
    case .network: [.networkBack]
    case .denial: [.grant]
    case .setting: [.settingBack]
    default: []
    }
  }

  /// Whether it stands among the rows of an exploration that names none, where it can matter.
  var isUsual: Bool {
    switch self {
    case .jetsam, .powerLoss: false
    default: isDisruption
    }
  }

  /// The messages without whose handlers it matters to no app; none where it always may.
  var messages: [Message] {
    switch self {
    case .memoryWarning: [.didReceiveMemoryWarning]
    case .fetch: [.performFetch]
    case .push: [.didReceiveRemoteNotification]
    case .region: [.didEnterRegion, .didExitRegion]
    case .open: [.open, .sceneOpenURLContexts]
    case .quickAction: [.performAction, .scenePerformAction]
    default: []
    }
  }
}

/// A setting of the device that the user may switch, in what an exploration names.
package enum SwitchedSetting: String, CaseIterable, Hashable, Sendable {
  case lowPowerMode, backgroundRefresh, airplaneMode, bluetooth

  /// The setting that data names; nil for any other data.
  init?(_ data: ScriptValue) {
    guard case .symbol(let name) = data, let setting = Self(rawValue: name) else { return nil }
    self = setting
  }

  /// Whether the user has switched it.
  fileprivate func isSwitched(_ settings: DeviceSettings) -> Bool {
    switch self {
    case .lowPowerMode: settings.lowPowerMode
    case .backgroundRefresh: settings.backgroundRefresh != .available
    case .airplaneMode: settings.airplaneMode
    case .bluetooth: !settings.bluetooth
    }
  }

  /// What switches it, or switches it back.
  fileprivate func change(_ switches: Bool) -> (change: DeviceSettingChange, value: Bool) {
    switch self {
    case .lowPowerMode: (.lowPowerMode(switches), switches)
    case .backgroundRefresh: (.backgroundRefresh(switches ? .denied : .available), !switches)
    case .airplaneMode: (.airplaneMode(switches), switches)
    case .bluetooth: (.bluetooth(!switches), !switches)
    }
  }
}

/// A row with the data that an exploration names for it.
package struct EnvironmentEntry: Hashable, Sendable {
  /// The row.
  package let row: EnvironmentRow
  /// What stands in the parentheses behind the row's symbol; nil for nothing.
  package let data: ScriptValue?
}

/// Something that may happen in a state: a stimulus and how a scenario says it.
package struct EnvironmentAction: Hashable, Sendable {
  /// The row that it comes from.
  package let row: EnvironmentRow
  /// What is done to the device.
  package let stimulus: Stimulus
  /// The line of a scenario.
  package let text: String

  /// Makes an action of a row.
  package init(row: EnvironmentRow, stimulus: Stimulus, text: String) {
    self.row = row
    self.stimulus = stimulus
    self.text = text
  }
}

extension EnvironmentEntry {
  /// What the row stands for in a state; some of it may be refused.
  ///
  /// - Parameters:
  ///   - device: The device in its state.
  ///   - apps: The apps that the exploration names.
  /// - Returns: The actions in the order of the apps.
  /// - Complexity: O(*n*) in the number of apps.
  func actions(on device: Device, apps: [AppIdentifier]) -> [EnvironmentAction] {
    switch row {
    case .home: device.isLocked ? [] : [action(.press(.home), "press .home")]
    case .lock: device.isLocked ? [] : [action(.press(.lock), "press .lock")]
    case .switcher: device.isLocked ? [] : [action(.press(.switcher), "press .switcher")]
    case .unlock: device.isLocked ? [action(.unlock, "unlock()")] : []
    case .interruption:
      device.isLocked
        ? [] : [action(.interrupt(interruption), "interrupt .\(interruption.rawValue)")]
    case .dismiss: [action(.dismiss(interruption), "dismiss .\(interruption.rawValue)")]
    case .memoryWarning: [action(.warnMemory, "warnMemory()")]
    case .reboot: [action(.reboot, "reboot()")]
    case .powerLoss: [action(.shutDown, "shutDown()"), action(.powerOn, "powerOn()")]
    case .network: [action(.network(.off), "network .off")]
    case .networkBack: [action(.network(.on), "network .on")]
    case .denial:
      prompts(on: device).map { action(.dismiss($0), "dismiss .\($0.rawValue)") }
    case .grant: prompts(on: device).map { action(.answer($0), "answer .\($0.rawValue)") }
    case .setting: switching(on: device, switches: true)
    case .settingBack: switching(on: device, switches: false)
    case .open:
      [action(.open(text), "open \(ScriptValue.string(text))")]
    case .launch, .purge, .forceQuit, .fetch, .push, .location, .region, .quickAction,
      .notification, .failTransfer, .jetsam:
      apps.flatMap { actions(of: $0, on: device) }
    }
  }

  /// What the row stands for where it is about one app.
  private func actions(of app: AppIdentifier, on device: Device) -> [EnvironmentAction] {
    let name = device.description(of: app)?.name ?? ""
    switch row {
    case .launch:
      return device.isLocked || device.frontmost == app
        ? [] : [action(.launch(app), "launch \(name)")]
    case .purge:
      return device.state(of: app) == .suspended ? [action(.purge(app), "purge \(name)")] : []
    case .jetsam:
      return device.hasProcess(app) ? [action(.purge(app), "purge \(name)")] : []
    case .forceQuit:
      return device.switcher.contains(app) ? [action(.forceQuit(app), "forceQuit \(name)")] : []
    case .fetch: return [action(.fetch(app), "fetch \(name)")]
    case .push:
      let payload =
        data ?? .map(named: [("aps", .map(named: [("content-available", .integer(1))]))])
      return [
        action(.push(app, payload: payload, type: .alert), "push \(name), payload: \(payload)")
      ]
    case .location:
      return [action(.locate(app, .by(metres: 600)), "locate \(name), moved: 600")]
    case .region:
      return (data == nil ? device.regions(of: app) : [text]).flatMap { region in
        let quoted = ScriptValue.string(region)
        return [
          action(
            .crossRegion(app, name: region, isEntry: true), "enterRegion \(name), \(quoted)"),
          action(
            .crossRegion(app, name: region, isEntry: false), "exitRegion \(name), \(quoted)"),
        ]
      }
    case .quickAction:
      return [
        action(.quickAction(app, text), "quickAction \(name), \(ScriptValue.string(text))")
      ]
    case .notification:
      return device.notifications(of: app).isEmpty
        ? [] : [action(.tapNotification(app), "tapNotification \(name)")]
    case .failTransfer:
      return (data == nil ? device.transfers(of: app) : [text]).map {
        action(.failTransfer(app, $0), "failTransfer \(name), \(ScriptValue.string($0))")
      }
    default: return []
    }
  }

  /// The questions that stand on the screen.
  private func prompts(on device: Device) -> [InterruptionKind] {
    device.isLocked ? [] : device.interruptions.filter(\.isPrompt)
  }

  private func switching(on device: Device, switches: Bool) -> [EnvironmentAction] {
    guard let setting = data.flatMap({ SwitchedSetting($0) }),
      setting.isSwitched(device.settings) != switches
    else { return [] }
    let (change, value) = setting.change(switches)
    return [action(.setting(change), "settings.\(setting.rawValue) = \(value)")]
  }

  private func action(_ stimulus: Stimulus, _ text: String) -> EnvironmentAction {
    EnvironmentAction(row: row, stimulus: stimulus, text: text)
  }

  private var text: String { if case .string(let text)? = data { text } else { "" } }

  private var interruption: InterruptionKind {
    if case .symbol(let name)? = data, let kind = InterruptionKind(rawValue: name) { return kind }
    // It takes the app its activity on every system; a call may be a banner.
    return .controlCenter
  }
}
