// The words of scripts, put together from the tables of this folder and of the device: what the
// compiler checks against, and which row the number of a called function stands for. Words are
// never listed twice: what the device has a table for comes from there.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalValues

/// All words that scripts can use.
package enum Vocabulary {
  /// A function of the vocabulary.
  enum Word: Sendable {
    /// A verb of the user or the system, which acts on the device.
    case action(Action)
    /// Another function of the outside.
    case scenario(ScenarioVerb)
    /// A function of app code.
    case app(AppCall)
    /// A function that both sides have.
    case neutral(NeutralFunction)

    var definition: HostFunction {
      switch self {
      case .action(let action): action.definition
      case .scenario(let verb): verb.definition
      case .app(let call): call.definition
      case .neutral(let function): function.definition
      }
    }

    /// The versions that have the function.
    var versions: SystemVersionRange {
      switch self {
      case .action(let action): action.versions
      case .app(let call): call.versions
      case .scenario, .neutral: .all
      }
    }
  }

  /// The functions by their number in the host interface.
  static let words: [Word] = [
    actions(.user), ScenarioVerb.time.map { .scenario($0) }, AppCall.work.map { .app($0) },
    NeutralFunction.allCases.map { .neutral($0) }, actions(.system),
    ScenarioVerb.looking.map { .scenario($0) }, AppCall.services.map { .app($0) },
    actions(.screen), AppCall.interface.map { .app($0) }, AppCall.notifications.map { .app($0) },
  ].flatMap(\.self)

  /// The functions as the code of apps meets them, by the same numbers.
  static let appWords: [AppWord] = words.map { word in
    switch word {
    case .app(let call): .call(call)
    case .neutral(let function): .neutral(function)
    case .action, .scenario: .outside(word.definition.plainName)
    }
  }

  /// The verbs of a chapter of the table of actions.
  private static func actions(_ chapter: ActionTable.Chapter) -> [Word] {
    ActionTable.actions(of: chapter).filter(\.isVerb).map { .action($0) }
  }

  /// Since when a function is there, for people; empty for always.
  @Sendable private static func availability(of function: String) -> String {
    let versions = words.first { $0.definition.name == function }?.versions ?? .all
    return versions == .all ? "" : "\(versions)"
  }

  /// The words as the compiler takes them.
  package static let interface: HostInterface = {
    var host = HostInterface()
    host.functions = words.map { NamedThing.noting($0.definition) }
    host.availability = availability
    host.objects = objects
    host.kinds = HandleKind.allCases.map(\.definition)
    host.groups = groups
    host.unitKind = HandleKind.app.rawValue
    host.objectKind = HandleKind.object.rawValue
    host.functionKind = HandleKind.appFunction.rawValue
    host.symbolAboveDurations = "unlimited"
    host.symbolsByFunction = [ActionName.prewarm.name: [ProcessState.prewarmed.rawValue]]
    host.handlers = Message.allCases.map(handler) + otherHandlers
    let profileKeys = ProfileKey.allCases.map(setting)
    host.deviceKeys = profileKeys + ScenarioKey.settingsOfFile
    host.scenarioKeys = profileKeys + ScenarioKey.settings
    host.explorationKeys = ExplorationKey.settings
    host.choiceFunctions = (NeutralFunction.choose.definition.name, ScenarioVerb.steer.name)
    host.infoKeys = InfoKey.allCases.map(setting)
    host.maps = ScriptMap.allCases.map(\.definition)
    host.namedNumbers = ExitCode.named
    host.endWords = EndWords(
      end: "exit", reason: "reason", state: "state", ended: ProcessState.notRunning.rawValue)
    host.otherNames = otherNames
    host.advice = { NeighbouringTools.advice[$0] }
    host.relatedAdvice = { NeighbouringTools.related(to: $0) }
    host.handlerAdvice = { NeighbouringTools.handlerAdvice[$0] }
    host.memberAdvice = { NeighbouringTools.memberAdvice[$0] }
    host.prelude = HostPrelude.code
    host.preludeFunctions = HostPrelude.functions
    return host
  }()

  /// What scripts write as apps, scenes and views.
  private static let groups: HostGroups = {
    var groups = HostGroups()
    groups.unit = HostNoun("an", "app")
    groups.instance = HostNoun("a", "scene")
    groups.instanceKinds = SceneRole.allCases.map(\.rawValue)
    groups.handlers = HostNoun("a", "view")
    groups.outside = "the user and the system"
    groups.outsidePossessive = "the user's and the system's"
    groups.targets = [("application", .unit), ("scene", .instance)]
    return groups
  }()

  private static let objects = [
    HostObject("device", side: .outside, handle: HandleKind.device.handle()),
    HostObject("settings", side: .outside, handle: HandleKind.settings.handle()),
    HostObject("application", side: .inside, handle: HandleKind.application.handle()),
    HostObject("disk", side: .inside, handle: HandleKind.disk.handle()),
    HostObject("preferences", side: .inside, handle: HandleKind.preferences.handle()),
    HostObject("caches", side: .inside, handle: HandleKind.caches.handle()),
    HostObject("protectedDisk", side: .inside, handle: HandleKind.protectedDisk.handle()),
    HostObject("keychain", side: .inside, handle: HandleKind.keychain.handle()),
    HostObject("processInfo", side: .inside, handle: HandleKind.processInfo.handle()),
    HostObject("screen", side: .inside, handle: HandleKind.screen.handle()),
  ]

  /// What other tools call functions of this vocabulary.
  private static let otherNames = [
    "tap": "touch", "click": "touch", "start": "launch", "kill": "forceQuit",
    "swipeAway": "forceQuit", "ring": "interrupt", "notify": "push", "evict": "purge",
    "restart": "reboot", "println": "print", "echo": "print", "NSLog": "log",
    "schedule": "after", "abort": "fatalError",
  ]

  // MARK: - Handlers

  private static func handler(_ message: Message) -> HostHandler {
    let row = message.definition
    var returnsBool = false
    if case .bool = row.result { returnsBool = true }
    var handler = HostHandler(
      row.handler, group: row.receiver.group, parameters: row.parameters,
      hasSelector: message == .backgroundTask || message == .intent, returnsBool: returnsBool,
      otherNames: { otherNames(of: row) })
    handler.instanceKind = row.role?.rawValue
    handler.ignoresResult = row.result == .nothing
    if row.parameters.isEmpty {
      handler.unusedParameterCount = row.selector.utf8.count { $0 == UInt8(ascii: ":") }
    }
    handler.given = ScriptMap.given(by: message)
    handler.completionSymbols = ScriptMap.taken(byCompletionOf: message)
    return handler
  }

  /// What people write for a handler: the selector's words, and the name with a prefix.
  private static func otherNames(of row: MessageDefinition) -> [String] {
    let words = row.selector.split { "(:)_".contains($0) }.map(String.init)
    let capitalized = row.handler.prefix(1).uppercased() + row.handler.dropFirst()
    let prefix: String? =
      switch row.receiver {
      case .application: "application"
      case .scene: "scene"
      case .view: nil
      }
    return words.filter { $0 != row.handler && $0 != "application" }
      + (prefix.map { [$0 + capitalized] } ?? [])
  }

  /// The handlers of what is no message: the code before the application object, and observers.
  private static let otherHandlers = [main, observer]

  private static let main: HostHandler = {
    var handler = HostHandler("main")
    handler.precedesInitialValues = true
    return handler
  }()

  private static let observer: HostHandler = {
    var handler = HostHandler(
      "notification", parameters: ["info"], hasSelector: true,
      selectorSymbols: SystemNotification.allCases.map(\.rawValue))
    handler.given = ["info": .map(.notificationInfo)]
    handler.ignoresResult = true
    return handler
  }()

  // MARK: - Keys

  private static func setting(_ key: ProfileKey) -> HostSetting {
    switch key {
    case .evidence:
      HostSetting(key.rawValue, reads: [], .symbol(Evidence.self), summary: key.help)
    case .quirks:
      HostSetting(key.rawValue, reads: [], .symbol(Quirk.self), summary: key.help)
    case .model:
      HostSetting(
        key.rawValue, reads: [], usually: ModelFamily.allCases.map(\.rawValue), summary: key.help)
    case .os, .memory, .extensionMemory, .passcode, .multitasking, .debugger, .simulator,
      .budgets, .seed,
      .date, .timeZone, .locale, .autoLock:
      HostSetting(key.rawValue, reads: [], summary: key.help)
    }
  }

  private static func setting(_ key: InfoKey) -> HostSetting {
    switch key {
    case .backgroundModes:
      HostSetting(key.rawValue, reads: [], .list(.symbol(BackgroundMode.self)), summary: key.help)
    case .destruction:
      HostSetting(key.rawValue, reads: [], .symbol(SceneDestruction.self), summary: key.help)
    case .memory, .urlSchemes, .backgroundTaskIdentifiers, .exitsOnSuspend, .sdk,
      .associatedDomains, .multipleScenes, .mainStoryboard, .requiresFullScreen,
      .activityTypes, .openingIntents, .healthTypes, .autoPictureInPicture, .accessorySetup:
      HostSetting(key.rawValue, reads: [], summary: key.help)
    }
  }
}
