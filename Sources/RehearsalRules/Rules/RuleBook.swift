// The rule book: every rule as data, and the numbers that the rest of the module knows them by. A row
// holds what the system does, since when, who says so, how sure that is, and the
// features that it switches; the device asks a profile for a feature and never for a version.

// swift-format-ignore: AlwaysUseLowerCamelCase, OneCasePerLine
/// The number of a rule, as the rule book and every record cite it.
public enum RuleNumber: UInt8, CaseIterable, Hashable, Sendable {
  // The case names are the numbers people cite, hence the capital letter.
  case R001 = 1, R002, R003, R004, R005, R006, R007, R008, R009, R010, R011, R012, R013, R014
  case R015, R016, R017, R018, R019, R020, R021, R022, R023, R024, R025, R026, R027, R028, R029
  case R030, R031, R032, R033, R034, R035, R036, R037, R038, R039, R040, R041, R042, R043, R044
  case R045, R046, R047, R048, R049, R050, R051, R052, R053, R054, R055, R056, R057, R058, R059
  case R060, R061, R062, R063, R064, R065, R066, R067, R068, R069, R070, R071, R072, R073, R074
  case R075, R076, R077, R078, R079, R080, R081, R082, R083, R084, R085, R086, R087, R088, R089
  case R090, R091, R092, R093, R094, R095, R096, R097, R098, R099, R100, R101, R102, R103, R104
  case R105, R106, R107, R108, R109, R110, R111, R113 = 113, R114, R115, R116, R117, R118, R119
  case R120, R121, R122, R123, R124, R125, R126, R127, R128, R129, R130, R131, R132, R133, R134
  case R135, R136, R137, R138, R139, R140, R141, R142, R143, R144, R145, R146, R147, R148
  case R149, R150, R151, R152, R153, R154, R155, R156, R157, R158
  case R159, R160, R161, R162, R163, R164, R165, R166, R167, R168
  case R169, R170, R171, R172, R173, R174, R175, R176, R177, R178, R179
  case R180 = 180, R181, R182
  case R190 = 190, R191, R192, R193, R194, R195, R196, R197, R198
}

extension RuleNumber: CustomStringConvertible {
  /// The number as it is cited: `R054`.
  public var description: String {
    let digits = String(rawValue)
    return "R" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}

extension RuleNumber {
  /// What the system does by this rule, in one sentence.
  public var statement: String { RuleBook.rule(self)?.statement ?? "" }

  /// Who says so: what each of its sources is and where it is.
  public var sources: [String] {
    (RuleBook.rule(self)?.sources ?? []).map { RuleSource.source($0)?.meaning ?? $0 }
  }
}

/// How well a rule is known.
public enum Confidence: String, CaseIterable, Hashable, Sendable {
  /// Apple documents it.
  case apple
  /// An Apple engineer said so.
  case appleEngineer
  /// It is documented elsewhere.
  case documented
  /// A developer observed it.
  case observed
}

/// One rule of the lifecycle.
public struct Rule: Hashable, Sendable {
  /// A feature that a rule switches on, and where.
  package struct Switch: Hashable, Sendable {
    /// The feature.
    package let feature: Feature
    /// The versions that have it; nil for those of the rule.
    package let versions: SystemVersionRange?
    /// The kinds of devices that have it; nil for all.
    package let families: [ModelFamily]?
    /// The side that a profile has to take for it; nil where both have it.
    package let side: SourceConflict.Side?

    package init(
      _ feature: Feature, _ versions: SystemVersionRange? = nil, on families: [ModelFamily]? = nil,
      when side: SourceConflict.Side? = nil
    ) {
      self.feature = feature
      self.versions = versions
      self.families = families
      self.side = side
    }
  }

  /// Its number.
  public let number: RuleNumber
  /// What it is about, in a few words.
  public let title: String
  /// What the system does, in one sentence.
  public let statement: String
  /// The versions it holds for.
  public let versions: SystemVersionRange
  /// The keys of its sources.
  public let sources: [String]
  /// How well it is known; several kinds of sources may agree.
  public let confidence: [Confidence]
  /// The numbers of the conflicts that it takes part in.
  public let conflicts: [String]
  /// What it switches on.
  package let features: [Switch]

  package init(
    _ number: RuleNumber, _ title: String, _ statement: String, _ versions: SystemVersionRange,
    _ sources: [String], _ confidence: [Confidence], conflict: String...,
    features: [Switch] = []
  ) {
    self.number = number
    self.title = title
    self.statement = statement
    self.versions = versions
    self.sources = sources
    self.confidence = confidence
    conflicts = conflict
    self.features = features
  }
}

/// All rules that the simulated device obeys, in the order of their numbers.
public enum RuleBook {
  /// The versions that the rules speak of.
  public static let versions = SystemVersionRange.majors(2, 27)

  /// The rules.
  public static let rules: [Rule] = [
    statesAndLaunch, interruptions, leavingAndReturning, endings, backgroundTime,
    backgroundLaunches, fetchesAndPushes, scheduledTasks, transfers, resources, memory,
    surroundings, modes, launches, scenes, screen, notifications, entryPoints, callsAndMedia,
    windows,
    told, devices, reports,
  ].flatMap(\.self).sorted { $0.number.rawValue < $1.number.rawValue }

  private static let byNumber: [Rule?] = {
    var table = [Rule?](repeating: nil, count: Int(UInt8.max) + 1)
    for rule in rules { table[Int(rule.number.rawValue)] = rule }
    return table
  }()

  /// The rule of a number.
  public static func rule(_ number: RuleNumber) -> Rule? { byNumber[Int(number.rawValue)] }

  /// Where each feature is switched on: the rule, the versions, the kinds of devices, and the side
  /// that a profile has to take.
  package static let switches:
    [(
      rule: RuleNumber, feature: Feature, versions: SystemVersionRange,
      families: [ModelFamily]?, side: SourceConflict.Side?
    )] = rules.flatMap { rule in
      rule.features.map {
        (rule.number, $0.feature, $0.versions ?? rule.versions, $0.families, $0.side)
      }
    }
}

// MARK: - Rows

extension RuleBook {
  private static let statesAndLaunch: [Rule] = [
    Rule(
      .R001, "Six states",
      "An app is not running, inactive, active, in the background or suspended; its process can "
        + "read only active, inactive and background.",
      .from(4), ["APG-L", "A-APP", "S2", "S3"], [.apple],
      features: [.init(.multitasking)]),
    Rule(
      .R003, "Inactive: running, but no touches",
      "An inactive app runs and gets notifications and timers, but no touches.",
      .from(2), ["APG-S", "A-DEL"], [.apple]),
    Rule(
      .R004, "Suspension is silent",
      "A suspended process runs nothing and gets no messages, neither when it is suspended nor "
        + "when that is over.",
      .from(4), ["APG-L", "S0", "S2"], [.apple]),
    Rule(
      .R005, "Launching without scenes reads Inactive",
      "While an app without scenes is launched into the foreground it reads that it is inactive; "
        + "code that runs before willFinishLaunching reads Background from iOS 11 on.",
      .from(4), ["A-APP", "O-REG", "steamclock/bluejay #98", "steamclock/bluejay #107"],
      [.apple, .observed], conflict: "C18",
      features: [.init(.firstCodeReadsBackground, .from(11))]),
    Rule(
      .R009, "What is read inside each message",
      "The state that is read changes before didBecomeActive and didEnterBackground, and after "
        + "willResignActive and willEnterForeground.",
      .from(4), ["O-REG", "O-REC"], [.observed], conflict: "C17"),
    Rule(
      .R011, "Order of a cold launch",
      "A cold launch sends willFinishLaunching, didFinishLaunching and didBecomeActive, in this "
        + "order; a storyboard is loaded before them, the first view after didFinishLaunching, and "
        + "it has appeared after didBecomeActive.",
      .from(2), ["A-LAUNCH", "O-REG"], [.apple, .observed],
      features: [.init(.willFinishLaunching, .from(6))]),
    Rule(
      .R012, "No willEnterForeground at a cold launch",
      "No willEnterForeground belongs to the cold launch of an app without scenes; only the quirk "
        + "willEnterForegroundAtLaunch sends one.",
      .from(4), ["O-REG", "O-REC", "O-NEW", "A-DEL"], [.apple, .observed], conflict: "C1"),
    Rule(
      .R018, "Notification of the finished launch",
      "The notification of a finished launch is posted just after didFinishLaunching returns, with "
        + "what the app was launched for.",
      .from(2), ["A-APP"], [.apple]),
  ]

