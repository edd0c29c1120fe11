// What the user, the system and the world may do to a device at any time: a row for each kind, with what
// undoes it and the stimuli that it stands for in a state. Explorations try the rows one after another;
// disturbances of storms, and so the searches around scenarios, are made of them. What undoes a disruption is
// free; everything else is one.

import RehearsalValues

/// What may happen of one kind.
package struct EnvironmentRow: Sendable {
  /// Gives what the row stands for in a state, some of which may be refused.
  package typealias Stimuli = @Sendable (EnvironmentState) -> [Stimulus]

  /// The kind, whose symbol an exploration names.
  package let kind: EnvironmentKind
  /// What undoes it.
  package let undoneBy: [EnvironmentKind]
  /// The messages without whose handlers it matters to no app; none where it always may.
  package let messages: [Message]
  /// What code has to read for it to matter; nil where that is said by messages.
  package let reading: Reading?
  /// Whether it is among the rows of an exploration that names none, where it can matter.
  package let isDefault: Bool
  /// Whether its actions count among the disruptions; what undoes one does not.
  package let isDisruption: Bool
  /// The name of the data that comes with it, of which a search tries a few; nil where there is none.
  package let dataNoun: String?
  /// What it stands for in a state, in the order of the apps; some of it may be refused.
  package let stimuli: Stimuli

  private init(
    _ kind: EnvironmentKind, undoneBy: [EnvironmentKind] = [], messages: [Message] = [],
    reading: Reading? = nil, isDefault: Bool = true, data dataNoun: String? = nil,
    _ stimuli: @escaping Stimuli
  ) {
    self.dataNoun = dataNoun
    self.kind = kind
    self.undoneBy = undoneBy
    self.messages = messages
    self.reading = reading
    self.isDefault = isDefault
    isDisruption = true
    self.stimuli = stimuli
  }

  /// A row that only undoes others.
  private init(undoing kind: EnvironmentKind, _ stimuli: @escaping Stimuli) {
    self.kind = kind
    undoneBy = []
    messages = []
    reading = nil
    isDefault = false
    dataNoun = nil
    isDisruption = false
    self.stimuli = stimuli
  }
}

extension EnvironmentRow {
  /// What a push brings of which nothing else is known.
  ///
  /// - Parameters:
  ///   - kind: `push` or `voipPush`.
  ///   - keys: What code looks up in it, with a value that suits each.
  /// - Returns: The payload.
  package static func payload(
    of kind: EnvironmentKind, with keys: [(name: String, value: ScriptValue)] = []
  ) -> ScriptValue {
    let usual: (name: String, value: ScriptValue) =
      kind == .voipPush
      ? ("from", .string("caller")) : ("aps", .map(named: [("content-available", .integer(1))]))
    let others = keys.filter { $0.name != usual.name }.map { ($0.name, Optional($0.value)) }
    return .map(named: [(usual.name, usual.value)] + others)
  }
}

// MARK: - The table

