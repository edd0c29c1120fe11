// What keeps a process running in the background: background tasks of its own, what it was woken
// for, a background mode that it is using; and what it still has to say that it is done with.

import RehearsalValues

/// Names a background task of a process.
public struct BackgroundTaskIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }

  /// What beginning a task gives when running in the background is impossible (R094).
  public static let invalid = BackgroundTaskIdentifier(SlotPlace(slot: 0, serial: 0))
}

/// A background task that was begun and not ended.
struct BackgroundTask: SlotElement {
  let name: String
  /// The expiration handler; nil when there is none or when it was called.
  var expiration: CallbackIdentifier?
  let began: VirtualTime
  /// The record of its beginning.
  let record: Cause
  /// Whether it was begun since the last `didEnterBackground` began.
  var isNew = true
}

/// One period in the background: what the clock of the tasks counts from (R088).
struct BackgroundPeriod: Sendable {
  let since: VirtualTime
  /// The running time that tasks have in this period.
  let allowance: TimeSpan
  /// The budget that it comes from.
  let budget: Budget

  /// When the running time is over.
  var end: VirtualTime { since.after(allowance) }

  /// The period after a pause that did not count.
  func moved(by pause: TimeSpan) -> BackgroundPeriod {
    BackgroundPeriod(since: since.after(pause), allowance: allowance, budget: budget)
  }
}

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
  /// It has a call under way (R153).
  case call
  /// Its video plays in Picture in Picture (R156).
  case pictureInPicture
  /// Its scene is on a car's screen (R159).
  case carPlay

  /// Every kind.
  package static let all: [AssertionKind] =
    [.backgroundTask, .audio, .location, .call, .pictureInPicture, .carPlay]
    + WakeUpKind.allCases.map { .wakeUp($0) }

  /// The kind as scripts and records name it.
  package var name: String { row.name }

  /// The rule that it keeps the process running under, and ends under.
  package var rule: RuleNumber { row.rule }

  private var row: (name: String, rule: RuleNumber) {
    switch self {
    case .backgroundTask: ("backgroundTask", .R083)
    case .wakeUp(let kind): (kind.rawValue, kind.rule)
    case .audio: ("audio", .R136)
    case .location: ("location", .R137)
    case .call: ("call", .R153)
    case .pictureInPicture: ("pictureInPicture", .R156)
    case .carPlay: ("carPlay", .R159)
    }
  }
}

/// Names an assertion of a process.
struct AssertionIdentifier: SlotIdentifier {
  let place: SlotPlace

  init(_ place: SlotPlace) { self.place = place }
}

/// One reason why a process keeps running.
struct RunningAssertion: SlotElement {
  let kind: AssertionKind
  let began: VirtualTime
  /// The running time that it grants; nil without a bound.
  let allowance: TimeSpan?
  /// The record of its beginning.
  let record: Cause
  /// The warning before the allowance is over; nil without one, and after it.
  var warning: EventIdentifier?
  /// The end: the kill of a process that has to answer, else the end of the time.
  var end: EventIdentifier?
  var isWarned = false
  /// What is called when the time runs out, for a scheduled task.
  var expiration: CallbackIdentifier?
  /// How far a continued task has come, from 0 to 1; nil until it says so.
  var progress: Double?
}

/// Names the handle by which an app says that it is done with something.
public struct CompletionIdentifier: SlotIdentifier {
  /// The place in the process's table.
  package let place: SlotPlace

  /// Makes the identifier of what holds a place.
  package init(_ place: SlotPlace) { self.place = place }
}

/// What an app still has to say that it is done with.
struct Completion: SlotElement {
  let message: Message
  /// What it keeps running; nil where nothing depends on the answer.
  let assertion: AssertionIdentifier?
  /// What the app was woken for; nil where it was not.
  let kind: WakeUpKind?
  /// The identifier of the scheduled task, or the type of the health data; nil for anything else.
  var task: String?
  /// The notification that is shown unless the answer says otherwise; nil for other messages.
  var notification: String?
}

/// A background task as it can be inspected.
package struct BackgroundTaskDescription: Hashable, Sendable {
  /// Which task it is.
  package let identifier: BackgroundTaskIdentifier
  /// The name it was begun with.
  package let name: String
  /// When it was begun.
  package let began: VirtualTime
}

/// Something that keeps a process running, as it can be inspected.
package struct AssertionDescription: Hashable, Sendable {
  /// Why the process keeps running.
  package let kind: AssertionKind
  /// The running time that it grants; nil without a bound.
  package let allowance: TimeSpan?
  /// What is left of it, never negative; nil without a bound.
  package let remaining: TimeSpan?
  /// Whether the system has warned that the time runs out.
  package let isWarned: Bool
}
