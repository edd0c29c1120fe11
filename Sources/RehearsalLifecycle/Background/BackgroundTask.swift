// Background tasks and work on background threads, as a process holds them.

/// Names a background task of a process.
public struct BackgroundTaskIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let slot: UInt32
  /// Its number among the tasks of the process, from 1; 0 for the invalid identifier.
  package let serial: UInt32

  /// Makes the identifier of a slot and its holder's serial number.
  package init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }

  /// What beginning a task gives when running in the background is impossible (R094).
  public static let invalid = BackgroundTaskIdentifier(slot: 0, serial: 0)
}

/// A background task that was begun and not ended.
struct BackgroundTask: SlotElement {
  let name: String
  /// The expiration handler; nil when there is none or when it was called.
  var expiration: CallbackIdentifier?
  let began: VirtualTime
  /// The record of its beginning.
  let record: Int
}

/// One stay in the background: what the clock of the tasks counts from (R088).
struct BackgroundStay: Sendable {
  let since: VirtualTime
  /// The running time that tasks have in this stay.
  let allowance: TimeSpan
  /// The budget that it comes from.
  let budget: Budget

  /// When the running time is over.
  var end: VirtualTime { since.after(allowance) }

  /// The stay after a pause that did not count.
  func moved(by pause: TimeSpan) -> BackgroundStay {
    BackgroundStay(since: since.after(pause), allowance: allowance, budget: budget)
  }
}

/// The events at the end of the tasks' running time.
struct TaskExpiry: Sendable {
  /// The warning; nil after it was given.
  var warning: EventIdentifier?
  /// The end; nil after it, which only a process under a debugger survives.
  var end: EventIdentifier?
}

/// Names a piece of background work of a process.
public struct BackgroundWorkIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let slot: UInt32
  /// Its number among the works of the process, from 1.
  package let serial: UInt32

  /// Makes the identifier of a slot and its holder's serial number.
  package init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }
}

/// What a process does beside its main thread.
package enum BackgroundWorkKind: Hashable, Sendable {
  /// Computing, with a share of one processor between 0 and 1.
  case perform(cpu: Double)
  /// A download inside the process, by its URL.
  case download(url: String)
}

/// Work beside the main thread that goes on while the process runs.
struct BackgroundWork: SlotElement {
  enum Progress: Sendable {
    case running(EventIdentifier, until: VirtualTime)
    /// Held by the app or by suspension.
    case stopped(remaining: TimeSpan)
    /// Done; the callback waits in the queue of the main thread.
    case done
  }

  let kind: BackgroundWorkKind
  let callback: CallbackIdentifier
  /// The record under which it was begun.
  let cause: Int?
  var progress: Progress
  /// Whether the app itself holds it.
  var isHeldByApp = false
}
