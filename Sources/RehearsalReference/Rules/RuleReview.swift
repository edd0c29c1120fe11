// Rules held against what Apple says of iOS 26 and 27: its talks, its pages, the release notes and a header
// of its SDKs. Each row says what was found, where, and what would have refuted the rule. The rules are
// those that changed with iOS 18, 26 or 27, and the forty that most scripts name, in their records or texts.

import RehearsalLifecycle

/// A rule that was held against talks and pages of iOS 26 and 27.
package struct RuleReview: Hashable, Sendable {
  /// What came of it.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// A source says the same.
    case confirmed
    /// A source says something else, and the rule was changed for it.
    case corrected
    /// No source speaks of it.
    case notFound

    /// What it is called.
    package var title: String {
      switch self {
      case .confirmed: "confirmed"
      case .corrected: "corrected"
      case .notFound: "not found"
      }
    }

    /// How what refutes a rule is announced.
    package var announcement: String {
      self == .corrected ? "Refuted by" : "Would be refuted by"
    }
  }

  /// A source and where in it.
  package struct Place: Hashable, Sendable {
    /// The key of the source.
    package let source: String
    /// The moment of a talk, or the section, member or number of a page.
    package let position: String
  }

  /// The rule's number.
  package let rule: RuleNumber
  /// What came of it.
  package let verdict: Verdict
  /// What the sources say; of what is not found, what was looked for.
  package let finding: String
  /// What would refute the rule, and for a corrected one what did; empty for what is not found.
  package let refutation: String
  /// Where it was found; empty for what is not found.
  package let places: [Place]

  private init(
    _ verdict: Verdict, _ rule: RuleNumber, _ finding: String, unless refutation: String = "",
    _ places: (String, String)...
  ) {
    self.rule = rule
    self.verdict = verdict
    self.finding = finding
    self.refutation = refutation
    self.places = places.map { Place(source: $0.0, position: $0.1) }
  }

  /// The review of a rule; nil for one that was not held against the sources.
  package static func review(of rule: RuleNumber) -> RuleReview? { all.first { $0.rule == rule } }

  /// All of them, in the order of the rules.
  package static let all: [RuleReview] =
    (launches + transitions + ends + backgroundWork + scenes + systems).sorted {
      $0.rule.rawValue < $1.rule.rawValue
    }

  // MARK: - Rows

  private static let launches: [RuleReview] = [
    RuleReview(
      .confirmed, .R005,
      "The system starts an app in the inactive state before it comes to the front.",
      unless: "another state at a launch into the foreground", ("A-FG", "section on the data model")
    ),
    RuleReview(
      .confirmed, .R006,
      "The state of the application is that of its most active scene, and a launch into the foreground "
        + "moves it from the background to the foreground, for which the notification is posted.",
      unless: "no notification of the foreground at a launch", ("A-APP", "State, applicationState"),
      ("A-WEF", "second paragraph on launches")),
    RuleReview(
      .confirmed, .R011,
      "The launch methods come one after the other, restoration between them; the page speaks only of "
        + "scenes for what follows.",
      unless: "another order of the two", ("A-LAUNCH", "the diagram")),
    RuleReview(
      .confirmed, .R013,
      "After the launch methods the scene is connected, and then the interface starts.",
      unless: "a connection before didFinishLaunching returns", ("A-LAUNCH", "the diagram")),
    RuleReview(
      .confirmed, .R018,
      "The notification is posted immediately after the launch and has the link or the notification that "
        + "led to it.",
      unless: "a notification before the method", ("A-APP", "didFinishLaunchingNotification")),
    RuleReview(
      .confirmed, .R028,
      "A launch and a resumption in the background call didEnterBackground before the event.",
      unless: "the event first", ("A-BGSEQ", "section on events in the background")),
    RuleReview(
      .notFound, .R029, "A page or talk with the order that devices of iOS 7 to 11 show."),
    RuleReview(
      .confirmed, .R030,
      "An app that is resumed for an event gets it; didEnterBackground before it.",
      unless: "a resumption into the foreground", ("A-BGSEQ", "the second sequence")),
    RuleReview(
      .confirmed, .R126,
      "The configuration is asked for shortly before a new scene is made; that it is not asked again is "
        + "not said.",
      unless: "a question at each connection",
      ("A-DEL", "application(_:configurationForConnecting:options:)")),
    RuleReview(
      .corrected, .R128,
      "Apps that were built with the SDK of iOS 27 have to adopt scenes or fail to launch; one that "
        + "answers configurationForConnecting has adopted them as well, which the rule did not say.",
      unless: "a page by which a method of the delegate adopts scenes as well",
      ("A-MIGRATE", "section on who has to migrate"),
      ("W26-278", "2:36"), ("A-RN27", "UIKit, 141837548")),
  ]

  private static let transitions: [RuleReview] = [
    RuleReview(
      .notFound, .R037,
      "Which interruptions deactivate an app; the pages only say what inactive means."),
    RuleReview(
      .notFound, .R038,
      "The state of an app behind a call; session 226 of WWDC 2026 shows the call and not the app."),
    RuleReview(.notFound, .R045, "The messages around a prompt for a permission."),
    RuleReview(.notFound, .R047, "The state of an app while the switcher is open."),
    RuleReview(.notFound, .R049, "The messages of a lock and an unlock."),
    RuleReview(
      .notFound, .R051,
      "Activations behind the lock of a display that stays on; the release notes of iOS 27 name none."
    ),
    RuleReview(
      .confirmed, .R054, "An app that is left resigns and then enters the background.",
      unless: "another order", ("A-BGSEQ", "section on the way from the foreground")),
    RuleReview(
      .confirmed, .R055,
      "The method has about five seconds, or the app is ended; the ten seconds of the kill are what logs "
        + "show (C7).",
      unless: "a longer time in the documents",
      ("A-EXT", "overview"), ("A-DEL", "applicationDidEnterBackground(_:)")),
    RuleReview(
      .confirmed, .R056, "Shortly after the method returns the picture for the switcher is taken.",
      unless: "a picture before the method", ("A-SCN", "sceneDidEnterBackground(_:)"),
      ("A-BGSEQ", "step 4")),
    RuleReview(
      .confirmed, .R060,
      "By default apps in the background are suspended, shortly after the method returns.",
      unless: "a span in which every app runs on", ("W25-227", "1:40"), ("A-EXT", "overview")),
    RuleReview(
      .confirmed, .R061,
      "The notification of the foreground is still said to come before the method, that of the end after "
        + "it, that of the background around it: the documents' side of C45.",
      unless: "a page with the order of devices",
      ("A-DEL", "applicationWillEnterForeground(_:), applicationWillTerminate(_:)")),
    RuleReview(
      .confirmed, .R067, "willEnterForeground is invariably followed by didBecomeActive.",
      unless: "a return that stays inactive", ("A-DEL", "applicationWillEnterForeground(_:)")),
    RuleReview(
      .confirmed, .R132, "Apps are notified shortly before protected files become inaccessible.",
      unless: "a notification afterwards",
      ("A-APP", "protectedDataWillBecomeUnavailableNotification")),
  ]

  private static let ends: [RuleReview] = [
    RuleReview(
      .confirmed, .R074,
      "willTerminate may come to an app that runs in the background, and not to a suspended one.",
      unless: "a notice to suspended apps", ("A-DEL", "applicationWillTerminate(_:)")),
    RuleReview(
      .confirmed, .R077,
      "After the user removed an app from the switcher it gets no pushes until it is launched again; "
        + "willTerminate is for apps that run.",
      unless: "a push to such an app", ("W25-227", "9:19"),
      ("A-DEL", "applicationWillTerminate(_:)")),
    RuleReview(.notFound, .R078, "The messages to an app in front that is swiped away."),
    RuleReview(
      .notFound, .R080,
      "What apps are sent when the device is switched off; a restart is named as a reason why the system "
        + "disconnects scenes."),
    RuleReview(
      .notFound, .R082,
      "A message before a kill; the page of applicationWillTerminate only says that it may be called."
    ),
    RuleReview(
      .confirmed, .R141,
      "The conversation has to be reported before PushKit's method returns, or the app is ended.",
      unless: "a grace after the return", ("W26-226", "8:43"), ("A-PK", "section on incoming calls")
    ),
    RuleReview(
      .corrected, .R181,
      "A crash diagnostic has six categories, which correspond to counts of the metrics; the rule had "
        + "given it the other counts as well.",
      unless: "a list of six categories", ("A-MK", "the list of categories"), ("W26-222", "8:16"),
      ("A-RN27", "MetricKit, 96078210")),
  ]

  private static let backgroundWork: [RuleReview] = [
    RuleReview(
      .confirmed, .R083, "Each begin gives an identifier, which has to be passed to the end.",
      unless: "one end for several", ("A-EXT", "the example")),
    RuleReview(.notFound, .R091, "How long before the end the expiration handler is called."),
    RuleReview(
      .confirmed, .R092, "An app that does not end its tasks in time is terminated.",
      unless: "a suspension instead", ("A-EXT", "overview")),
    RuleReview(
      .confirmed, .R097, "A fetch has up to 30 seconds, and then the completion handler is due.",
      unless: "another span", ("A-DEL", "application(_:performFetchWithCompletionHandler:)")),
    RuleReview(
      .confirmed, .R098,
      "A push wakes an app with the mode, at the system's discretion, for up to 30 seconds.",
      unless: "a push that is always delivered", ("W25-227", "8:33 to 9:19"), ("A-PUSH", "overview")
    ),
    RuleReview(
      .confirmed, .R101,
      "Handlers are registered before the launch is over, those of continued tasks at any time; the "
        + "second registration of an identifier kills the app.",
      unless: "a refresh task that is registered late", ("A-BGH", "registerForTaskWithIdentifier"),
      ("W25-227", "9:19 and 14:01")),
    RuleReview(
      .confirmed, .R102, "One refresh and ten processing requests may wait; a later one replaces.",
      unless: "another number", ("A-BGH", "submitTaskRequest")),
    RuleReview(
      .confirmed, .R103,
      "Processing tasks run while the device is idle, for minutes, and end as the user takes it in hand.",
      unless: "a task that runs beside the user", ("A-BGT", "BGProcessingTask")),
    RuleReview(
      .confirmed, .R107,
      "A tap begins the task; patterns in the Info.plist, handlers at the time of use, queueing or failing, "
        + "and the graphics processor where the device has it.",
      unless: "a begin without the user",
      ("W25-227", "11:40 to 17:04"), ("A-BGH", "BGTaskSchedulerErrorCode")),
    RuleReview(
      .notFound, .R108,
      "The 80 percent; that continued tasks may compute is said by the page on long-running tasks."),
    RuleReview(
      .confirmed, .R136,
      "A conversation goes on in the background or behind the lock with the modes of sound and VoIP.",
      unless: "sound without a mode", ("W26-226", "7:09")),
    RuleReview(
      .corrected, .R172,
      "Tasks that do not report any progress are expired; the rule had let them go on, with advice (C47).",
      unless: "the sentence that such tasks are expired", ("W25-227", "14:01")),
  ]

  private static let scenes: [RuleReview] = [
    RuleReview(
      .confirmed, .R016,
      "The application's notifications are posted with scenes too, when its own state changes, at a launch "
        + "into the foreground as well; one more scene in front posts none. The documents' side of C27.",
      unless: "a notification for each scene",
      ("A-MIGRATE", "section on the logic of the life cycle"), ("A-WEF", "discussion")),
    RuleReview(
      .confirmed, .R117,
      "A scene is unattached, in the foreground, inactive or active, or in the background; each delegate "
        + "hears of its own.",
      unless: "another state", ("A-SCN", "UIScene.ActivationState"),
      ("A-MIGRATE", "section on the logic of the life cycle")),
    RuleReview(
      .confirmed, .R118,
      "A scene that reconnects gets the activity of its session, which is kept unless the app asks for "
        + "something else.",
      unless: "a session that goes with its scene", ("W25-282", "4:31")),
    RuleReview(
      .notFound, .R157, "A scene that the system makes for an app without any."),
    RuleReview(
      .corrected, .R158,
      "Apps that were built with the SDK of iOS 27 are offered no scene for a connected screen; they "
        + "register an accessory for it. The rule let it come by itself (C48).",
      unless: "the note that such scenes are no longer offered", ("A-RN27", "UIKit, 177015874"),
      ("A-MIGRATE", "section on external displays")),
    RuleReview(
      .notFound, .R160,
      "What further apps on the screen of an iPad are sent, and where Slide Over went."),
    RuleReview(
      .confirmed, .R176,
      "The session may be destroyed as the system disconnects the scene, or as the user dismisses it.",
      unless: "another moment", ("UISceneDestructionCondition", "type methods")),
  ]

  private static let systems: [RuleReview] = [
    RuleReview(
      .notFound, .R140,
      "A later text of technical note 3115; the release notes of iOS 27 name no change of Core Bluetooth."
    ),
    RuleReview(
      .confirmed, .R167, "Pages and headers say for each name since when it is there.",
      unless: "a name that earlier systems have too", ("A-BGH", "API_AVAILABLE")),
    RuleReview(
      .confirmed, .R170,
      "An app in front starts an activity, directly or for a later moment, and so does a push.",
      unless: "a begin from the background", ("W26-223", "7:23")),
    RuleReview(
      .notFound, .R173,
      "Service sessions in the talks of 2025 and 2026, and in the release notes of iOS 27."),
  ]
}
