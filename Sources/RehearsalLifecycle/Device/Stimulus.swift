// What the user and the system can do to a device. Each stimulus is answered in every state; the
// answer may be a recorded refusal.

/// A button of the device.
public enum DeviceButton: String, CaseIterable, Hashable, Sendable {
  case home, lock, switcher, siri
}

/// Something that the user or the system does.
public enum Stimulus: Hashable, Sendable {
  /// Puts an app on the device, with an empty disk.
  case install(AppIdentifier)
  /// Takes an app and its disk off the device.
  case uninstall(AppIdentifier)
  /// A tap on the app's icon.
  case launch(AppIdentifier)
  /// A press of a button.
  case press(DeviceButton)
  /// Unlocks the device.
  case unlock
  /// A touch of a control, by its label; without an app, of the app in front.
  case touch(AppIdentifier?, control: String)
  /// The app's card is swiped away in the switcher.
  case forceQuit(AppIdentifier)
  /// Something of the system comes over the app in front.
  case interrupt(InterruptionKind)
  /// The positive choice of an interruption.
  case answer(InterruptionKind)
  /// The other choice of an interruption.
  case dismiss(InterruptionKind)
  /// Ends the call under way.
  case hangUp
  /// The system frees the app's memory without a word.
  case purge(AppIdentifier)
  /// The system ends the app with the notice that its state allows.
  case terminate(AppIdentifier)
  // Scenes and the screen.
  /// Chooses an app's card in the switcher, or one of its windows by number, from 1.
  case switchTo(AppIdentifier, window: Int?)
  /// Opens a link.
  case open(String)
  /// A tap on a notification of the app.
  case tapNotification(AppIdentifier)
  /// A quick action of the app's icon.
  case quickAction(AppIdentifier, String)
  /// Opens another window of the app.
  case newWindow(AppIdentifier)
  /// Closes a window of the app for good, by number, from 1.
  case closeWindow(AppIdentifier, Int)
  /// The system frees a scene in the background, by its window's number.
  case disconnectScene(AppIdentifier, Int)
  /// Shows the app beside the one in front.
  case splitView(AppIdentifier)
  /// Drags the divider of Split View.
  case dragDivider
  /// Releases the divider; an app that was dragged off the screen leaves it.
  case releaseDivider(closing: AppIdentifier?)
  /// Turns the device.
  case rotate(Orientation)
  /// Puts a new version of the app on the device; its disk stays.
  case update(AppIdentifier)
  /// The system starts the app's process ahead of its launch.
  case prewarm(AppIdentifier)
  /// Switches the device off and on again.
  case reboot
  /// Switches the device off.
  case shutDown
  /// Switches the device on.
  case powerOn
  /// A remote notification arrives.
  case push(AppIdentifier, payload: PlainValue, type: PushType)
  /// The system finds an opportunity for the app to fetch.
  case fetch(AppIdentifier)
  /// The system runs a request of the background task scheduler.
  case runBackgroundTask(AppIdentifier, identifier: String)
  /// The user ends a task that goes on in the background.
  case cancelBackgroundTask(AppIdentifier, identifier: String)
  /// The device moves, as far as the app is concerned.
  case locate(AppIdentifier, Movement)
  /// The device comes into a region, or leaves it.
  case crossRegion(AppIdentifier, name: String, isEntry: Bool)
  /// The user stays at a place.
  case visit(AppIdentifier, name: String)
  /// A Bluetooth accessory sends something to the app.
  case bluetoothEvent(AppIdentifier, peripheral: String)
  /// The system warns running apps that memory is short.
  case warnMemory
  /// Something needs that many bytes of memory.
  case pressure(Int64)
  /// A screen or an accessory is connected.
  case connect(ConnectionKind, name: String)
  /// A screen or an accessory is disconnected.
  case disconnect(ConnectionKind, name: String)
  /// The user chooses another locale.
  case changeLocale(String)
  /// The wall clock is set to a local date and time.
  case setClock(String)
  /// The device comes to another time zone.
  case changeTimeZone(String)
  /// The user changes a setting of the device.
  case setting(DeviceSettingChange)
  /// The user changes a setting of an app.
  case appSetting(AppIdentifier, AppSettingChange)
  /// The condition of the device changes.
  case condition(ConditionChange)
}

/// The names of the stimuli as records hold them.
public enum StimulusName: String, CaseIterable, Hashable, Sendable {
  case install, uninstall, launch, press, unlock, touch, forceQuit, interrupt, answer, dismiss
  case hangUp, purge, terminate
  case switchTo, open, tapNotification, quickAction, newWindow, closeWindow, disconnectScene
  case splitView, dragDivider, releaseDivider, rotate, update, prewarm, reboot, shutDown, powerOn
  case push, fetch, runBackgroundTask, cancelBackgroundTask, setting, appSetting, condition
  case locate, enterRegion, exitRegion, visit, bluetoothEvent, warnMemory, pressure
  case setClock, changeTimeZone, connect, disconnect, changeLocale
}

