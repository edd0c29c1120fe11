// The pages of what is found before a script runs: E03 to E06, and the warnings of W09.

import RehearsalSyntax

// MARK: - E03: names

extension DiagnosticPage {
  static let names: [DiagnosticPage] = [
    DiagnosticPage(
      .unknownName, "Unknown name",
      """
      No variable, function or app of the script and no word of the language has this name here. \
      A name that is declared in a block or function exists only there. If a known name is \
      similar, the message proposes it.
      """,
      wrong: """
        advnace 5s
        """,
      right: """
        advance 5s
        """),
    DiagnosticPage(
      .duplicateName, "Name declared twice",
      """
      A scope declares a name once. Inner scopes, such as the body of a function, may declare it \
      again, and any declaration may hide a word of the language.
      """,
      wrong: """
        let draft = "one"
        let draft = "two"
        """,
      right: """
        var draft = "one"
        draft = "two"
        """),
    DiagnosticPage(
      .usedBeforeDeclaration, "Variable used before its declaration",
      """
      A variable has a value only after its declaration has run, so the declaration has to come \
      before the first use. Functions, apps and the device may be used anywhere.
      """,
      wrong: """
        print(limit)
        let limit = 5
        """,
      right: """
        let limit = 5
        print(limit)
        """),
    DiagnosticPage(
      .immutableAssignment, "Assignment to a constant",
      """
      Constants (`let`), parameters, the names of loops and conditions, functions and apps cannot \
      be assigned to. Declare a `var`, or copy the value into one. Only the app's own code changes \
      the variables of an app, and changing a temporary value has no effect.
      """,
      wrong: """
        let count = 1
        count += 1
        """,
      right: """
        var count = 1
        count += 1
        """),
    DiagnosticPage(
      .unknownMember, "Unknown member",
      """
      The value before the dot has no member of this name. Apps have the members that all apps \
      have, such as `state` and `calls`, and their own variables.
      """,
      wrong: """
        app Notes { }
        print(Notes.stat)
        """,
      right: """
        app Notes { }
        print(Notes.state)
        """),
    DiagnosticPage(
      .notAllowedHere, "A `guard` whose `else` does not exit",
      """
      After a `guard` its conditions hold, so its `else` has to exit: with `return`, `break` or \
      `continue`, or by ending the app.
      """,
      wrong: """
        func half(n) {
            guard n % 2 == 0 else { print("odd") }
            return n / 2
        }
        """,
      right: """
        func half(n) {
            guard n % 2 == 0 else { return nil }
            return n / 2
        }
        """),
    DiagnosticPage(
      .mixedClosureParameters, "`$0` in a closure with named parameters",
      """
      `$0`, `$1` … are the arguments of a closure without a parameter list. A closure with a \
      parameter list, and a function, use the names that they declare.
      """,
      wrong: """
        print([1, 2].map { n in $0 * 2 })
        """,
      right: """
        print([1, 2].map { n in n * 2 })
        """),
    DiagnosticPage(
      .reservedMemberName, "Name of a member that every app has",
      """
      `Notes.state` in a scenario is always the state of the app. A variable or function of an app \
      therefore needs another name than the members of every app.
      """,
      wrong: """
        app Notes {
            var state = "draft"
        }
        """,
      right: """
        app Notes {
            var stage = "draft"
        }
        """),
    DiagnosticPage(
      .hiddenVerb, "Verb hidden by a declaration",
      """
      A declaration of the script, or of a file that it imports, has the name of a verb, so this \
      calls the declaration and not the verb. Give the declaration another name.
      """,
      wrong: """
        func wait() { let advance = { time in print(time) }; advance(5s) }
        wait()
        """,
      right: """
        func wait() { advance(5s) }
        wait()
        """),
  ]
}

// MARK: - E04: calls, literals and constants

