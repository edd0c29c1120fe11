// What keeps a process running in the background besides its background tasks: an occasion that it
// was woken for, or a background mode that it is using.

/// Why a process keeps running in the background.
package enum AssertionKind: Hashable, Sendable {
  /// A background task of the app's own.
  case backgroundTask
  /// An occasion that it was woken for.
  case wakeUp(WakeUpKind)
  /// It plays audio (R136).
  case audio
  /// It gets location updates (R137).
  case location

  /// The kind as scripts and records name it.
  package var name: String {
    switch self {
    case .backgroundTask: "backgroundTask"
    case .wakeUp(let kind): kind.rawValue
    case .audio: "audio"
    case .location: "location"
    }
  }

  /// The rule that it keeps the process running under, and ends under.
  var rule: RuleNumber {
    switch self {
    case .backgroundTask: .R083
    case .wakeUp(let kind): kind.rule
    case .audio: .R136
    case .location: .R137
    }
  }
}

/// Names an assertion of a process.
struct AssertionIdentifier: SlotIdentifier {
  let slot: UInt32
  let serial: UInt32
}

/// One reason why a process keeps running.
struct RunningAssertion: SlotElement {
  let kind: AssertionKind
  let began: VirtualTime
  /// The running time that it grants; nil without a bound.
  let allowance: TimeSpan?
  /// The record of its beginning.
  let record: Int
  /// The warning before the allowance is over; nil without one, and after it.
  var warning: EventIdentifier?
  /// The end: the kill of a process that has to answer, else the end of the time.
  var end: EventIdentifier?
  var isWarned = false
  /// What is called when the time runs out, for a scheduled task.
  var expiration: CallbackIdentifier?
}

/// Names the handle by which an app says that it is done with something.
public struct CompletionIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let slot: UInt32
  /// Its number among the completions of the process, from 1.
  package let serial: UInt32

  /// Makes the identifier of a slot and its holder's serial number.
  package init(slot: UInt32, serial: UInt32) {
    self.slot = slot
    self.serial = serial
  }
}

/// What an app still has to say that it is done with.
struct Completion: SlotElement {
  let message: Message
  /// What it keeps running; nil where nothing depends on the answer.
  let assertion: AssertionIdentifier?
  /// What the app was woken for; nil where it was not.
  let kind: WakeUpKind?
  /// The identifier of the scheduled task, for one of those.
  var task: String?
}
