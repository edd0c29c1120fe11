// Recipes: what people report, each as the shortest script that shows it. `rehearse explain recipe draft` writes
// one, to be played and to be made one's own; the page of recipes has the same.

import RehearsalText

/// A bug report as a script.
package struct Recipe: Sendable {
  /// The word by which it is asked for.
  package let name: String
  /// The report.
  package let title: String
  /// The topic of help that leads to it.
  let topic: String
  /// The mistake, and its remedy.
  package let explanation: String
  /// The script, which fails.
  package let script: String

  private init(
    _ name: String, _ title: String, of topic: String, _ explanation: String, script: String
  ) {
    self.name = name
    self.title = title
    self.topic = topic
    self.explanation = explanation
    self.script = script
  }

  /// The recipe of a name, alone or after `recipe`; nil if there is none.
  package static func named(_ text: String) -> Recipe? {
    let words = text.lowercased().split(separator: " ")
    guard words.count == 2, words[0] == "recipe" else { return nil }
    return all.first { $0.name == words[1] }
  }

  /// The recipe to which a topic of help leads.
  static func of(_ topic: String) -> Recipe? { all.first { $0.topic == topic } }

  /// A script that can be run, with the explanation as its comment.
  package var page: String {
    let comment = Paragraph.lines("\(title). \(explanation)", width: 76, indentation: "// ")
    return comment.map { $0 + "\n" }.joined() + "\n" + script
  }

  /// The command that writes it, in a line.
  var pointer: String { "A script that shows it: rehearse explain recipe \(name)" }

  /// The recipes, each with the command that writes it.
  package static var index: String {
    all.map { "\($0.title):\n  rehearse explain recipe \($0.name) > \($0.name).rehearsal\n" }
      .joined()
  }

  /// Every recipe.
  package static let all: [Recipe] = [
    Recipe(
      "draft", "A draft is gone in the morning", of: "storage",
      "It was saved in `willTerminate`, which a suspended app never gets: the system takes "
        + "its memory without a word (R074). Save in `didEnterBackground`.",
      script: """
        app Notes {
            var draft = disk["draft"] ?? ""
            on willTerminate { disk["draft"] = draft }
            button "Type" { draft += "x" }
        }

        scenario "the draft is there in the morning" {
            launch Notes
            touch "Type"
            press .home
            advance 8h
            purge Notes
            launch Notes
            expect Notes.draft == "x"  // fails
        }

        """),
    Recipe(
      "logout", "Logged out in the morning", of: "secrets",
      "The device restarted at night, the system prepared the app before the first unlock, "
        + "and the Keychain was shut (R132). Read the secret when the app becomes active, or "
        + "where `protectedDataDidBecomeAvailable` arrives.",
      script: """
        device { passcode: true }

        app Bank {
            var token = nil
            on main { token = keychain["token"] }
            button "Log in" { keychain["token"] = "secret" }
        }

        scenario "still logged in after the night's restart" {
            launch Bank
            touch "Log in"
            reboot()
            prewarm Bank
            unlock()
            launch Bank
            expect Bank.token == "secret"  // fails
        }

        """),
    Recipe(
      "upload", "An upload stops in the background", of: "a transfer",
      "A request of the process itself does not outlive its suspension (R105). Give it a "
        + "background session, `download(\"video\", takes: 10min, session: \"uploads\")`, or a "
        + "background task if it is short.",
      script: """
        app Uploader {
            button "Upload" { download("video", takes: 10min) { data, error in disk["result"] = error ?? "sent" } }
        }

        scenario "the upload ends" {
            launch Uploader
            touch "Upload"
            press .home
            advance 1h
            launch Uploader
            expect Uploader.disk["result"] == "sent"  // fails
        }

        """),
    Recipe(
      "timer", "A timer runs twice as fast", of: "timers",
      "`didBecomeActive` comes after each interruption and starts another one. Start it "
        + "once, or invalidate it in `willResignActive`.",
      script: """
        app Clock {
            var seconds = 0
            on didBecomeActive { every(1s) { seconds += 1 } }
        }

        scenario "ten seconds after Control Center" {
            launch Clock
            interrupt .controlCenter
            dismiss .controlCenter
            advance 10s
            expect Clock.seconds == 10  // fails
        }

        """),
    Recipe(
      "link", "A link does nothing", of: "a link",
      "A cold launch brings the link in the connection options, and only a running app is "
        + "sent `openURLContexts` (R020). Handle `options.urlContexts` in `willConnect`, too.",
      script: """
        app Shop {
            info { urlSchemes: ["shop"] }
            scene {
                var page = "home"
                on openURLContexts(contexts) { page = contexts[0].url }
            }
        }

        scenario "a link opens its page" {
            launch Shop
            open "shop://shoes"
            expect Shop.scenes[0].page == "shop://shoes"
            forceQuit Shop
            open "shop://hats"
            expect Shop.scenes[0].page == "shop://hats"  // fails
        }

        """),
    Recipe(
      "widget", "A widget's button does nothing", of: "shortcuts",
      "The intent runs in a process that the system starts in the background, and nothing "
        + "is saved before it is suspended and purged. Save where the change is made.",
      script: """
        app Steps {
            var count = 0
            on didFinishLaunching { count = disk["count"] ?? 0 }
            on didBecomeActive { count += 1 }
            on didEnterBackground { disk["count"] = count }
            on intent("add", parameters) { count += 1 }
        }

        scenario "the widget's button counts" {
            launch Steps
            press .home
            advance 1min
            purge Steps
            performIntent Steps, "add"
            advance 1min
            expect Steps.disk["count"] == 2  // fails
        }

        """),
  ]
}