  private static let interruptions: [Rule] = [
    Rule(
      .R037, "Interruption that is ignored",
      "An interruption that is not accepted makes the app inactive while it is shown and active "
        + "after it, and never sends it to the background.",
      .from(2), ["APG-S", "S0", "S1", "S2"], [.apple]),
    Rule(
      .R038, "Interruption that is accepted",
      "An interruption that is accepted sends the app to the background; a call on an unlocked "
        + "device comes as a banner from iOS 14 on, and leaves the app active, answered or not, "
        + "whether the system or an app shows it.",
      .from(4),
      [
        "APG-S", "S0", "S2", "react-native-webrtc/react-native-callkeep #300",
        "hiennguyen92/flutter_callkit_incoming #342, #343",
      ],
      [.apple, .documented], features: [.init(.callBanners, .from(14))]),
    Rule(
      .R041, "Banners",
      "A banner leaves the app active; messages and events of the calendar are banners too, unless "
        + "the user chose alerts.",
      .from(5), ["APG-S", "onmyway133/notes #8"], [.apple],
      features: [.init(.bannersLeaveActive)]),
    Rule(
      .R042, "Notification Center, one pair",
      "Notification Center makes the app inactive while it is open.",
      .majors(5, 10), ["APG-S", "O-NC"], [.apple, .observed], conflict: "C12"),
    Rule(
      .R043, "Notification Center, with a flicker",
      "Pulling down Notification Center makes the app inactive, active for a moment and inactive "
        + "again; closing it makes the app active.",
      .from(11), ["O-NC"], [.observed], conflict: "C12",
      features: [.init(.notificationCenterFlickers)]),
    Rule(
      .R044, "Control Center",
      "Control Center makes the app inactive while it is open.",
      .from(7), ["O-NC"], [.observed]),
    Rule(
      .R045, "Permission alerts",
      "The system's prompt for a permission makes the app inactive until it is answered, one "
        + "prompt after the other, by some reports with one pair of messages for both. From iOS 15 on the one for tracking comes up only for an active "
        + "app and alone, and else is answered with no and stays open; on iOS 17.4 it is answered "
        + "so in any case.",
      .from(4),
      [
        "O-REG", "A-BG", "A-ATT", "FOR-751682", "capacitor-community/admob #134",
        "expo/expo #28751", "expo/expo #38773",
      ],
      [.apple, .appleEngineer, .observed], conflict: "C37",
      features: [
        .init(.trackingNeedsActivity, .from(15)),
        .init(.promptsShareAPair, when: .observed(.pairsOfPrompts)),
      ]),
    Rule(
      .R046, "Face ID and Touch ID",
      "The prompt of Face ID or Touch ID makes the app inactive until there is a result.",
      .from(8), ["LedgerHQ #2838", "pagopa #1543", "JKLLockScreen #8"], [.observed],
      features: [.init(.biometricPrompts)]),
    Rule(
      .R047, "App switcher",
      "Opening the app switcher makes the app in front inactive.",
      .from(4), ["A-APP"], [.apple, .observed]),
    Rule(
      .R049, "Locking and unlocking",
      "Locking sends the app in front to the background, and unlocking brings it back; on iOS 5 an "
        + "app that asks to exit on suspension only becomes inactive.",
      .from(5), ["O-LOCK", "APG-S", "apache/cordova-docs", "Shazron 2012"], [.apple, .observed],
      conflict: "C3", features: [.init(.lockSparesExitingApps, .majors(5, 5))]),
  ]

  private static let leavingAndReturning: [Rule] = [
    Rule(
      .R054, "Leaving the screen",
      "An app that leaves the screen gets willResignActive, if it is active, and then "
        + "didEnterBackground. Devices let a moment pass between them, in which timers fire; the "
        + "budget transition says how long.",
      .from(4), ["A-BGSEQ", "O-REG", "OR #17847", "S0", "S1", "S2", "S3", "S4"],
      [.apple, .observed], conflict: "C25",
      features: [.init(.linksFlicker, .majors(11, 11), when: .observed(.leavingByLink))]),
    Rule(
      .R055, "Limit of didEnterBackground",
      "didEnterBackground should return within five seconds, and a process that is not through "
        + "after ten is killed; saving the state of the interface and the layout for the "
        + "switcher's pictures count, and background tasks do not lengthen this.",
      .from(4),
      [
        "A-DEL", "A-EXT", "APG-S", "O-21G", "W20-78", "firebase/firebase-ios-sdk #3759",
        "xbmc/Official-Kodi-Remote-iOS #684", "flutter/flutter #114347",
        "Automattic/pocket-casts-ios #556", "bugsnag/bugsnag-cocoa #1075",
      ], [.apple, .observed], conflict: "C7"),
    Rule(
      .R056, "Snapshot for the switcher",
      "The snapshot for the switcher is taken after didEnterBackground returns, within its limit, "
        + "and again when work in the background is reported done.",
      .from(4), ["A-BG", "A-BGSEQ", "APG-B", "xbmc/Official-Kodi-Remote-iOS #684"],
      [.apple, .observed]),
    Rule(
      .R060, "Suspension soon after",
      "Without a background task or mode a process is suspended a few seconds after it entered "
        + "the background.",
      .from(4), ["S0", "APG-B"], [.apple]),
    Rule(
      .R061, "Order of notification and method",
      "The notification beside a method is posted after it. That of willEnterForeground is posted before "
        + "it up to iOS 11, and after it from iOS 12 on, where the documents still have the old order.",
      .from(4), ["A-DEL", "rdar 49817144"], [.apple, .observed], conflict: "C45",
      features: [
        .init(
          .foregroundIsPostedLast, .from(12), when: .observed(.orderOfForegroundNotification))
      ]),
    Rule(
      .R067, "Return to the foreground",
      "A living process that comes back gets willEnterForeground and then, always, "
        + "didBecomeActive.",
      .from(4), ["A-DEL", "O-REG", "S0", "S2"], [.apple, .observed]),
    Rule(
      .R068, "willEnterForeground only from the background",
      "willEnterForeground is sent only to an app that was in the background or suspended.",
      .from(4), ["A-DEL", "APG-S"], [.apple], conflict: "C20"),
  ]

