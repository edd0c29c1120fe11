// The kinds of handles by which values name what belongs to a device: the one numbering that the
// device, app code and the host share. What a number means the kind says.

import RehearsalValues

/// A kind of handles.
package enum HandleKind: UInt8, CaseIterable, Sendable {
  /// An app, by its number in the program.
  case app
  /// A timer of the process that holds it, by the identifier's raw value.
  case timer
  /// A background task of the process that holds it, by the identifier's raw value.
  case backgroundTask
  /// Work beside the main thread of the process that holds it, by the identifier's raw value.
  case backgroundWork
  /// The device; always 0.
  case device
  /// The device's settings; always 0.
  case settings
  /// The application object of the process that asks; always 0.
  case application
  /// Storage, from outside by the app's number; inside it is the app's own and the number 0.
  case disk, preferences, caches
  /// A function that came out of an app, which nobody outside can call; its number only tells
  /// such functions apart.
  case appFunction
  /// The settings of an app, by its number in the program.
  case appSettings
  /// What an app calls when it is done with a message, by the identifier's raw value.
  case completion
  /// A task of the background task scheduler, by its completion's raw value.
  case scheduledTask
  /// A transfer of a background URL session, by the identifier's raw value.
  case transfer
  /// Hardware or shared data that the process holds, by the identifier's raw value.
  case resource
  /// A scene of the process that holds it, by its number.
  case scene
  /// A scene session of the app, by its number.
  case sceneSession
  /// A display link of the process that holds it, by the identifier's raw value.
  case displayLink
  /// What the state of the interface is saved to; always 0.
  case coder
  /// An object of the embedding program, by the machine's number of it.
  case object
  /// Files that are open only while the device is unlocked, as the storage above.
  case protectedDisk
  /// A call that the process reported, by the identifier's raw value.
  case call
  /// What a process can read of itself and of the system; always 0.
  case processInfo
  /// The screen that shows the process; always 0.
  case screen
  /// What shows a scene's templates on a car's screen; always 0.
  case interfaceController
  /// Secrets that outlive the installation, as the storage above.
  case keychain

  /// The storage that the kind stands for.
  package var storagePlace: StoragePlace? {
    switch self {
    case .disk: .disk
    case .preferences: .preferences
    case .caches: .caches
    case .coder: .restoration
    case .protectedDisk: .protectedDisk
    case .keychain: .keychain
    default: nil
    }
  }

  /// The handle of a number.
  package func handle(_ number: UInt64 = 0) -> Handle { Handle(kind: rawValue, number: number) }

  /// A value that names what a slot identifier names.
  func value(_ identifier: some SlotIdentifier) -> ScriptValue {
    .handle(handle(identifier.rawValue))
  }
}

extension Handle {
  /// The kind, if it is one of a device's.
  package var handleKind: HandleKind? { HandleKind(rawValue: kind) }
}

extension SceneSessionIdentifier {
  /// The session whose handle has that number.
  package init(_ number: UInt64) { self.init(number: Int32(truncatingIfNeeded: number)) }

  /// What code holds the session by.
  package var handle: Handle { HandleKind.sceneSession.handle(UInt64(UInt32(bitPattern: number))) }
}

extension SceneIdentifier {
  /// What code holds the scene by.
  package var handle: Handle { HandleKind.scene.handle(UInt64(UInt32(bitPattern: number))) }
}

extension ScriptValue {
  /// A map without entries.
  package static let emptyMap = ScriptValue.map([])

  /// A value that names a scene session.
  static func session(_ session: SceneSessionIdentifier) -> ScriptValue { .handle(session.handle) }

  /// The call that the value stands for; nil for anything else.
  public var call: CallIdentifier? {
    guard case .handle(let handle) = self, handle.handleKind == .call else { return nil }
    return CallIdentifier(rawValue: handle.number)
  }

  /// The scene session that the value stands for; nil for anything else.
  public var sceneSession: SceneSessionIdentifier? {
    guard case .handle(let handle) = self, handle.handleKind == .sceneSession else { return nil }
    return SceneSessionIdentifier(handle.number)
  }

  /// The completion that a message carried; nil for anything else.
  package var completion: CompletionIdentifier? {
    guard case .handle(let handle) = self,
      handle.handleKind == .completion || handle.handleKind == .scheduledTask
    else { return nil }
    return CompletionIdentifier(rawValue: handle.number)
  }

  /// Whether the value, at any depth, is no plain data: what belongs to a process, functions,
  /// ranges and objects of the host cannot be kept or sent.
  ///
  /// - Complexity: O(n) in the number of values
  package var isPlainData: Bool {
    switch self {
    case .nil, .boolean, .integer, .double, .string, .duration, .symbol: true
    case .list(let elements): elements.allSatisfy(\.isPlainData)
    case .map(let entries): entries.allSatisfy { $0.key.isPlainData && $0.value.isPlainData }
    case .range, .function, .handle, .object: false
    }
  }

  /// How many bytes the value counts as where room is limited: its texts, and 16 for each value.
  ///
  /// - Complexity: O(n) in the number of values
  package var byteCount: Int {
    switch self {
    case .string(let text), .symbol(let text): 16 + text.utf8.count
    case .list(let elements): elements.reduce(16) { $0 + $1.byteCount }
    case .map(let entries): entries.reduce(16) { $0 + $1.key.byteCount + $1.value.byteCount }
    default: 16
    }
  }

  /// About how many bytes of the host's memory the value takes, as an element of lists and maps.
  ///
  /// - Complexity: O(n) in the number of values
  package var heldBytes: Int { byteCount * 4 }
}
