// The scripts of the card: one whole, and ten tasks that come up again and again. A test plays each and holds
// that it is free of warnings.

extension LanguageCard {
  static let wholeScript = """
    app Notes {
        var draft = disk["draft"] ?? ""
        on didEnterBackground { disk["draft"] = draft }
        button "Type" { draft += "x" }
    }

    scenario "the draft survives the night" {
        launch Notes
        touch "Type"
        press .home
        advance 8h
        purge Notes
        launch Notes
        expect Notes.draft == "x"
    }
    """

  /// Tasks that come up again and again.
  package static let idioms: [Idiom] = [
    Idiom(
      title: "Work that goes on after leaving",
      script: """
        app Up {
            on didEnterBackground {
                let task = beginBackgroundTask("up") { id in endBackgroundTask(id) }
                perform(20s) { endBackgroundTask(task) }
            }
        }

        scenario "the task ends" {
            launch Up
            press .home
            advance 1min
            expect Up.state == .suspended
        }
        """),
    Idiom(
      title: "An end that is expected",
      script: """
        app Bad { on didEnterBackground { let task = beginBackgroundTask("up") } }

        scenario "a task is never ended" {
            launch Bad
            press .home
            expect ended(Bad, .backgroundTaskExpired) { advance 1min }
        }
        """),
    Idiom(
      title: "A link, cold and warm",
      script: """
        app Shop {
            info { urlSchemes: ["shop"] }
            var page = "home"
            on open(url, options) { page = url }
        }

        scenario "cold and warm" {
            open "shop://a"
            expect Shop.page == "shop://a"
            press .home
            open "shop://b"
            expect Shop.page == "shop://b"
        }
        """),
    Idiom(
      title: "A silent push",
      script: """
        app Chat {
            info { backgroundModes: [.remoteNotification] }
            on didReceiveRemoteNotification(payload, completion) {
                disk["id"] = payload["id"]
                completion(.newData)
            }
        }

        scenario "woken" {
            launch Chat
            press .home
            push Chat, payload: ["aps": ["content-available": 1], "id": 7]
            expect Chat.disk["id"] == 7 within 1min
        }
        """),
    Idiom(
      title: "A tapped notification",
      script: """
        app Mail {
            var opened = nil
            on didReceiveNotificationResponse(response) { opened = response.notification.id }
            button "Later" { scheduleNotification("m1", after: 1h) }
        }

        scenario "tapped after a purge" {
            launch Mail
            touch "Later"
            press .home
            advance 2h
            purge Mail
            tapNotification Mail
            expect Mail.opened == "m1"
        }
        """),
    Idiom(
      title: "A scheduled task",
      script: """
        app Feed {
            info { backgroundModes: [.fetch]; backgroundTaskIdentifiers: ["r"] }
            on didFinishLaunching { registerBackgroundTask("r") }
            on didEnterBackground { submitBackgroundTask("r") }
            on backgroundTask("r", task) {
                task.expirationHandler { task.setTaskCompleted(false) }
                perform(5s) { task.setTaskCompleted(true) }
            }
        }

        scenario "a refresh" {
            launch Feed
            press .home
            advance 1h
            runBackgroundTask Feed, "r"
            advance 1min
            expect Feed.state == .suspended
        }
        """),
    Idiom(
      title: "Windows and their state",
      script: """
        app Player {
            scene {
                var page = "list"
                on willConnect(session, options) { page = session.stateRestorationActivity?.page ?? "list" }
                on stateRestorationActivity { return ["page": page] }
                button "Open" { page = "song" }
            }
        }

        scenario "back where it was" {
            launch Player
            touch "Open"
            press .home
            purge Player
            launch Player
            expect Player.scenes[0].page == "song"
        }
        """),
    Idiom(
      title: "Nothing starts twice",
      script: """
        app Clock {
            var timer = nil
            var ticks = 0
            on didBecomeActive { timer = every(1s) { ticks += 1 } }
            on willResignActive { timer.invalidate() }
        }

        scenario "Control Center doubles no timer" {
            launch Clock
            interrupt .controlCenter
            dismiss .controlCenter
            advance 10s
            expect Clock.ticks == 10 && Clock.timers.count == 1
        }
        """),
    Idiom(
      title: "Before the first unlock (`prewarm` runs `on main` alone)",
      script: """
        device { passcode: true }

        app Bank {
            var token = nil
            on main { token = keychain["token"] }
            on didBecomeActive { token = token ?? keychain["token"] }
            button "Log in" { keychain["token"] = "t" }
        }

        scenario "prewarmed before the first unlock" {
            launch Bank
            touch "Log in"
            reboot()
            prewarm Bank
            unlock()
            launch Bank
            expect Bank.token == "t"
        }
        """),
    Idiom(
      title: "A transfer that outlives the process",
      script: """
        app Cloud {
            on handleEventsForBackgroundURLSession(identifier, completion) { completion() }
            on didCompleteDownload(identifier, url, error) { disk["done"] = error == nil }
            button "Load" { download("film", takes: 1h, session: "s") { data, error in } }
        }

        scenario "purged meanwhile" {
            launch Cloud
            touch "Load"
            press .home
            advance 1min
            purge Cloud
            advance 2h
            expect Cloud.disk["done"] == true
        }
        """),
  ]

  /// Every script on the card.
  package static let scripts = [wholeScript] + idioms.map(\.script)
}
