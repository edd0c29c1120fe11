// One thing that happened: who, what, when, what the app could read then, which rule says so, and
// which earlier record led to it. A record is typed through and through; its words are made outside.

import RehearsalValues

/// The record that led to something: a token that the device passes on and never looks into.
struct Cause: Sendable {
  /// The record's index in the history.
  let index: Int

  init(_ index: Int) { self.index = index }
}

/// The kinds of records.
public enum RecordKind: String, CaseIterable, Hashable, Sendable {
  case message, notification, state, snapshot, assertion, action, advice, log, exit, refusal
  /// What the user or the system did: the root of all causes.
  case stimulus
  /// What the device did by itself: the other root of causes.
  case event
  /// A closure of the app's that was called: a timer's, background work's, a task's.
  case callback
  /// Something was expected and did not come.
  case remark
}

/// What a record is about; the kind and the name follow from it.
public enum RecordSubject: Hashable, Sendable {
  case stimulus(ActionName)
  case message(Message)
  case notification(SystemNotification)
  /// The app came into that state from the other.
  case state(ProcessState, from: ProcessState)
  case snapshot
  case assertion(AssertionEvent)
  /// The action of the control at that position was sent.
  case action(control: Int)
  /// App code sent an action by name.
  case sentAction
  case callback(CallbackKind)
  case advice(Advice)
  case log
  case exit(ExitReason)
  case refusal(RefusalReason)
  /// The wall clock reached midnight, or summer time began or ended.
  case timeChange
  /// Nobody has touched the device, which locks itself.
  case autoLock
  /// Something was expected and did not come.
  case remark(Remark)
}

/// What happened to something that keeps a process running.
public enum AssertionEvent: String, CaseIterable, Hashable, Sendable {
  case taskBegan, taskEnded, taskRefused, timeIsRunningOut
  /// Something else that keeps the process running began or ended.
  case began, ended
  /// The app said that it is done with something.
  case answered
  case callReported, taskSubmitted
  /// A scheduled task had to end and has no expiration handler.
  case taskFailed
  /// A request that waited went with its process.
  case taskCancelled
  /// A transfer of a background session was cancelled by the force quit of its app.
  case transferCancelled
  /// The playback ended because the app may not play in the background.
  case audioStopped
  /// A resource was acquired or released, or the system took it.
  case acquired, released, lost
  /// The time of the keep-alive handler has come.
  case keepAlive
  /// A local notification was scheduled, or is shown.
  case notificationScheduled, notificationShown
  /// The app asked the system for one of its sheets.
  case sheetRequested
  /// A Live Activity began, got something else to show, or ended.
  case activityStarted, activityUpdated, activityEnded
  /// The progress of a continued task has stood still for too long.
  case progressStands
  /// A request or a web socket lost its connection while its process was suspended.
  case connectionLost
  /// The app began to record sound, or ended it.
  case recordingBegan, recordingEnded
}

/// Which kind of closure was called.
public enum CallbackKind: String, CaseIterable, Hashable, Sendable {
  case timer, backgroundWork, expirationHandler, displayLink, answer, keepAlive
}

/// What a record adds to its subject.
package enum RecordDetails: Hashable, Sendable {
  case none
  /// A text of the app's or of the script's own: a log's line, a label, the name of a task.
  case text(String)
  /// Why a process was launched.
  case launch(LaunchReason)
  /// What keeps a process running.
  case assertion(AssertionKind)
  /// The running time that is left, of an assertion or, without one, of the background tasks.
  case timeLeft(TimeSpan, of: AssertionKind?)
  /// The message that was answered.
  case answer(Message)
  /// A background task that was not granted; a late one was begun at the very end of the way to the
  /// background.
  case task(String, isLate: Bool)
  /// Hardware or shared data.
  case resource(ResourceKind, name: String)
  /// How a process ended, by which rule it was told before, and its exit code.
  case end(ExitCircumstance, ExitNotice?, code: Int64?)
  /// What only the moment knows of a refusal.
  case refusal(RefusalCircumstance)
  /// Why a verb reached no app.
  case unreached(Unreached)
  /// A request of the task scheduler, by its identifier, of the app of a name.
  case request(String, of: String)
}

extension RecordDetails {
  /// The bytes of its texts that a script chooses, and can choose as long as it likes.
  fileprivate var textBytes: Int {
    switch self {
    case .text(let text), .task(let text, _), .resource(_, let text): text.utf8.count
    case .end(let circumstance, _, _): circumstance.textBytes
    case .refusal(.forceQuit(let app, _)): app.utf8.count
    case .refusal(.windows(let numbers, _)): numbers.count * 8
    case .unreached(let unreached): unreached.textBytes
    case .request(let identifier, let app): identifier.utf8.count + app.utf8.count
    case .none, .launch, .assertion, .timeLeft, .answer, .refusal: 0
    }
  }
}

