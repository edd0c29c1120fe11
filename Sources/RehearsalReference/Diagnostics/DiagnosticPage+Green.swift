// The pages of warnings that a green run gives: what passes and tests nothing.

import RehearsalSyntax

extension DiagnosticPage {
  static let green: [DiagnosticPage] = [
    DiagnosticPage(
      .unevaluatedExpectation, "Expectation that no case evaluates",
      """
      The file is green, and no case of it came to this `expect`: the list of a loop was empty, a \
      branch was never taken, or nothing calls the function. It passes whatever the app does. \
      Expect first that there is something to look at, such as that the list is not empty.

      What stands in a skipped scenario, after `else` of a `guard`, or in a branch whose other \
      branch expected something is not counted; neither is a run of a part of the cases. The \
      warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Chat { }
        scenario "the reminder says hello" {
            launch Chat
            expect Chat.isRunning
            for notification in Chat.notifications { expect notification.body == "Hello" }
        }
        """,
      right: """
        app Chat { }
        scenario "there is no reminder" {
            launch Chat
            expect Chat.isRunning
            expect Chat.notifications.isEmpty
        }
        """),
    DiagnosticPage(
      .unfinishedBusiness, "Scenario that ends before what it began",
      """
      The scenario passes, and an app owes the system the answer to what it was woken for, or has a \
      background task open while an `expect` says that an app lives. If time went on, the app would \
      be ended for that: the test is green only because it ends first. Let the time pass and expect \
      what comes. If the end is meant, `allowing` in the header of the scenario permits it.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Uploader { on didEnterBackground { beginBackgroundTask("upload") } }
        scenario "going home does no harm" {
            launch Uploader
            press .home
            advance 10s
            expect Uploader.isRunning
        }
        """,
      right: """
        app Uploader {
            on didEnterBackground {
                let task = beginBackgroundTask("upload")
                after(5s) { endBackgroundTask(task) }
            }
        }
        scenario "going home does no harm" {
            launch Uploader
            press .home
            advance 1min
            expect Uploader.isRunning
        }
        """),
    DiagnosticPage(
      .unneededPermission, "Permission that nothing needs",
      """
      `allowing` in a header permits an end that would fail the scenario. No app ended so in any \
      playing, or one did and no `expect` looks at it: a fault that comes later goes unreported. Take \
      the permission out, or expect the end that it permits.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Notes { }
        scenario "going home does no harm", allowing: [.watchdog] {
            launch Notes
            press .home
            expect Notes.state == .background
        }
        """,
      right: """
        app Notes { }
        scenario "going home does no harm" {
            launch Notes
            press .home
            expect Notes.state == .background
        }
        """),
    DiagnosticPage(
      .lostInSilence, "Loss that the device reports and nothing looks at",
      """
      The device took something away from the app and said why, and every expectation holds all \
      the same: an app that is suspended still runs, though it plays no longer, and a task that the \
      scheduler does not permit never begins. Expect what the user would notice, or give the app \
      what it lacks.

      The warning does not change the exit code; with `--strict` it is a failure.
      """,
      wrong: """
        app Radio { button "Play" { playAudio() } }
        scenario "music goes on" {
            launch Radio
            touch "Play"
            press .home
            expect Radio.isRunning throughout 1h
        }
        """,
      right: """
        app Radio {
            info { backgroundModes: [.audio] }
            button "Play" { playAudio() }
        }
        scenario "music goes on" {
            launch Radio
            touch "Play"
            press .home
            expect Radio.state == .background throughout 1h
        }
        """),
  ]
}
