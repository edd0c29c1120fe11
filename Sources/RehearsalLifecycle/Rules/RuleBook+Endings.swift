// The rules of terminations, background time, the watchdog and timers.

extension RuleBook {
  static let endings: [Rule] = [
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
      "Swiping the card away leaves no crash report.",
      .from(4), ["TN2151"], [.apple]),
    Rule(
      .R082, "Kills are not told",
      "A process that is killed is not told: no willTerminate and no notification.",
      .from(4), ["A-EXC", "A-WD"], [.apple]),
    Rule(
      .R109, "Limit of a launch",
      "A launch that is not over within about twenty seconds ends in a kill by the watchdog.",
      .from(2), ["TN2151", "A-WD", "O-FB"], [.apple, .observed]),
    Rule(
      .R110, "Limit on the way to the foreground",
      "A change on the way to the foreground that is not over within ten seconds ends in a kill "
        + "by the watchdog.",
      .from(2), ["O-FB"], [.observed]),
    Rule(
      .R111, "What the watchdog guards",
      "The watchdog guards launching, coming back, leaving, ending and blocked events; it is off "
        + "in the simulator and under a debugger, which also prevents suspension.",
      .from(2), ["QA1693", "TN2151", "Q-BT", "W20-78"], [.apple]),
    Rule(
      .R113, "Exception codes",
      "A kill's exception code names its cause; that of a background task that was not ended "
        + "depends on the version.",
      .from(2), ["A-EXC", "TN2151"], [.apple], conflict: "C21"),
  ]

  static let backgroundTime: [Rule] = [
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
      .from(4), ["O-TMR"], [.observed], conflict: "C15"),
  ]
}
