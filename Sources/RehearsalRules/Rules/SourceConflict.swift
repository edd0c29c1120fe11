// Where documents and device logs differ, a profile takes a side: for all conflicts, or by the
// conflict's own number. This table says what each side says, and what is played.

/// Which side a profile takes where Apple's documents and device logs differ.
package enum Evidence: String, CaseIterable, Hashable, Sendable {
  /// What devices were seen to do.
  case observed
  /// What the documents say.
  case documented
}

/// A question on which the sources contradict one another.
public struct SourceConflict: Hashable, Sendable {
  /// Its number, such as `C7`.
  public let number: String
  /// What is asked.
  public let question: String
  /// What the sources say, one text for each side.
  public let sides: [String]
  /// What is played.
  public let settlement: String

  private init(_ number: String, _ question: String, _ sides: [String], _ settlement: String) {
    self.number = number
    self.question = question
    self.sides = sides
    self.settlement = settlement
  }

  /// The quirk that plays another side; nil if none does.
  package var quirk: Quirk? {
    switch number {
    case "C1": .willEnterForegroundAtLaunch
    case "C8": .exitsOnSuspendSuspends
    case "C10": .silentPushAfterForceQuit
    case "C30": .swipeDiscardsSession
    case "C37": .promptsShareAPair
    case "C38": .stoppedTaskLingers
    default: nil
    }
  }

  /// The choice that a profile has in it; nil if there is none.
  package var choice: Choice? { Choice(rawValue: number) }

  /// The conflict of a number.
  ///
  /// - Complexity: O(n) in the number of conflicts
  public static func conflict(_ number: String) -> SourceConflict? {
    all.first { $0.number == number }
  }

  /// All of them, in the order of their numbers.
  public static let all: [SourceConflict] = first + second + third

  private static let first: [SourceConflict] = [
    SourceConflict(
      "C1", "Does a cold launch send willEnterForeground?",
      [
        "S3: yes, after didFinishLaunching",
        "the delegate's page and every device log: no, only a return does",
      ],
      "Never without scenes, unless the quirk willEnterForegroundAtLaunch is on; a scene gets its "
        + "own."),
    SourceConflict(
      "C2", "Does a launch in the background send didEnterBackground?",
      [
        "the current page: yes, before the event",
        "device logs of iOS 7 to 11: no; those of later systems: yes, at a launch",
      ],
      "Up to iOS 12 it is not sent; from iOS 13 on it is, to an app with scenes as the "
        + "notification alone. An app that is only resumed gets the event alone. With the evidence "
        + "observed no app gets it; with documented every app does, resumed apps too."),
    SourceConflict(
      "C3", "What does locking the device do to the app in front?",
      [
        "a guide of 2013: it becomes inactive",
        "later texts and reports: it goes to the background",
      ],
      "iOS 4 only deactivates; iOS 5 and 6 go to the background and read Inactive; from iOS 7 on "
        + "the state is Background; some phones flicker first."),
    SourceConflict(
      "C4", "Does an app that the user swipes away get willTerminate?",
      ["the archived guide: no notice", "an Apple engineer and reports: yes, if it runs"],
      "By the state of the process: a running one does, a suspended one does not."),
    SourceConflict(
      "C5", "Does an app that is purged get willTerminate?",
      ["S3: yes", "S0, S2 and the delegate's page: not when it is suspended"],
      "Only one that runs in the background and is ended by the system gets it; a kill is silent, "
        + "but for running apps with the evidence documented."),
    SourceConflict(
      "C6", "How long may background tasks run?",
      ["texts on iOS 4 to 6: ten minutes", "later ones: three minutes, then thirty seconds"],
      "By the version, and thirty seconds whenever the app was woken in the background."),
    SourceConflict(
      "C7", "When is an app killed that does not return from didEnterBackground?",
      [
        "S0 knows no limit; Apple's pages, S2 and S3 say five seconds",
        "a log of iOS 4 and crash reports of iOS 13 to 16 show ten seconds; Apple's session of 2020 "
          + "says about twenty",
      ],
      "Five seconds are the contract, and beyond them there is advice; the kill comes after ten "
        + "seconds, or after five with the evidence documented."),
    SourceConflict(
      "C8", "What does an app get that asks to exit on suspension?",
      [
        "the guide: willTerminate, and never the background",
        "reports on iOS 9 and two cookbooks for iOS 5 and 7: didEnterBackground first; Xamarin's "
          + "pages: it is suspended at once",
      ],
      "The guide's order on iOS 4 to 8 and with the evidence documented, the observed one on iOS "
        + "9 to 12, and from iOS 5 on with the evidence observed; the quirk exitsOnSuspendSuspends "
        + "plays the third."),
    SourceConflict(
      "C9", "From which version on do location events relaunch an app after a force quit?",
      ["the guide: iOS 8", "reports: not on 7.0, but on 7.1"],
      "From 7.1 on; with the evidence documented from 8 on."),
    SourceConflict(
      "C10", "Does a silent push come through after a force quit?",
      ["Apple and reports up to iOS 12.2: no", "one report on iOS 13: yes"],
      "No, unless the quirk silentPushAfterForceQuit is on."),
    SourceConflict(
      "C11", "Does a processing task run after a force quit?",
      ["the documents: nothing does", "an Apple engineer on iOS 18.3 to 18.5: it may"],
      "It runs from iOS 18 on; with the evidence documented it does not."),
    SourceConflict(
      "C12", "What does Notification Center send?",
      ["reports on iOS 5 to 10: one pair", "reports from iOS 11 on: a flicker at the beginning"],
      "By the version."),
  ]