extension DiagnosticPage {
  static let calls: [DiagnosticPage] = [
    DiagnosticPage(
      .wrongArguments, "Wrong arguments",
      """
      A call gives each parameter at most one argument, first by position and then by name. \
      Parameters without a default need one. The message lists the parameters.
      """,
      wrong: """
        func greet(name, greeting = "Hello") { print(greeting + ", " + name) }
        greet("Anna", greetign: "Hi")
        """,
      right: """
        func greet(name, greeting = "Hello") { print(greeting + ", " + name) }
        greet("Anna", greeting: "Hi")
        """),
    DiagnosticPage(
      .outsideWordInside, "Statement of a scenario in an app's code",
      """
      What the user and the system do (launch, press, purge, let time pass, expect) stands outside \
      apps. An app's code can do only what an app can do. It sees its own variables and the \
      constants of the file, but not the variables of the file.
      """,
      wrong: """
        app Notes {
            on didEnterBackground { advance 5s }
        }
        """,
      right: """
        app Notes {
            on didEnterBackground { work 5s }
        }
        """),
    DiagnosticPage(
      .insideWordOutside, "Statement of an app outside an app's code",
      """
      What an app's code does (work, timers, background tasks, its storage) stands in the app: in \
      a handler, a button or a function of the app. A scenario causes it, and reads the result: \
      `Notes.disk["draft"]`.
      """,
      wrong: """
        app Notes { }
        disk["draft"] = "x"
        """,
      right: """
        app Notes {
            button "Save" { disk["draft"] = "x" }
        }
        launch Notes
        touch "Save"
        """),
    DiagnosticPage(
      .bothSidesNeeded, "Function that no side can call",
      """
      A function with statements of scenarios can be called only outside apps, and one with \
      statements of apps only by apps. A function with both cannot be called at all; the notes \
      show where it needs each side. Split it into two functions.
      """,
      wrong: """
        func pause() {
            work 1s
            advance 1s
        }
        """,
      right: """
        func busy() { work 1s }
        func pause() { advance 1s }
        """),
    DiagnosticPage(
      .duplicateKey, "Duplicate key",
      """
      In a map literal and in a block of settings each key occurs once. A second entry would \
      silently replace the first one.
      """,
      wrong: """
        print(["a": 1, "b": 2, "a": 3])
        """,
      right: """
        print(["a": 3, "b": 2])
        """),
    DiagnosticPage(
      .notAConstant, "Setting that is not a constant",
      """
      The values in `device { }` and `info { }` are known before anything runs: literals, lists \
      and maps of literals, and names of constants whose value is a literal.
      """,
      wrong: """
        device {
            seed: random(1...6)
        }
        """,
      right: """
        let lucky = 6
        device {
            seed: lucky
        }
        """),
    DiagnosticPage(
      .wrongType, "Call of a value that is not a function",
      """
      Apps, the device and its storage have members and cannot be called. Read their members, or \
      pass them to verbs.
      """,
      wrong: """
        app Notes { }
        Notes()
        """,
      right: """
        app Notes { }
        launch Notes
        """),
    DiagnosticPage(
      .wrongLiteral, "Literal of the wrong type",
      """
      The script shows that this would fail: a verb takes a Duration and gets a number, or takes \
      an app and gets its name in quotes, or an operator cannot combine two literals.
      """,
      wrong: """
        app Notes { }
        launch Notes
        advance 5
        """,
      right: """
        app Notes { }
        launch Notes
        advance 5s
        """),
    DiagnosticPage(
      .tooComplex, "Program too large",
      """
      The number of variables and intermediate values of a function is limited, and so is the \
      number of apps and variables of a script. Split the function, or the script.
      """,
      wrong: Script(
        bytes: Array((1...251).map { "app App\($0) { }" }.joined(separator: "\n").utf8)),
      right: """
        app App1 { }
        app App2 { }
        """),
    DiagnosticPage(
      .changeInCondition, "Change in a condition of an exploration",
      """
      The condition of a `choose`, `always`, `sometimes` and the expression in `old( )` read a \
      state. The search decides how often and in which order it evaluates them, so they must not \
      change anything: no variable, and nothing on the device.
      """,
      wrong: """
        app Notes { }
        explore "starts" {
            var starts = 0
            always "few starts" {
                starts += 1
                return starts < 5
            }
        }
        """,
      right: """
        app Notes { }
        explore "starts" {
            var starts = 0
            after { if action.name == .launch { starts += 1 } }
            always "few starts" { starts < 5 }
        }
        """),
    DiagnosticPage(
      .historyInCondition, "History in a condition of an exploration",
      """
      Two states that have the same future are one state, no matter how they were reached. Values \
      that only describe the past, such as the messages that were sent, the number of a process \
      or the time, are not part of a state, so conditions on states cannot read them. Keep what \
      matters in a variable.
      """,
      wrong: """
        app Notes { }
        explore "one launch" {
            always "it is launched once" { Notes.calls.count <= 1 }
        }
        """,
      right: """
        app Notes {
            var launches = 0
            on didFinishLaunching { launches += 1 }
        }
        explore "one launch" {
            always "it is launched once" { !Notes.isRunning || Notes.launches <= 1 }
        }
        """),
    DiagnosticPage(
      .vacuousExpectation, "Expectation that always holds",
      """
      An expectation that holds regardless of the app tests nothing: `true`, a comparison of a \
      value with itself, of a constant with its own value, a wait of no time, a condition on all \
      elements of an empty list.
      """,
      wrong: """
        app Notes { }
        scenario "it goes on running" {
            launch Notes
            expect Notes.isRunning throughout 0s
        }
        """,
      right: """
        app Notes { }
        scenario "it goes on running" {
            launch Notes
            expect Notes.isRunning throughout 10s
        }
        """),
    DiagnosticPage(
      .neverEqual, "Comparison that is never equal",
      """
      The two sides are never equal: they have different types, such as a symbol and a String, or \
      no value in common. An expectation that something did not happen would always hold. The \
      check follows values through variables, parameters, lists and closures; if it does not know \
      the possible values of a side, it reports nothing.
      """,
      wrong: """
        app Notes { }
        launch Notes
        expect device.frontmost == "Notes"
        """,
      right: """
        app Notes { }
        launch Notes
        expect device.frontmost == Notes
        """),
  ]
}

