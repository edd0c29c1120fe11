// The pages of what goes wrong while a script runs: E07, errors, which crash an app; E08, limits.

// MARK: - E07: errors at run time

extension DiagnosticPage {
  static let faults: [DiagnosticPage] = [
    DiagnosticPage(
      .integerOverflow, "An integer that does not fit",
      """
      Integers have 64 bits, and a result beyond them is an error: it never begins again at the \
      other end. Calculate with Doubles where large numbers need not be exact.
      """,
      wrong: """
        var n = 9223372036854775807
        n += 1
        """,
      right: """
        var n = 9223372036854775807.0
        n += 1
        """),
    DiagnosticPage(
      .divisionByZero, "A division by zero",
      """
      An Int divided by 0, and the rest of such a division, have no value. Test the divisor \
      before. Doubles divide by zero as IEEE 754 says, and give an infinity.
      """,
      wrong: """
        let list = []
        print(10 / list.count)
        """,
      right: """
        let list = []
        print(list.isEmpty ? 0 : 10 / list.count)
        """),
    DiagnosticPage(
      .typeMismatch, "Values of types that do not go together",
      """
      Operators and functions take values of certain types, and nothing is converted by itself \
      but an Int that meets a Double. Conditions are Bools. Convert with `int(x)`, `double(x)` \
      or `string(x)`, or use an interpolation.
      """,
      wrong: """
        let n = 3
        print("n is " + n)
        """,
      right: #"""
        let n = 3
        print("n is \(n)")
        """#),
    DiagnosticPage(
      .missingMember, "A member that a value has not",
      """
      The value has no member of this name: it is of another type than expected, is nil, or is a \
      map without this key. The dot is strict; a subscript of a map gives nil for a missing key, \
      and `?.` skips the rest where a value is nil.
      """,
      wrong: """
        let options = ["sound": true]
        print(options.volume)
        """,
      right: """
        let options = ["sound": true]
        print(options["volume"] ?? 5)
        """),
    DiagnosticPage(
      .indexOutOfBounds, "An index beyond a list",
      """
      The elements of a list have the indices from 0 to one less than its count, and a slice \
      lies within them. `first` and `last` give nil for an empty list.
      """,
      wrong: """
        let list = [1, 2, 3]
        print(list[3])
        """,
      right: """
        let list = [1, 2, 3]
        print(list[list.count - 1], list.last)
        """),
    DiagnosticPage(
      .uninitializedVariable, "A variable that has no value yet",
      """
      A function may use variables that are declared below it, but it must not be called before \
      their declarations have run.
      """,
      wrong: """
        func report() { print(total) }
        report()
        let total = now + 1s
        """,
      right: """
        func report() { print(total) }
        let total = now + 1s
        report()
        """),
    DiagnosticPage(
      .notCallable, "A call of a value that is no function",
      """
      Only functions and closures can be called. A function that came out of an app belongs to \
      the app's process, and the outside cannot call it.
      """,
      wrong: """
        let actions = [1, 2]
        actions[0]()
        """,
      right: """
        let actions = [{ print(1) }, { print(2) }]
        actions[0]()
        """),
    DiagnosticPage(
      .argumentMismatch, "A closure that is given too much or too little",
      """
      A closure with a list of parameters is called with exactly as many arguments; `_` stands \
      for one that it does not use. A closure without a list ignores what it does not use.
      """,
      wrong: """
        let add = { a, b in a + b }
        print(add(1))
        """,
      right: """
        let add = { a, b in a + b }
        print(add(1, 2))
        """),
    DiagnosticPage(
      .invalidRange, "A range that ends before it begins",
      """
      The lower end of a range is not above the upper one. `1..<1` is empty and allowed; a \
      random number needs a range with at least one element.
      """,
      wrong: """
        let list = []
        for i in 1...list.count { print(i) }
        """,
      right: """
        let list = []
        for i in 0..<list.count { print(i) }
        """),
    DiagnosticPage(
      .invalidKey, "A value that cannot be a key",
      """
      The keys of maps are Bools, Ints, Strings, Symbols and Durations. Storage has Strings as \
      keys.
      """,
      wrong: """
        let place = [1, 2]
        print([place: "here"])
        """,
      right: #"""
        let place = [1, 2]
        print(["\(place)": "here"])
        """#),
    DiagnosticPage(
      .durationOutOfRange, "A duration that is too short or too long",
      """
      Time does not go back: what passes, waits or repeats takes no negative duration. A \
      duration has 64 bits of nanoseconds, which is about 292 years.
      """,
      wrong: """
        let start = 10s
        advance 5s - start
        """,
      right: """
        let start = 10s
        advance start - 5s
        """),
    DiagnosticPage(
      .wrongSide, "A thing of the other side",
      """
      Where a script cannot be read to tell which side a value comes from, the run tells: an app \
      cannot use a thing of the stage, and the outside cannot use what belongs to a process.
      """,
      wrong: """
        app Notes {
            var timer = nil
            on didBecomeActive { timer = after(1min) { log "late" } }
        }
        launch Notes
        let timer = Notes.timer
        timer.invalidate()
        """,
      right: """
        app Notes {
            var timer = nil
            on didBecomeActive { timer = after(1min) { log "late" } }
            button "Cancel" { timer.invalidate() }
        }
        launch Notes
        touch "Cancel"
        """),
    DiagnosticPage(
      .staleHandle, "A thing that is there no more",
      """
      A handle stands for a thing of one device, such as an app or a function that the host \
      kept. The host has used one whose thing is gone, or that belongs to another session.
      """),
    DiagnosticPage(
      .invalidArgument, "An argument that makes no sense",
      """
      The argument has the right type and a value that means nothing here: a button that no app \
      has, an interval of 0, a count below 0. The message says what is possible.
      """,
      wrong: """
        app Notes {
            button "Save" { log "saved" }
        }
        launch Notes
        touch "Svae"
        """,
      right: """
        app Notes {
            button "Save" { log "saved" }
        }
        launch Notes
        touch "Save"
        """),
    DiagnosticPage(
      .fatalError, "An app that gave up",
      """
      The app's code called `fatalError`, which crashes the app: its process ends and a crash \
      report is written. A scenario that is about the crash says so with `expect crash(App) { \
      }`.
      """,
      wrong: """
        app Notes {
            button "Open" { fatalError("the draft is damaged") }
        }
        launch Notes
        touch "Open"
        """,
      right: """
        app Notes {
            button "Open" { fatalError("the draft is damaged") }
        }
        launch Notes
        expect crash(Notes) { touch "Open" }
        """),
    DiagnosticPage(
      .appNotRunning, "The memory of an app that is not running",
      """
      The variables of an app are the memory of its process and are lost with it. While no \
      process holds them they cannot be read; what is stored (`Notes.disk`) can.
      """,
      wrong: """
        app Notes { var draft = "" }
        print(Notes.draft)
        """,
      right: """
        app Notes { var draft = "" }
        launch Notes
        print(Notes.draft)
        """),
    DiagnosticPage(
      .notPlainData, "Something that cannot be stored",
      """
      Storage holds plain data: nil, Bools, numbers, strings, symbols, durations, and lists and \
      maps of those. Functions, apps, timers and other things of a process cannot outlive it.
      """,
      wrong: """
        app Notes { }
        Notes.disk["app"] = Notes
        """,
      right: """
        app Notes { }
        Notes.disk["app"] = "Notes"
        """),
    DiagnosticPage(
      .hostFailure, "A failure of the host",
      """
      The program around the script failed: a function that it gave to the script, or the \
      machine that runs it. The script is not to blame; please report it together with the \
      script.
      """),
    DiagnosticPage(
      .sideEffectInCondition, "A condition that changes something",
      """
      The conditions of `until`, `within` and `throughout` are looked at again and again while \
      time passes. They may look and not touch: no verbs, no changes of variables outside.
      """,
      wrong: """
        app Notes { }
        expect advance(until: { launch(Notes) }, limit: 1min)
        """,
      right: """
        app Notes { }
        launch Notes
        expect advance(until: { Notes.state == .active }, limit: 1min)
        """),
    DiagnosticPage(
      .clockOverflow, "A moment beyond the end of the clock",
      """
      The virtual clock counts nanoseconds in 64 bits, which end about 292 years behind the \
      start. Nothing can be scheduled behind that.
      """,
      wrong: """
        advance 200 * 365d
        advance 200 * 365d
        """,
      right: """
        advance 200 * 365d
        """),
    DiagnosticPage(
      .endedForFault, "An app that the system ended for its own fault",
      """
      The system ends an app that does what it must not: a background task that nobody ends, a \
      main thread that is busy for too long, a completion that is not called, a lock that is held \
      while it is suspended, more memory than a process may take. That is a failure, as a crash \
      is, wherever it happens. What the system does to a good app is none: a purge, an update, a \
      reboot, a swipe. Where the end is the point, `ended` expects it; where it is by the way, \
      the header of the scenario allows it, or `device { }` for all of a file.
      """,
      wrong: """
        app Notes { on didEnterBackground { work(1min) } }
        scenario "leaving" {
            launch Notes
            press .home
            advance 1min
        }
        """,
      right: """
        app Notes { on didEnterBackground { work(1min) } }
        scenario "the watchdog ends it" {
            launch Notes
            press .home
            expect ended(Notes, .watchdog) { advance 1min }
        }
        scenario "by the way", allowing: [.watchdog] {
            launch Notes
            press .home
            advance 1min
            expect !Notes.isRunning
        }
        """),
  ]
}

// MARK: - E08: limits

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
      `heap`). For an app it is a bound of its own. A run as a whole has one more (the limit \
      `memory`): for the values of all its processes, what the device keeps, records and output.
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
      What is said of the statements and of each scenario has a bound in bytes (the limit \
      `output`): what is printed, by apps too, and every record of the device, whether or not a \
      report shows it. So a run ends alike with every report.
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
      A handler, timer or button of an app took more steps than the limit \
      `handlerInstructions`: its main thread hangs, and the watchdog ends the app as it would on \
      a device. Time that a real app would spend is written as `work`.
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
    DiagnosticPage(
      .deadline, "More time than there is",
      """
      The run took longer than the time of this computer that it was given (the limit \
      `deadline`), which has no end by default. How far a run comes by then depends on the \
      computer; the other limits do not.
      """),
  ]
}