extension Stimulus {
  /// The stimulus's name.
  package var name: StimulusName {
    switch self {
    case .install: .install
    case .uninstall: .uninstall
    case .launch: .launch
    case .press: .press
    case .unlock: .unlock
    case .touch: .touch
    case .forceQuit: .forceQuit
    case .interrupt: .interrupt
    case .answer: .answer
    case .dismiss: .dismiss
    case .hangUp: .hangUp
    case .purge: .purge
    case .terminate: .terminate
    case .switchTo: .switchTo
    case .open: .open
    case .tapNotification: .tapNotification
    case .quickAction: .quickAction
    case .newWindow: .newWindow
    case .closeWindow: .closeWindow
    case .disconnectScene: .disconnectScene
    case .splitView: .splitView
    case .dragDivider: .dragDivider
    case .releaseDivider: .releaseDivider
    case .rotate: .rotate
    case .update: .update
    case .prewarm: .prewarm
    case .reboot: .reboot
    case .shutDown: .shutDown
    case .powerOn: .powerOn
    case .push: .push
    case .fetch: .fetch
    case .runBackgroundTask: .runBackgroundTask
    case .cancelBackgroundTask: .cancelBackgroundTask
    case .locate: .locate
    case .crossRegion(_, _, let isEntry): isEntry ? .enterRegion : .exitRegion
    case .visit: .visit
    case .bluetoothEvent: .bluetoothEvent
    case .warnMemory: .warnMemory
    case .pressure: .pressure
    case .connect: .connect
    case .disconnect: .disconnect
    case .changeLocale: .changeLocale
    case .setClock: .setClock
    case .changeTimeZone: .changeTimeZone
    case .setting: .setting
    case .appSetting: .appSetting
    case .condition: .condition
    }
  }

  /// The app that the stimulus names.
  package var app: AppIdentifier? {
    switch self {
    case .install(let app), .uninstall(let app), .launch(let app), .forceQuit(let app),
      .purge(let app), .terminate(let app):
      app
    case .touch(let app, _): app
    case .switchTo(let app, _), .tapNotification(let app), .quickAction(let app, _),
      .newWindow(let app), .closeWindow(let app, _), .disconnectScene(let app, _),
      .splitView(let app), .update(let app), .prewarm(let app):
      app
    case .releaseDivider(let app): app
    case .open, .dragDivider, .rotate, .reboot, .shutDown, .powerOn: nil
    case .push(let app, _, _), .fetch(let app), .runBackgroundTask(let app, _),
      .cancelBackgroundTask(let app, _), .appSetting(let app, _), .locate(let app, _),
      .crossRegion(let app, _, _), .visit(let app, _), .bluetoothEvent(let app, _):
      app
    case .setting, .condition, .warnMemory, .pressure, .setClock, .changeTimeZone,
      .connect, .disconnect, .changeLocale:
      nil
    case .press, .unlock, .interrupt, .answer, .dismiss, .hangUp: nil
    }
  }

  /// What the stimulus carries besides the app.
  var arguments: [PlainValue] {
    switch self {
    case .press(let button): [.symbol(button.rawValue)]
    case .touch(_, let control): [.string(control)]
    case .interrupt(let kind), .answer(let kind), .dismiss(let kind): [.symbol(kind.rawValue)]
    case .switchTo(_, let window): window.map { [.int(Int64($0))] } ?? []
    case .open(let url): [.string(url)]
    case .quickAction(_, let type): [.string(type)]
    case .closeWindow(_, let window), .disconnectScene(_, let window): [.int(Int64(window))]
    case .rotate(let orientation): [.symbol(orientation.rawValue)]
    case .push(_, let payload, _): [payload]
    case .runBackgroundTask(_, let identifier), .cancelBackgroundTask(_, let identifier):
      [.string(identifier)]
    case .setting(let change): change.arguments
    case .appSetting(_, let change): change.arguments
    case .condition(let change): change.arguments
    case .locate(_, .to(let place)): [.double(place.latitude), .double(place.longitude)]
    case .locate(_, .by(let metres)): [.double(metres)]
    case .crossRegion(_, let name, _), .visit(_, let name), .bluetoothEvent(_, let name):
      [.string(name)]
    case .pressure(let bytes): [.int(bytes)]
    case .setClock(let text), .changeTimeZone(let text), .changeLocale(let text):
      [.string(text)]
    case .connect(let kind, let name), .disconnect(let kind, let name):
      [.symbol(kind.rawValue), .string(name)]
    case .fetch, .warnMemory: []
    case .install, .uninstall, .launch, .unlock, .forceQuit, .hangUp, .purge, .terminate: []
    case .tapNotification, .newWindow, .splitView, .dragDivider, .releaseDivider, .update,
      .prewarm, .reboot, .shutDown, .powerOn:
      []
    }
  }
}

/// How a stimulus went.
public enum StimulusOutcome: Hashable, Sendable {
  /// It was carried out.
  case done
  /// The state did not allow it; the record of that index says why.
  case refused(record: Int)
}

/// A request that makes no sense on this device, or that would not end.
public enum SimulationError: Error, Hashable, Sendable {
  /// The device has no app of that identifier.
  case unknownApp
  /// Two apps would have one name.
  case duplicateName(String)
  /// The app was taken off the device.
  case notInstalled(app: String)
  /// No app that is meant has a control of that label.
  case unknownControl(label: String, known: [String])
  /// A span of time that must not be negative is.
  case negativeSpan(Duration)
  /// The clock would run beyond its end.
  case clockOverflow
  /// One moment held more events than the limit allows.
  case tooManyEventsAtOneInstant(limit: Int, time: VirtualTime)
}