// MARK: - E05: handlers and settings

extension DiagnosticPage {
  static let apps: [DiagnosticPage] = [
    DiagnosticPage(
      .unknownHandler, "Handler for an unknown message",
      """
      A handler has the name of a UIKit method without `application`: `didEnterBackground` for \
      `applicationDidEnterBackground(_:)`. Handlers of scenes stand in `scene { }`, those of view \
      controllers in `view { }`.
      """,
      wrong: """
        app Notes {
            on applicationDidEnterBackground { log "saved" }
        }
        """,
      right: """
        app Notes {
            on didEnterBackground { log "saved" }
        }
        """),
    DiagnosticPage(
      .duplicateHandler, "Two handlers for one message",
      """
      An app has one handler for a message. Write what both do into one, or call two functions \
      from it.
      """,
      wrong: """
        app Notes {
            on didBecomeActive { log "one" }
            on didBecomeActive { log "two" }
        }
        """,
      right: """
        app Notes {
            on didBecomeActive {
                log "one"
                log "two"
            }
        }
        """),
    DiagnosticPage(
      .unknownKey, "Unknown setting",
      """
      `device { }` and `info { }` have fixed keys. If a known key is similar, the message \
      proposes it.
      """,
      wrong: """
        device {
            memroy: 2GB
        }
        """,
      right: """
        device {
            memory: 2GB
        }
        """),
    DiagnosticPage(
      .unknownSymbol, "Unknown symbol",
      """
      Where only certain symbols are possible (a button of the device, an interruption, a state, a \
      message in `calls`), any other is a mistake: a comparison with it would always give the \
      same result.
      """,
      wrong: """
        app Notes { }
        launch Notes
        press .hoem
        expect Notes.state == .suspnded
        """,
      right: """
        app Notes { }
        launch Notes
        press .home
        advance 10s
        expect Notes.state == .suspended
        """),
    DiagnosticPage(
      .secondDevice, "Second device",
      """
      A file describes one device, in one block. The keys of a script's device override those of \
      the files that it imports; keys that it leaves out have the values of those files. If two \
      imported files set a key differently, the script that imports both has to set it.
      """,
      wrong: """
        device { os: 17 }
        device { memory: 2GB }
        """,
      right: """
        device {
            os: 17
            memory: 2GB
        }
        """),
    DiagnosticPage(
      .invalidSetting, "Setting of the wrong type",
      """
      Each key takes values of one type, and the message says which: `os` a version, `memory` a \
      size, `passcode` true or false, `backgroundModes` a list of symbols.
      """,
      wrong: """
        device {
            passcode: "1234"
        }
        """,
      right: """
        device {
            passcode: true
        }
        """),
    DiagnosticPage(
      .handlerParameters, "Too many parameters of a handler",
      """
      The parameters of a handler are those of its message, in order; the last ones may be left \
      out. A few handlers name first, as a literal, what they handle: \
      `backgroundTask("refresh", task)`.
      """,
      wrong: """
        app Notes {
            on didBecomeActive(application, state) { log "active" }
        }
        """,
      right: """
        app Notes {
            on didBecomeActive { log "active" }
        }
        """),
    DiagnosticPage(
      .idleQuirk, "Quirk without effect",
      """
      A quirk is a deviation of certain versions and models, which `rehearse profile` and the page \
      of its rule name. On a device of another version or model it does nothing, so that a \
      scenario which relies on it tests nothing. Choose a version that has it, or leave it out.
      """,
      wrong: """
        device { os: 18; quirks: [.stoppedTaskLingers] }
        app Export { }
        scenario "stopped" { launch Export }
        """,
      right: """
        device { os: 26; quirks: [.stoppedTaskLingers] }
        app Export { }
        scenario "stopped" { launch Export }
        """),
  ]
}

