// Transfers of background URL sessions (R105, R106). They run outside the app's process, so they
// belong to the installation and go on while the app is suspended or gone.

/// Names a transfer of an app.
package struct TransferIdentifier: SlotIdentifier {
  /// The place in the app's table.
  package let slot: UInt32
  /// Its number among the transfers of the app, from 1.
  package let serial: UInt32

  /// Makes the identifier of a slot and its holder's serial number.
  package init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }
}

/// A transfer that the system does for an app.
struct Transfer: SlotElement {
  enum Progress: Sendable {
    case running(EventIdentifier, until: VirtualTime)
    /// Held by the app.
    case held(remaining: TimeSpan)
    /// Done or failed; the app has not heard of it.
    case done(error: String?)
  }

  let session: String
  let url: String
  /// The closure of the process that began it; useless in any other.
  let callback: CallbackIdentifier
  let process: ProcessIdentifier
  /// The record under which it was begun.
  let cause: Int?
  var progress: Progress

  /// Whether it is over, with or without an error.
  var isDone: Bool { if case .done = progress { true } else { false } }
}
