// What an audit finds, one row for each kind: the rules of the lifecycle that it comes from, what is
// said, what to do about it, and how sure it is. Reports, the page and the tests are made from the rows.

import RehearsalRules

/// A kind of finding.
package struct AuditRule: Sendable {
  /// How sure a finding is.
  package enum Certainty: String, Sendable {
    /// The sources and declarations alone show it.
    case proved
    /// It depends on what cannot be read here.
    case suspected
    /// It is no mistake, and worth knowing.
    case remark
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

  fileprivate init(
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
    .noSceneManifest, .sceneManifestMayNotCount, .handlerNeverCalled, .handlerDuplicated,
    .launchOptionsEmpty, .coldLaunchMissed, .warmLaunchMissed, .handledTwice,
    .delegateWindow, .windowWithoutScene, .keyWindowAtLaunch, .modeMissing, .modeMayBeMissing,
    .pushWithoutCompletion, .locationModeMissing, .modeWithoutHandler, .fetchReplaced,
    .requestNotPermitted, .taskNotListed,
    .taskRegisteredLate, .scheduledTaskNotCompleted, .scheduledTaskMayNotComplete,
    .scheduledTaskNotEndedOnExpiry, .refreshNotAskedAgain, .backgroundTaskNotEnded,
    .backgroundTaskMayNotEnd, .backgroundTaskNeverEnded, .backgroundTaskNotEndedOnExpiry,
    .backgroundTaskLeftToExpiry, .backgroundTaskOverwritten, .helperTaskMayNotEnd,
    .workWithoutBackgroundTask, .completionNotCalled, .completionMayBeMissed, .completedTwice,
    .completionCalledAgain, .callNotReported, .backgroundSessionUnanswered,
    .backgroundSessionDropped,
    .notificationDelegateLate, .mainThreadWaits, .savesOnlyAtTermination,
    .protectedDataTakenForAbsent, .secretCoveredLate, .lockOverSuspension, .timerDoubled,
    .timerMayDouble, .observerDoubled, .exitsOnSuspendIgnored, .silenceUnknown,
    .silenceSuperfluous,
  ]

  // MARK: Scenes

  static let noSceneManifest = AuditRule(
    "no-scene-manifest", .proved, [.R128],
    "The Info.plist {}: built with the SDK of iOS 27 the app ends at launch.",
    do:
      "Add a configuration of UIWindowSceneSessionRoleApplication with a delegate class; "
      + "`rehearse audit --write FILE --scenes` shows what moves there.")

  static let sceneManifestMayNotCount = AuditRule(
    "scene-manifest-may-not-count", .suspected, [.R128, .R126],
    "The Info.plist {}, and the code answers `configurationForConnecting`: apps that did so were "
      + "still ended at launch when they were built with the SDK of iOS 27.",
    do: "Name the configuration with its delegate class in the Info.plist.")

  static let handlerNeverCalled = AuditRule(
    "handler-never-called", .proved, [.R015, .R023, .R024],
    "`{}` is never called: the app has scenes, which get the message instead.",
    do: "Move what it does to `{}` of the delegate of scenes.")

  static let handlerDuplicated = AuditRule(
    "handler-duplicated", .remark, [.R015, .R023, .R024],
    "`{}` is never called: the app has scenes, and its delegate of scenes has `{}`.",
    do: "Take it away once the scenes do what it did.")

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

  static let delegateWindow = AuditRule(
    "delegate-window-in-scenes", .suspected, [.R013, .R015],
    "The window of the application's delegate is read here, and nothing sets it: in an app with "
      + "scenes each scene has its own.",
    do: "Take the window of the scene, for example of `connectedScenes`.")

  static let windowWithoutScene = AuditRule(
    "window-without-scene", .suspected, [.R013, .R128],
    "A window is made in an app with scenes, and belongs to none: it is not shown.",
    do: "Make it in `scene(_:willConnectTo:options:)` with `UIWindow(windowScene:)`.")

  static let keyWindowAtLaunch = AuditRule(
    "key-window-at-launch", .suspected, [.R013],
    "`{}` is read {}: there is none.",
    do: "Read it in `scene(_:willConnectTo:options:)` or later.")

  // MARK: Modes and scheduled tasks

  static let modeMissing = AuditRule(
    "mode-missing", .proved, [.R097, .R141],
    "`{}` is not called in the background: UIBackgroundModes has no `{}`.",
    do: "Add the mode `{}`, or take the code away.")

  static let modeMayBeMissing = AuditRule(
    "mode-may-be-missing", .suspected, [.R098],
    "`{}` is called in the foreground only: UIBackgroundModes has no `remote-notification`.",
    do: "Add the mode, if pushes with new content are to wake the app.")

  static let pushWithoutCompletion = AuditRule(
    "push-without-completion", .suspected, [.R098],
    "`{}` gets no pushes in the background: it has no completion to answer them.",
    do: "Implement `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)` instead.")

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

  static let scheduledTaskNotEndedOnExpiry = AuditRule(
    "scheduled-task-not-ended-on-expiry", .suspected, [.R103],
    "{}: a task that runs out of time then fails, and the app is ended.",
    do: "Stop the work in its `expirationHandler` and call `setTaskCompleted(success: false)`.")

  static let refreshNotAskedAgain = AuditRule(
    "refresh-not-asked-again", .suspected, [.R102, .R103],
    "The handler of a refresh asks for no next one: after it none comes until the app is opened.",
    do: "Submit the next `BGAppRefreshTaskRequest` at its beginning.")

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

  static let backgroundTaskLeftToExpiry = AuditRule(
    "background-task-left-to-expiry", .suspected, [.R093, .R083],
    "A path {} and leaves `{}` to its expiration handler, though others end it at once.",
    do: "End the task on this path, too.")

  static let backgroundTaskOverwritten = AuditRule(
    "background-task-overwritten", .suspected, [.R083, .R092],
    "`{}` gets a new task, and one that it holds still is lost without an end.",
    do: "End the one that it holds before, or begin none while it holds one.")

  static let helperTaskMayNotEnd = AuditRule(
    "helper-task-may-not-end", .suspected, [.R083, .R092],
    "A path {} without ending `{}`, which other paths do.",
    do: "End it on this path, too.")

  static let workWithoutBackgroundTask = AuditRule(
    "work-without-background-task", .suspected, [.R060],
    "`{}` begins here as the app enters the background, and nothing keeps the app running: it is "
      + "suspended before the work is done.",
    do: "Begin a background task before, and end it when the work is done; or do it at once.")

  static let completionNotCalled = AuditRule(
    "completion-not-called", .proved, [.R098, .R097, .R105, .R144, .R143],
    "A path {} without calling `{}`.",
    do: "Call it on each path, once.")

  static let completionMayBeMissed = AuditRule(
    "completion-may-be-missed", .suspected, [.R098, .R097, .R105, .R144, .R143],
    "A closure that calls `{}` {} without it.",
    do: "Call it on this path, too.")

  static let completedTwice = AuditRule(
    "completed-twice", .suspected, [.R103, .R098],
    "`{}` is completed here, and its expiration handler completes it as well, without a mark that "
      + "tells the one from the other.",
    do: "Remember that it is completed, or stop the work in the expiration handler.")

  static let completionCalledAgain = AuditRule(
    "completion-called-again", .suspected, [.R098, .R097, .R105, .R144, .R143],
    "`{}` is called here, and a path on which it was called already comes here, too.",
    do: "Return after the first call, or keep a mark that it was called.")

  static let callNotReported = AuditRule(
    "voip-push-not-reported", .suspected, [.R141],
    "A path {} without reporting a call{}: the system ends an app that does not report one before its "
      + "method for a VoIP push returns.",
    do:
      "Call `reportNewIncomingCall` on it before it returns, and end the call at once if there is none."
  )

  static let backgroundSessionUnanswered = AuditRule(
    "background-session-unanswered", .suspected, [.R105],
    "A background URL session is made here, and nothing handles its events: what it finished while "
      + "the app did not run is not answered.",
    do: "Implement `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.")

  static let backgroundSessionDropped = AuditRule(
    "background-session-completion-dropped", .suspected, [.R105],
    "The completion of the session's events is kept in `{}`, and nothing calls it.",
    do: "Call it in `urlSessionDidFinishEvents(forBackgroundURLSession:)`, on the main thread.")

  static let notificationDelegateLate = AuditRule(
    "notification-delegate-late", .suspected, [.R022, .R142],
    "The delegate of notifications is set in `{}`: what was tapped to launch the app may come before "
      + "it is there.",
    do: "Set it before `application(_:didFinishLaunchingWithOptions:)` returns.")

  static let mainThreadWaits = AuditRule(
    "main-thread-waits", .suspected, [.R109, .R055, .R110],
    "`{}` makes the main thread wait {}: what takes longer than the watchdog allows ends in a kill.",
    do: "Go on when the result is there, in a closure or with `await`.")

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

  static let secretCoveredLate = AuditRule(
    "secret-covered-late", .suspected, [.R056],
    "`{}` covers the screen later than the app enters the background: the picture for the switcher "
      + "is taken before.",
    do: "Cover it at once, when the app resigns or in the method itself.")

  static let observerDoubled = AuditRule(
    "observer-doubled", .suspected, [.R044, .R037],
    "An observer is added each time the app becomes active, and none is removed: it is called once "
      + "more after each.",
    do: "Add it once, or remove it in `{}`.")

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

extension AuditRule {
  // MARK: Comments

  static let silenceUnknown = AuditRule(
    "silence-unknown", .suspected, [],
    "There is no rule `{}`, and this comment does not silence it.",
    do: "Name a rule of the audit: {}")

  static let silenceSuperfluous = AuditRule(
    "silence-superfluous", .remark, [], "This comment silences nothing.", do: "Take it away.")
}

/// Something that was found.
package struct AuditFinding: Sendable {
  package let rule: AuditRule
  /// How it is reported.
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  /// The rule of the lifecycle that this one comes from; nil for one about comments.
  package let number: RuleNumber?
  package private(set) var place: Place
  /// How it is reported, by how sure it is, or as the project wants it.
  package var severity: Severity
  package let message: String
  package let remedy: String

  init(_ rule: AuditRule, _ number: RuleNumber? = nil, at place: Place, _ words: String...) {
    self.rule = rule
    self.number = number ?? rule.rules.first
    self.place = place
    severity =
      switch rule.certainty {
      case .proved: .error
      case .suspected: .warning
      case .remark: .note
      }
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

  /// The finding as one that depends on what cannot be read.
  var suspected: AuditFinding {
    var finding = self
    if finding.severity == .error { finding.severity = .warning }
    return finding
  }

  /// The finding with its place from another folder on.
  func below(_ prefix: String) -> AuditFinding {
    var moved = self
    if !prefix.isEmpty {
      moved.place = Place(
        path: prefix + "/" + place.path, line: place.line, column: place.column)
    }
    return moved
  }
}
