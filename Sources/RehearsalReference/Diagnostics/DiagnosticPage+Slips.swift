// The pages of warnings about tests that hold whatever the app does: before they run, and after.

import RehearsalSyntax

extension DiagnosticPage {
  static let slips: [DiagnosticPage] = [
    DiagnosticPage(
      .comparedWithItself, "Comparison of a value with itself",
      """
      Both sides call the same functions of the script, which only look: nothing happens \
      between the two, so they give the same, whatever that is. One side was meant to be what \
      is expected.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        func launches() { Notes.calls.count }
        scenario "launched once" {
            launch Notes
            expect launches() == launches()
        }
        """,
      right: """
        app Notes { }
        func launches() { Notes.calls.count }
        scenario "launched once" {
            launch Notes
            expect launches() == 3
        }
        """),
    DiagnosticPage(
      .skippedQuestion, "Block that an expectation may do without",
      """
      `&&` and `||` evaluate their right side only if the left one does not decide. Here \
      the left side may make the expectation hold by itself, and the block is then never run: \
      neither is anything done in it, nor anything asked. Do first what the block does, and \
      expect each condition on its own.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "saved" {
            launch Notes
            expect Notes.state == .active || calls(Notes) { press .home }.contains(.didEnterBackground)
        }
        """,
      right: """
        app Notes { }
        scenario "saved" {
            launch Notes
            expect Notes.state == .active
            expect calls(Notes) { press .home }.contains(.didEnterBackground)
        }
        """),
    DiagnosticPage(
      .emptyQuestion, "Block in which nothing happens",
      """
      Functions such as `calls`, `ended` and `refused` say what happens while their block \
      runs. This block does nothing that could make anything happen.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "left alone" {
            launch Notes
            expect calls(Notes) { } == []
        }
        """,
      right: """
        app Notes { }
        scenario "left alone" {
            launch Notes
            expect calls(Notes) { advance 1s } == []
        }
        """),
    DiagnosticPage(
      .oneOfSeveral, "One of several is enough",
      """
      The expectation holds if one condition of the list holds, or one verb of the block is \
      refused, whatever becomes of the others. Expect each on its own, or all conditions with \
      `allSatisfy { $0 }`.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "nothing works on a locked device" {
            launch Notes
            press .lock
            expect refused {
                press .home
                unlock()
                launch Notes
            }
        }
        """,
      right: """
        app Notes { }
        scenario "nothing works on a locked device" {
            launch Notes
            press .lock
            expect refused { press .home }
            expect refused { launch Notes }
        }
        """),
    DiagnosticPage(
      .uncheckedVerdict, "Comparison that nothing depends on",
      """
      A test compares, and does nothing with the answer but print it, throw it away, or hand \
      it to a function that prints: the test passes whatever comes out. `expect` makes it \
      fail.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { var draft = "" }
        scenario "kept" {
            launch Notes
            expect Notes.isRunning
            print(Notes.draft == "x")
        }
        """,
      right: """
        app Notes { var draft = "" }
        scenario "kept" {
            launch Notes
            expect Notes.isRunning
            expect Notes.draft == ""
        }
        """),
    DiagnosticPage(
      .hiddenVariable, "Name that hides a variable of the app, or an app",
      """
      A local of an app's code has the name of one of the app's variables. What follows uses \
      the local, and the variable of the app stays as it is. On the outside a name hides an \
      app in the same way. `if let draft` and a local that is made of what it hides are meant.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes {
            var draft = ""
            on didFinishLaunching {
                var draft = disk["draft"] ?? ""
                draft += "!"
                return true
            }
            on didEnterBackground { disk["draft"] = draft }
        }
        """,
      right: """
        app Notes {
            var draft = ""
            on didFinishLaunching {
                draft = disk["draft"] ?? ""
                draft += "!"
                return true
            }
            on didEnterBackground { disk["draft"] = draft }
        }
        """),
    DiagnosticPage(
      .writtenTwice, "The same test twice",
      """
      An expectation that the statements before it met already, with nothing between the two \
      that could change anything, or a scenario with the header and the body of another one: \
      one of the two was meant to be different. A scenario that prints and expects nothing may \
      show the same again. A name of a header that nothing reads has the scenario played several \
      times in the same way, too.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "left" {
            launch Notes
            press .home
            expect Notes.state == .background
            expect Notes.state == .background
        }
        """,
      right: """
        app Notes { }
        scenario "left" {
            launch Notes
            press .home
            expect Notes.state == .background
            expect Notes.calls.last == .didEnterBackground
        }
        """),
    DiagnosticPage(
      .sameLabel, "Two controls with one label",
      """
      Verbs such as `touch` name a control by its label. Of two controls with the same label \
      in one place only one can be used.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes {
            var saved = 0
            button "Save" { saved += 1 }
            button "Save" { saved += 2 }
        }
        """,
      right: """
        app Notes {
            var saved = 0
            button "Save" { saved += 1 }
            button "Save all" { saved += 2 }
        }
        """),
    DiagnosticPage(
      .explorationOfNothing, "Exploration that looks at nothing",
      """
      The exploration says nothing of its states, neither with `always` nor with `sometimes`, \
      it observes nothing with `after`, and no app of the script could crash or be ended. It \
      comes out well whatever the device does.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        explore "the device" {
            choose { press .lock } or { unlock() }
        }
        """,
      right: """
        explore "the device" {
            choose { press .lock } or { unlock() }
            sometimes "locked" { device.isLocked }
        }
        """),
    DiagnosticPage(
      .lookAtBystander, "Question about an app that nothing happens to",
      """
      `calls` and `trace` with a block tell what happens to an app in it. This app never runs \
      in the scenario, and no verb is about it, so there is nothing to tell. Often another app \
      is meant.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        app Mail { }
        scenario "nothing is sent" {
            launch Mail
            expect calls(Notes) { press .home } == []
        }
        """,
      right: """
        app Notes { }
        app Mail { }
        scenario "one message is sent" {
            launch Mail
            expect calls(Mail) { press .home }.count == 2
        }
        """),
    DiagnosticPage(
      .endedOtherwise, "App that ended otherwise than was asked",
      """
      The expectation says that an app was not ended for one reason, and the app was ended for \
      its own fault for another one, which something else permits. Ask for the end that came, \
      or whether the app ends at all.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Uploader { on didEnterBackground { beginBackgroundTask("upload") } }
        scenario "home does no harm", allowing: [.backgroundTaskExpired] {
            launch Uploader
            press .home
            expect !ended(Uploader, .watchdog) { advance 1min }
        }
        """,
      right: """
        app Uploader { on didEnterBackground { beginBackgroundTask("upload") } }
        scenario "home ends it" {
            launch Uploader
            press .home
            expect ended(Uploader, .backgroundTaskExpired) { advance 1min }
        }
        """),
    DiagnosticPage(
      .nothingPlayed, "Expectations about the apps are skipped",
      """
      Scenarios of the file are skipped, and each of those that are played also passes if the \
      apps do nothing. So nothing tests the apps while the others are skipped.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes {
            var draft = ""
            button "Type" { draft += "x" }
        }
        scenario "typed", skip: "flaky" {
            launch Notes
            touch "Type"
            expect Notes.draft == "x"
        }
        scenario "launched" {
            launch Notes
            expect Notes.isRunning
        }
        """,
      right: """
        app Notes {
            var draft = ""
            button "Type" { draft += "x" }
        }
        scenario "typed" {
            launch Notes
            touch "Type"
            expect Notes.draft == "x"
        }
        scenario "launched" {
            launch Notes
            expect Notes.isRunning
        }
        """),
    DiagnosticPage(
      .unusedChoice, "Choice that never comes up",
      """
      `choose 2` decides how the next choice comes out, that of a `choose { } or { }` or of \
      `oneOf`. The scenario ends and none came up, so it plays the same without.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "the second way" {
            launch Notes
            choose 2
            press .home
            expect Notes.state == .background
        }
        """,
      right: """
        app Notes { button "Send" { choose { print("sent") } or { print("failed") } } }
        scenario "the second way" {
            launch Notes
            choose 2
            touch "Send"
            expect Notes.isRunning
        }
        """),
    DiagnosticPage(
      .unusedSeeds, "Seeds without random numbers",
      """
      The header asks for several seeds, and no code of the script draws a random number, so \
      the scenario is played several times in the same way.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "launched", seed: 1...3 {
            launch Notes
            expect Notes.isRunning
        }
        """,
      right: """
        app Notes { var n = random(1...6) }
        scenario "launched", seed: 1...3 {
            launch Notes
            expect Notes.n > 0 && Notes.n < 7
        }
        """),
    DiagnosticPage(
      .verbToNobody, "Verb that reaches no app",
      """
      The system offers the app something that it never asks for: a push that wakes it or a \
      fetch without the background mode, a visit or a place that it does not monitor, a run of a \
      request that it did not submit, or of a processing task while the device is in use. Nothing \
      happens, and no expectation looks at what the app does.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "woken by a push" {
            launch Notes
            press .home
            advance 10s
            push Notes, payload: ["aps": ["content-available": 1]]
            expect Notes.isRunning
        }
        """,
      right: """
        app Notes {
            info { backgroundModes: [.remoteNotification] }
            var news = 0
            on didReceiveRemoteNotification(payload, completion) {
                news += 1
                completion(.newData)
            }
        }
        scenario "woken by a push" {
            launch Notes
            press .home
            advance 10s
            push Notes, payload: ["aps": ["content-available": 1]]
            expect Notes.news == 1
        }
        """),
    DiagnosticPage(
      .metByAnother, "Another expectation fails than was said",
      """
      The header says with `fails:` why the scenario has to fail, and another expectation than the one \
      that speaks of it is what fails. The scenario stays green when the fault that is meant \
      is mended, and when another one comes. The words of the reason are compared with the names in \
      the expectations; a reason that shares none with any, such as the number of an issue, is left alone.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { var draft = "x"; var saves = 0 }
        scenario "saved", fails: "the draft is lost" {
            launch Notes
            expect Notes.saves == 1
            expect Notes.draft == "x"
        }
        """,
      right: """
        app Notes { var draft = ""; var saves = 0 }
        scenario "saved", fails: "the draft is lost" {
            launch Notes
            expect Notes.saves == 0
            expect Notes.draft == "x"
        }
        """),
    DiagnosticPage(
      .differsInCase, "Names that differ in capitals only",
      """
      Two keys of the scripts, or two variables or labels of an app, have the same letters and differ in \
      which of them are capitals. They are two names, and what is kept under one is not found \
      under the other. A key that is read and written nowhere else has W0912 instead.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes {
            var draft = disk["Draft"] ?? ""
            on didEnterBackground { disk["draft"] = draft }
            button "Discard" { disk["Draft"] = "" }
        }
        """,
      right: """
        app Notes {
            var draft = disk["draft"] ?? ""
            on didEnterBackground { disk["draft"] = draft }
            button "Discard" { disk["draft"] = "" }
        }
        """),
    DiagnosticPage(
      .endOfVerb, "Only the end that a verb brings is expected",
      """
      The scenario expects that an app is ended, in a block whose verb does just that, and \
      nothing else. It passes whatever the app does. Expect what is left of the app: what is stored, what is \
      scheduled, what the next launch shows.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes {
            var draft = disk["draft"] ?? ""
            on willResignActive { disk["draft"] = draft }
            button "Type" { draft += "x" }
        }
        scenario "the draft survives" {
            launch Notes
            touch "Type"
            expect ended(Notes, .forceQuit) { forceQuit Notes }
        }
        """,
      right: """
        app Notes {
            var draft = disk["draft"] ?? ""
            on willResignActive { disk["draft"] = draft }
            button "Type" { draft += "x" }
        }
        scenario "the draft survives" {
            launch Notes
            touch "Type"
            expect ended(Notes, .forceQuit) { forceQuit Notes }
            launch Notes
            expect Notes.draft == "x"
        }
        """),
    DiagnosticPage(
      .absentMessage, "Absence of a message that never comes",
      """
      An expectation says that an app was not sent a message which no such app is ever sent: \
      the scenes of an app get the messages about the foreground and the background in its \
      place, and an app without scenes gets none that are for scenes. The expectation holds \
      whatever happens. A scenario that also expects another message tests just that, and is not \
      warned of.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Photos { scene { on willConnect(session, options) { show("list") } } }
        scenario "stays in front" {
            launch Photos
            expect !calls(Photos) { press .home }.contains(.didEnterBackground)
        }
        """,
      right: """
        app Photos { scene { on willConnect(session, options) { show("list") } } }
        scenario "leaves" {
            launch Photos
            expect calls(Photos) { press .home }.contains(.sceneDidEnterBackground)
        }
        """),
  ]
}
