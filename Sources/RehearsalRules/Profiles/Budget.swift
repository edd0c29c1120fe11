// Every length of time that the system grants or waits, by version and evidence, each with its
// rule. The first row that fits the profile counts; a profile may override any of them by name.

/// A named length of time that the system grants or waits.
package enum Budget: UInt8, CaseIterable, Hashable, Sendable {
  /// From the launch until `didFinishLaunching` has returned.
  case launch
  /// What the guide asks of a launch; exceeding it alone is only advice.
  case launchContract
  /// From the way to the foreground until `didBecomeActive` has returned.
  case activation
  /// From leaving the screen until `willResignActive` has returned.
  case deactivation
  /// From there until the rest of the way to the background begins.
  case transition
  /// From the request for a scene in a process that lives until it is connected and has its view.
  case sceneCreation
  /// What the contract of `didEnterBackground` grants; exceeding it alone is only advice.
  case didEnterBackgroundContract
  /// From `didEnterBackground` until its process has saved its state and is laid out for the
  /// pictures; one that is not done then is killed.
  case didEnterBackground
  /// What `willTerminate` may take.
  case willTerminate
  /// How long a user's event may wait for a blocked main thread.
  case eventHandling
  /// From the end of background work until the process is suspended.
  case suspension
  /// Running time in the background for tasks, counted from the entry into the background.
  case backgroundTasks
  /// The same for an app that was woken in the background.
  case backgroundTasksAfterWake
  /// How long before the end of the running time the expiration handlers are called.
  case expirationWarning
  /// What an expiration handler may take; exceeding it alone is only advice.
  case expirationHandler
  /// From a launch in the background until `didFinishLaunching` has returned.
  case backgroundLaunch
  /// How long before the end of an assertion the system warns.
  case assertionWarning
  /// How long after the end of an assertion an app that has not answered is killed.
  case assertionGrace
  /// What an app has to fetch in.
  case fetch
  /// What an app has for the content of a silent push.
  case remoteNotification
  /// What an app has for a VoIP push.
  case voipPush
  /// From a VoIP push until the system looks by itself for the call that has to be reported.
  case callReport
  /// What a legacy VoIP app has when its keep-alive handler is called.
  case keepAliveHandler
  /// The least time from one call of the keep-alive handler to the next.
  case keepAliveTimeout
  /// What a resumed app has for the events of a background URL session.
  case urlSessionEvents
  /// What an app that is launched for them has.
  case urlSessionEventsAtLaunch
  /// What an app has for a region, a visit or a significant change of place.
  case locationEvent
  /// What an app has for an event of an accessory.
  case accessoryEvent
  /// What a refresh task of the scheduler has.
  case refreshTask
  /// What a processing task of the scheduler has.
  case processingTask
  /// From one silent push that wakes an app to the next.
  case silentPushSpacing
  /// From one significant change of place that is told to the next.
  case significantChangeSpacing
  /// After which time without a use the system no longer refreshes an app.
  case appUsage
  /// What an app has for an intent in the background.
  case intent
  /// What an app has for health data, or for a message of a watch.
  case healthUpdate
  /// What an app has to carry out the user's answer to a call that it reported.
  case callAction
  /// From the lock until protected data is no longer available.
  case protectedDataGrace
  /// What an app has for an action of a notification that does not bring it to the front.
  case notificationAction
  /// From the stop of a continued task until it ends, where a quirk delays that.
  case stoppedTask
  /// How long the progress of a continued task may stand still.
  case standingProgress
  /// How long a Live Activity lasts at most.
  case activity
  /// How long a Live Activity stays on the lock screen after its end.
  case endedActivity
  /// What an app has that is woken for the token of a Live Activity.
  case activityToken
  /// From the suspension of a process until its connections are lost.
  case socketGrace
  /// From the lock until the app behind it is active for the first moment (R051).
  case ghostDelay
  /// How long such a moment lasts.
  case ghostLength
  /// From one such moment to the next.
  case ghostSpacing
  /// For how long they come; no time is none of them.
  case ghostTime
}

/// One row of the table of budgets.
package struct BudgetRow: Hashable, Sendable {
  /// What the row is about.
  package let budget: Budget
  /// The versions that the row holds for.
  package let versions: SystemVersionRange
  /// The side of a conflict that the row belongs to; nil when it holds for both.
  package let side: SourceConflict.Side?
  /// The length of time.
  package let span: TimeSpan
  /// The rule that the length comes from.
  package let rule: RuleNumber
  /// Whether no source gives the number.
  package let isAssumed: Bool

  package init(
    _ budget: Budget, _ versions: SystemVersionRange, _ span: TimeSpan, _ rule: RuleNumber,
    isAssumed: Bool = false, when side: SourceConflict.Side? = nil
  ) {
    self.budget = budget
    self.versions = versions
    self.side = side
    self.span = span
    self.rule = rule
    self.isAssumed = isAssumed
  }
}

extension Budget {
  /// The budget's name, as a profile's `budgets` overrides it.
  package var name: String { String(describing: self) }

  /// The budget of that name; nil when there is none.
  ///
  /// - Complexity: O(n) in the number of budgets
  package init?(name: String) {
    guard let budget = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = budget
  }

