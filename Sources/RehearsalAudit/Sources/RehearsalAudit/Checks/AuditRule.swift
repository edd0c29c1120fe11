// What an audit finds, one row for each kind: the rules of the lifecycle that it comes from, what is
// said, what to do about it, and how sure it is. Reports, the page and the tests are made from the rows.

import Rehearsal

/// A kind of finding.
package struct AuditRule: Sendable {
  /// How sure a finding is.
  package enum Certainty: String, Sendable {
    /// The sources and declarations alone show it.
    case proved
    /// It depends on what cannot be read here.
    case suspected
  }

  /// The name by which reports give it, and comments silence it.
  package let identifier: String
  /// The rules of the lifecycle that it comes from, the first one first.
  package let rules: [RuleNumber]
  package let certainty: Certainty
  /// What is said; each `{}` stands for a word of the finding.
  package let message: String
  /// What to do about it; each `{}` continues with the words.
  package let remedy: String

  private init(
    _ identifier: String, _ certainty: Certainty, _ rules: [RuleNumber], _ message: String,
    do remedy: String
  ) {
    self.identifier = identifier
    self.certainty = certainty
    self.rules = rules
    self.message = message
    self.remedy = remedy
  }

  package static let all: [AuditRule] = [
    .noSceneManifest, .handlerNeverCalled, .launchOptionsEmpty, .coldLaunchMissed,
    .warmLaunchMissed,
    .handledTwice, .modeMissing, .modeMayBeMissing, .locationModeMissing, .modeWithoutHandler,
    .fetchReplaced,
    .requestNotPermitted, .taskNotListed, .taskRegisteredLate, .scheduledTaskNotCompleted,
    .scheduledTaskMayNotComplete, .backgroundTaskNotEnded, .backgroundTaskMayNotEnd,
    .backgroundTaskNeverEnded, .backgroundTaskNotEndedOnExpiry, .completionNotCalled,
    .completionMayBeMissed, .savesOnlyAtTermination, .protectedDataTakenForAbsent,
    .lockOverSuspension, .timerDoubled, .timerMayDouble, .exitsOnSuspendIgnored,
  ]

  // MARK: Scenes

  static let noSceneManifest = AuditRule(
    "no-scene-manifest", .proved, [.R128],
    "The Info.plist has no UIApplicationSceneManifest: built with the SDK of iOS 27 the app ends at "
      + "launch.",
    do:
      "Add the manifest and a delegate for scenes; `rehearse audit --scenes` shows what moves there."
  )

  static let handlerNeverCalled = AuditRule(
    "handler-never-called", .proved, [.R015, .R023, .R024],
    "`{}` is never called: the app has scenes, which get the message instead.",
    do: "Move what it does to `{}` of the delegate of scenes{}.")

  static let launchOptionsEmpty = AuditRule(
    "launch-options-empty", .proved, [.R017],
    "The launch options have no `{}` in an app with scenes.",
    do: "Read the connection options in `scene(_:willConnectTo:options:)`.")

  static let coldLaunchMissed = AuditRule(
    "cold-way-missed", .proved, [.R024, .R023, .R017],
    "`{}` gets {} only while the app runs; at a cold launch they stand in the connection options, "
      + "and nothing reads them there.",
    do: "Read `connectionOptions.{}` in `scene(_:willConnectTo:options:)`, too.")

  static let warmLaunchMissed = AuditRule(
    "warm-way-missed", .proved, [.R024, .R023, .R020, .R069],
    "`{}` is read at a launch only; {} that come while the app runs are not handled.",
    do: "Handle them in `{}`, too.")

  static let handledTwice = AuditRule(
    "handled-twice", .suspected, [.R020, .R023, .R019],
    "At a cold launch `{}` is read here and comes to `{}` as well, since the launch returns true.",
    do: "Handle it in one of the two, or return false from the launch when it was handled.")

  // MARK: Modes and scheduled tasks

  static let modeMissing = AuditRule(
    "mode-missing", .proved, [.R097, .R141],
    "`{}` is not called in the background: UIBackgroundModes has no `{}`.",
    do: "Add the mode `{}`, or take the code away.")

  static let modeMayBeMissing = AuditRule(
    "mode-may-be-missing", .suspected, [.R098],
    "`{}` is called in the foreground only: UIBackgroundModes has no `remote-notification`.",
    do: "Add the mode, if pushes with new content are to wake the app.")

  static let locationModeMissing = AuditRule(
    "location-mode-missing", .proved, [.R137],
    "allowsBackgroundLocationUpdates is set, which ends an app without the mode `location`.",
    do: "Add `location` to UIBackgroundModes, or do not set it.")

  static let modeWithoutHandler = AuditRule(
    "mode-without-handler", .suspected, [.R097, .R135],
    "The mode `{}` is declared, and nothing in the sources {}.",
    do: "Take the mode away, or implement what it is for.")

  static let fetchReplaced = AuditRule(
    "fetch-replaced", .proved, [.R097],
    "`{}` is never called from iOS 13 on: the Info.plist lists scheduled tasks.",
    do: "Do this work in the handler of a BGAppRefreshTask.")

  static let requestNotPermitted = AuditRule(
    "request-not-permitted", .proved, [.R102],
    "Requests of the kind {} are refused: UIBackgroundModes has no `{}`.",
    do: "Add the mode `{}`.")

  static let taskNotListed = AuditRule(
    "task-not-listed", .proved, [.R101, .R102],
    "“{}” is not among the BGTaskSchedulerPermittedIdentifiers.",
    do: "Add it to the Info.plist; until then it is neither registered nor run.")

  static let taskRegisteredLate = AuditRule(
    "task-registered-late", .proved, [.R101],
    "A scheduled task is registered in `{}`, after the launch: that is an exception.",
    do: "Register it before `application(_:didFinishLaunchingWithOptions:)` returns.")

  static let scheduledTaskNotCompleted = AuditRule(
    "scheduled-task-not-completed", .proved, [.R103],
    "A path {} without `setTaskCompleted`: the task runs out of its time.",
    do: "Call `setTaskCompleted(success:)` on it, too.")

  static let scheduledTaskMayNotComplete = AuditRule(
    "scheduled-task-may-not-complete", .suspected, [.R103],
    "A closure that completes the task {} without `setTaskCompleted`.",
    do: "Call `setTaskCompleted(success: false)` on this path, too.")

  // MARK: Background tasks and completions

  static let backgroundTaskNotEnded = AuditRule(
    "background-task-not-ended", .proved, [.R092, .R083],
    "A path {} without `endBackgroundTask({})`: the app is killed when its time is over.",
    do: "End the task on it, for example with `defer`.")

  static let backgroundTaskMayNotEnd = AuditRule(
    "background-task-may-not-end", .suspected, [.R092, .R083],
    "A closure that ends the task {} without `endBackgroundTask({})`.",
    do: "End the task on this path, too.")

  static let backgroundTaskNeverEnded = AuditRule(
    "background-task-never-ended", .proved, [.R083, .R092],
    "A background task begins here, and no source of the app calls `endBackgroundTask`.",
    do: "End each task when its work is done, and when it expires.")

  static let backgroundTaskNotEndedOnExpiry = AuditRule(
    "background-task-not-ended-on-expiry", .suspected, [.R090, .R091, .R092],
    "{}: work that takes longer than the system allows ends in a kill.",
    do: "End the task in its expiration handler.")

  static let completionNotCalled = AuditRule(
    "completion-not-called", .proved, [.R098, .R097, .R105, .R144, .R141, .R143],
    "A path {} without calling `{}`.",
    do: "Call it on each path, once.")

  static let completionMayBeMissed = AuditRule(
    "completion-may-be-missed", .suspected, [.R098, .R097, .R105, .R144, .R141, .R143],
    "A closure that calls `{}` {} without it.",
    do: "Call it on this path, too.")

  // MARK: Data, locks and timers

  static let savesOnlyAtTermination = AuditRule(
    "saves-only-at-termination", .suspected, [.R074, .R082],
    "`{}` is called when the app is terminated and at no earlier moment; a suspended app is purged "
      + "without that message.",
    do: "Save when the app enters the background.")

  static let protectedDataTakenForAbsent = AuditRule(
    "shut-data-taken-for-absent", .suspected, [.R169, .R166],
    "{} is read at launch; before the first unlock, and for protected items while the device is "
      + "locked, it looks as if it were not there.",
    do: "Ask `isProtectedDataAvailable`, or tell errSecInteractionNotAllowed from a missing item, "
      + "before taking the user for logged out.")

  static let lockOverSuspension = AuditRule(
    "lock-over-suspension", .suspected, [.R066],
    "{}: an app that holds it when it is suspended is killed (0xdead10cc).",
    do: "Hold it only within a background task, or release it when the app enters the background.")

  static let timerDoubled = AuditRule(
    "timer-doubled", .proved, [.R044, .R037],
    "A repeating timer starts each time the app becomes active, and nothing in `{}` stops one.",
    do: "Invalidate it in `{}`.")

  static let timerMayDouble = AuditRule(
    "timer-may-double", .suspected, [.R044, .R037],
    "A repeating timer starts each time the app becomes active, and is not stopped when it resigns.",
    do: "Invalidate it in `{}`, or before it is started.")

  static let exitsOnSuspendIgnored = AuditRule(
    "exits-on-suspend-ignored", .proved, [.R079],
    "UIApplicationExitsOnSuspend is ignored from iOS 13 on: the app goes to the background.",
    do: "Take the key away, and save when the app enters the background.")
}

/// Something that was found.
package struct AuditFinding: Sendable {
  package let rule: AuditRule
  /// The rule of the lifecycle that this one comes from.
  package let number: RuleNumber
  package let place: Place
  package let message: String
  package let remedy: String

  init(_ rule: AuditRule, _ number: RuleNumber? = nil, at place: Place, _ words: String...) {
    self.rule = rule
    self.number = number ?? rule.rules[0]
    self.place = place
    var words = words[...]
    func filled(_ text: String) -> String {
      var parts = text.split(separator: "{}", omittingEmptySubsequences: false)[...]
      var result = String(parts.removeFirst())
      for part in parts { result += (words.popFirst() ?? "") + part }
      return result
    }
    message = filled(rule.message)
    remedy = filled(rule.remedy)
  }
}