  private static let launches: [Rule] = [
    Rule(
      .R002, "Without multitasking",
      "Without multitasking an app that leaves the screen ends, and always gets willTerminate.",
      .from(2), ["APG-S", "A-DEL", "S0", "S1"], [.apple]),
    Rule(
      .R006, "Launching with scenes reads Background",
      "An app with scenes is launched reading Background and then follows its most active scene.",
      .from(13), ["A-APP"], [.apple], conflict: "C18"),
    Rule(
      .R007, "The most active scene counts",
      "The state of an app with scenes is that of its most active connected scene. In "
        + "sceneDidBecomeActive it is not active yet.",
      .from(13),
      ["A-APP", "keybase/client #29637", "growingio/growingio-sdk-ios-autotracker #215"],
      [.apple, .observed], features: [.init(.applicationFollowsScenes)]),
    Rule(
      .R008, "Launched in the background, reads Background",
      "An app without scenes that is launched for an event reads that it is in the background in "
        + "both launch methods.",
      .from(4), ["APG-S", "O-REG", "S3"], [.apple, .observed]),
    Rule(
      .R010, "The switcher makes inactive",
      "While the app switcher is open the app in front is inactive, not in the background.",
      .from(4), ["A-APP"], [.apple, .observed]),
    Rule(
      .R019, "Answers of the launch methods",
      "A launch method that returns false keeps the URL or the activity of the launch from being "
        + "delivered; one that is not implemented has no vote, and for notifications none has.",
      .from(6), ["A-DEL", "O-REC"], [.apple, .observed]),
    Rule(
      .R020, "URL at a cold launch",
      "A cold launch for a URL gives it to both launch methods and delivers it while the app is "
        + "inactive, before didBecomeActive.",
      .from(4), ["O-REG", "O-REC"], [.observed]),
    Rule(
      .R021, "Universal link at a cold launch",
      "A cold launch for a universal link restores the state first and then delivers the activity "
        + "while the app is inactive.",
      .from(9), ["O-REG"], [.observed],
      features: [.init(.universalLinks)]),
    Rule(
      .R022, "Tapped notification at a cold launch",
      "A cold launch for a notification that is tapped on the home screen or over another app "
        + "delivers it while the app is inactive, before didBecomeActive; see R142 for other places.",
      .from(3), ["O-REG", "O-NEW"], [.observed],
      features: [.init(.notificationCenterDelegate, .from(10))]),
    Rule(
      .R023, "Quick actions",
      "A quick action is delivered after the launch unless a launch method refused it; a scene "
        + "finds it among its connection options, or gets a message when it already exists.",
      .from(9), ["A-DEL"], [.apple, .observed],
      features: [.init(.quickActions)]),
    Rule(
      .R025, "A launch must be quick",
      "An app should be usable within about five seconds of its launch, and one that does not "
        + "finish launching in time is killed.",
      .from(4), ["APG-S"], [.apple]),
    Rule(
      .R026, "Prewarming",
      "A process may be started ahead of its launch and waits before its application object "
        + "exists; no message is sent to it until the launch.",
      .from(15), ["A-LAUNCH", "bugsnag #1248"], [.apple, .observed],
      features: [.init(.prewarming)]),
    Rule(
      .R027, "No restoration after a force quit",
      "The state that view controllers saved is thrown away when the user swipes the app's card "
        + "away; what a scene is restored with stays, on iPhone and iPad.",
      .from(6), ["firstgear.kr", "FB9855914"], [.observed], conflict: "C30"),
    Rule(
      .R069, "URL on the return to the foreground",
      "A URL is delivered to a returning app between willEnterForeground and didBecomeActive; an app "
        + "that opens one of its own stays active, and on iOS 7 to 9 is inactive meanwhile.",
      .from(4), ["O-REG", "csdn wakin002", "OR #9430"], [.observed], conflict: "C29",
      features: [
        .init(.ownURLDeactivates, .majors(7, 9)),
        .init(.openersAreNamed, .majors(2, 12)),
        .init(.browserIsNamed, .from(13), when: .observed(.openerOfLinks)),
      ]),
    Rule(
      .R070, "Universal link on the return to the foreground",
      "A universal link is delivered to a returning app between willEnterForeground and "
        + "didBecomeActive.",
      .from(9), ["O-REG"], [.observed]),
    Rule(
      .R071, "Tapped notification on the return",
      "A notification that is tapped on the home screen or over another app is delivered to its "
        + "returning app between willEnterForeground and didBecomeActive, even if its content was "
        + "delivered on arrival; see R142 for other places.",
      .from(4), ["O-REG", "O-NEW"], [.observed]),
    Rule(
      .R073, "Queued notifications before touches",
      "Notifications that the system queued for an app are delivered before touches when it "
        + "runs again.",
      .from(4), ["A-QUEUE"], [.apple]),
  ]

  private static let screen: [Rule] = [
    Rule(
      .R039, "Accepted interruption without multitasking",
      "Without multitasking an accepted interruption ends the app with willResignActive and "
        + "willTerminate.",
      .from(2), ["mob-pc.info"], [.documented]),
    Rule(
      .R040, "Call that the app places",
      "A call that an app places itself makes it inactive and never sends it to the background.",
      .from(10), ["apache/cordova-ios #815"], [.observed],
      features: [.init(.callInPlace)]),
    Rule(
      .R048, "Locking on the first systems",
      "The first system with multitasking only makes the app in front inactive when it is locked.",
      .majors(2, 4), ["O-LOCK"], [.observed], conflict: "C3",
      features: [.init(.lockOnlyDeactivates)]),
    Rule(
      .R050, "What is read when locked away",
      "On iOS 5 and 6 an app that is locked away still reads Inactive in didEnterBackground.",
      .from(5), ["O-LOCK", "APG-S", "RN #9883"], [.observed], conflict: "C3"),
    Rule(
      .R051, "Flicker of some phones when locked",
      "A phone whose display stays on, while that is switched on, makes the app in front inactive when "
        + "it is locked, and active for moments behind the lock before it enters the background: from "
        + "about 1.4 seconds on, several times, most for a quarter of a second. Some without such a "
        + "display do so too; budgets say when, how often and for how long.",
      .from(SystemVersion(16, 5)),
      [
        "O-FL", "facebook/react-native #54764", "keepassium/KeePassium #424",
        "island-is/island.is #23161",
      ], [.observed],
      conflict: "C3"),
    Rule(
      .R052, "Divider of Split View",
      "Dragging the divider of Split View makes both apps inactive while they are resized; "
        + "releasing it makes them active, or sends the one that was dragged away to the "
        + "background.",
      .from(9), ["MT9"], [.apple],
      features: [.init(.splitView)]),
    Rule(
      .R053, "Interruption of audio",
      "A call interrupts the audio sessions of apps; the end of the interruption comes when the "
        + "call is declined or over.",
      .from(4), ["Audio Session Programming Guide"], [.apple]),
    Rule(
      .R057, "Two appearances for the snapshots",
      "After an app entered the background its appearance flips to the other style and back for "
        + "the switcher's pictures; an iPad on iOS 9 to 12 lays out for both orientations.",
      .from(9), ["FB8734191", "mcmap 1114353"], [.observed],
      features: [
        .init(.appearanceSnapshots, .from(13)), .init(.orientationSnapshots, .majors(9, 12)),
      ]),
    Rule(
      .R058, "Preserving the state of the interface",
      "The state of the interface is preserved shortly after didEnterBackground returns, within "
        + "its limit, and not when an app merely becomes inactive.",
      .from(6), ["A-BG", "O-REG", "xbmc/Official-Kodi-Remote-iOS #684"], [.apple, .observed],
      features: [.init(.statePreservation)]),
    Rule(
      .R059, "Views get no messages of the background",
      "View controllers get no message when an app goes to the background or returns; they are when "
        + "it ends instead of leaving.",
      .from(2), ["O-FRI"], [.observed]),
    Rule(
      .R062, "Alerts stay",
      "Alerts and action sheets are not dismissed when an app goes to the background.",
      .from(4), ["APG-S"], [.apple]),
    Rule(
      .R079, "Exiting on suspension",
      "An app that asks to exit on suspension ends with willTerminate instead of going to the "
        + "background; from iOS 9 on, by device logs, it gets didEnterBackground first, and from "
        + "iOS 13 on its wish is ignored.",
      .majors(4, 12), ["APG-S", "S0", "pinkstone", "XAM"], [.apple, .observed], conflict: "C8",
      features: [
        .init(.exitsOnSuspend),
        .init(.backgroundBeforeExit, .from(5), when: .observed(.exitsOnSuspend)),
      ]),
    Rule(
      .R080, "Switching the device off",
      "All processes end when the device is switched off; only the app in front on early systems "
        + "gets willTerminate.",
      .from(2), ["APG-S", "O-FRI"], [.apple, .observed], conflict: "C22",
      features: [
        .init(.noticeAtShutdown, .majors(2, 4), when: .observed(.noticeAtShutdown))
      ]),
    Rule(
      .R132, "Protected data",
      "With a passcode, locking the device makes protected data unavailable and unlocking makes "
        + "it available; running apps are notified, and one that was notified of the loss and is suspended "
        + "at the unlock is notified as soon as it runs again.",
      .from(4), ["A-DEL", "APG-S", "FOR-771951", "firebase/firebase-ios-sdk FirebaseAuth"],
      [.apple, .observed], conflict: "C26",
      features: [.init(.protectedDataLingers, when: .observed(.lossOfProtectedData))]),
  ]