  private static let second: [SourceConflict] = [
    SourceConflict(
      "C13", "What does drawing in the background do to an app?",
      ["older texts: it is killed at once", "the current page on Metal: the drawing fails"],
      "OpenGL ES kills; Metal kills up to iOS 12, and is only refused from iOS 13 on or with the "
        + "evidence documented."),
    SourceConflict(
      "C14", "What does a scene get when its app is swiped away?",
      [
        "reports up to iOS 15: didEnterBackground on phones, disconnection on some iPads",
        "reports from iOS 16 on: resignation, disconnection and willTerminate",
      ],
      "By the device and the version."),
    SourceConflict(
      "C15", "When does a timer fire that was due while its process was suspended?",
      ["reports from iOS 7 on: once at once, then on its old grid", "an older one: shifted"],
      "On the old grid from iOS 7 on; shifted by the suspended time before."),
    SourceConflict(
      "C16", "Does the first view appear before or after the activation?",
      ["the page on the foreground: after it", "notes: viewWillAppear before the foreground"],
      "The observed order at a first launch; with the evidence documented the other."),
    SourceConflict(
      "C17", "What does an app read inside willEnterForeground?",
      ["the page on the foreground: Inactive", "a device log: Background"],
      "Background inside the method, and Inactive for what is delivered after it."),
    SourceConflict(
      "C18", "What does an app read while it is launched into the foreground?",
      ["without scenes: Inactive", "with scenes: Background"],
      "Both are true, each of its generation."),
    SourceConflict(
      "C19", "When is a suspended app notified of a significant change of time?",
      ["the page on queued notifications: when it runs again", "its own page: in the foreground"],
      "In the foreground, and only of the latest; with the evidence documented whenever it runs."),
    SourceConflict(
      "C20", "Does an app get willEnterForeground after a call that was ignored?",
      ["S3: yes", "the delegate's page and S0: only from the background"],
      "No."),
    SourceConflict(
      "C21", "Which code has the kill for a background task that was not ended?",
      ["reports of iOS 7 to 12: 0x8badf00d", "Apple's current list: 0x2182bad2"],
      "The first up to iOS 12, the second from iOS 13 on."),
    SourceConflict(
      "C22", "Does switching the device off send willTerminate?",
      ["the guide: no", "experiments on iOS 4.0: yes, to the app in front"],
      "The app in front gets it up to iOS 4; with the evidence documented no app does."),
  ]