extension EnvironmentRow {
  /// The rows, in the order in which their actions are tried.
  package static let table: [EnvironmentRow] = [
    EnvironmentRow(.home, undoneBy: [.launch]) { $0.ifUnlocked(.press(.home)) },
    EnvironmentRow(.lock, undoneBy: [.unlock]) { $0.ifUnlocked(.press(.lock)) },
    EnvironmentRow(.interruption, undoneBy: [.dismiss]) {
      // The usual one needs the user; others come whenever they like.
      $0.data == nil ? $0.ifUnlocked(.interrupt($0.interruption)) : [.interrupt($0.interruption)]
    },
    EnvironmentRow(.switcher, undoneBy: [.launch]) {
      $0.ifUnlocked(.press(.switcher))
    },
    EnvironmentRow(.memoryWarning, messages: [.didReceiveMemoryWarning]) { _ in [.warnMemory] },
    EnvironmentRow(.purge, undoneBy: [.launch]) { state in
      state.each(where: { state.device.state(of: $0) == .suspended }) { .purge($0) }
    },
    EnvironmentRow(.forceQuit, undoneBy: [.launch]) { state in
      state.each(where: state.device.switcher.contains) { .forceQuit($0) }
    },
    EnvironmentRow(.reboot, undoneBy: [.unlock, .launch]) { _ in [.reboot] },
    EnvironmentRow(.fetch, undoneBy: [.launch], messages: [.performFetch]) { state in
      state.each(where: { !state.device.unansweredMessages(of: $0).contains(.performFetch) }) {
        .fetch($0)
      }
    },
    EnvironmentRow(
      .push, undoneBy: [.launch], messages: [.didReceiveRemoteNotification], data: "payload"
    ) { state in
      let payload = state.data ?? payload(of: .push)
      return state.each(where: { !state.hasOpenPush($0) }) {
        .push($0, payload: payload, type: .alert)
      }
    },
    EnvironmentRow(.location, undoneBy: [.launch]) { state in
      state.each(where: { !state.device.waitsForPlace($0) }) { .locate($0, .by(metres: 600)) }
    },
    EnvironmentRow(
      .region, undoneBy: [.launch], messages: [.didEnterRegion, .didExitRegion]
    ) { state in
      state.each(of: { state.device.regions(of: $0) }) { app, region in
        [
          .crossRegion(app, name: region, isEntry: true),
          .crossRegion(app, name: region, isEntry: false),
        ]
      }
    },
    EnvironmentRow(
      .voipPush, undoneBy: [.answerCall, .declineCall],
      messages: [.didReceiveIncomingPush, .didReceiveIncomingVoIPPush], data: "payload"
    ) { state in
      let payload = state.data ?? payload(of: .voipPush)
      return state.each(where: { !state.hasOpenPush($0) }) {
        .push($0, payload: payload, type: .voip)
      }
    },
    EnvironmentRow(.call, undoneBy: [.answerCall, .declineCall], isDefault: false) { state in
      state.isCalled ? [] : [.interrupt(.phoneCall)]
    },
    EnvironmentRow(.controlCenter, undoneBy: [.dismissControlCenter], isDefault: false) { state in
      state.device.interruptions.contains(.controlCenter)
        ? [] : state.ifUnlocked(.interrupt(.controlCenter))
    },
    EnvironmentRow(.audioRoute, reading: .audioRoute) { state in
      guard state.apps.contains(where: state.device.isPlayingAudio) else { return [] }
      return state.device.hasHeadphones
        ? [.unplugHeadphones] : [.plugInHeadphones]
    },
    EnvironmentRow(.open, messages: [.open, .sceneOpenURLContexts], data: "link") {
      [.open($0.text)]
    },
    EnvironmentRow(
      .quickAction, messages: [.performAction, .scenePerformAction], data: "quick action"
    ) { state in
      state.each { .quickAction($0, state.text) }
    },
    EnvironmentRow(.notification) { state in
      state.each(where: { !state.device.notifications(of: $0).isEmpty }) { .tapNotification($0) }
    },
    EnvironmentRow(.failTransfer) { state in
      state.each(of: { state.device.transfers(of: $0) }) { app, transfer in
        [.failTransfer(app, transfer)]
      }
    },
    EnvironmentRow(.network, undoneBy: [.networkBack]) { _ in [.network(.off)] },
    EnvironmentRow(.denial, undoneBy: [.grant], reading: .permission) {
      $0.prompts.map { .dismiss($0) }
    },
    EnvironmentRow(.setting, undoneBy: [.settingBack]) { $0.switching(true) },
    EnvironmentRow(.jetsam, undoneBy: [.launch], isDefault: false) { state in
      state.each(where: state.device.hasProcess) { .purge($0) }
    },
    EnvironmentRow(.powerLoss, undoneBy: [.unlock, .launch], isDefault: false) { _ in
      [.shutDown, .powerOn]
    },
    EnvironmentRow(.prewarm, undoneBy: [.unlock, .launch], isDefault: false) { state in
      state.each(where: { !state.device.hasProcess($0) }) { .prewarm($0) }
    },
    EnvironmentRow(
      .activity, undoneBy: [.activityGone], messages: [.activityToken, .activityState]
    ) { state in
      state.each(where: { !state.device.hasActivity("pushed", $0) }) {
        .startActivityByPush($0, "pushed")
      }
    },
    EnvironmentRow(.extensionRequest, messages: [.beginRequest]) { state in
      state.each(where: state.device.isExtension) { .wake($0) }
    },
    EnvironmentRow(.webContent, messages: [.webViewWebContentProcessDidTerminate]) { state in
      state.each(where: state.device.hasProcess) { .endWebContent($0) }
    },
    EnvironmentRow(.autoLock, undoneBy: [.unlock], isDefault: false) { state in
      state.device.keepsScreenOn ? [] : state.ifUnlocked(.press(.lock))
    },
    EnvironmentRow(.fullStorage, undoneBy: [.storageBack], isDefault: false) { state in
      state.device.conditions.freeStorage == 0
        ? [] : [.condition(.freeStorage(0))]
    },
    EnvironmentRow(.rotation, isDefault: false) {
      [.rotate($0.device.orientation == .portrait ? .landscapeLeft : .portrait)]
    },
    EnvironmentRow(.timeZone, isDefault: false) {
      [.changeTimeZone($0.device.wallClock.zone.name == "UTC+9" ? "UTC-5" : "UTC+9")]
    },
    EnvironmentRow(.locale, isDefault: false) {
      [.changeLocale($0.device.locale == "fr_FR" ? "en_US" : "fr_FR")]
    },
    EnvironmentRow(.screenRecording, undoneBy: [.screenRecordingOver], isDefault: false) { _ in
      [.startScreenRecording]
    },
    EnvironmentRow(undoing: .launch) { state in
      state.each(where: { !state.device.isLocked && state.device.frontmost != $0 }) { .launch($0) }
    },
    EnvironmentRow(undoing: .unlock) { $0.device.isLocked ? [.unlock] : [] },
    EnvironmentRow(undoing: .dismiss) {
      [.dismiss($0.interruption)]
    },
    EnvironmentRow(undoing: .answerCall) {
      $0.isCalled ? [.answer(.phoneCall)] : []
    },
    EnvironmentRow(undoing: .declineCall) {
      $0.isCalled ? [.dismiss(.phoneCall)] : [.hangUp]
    },
    EnvironmentRow(undoing: .dismissControlCenter) { _ in [.dismiss(.controlCenter)] },
    EnvironmentRow(undoing: .networkBack) { _ in [.network(.on)] },
    EnvironmentRow(undoing: .grant) {
      $0.prompts.map { .answer($0) }
    },
    EnvironmentRow(undoing: .settingBack) { $0.switching(false) },
    EnvironmentRow(undoing: .storageBack) { _ in [.condition(.freeStorage(32 << 30))] },
    EnvironmentRow(undoing: .screenRecordingOver) { _ in [.stopScreenRecording] },
    EnvironmentRow(undoing: .activityGone) { state in
      state.each(where: { state.device.hasActivity("pushed", $0) }) { .stopActivity($0, "pushed") }
    },
  ]