  private static let scenes: [Rule] = [
    Rule(
      .R013, "Order of a cold launch with scenes",
      "A cold launch with scenes sends the launch methods, configurationForConnecting for a new "
        + "session, sceneWillConnect, sceneWillEnterForeground and sceneDidBecomeActive.",
      .from(13), ["A-LAUNCH", "A-SCN", "Lemonbrush"], [.apple, .observed],
      features: [.init(.scenes)]),
    Rule(
      .R014, "Views around the launch of a scene",
      "The first view of a scene is loaded and about to appear before the scene enters the "
        + "foreground, and has appeared after it is active.",
      .from(13), ["Lemonbrush", "A-FG"], [.observed], conflict: "C16",
      features: [.init(.viewsAppearLast, when: .documented(.viewAppearance))]),
    Rule(
      .R015, "What the delegate of an app with scenes gets",
      "An app with scenes gets none of the four messages of activity and background at its "
        + "application delegate; launches, ends, memory and time stay there.",
      .from(13), ["A-SCN"], [.apple]),
    Rule(
      .R016, "Notifications of an app with scenes",
      "The application's notifications are still posted in an app with scenes, besides those of "
        + "the scenes.",
      .from(13), ["A-SCN", "OneSignal #647", "Zephyr #42"], [.apple, .observed], conflict: "C27",
      features: [
        .init(
          .eachSceneTellsTheApplication, when: .observed(.applicationNotificationsOfScenes))
      ]),
    Rule(
      .R017, "Reasons of a launch with scenes",
      "What an app with scenes is launched for stands in the connection options of its scene; the "
        + "options of its launch are empty.",
      .from(13), ["A-LAUNCH", "A-RESP"], [.apple]),
    Rule(
      .R024, "URL for a scene",
      "A URL for a scene that is connected for it stands in its connection options alone; a scene "
        + "that exists gets it by openURLContexts.",
      .from(13), ["A-SCN"], [.apple, .observed]),
    Rule(
      .R072, "Response to a notification with scenes",
      "The response to a notification that is tapped on the home screen or over another app is "
        + "delivered while the scene is in the foreground and inactive; see R142 for other places.",
      .from(13), ["openHAB #1229"], [.observed]),
    Rule(
      .R117, "States of a scene",
      "A scene goes from unattached over foreground inactive to active and back to the "
        + "background; only its own delegate gets the messages, and entering the foreground is always "
        + "followed by becoming active.",
      .from(13), ["A-LIFE", "A-SCN", "A-BG", "A-FG"], [.apple]),
    Rule(
      .R118, "Disconnecting a scene",
      "A scene that is disconnected is freed and its session stays; the window's return connects "
        + "a new scene with the session's restoration activity.",
      .from(13), ["A-SCN"], [.apple], conflict: "C28",
      features: [
        .init(.disconnectionReadsLastState, when: .observed(.stateAtDisconnection))
      ]),
    Rule(
      .R119, "Discarding sessions",
      "Sessions are discarded only when their windows are closed for good; an app that was not "
        + "running gets the message shortly after its next launch.",
      .from(13), ["A-DEL"], [.apple]),
    Rule(
      .R120, "Destruction of a session",
      "The destruction of a session that an app asks for disconnects its scene and discards it.",
      .from(13), ["A-APP"], [.apple]),
    Rule(
      .R121, "Swiping away on an iPhone, with scenes",
      "On an iPhone, swiping the front app with scenes away sends sceneDidEnterBackground and "
        + "willTerminate, and nothing to a suspended one.",
      .majors(13, 15), ["O-KILL"], [.observed], conflict: "C14"),
    Rule(
      .R122, "Swiping away on an iPad, one window",
      "On an iPad, swiping away the only window of an app without several windows disconnects "
        + "and discards it and sends willTerminate, without the background.",
      .majors(13, 15), ["O-KILL"], [.observed], conflict: "C14"),
    Rule(
      .R123, "Swiping away on an iPad, several windows",
      "On an iPad, swiping away the last of several windows sends sceneDidEnterBackground and "
        + "willTerminate; while others live, the window is only disconnected and discarded.",
      .from(13), ["O-KILL"], [.observed], conflict: "C14"),
    Rule(
      .R124, "Swiping away with scenes, later systems",
      "From iOS 16 on swiping a running app with scenes away sends sceneWillResignActive, "
        + "sceneDidDisconnect and willTerminate, after which no scene gets a message; a very fast "
        + "swipe reaches another scene before it.",
      .from(16), ["FOR-732170", "mozilla-mobile/firefox-ios #12622", "tauri-apps/tao #1261"],
      [.observed], conflict: "C14", "C30",
      features: [.init(.swipeDisconnects)]),
    Rule(
      .R125, "Closing windows one by one",
      "Closing one of several windows discards it; closing the last one ends the process.",
      .from(13), ["O-WIN"], [.observed]),
    Rule(
      .R126, "A session is configured once",
      "A session is configured once, when it is new; later launches reuse its configuration, also "
        + "that of the window that was closed last.",
      .from(13), ["O-WIN", "FOR-702040"], [.observed]),
    Rule(
      .R127, "Asking for a scene",
      "An app that asks for a scene without a session gets a new window; with a session, that "
        + "window comes to the front.",
      .from(13), ["A-APP"], [.apple]),
    Rule(
      .R128, "Apps without scenes on later systems",
      "An app without scenes is warned from iOS 18.4 on, and on iOS 27 its launch is a trap, with a "
        + "crash report, if it was built with that system's SDK. An app has scenes that names a window "
        + "scene's configuration with a delegate class in its Info.plist or answers "
        + "configurationForConnecting, or that is SwiftUI's.",
      .from(SystemVersion(18, 4)),
      [
        "TN3187", "A-MIGRATE", "A-RN27", "W26-278", "FOR-788293", "FOR-813300",
        "keybase/client #29649",
        "DefinedNet/mobile_nebula #405", "kivy/kivy-ios #1010",
      ], [.apple, .appleEngineer, .observed],
      features: [.init(.scenesAreMissed), .init(.scenesAreRequired, .from(27))]),
    Rule(
      .R129, "Scene phase of the app",
      "The scene phase that is read at the level of the app is active if any scene is.",
      .from(13), ["SwiftUI scenePhase"], [.apple]),
  ]

