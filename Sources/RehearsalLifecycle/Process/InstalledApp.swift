// What a device knows of an app before any of its code runs, and what is left of its lives.

import RehearsalValues

/// An app as it is installed: name, Info.plist and controls.
package struct AppDescription: Hashable, Sendable {
  /// The app's name, unique on a device.
  package var name: String
  /// The name of the app that it is an extension of; nil for an app (R179).
  package var containingApp: String?
  /// The labels of the app's controls; a control's number is its position here.
  package var controls: [String]
  /// The entries of the Info.plist.
  package var info: [InfoKey: ScriptValue]
  /// Whether the app declares scenes, which systems before iOS 13 do not know.
  package var declaresScenes: Bool
  /// Whether its scenes, if it declares any, have the role of a car's screen (R159).
  package var hasCarRole: Bool
  /// The intents that the app has code for; nil if only its code knows.
  package var intents: Set<String>?
  /// Whether the app has code that runs before its application object exists.
  package var hasMain: Bool
  /// Whether the app has code that registers it for remote notifications (R145).
  package var registersForPushes: Bool
  /// The delegates that the app's code sets itself; it has the others from the start (R192).
  package var lateDelegates: DelegateSet

  /// Makes a description.
  package init(
    name: String, containingApp: String? = nil, controls: [String] = [],
    info: [InfoKey: ScriptValue] = [:],
    declaresScenes: Bool = false, hasCarRole: Bool = false, intents: Set<String>? = nil,
    hasMain: Bool = false, registersForPushes: Bool = false, lateDelegates: DelegateSet = []
  ) {
    self.name = name
    self.containingApp = containingApp
    self.controls = controls
    self.info = info
    self.declaresScenes = declaresScenes
    self.hasCarRole = hasCarRole
    self.intents = intents
    self.hasMain = hasMain
    self.registersForPushes = registersForPushes
    self.lateDelegates = lateDelegates
  }

  /// Whether an entry of the Info.plist is true.
  func isTrue(_ key: InfoKey) -> Bool { info[key] == .boolean(true) }

  /// The texts of an entry of the Info.plist; empty without one.
  package func texts(_ key: InfoKey) -> [String] {
    guard case .list(let elements)? = info[key] else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Whether the app asks for its scenes' sessions to be destroyed then.
  func destroysScenes(_ condition: SceneDestruction) -> Bool {
    switch info[.destruction] {
    case .symbol(let name): name == condition.rawValue
    case .list(let names): names.contains(.symbol(condition.rawValue))
    default: false
    }
  }

  /// Whether the app declares a background mode (R135).
  func hasBackgroundMode(_ mode: BackgroundMode) -> Bool {
    guard case .list(let modes)? = info[.backgroundModes] else { return false }
    return modes.contains(.symbol(mode.rawValue))
  }

  /// The version of the SDK that the app was built with; nil for the system's own.
  var sdk: SystemVersion? { info[.sdk].flatMap { SystemVersion.written(as: $0) } }
}

/// A key of an app's `info` block, the Info.plist.
public enum InfoKey: String, CaseIterable, Hashable, Sendable {
  case backgroundModes, exitsOnSuspend, sdk, urlSchemes, associatedDomains, memory
  case backgroundTaskIdentifiers, multipleScenes, mainStoryboard, requiresFullScreen
  case activityTypes, openingIntents, healthTypes, autoPictureInPicture, accessorySetup
  case destruction

  /// What the key means, in one sentence.
  package var help: String {
    switch self {
    case .backgroundModes: "The background modes that the app declares, a list of symbols."
    case .exitsOnSuspend: "Whether the app ends instead of going to the background."
    case .sdk: "The SDK that the app was built with."
    case .urlSchemes: "The URL schemes that open the app."
    case .associatedDomains: "The domains whose links open the app."
    case .memory: "The memory that the app uses when it runs, in bytes."
    case .backgroundTaskIdentifiers: "The identifiers of scheduled background tasks."
    case .multipleScenes: "Whether the app may have several windows."
    case .mainStoryboard: "The name of the storyboard that is loaded at launch."
    case .requiresFullScreen: "Whether the app refuses to share the screen."
    case .activityTypes: "The types of user activities that the app continues."
    case .openingIntents: "The names of the intents that open the app."
    case .healthTypes: "The types of health data that the app may read."
    case .autoPictureInPicture: "Whether Home starts Picture in Picture with a playing video."
    case .accessorySetup: "Whether the app sets its accessories up by the system's picker."
    case .destruction: "When the sessions of the app's scenes are destroyed, a list of symbols."
    }
  }
}

/// When the session of a scene is destroyed that is else kept (R176).
package enum SceneDestruction: String, CaseIterable, Hashable, Sendable {
  /// The system disconnects the scene.
  case onDisconnect
  /// The user swipes the app away.
  case onDismiss
}

/// A background mode of the Info.plist (R135).
package enum BackgroundMode: String, CaseIterable, Hashable, Sendable {
  case audio, location, voip, fetch, remoteNotification, externalAccessory, bluetoothCentral
  case bluetoothPeripheral, newsstandContent, processing, nearbyInteraction
  case networkAuthentication, pushToTalk
}

/// Names an app of a device by the order of its declaration; it outlives every process.
public struct AppIdentifier: Hashable, Sendable {
  /// The position among the device's apps, from 0.
  package let index: Int32

  init(_ position: Int) {
    index = Int32(truncatingIfNeeded: position)
  }

  var position: Int { Int(index) }
}

/// Names one process: an app and which of its lives it is.
package struct ProcessIdentifier: Hashable, Sendable {
  /// The app that runs in the process.
  package let app: AppIdentifier
  /// Which life of the app it is on this device, from 1.
  package let incarnation: Int32
}

/// An app on a device, installed or not.
struct InstalledApp: Sendable {
  /// A description that never changes, shared by all copies of a device.
  private final class SharedDescription: Sendable {
    let content: AppDescription
    init(_ content: AppDescription) { self.content = content }
  }

  private var shared: SharedDescription
  /// The messages that the code of its next process implements.
  private(set) var handledMessages: MessageSet
  private(set) var isInstalled = true
  /// Whether it is not on the device, and its data is (R175).
  private(set) var isOffloaded = false
  /// The app that it is an extension of, where that is on the device; nil for an app (R179).
  private(set) var container: AppIdentifier?
  /// The living process; nil without one.
  var process: CopyOnWriteBox<Process>?
  /// How many processes the app has had.
  private(set) var incarnations: Int32 = 0
  /// How the last process ended; nil before one has.
  private(set) var lastExit: ProcessExit?

  init(_ description: AppDescription, handling handled: MessageSet) {
    shared = SharedDescription(description)
    handledMessages = handled
  }

  var description: AppDescription { shared.content }
  /// The app's name.
  var name: String { shared.content.name }

  mutating func replaceDescription(
    _ description: AppDescription, handling handled: MessageSet
  ) {
    shared = SharedDescription(description)
    handledMessages = handled
  }

  /// Whether it is an extension, which has no icon and is only woken (R179).
  var isExtension: Bool { description.containingApp != nil }

  mutating func setContainer(_ app: AppIdentifier?) { container = app }

  mutating func setInstalled(_ isInstalled: Bool) {
    self.isInstalled = isInstalled
    isOffloaded = false
  }

  mutating func offload() { isOffloaded = true }

  /// Counts a new process and gives its identifier; an app that was offloaded is back with it.
  mutating func beginLife(of app: AppIdentifier) -> ProcessIdentifier {
    incarnations &+= 1
    isOffloaded = false
    return ProcessIdentifier(app: app, incarnation: incarnations)
  }

  /// Whether the process of that life is the living one.
  @inline(__always)
  func isAlive(incarnation: Int32) -> Bool { incarnations == incarnation && process != nil }

  mutating func endLife(_ exit: ProcessExit) { lastExit = exit }
}
