// The pages of what is found before a script runs: E03 to E06, and the warnings of W09.

// MARK: - E03: names

extension DiagnosticPage {
  static let names: [DiagnosticPage] = [
    DiagnosticPage(
      .unknownName, "A name that stands for nothing",
      """
      Nothing of this name is declared here: no variable, function or app of the script, and no \
      word of the language. Names inside a block or function end with it. Where a known name is \
      much like it, the message proposes that.
      """,
      wrong: """
        advnace 5s
        """,
      right: """
        advance 5s
        """),
    DiagnosticPage(
      .duplicateName, "Two declarations of one name",
      """
      In one scope a name is declared once. Inner scopes, such as the body of a function, may \
      declare it again for themselves, and any declaration may hide a word of the language.
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
      .usedBeforeDeclaration, "A variable before its declaration",
      """
      Variables have a value only once their declaration has run, so it stands above their first \
      use. Functions, apps and the device may be used anywhere.
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
      .immutableAssignment, "A change of what cannot change",
      """
      Constants (`let`), parameters, the names of loops and conditions, functions and apps keep \
      what they are. Declare a `var`, or copy the value into one. The memory of an app is \
      changed by the app's own code only, and a value that nothing holds is not worth changing.
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
      .unknownMember, "A member that there is not",
      """
      The thing before the dot has no member of this name. Apps have the members of every app, \
      such as `state` and `calls`, and their own variables.
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
      .notAllowedHere, "A `guard` that does not leave",
      """
      Behind a `guard` its conditions hold, so its `else` has to leave: with `return`, `break` \
      or `continue`, or by ending the app.
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
      .mixedClosureParameters, "`$0` beside a list of parameters",
      """
      `$0`, `$1` … stand for what a closure without a list of parameters is given. A closure \
      with a list, and a function, use the names that they declare.
      """,
      wrong: """
        print([1, 2].map { n in $0 * 2 })
        """,
      right: """
        print([1, 2].map { n in n * 2 })
        """),
    DiagnosticPage(
      .reservedMemberName, "A name that every app has already",
      """
      From outside, `Notes.state` is the state of the app, whatever the app declares. A variable \
      or function of an app therefore has another name than the members of apps.
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
      .hiddenVerb, "A verb that is none here",
      """
      A declaration of the script, or of a file that it imports, has the name of a verb, so what \
      reads as the verb calls that. Give the declaration another name; the verb is there again then.
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
      .wrongArguments, "Arguments that do not fit",
      """
      A function that is called by its name is given its parameters: those without a default \
      all, each once, first by position and then by name. The message lists them.
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
      .outsideWordInside, "A word of the outside in an app",
      """
      What the user and the system do (launch, press, purge, let time pass, expect) is done \
      outside apps. An app's code can do only what an app can do, and sees its own variables and \
      the constants of the file; the variables of the file are the outside's memory.
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
      .insideWordOutside, "A word of apps outside",
      """
      What an app's code does (work, timers, background tasks, its storage) stands in the app: \
      in a handler, a button or a function of it. The outside causes it, and looks at what came \
      of it: `Notes.disk["draft"]`.
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
      .bothSidesNeeded, "A function that belongs to no side",
      """
      A function that uses words of the outside can be called outside only, and one that uses \
      words of apps only by apps. One that uses both can be called by nobody; the notes show \
      what it needs each side for. Make two functions of it.
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
      .duplicateKey, "A key that stands twice",
      """
      In a map literal and in a block of settings each key stands once. The later entry would \
      silently replace the earlier one.
      """,
      wrong: """
        print(["a": 1, "b": 2, "a": 3])
        """,
      right: """
        print(["a": 3, "b": 2])
        """),
    DiagnosticPage(
      .notAConstant, "A setting that is no constant",
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
      .wrongType, "A call of what is no function",
      """
      Apps, the device and its storage are things with members. They are not called; their \
      members are read, and verbs are called with them.
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
      .wrongLiteral, "A literal that cannot be right",
      """
      What stands in the script already shows that this cannot come out well: a verb takes a \
      Duration and is given a number, or an app and is given its name in quotes, or two literals \
      meet an operator that they do not go with.
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
      .tooComplex, "More than one program can hold",
      """
      A function has room for a large number of variables and intermediate values, and a script \
      for a large number of apps and variables. Divide the function, or the script.
      """,
      wrong: Script(
        bytes: Array((1...251).map { "app App\($0) { }" }.joined(separator: "\n").utf8)),
      right: """
        app App1 { }
        app App2 { }
        """),
    DiagnosticPage(
      .changeWhileLooking, "A change where an exploration only looks",
      """
      The condition of a `choose`, `always`, `sometimes` and what stands in `old( )` look at a \
      state. How often they are looked at, and in which order, is for the search to decide, so \
      they change nothing: no variable, and nothing on the device.
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
      .historyWhileLooking, "The past where an exploration looks at a state",
      """
      Two states are one where they have the same future, however they came about. What only tells \
      of the past, such as the messages that were sent, the number of a process or the time, is no \
      part of a state, so what looks at states cannot read it. What matters of it is kept in a \
      variable.
      """,
      wrong: """
        app Notes { }
        explore "one launch" {
            always "it is told of its launch once" { Notes.calls.count <= 1 }
        }
        """,
      right: """
        app Notes {
            var launches = 0
            on didFinishLaunching { launches += 1 }
        }
        explore "one launch" {
            always "it is told of its launch once" { !Notes.isRunning || Notes.launches <= 1 }
        }
        """),
    DiagnosticPage(
      .vacuousExpectation, "An expectation that nothing can break",
      """
      An expectation that holds whatever the app does is green for ever and tests nothing: `true`, \
      both sides of a comparison the same, a constant and its own value, a wait for no time, every \
      element of an empty list.
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
      .neverEqual, "A comparison that can never be equal",
      """
      The two sides are never equal, whatever the run brings: they are values of different kinds, \
      such as a symbol and a String, or they have no value in common. An expectation that \
      something did not happen would hold whatever happens. What a side can be is followed from \
      the tables of words through variables, parameters, lists and closures; where that is not \
      known, nothing is said.
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
      .unknownHandler, "A handler for a message that there is not",
      """
      A handler is named after a message of UIKit, without the `application` before it: \
      `didEnterBackground` for `applicationDidEnterBackground(_:)`. The messages of scenes stand \
      in `scene { }`, those of view controllers in `view { }`.
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
      .unknownKey, "A setting that there is not",
      """
      `device { }` and `info { }` have fixed keys. Where a known key is much like this one, the \
      message proposes it.
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
      .unknownSymbol, "A symbol that is none of the known ones",
      """
      Where only certain symbols make sense (a button of the device, an interruption, a state, a \
      message in `calls`), any other is a mistake: comparing with it would always give the same \
      result.
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
      .secondDevice, "Two devices",
      """
      A file describes one device, in one block. The keys of a script's device count instead of \
      those that a file which it imports gives; what it leaves out is as that file says. Two imported \
      files that say otherwise of one key leave it to the script which imports both.
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
      .invalidSetting, "A setting of the wrong kind",
      """
      Each key takes values of one kind, and the message says which: `os` a version, `memory` a \
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
      .handlerParameters, "Parameters that a handler is not given",
      """
      A handler names what its message carries, in order, and may leave the last ones off. It \
      cannot name more than that. A few handlers say first, as a literal, which one they answer: \
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
  ]
}

// MARK: - E06: files and imports

extension DiagnosticPage {
  static let files: [DiagnosticPage] = [
    DiagnosticPage(
      .fileNotFound, "A file that is not there",
      """
      An import is found from the folder of the script that imports it. Check the spelling, \
      upper and lower case included, and whether the file was moved.
      """,
      wrong: """
        import "comon.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .fileNotReadable, "A file that cannot be read",
      """
      The file is there, but it is a folder, or the command has no right to read it.
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
      .importOutsideFolder, "An import from outside",
      """
      A script reaches only files of the folder that it lies in and of the folders below, so \
      that running a script from elsewhere reads nothing of the host. Hosts may allow less: no \
      imports, or a number of files (the limit `importedFiles`).
      """,
      wrong: """
        import "../common.rehearsal"
        """,
      right: """
        import "common.rehearsal"
        launch Notes
        """, files: [File(path: "common.rehearsal", text: "app Notes { }\n")]),
    DiagnosticPage(
      .importCycle, "Files that import one another",
      """
      Each file is read once, before the file that imports it, so no file can import itself, by \
      way of others neither. Move what both need into a third file. The scripts below are named \
      `main.rehearsal`.
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
      .importedStatement, "A statement in an imported file",
      """
      An import brings apps, functions, variables and a device. What an imported file would do \
      is not done, so it holds no statements; move them into a function, and call that. Its \
      scenarios may stay: they are simply not run.
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
      .unusedResult, "A result that is not used",
      """
      The function only gives a value back, and the value is lost, so the call does nothing. \
      Lists and strings are values: `sorted`, `reversed` and the like give back a new one and \
      leave the old one as it is.
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
      .unreachableCode, "Code that is never run",
      """
      The statement before it leaves the block (`return`, `break`, `continue`, `exit`, \
      `fatalError`) or goes round forever, so control never comes here; or a loop goes over a list or \
      map into which nothing is ever put.
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
      .missingReturnValue, "A handler without its answer",
      """
      Some messages ask a question: `didFinishLaunching` tells whether the app can handle what \
      it was launched with. A handler of several statements answers with `return true` or \
      `return false` on every way to its end. One without an answer counts as if the app had no \
      handler.
      """,
      wrong: """
        app Notes {
            var launches = 0
            on didFinishLaunching(options) {
                launches += 1
                log "launched"
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
      .deadHandler, "Code that no message reaches",
      """
      What answers a message of the system is a handler, `on didBecomeActive { }`, in the app, its \
      `scene { }` or its `view { }`. A function of such a name is called by nobody. Nor is a \
      handler of an app whose scenes are told instead, as from iOS 13 on. Tests of what such code \
      does are tests of nothing.
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
      .refusedVerb, "A verb that was refused",
      """
      The stage could not play the verb: the device is locked, a prompt covers the screen, there \
      is no such card, window or control, or the version or model has nothing of the kind. The \
      script goes on as if the line were not there, so what it expects then may hold for no \
      reason. Say `expect refused { … }` where the refusal is what is tested. An opportunity that \
      the system does not take, such as a push or a fetch, is declined, and part of the play.

      The warning leaves the exit code as it is; with `--strict` it is a failure.
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
      .nothingExpected, "A scenario that expects nothing",
      """
      `rehearse test` passes a scenario in which nothing fails. Without an `expect` that is looked \
      at, only an error, a crash or an end for an app's own fault can fail it. Say what should hold at its end.
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
      .wordOfOtherSystems, "A word that the system does not have",
      """
      None of the systems on which the script is played has what the handler or the call stands \
      for, so the handler is never called and the call does nothing. The message says which \
      versions have it. Play another version, or leave it out.
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
      .clockInState, "An exploration of a script that reads the clock",
      """
      Where a script reads `date`, or an exploration itself reads `now`, what it does may depend on the \
      moment, so every moment is a state of its own, and the search goes on until a bound ends it. \
      What an app waits for is better a timer, a variable, or how long ago something was \
      (`now - leftAt > 60s`). Where the hour itself matters, `grid: 1h` lets the time of day \
      count in steps: each step is tried, and moments of one step are taken for one.
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
      .hiddenWord, "A name that hides a word",
      """
      The words of Rehearsal are names like others, and a declaration may hide one: where it is seen, \
      the name stands for that. Whoever reads the script takes it for the word, so another name is \
      better. A call that would also be one of the hidden verb is an error.
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
      .nameOfNothing, "A name that stands nowhere",
      """
      Regions, background tasks, types of activities, actions of notifications, accessories and the \
      like have names, which the app's code or its `info` gives and a verb repeats. No other text of \
      the scripts is this name, so no app knows it, the system declines, and whatever is expected \
      then holds for no reason. `refused { … }` may ask with any name. So it is with a key of a payload \
      that the system reads: it has to be written as the system has it.
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
      .importedSetup, "A `setup` that does not run here",
      """
      `setup { }` runs first in each scenario of its own file. A file that imports it gets the apps, \
      functions, variables and the device, and no `setup`. Make a function of what it does, which both \
      files call.
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
      .hiddenKey, "A key that a member hides",
      """
      After a map, the names of its members mean these: `.count` is how many entries it has, `.values` \
      the list of what it holds, whatever its keys are. A key of such a name is read with a \
      subscript, or it gets another name.
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
      .lookAtNothing, "A look at an app that has no process",
      """
      Background tasks, timers, windows and memory belong to a process. Without one they are empty \
      whatever the app does, so an expectation that there are none holds for no reason. So it is \
      with the end of an app that was never launched. Look while the app runs, or say that it does \
      not.

      The warning leaves the exit code as it is; with `--strict` it is a failure.
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
  ]
}