  /// Scenes, screens, windows and views, from the second collection of reports.
  private static let windows: [Rule] = [
    Rule(
      .R157, "Scene of an app without scenes",
      "The system makes one scene and session for an app that declares none, which it can read "
        + "from the end of didFinishLaunching on; their notifications are posted beside the "
        + "application's, no scene delegate gets messages, and nothing closes or duplicates them.",
      .from(13),
      [
        "firebase/firebase-ios-sdk #3522", "forcedotcom/SalesforceMobileSDK-iOS #3330",
        "mixpanel/mixpanel-swift #338",
      ], [.observed], conflict: "C23",
      features: [
        .init(.systemScenes),
        .init(.activationIsPostedFirst, when: .observed(.stateAtSceneActivation)),
      ]),
    Rule(
      .R158, "A connected screen",
      "A connected screen brings the app with scenes in front a second session with a role of its "
        + "own, whose scene enters the foreground, never becomes active, leaves and returns with "
        + "the app, and is disconnected with the screen; its messages go to the same scene code. On "
        + "iOS 27 an app that was built with that system's SDK gets the scene only while it has a scene "
        + "accessory registered.",
      .from(13),
      [
        "A-DISP", "A-MIGRATE", "A-RN27", "forcedotcom/SalesforceMobileSDK-iOS #3679",
        "libsdl-org/SDL #16161",
      ], [.apple, .observed], conflict: "C48",
      features: [
        .init(.screensNeedAccessories, .from(27)),
        .init(.allScreensNeedAccessories, .from(27), when: .documented(.screenAccessories)),
      ]),
    Rule(
      .R159, "CarPlay",
      "A tap on a car's screen launches or wakes an app that has the role, without a window, and "
        + "its scene there is connected, gets its controller, enters the foreground and is "
        + "active, regardless of the phone and even while it is locked; the app runs until "
        + "something else is there, and the end of the drive disconnects the scene.",
      .from(13),
      [
        "A-CP", "organicmaps/organicmaps #12612", "birkir/react-native-carplay #195",
        "oguzhnatly/flutter_carplay #56",
      ], [.apple, .observed], conflict: "C32",
      features: [
        .init(.carScenes), .init(.carCountsAsForeground, when: .documented(.stateInCar)),
      ]),
    Rule(
      .R160, "More than two apps on an iPad",
      "A further app in Slide Over or on the stage is active beside the others, which get "
        + "nothing; up to four share a stage, choosing an app that is not on it changes to that "
        + "app's own, and a window that comes to the front of others sends nothing.",
      .from(9), ["MT9", "furbo.org", "FB18443571", "mozilla-mobile/firefox-ios #23184"],
      [.apple, .observed],
      features: [
        .init(.slideOver, .majors(9, 18)), .init(.slideOver, .from(SystemVersion(26, 1))),
        .init(.stageManager, .from(16)), .init(.windowsForAll, .from(26)),
      ]),
    Rule(
      .R161, "Changes of the scene phase",
      "A change of the scene phase is reported once, after the scene's own message, with the old and "
        + "the new value: to a scene its own, to the app that of its most active scene; what a "
        + "process or a scene begins with, a launch in the background and an end are not reported.",
      .from(14), ["SwiftUI scenePhase", "Hacking with Swift", "memotut"], [.apple, .observed],
      features: [.init(.scenePhaseChanges)]),
    Rule(
      .R162, "Appearing and layout of views",
      "A view is loaded, about to appear, appears, is laid out and has appeared; it is laid out "
        + "again when its size, its orientation or its traits change or the app asks for it, and "
        + "not when the app leaves the screen or returns. Without scenes it appears in a launch in "
        + "the background already, and not again at the icon.",
      .from(2), ["A-VIA", "wordpress-mobile/WordPressAuthenticator-iOS #446"],
      [.apple, .observed],
      features: [.init(.viewIsAppearing, .from(13)), .init(.viewLayoutMessages, .from(5))]),
  ]

  /// What the system tells apps of itself, and data behind the lock.
  private static let told: [Rule] = [
    Rule(
      .R163, "Power and heat",
      "Running apps are notified of Low Power Mode and of the heat of the device in any state, a "
        + "suspended one of the net change; no message of the lifecycle comes with it.",
      .from(9), ["A-PI"], [.apple],
      features: [.init(.lowPowerMode), .init(.thermalNotification, .from(11))]),
    Rule(
      .R164, "Screenshot and recording",
      "The apps on the screen are notified of a screenshot, and running apps when a "
        + "recording or mirroring begins or ends; no state changes.",
      .from(7), ["UIScreen.capturedDidChangeNotification"], [.apple],
      features: [.init(.screenRecording, .from(11))]),
    Rule(
      .R165, "Clock, zone and day",
      "Apps are notified of a new time zone, a changed clock and a new day; a suspended "
        + "one when it runs again, of each once.",
      .from(2), ["NSCalendarDayChanged"], [.apple],
      features: [.init(.calendarDayNotification, .from(8))]),
    Rule(
      .R166, "Data before the first unlock",
      "On a device with a passcode files and preferences cannot be read or written until the first "
        + "unlock, and protected files whenever it is locked; reading gives nothing, writing is "
        + "lost, and neither ends the app.",
      .from(7),
      [
        "FOR-15685", "FOR message 206691", "RevenueCat/purchases-ios #4623",
        "kylebshr/luka-ios #134",
      ], [.appleEngineer, .observed], conflict: "C35",
      features: [
        .init(.dataIsClosed),
        .init(.emptyPreferencesStay, when: .observed(.preferencesBeforeUnlock)),
      ]),
    Rule(
      .R167, "Since when",
      "What a system lacks is not there: a prompt does not show and its answer comes at once, an "
        + "action is refused, a message is not sent.",
      .from(2), ["availability in Apple's pages"], [.apple]),
  ]

  private static let endings: [Rule] = [
    Rule(
      .R074, "Purge of a suspended app",
      "A suspended process is purged without a word, and the next launch is a cold one.",
      .from(4), ["S0", "S2", "APG-S", "A-JET"], [.apple], conflict: "C5"),
    Rule(
      .R075, "Notice for a running app in the background",
      "A process that the system ends while it runs in the background may get willTerminate.",
      .from(4), ["A-DEL", "APG-S"], [.apple], conflict: "C5"),
    Rule(
      .R076, "Limit of willTerminate",
      "willTerminate should return within about five seconds; then the process is killed.",
      .from(2), ["A-DEL", "APG-S", "O-FB"], [.apple, .observed]),
    Rule(
      .R077, "Swiping the card away",
      "Swiping the card away sends willTerminate to a running process, removes a suspended one "
        + "silently, and marks the app as closed by the user in any case.",
      .from(4), ["Q-KILL", "O-KILL"], [.appleEngineer, .observed], conflict: "C4"),
    Rule(
      .R078, "Swiping the app in front away",
      "Swiping away the app in front sends willResignActive and didEnterBackground, on iOS 7.1 "
        + "twice, before the process ends.",
      .from(7), ["O-KILL"], [.observed]),
    Rule(
      .R081, "No crash report after a swipe",
      "Swiping the card away leaves no crash report; its code is 0xdeadfa11.",
      .from(4), ["TN2151", "O-CR"], [.apple, .observed]),
    Rule(
      .R082, "Kills are silent",
      "A process that is killed gets no message: no willTerminate and no notification.",
      .from(4), ["A-EXC", "A-WD"], [.apple]),
    Rule(
      .R109, "Limit of a launch",
      "A launch that is not over within twenty seconds ends in a kill by the watchdog: before the "
        + "first message it is called process-launch, and scene-create from there on.",
      .from(2), ["TN2151", "A-WD", "O-FB", "O-CR"], [.apple, .observed]),
    Rule(
      .R110, "Time limit for entering the foreground",
      "If entering the foreground takes longer than ten seconds, it ends in a kill "
        + "by the watchdog, and so does a scene that is created in a process that lives; the first "
        + "scene of a launch shares the time of the launch.",
      .from(2), ["O-FB", "O-CR"], [.observed]),
    Rule(
      .R111, "What the watchdog guards",
      "The watchdog guards launching, coming back, leaving and ending, and up to iOS 12 blocked "
        + "events, which end no app of a later system; leaving has ten seconds, a launch twenty. "
        + "It is off in the simulator and under a debugger, which also prevents suspension.",
      .from(2),
      [
        "QA1693", "TN2151", "Q-BT", "W20-78", "kstenerud/KSCrash #726",
        "DataDog/dd-sdk-ios #1685",
      ], [.apple, .observed],
      features: [.init(.blockedEventsEndProcess, .majors(2, 12))]),
    Rule(
      .R113, "Exception codes",
      "A kill's exception code names its cause; that of a background task that was not ended "
        + "depends on the version. Crash reports name who ended the process, SpringBoard up to iOS "
        + "14 and FrontBoard from 15 on, and what the watchdog guarded.",
      .from(2), ["A-EXC", "TN2151", "O-CR"], [.apple, .observed], conflict: "C21",
      features: [.init(.currentExitCodes, .from(13)), .init(.frontBoardEndsProcesses, .from(15))]),
  ]