// MARK: - E06: files and imports

extension DiagnosticPage {
  static let files: [DiagnosticPage] = [
    DiagnosticPage(
      .fileNotFound, "File not found",
      """
      The path of an import is relative to the folder of the script that imports it. Check the \
      spelling, including upper and lower case, and whether the file was moved.
      """,
      wrong: """
        import "comon.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .fileNotReadable, "File that cannot be read",
      """
      The file exists, but it is a folder, or the command has no permission to read it.
      """,
      wrong: """
        import "shared.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """,
      files: [
        File(path: "shared.rehearsal", text: nil),
        File(path: "common.rehearsal", text: "app Notes { }\n"),
      ]),
    DiagnosticPage(
      .importOutsideFolder, "Import from outside the allowed folder",
      """
      A script can import only files in its own folder and the subfolders, so that a script from \
      elsewhere cannot read other files of the host. Hosts may allow less: no imports, or a \
      number of files (the limit `importedFiles`).
      """,
      wrong: """
        import "../common.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .importCycle, "Import cycle",
      """
      Each file is read once, before the file that imports it, so a file cannot import itself, \
      directly or through other files. Move the common declarations into a third file. The \
      scripts below are named `main.rehearsal`.
      """,
      wrong: """
        import "maps.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """,
      files: [
        File(path: "maps.rehearsal", text: "import \"main.rehearsal\"\n\napp Maps { }\n"),
        File(path: "common.rehearsal", text: "app Notes { }\n"),
      ]),
    DiagnosticPage(
      .importedStatement, "Statement in an imported file",
      """
      An import gives apps, functions, variables and a device. Statements of an imported file do \
      not run, so it must not contain any; move them into a function, and call it. Scenarios may \
      stay in an imported file; they do not run.
      """,
      wrong: """
        import "steps.rehearsal"
        """,
      right: """
        import "functions.rehearsal"
        leave()
        """,
      files: [
        File(path: "steps.rehearsal", text: "press .home\n"),
        File(path: "functions.rehearsal", text: "func leave() { press .lock }\n"),
      ]),
  ]
}

// MARK: - W09: warnings

