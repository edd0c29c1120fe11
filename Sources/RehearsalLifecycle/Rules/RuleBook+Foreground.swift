// The rules of states, launches, interruptions and the way between foreground and background.

extension RuleBook {
  static let statesAndLaunch: [Rule] = [
    Rule(
      .R001, "Six states",
      "An app is not running, inactive, active, in the background or suspended; its process can "
        + "read only active, inactive and background.",
      .from(4), ["APG-L", "A-APP", "S2", "S3"], [.apple]),
    Rule(
      .R003, "Inactive: running, but no touches",
      "An inactive app runs and gets notifications and timers, but no touches.",
      .from(2), ["APG-S", "A-DEL"], [.apple]),
    Rule(
      .R004, "Suspension is silent",
      "A suspended process runs nothing and is told nothing, neither when it is suspended nor "
        + "when that is over.",
      .from(4), ["APG-L", "S0", "S2"], [.apple]),
    Rule(
      .R005, "Launching without scenes reads Inactive",
      "While an app without scenes is launched into the foreground it reads that it is inactive.",
      .from(4), ["A-APP", "O-REG"], [.apple, .observed], conflict: "C18"),
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
      .from(2), ["A-LAUNCH", "O-REG"], [.apple, .observed]),
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

  static let interruptions: [Rule] = [
    Rule(
      .R037, "Interruption that is ignored",
      "An interruption that is not accepted makes the app inactive while it is shown and active "
        + "after it, and never sends it to the background.",
      .from(2), ["APG-S", "S0", "S1", "S2"], [.apple]),
    Rule(
      .R038, "Interruption that is accepted",
      "An interruption that is accepted sends the app to the background.",
      .from(4), ["APG-S", "S0", "S2"], [.apple, .documented]),
    Rule(
      .R041, "Banners",
      "A banner leaves the app active.", .from(5), ["APG-S"], [.apple]),
    Rule(
      .R042, "Notification Center, one pair",
      "Notification Center makes the app inactive while it is open.",
      .majors(5, 10), ["APG-S", "O-NC"], [.apple, .observed], conflict: "C12"),
    Rule(
      .R043, "Notification Center, with a flicker",
      "Pulling down Notification Center makes the app inactive, active for a moment and inactive "
        + "again; closing it makes the app active.",
      .from(11), ["O-NC"], [.observed], conflict: "C12"),
    Rule(
      .R044, "Control Center",
      "Control Center makes the app inactive while it is open.",
      .from(7), ["O-NC"], [.observed]),
    Rule(
      .R045, "Permission alerts",
      "The system's question for a permission makes the app inactive until it is answered.",
      .from(4), ["O-REG", "A-BG"], [.apple, .observed]),
    Rule(
      .R046, "Face ID and Touch ID",
      "The prompt of Face ID or Touch ID makes the app inactive until there is a result.",
      .from(8), ["LedgerHQ #2838", "pagopa #1543", "JKLLockScreen #8"], [.observed]),
    Rule(
      .R047, "App switcher",
      "Opening the app switcher makes the app in front inactive.",
      .from(4), ["A-APP"], [.apple, .observed]),
    Rule(
      .R049, "Locking and unlocking",
      "Locking sends the app in front to the background; unlocking brings it back.",
      .from(5), ["O-LOCK", "APG-S"], [.apple, .observed], conflict: "C3"),
  ]

  static let leavingAndReturning: [Rule] = [
    Rule(
      .R054, "Leaving the screen",
      "An app that leaves the screen gets willResignActive, if it is active, and then "
        + "didEnterBackground.",
      .from(4), ["A-BGSEQ", "O-REG", "S0", "S1", "S2", "S3", "S4"], [.apple, .observed]),
    Rule(
      .R055, "Limit of didEnterBackground",
      "didEnterBackground should return within five seconds, and a process in which it does not "
        + "return is killed; background tasks do not lengthen this.",
      .from(4), ["A-DEL", "A-EXT", "APG-S", "O-21G", "W20-78"], [.apple], conflict: "C7"),
    Rule(
      .R056, "Snapshot for the switcher",
      "The snapshot for the switcher is taken after didEnterBackground returns.",
      .from(4), ["A-BG", "A-BGSEQ", "APG-B"], [.apple]),
    Rule(
      .R060, "Suspension soon after",
      "Without a background task or mode a process is suspended a few seconds after it entered "
        + "the background.",
      .from(4), ["S0", "APG-B"], [.apple]),
    Rule(
      .R061, "Notification and method, which is first",
      "The notification beside a method is posted after it, that of willEnterForeground before "
        + "it.",
      .from(4), ["A-DEL"], [.apple]),
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
}
