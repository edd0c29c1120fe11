// What a process holds of the hardware and of shared data, and what becomes of it in the background
// and at suspension, in one table (R063, R064, R066).

/// Something of the hardware or of shared data.
public enum ResourceKind: String, CaseIterable, Hashable, Sendable {
  case camera, sharedDatabase, fileLock, socket, bonjour, accessory

  /// What becomes of it when the app has come to the background.
  var inBackground: Loss {
    switch self {
    case .camera: .kills(.resourceInBackground, code: nil, .R064)
    case .accessory: .isLost
    case .sharedDatabase, .fileLock, .socket, .bonjour: .isKept
    }
  }

  /// What becomes of it when the app is suspended, on a version.
  func atSuspension(on system: SystemVersion) -> Loss {
    switch self {
    case .sharedDatabase: .kills(.resourceInBackground, code: ExitCode.lockHeld, .R064)
    case .fileLock:
      SystemVersionRange.from(9).contains(system)
        ? .kills(.lockHeld, code: ExitCode.lockHeld, .R066) : .isKept
    case .socket, .bonjour: .isLost
    case .camera, .accessory: .isKept
    }
  }

  /// What becomes of a resource.
  enum Loss: Sendable {
    case isKept, isLost
    /// Holding it ends the process.
    case kills(ExitReason, code: Int64?, RuleNumber)
  }
}

/// Names a resource that a process holds.
package struct ResourceIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let slot: UInt32
  /// Its number among the resources of the process, from 1.
  package let serial: UInt32

  /// Makes the identifier of a slot and its holder's serial number.
  package init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }
}

/// A resource that a process holds.
struct HeldResource: SlotElement {
  let kind: ResourceKind
  let name: String
  /// The record of its acquisition.
  let record: Int
  /// Whether it can be used; false after the system took it.
  var isValid = true
}

/// How an app draws with the graphics processor.
public enum GraphicsInterface: String, CaseIterable, Hashable, Sendable {
  case openGLES, metal
}

/// How a drawing command went.
package enum DrawingResult: String, CaseIterable, Hashable, Sendable {
  case done, notPermitted
}
