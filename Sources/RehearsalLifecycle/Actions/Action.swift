// The actions of the user, the system and the world around a device. Each is one row, which is
// with the part that carries it out: name, parameters with their domains, help, rules, and what it
// does. Checker, completion, help, the reference, scripts, Swift verbs and random lives read rows.

import RehearsalValues

/// What an argument of an action may be.
package enum ActionDomain: Hashable, Sendable {
  /// An installed app.
  case app
  /// An app, or the label of a control where only that is given.
  case appOrControl
  /// One of some symbols.
  case symbol([String])
  case text
  /// The label of a control.
  case control
  /// A number of metres, not negative.
  case metres
  /// Degrees, as many at most to either side.
  case degrees(Int)
  /// The name of a locale or a language.
  case locale
  /// A size in bytes.
  case size
  /// The number of a window, which it keeps.
  case window
  /// A map of plain data.
  case payload
  /// True or false.
  case truth
  /// An app, or the identifier of one as text.
  case opener
  /// A local date and time in ISO 8601.
  case date
  /// The name of a time zone.
  case timeZone
  /// Any plain data.
  case value

  /// The symbols of a type's cases.
  static func symbols<Symbol: RawRepresentable<String> & CaseIterable>(
    _ type: Symbol.Type
  ) -> ActionDomain where Symbol.AllCases == [Symbol] {
    let cases = type.allCases
    return .symbol((0..<cases.count).map { cases[$0].rawValue })
  }
}

/// A parameter of an action.
package struct ActionParameter: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// What it may be.
  package let domain: ActionDomain
  /// Whether it may be left out.
  package let isOptional: Bool
  /// Whether its name is written.
  package let isNamed: Bool
  /// The parameter that it replaces: without that one it has to be given.
  package let alternative: String?
  /// The value that it has if it is left out; nil if that is no value of its own.
  let usual: ScriptValue?
  /// The versions that have a symbol, for those that are younger than the action.
  let versions: [String: SystemVersionRange]

  init(
    _ name: String, _ domain: ActionDomain, isOptional: Bool = false, isNamed: Bool = false,
    insteadOf alternative: String? = nil, usually usual: ScriptValue? = nil,
    versions: [String: SystemVersionRange] = [:]
  ) {
    self.name = name
    self.domain = domain
    self.usual = usual
    self.isOptional = isOptional || alternative != nil || usual != nil
    self.isNamed = isNamed
    self.alternative = alternative
    self.versions = versions
  }

  /// A parameter whose symbols are not all as old as the action.
  init<Symbol: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Symbol.Type, _ versions: (Symbol) -> SystemVersionRange
  ) where Symbol.AllCases == [Symbol] {
    let younger = type.allCases.filter { versions($0) != .all }
    self.init(
      name, .symbols(type),
      versions: .init(uniqueKeysWithValues: younger.map { ($0.rawValue, versions($0)) }))
  }

  /// The app that the action is about.
  static let app = ActionParameter("app", .app)
}

/// A row of the table of actions.
package struct Action: Sendable {
  /// What an action does to the device.
  typealias Body =
    @Sendable (inout DeviceParts, inout Kernel, ActionCall) throws(SimulationError) ->
    RefusalReason?

  /// The action whose row it is.
  package let action: ActionName
  /// The name, which is also the script's verb.
  package let name: String
  /// The parameters in order.
  package let parameters: [ActionParameter]
  /// What it does, in one sentence.
  package let help: String
  /// The versions that have it, whatever its arguments are (R167).
  package let versions: SystemVersionRange
  /// Whether its body refuses what other versions lack, in words of its own.
  let refusesItself: Bool
  /// The versions that have a symbol among its arguments, for those that are younger.
  let versionsOfSymbols: [String: SystemVersionRange]
  /// The rules that speak of it, the most telling first.
  package let rules: [RuleNumber]
  /// Whether it is a verb of scripts; what changes a setting is written as an assignment.
  package let isVerb: Bool
  /// Whether it can be what starts an app that is not running.
  package let isWayIn: Bool
  /// Of each parameter after the app, what it is if it is left out: records leave that out.
  let usualArguments: [ScriptValue?]
  let body: Body

  init(
    _ action: ActionName, _ name: String, _ parameters: [ActionParameter] = [],
    isVerb: Bool = true, isWayIn: Bool = false, versions: SystemVersionRange = .all,
    refusesItself: Bool = false, rules: [RuleNumber] = [], _ help: String, _ body: @escaping Body
  ) {
    self.action = action
    self.name = name
    self.parameters = parameters
    self.isVerb = isVerb
    self.isWayIn = isWayIn
    self.versions = versions
    self.refusesItself = refusesItself
    versionsOfSymbols = parameters.reduce(into: [:]) { $0.merge($1.versions) { first, _ in first } }
    self.rules = rules
    self.help = help
    self.body = body
    usualArguments =
      parameters.filter { $0.domain != .app && $0.domain != .appOrControl }.map(\.usual)
  }
}