  private static let backgroundTime: [Rule] = [
    Rule(
      .R083, "Every task needs its own end",
      "Every begun background task is a token of its own and needs an end of its own.",
      .from(4), ["A-EXT", "A-APP"], [.apple]),
    Rule(
      .R084, "Ten minutes for tasks",
      "Background tasks have 600 seconds of running time.",
      .majors(4, 6), ["XAM"], [.documented, .observed], conflict: "C6"),
    Rule(
      .R085, "Three minutes for tasks",
      "Background tasks have 180 seconds of running time, which may be given in pieces as the "
        + "device wakes.",
      .majors(7, 12), ["Q-BT", "FOR-391799", "XAM"], [.appleEngineer, .observed],
      conflict: "C6"),
    Rule(
      .R086, "Thirty seconds for tasks",
      "Background tasks have about 30 seconds of running time.",
      .from(13), ["Q-BT", "W20-78"], [.appleEngineer], conflict: "C6"),
    Rule(
      .R087, "Thirty seconds after a wake",
      "Background tasks of an app that was woken in the background have about 30 seconds.",
      .from(7), ["Q-BT"], [.appleEngineer], conflict: "C6"),
    Rule(
      .R088, "One clock for all tasks",
      "One clock counts for all tasks of an app, from its entry into the background; a second "
        + "task adds no time.",
      .from(4), ["Q-BT"], [.appleEngineer]),
    Rule(
      .R089, "Remaining background time",
      "The remaining background time is unlimited in the foreground and a real number only in "
        + "the background with a task.",
      .from(4), ["A-APP", "FOR-391799", "Q-BT"], [.apple, .observed]),
    Rule(
      .R090, "Expiration handlers",
      "Shortly before the running time is over the expiration handlers are called on the main "
        + "thread; each should be done within about a second.",
      .from(4), ["A-APP", "Q-BT"], [.apple, .appleEngineer]),
    Rule(
      .R091, "Warning and kill",
      "The system warns about three seconds before the running time is over, and kills at its "
        + "end.",
      .from(4), ["O-JUE"], [.observed]),
    Rule(
      .R092, "Task not ended in time",
      "A process whose task is not ended when the running time is over is killed, not "
        + "suspended.",
      .from(4), ["A-APP", "Q-BT", "S0"], [.apple, .observed], conflict: "C21"),
    Rule(
      .R093, "Task ended in time",
      "When the last task is ended in time the process is suspended, not killed.",
      .from(4), ["A-EXT", "O-FRI"], [.apple, .observed]),
    Rule(
      .R094, "Tasks that are not granted",
      "Beginning a task gives the invalid identifier when running in the background is "
        + "impossible; one begun at the very end of didEnterBackground may not be granted, and "
        + "then its expiration handler is called.",
      .from(4), ["A-APP", "A-EXT"], [.apple]),
    Rule(
      .R134, "Timers and suspension",
      "Timers do not fire while a process is suspended; one that missed firings fires once when "
        + "it resumes and then keeps its old grid, which before iOS 7 moved by the suspended "
        + "time.",
      .from(4), ["O-TMR"], [.observed], conflict: "C15",
      features: [.init(.timersKeepTheirGrid, .from(7))]),
  ]

  private static let backgroundLaunches: [Rule] = [
    Rule(
      .R028, "Documented order of a background launch",
      "From iOS 13 on, and by the documents always, an app that is launched for an event is notified "
        + "of the background before it: by didEnterBackground, or with scenes by the notification.",
      .from(7), ["A-BGSEQ", "getsentry/sentry-cocoa SessionTracker"], [.apple, .observed],
      conflict: "C2",
      features: [
        .init(.backgroundEntryAtLaunch, .from(2), when: .documented(.backgroundLaunchOrder)),
        .init(.backgroundEntryAtWake, .from(2), when: .chosen(.documented, .backgroundLaunchOrder)),
      ]),
    Rule(
      .R029, "Observed order of a background launch",
      "By device logs of iOS 7 to 11 an app that is launched for an event gets its launch messages "
        + "and the event, in the background, and neither didEnterBackground nor didBecomeActive.",
      .from(7), ["O-REG", "O-KAI", "O-NEW", "lionheart/openradar-mirror #13584"], [.observed],
      conflict: "C2"),
    Rule(
      .R030, "Resumed in the background for an event",
      "A suspended app that is resumed for an event gets the event; by the documents "
        + "didEnterBackground comes before it.",
      .from(7), ["A-BGSEQ", "O-NEW"], [.apple, .observed], conflict: "C2"),
    Rule(
      .R031, "Scenes of a launch in the background",
      "A launch in the background brings no scene to the foreground, and connects none; by the "
        + "documents one connects and goes to the background.",
      .from(13), ["A-LIFE", "getsentry/sentry-cocoa SessionTracker"], [.apple, .observed],
      conflict: "C2", "C36",
      features: [
        .init(.scenesConnectInBackground, when: .documented(.scenesOfBackgroundLaunches))
      ]),
    Rule(
      .R032, "Opened after a background launch",
      "The app that was launched in the background is not launched again when the user opens it.",
      .from(7), ["O-KAI", "O-NEW"], [.observed]),
    Rule(
      .R033, "What launches an app that is not running",
      "Places, Bluetooth, pushes with new content, fetches, finished background transfers, calls "
        + "and accessories launch an app that is not running.",
      .from(4), ["APG-B"], [.apple]),
    Rule(
      .R034, "Nothing after a force quit",
      "After a force quit nothing launches the app until the user opens it or the device restarts.",
      .from(7), ["APG-B", "A-DEL", "A-PUSH", "Q-KILL"], [.apple],
      features: [.init(.nothingAfterForceQuit)]),
    Rule(
      .R035, "Nothing before the first unlock",
      "On a device with a passcode nothing is launched between its start and the first unlock but "
        + "by a VoIP push; with the quirk launchesBeforeFirstUnlock Bluetooth and refreshes do.",
      .from(4),
      [
        "APG-B", "TN3115", "signalapp/Signal-iOS #3524",
        "BelledonneCommunications/linphone-iphone #371", "meshtastic/Meshtastic-Apple #2247",
        "loopandlearn/LoopFollow #710",
      ],
      [.apple, .observed]),
    Rule(
      .R036, "What the launch options name",
      "The launch options name a place or a push as the reason of the launch; those of a fetch "
        + "are empty.",
      .from(4), ["APG-B", "O-REG", "O-KAI", "O-NEW"], [.apple, .observed]),
  ]

  private static let fetchesAndPushes: [Rule] = [
    Rule(
      .R096, "Background App Refresh off",
      "Without Background App Refresh, which Low Power Mode switches off too, nothing refreshes "
        + "an app, and it is suspended at once unless it has a background task.",
      .from(7), ["S2", "XAM", "A-BGT", "A-APP"], [.apple, .documented],
      features: [.init(.backgroundRefreshSwitch)]),
    Rule(
      .R097, "Background fetch",
      "A fetch needs the mode, a minimum interval and no list of scheduled tasks; it has to be "
        + "answered within 30 seconds.",
      .from(7), ["A-DEL", "A-BGT", "A-EXC"], [.apple, .observed],
      features: [.init(.backgroundFetch), .init(.fetchYieldsToScheduler, .from(13))]),
    Rule(
      .R098, "Silent push",
      "A push with new content wakes an app that declares the mode and gives it 30 seconds; Low "
        + "Power Mode drops it, or with the quirk lowPowerDelaysPushes delays it.",
      .from(7), ["A-DEL", "O-NEW", "invertase/react-native-notifee #205"], [.apple, .observed],
      features: [.init(.silentPushes)]),
    Rule(
      .R099, "Silent push after a force quit",
      "No silent push comes through after a force quit, which also discards the one that waits.",
      .from(7), ["A-PUSH", "mcmap 1825698"], [.apple, .observed], conflict: "C10"),
    Rule(
      .R100, "Spacing of silent pushes",
      "Silent pushes wake an app about every 15 minutes at most; only the newest of those that "
        + "come sooner waits.",
      .from(7), ["A-PUSH", "W20-63"], [.apple, .appleEngineer]),
    Rule(
      .R104, "Gates before a wake-up",
      "A low battery, Low Power Mode, an app that is not used or has no card, the refresh switch, "
        + "budgets and rates stand between an occasion and the app.",
      .from(13), ["W20-63"], [.appleEngineer],
      features: [.init(.wakeUpConditions)]),
  ]

