// The pages of E08: the bounds within which a script runs.

extension DiagnosticPage {
  static let limits: [DiagnosticPage] = [
    DiagnosticPage(
      .instructionLimit, "Code that does not come to an end",
      """
      A statement or scenario may take a great number of steps (the limit `instructions`), far \
      more than a sensible script needs. This one goes round without end, or repeats a long work \
      too often.
      """,
      wrong: """
        var n = 0
        while n >= 0 { n = (n + 1) % 10 }
        """,
      right: """
        var n = 0
        while n < 10 { n += 1 }
        """),
    DiagnosticPage(
      .callDepthLimit, "Calls inside calls without end",
      """
      The number of calls that are under way at once is bounded (the limit `callDepth`). A \
      function that calls itself needs a case in which it does not.
      """,
      wrong: """
        func sum(n) { n + sum(n - 1) }
        print(sum(10))
        """,
      right: """
        func sum(n) { n == 0 ? 0 : n + sum(n - 1) }
        print(sum(10))
        """),
    DiagnosticPage(
      .heapLimit, "More memory than there is",
      """
      The strings, lists, maps and closures that a script holds have a bound in bytes (the limit \
      `heap`). For an app it is a bound of its own.
      """,
      wrong: """
        var text = "all work and no play"
        while true { text += text }
        """,
      right: """
        var text = "all work and no play"
        for _ in 0..<3 { text += text }
        """),
    DiagnosticPage(
      .outputLimit, "More output than anybody reads",
      """
      What a run prints, and what a process prints and logs in its life, has a bound in bytes \
      (the limit `outputBytes`).
      """,
      wrong: """
        while true { print("all work and no play makes a dull and very, very, very long line") }
        """,
      right: """
        for _ in 0..<3 { print("all work and no play") }
        """),
    DiagnosticPage(
      .instantLimit, "A moment that does not end",
      """
      The events of one instant lead to new events at the same instant, again and again, so that \
      time never goes on (the limit `eventsAtOneInstant`). A timer that schedules itself needs a \
      delay.
      """,
      wrong: """
        app Notes {
            func tick() { after(0s) { tick() } }
            button "Start" { tick() }
        }
        launch Notes
        touch "Start"
        """,
      right: """
        app Notes {
            func tick() { after(1s) { tick() } }
            button "Start" { tick() }
        }
        launch Notes
        touch "Start"
        """),
    DiagnosticPage(
      .handlerInstructionLimit, "A handler that hangs",
      """
      A handler, timer or button of an app took more steps than the limit `instructions` of \
      apps: its main thread hangs, and the watchdog ends the app as it would on a device. Time \
      that a real app would spend is written as `work`.
      """,
      wrong: """
        app Notes {
            on didEnterBackground { while true { } }
        }
        launch Notes
        press .home
        """,
      right: """
        app Notes {
            on didEnterBackground { work 2s }
        }
        launch Notes
        press .home
        """),
    DiagnosticPage(
      .interrupted, "A script that was stopped",
      """
      Somebody stopped the script while it ran, with Ctrl-C at the prompt. What the input under \
      way had done is taken back; the session stays as it was before. A limit stops a script that \
      never ends also without a hand.
      """),
    DiagnosticPage(
      .eventLimit, "Time that is too full of events",
      """
      While one `advance`, `step` or wait runs, only so many events may happen (the limit \
      `events`). Usually a timer has a far too small interval.
      """,
      wrong: """
        app Notes {
            button "Start" { every(1ns) { } }
        }
        launch Notes
        touch "Start"
        advance 1min
        """,
      right: """
        app Notes {
            button "Start" { every(1s) { } }
        }
        launch Notes
        touch "Start"
        advance 1min
        """),
  ]
}
