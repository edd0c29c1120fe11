// The rules of terminations, background time, the watchdog and timers.

extension RuleBook {
  static let endings: [Rule] = [
    Rule(
      .R074,
      "A suspended process is purged without a word, and the next launch is a cold one.",
      .from(4), ["S0", "S2", "APG-S", "A-JET"], [.apple], conflict: "C5"),
    Rule(
      .R075,
      "A process that the system ends while it runs in the background may get willTerminate.",
      .from(4), ["A-DEL", "APG-S"], [.apple], conflict: "C5"),
    Rule(
      .R076,
      "willTerminate should return within about five seconds; then the process is killed.",
      .from(2), ["A-DEL", "APG-S", "O-FB"], [.apple, .observed]),
    Rule(
      .R077,
      "Swiping the card away sends willTerminate to a running process, removes a suspended one "
        + "silently, and marks the app as closed by the user in any case.",
      .from(4), ["Q-KILL", "O-KILL"], [.appleEngineer, .observed], conflict: "C4"),
    Rule(
      .R078,
      "Swiping away the app in front sends willResignActive and didEnterBackground, on iOS 7.1 "
        + "twice, before the process ends.",
      .from(7), ["O-KILL"], [.observed]),
    Rule(
      .R081,
      "Swiping the card away leaves no crash report.",
      .from(4), ["TN2151"], [.apple]),
    Rule(
      .R082,
      "A process that is killed is not told: no willTerminate and no notification.",
      .from(4), ["A-EXC", "A-WD"], [.apple]),
    Rule(
      .R109,
      "A launch that is not over within about twenty seconds ends in a kill by the watchdog.",
      .from(2), ["TN2151", "A-WD", "O-FB"], [.apple, .observed]),
    Rule(
      .R110,
      "A change on the way to the foreground that is not over within ten seconds ends in a kill "
        + "by the watchdog.",
      .from(2), ["O-FB"], [.observed]),
    Rule(
      .R111,
      "The watchdog guards launching, coming back, leaving, ending and blocked events; it is off "
        + "in the simulator and under a debugger, which also prevents suspension.",
      .from(2), ["QA1693", "TN2151", "Q-BT", "W20-78"], [.apple]),
    Rule(
      .R113,
      "A kill's exception code names its cause; that of a background task that was not ended "
        + "depends on the version.",
      .from(2), ["A-EXC", "TN2151"], [.apple], conflict: "C21"),
  ]

  static let backgroundTime: [Rule] = [
    Rule(
      .R083,
      "Every begun background task is a token of its own and needs an end of its own.",
      .from(4), ["A-EXT", "A-APP"], [.apple]),
    Rule(
      .R084,
      "Background tasks have 600 seconds of running time.",
      .majors(4, 6), ["XAM"], [.documented, .observed], conflict: "C6"),
    Rule(
      .R085,
      "Background tasks have 180 seconds of running time.",
      .majors(7, 12), ["Q-BT", "FOR-391799", "XAM"], [.appleEngineer, .observed],
      conflict: "C6"),
    Rule(
      .R086,
      "Background tasks have about 30 seconds of running time.",
      .from(13), ["Q-BT", "W20-78"], [.appleEngineer], conflict: "C6"),
    Rule(
      .R087,
      "Background tasks of an app that was woken in the background have about 30 seconds.",
      .from(7), ["Q-BT"], [.appleEngineer], conflict: "C6"),
    Rule(
      .R088,
      "One clock counts for all tasks of an app, from its entry into the background; a second "
        + "task adds no time.",
      .from(4), ["Q-BT"], [.appleEngineer]),
    Rule(
      .R089,
      "The remaining background time is unlimited in the foreground and a real number only in "
        + "the background with a task.",
      .from(4), ["A-APP", "FOR-391799", "Q-BT"], [.apple, .observed]),
    Rule(
      .R090,
      "Shortly before the running time is over the expiration handlers are called on the main "
        + "thread; each should be done within about a second.",
      .from(4), ["A-APP", "Q-BT"], [.apple, .appleEngineer]),
    Rule(
      .R091,
      "The system warns about three seconds before the running time is over, and kills at its "
        + "end.",
      .from(4), ["O-JUE"], [.observed]),
    Rule(
      .R092,
      "A process whose task is not ended when the running time is over is killed, not "
        + "suspended.",
      .from(4), ["A-APP", "Q-BT", "S0"], [.apple, .observed], conflict: "C21"),
    Rule(
      .R093,
      "When the last task is ended in time the process is suspended, not killed.",
      .from(4), ["A-EXT", "O-FRI"], [.apple, .observed]),
    Rule(
      .R094,
      "Beginning a task gives the invalid identifier when running in the background is "
        + "impossible.",
      .from(4), ["A-APP", "A-EXT"], [.apple]),
    Rule(
      .R134,
      "Timers do not fire while a process is suspended; one that missed firings fires once when "
        + "it resumes and then keeps its old grid, which before iOS 7 moved by the suspended "
        + "time.",
      .from(4), ["O-TMR"], [.observed], conflict: "C15"),
  ]
}
