// What the keys of sources stand for: one row for each kind of source, so that a rule names its
// sources in a word. A source without a row names itself, such as an issue of a project.

/// A source of rules.
public struct RuleSource: Hashable, Sendable {
  /// The key by which rules name it.
  public let key: String
  /// What it is and where it is.
  public let meaning: String

  private init(_ key: String, _ meaning: String) {
    self.key = key
    self.meaning = meaning
  }

  /// The source of a key; nil for one that names itself.
  ///
  /// - Complexity: O(n) in the number of sources
  public static func source(_ key: String) -> RuleSource? { all.first { $0.key == key } }

  /// All sources that have a key, in the order of their kinds.
  public static let all: [RuleSource] = documents + apple + appleEngineers + observations

  private static let documents: [RuleSource] = [
    RuleSource("S0", "an article on what happens when the processing of an app is interrupted"),
    RuleSource("S1", "an older version of S0 in another language"),
    RuleSource("S2", "an introduction to work in the background on iOS, for Xamarin"),
    RuleSource("S3", "notes on the states of an app and the methods of its delegate"),
    RuleSource("S4", "an article on the transitions between the states of an app"),
  ]

  private static let apple: [RuleSource] = [
    page("A-LAUNCH", "uikit/about-the-app-launch-sequence"),
    page("A-RESP", "uikit/responding-to-the-launch-of-your-app"),
    page("A-LIFE", "uikit/managing-your-app-s-life-cycle"),
    page("A-BGSEQ", "uikit/about-the-background-execution-sequence"),
    page("A-BG", "uikit/preparing-your-ui-to-run-in-the-background"),
    page("A-FG", "uikit/preparing-your-ui-to-run-in-the-foreground"),
    page("A-QUEUE", "uikit/processing-queued-notifications"),
    page("A-EXT", "uikit/extending-your-app-s-background-execution-time"),
    page("A-DEL", "uikit/uiapplicationdelegate"),
    page("A-APP", "uikit/uiapplication"),
    page("A-SCN", "uikit/uiscenedelegate"),
    page("A-WEF", "uikit/uiapplication/willenterforegroundnotification"),
    page("A-MIGRATE", "uikit/transitioning-to-the-uikit-scene-based-life-cycle"),
    page("A-RN27", "ios-ipados-release-notes/ios-ipados-27-release-notes"),
    page("A-BGT", "backgroundtasks"),
    page("A-EXTENSION", "app-extensions"),
    page("A-VISION", "visionos/handling-the-window-life-cycle-with-multiple-scenes"),
    page("A-PUSH", "usernotifications/pushing-background-updates-to-your-app"),
    page("A-PK", "pushkit/responding-to-voip-notifications-from-pushkit"),
    RuleSource("A-BGH", "the header BGTaskScheduler.h of Apple's SDKs of iOS 26 and 27"),
    page(
      "A-PKM",
      "pushkit/pkpushregistrydelegate/"
        + "pushregistry(_:didreceiveincomingvoippushwith:metadata:withcompletionhandler:)"),
    page("A-MK", "metrickit/crashdiagnostic/terminationcategory-swift.struct"),
    page("A-CL", "corelocation"),
    page("A-WD", "xcode/addressing-watchdog-terminations"),
    page("A-EXC", "xcode/understanding-the-exception-types-in-a-crash-report"),
    page("A-JET", "xcode/identifying-high-memory-use-with-jetsam-event-reports"),
    page("A-PI", "foundation/processinfo"),
    page("A-DISP", "uikit/presenting-content-on-a-connected-display"),
    page("A-VIA", "uikit/uiviewcontroller/viewisappearing(_:)"),
    page("A-MTL", "metal/preparing-your-metal-app-to-run-in-the-background"),
    page("A-AV", "avfaudio/handling-audio-interruptions"),
    page("A-CAP", "avfoundation/avcapturesession/interruptionreason"),
    page("A-HK", "healthkit/hkhealthstore/enablebackgrounddelivery(for:frequency:withcompletion:)"),
    page("A-CK", "callkit/cxproviderdelegate"),
    page("A-AI", "appintents/appintent/supportedmodes"),
    page("A-HO", "foundation/implementing-handoff-in-your-app"),
    page("A-UN", "usernotifications"),
    page("A-LA", "activitykit"),
    page("A-LN", "technotes/tn3179-understanding-local-network-privacy"),
    page("A-CT", "backgroundtasks/performing-long-running-tasks-on-ios-and-ipados"),
    page("A-ALARM", "alarmkit"),
    page("A-NSE", "callkit/cxprovider/reportnewincomingvoippushpayload(_:completion:)"),
    page("A-WEB", "webkit/wknavigationdelegate/webviewwebcontentprocessdidterminate(_:)"),
    page(
      "A-ATT",
      "apptrackingtransparency/attrackingmanager/requesttrackingauthorization(completionhandler:)"),
    page(
      "UIBackgroundModes",
      "bundleresources/information-property-list/uibackgroundmodes"),
    RuleSource("TN2277", "Apple's technical note 2277 on networking and multitasking"),
    RuleSource("TN2151", "Apple's technical note 2151 on crash reports"),
    RuleSource("TN3115", "Apple's technical note 3115 on Bluetooth restoration"),
    RuleSource("TN3187", "Apple's technical note 3187 on the move to scenes"),
    RuleSource("QA1693", "Apple's technical question 1693 on the watchdog"),
    guide("APG-S", "strategies for handling app state transitions"),
    guide("APG-B", "background execution"),
    guide("APG-L", "the app life cycle"),
    RuleSource("MT9", "Apple's archived guide to multitasking on the iPad, Split View"),
  ]