extension Profile {
  /// Whether an action may be missing on this system, with some arguments at least.
  func mayMiss(_ action: Action) -> Bool {
    !action.versionsOfSymbols.isEmpty
      || !action.refusesItself && missing(action.versions) != nil
  }

  /// What keeps an action from being there on this system, and that no reason of its own names.
  func missing(_ stimulus: Stimulus) -> MissingFromSystem? {
    let action = stimulus.name.row
    if !action.refusesItself, let missing = missing(action.versions) { return missing }
    for case .symbol(let symbol) in stimulus.arguments {
      if let missing = action.versionsOfSymbols[symbol].flatMap(missing) { return missing }
    }
    return nil
  }
}

/// The table of actions.
package enum ActionTable {
  /// Who acts, as lists of actions have it.
  package enum Chapter: CaseIterable, Sendable {
    /// The user, with icons, buttons and what lies over an app; and what ends a process.
    case user
    /// The system and the world around the device.
    case system
    /// What is on the screen, and the device itself.
    case screen
    /// What is written as an assignment.
    case settings
  }

  /// The actions of a chapter, in the order of lists.
  package static func actions(of chapter: Chapter) -> [Action] {
    switch chapter {
    case .user: SpringBoard.userActions + RunningBoard.systemActions
    case .system:
      [
        RemoteNotifications.actions, BackgroundFetch.actions, TaskScheduler.actions,
        LocationServices.actions, Bluetooth.actions, Jetsam.actions, Timekeeping.actions,
        Surroundings.actions, ScreenCapture.actions, HealthDeliveries.actions, Intents.actions,
        Network.actions, WebContent.actions, Settings.languageActions, Audio.actions,
        LiveActivities.actions,
      ].flatMap { $0 }
    case .screen:
      SpringBoard.windowActions + PictureInPicture.actions + UserNotifications.actions
    case .settings: Settings.actions + Power.actions
    }
  }

  /// Every action.
  package static let actions: [Action] = Chapter.allCases.flatMap(actions)

  /// The rows by their names.
  fileprivate static let named = Dictionary(
    actions.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The rows in the order of `ActionName`; there is one for each.
  fileprivate static let rows = actions.sorted { $0.action.rawValue < $1.action.rawValue }
}

/// The name of an action, whose row is with the part that carries it out.
public enum ActionName: UInt8, CaseIterable, Hashable, Sendable {
  case install, uninstall, launch, press, unlock, touch, forceQuit, interrupt, answer, dismiss
  case expand, plugInHeadphones, unplugHeadphones
  case touchActivity, startActivityByPush, stopActivity, offload
  case hangUp, purge, terminate, switchTo, open, handOff, openSearchResult, closePictureInPicture
  case expandPictureInPicture, tapNotification, dismissNotification, clearNotifications
  case quickAction, newWindow, closeWindow, disconnectScene, splitView, slideOver, stage, unstage
  case dragDivider, releaseDivider, rotate, update, prewarm, reboot, shutDown, powerOn, push
  case fetch, runBackgroundTask, cancelBackgroundTask, locate, enterRegion, exitRegion, visit
  case bluetoothEvent, performIntent, healthUpdate, watchMessage, wake, warnMemory, pressure
  case network, failTransfer, changeLanguage, connect, disconnect, startScreenRecording
  case endWebContent
  case stopScreenRecording, changeLocale, setClock, changeTimeZone, setting, appSetting, condition

  /// The action of a name as scripts write it; nil if there is none.
  public init?(name: String) {
    guard let action = ActionTable.named[name] else { return nil }
    self = action.action
  }

  /// The name as scripts write it.
  public var name: String { row.name }

  /// The row.
  package var row: Action { ActionTable.rows[Int(rawValue)] }
}

/// One action with its arguments, as its implementation reads them.
struct ActionCall {
  let appOrNil: AppIdentifier?
  let arguments: [ScriptValue]
  /// The record of the action.
  let cause: Cause

  /// The app that the action is about.
  func app() throws(SimulationError) -> AppIdentifier {
    guard let appOrNil else { throw .unknownApp }
    return appOrNil
  }

  private func argument<Value>(
    _ position: Int, _ convert: (ScriptValue) -> Value?
  ) throws(SimulationError) -> Value {
    guard arguments.indices.contains(position), let value = convert(arguments[position]) else {
      throw .invalidArgument(position: position)
    }
    return value
  }

  /// Whether an argument was given.
  func has(_ position: Int) -> Bool {
    arguments.indices.contains(position) && arguments[position] != .nil
  }

  func text(_ position: Int) throws(SimulationError) -> String {
    try argument(position) { if case .string(let text) = $0 { text } else { nil } }
  }

  func textOrNil(_ position: Int) throws(SimulationError) -> String? {
    has(position) ? try text(position) : nil
  }

  func integer(_ position: Int) throws(SimulationError) -> Int64 {
    try argument(position) { if case .integer(let number) = $0 { number } else { nil } }
  }

  func number(_ position: Int) throws(SimulationError) -> Double {
    try argument(position) {
      switch $0 {
      case .double(let number): number
      case .integer(let number): Double(number)
      default: nil
      }
    }
  }

  func truth(_ position: Int) throws(SimulationError) -> Bool {
    try argument(position) { if case .boolean(let truth) = $0 { truth } else { nil } }
  }

  /// A length of time that is not negative.
  func span(_ position: Int) throws(SimulationError) -> TimeSpan {
    try argument(position) {
      if case .duration(let nanoseconds) = $0, nanoseconds >= 0 {
        TimeSpan(nanoseconds: nanoseconds)
      } else {
        nil
      }
    }
  }

  func window(_ position: Int) throws(SimulationError) -> Int {
    try argument(position) {
      if case .integer(let number) = $0 { Int(exactly: number) } else { nil }
    }
  }

  func symbol<Symbol: RawRepresentable<String>>(
    _ position: Int, as type: Symbol.Type = Symbol.self
  ) throws(SimulationError) -> Symbol {
    try argument(position) {
      if case .symbol(let name) = $0 { Symbol(rawValue: name) } else { nil }
    }
  }

  /// Plain data; nil where nothing was given.
  func value(_ position: Int) -> ScriptValue? { has(position) ? arguments[position] : nil }
}

// MARK: - Stimuli

/// Something that the user or the system does: an action with its arguments, as plain data.
public struct Stimulus: Hashable, Sendable {
  /// The action.
  public let name: ActionName
  /// The app that it is about; nil where it is about none.
  public let app: AppIdentifier?
  /// What it carries beyond the app, in the order of the parameters; `.nil` for what is omitted.
  public let arguments: [ScriptValue]

  /// Makes a stimulus of plain data.
  ///
  /// - Parameters:
  ///   - name: The action.
  ///   - app: The app that it is about.
  ///   - arguments: The arguments after the app, in the order of the action's parameters.
  public init(_ name: ActionName, _ app: AppIdentifier?, _ arguments: [ScriptValue] = []) {
    self.name = name
    self.app = app
    self.arguments = arguments
  }

  /// What the record of the stimulus holds: the arguments in the order of the parameters, without
  /// those at the end that were left out or are what they would be then.
  var recordedArguments: [ScriptValue] {
    guard name.row.isVerb, !arguments.isEmpty else { return arguments }
    let usual = name.row.usualArguments
    guard arguments.last == .nil || zip(arguments, usual).contains(where: { $0 == $1 }) else {
      return arguments
    }
    var recorded = zip(0..., arguments).map { position, value in
      usual.indices.contains(position) && usual[position] == value ? .nil : value
    }
    while recorded.last == .nil { recorded.removeLast() }
    return recorded
  }

  private static func of(
    _ name: ActionName, _ app: AppIdentifier? = nil, _ arguments: ScriptValue...
  ) -> Stimulus { Stimulus(name, app, arguments) }
}

extension ScriptValue {
  /// A text where there is one.
  fileprivate static func text(_ text: String?) -> ScriptValue { text.map { .string($0) } ?? .nil }
}

extension Stimulus {
  // The user

  /// Puts an app on the device, with an empty disk.
  public static func install(_ app: AppIdentifier) -> Stimulus { of(.install, app) }
  /// Takes an app and its disk off the device.
  public static func uninstall(_ app: AppIdentifier) -> Stimulus { of(.uninstall, app) }
  /// A tap on the app's icon.
  public static func launch(_ app: AppIdentifier) -> Stimulus { of(.launch, app) }
  /// A tap on the app's icon on the screen of the car.
  public static func launchInCar(_ app: AppIdentifier) -> Stimulus {
    of(.launch, app, .symbol(FurtherScreen.carPlay.rawValue))
  }
  /// A press of the home button on the screen of the car.
  public static var pressHomeInCar: Stimulus {
    of(
      .press, nil, .symbol(DeviceButton.home.rawValue),
      .symbol(FurtherScreen.carPlay.rawValue))
  }
  /// A press of a button.
  public static func press(_ button: DeviceButton) -> Stimulus {
    of(.press, nil, .symbol(button.rawValue))
  }
  /// Unlocks the device.
  public static var unlock: Stimulus { of(.unlock) }
  /// A touch of a control, by its label; without an app, of the app in front.
  public static func touch(_ app: AppIdentifier?, control: String) -> Stimulus {
    of(.touch, app, .string(control))
  }
  /// The app's card is swiped away in the switcher.
  public static func forceQuit(_ app: AppIdentifier) -> Stimulus { of(.forceQuit, app) }
  /// Something of the system comes over the app in front.
  public static func interrupt(_ kind: InterruptionKind) -> Stimulus {
    of(.interrupt, nil, .symbol(kind.rawValue))
  }
  /// The positive choice of an interruption.
  public static func answer(_ kind: InterruptionKind) -> Stimulus {
    of(.answer, nil, .symbol(kind.rawValue))
  }
  /// The other choice of an interruption.
  public static func dismiss(_ kind: InterruptionKind) -> Stimulus {
    of(.dismiss, nil, .symbol(kind.rawValue))
  }
  /// A tap on the banner of a call that rings.
  public static var expandCall: Stimulus {
    of(.expand, nil, .symbol(InterruptionKind.phoneCall.rawValue))
  }
  /// Ends the current call.
  public static var hangUp: Stimulus { of(.hangUp) }
  /// The system frees the app's memory without a word.
  public static func purge(_ app: AppIdentifier) -> Stimulus { of(.purge, app) }
  /// The system ends the app with the notice that its state allows.
  public static func terminate(_ app: AppIdentifier) -> Stimulus { of(.terminate, app) }

  // Scenes and the screen

  /// Chooses an app's card in the switcher, or one of its windows by number.
  public static func switchTo(_ app: AppIdentifier, window: Int?) -> Stimulus {
    of(.switchTo, app, window.map { .integer(Int64($0)) } ?? .nil)
  }
  /// Opens a link, from an app by its name or identifier; without one, from the system's browser.
  public static func open(_ url: String, from opener: String? = nil) -> Stimulus {
    of(.open, nil, .string(url), opener.map { .string($0) } ?? .nil)
  }
  /// Continues with an activity of another device.
  public static func handOff(
    _ app: AppIdentifier, _ type: String, info: ScriptValue? = nil, fails: Bool = false
  ) -> Stimulus {
    of(.handOff, app, .string(type), info ?? .nil, .boolean(fails))
  }
  /// Opens something of the app that the search has found.
  public static func openSearchResult(_ app: AppIdentifier, _ id: String) -> Stimulus {
    of(.openSearchResult, app, .string(id))
  }
  /// Closes the video of the app that plays in Picture in Picture.
  public static func closePictureInPicture(_ app: AppIdentifier) -> Stimulus {
    of(.closePictureInPicture, app)
  }
  /// Expands the video of the app that plays in Picture in Picture.
  public static func expandPictureInPicture(_ app: AppIdentifier) -> Stimulus {
    of(.expandPictureInPicture, app)
  }
  /// A tap on a notification of the app, or on one of its actions.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - identifier: Which notification; nil for the newest.
  ///   - action: The identifier of the action; nil for the tap itself.
  ///   - text: What the user writes for it.
  /// - Returns: The stimulus.
  public static func tapNotification(
    _ app: AppIdentifier, id identifier: String? = nil, action: String? = nil, text: String? = nil
  ) -> Stimulus {
    of(.tapNotification, app, .text(identifier), .text(action), .text(text))
  }
  /// The user dismisses a notification of the app, the newest for nil.
  public static func dismissNotification(
    _ app: AppIdentifier, id identifier: String? = nil
  ) -> Stimulus { of(.dismissNotification, app, .text(identifier)) }
  /// The user clears all notifications of all apps.
  public static var clearNotifications: Stimulus { of(.clearNotifications) }
  /// A quick action of the app's icon.
  public static func quickAction(_ app: AppIdentifier, _ type: String) -> Stimulus {
    of(.quickAction, app, .string(type))
  }
  /// Opens another window of the app.
  public static func newWindow(_ app: AppIdentifier) -> Stimulus { of(.newWindow, app) }
  /// Closes a window of the app for good, by number.
  public static func closeWindow(_ app: AppIdentifier, _ window: Int) -> Stimulus {
    of(.closeWindow, app, .integer(Int64(window)))
  }
  /// The system frees a scene in the background, by its window's number.
  public static func disconnectScene(_ app: AppIdentifier, _ window: Int) -> Stimulus {
    of(.disconnectScene, app, .integer(Int64(window)))
  }
  /// Shows the app beside the one in front.
  public static func splitView(_ app: AppIdentifier) -> Stimulus { of(.splitView, app) }
  /// Shows the app over those on the screen.
  public static func slideOver(_ app: AppIdentifier) -> Stimulus { of(.slideOver, app) }
  /// Puts the app on the stage.
  public static func stage(_ app: AppIdentifier) -> Stimulus { of(.stage, app) }
  /// Takes the app off the stage.
  public static func unstage(_ app: AppIdentifier) -> Stimulus { of(.unstage, app) }
  /// Drags the divider of Split View.
  public static var dragDivider: Stimulus { of(.dragDivider) }
  /// Releases the divider; an app that was dragged off the screen leaves it.
  public static func releaseDivider(closing app: AppIdentifier?) -> Stimulus {
    of(.releaseDivider, app)
  }
  /// Turns the device.
  public static func rotate(_ orientation: Orientation) -> Stimulus {
    of(.rotate, nil, .symbol(orientation.rawValue))
  }
  /// Puts a new version of the app on the device; its disk stays.
  public static func update(_ app: AppIdentifier) -> Stimulus { of(.update, app) }
  /// Takes the app off the device; its disk stays, and its icon brings it back.
  public static func offload(_ app: AppIdentifier) -> Stimulus { of(.offload, app) }
  /// The system starts the app's process ahead of its launch.
  public static func prewarm(_ app: AppIdentifier) -> Stimulus { of(.prewarm, app) }
  /// Switches the device off and on again.
  public static var reboot: Stimulus { of(.reboot) }
  /// Switches the device off.
  public static var shutDown: Stimulus { of(.shutDown) }
  /// Switches the device on.
  public static var powerOn: Stimulus { of(.powerOn) }

  // The world around the device

  /// A remote notification arrives.
  public static func push(
    _ app: AppIdentifier, payload: ScriptValue, type: PushType
  ) -> Stimulus { of(.push, app, payload, .symbol(type.rawValue)) }
  /// The system finds an opportunity for the app to fetch.
  public static func fetch(_ app: AppIdentifier) -> Stimulus { of(.fetch, app) }
  /// The system runs a request of the background task scheduler.
  public static func runBackgroundTask(_ app: AppIdentifier, identifier: String) -> Stimulus {
    of(.runBackgroundTask, app, .string(identifier))
  }
  /// The user ends a task that continues in the background.
  public static func cancelBackgroundTask(_ app: AppIdentifier, identifier: String) -> Stimulus {
    of(.cancelBackgroundTask, app, .string(identifier))
  }
  /// The device moves, for this app.
  public static func locate(_ app: AppIdentifier, _ movement: Movement) -> Stimulus {
    switch movement {
    case .to(let place): of(.locate, app, .double(place.latitude), .double(place.longitude), .nil)
    case .by(let metres): of(.locate, app, .nil, .nil, .double(metres))
    }
  }
  /// The device comes into a region, or leaves it.
  public static func crossRegion(
    _ app: AppIdentifier, name: String, isEntry: Bool
  ) -> Stimulus { of(isEntry ? .enterRegion : .exitRegion, app, .string(name)) }
  /// The user stays at a place.
  public static func visit(_ app: AppIdentifier, name: String) -> Stimulus {
    of(.visit, app, .string(name))
  }
  /// A Bluetooth accessory sends something to the app.
  public static func bluetoothEvent(_ app: AppIdentifier, peripheral: String) -> Stimulus {
    of(.bluetoothEvent, app, .string(peripheral))
  }
  /// An intent of the app is carried out.
  public static func performIntent(
    _ app: AppIdentifier, _ name: String, parameters: ScriptValue? = nil
  ) -> Stimulus { of(.performIntent, app, .string(name), parameters ?? .nil) }
  /// New health data is there for the app.
  public static func healthUpdate(_ app: AppIdentifier, type: String) -> Stimulus {
    of(.healthUpdate, app, .string(type))
  }
  /// The app on the user's watch sends a message.
  public static func watchMessage(_ app: AppIdentifier, _ message: ScriptValue) -> Stimulus {
    of(.watchMessage, app, message)
  }
  /// The system wakes the app for a reason that nobody names.
  public static func wake(_ app: AppIdentifier) -> Stimulus { of(.wake, app) }
  /// The system warns running apps that memory is short.
  public static var warnMemory: Stimulus { of(.warnMemory) }
  /// Something needs that many bytes of memory.
  public static func pressure(_ bytes: Int64) -> Stimulus { of(.pressure, nil, .integer(bytes)) }
  /// The system ends the process of the app's web view.
  public static func endWebContent(_ app: AppIdentifier) -> Stimulus { of(.endWebContent, app) }
  /// The network goes or comes back.
  public static func network(_ change: NetworkChange) -> Stimulus {
    of(.network, nil, .symbol(change.rawValue))
  }
  /// A transfer of the app ends with an error.
  public static func failTransfer(_ app: AppIdentifier, _ url: String) -> Stimulus {
    of(.failTransfer, app, .string(url))
  }
  /// The user chooses another language.
  public static func changeLanguage(_ language: String) -> Stimulus {
    of(.changeLanguage, nil, .string(language))
  }
  /// A screen or an accessory is connected.
  public static func connect(_ kind: ConnectionKind, name: String) -> Stimulus {
    of(.connect, nil, .symbol(kind.rawValue), .string(name))
  }
  /// A screen or an accessory is disconnected.
  public static func disconnect(_ kind: ConnectionKind, name: String) -> Stimulus {
    of(.disconnect, nil, .symbol(kind.rawValue), .string(name))
  }
  /// The user begins to record the screen.
  public static var startScreenRecording: Stimulus { of(.startScreenRecording) }
  /// The user ends the recording of the screen.
  public static var stopScreenRecording: Stimulus { of(.stopScreenRecording) }
  /// Headphones are plugged in.
  public static var plugInHeadphones: Stimulus { of(.plugInHeadphones) }
  /// The headphones are pulled out.
  public static var unplugHeadphones: Stimulus { of(.unplugHeadphones) }
  /// A tap on a Live Activity of the app.
  public static func touchActivity(_ app: AppIdentifier, _ id: String) -> Stimulus {
    of(.touchActivity, app, .string(id))
  }
  /// A push starts a Live Activity of the app.
  public static func startActivityByPush(_ app: AppIdentifier, _ id: String) -> Stimulus {
    of(.startActivityByPush, app, .string(id))
  }
  /// The user takes a Live Activity of the app off the lock screen.
  public static func stopActivity(_ app: AppIdentifier, _ id: String) -> Stimulus {
    of(.stopActivity, app, .string(id))
  }
  /// The user chooses another locale.
  public static func changeLocale(_ name: String) -> Stimulus {
    of(.changeLocale, nil, .string(name))
  }
  /// The wall clock is set to a local date and time.
  public static func setClock(_ text: String) -> Stimulus { of(.setClock, nil, .string(text)) }
  /// The device reaches another time zone.
  public static func changeTimeZone(_ name: String) -> Stimulus {
    of(.changeTimeZone, nil, .string(name))
  }
  /// The user changes a setting of the device.
  public static func setting(_ change: DeviceSettingChange) -> Stimulus {
    Stimulus(.setting, nil, change.arguments)
  }
  /// The user changes a setting of an app.
  public static func appSetting(_ app: AppIdentifier, _ change: AppSettingChange) -> Stimulus {
    Stimulus(.appSetting, app, change.arguments)
  }
  /// The condition of the device changes.
  public static func condition(_ change: ConditionChange) -> Stimulus {
    Stimulus(.condition, nil, change.arguments)
  }
}

/// How a stimulus went.
public enum StimulusOutcome: Hashable, Sendable {
  /// It was carried out.
  case done
  /// The state did not allow it; the record of that index says why.
  case refused(record: Int)
}