  private static let third: [SourceConflict] = [
    SourceConflict(
      "C23", "What does an app read when the notification of a scene's activation is posted?",
      ["the page of the property: Active", "a report from iOS 13 on: still Inactive"],
      "Active; with the evidence observed Inactive. When a scene is about to be deactivated it is "
        + "Active on both sides."),
    SourceConflict(
      "C24", "Which VoIP pushes still come after repeated ones that were not reported?",
      ["the page on PushKit: none", "a report: those that come while the app is in front"],
      "None; with the evidence observed those that come while the app is in front."),
    SourceConflict(
      "C25", "What does leaving by a link send on iOS 11?",
      [
        "the sequence of the guide: one willResignActive",
        "a report on a beta of iOS 11: willResignActive, didBecomeActive, willResignActive",
      ],
      "One; with the evidence observed iOS 11 flickers."),
    SourceConflict(
      "C26", "When does protected data go after the lock button?",
      [
        "the delegate's page: with it",
        "reports and Apple's guide to security: about ten seconds later",
      ],
      "With it; with the evidence observed the message and the property change ten seconds after "
        + "the lock, or as the budget protectedDataGrace says."),
    SourceConflict(
      "C27",
      "Are the application's notifications of background and foreground posted while another "
        + "scene of it is in the foreground?",
      [
        "the page of the property and reports: no, they go with the most active scene",
        "what home-assistant/iOS #1012 guards against: yes, with the moves of each scene",
      ],
      "They are not; with the evidence observed they are."),
    SourceConflict(
      "C28", "What does a scene read of itself inside sceneDidDisconnect?",
      ["the page of the states: unattached", "reports: the last state, background"],
      "Unattached; with the evidence observed the last state."),
    SourceConflict(
      "C29", "Whom does a link name as its opener from iOS 13 on?",
      [
        "the page of the options: no app of another team",
        "reports: the system's browser by its identifier",
      ],
      "No app of another team; with the evidence observed the browser. Up to iOS 12 every app."),
    SourceConflict(
      "C30", "What becomes of the session when an app is swiped away on an iPhone?",
      [
        "FB9855914, luxmentis and a thread of the developer forums: it is kept",
        "Youngminah/TIL #97 on iOS 15: it is discarded, which is reported then or at the next launch",
      ],
      "It is kept; both are observed, so only the quirk swipeDiscardsSession discards it."),
    SourceConflict(
      "C31", "Is a suspended app notified of a change that was undone in the meantime?",
      [
        "S1 and the page on queued notifications: no, only the net change counts",
        "one notification comes nevertheless",
      ],
      "For values nothing is reported; for events, such as preferences and accessories, "
        + "one notification comes. With the evidence observed one comes for all, with documented "
        + "for none."),
    SourceConflict(
      "C32", "What does an app read of itself while only its scene on a car's screen is active?",
      [
        "the page of the property and organicmaps/organicmaps #12612: Active",
        "code that checks the phone: not Active; no log shows it",
      ],
      "Active; with the evidence observed the car does not count."),
    SourceConflict(
      "C33", "What does a launch for a local notification deliver on iOS 4 to 9?",
      [
        "the delegate's page: the key of the launch, then didReceiveLocalNotification",
        "a report on iOS 5.1: the key of the launch alone",
      ],
      "The key alone; with the evidence documented the message too."),
    SourceConflict(
      "C34", "Does a prewarm send didFinishLaunching?",
      [
        "the page on launching and an Apple engineer: never",
        "reports from iOS 14 on, also of iOS 26, and another Apple engineer: where code at the load of "
          + "a library keeps the process busy",
      ],
      "Never, with any evidence; only the quirk prewarmFinishesLaunching does it."),
    SourceConflict(
      "C35", "What becomes of preferences that were read before the first unlock?",
      [
        "an Apple engineer on iOS 7 to 9: the process goes on with the empty copy, and what it "
          + "writes replaces the stored ones",
        "RevenueCat/purchases-ios #4623: they are read again at the unlock, by version",
      ],
      "The first on iOS 7 to 9 and with the evidence observed, the second from iOS 10 on and with "
        + "documented."),
    SourceConflict(
      "C36", "Does a scene connect when its app is launched in the background?",
      [
        "the page on the life cycle: the system may launch a scene in the background",
        "five teams that built around it: no scene until the app is opened",
      ],
      "No scene until the app is opened; with the evidence documented one connects and goes to the "
        + "background."),
    SourceConflict(
      "C37", "What do two consecutive prompts of the system send?",
      [
        "the description of each prompt: a pair of resignation and activity each",
        "expo/expo #38773 and as many reports again: one pair for both",
      ],
      "A pair each; with the evidence observed, or the quirk promptsShareAPair, one for both."),
    SourceConflict(
      "C38", "What does it do to an app that the user stops its continued task?",
      [
        "the page on background tasks: the expiration handler is called",
        "notes on iOS 26 and 27: the app is opened, and the end follows, by one about ten seconds "
          + "later",
      ],
      "The app is opened and the task ends at once; with the evidence documented the app stays where "
        + "it is, and the quirk stoppedTaskLingers lets the ten seconds pass."),
    SourceConflict(
      "C39", "What does an app get that reads an unavailable item of the Keychain?",
      [
        "the page on the Keychain's accessibility: an error, interaction is not allowed",
        "reports of prewarms: that there is no such item",
      ],
      "The error; with the evidence observed the item looks as if it were not there."),
    SourceConflict(
      "C40", "What becomes of an app on a Mac whose windows are all hidden?",
      [
        "WWDC 2019, session 235: an app is in the background only while it ends",
        "home-assistant/iOS #1047: it enters the background when it is hidden or its windows are "
          + "closed, and is not suspended",
      ],
      "It is inactive; with the evidence observed it is in the background, and runs on."),
    SourceConflict(
      "C41", "Does a handler that was registered under a pattern take the tasks that match it?",
      [
        "the documents, as a developer reads them: the pattern is registered once",
        "his report on iOS 26.0 beta 7, thread 799126: submitting such a task is an exception",
      ],
      "It does not: a handler is registered for each identifier as it is submitted, as WWDC 2025, "
        + "session 227, shows; with the evidence documented the pattern's handler takes them."),
    SourceConflict(
      "C42", "May a refresh or processing task be registered after the launch from iOS 26 on?",
      [
        "the header of the scheduler: only continued tasks may, anything else is an error",
        "a comment in StanfordSpezi/SpeziScheduler on iOS 26.4: it works, as it crashed on iOS 18",
      ],
      "It is an exception when such a task is submitted, since the registration itself does not say "
        + "what it is for; with the evidence observed it works."),
    SourceConflict(
      "C45",
      "Which comes first from iOS 12 on, applicationWillEnterForeground or its notification?",
      [
        "the delegate's page: the notification is posted before the method",
        "rdar 49817144: the method is called first",
      ],
      "The method; with the evidence documented the notification, as up to iOS 11."),
    SourceConflict(
      "C46", "Does a Live Activity start its app when the device restarts?",
      [
        "an article that reproduces it each time, and a second team on the developer forums: always",
        "aws-amplify/amplify-swift #3972: the article's demo each time, the writer's own app never",
      ],
      "It does, before the first unlock; with the evidence documented, which says nothing of it, it "
        + "does not."),
    SourceConflict(
      "C47", "Is a continued task expired that reports no progress?",
      [
        "the page of BGContinuedProcessingTask: such tasks end first when resources become short",
        "WWDC 2025, session 227, at 14:01, and the header BGTask.h: a task that reports none, or seems "
          + "to stand still, is expired",
      ],
      "It is, after the budget standingProgress; with the evidence documented it goes on, since no "
        + "source says when resources are short."),
    SourceConflict(
      "C48", "Which apps have to register a scene accessory for a connected screen on iOS 27?",
      [
        "the page on the move to scenes: all, beginning in iOS 27",
        "the release notes of iOS 27 (177015874): those built with its SDK",
      ],
      "Those built with the SDK of iOS 27, which `info { sdk: 27 }` says; with the evidence documented "
        + "all."),
  ]
}

