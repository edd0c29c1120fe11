// The pages of what goes wrong while a script runs: E07, errors, which crash an app; E08, limits.

import RehearsalSyntax

// MARK: - E07: errors at run time

extension DiagnosticPage {
  static let faults: [DiagnosticPage] = [
    DiagnosticPage(
      .integerOverflow, "Integer overflow",
      """
      Integers have 64 bits, and a larger result is an error; it does not wrap around. Use Doubles \
      if large numbers need not be exact.
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
      .divisionByZero, "Division by zero",
      """
      An Int divided by 0, and the remainder of such a division, have no value. Test the divisor \
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
      .typeMismatch, "Type mismatch",
      """
      Operators and functions take values of certain types, and nothing is converted implicitly, \
      except an Int that is combined with a Double. Conditions are Bools. Convert with `int(x)`, \
      `double(x)` or `string(x)`, or use an interpolation.
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
      .missingMember, "Missing member",
      """
      The value has no member of this name: it has another type than expected, is nil, or is a \
      map without this key. The dot is strict; a subscript of a map gives nil for a missing key, \
      and with `?.` the whole expression is nil if the value is nil.
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
      .indexOutOfBounds, "Index out of bounds",
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
      .uninitializedVariable, "Variable without a value",
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
      .notCallable, "Call of a value that is not a function",
      """
      Only functions and closures can be called. A function that was read from an app belongs to \
      the app's process, and only the app can call it.
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
      .argumentMismatch, "Wrong number of arguments of a closure",
      """
      A closure with a parameter list is called with exactly that number of arguments; `_` is one \
      that it does not use. A closure without a parameter list ignores the arguments that it does \
      not use.
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
      .invalidRange, "Range that ends before it begins",
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
      .invalidKey, "Value that cannot be a key",
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
      .durationOutOfRange, "Duration out of range",
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
      .wrongSide, "Value of the other side",
      """
      Some values can be checked only while the script runs: an app cannot use a value that \
      belongs to the scenario, and a scenario cannot use a value that belongs to a process.
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
      .staleHandle, "Stale handle",
      """
      A handle stands for an object of one device, such as an app or a function that the host \
      keeps. The host has used a handle whose object no longer exists, or that belongs to another \
      session.
      """),
    DiagnosticPage(
      .invalidArgument, "Invalid argument",
      """
      The argument has the right type, but its value is not possible here: a button that no app \
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
      .fatalError, "Fatal error in an app",
      """
      The app's code called `fatalError`, which crashes the app: its process ends and a crash \
      report is written. A scenario that tests the crash uses `expect crash(App) { }`.
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
      .appNotRunning, "Variables of an app that is not running",
      """
      The variables of an app are in the memory of its process and are lost with it. They can be \
      read only while the app runs; its storage (`Notes.disk`) can always be read.
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
      .notPlainData, "Value that cannot be stored",
      """
      Storage takes plain data: nil, Bools, numbers, strings, symbols, durations, and lists and \
      maps of those. Functions, apps, timers and other objects of a process end with it.
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
      .hostFailure, "Failure of the host",
      """
      The program that runs the script failed: a function that it gives to the script, or the \
      interpreter. This is no error of the script; please report it together with the script.
      """),
    DiagnosticPage(
      .sideEffectInCondition, "Condition with a side effect",
      """
      The conditions of `until`, `within` and `throughout` are evaluated again and again while \
      time passes, so they must not change anything: no verbs, and no assignments to variables of \
      the script.
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
      .clockOverflow, "Time beyond the end of the clock",
      """
      The virtual clock counts nanoseconds in 64 bits, which end about 292 years after the \
      start. Nothing can be scheduled after that.
      """,
      wrong: """
        advance 200 * 365d
        advance 200 * 365d
        """,
      right: """
        advance 200 * 365d
        """),
    DiagnosticPage(
      .endedForFault, "App killed for its own fault",
      """
      The system kills an app that breaks its rules: a background task that is not ended, a main \
      thread that is busy for too long, a completion handler that is not called, a lock that is \
      held during suspension, more memory than a process may use. Like a crash, that is a failure \
      wherever it happens. An end that is not the app's fault is no failure: a purge, an update, \
      a reboot, a swipe. To test for such an end, use `ended`; to allow it, name it in the \
      header of the scenario, or in `device { }` for the whole file. An expectation further down \
      in the scenario that names the reason, or the state `.notRunning`, means it too.
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
    DiagnosticPage(
      .uncontrolledWork, "Work that nothing controls",
      """
      An app in Swift did something that does not happen on the simulated device: it waited for a \
      network, a thread of its own resumed one of its tasks, or its code depends on something \
      outside of its process, so that its life cannot be played again. What follows would depend \
      on the computer, so its process crashes there. Such a crash fails a scenario even where it \
      allows crashes or expects one. The message says what it was and what to use instead.
      """),
  ]
}

// MARK: - E08: limits

extension DiagnosticPage {
  static let limits: [DiagnosticPage] = [
    DiagnosticPage(
      .instructionLimit, "Code that does not end",
      """
      The number of instructions of a statement or scenario is limited (the limit `instructions`), \
      far above what a script needs. This code is an endless loop, or repeats long work too often.
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
      .callDepthLimit, "Calls nested too deep",
      """
      The depth of nested calls is limited (the limit `callDepth`). A recursive function needs a \
      case in which it does not call itself.
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
      .heapLimit, "Out of memory",
      """
      The bytes of a script's strings, lists, maps and closures are limited (the limit `heap`), \
      and so are those of each app. The run as a whole has another limit (`memory`): for the \
      values of all processes, the state of the device, records and output.
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
      .outputLimit, "Too much output",
      """
      The output of the statements and of each scenario is limited, in bytes (the limit \
      `output`): all text that is printed, by apps too, and all records of the device, even those \
      that a report does not show. So a run ends in the same way with every report.
      """,
      wrong: """
        while true { print("all work and no play makes a dull and very, very, very long line") }
        """,
      right: """
        for _ in 0..<3 { print("all work and no play") }
        """),
    DiagnosticPage(
      .instantLimit, "Endless events at one instant",
      """
      The events of one instant cause new events at the same instant, again and again, so time \
      does not advance (the limit `eventsAtOneInstant`). A timer that schedules itself needs a \
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
      .handlerInstructionLimit, "Handler that hangs",
      """
      A handler, timer or button of an app took more instructions than the limit \
      `handlerInstructions`: its main thread hangs, and the watchdog kills the app as it would on \
      a device. Use `work` for time that a real app would spend.
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
      .interrupted, "Interrupted script",
      """
      The user stopped the script while it ran, with Ctrl-C at the prompt. The effects of the \
      interrupted input are undone; the session is as it was before. A limit stops an endless \
      script without the user.
      """),
    DiagnosticPage(
      .eventLimit, "Too many events",
      """
      The number of events during one `advance`, `step` or wait is limited (the limit `events`). \
      Usually the interval of a timer is far too small.
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
      .deadline, "Timeout",
      """
      The run took longer than the real time that it may take (the limit `deadline`), which is \
      unlimited by default. How far a run gets depends on the computer; the other limits do not.
      """),
  ]
}
