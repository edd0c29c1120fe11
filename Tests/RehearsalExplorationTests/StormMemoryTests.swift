// What an expectation of a counter means under an added disturbance, and what the loss of a process takes
// away that somebody still needs: each beside a twin that is otherwise.

import Rehearsal
import RehearsalLifecycle
import TestSupport
import Testing

@testable import RehearsalExploration

@Suite("Counters and memory in storms")
struct StormMemoryTests {
  /// What is found in each scenario by some disturbances.
  private func found(_ text: String, by names: [String]) throws -> [[String]] {
    var options = StormOptions()
    options.disturbances = Disturbance.all.filter { names.contains($0.name) }
    return try storms("device { os: 18 }\n" + text, options: options).map { result in
      result.findings.map { StormText(result).summary(of: $0) }
    }
  }

  private static let interruptions = ["alarm", "home", "suspension"]

  /// A day with one absence, after which so much is expected.
  private func day(_ expectation: String) -> String {
    """
    scenario "a day" {
        launch Notes
        advance 20s
        press .home
        advance 10s
        launch Notes
        advance 20s
        expect \(expectation)
    }
    """
  }

  @Test(
    "Each interruption counts once more, in a handler, by work, in a list, and with two handlers",
    arguments: [
      ("on didBecomeActive { n += 1 }", "Notes.n == 2"),
      (
        "on didBecomeActive { download(\"u\", takes: 1s) { d, e in n += 1 } }", "Notes.n == 2"
      ),
      ("on didBecomeActive { count() }\nfunc count() { n += 1 }", "Notes.n == 2"),
      ("on didBecomeActive { n += 1 }\non willResignActive { n += 1 }", "Notes.n == 3"),
      ("var list = []\non didBecomeActive { list.append(.active) }", "Notes.list.count == 2"),
    ])
  func counters(_ code: String, _ expectation: String) throws {
    let app = "app Notes {\n    var n = 0\n\(code)\n}\n"
    #expect(try found(app + day(expectation), by: Self.interruptions) == [[]])
  }

  @Test(
    "What is counted twice, or not at all, is found",
    arguments: [
      // The order is sent once more when the app becomes active.
      "on didBecomeActive { if waits { n += 1 } }\nbutton \"Order\" { n += 1; waits = true }",
      // What is queued is never taken out.
      "on didBecomeActive { if waits { n += 1 } }\nbutton \"Order\" { waits = true }",
    ])
  func doubles(_ code: String) throws {
    let text = """
      app Notes {
          var n = 0
          var waits = false
      \(code)
      }

      scenario "an order" {
          launch Notes
          touch "Order"
          press .home
          advance 10s
          launch Notes
          expect Notes.n == \(code.contains("n += 1; waits") ? 2 : 1)
      }
      """
    #expect(try found(text, by: ["alarm"])[0].count == 1)
  }

  @Test("What the user has counted is not lost with a counter")
  func touches() throws {
    let text = """
      app Notes {
          var n = 0
          button "Add" { n += 1 }
      }

      scenario "added" {
          launch Notes
          touch "Add"
          press .home
          advance 10s
          launch Notes
          expect Notes.n == 1
      }
      """
    #expect(try found(text, by: ["purge"])[0].count == 1)
  }

  /// A login and a push, and much later the user is back; the last lines come after them.
  private func login(_ code: String, _ acts: String) -> String {
    """
    app Notes {
        info { backgroundModes: [.remoteNotification]; urlSchemes: ["notes"] }
        var user = keychain["user"]
        var news = nil
        \(code)
        on didReceiveRemoteNotification(payload, completion) {
            news = payload["id"]
            completion(.newData)
        }
    }

    setup {
        launch Notes
        \(acts)
        advance 10s
    }

    scenario "back" {
        press .home
        advance 10s
        launch Notes
        expect Notes.user == "me"
    }
    """
  }

  private static let push = "push Notes, payload: [\"aps\": [\"content-available\": 1], \"id\": 3]"

  @Test(
    "A login by a tap that is answered after a push is the user's, and is lost with the process")
  func answersLater() throws {
    func code(_ stores: String) -> String {
      "button \"Log in\" { download(\"u\", takes: 5s) { d, e in user = \"me\"\(stores) } }"
    }
    let acts = "touch \"Log in\"\nadvance 1s\n\(Self.push)"
    #expect(try found(login(code(""), acts), by: ["purge"])[0].count == 1)
    #expect(
      try found(login(code("; keychain[\"user\"] = user"), acts), by: ["purge"]) == [[]])
  }

  @Test("A login that a link completes is lost with the process, too; what was only given is not")
  func linkedLogin() throws {
    func code(_ stores: String) -> String {
      "on open(url) { download(\"u\", takes: 5s) { d, e in user = \"me\"\(stores) } }"
    }
    let acts = "open \"notes://code\"\nadvance 1s\n\(Self.push)"
    #expect(try found(login(code(""), acts), by: ["purge"])[0].count == 1)
    #expect(
      try found(login(code("; keychain[\"user\"] = user"), acts), by: ["purge"]) == [[]])
    let shown = login(code("; keychain[\"user\"] = user"), acts)
      .replacing("expect Notes.user == \"me\"", with: "expect Notes.news == 3")
    #expect(try found(shown, by: ["purge"]) == [[]])
  }
}