  /// The table, in which the first fitting row counts.
  package static let rows: [BudgetRow] = [
    BudgetRow(.launch, .from(2), .seconds(20), .R109),
    BudgetRow(.launchContract, .from(2), .seconds(5), .R025),
    BudgetRow(.activation, .from(2), .seconds(10), .R110),
    BudgetRow(.deactivation, .from(2), .seconds(10), .R111),
    // Devices take 0.2 to 0.8 seconds; a profile can ask for them.
    BudgetRow(.transition, .from(2), .zero, .R054),
    BudgetRow(.sceneCreation, .from(2), .seconds(10), .R110),
    BudgetRow(.didEnterBackgroundContract, .from(2), .seconds(5), .R055),
    BudgetRow(
      .didEnterBackground, .from(2), .seconds(5), .R055, when: .documented(.didEnterBackgroundLimit)
    ),
    BudgetRow(.didEnterBackground, .from(2), .seconds(10), .R055),
    BudgetRow(.willTerminate, .from(2), .seconds(5), .R076),
    BudgetRow(.eventHandling, .from(2), .seconds(10), .R111),
    // "A few seconds" in the sources; three keeps a home press and ten seconds well apart.
    BudgetRow(.suspension, .from(2), .seconds(3), .R060, isAssumed: true),
    BudgetRow(.backgroundTasks, .from(13), .seconds(30), .R086),
    BudgetRow(.backgroundTasks, .from(7), .seconds(180), .R085),
    BudgetRow(.backgroundTasks, .from(2), .seconds(600), .R084),
    BudgetRow(.backgroundTasksAfterWake, .from(2), .seconds(30), .R087),
    BudgetRow(.expirationWarning, .from(2), .seconds(3), .R091),
    BudgetRow(.expirationHandler, .from(2), .seconds(1), .R090),
    BudgetRow(.backgroundLaunch, .from(2), .seconds(30), .R109),
    BudgetRow(.assertionWarning, .from(2), .seconds(4), .R091),
    BudgetRow(.assertionGrace, .from(2), .seconds(1), .R091),
    BudgetRow(.fetch, .from(2), .seconds(30), .R097),
    BudgetRow(.remoteNotification, .from(2), .seconds(30), .R098),
    BudgetRow(.voipPush, .from(2), .seconds(30), .R141),
    BudgetRow(.callReport, .from(2), .seconds(7), .R141),
    BudgetRow(.keepAliveHandler, .from(2), .seconds(10), .R141),
    BudgetRow(.keepAliveTimeout, .from(2), .seconds(600), .R141),
    BudgetRow(.urlSessionEvents, .from(2), .seconds(30), .R105),
    BudgetRow(.urlSessionEventsAtLaunch, .from(2), .seconds(40), .R105),
    BudgetRow(.locationEvent, .from(2), .seconds(10), .R138),
    BudgetRow(.accessoryEvent, .from(2), .seconds(10), .R140),
    BudgetRow(.refreshTask, .from(2), .seconds(30), .R103),
    // "Minutes" in the sources.
    BudgetRow(.processingTask, .from(2), .minutes(5), .R103, isAssumed: true),
    BudgetRow(.silentPushSpacing, .from(13), .minutes(15), .R100),
    BudgetRow(.silentPushSpacing, .from(2), .zero, .R100),
    BudgetRow(.significantChangeSpacing, .from(2), .minutes(5), .R138),
    // The sources name the use of an app as a condition and give no length of time.
    BudgetRow(.appUsage, .from(2), .hours(7 * 24), .R104, isAssumed: true),
    // The sources give these three no length of time.
    BudgetRow(.intent, .from(2), .seconds(30), .R151, isAssumed: true),
    BudgetRow(.healthUpdate, .from(2), .seconds(30), .R152, isAssumed: true),
    BudgetRow(.callAction, .from(2), .seconds(10), .R153, isAssumed: true),
    BudgetRow(
      .protectedDataGrace, .from(2), .seconds(10), .R132, when: .observed(.lossOfProtectedData)),
    BudgetRow(.protectedDataGrace, .from(2), .zero, .R132),
    // No source gives a number; it is that of a push (R098).
    BudgetRow(.notificationAction, .from(2), .seconds(30), .R144, isAssumed: true),
    // "About ten seconds" in the one report.
    BudgetRow(.stoppedTask, .from(2), .seconds(10), .R107, isAssumed: true),
    // No source gives a number.
    BudgetRow(.standingProgress, .from(2), .seconds(30), .R172, isAssumed: true),
    BudgetRow(.activity, .from(2), .hours(8), .R170),
    BudgetRow(.endedActivity, .from(2), .hours(4), .R170),
    // "Some seconds" in the sources.
    BudgetRow(.activityToken, .from(2), .seconds(10), .R170, isAssumed: true),
    // "As soon as the app gets suspended", which names no number.
    BudgetRow(.socketGrace, .from(2), .zero, .R190, isAssumed: true),
    // One report has the delay and the length, and says several; how far they are apart is assumed.
    BudgetRow(.ghostDelay, .from(2), .milliseconds(1400), .R051),
    BudgetRow(.ghostLength, .from(2), .milliseconds(250), .R051),
    BudgetRow(.ghostSpacing, .from(2), .seconds(1), .R051, isAssumed: true),
    BudgetRow(.ghostTime, .from(2), .seconds(3), .R051, isAssumed: true),
  ]

  /// The row that fits a profile.
  package func row(for profile: Profile) -> BudgetRow? {
    Self.rows.first { row in
      row.budget == self && row.versions.contains(profile.system(for: row.rule))
        && (row.side.map { profile.takes($0, for: row.rule) } ?? true)
    }
  }
}