  private static let scheduledTasks: [Rule] = [
    Rule(
      .R101, "Registering scheduled tasks",
      "Handlers of scheduled tasks are registered before didFinishLaunching returns, once each, "
        + "and only for identifiers that the Info.plist lists; later it is an exception, also in "
        + "the connection of the first scene, but those of continued tasks may be registered at any "
        + "time. Twice is an exception for all.",
      .from(13),
      [
        "A-BGT", "A-BGH", "transistorsoft/flutter_background_fetch #414", "shinyorg/shiny #280",
        "nylki/CommonsFinder #50, #53",
      ],
      [.apple, .observed], conflict: "C42",
      features: [
        .init(.taskScheduler),
        .init(.lateHandlersTakeTasks, .from(26), when: .observed(.lateHandlers)),
      ]),
    Rule(
      .R102, "Submitting requests",
      "One refresh and ten processing requests may wait; a request replaces one of its identifier "
        + "and does not begin before its moment.",
      .from(13), ["A-BGT"], [.apple]),
    Rule(
      .R103, "Time of scheduled tasks",
      "A refresh task has 30 seconds, a processing task minutes while the device is idle; without "
        + "an expiration handler a task that runs out of time has failed. One that asked for "
        + "external power begins only on it.",
      .from(13), ["A-BGT", "FOR-793189", "FOR-818623"], [.apple, .appleEngineer],
      conflict: "C11",
      features: [
        .init(.processingAfterForceQuit, .from(18), when: .observed(.processingAfterForceQuit))
      ]),
    Rule(
      .R107, "Continued tasks",
      "A continued task is begun by the user in the foreground and goes on in the background; the "
        + "user may stop it, which opens the app, and closing the app ends it without a word. The "
        + "Info.plist may permit it by a pattern that ends with an asterisk, its handler is registered "
        + "for the whole identifier, and to submit one without a handler is an exception. One that the "
        + "system cannot run at once waits, or fails if the request says so; on an iPad it may ask for "
        + "the graphics processor.",
      .from(26),
      [
        "A-BGT", "A-CT", "A-BGH", "W25-227", "FOR-799126", "FOR-802073", "FOR-805088",
        "FOR-797538", "FOR-816774", "notes on continued tasks of iOS 26 and 27",
      ], [.apple, .appleEngineer, .observed],
      conflict: "C38", "C41",
      features: [
        .init(.continuedTasks),
        .init(.stoppedTaskOpensApp, when: .observed(.stopOfContinuedTasks)),
        .init(.patternHandlersTakeTasks, when: .documented(.handlersOfPatterns)),
        .init(.backgroundGPU, on: [.iPad]),
      ]),
  ]

  private static let transfers: [Rule] = [
    Rule(
      .R105, "Background URL session",
      "When all transfers of a background URL session are done the app is woken, and it has to "
        + "answer.",
      .from(7), ["APG-B", "O-JUE"], [.apple, .observed],
      features: [.init(.backgroundSessions)]),
    Rule(
      .R106, "Background URL session after a force quit",
      "A force quit takes a background URL session with it on iOS 7; from iOS 8 on the session "
        + "stays and its transfers are cancelled.",
      .from(7), ["Q-URL"], [.appleEngineer],
      features: [.init(.sessionsOutliveForceQuit, .from(8))]),
    Rule(
      .R108, "Processor time in the background",
      "An app that uses 80 percent of a processor over a minute in the background is killed, unless "
        + "it does so in a processing task that asked for external power, or in a continued task, "
        + "whose purpose that is; the quirk processorUseExpiresTasks lets the latter expire.",
      .from(13), ["FOR-675166", "W20-78", "A-CT", "W25-227"], [.apple, .appleEngineer, .observed],
      features: [.init(.processorLimit)]),
  ]

  private static let resources: [Rule] = [
    Rule(
      .R063, "Hardware and network in the background",
      "In the background an app loses its accessories unless it declares the mode; at suspension "
        + "its Bonjour services are torn down and its sockets may be taken.",
      .from(4), ["APG-S", "APG-B"], [.apple],
      features: [.init(.accessoryMode, .from(5))]),
    Rule(
      .R064, "Shared databases",
      "An app that uses a shared database of the system, its store of contacts or of calendars, when "
        + "it is suspended is killed; the camera does not kill, it is interrupted.",
      .from(4), ["A-BG", "APG-S"], [.apple]),
    Rule(
      .R065, "Drawing in the background",
      "Drawing with OpenGL ES in the background kills the app; so did Metal once, which only "
        + "refuses by the documents of later versions.",
      .from(4), ["APG-S", "TN2151", "A-MTL"], [.apple], conflict: "C13",
      features: [
        .init(.metalIsRefused, .from(13)),
        .init(.metalIsRefused, .from(2), when: .documented(.graphicsInBackground)),
      ]),
    Rule(
      .R066, "File lock at suspension",
      "An app that holds a lock on a file when it is suspended is killed.",
      .from(9), ["A-EXC", "TN2151"], [.apple],
      features: [.init(.fileLockEndsProcess)]),
    Rule(
      .R095, "Too many tasks",
      "An app that holds about a thousand background tasks is killed.",
      .from(11), ["A-EXC", "Q-BT"], [.apple, .appleEngineer],
      features: [.init(.backgroundTaskLimit)]),
  ]

  private static let memory: [Rule] = [
    Rule(
      .R114, "Order of purges",
      "Memory is taken from suspended apps first, from large ones before small ones, then from "
        + "apps that run in the background, and last from the one in front.",
      .from(4), ["APG-S", "A-JET", "W20-78"], [.apple]),
    Rule(
      .R115, "Memory warnings",
      "A memory warning is sent to running apps and their view controllers when ending suspended "
        + "ones does not free enough.",
      .from(2), ["A-JET"], [.apple, .observed]),
    Rule(
      .R116, "Memory warning in the background",
      "An app in the background gets the memory warning; by the documents it also gets "
        + "willTerminate when it is killed later.",
      .from(4), ["APG-S"], [.apple], conflict: "C5",
      features: [.init(.noticeAtPurge, .from(2), when: .documented(.noticeAtPurge))]),
  ]

  private static let surroundings: [Rule] = [
    Rule(
      .R130, "Many notifications as one",
      "Notifications that come while an app is suspended are kept for their observers, many of "
        + "one kind as one; a value that has changed back is not reported.",
      .from(4), ["A-QUEUE", "APG-S", "S1"], [.apple], conflict: "C31",
      features: [
        .init(.undoneChangesAreReported, when: .observed(.undoneChanges)),
        .init(.undoneEventsAreForgotten, when: .documented(.undoneChanges)),
      ]),
    Rule(
      .R131, "When queued notifications are delivered",
      "What was kept is delivered when the app runs again; a significant change of time waits for "
        + "the foreground, and only the latest is reported.",
      .from(4), ["A-QUEUE", "A-DEL"], [.apple], conflict: "C19",
      features: [
        .init(.missedTimeChangeWhenRunning, .from(2), when: .documented(.missedTimeChange))
      ]),
    Rule(
      .R133, "Locations queue",
      "Locations that come while an app is suspended are delivered when it runs again.",
      .from(4), ["APG-S"], [.apple]),
  ]