  private static let appleEngineers: [RuleSource] = [
    RuleSource(
      "Q-BT", "an Apple engineer's notes on background tasks, developer forums, thread 85066"),
    RuleSource("Q-KILL", "an Apple engineer on what swiping an app away does"),
    RuleSource("Q-URL", "an Apple engineer on URL sessions, developer forums, thread 14855"),
    forum(15_685), forum(391_799), forum(675_166), forum(702_040), forum(732_170),
    forum(751_682), forum(771_951), forum(793_189), forum(817_976), forum(818_623),
    forum(759_754), forum(780_822), forum(781_909), forum(99_991), forum(724_950), forum(802_375),
    forum(706_782), forum(764_625), forum(765_674), forum(775_325), forum(776_118),
    forum(768_136), forum(781_211), forum(816_504), forum(799_126), forum(802_073), forum(805_088),
    forum(816_774), forum(788_293), forum(813_300), forum(797_538),
    talk(2025, 227, "on tasks that finish in the background, from 12:30 on"),
    talk(2025, 230, "on AlarmKit"),
    talk(2025, 282, "on flexible apps, at 1:15 and 4:31 on restoration"),
    talk(2026, 222, "on MetricKit, at 8:16 on categories of ends"),
    talk(2026, 223, "on Live Activities, at 7:23 on how they begin"),
    talk(2026, 226, "on live communication, at 8:43 on VoIP pushes"),
    talk(2026, 278, "on modern apps, at 2:36 on launches without scenes"),
    RuleSource("W20-63", "WWDC 2020, session 10063, on background execution"),
    RuleSource("W20-78", "WWDC 2020, session 10078, on why apps are killed"),
  ]

  private static let observations: [RuleSource] = [
    RuleSource("XAM", "Microsoft's pages on work in the background with Xamarin"),
    RuleSource("O-REG", "a device log of iOS 11.0.3, github.com/regularberry/AppLaunchSequence"),
    RuleSource("O-REC", "a device log of iOS 12.1, recoursive.com"),
    RuleSource("O-NEW", "tables of pushes on iOS 10, newbe.dev and others"),
    RuleSource("O-KAI", "a log of background fetches, kaiinui.hatenablog.com"),
    RuleSource("O-LOCK", "reports on the lock button, iOS 4 to 7, StackOverflow 7754317"),
    RuleSource("O-NC", "reports on Notification Center, react-native #18575, flutter #60683"),
    RuleSource(
      "O-KILL", "reports on swiping apps away, StackOverflow 71570813 and 25857028"),
    RuleSource("O-FRI", "experiments with willTerminate on iOS 4.0"),
    RuleSource("O-WIN", "observations of windows on iOS 13"),
    RuleSource("O-21G", "a crash log of iOS 4, blog.s21g.com/articles/1859"),
    RuleSource("O-JUE", "a device's console on iOS 12"),
    RuleSource("O-FB", "the policy of the system's watchdog, from reverse engineering"),
    RuleSource("O-TMR", "an article on timers, and StackOverflow 56352851"),
    RuleSource("O-CR", "headers of crash reports that were published in issues"),
    RuleSource("O-FL", "reports on locking, flutter #130055, #60683 and #155754"),
    RuleSource(
      "rdar 49817144", "a report to Apple on the order of the foreground's method and notification"),
    RuleSource("pinkstone", "an observation of apps that exit on suspension, iOS 9"),
    RuleSource("Lemonbrush", "notes on the order of views and scenes"),
  ]

  private static func page(_ key: String, _ path: String) -> RuleSource {
    RuleSource(key, "https://developer.apple.com/documentation/" + path)
  }

  private static func guide(_ key: String, _ chapter: String) -> RuleSource {
    RuleSource(key, "Apple's archived App Programming Guide for iOS, on \(chapter)")
  }

  private static func talk(_ year: Int, _ session: Int, _ about: String) -> RuleSource {
    RuleSource(
      "W\(year % 100)-\(session)",
      "WWDC \(year), session \(session), \(about), "
        + "https://developer.apple.com/videos/play/wwdc\(year)/\(session)/")
  }

  private static func forum(_ thread: Int) -> RuleSource {
    RuleSource("FOR-\(thread)", "https://developer.apple.com/forums/thread/\(thread)")
  }
}