extension DiagnosticPage {
  static let warnings: [DiagnosticPage] = [
    DiagnosticPage(
      .unusedResult, "Unused result",
      """
      The function only returns a value, and the value is not used, so the call has no effect. \
      Lists and strings are values: `sorted`, `reversed` and similar functions return a new one \
      and do not change the old one.
      """,
      wrong: """
        var list = [3, 1, 2]
        list.sorted()
        print(list)
        """,
      right: """
        var list = [3, 1, 2]
        list = list.sorted()
        print(list)
        """),
    DiagnosticPage(
      .unreachableCode, "Unreachable code",
      """
      The statement before it leaves the block (`return`, `break`, `continue`, `exit`, \
      `fatalError`) or is an endless loop, so this code never runs; or a loop goes through a list \
      or map that is always empty.
      """,
      wrong: """
        func first(list) {
            return list.first
            print("looked")
        }
        print(first([1, 2]))
        """,
      right: """
        func first(list) {
            print("looking")
            return list.first
        }
        print(first([1, 2]))
        """),
    DiagnosticPage(
      .missingReturnValue, "Handler without a return value",
      """
      Some messages return a Bool: `didFinishLaunching` returns whether the app can handle what \
      it was launched with. A handler that says so on one path says so on all of them. Where it \
      returns nothing, it counts as if the app had no handler.
      """,
      wrong: """
        app Notes {
            var launches = 0
            on didFinishLaunching(options) {
                launches += 1
                if options.isEmpty { return true }
            }
        }
        """,
      right: """
        app Notes {
            var launches = 0
            on didFinishLaunching(options) {
                launches += 1
                return true
            }
        }
        """),
    DiagnosticPage(
      .deadHandler, "Handler that is never called",
      """
      The system calls handlers, such as `on didBecomeActive { }`, in the app, its `scene { }` or \
      its `view { }`. It does not call a function of such a name. Nor does it call a handler of \
      the app where the scenes get the message instead, as from iOS 13 on. A test of such code \
      tests nothing.
      """,
      wrong: """
        app Notes {
            var opened = 0
            func applicationDidBecomeActive(application) { opened += 1 }
        }
        """,
      right: """
        app Notes {
            var opened = 0
            on didBecomeActive { opened += 1 }
        }
        """),
    DiagnosticPage(
      .refusedVerb, "Refused verb",
      """
      The verb is not possible in this state: the device is locked, a prompt covers the screen, \
      there is no such card, window or control, or the version or model has no such feature. The \
      script continues as if the line were missing, so later expectations may hold for the wrong \
      reason. Write `expect refused { … }` to test for a refusal. An opportunity that the system \
      does not take, such as a push or a fetch, is declined, which is no warning.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "a locked device" {
            press .lock
            launch Notes
            expect !Notes.isRunning
        }
        """,
      right: """
        app Notes { }
        scenario "a locked device" {
            press .lock
            expect refused { launch Notes }
            expect !Notes.isRunning
        }
        """),
    DiagnosticPage(
      .nothingExpected, "Scenario without expectations",
      """
      `rehearse test` passes a scenario in which nothing fails. If no `expect` is evaluated, only \
      an error, a crash or an app that is killed for its own fault can make it fail. Add an \
      `expect` for what should hold at its end.
      """,
      wrong: """
        app Notes { }
        scenario "a launch" {
            launch Notes
        }
        """,
      right: """
        app Notes { }
        scenario "a launch" {
            launch Notes
            expect Notes.state == .active
        }
        """),
    DiagnosticPage(
      .wordOfOtherSystems, "Word that this version of iOS does not have",
      """
      No version of iOS on which the script runs has what the handler or the call stands for, so \
      the handler is never called and the call does nothing. The message names the versions that \
      have it. Run on another version, or remove it.
      """,
      wrong: """
        device { os: 12 }
        app Feed {
            on backgroundTask("refresh", task) { task.setTaskCompleted(true) }
        }
        """,
      right: """
        device { os: 13 }
        app Feed {
            on backgroundTask("refresh", task) { task.setTaskCompleted(true) }
        }
        """),
    DiagnosticPage(
      .clockInState, "Exploration that depends on the clock",
      """
      If a script reads `date`, or an exploration itself reads `now`, its behaviour may depend on \
      the time. Every moment is then a state of its own, and the search continues until a bound \
      ends it. Better use a timer, a variable, or the time since an event \
      (`now - leftAt > 60s`). If the time of day matters, `grid: 1h` divides it into steps: each \
      step is tried, and all moments of a step count as the same.
      """,
      wrong: """
        app Alarm { var isLate = false; on didBecomeActive { isLate = date[11..<13] >= "18" } }
        explore "an alarm", environment: [.home] { launch Alarm }
        """,
      right: """
        app Alarm { var isLate = false; on didBecomeActive { isLate = date[11..<13] >= "18" } }
        explore "an alarm", environment: [.home], grid: 6h { launch Alarm }
        """),
    DiagnosticPage(
      .hiddenWord, "Name that hides a word of the language",
      """
      The words of Rehearsal are names like others, and a declaration may hide one: in its scope, \
      the name means the declaration. Readers will expect the word, so another name is better. A \
      call that could also be a call of the hidden verb is an error.
      """,
      wrong: """
        let now = 5s
        print(now)
        """,
      right: """
        let start = 5s
        print(start)
        """),
    DiagnosticPage(
      .nameOfNothing, "Name that occurs nowhere else",
      """
      Regions, background tasks, types of activities, actions of notifications, accessories and \
      the like have names that the app's code or its `info` gives and a verb repeats. No other \
      string of the scripts is this name, so no app knows it, the system declines, and later \
      expectations may hold for the wrong reason. In `refused { … }` any name is allowed. The \
      same holds for a key of a payload that the system reads: it has to be spelled as the system \
      spells it.
      """,
      wrong: """
        app Notes {
            on didBecomeActive { startMonitoring("home") }
        }
        scenario "at home" {
            launch Notes
            enterRegion Notes, "hom"
            expect Notes.isRunning
        }
        """,
      right: """
        app Notes {
            on didBecomeActive { startMonitoring("home") }
        }
        scenario "at home" {
            launch Notes
            enterRegion Notes, "home"
            expect Notes.isRunning
        }
        """),
    DiagnosticPage(
      .importedSetup, "`setup` of an imported file",
      """
      `setup { }` runs first in each scenario of its own file. A file that imports it gets the \
      apps, functions, variables and the device, but not `setup`. Move its statements into a \
      function that both files call.
      """,
      wrong: """
        import "common.rehearsal"
        scenario "a launch" { expect Notes.isRunning }
        """,
      right: """
        import "shared.rehearsal"
        setup { begin() }
        scenario "a launch" { expect Notes.isRunning }
        """,
      files: [
        File(path: "common.rehearsal", text: "app Notes { }\nsetup { launch Notes }\n"),
        File(
          path: "shared.rehearsal", text: "app Notes { }\nfunc begin() { launch Notes }\n"),
      ]),
    DiagnosticPage(
      .hiddenKey, "Key hidden by a member",
      """
      On a map, the names of its members always mean the members: `.count` is the number of \
      entries, `.values` the list of the values. Read a key of such a name with a subscript, or \
      give it another name.
      """,
      wrong: """
        let order = ["item": "tea", "count": 3]
        print(order.count)
        """,
      right: """
        let order = ["item": "tea", "count": 3]
        print(order["count"])
        """),
    DiagnosticPage(
      .assignedToItself, "Assignment of a variable to itself",
      """
      The variable is on both sides, so the assignment changes nothing. Most often another name was \
      meant on one of them: a parameter, a key of a map, or a variable with a similar name.
      """,
      wrong: """
        app Notes {
            var draft = ""
            func set(text) { draft = draft }
            button "Type" { set("milk") }
        }
        """,
      right: """
        app Notes {
            var draft = ""
            func set(text) { draft = text }
            button "Type" { set("milk") }
        }
        """),
    DiagnosticPage(
      .lookAtNothing, "Reading from an app that is not running",
      """
      Background tasks, timers, windows and memory belong to a process. Without a process they are \
      always empty, so an expectation that there are none tests nothing. The same holds for the \
      exit of an app that was never launched. Read them while the app runs, or expect that it \
      does not run.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { on didEnterBackground { beginBackgroundTask("save") } }
        scenario "nothing is left" {
            launch Notes
            press .home
            terminate Notes
            expect Notes.tasks.isEmpty
        }
        """,
      right: """
        app Notes { on didEnterBackground { endBackgroundTask(beginBackgroundTask("save")) } }
        scenario "nothing is left" {
            launch Notes
            press .home
            expect Notes.tasks.isEmpty
        }
        """),
    DiagnosticPage(
      .quirkOfSomeSystems, "Quirk without effect on some systems",
      """
      The quirk makes a difference on some of the devices that it is played on, and none on the \
      others. That may be meant if versions are compared. Otherwise name the quirk in the \
      scenario that needs it.

      The warning does not change the exit code.
      """,
      wrong: """
        device { quirks: [.stoppedTaskLingers] }
        app Export { }
        scenario "stopped", os: [18, 26] { launch Export }
        """,
      right: """
        app Export { }
        scenario "stopped", os: 26, quirks: [.stoppedTaskLingers] { launch Export }
        """),
    DiagnosticPage(
      .hostState, "State of the computer",
      """
      An app in Swift changed something of the computer that runs the test: its standard defaults, or \
      a file. Like the storage of a device it outlives the process; unlike that storage it is not \
      cleared where the device reinstalls the app, and other tests and the next run find it. Pass \
      the app defaults and a folder of its own, or let it store with the services of the device.

      The warning does not change the exit code; with `--strict` it is a failure.
      """),
  ]
}