extension SourceConflict {
  /// A side of a conflict that a profile can take.
  package struct Side: Hashable, Sendable {
    /// The conflict.
    package let conflict: Choice
    /// The side.
    package let evidence: Evidence
    /// Whether the profile has to choose it, so that the usual side does not count.
    package var isChosen = false

    /// What devices were seen to do.
    package static func observed(_ conflict: Choice) -> Side {
      Side(conflict: conflict, evidence: .observed)
    }

    /// A side that is taken only where a profile chooses it.
    package static func chosen(_ evidence: Evidence, _ conflict: Choice) -> Side {
      Side(conflict: conflict, evidence: evidence, isChosen: true)
    }

    /// What the documents say.
    package static func documented(_ conflict: Choice) -> Side {
      Side(conflict: conflict, evidence: .documented)
    }
  }

  /// A conflict that a profile's evidence settles.
  package enum Choice: String, CaseIterable, Hashable, Sendable {
    /// The limit of time for `didEnterBackground` (R055).
    case didEnterBackgroundLimit = "C7"
    /// Whether an app that asked to be ended is notified of the background first (R079).
    case exitsOnSuspend = "C8"
    /// Whether the first view appears before or after the activation (R014).
    case viewAppearance = "C16"
    /// Whether the app in front is notified that the device is switched off (R080).
    case noticeAtShutdown = "C22"
    /// Whether `didEnterBackground` is sent when an app is woken (R028).
    case backgroundLaunchOrder = "C2"
    /// From which version on a place relaunches an app after a force quit (R139).
    case locationAfterForceQuit = "C9"
    /// What drawing in the background does to an app (R065).
    case graphicsInBackground = "C13"
    /// Whether an app that is killed for memory gets notice (R116).
    case noticeAtPurge = "C5"
    /// Whether a missed change of time waits for the foreground (R131).
    case missedTimeChange = "C19"
    /// Whether a processing task runs after a force quit (R103).
    case processingAfterForceQuit = "C11"
    /// What an app reads when the notification of a scene's activation is posted (R157).
    case stateAtSceneActivation = "C23"
    /// Which VoIP pushes still come after repeated ones that were not reported (R141).
    case pushesAfterUnreported = "C24"
    /// What leaving by a link sends on iOS 11 (R054).
    case leavingByLink = "C25"
    /// When protected data goes after the lock button (R132).
    case lossOfProtectedData = "C26"
    /// Whether each scene's moves post the application's notifications (R016).
    case applicationNotificationsOfScenes = "C27"
    /// What a scene reads of itself when it is disconnected (R118).
    case stateAtDisconnection = "C28"
    /// Whom a link names as its opener (R069).
    case openerOfLinks = "C29"
    /// Whether a suspended app is notified of what was undone (R130).
    case undoneChanges = "C31"
    /// Whether a scene on a car's screen counts in the application's state (R159).
    case stateInCar = "C32"
    /// What a launch for a local notification hands over (R143).
    case localNotificationLaunch = "C33"
    /// Whether a prewarm finishes the launch, which the quirk alone decides (R149).
    case prewarmFinishesLaunching = "C34"
    /// What happens to preferences that were read before the first unlock (R166).
    case preferencesBeforeUnlock = "C35"
    /// Whether a scene connects in a launch in the background (R031).
    case scenesOfBackgroundLaunches = "C36"
    /// Whether questions one after the other send a pair of messages each (R045).
    case pairsOfPrompts = "C37"
    /// Whether stopping a continued task opens its app (R107).
    case stopOfContinuedTasks = "C38"
    /// What an app gets that reads an item of the Keychain while it is shut (R169).
    case lockedKeychainItems = "C39"
    /// What happens to an app on a Mac whose windows are all hidden (R178).
    case hiddenAppsOnMac = "C40"
    /// Whether a handler that was registered under a pattern takes what matches it (R107).
    case handlersOfPatterns = "C41"
    /// Whether a handler that was registered after the launch takes every kind of task (R101).
    case lateHandlers = "C42"
    /// Which of the method and the notification of the foreground comes first (R061).
    case orderOfForegroundNotification = "C45"
    /// Whether a Live Activity starts its app when the device restarts (R191).
    case restartWithActivity = "C46"
    /// Whether a continued task that reports no progress is expired (R172).
    case standingTasks = "C47"
    /// Which apps have to register a scene accessory for a connected screen (R158).
    case screenAccessories = "C48"

    /// The side that is taken where a profile chooses none; nil if that is neither side alone.
    package func usualEvidence(on system: SystemVersion) -> Evidence? {
      switch self {
      case .backgroundLaunchOrder:
        SystemVersionRange.majors(2, 12).contains(system) ? .observed : .documented
      case .exitsOnSuspend:
        SystemVersionRange.majors(2, 8).contains(system) ? .documented : .observed
      case .stateAtSceneActivation, .applicationNotificationsOfScenes, .stateAtDisconnection,
        .leavingByLink, .lossOfProtectedData, .openerOfLinks, .prewarmFinishesLaunching,
        .pushesAfterUnreported, .stateInCar, .pairsOfPrompts, .lockedKeychainItems,
        .hiddenAppsOnMac, .lateHandlers:
        .documented
      // What has a value is played as the documents say, mere events as they were observed.
      case .undoneChanges: nil
      case .preferencesBeforeUnlock:
        SystemVersionRange.majors(2, 9).contains(system) ? .observed : .documented
      default: .observed
      }
    }
  }
}