  private static let modes: [Rule] = [
    Rule(
      .R135, "Background modes",
      "What an app may do in the background follows from the modes that its Info.plist declares.",
      .from(4), ["UIBackgroundModes"], [.apple],
      features: [.init(.newsstandPushes, .from(5))]),
    Rule(
      .R136, "Audio in the background",
      "With the mode audio an app that plays keeps running until it stops or is interrupted; "
        + "without it the playback ends in the background.",
      .from(4), ["APG-B"], [.apple]),
    Rule(
      .R137, "Location updates in the background",
      "Location updates continue in the background with the mode location and, from iOS 9 on, the "
        + "flag that asks for it, which is fatal without the mode.",
      .from(4), ["A-CL", "APG-B"], [.apple],
      features: [.init(.backgroundLocationFlag, .from(9))]),
    Rule(
      .R138, "Places wake an app",
      "Significant changes of 500 metres at most every five minutes, visits and at most twenty "
        + "regions wake an app that may always use the location, for about ten seconds.",
      .from(4), ["A-CL", "XAM"], [.apple, .documented],
      features: [.init(.visits, .from(8))]),
    Rule(
      .R139, "Places after a force quit",
      "After a force quit location events do not relaunch an app up to iOS 7.0, and do from 7.1 on; the "
        + "documents say from 8 on.",
      .from(4), ["StackOverflow 33368607", "APG-B"], [.observed, .apple], conflict: "C9",
      features: [
        .init(
          .placesAfterForceQuit, .from(SystemVersion(7, 1)),
          when: .observed(.locationAfterForceQuit)),
        .init(.placesAfterForceQuit, .from(8), when: .documented(.locationAfterForceQuit)),
      ]),
    Rule(
      .R140, "Bluetooth wakes an app",
      "Bluetooth resumes a suspended app and relaunches one that the system ended, but not one "
        + "that the user closed or after the radio was switched off, on iOS 7 and 8 not after a "
        + "restart of the device, and from iOS 26 on only one whose accessories the system's "
        + "picker set up.",
      .from(7),
      [
        "TN3115", "innoveit/react-native-ble-manager #1386", "lionheart/openradar-mirror #1008",
      ], [.apple, .observed],
      features: [
        .init(.restartEndsConnections, .majors(7, 8)),
        .init(.onlySetUpAccessoriesRelaunch, .from(26)),
      ]),
    Rule(
      .R141, "VoIP pushes and keep-alive",
      "From iOS 13 on a call has to be reported before the method for a VoIP push returns, by CallKit "
        + "or LiveCommunicationKit, unless the app is in front or has a call of its own: else an "
        + "exception ends the process. The system looks again about seven seconds after the push, and "
        + "kills an app that has no such method or is still in it; the completion has no part in "
        + "this. From iOS 26.4 on a second method is told whether a call is needed. Before iOS 9 a "
        + "VoIP app has a keep-alive handler, at most every 600 seconds and for ten.",
      .from(4),
      [
        "A-PK", "A-PKM", "W26-226", "APG-B", "FOR-817976", "FOR-768136", "FOR-781211", "FOR-816504",
        "wireapp/wire-ios #3060", "wireapp/wire-ios #5070", "nextcloud/talk-ios #940",
        "RestComm/restcomm-ios-sdk #650", "mattkhaw/cordova-plugin-callkit #4",
      ],
      [.apple, .appleEngineer, .observed], conflict: "C24",
      features: [
        .init(.keepAliveHandlers, .majors(4, 8)), .init(.voipPushes, .from(8)),
        .init(.callsMustBeReported, .from(13)),
        .init(.pushesTellOfReporting, .from(SystemVersion(26, 4))),
        .init(.stoppedPushesInFront, .from(13), when: .observed(.pushesAfterUnreported)),
      ]),
  ]

  /// More ways into an app, from the second book of reports.
  private static let entryPoints: [Rule] = [
    Rule(
      .R149, "Prewarming that finishes the launch",
      "With the quirk prewarmFinishesLaunching a prewarm from iOS 14 on runs the launch methods, "
        + "in the background and without options, and waits then; at the tap follow the news of "
        + "protected data, if there is any, and the scene or didBecomeActive. Code that keeps the "
        + "process busy while its libraries are loaded lets it happen.",
      .from(14),
      [
        "StackOverflow 71025205", "FOR-706782", "FOR-764625",
        "firebase/firebase-ios-sdk #9622, #16505", "getsentry/sentry-cocoa #1897",
        "kylebshr/luka-ios #134",
      ], [.observed, .appleEngineer], conflict: "C34",
      features: [.init(.prewarmsMayFinishLaunching)]),
    Rule(
      .R150, "Handoff and search results",
      "An activity of another device and a result of the search come as universal links do; one "
        + "whose data cannot be fetched fails after it was announced, and an activity of a type "
        + "that the app does not list is not offered.",
      .from(8), ["A-HO", "O-REG"], [.apple, .observed],
      features: [.init(.handoff), .init(.searchResults, .from(9))]),
    Rule(
      .R151, "Intents",
      "An intent runs in the background: the app is launched or resumed for it without a scene, "
        + "and one that runs is called as it is; an intent that opens the app runs after the way "
        + "to the front.",
      .from(16), ["A-AI", "FOR-771951"], [.apple, .appleEngineer],
      features: [.init(.appIntents)]),
    Rule(
      .R152, "Health, the watch, and other occasions",
      "Health data, messages of a watch and unspecified events launch or resume an app in "
        + "the background without options and without a scene; health data does not after a force "
        + "quit, is tried again when it is not answered, and stops after three times.",
      .from(4), ["A-HK", "FOR-775325", "FOR-771951", "FOR-765674"], [.apple, .appleEngineer],
      features: [.init(.healthDeliveries, .from(8)), .init(.watchMessages, .from(9))]),
  ]

  /// Calls, sound, the camera and video, from the second book of reports.
  private static let callsAndMedia: [Rule] = [
    Rule(
      .R153, "Calls that an app reports",
      "The user's answer to a reported call is delivered by performAnswerCall; once the app fulfils it "
        + "the audio session is activated, the call keeps the app running and, answered on the "
        + "whole screen, brings it to the front of an unlocked device. An answer that is not carried out within ten seconds ends "
        + "the call, and so does the end of the process.",
      .from(10),
      ["A-CK", "hiennguyen92/flutter_callkit_incoming #797, #405, #342, #343"],
      [.apple, .observed],
      features: [.init(.reportedCalls)]),
    Rule(
      .R154, "Interruptions of audio sessions",
      "A call, Siri, an alarm and another app's sound interrupt an audio session: playing stops, "
        + "and nothing resumes by itself. The end is reported for all but another app's sound, also "
        + "to a suspended app with the mode audio; a session that is lost in suspension is reported "
        + "from iOS 10 to 15 when the app runs again.",
      .from(4),
      [
        "A-AV", "FOR-776118", "ryanheise/audio_session #7",
        "doublesymmetry/react-native-track-player #1088", "OR #5609",
        "noreasonprojects/ModernAVPlayer #174",
      ], [.apple, .observed],
      features: [
        .init(.suspensionEndsAudioSessions, .from(10)),
        .init(.lostSessionsAreReported, .majors(10, 15)),
        .init(.lostSessionsAreMarked, .from(SystemVersion(10, 3))),
        .init(.audioInterruptionReasons, .from(SystemVersion(14, 5))),
      ]),
    Rule(
      .R155, "Interruptions of the camera",
      "A capture session is interrupted while its app is off the screen, while an iPad shows "
        + "another app, while a call takes the sound, and by another app's camera; the process "
        + "lives, and the session goes on afterwards. Begun in the background it waits from iOS 9 "
        + "on and fails before.",
      .from(4),
      [
        "A-CAP", "twilio/video-quickstart-ios #597",
        "react-native-camera/react-native-camera #2565", "opentok/opentok-react-native #475",
      ], [.apple, .observed],
      features: [
        .init(.captureInterruptionReasons, .from(9)), .init(.multitaskingCamera, .from(16)),
      ]),
    Rule(
      .R156, "Picture in Picture",
      "A video in Picture in Picture keeps its app running in the background; closing it ends "
        + "that, and expanding it asks the app for its interface and brings it to the front. There "
        + "is one at a time, it needs the mode audio, and locking takes it away.",
      .from(9), ["AVPictureInPictureController", "GetStream/stream-video-swift #907"], [.apple],
      features: [
        .init(.pictureInPictureOnPad), .init(.pictureInPictureOnPhone, .from(14)),
        .init(.automaticPictureInPicture, .from(SystemVersion(14, 2))),
      ]),
  ]
}