  /// The row of a kind; each has one.
  package static func row(of kind: EnvironmentKind) -> EnvironmentRow? { rows[kind] }

  private static let rows = Dictionary(table.map { ($0.kind, $0) }) { first, _ in first }
}

// MARK: - What rows read

/// What the rows of an environment read of a state.
package struct EnvironmentState {
  /// The device in its state.
  let device: Device
  /// The apps that it may be about.
  let apps: [AppIdentifier]
  /// What is named for the row; nil for nothing.
  let data: ScriptValue?

  /// What a row reads of a device.
  package init(_ device: Device, about apps: [AppIdentifier], with data: ScriptValue? = nil) {
    (self.device, self.apps, self.data) = (device, apps, data)
  }

  /// The data as a text; empty where it is none.
  fileprivate var text: String { if case .string(let text)? = data { text } else { "" } }

  /// The interruption that the data names, or the usual one.
  fileprivate var interruption: InterruptionKind {
    if case .symbol(let name)? = data, let kind = InterruptionKind(rawValue: name) { return kind }
    // It takes the app its activity on every system; a call may be a banner.
    return .controlCenter
  }

  /// Whether an app has not answered a push yet, or has not got it.
  fileprivate func hasOpenPush(_ app: AppIdentifier) -> Bool {
    device.holdsPush(of: app)
      || device.unansweredMessages(of: app).contains {
        [.didReceiveRemoteNotification, .didReceiveIncomingPush, .didReceiveIncomingVoIPPush]
          .contains($0)
      }
  }

  /// Whether a call rings.
  fileprivate var isCalled: Bool { device.interruptions.contains(.phoneCall) }

  /// The questions on the screen.
  fileprivate var prompts: [InterruptionKind] {
    device.isLocked ? [] : device.interruptions.filter(\.isPrompt)
  }

  fileprivate func ifUnlocked(_ stimulus: Stimulus) -> [Stimulus] {
    device.isLocked ? [] : [stimulus]
  }

  /// One action for each app that a condition holds for.
  fileprivate func each(
    where condition: (AppIdentifier) -> Bool = { _ in true },
    _ action: (_ app: AppIdentifier) -> Stimulus
  ) -> [Stimulus] {
    apps.filter(condition).map(action)
  }

  /// The actions for each thing of each app that has a name: those of the data, else what the app
  /// has.
  fileprivate func each(
    of names: (AppIdentifier) -> [String],
    _ actions: (_ app: AppIdentifier, _ thing: String) -> [Stimulus]
  ) -> [Stimulus] {
    apps.flatMap { app in (data == nil ? names(app) : [text]).flatMap { actions(app, $0) } }
  }

  /// Switching the setting of the data, or switching it back.
  fileprivate func switching(_ switches: Bool) -> [Stimulus] {
    guard let setting = data.flatMap({ SwitchedSetting($0) }),
      setting.isSwitched(device.settings) != switches
    else { return [] }
    return [.setting(setting.change(switches))]
  }
}

extension Device {
  /// Whether a Live Activity of an app is on the lock screen.
  fileprivate func hasActivity(_ identifier: String, _ app: AppIdentifier) -> Bool {
    activities(of: app).contains { $0.identifier == identifier }
  }
}

extension SwitchedSetting {
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
  fileprivate func change(_ switches: Bool) -> DeviceSettingChange {
    switch self {
    case .lowPowerMode: .lowPowerMode(switches)
    case .backgroundRefresh: .backgroundRefresh(switches ? .denied : .available)
    case .airplaneMode: .airplaneMode(switches)
    case .bluetooth: .bluetooth(!switches)
    }
  }
}