extension ExitCircumstance {
  fileprivate var textBytes: Int {
    switch self {
    case .crash(let text), .languageChanged(let text), .unregisteredTask(let text):
      text.utf8.count
    case .tasksNotEnded(let names): names.reduce(0) { $0 + $1.utf8.count }
    default: 0
    }
  }
}

/// One record of what happened on a device.
public struct Record: Hashable, Sendable {
  /// Its number on this device, from 0; it stays the same when older records are dropped.
  public let index: Int
  /// When it happened.
  public let time: VirtualTime
  /// The app it is about; nil when it is about the device.
  public let app: AppIdentifier?
  /// Which life of the app, from 1; 0 when there was no process.
  public let incarnation: Int32
  /// The bytes of its texts and arguments.
  ///
  /// Stored, since adding many up would copy each.
  private let clampedTextBytes: Int32
  /// The scene it is about; nil when it is about the app or the device.
  package let scene: SceneIdentifier?
  /// What it is about.
  public let subject: RecordSubject
  /// What the app could read of its state then; nil without a process.
  public let state: ApplicationState?
  /// Whether the app had a handler, or observed the notification; nil where that is no question.
  public let handled: Bool?
  /// The rule that says so.
  public let rule: RuleNumber?
  /// The index of the record that led to this one; nil for a stimulus.
  public let cause: Int?
  /// What the message or the stimulus carried.
  public let arguments: [ScriptValue]
  /// What else there is to say, typed.
  package let details: RecordDetails

  /// The bytes of texts and arguments that make a record count as one more.
  static var bytesOfARecord: Int { 512 }

  init(
    index: Int, time: VirtualTime, app: AppIdentifier?, incarnation: Int32, scene: SceneIdentifier?,
    subject: RecordSubject, state: ApplicationState?, handled: Bool?, rule: RuleNumber?,
    cause: Int?, arguments: [ScriptValue], details: RecordDetails
  ) {
    self.index = index
    self.time = time
    self.app = app
    self.incarnation = incarnation
    self.scene = scene
    self.subject = subject
    self.state = state
    self.handled = handled
    self.rule = rule
    self.cause = cause
    self.arguments = arguments
    self.details = details
    var bytes = details.textBytes
    for argument in arguments { bytes += argument.byteCount }
    clampedTextBytes = Int32(clamping: bytes)
  }

  /// The bytes of its texts and arguments.
  package var textBytes: Int { Int(clampedTextBytes) }

  /// The room that it takes, in records of ordinary size.
  package var room: Int { 1 + textBytes / Self.bytesOfARecord }

  /// The record's kind.
  public var kind: RecordKind {
    switch subject {
    case .stimulus: .stimulus
    case .message: .message
    case .notification: .notification
    case .state: .state
    case .snapshot: .snapshot
    case .assertion: .assertion
    case .action, .sentAction: .action
    case .callback: .callback
    case .advice: .advice
    case .log: .log
    case .exit: .exit
    case .refusal: .refusal
    case .timeChange, .autoLock: .event
    case .remark: .remark
    }
  }

  /// The code of an end, where it has one.
  package var exitCode: Int64? {
    if case .end(_, _, let code) = details { code } else { nil }
  }

  /// Whether a refusal is that of an opportunity, which is part of the play; nil for other records.
  public var declined: Bool? {
    if case .refusal(let reason) = subject { reason.isDeclined } else { nil }
  }

  /// The record's name, as a script's symbol without the dot.
  public var name: String {
    switch subject {
    case .stimulus(let name): name.name
    case .message(let message): message.name
    case .notification(let notification): notification.rawValue
    case .state(let state, _): state.rawValue
    case .snapshot: "snapshot"
    case .assertion(let event): event.rawValue
    case .action, .sentAction: "sendAction"
    case .callback(let kind): kind.rawValue
    case .advice(let advice): advice.rawValue
    case .log: "log"
    case .exit(let reason): reason.rawValue
    case .refusal(let refusal): refusal.rawValue
    case .timeChange: "timeChange"
    case .autoLock: "autoLock"
    case .remark(let remark): remark.rawValue
    }
  }

  /// Every name that a record can have, each once.
  package static let names: [String] = {
    let tables: [[String]] = [
      Message.allCases.map(\.name), ActionTable.actions.map(\.name),
      SystemNotification.allCases.map(\.rawValue), ProcessState.allCases.map(\.rawValue),
      ExitReason.allCases.map(\.rawValue), AssertionEvent.allCases.map(\.rawValue),
      Advice.allCases.map(\.rawValue), RefusalReason.allCases.map(\.rawValue),
      CallbackKind.allCases.map(\.rawValue), Remark.allCases.map(\.rawValue),
      ["snapshot", "sendAction", "log", "timeChange", "autoLock", "exit"],
    ]
    let names = tables.flatMap(\.self)
    var known = Set<String>(minimumCapacity: names.count)
    return names.filter { known.insert($0).inserted }
  }()
}
