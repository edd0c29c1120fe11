// What a green run tells about itself: expectations that nothing evaluated, business that is unfinished,
// permissions that nothing needs, losses that nothing looked at; and honest scripts, of which nothing is told.

import Foundation
import Rehearsal
import RehearsalRunner
import RehearsalSyntax
import TestSupport
import Testing

@Suite("What a green run tells about itself")
struct GreenTests {
  private static let uploader = """
    app Uploader {
        on didEnterBackground { beginBackgroundTask("upload") }
        button "Send" { download("https://a.example/up", takes: 40s) { log "sent" } }
    }

    """
  private static let chat = """
    app Chat { button "Remind" { scheduleNotification("r", after: 1h, body: "Hello") } }

    """

  /// The identifiers of the warnings of a run, and whether all cases passed.
  private static func warnings(
    of text: String, isStrict: Bool = false, _ change: (inout TestRunner) -> Void = { _ in }
  ) async -> (identifiers: [String], summary: TestSummary) {
    let source = SourceText(name: "main.rehearsal", text)
    var runner = TestRunner { TestScript($0, source, imports: nil) }
    runner.isStrict = isStrict
    change(&runner)
    let found = Found()
    let summary = await runner.run(["main.rehearsal"]) { event in
      switch event {
      case .warned(_, let warnings): found.add(warnings)
      case .scriptBegan(_, _, let warnings): found.add(warnings)
      case .caseEnded(let result): found.add(result.warnings)
      default: break
      }
    }
    return (found.identifiers, summary)
  }

  private final class Found: @unchecked Sendable {
    private(set) var identifiers: [String] = []

    func add(_ warnings: [Diagnostic]) { identifiers += warnings.map(\.identifier.rawValue) }
  }

  /// Slips that are green, each with the warning that tells it.
  private static let slips: [(String, String)] = [
    (
      chat + "scenario \"a\" { launch Chat; expect Chat.isRunning\n"
        + "for n in Chat.notifications { expect n.body == \"Bye\" } }", "W0945"
    ),
    (
      chat + "scenario \"a\" { launch Chat; expect Chat.isRunning\n"
        + "if let n = Chat.notifications.first { expect n.body == \"Bye\" } }", "W0945"
    ),
    (
      chat + "scenario \"a\" { launch Chat; expect Chat.isRunning\n"
        + "if device.isAtLeast(99) { expect Chat.calls == [] } }", "W0945"
    ),
    (
      chat + "func verify() { expect Chat.isRunning }\nfunc all() { verify() }\n"
        + "scenario \"a\" { launch Chat; expect Chat.calls != [] }", "W0945"
    ),
    (
      chat + "scenario \"a\" { launch Chat; expect Chat.isRunning\n"
        + "let seen = Chat.exits.map { e in expect e.reason == .crash\nreturn e }\nprint(seen.count) }",
      "W0945"
    ),
    (
      uploader + "scenario \"a\" { launch Uploader; press .home; advance 10s\n"
        + "expect Uploader.isRunning }", "W0946"
    ),
    (
      uploader + "scenario \"a\" { launch Uploader; press .home\n"
        + "expect Uploader.isRunning throughout 5s }", "W0946"
    ),
    (
      "app Chat { info { backgroundModes: [.remoteNotification] }\nvar n = 0\n"
        + "on didReceiveRemoteNotification(payload, completion) { n += 1 } }\n"
        + "scenario \"a\" { launch Chat; press .home; advance 10s\n"
        + "push Chat, payload: [\"aps\": [\"content-available\": 1]]\nexpect Chat.n == 1 }", "W0946"
    ),
    (
      chat + "scenario \"a\", allowing: [.backgroundTaskExpired] { launch Chat; press .home\n"
        + "advance 1min; expect Chat.isRunning }", "W0947"
    ),
    (
      "device { allowing: [.watchdog] }\n" + chat
        + "scenario \"a\" { launch Chat; expect Chat.isRunning }", "W0947"
    ),
    (
      "device { allowing: [.backgroundTaskExpired] }\n" + uploader
        + "scenario \"a\" { launch Uploader; press .home; advance 1min; expect now == 1min }",
      "W0947"
    ),
    (
      "app Radio { button \"Play\" { playAudio() } }\n"
        + "scenario \"a\" { launch Radio; touch \"Play\"; press .home\n"
        + "expect Radio.isRunning throughout 1h }", "W0949"
    ),
    (
      "app Press { info { backgroundModes: [.processing]; backgroundTaskIdentifiers: [\"w\"] }\n"
        + "on didFinishLaunching { registerBackgroundTask(\"w\") }\n"
        + "on didEnterBackground { submitBackgroundTask(\"w\") }\n"
        + "on backgroundTask(\"w\", task) { task.setTaskCompleted(true) } }\n"
        + "scenario \"a\" { launch Press; press .home; advance 1h; expect Press.exits.isEmpty }",
      "W0949"
    ),
  ]

  /// Slips of further classes, which a run or its check tells.
  private static let furtherSlips: [(String, String)] = [
    (
      chat
        + "app Other { }\nscenario \"a\" { launch Chat\nexpect calls(Other) { press .home } == [] }",
      "W0959"
    ),
    (
      uploader
        + "scenario \"a\", allowing: [.backgroundTaskExpired] { launch Uploader; press .home\n"
        + "expect !ended(Uploader, .watchdog) { advance 1min }\nexpect now == 1min }", "W0960"
    ),
    (
      chat + "scenario \"a\", skip: \"later\" { launch Chat; expect Chat.calls == [] }\n"
        + "scenario \"b\" { launch Chat; expect Chat.isRunning }", "W0961"
    ),
    (
      chat
        + "scenario \"a\" { launch Chat; choose 2; press .home\nexpect Chat.state == .background }",
      "W0962"
    ),
    (chat + "scenario \"a\", seed: 1...3 { launch Chat; expect Chat.isRunning }", "W0963"),
    (
      chat + "scenario \"a\" { launch Chat; press .home; advance 10s\n"
        + "fetch Chat\nexpect Chat.isRunning }", "W0964"
    ),
    (
      drafts + "scenario \"a\", fails: \"the draft is lost\" { launch Notes\n"
        + "expect Notes.saves == 1\nexpect Notes.draft == \"x\" }", "W0985"
    ),
    (
      drafts + "scenario \"a\" { launch Notes\n"
        + "expect ended(Notes, .forceQuit) { forceQuit Notes } }", "W0987"
    ),
    (
      photos + "scenario \"a\" { launch Photos\n"
        + "expect !calls(Photos) { press .home }.contains(.didEnterBackground) }", "W0988"
    ),
    (
      drafts + "scenario \"a\" { launch Notes; press .home\n"
        + "expect !Notes.calls.contains(.sceneDidEnterBackground) }", "W0988"
    ),
    (
      drafts + photos + "scenario \"a\" { launch Notes; press .home\n"
        + "expect !ended(Photos) { advance 1min } }", "W0959"
    ),
    (claim("expect Uploader.exits.isEmpty"), "W0946"),
    ("func lives(app) { app.exit == nil }\n" + claim("expect lives(Uploader)"), "W0946"),
    (claim("let isThere = Uploader.isRunning\nexpect isThere"), "W0946"),
    (claim("expect Uploader.incarnation == 1"), "W0946"),
    (
      "app Sync { on didEnterBackground { work 20s } }\n"
        + "scenario \"a\" { launch Sync; press .home; expect Sync.isRunning }", "W0946"
    ),
  ]

  private static let drafts = "app Notes { var draft = \"x\"; var saves = 0 }\n"
  private static let photos =
    "app Photos { scene { on willConnect(session, options) { show(\"list\") } } }\n"

  /// A scenario that ends while a task is open, and says that the app lives.
  private static func claim(_ lines: String) -> String {
    uploader + "scenario \"a\" { launch Uploader; press .home; advance 20s\n\(lines) }"
  }

  @Test("Each slip is told, and fails where that is asked for", arguments: slips + furtherSlips)
  func isTold(_ text: String, _ identifier: String) async {
    let (identifiers, summary) = await Self.warnings(of: text)
    #expect(
      identifiers == [identifier] && summary.failedCount == 0, "\(identifiers) \(summary.line)")
    let strict = await Self.warnings(of: text, isStrict: true)
    #expect(strict.summary.exitCode == .failed)
  }

  /// Honest scripts in many styles.
  private static let honest: [String] = [
    // The other branch expected something.
    chat + "scenario \"a\", os: [16, 17] { launch Chat\n"
      + "if device.isAtLeast(17) { expect Chat.isRunning } else { expect Chat.calls != [] } }",
    chat + "scenario \"a\" { launch Chat\n"
      + "if Chat.isRunning { expect Chat.calls != [] } else if now > 1s { expect now == 2s } "
      + "else { expect now == 3s } }",
    chat + "scenario \"a\" { launch Chat\n"
      + "guard let call = Chat.calls.first else { expect Chat.calls != []\nreturn }\n"
      + "expect call == .willFinishLaunching }",
    // Another case evaluates it.
    chat + "scenario \"a\", n in [0, 1] { launch Chat; expect Chat.isRunning\n"
      + "for i in 0..<n { expect Chat.calls.count > i } }",
    chat + "func look() { expect Chat.isRunning }\n"
      + "scenario \"a\" { launch Chat; look() }\nscenario \"b\" { launch Chat; expect Chat.calls != [] }",
    // A skipped scenario, and an exploration.
    "app A { var n = 0\nbutton \"Add\" { n += 1 } }\n"
      + "scenario \"a\", skip: \"later\" { launch A; expect A.calls == [] }\n"
      + "scenario \"b\" { launch A; touch \"Add\"; expect A.n == 1 }",
    // A task that ends in time, one in front, and one whose end is meant.
    "app A { on didEnterBackground { let t = beginBackgroundTask(\"t\")\n"
      + "after(5s) { endBackgroundTask(t) } } }\n"
      + "scenario \"a\" { launch A; press .home; expect A.state == .background }",
    "app A { on didBecomeActive { beginBackgroundTask(\"t\") } }\n"
      + "scenario \"a\" { launch A; expect A.state == .active }",
    uploader + "scenario \"a\", allowing: [.backgroundTaskExpired] { launch Uploader; press .home\n"
      + "advance 1min; expect Uploader.exit.reason == .backgroundTaskExpired }",
    uploader + "scenario \"a\" { launch Uploader; press .home\n"
      + "expect ended(Uploader, .backgroundTaskExpired) { advance 1min } }",
    // What fails is what the header says, or nothing says what it is.
    drafts + "scenario \"a\", fails: \"the draft is lost\" { launch Notes\n"
      + "expect Notes.saves == 0\nexpect Notes.draft == \"\" }",
    drafts + "scenario \"a\", fails: \"issue 12\" { launch Notes\n"
      + "expect Notes.saves == 1\nexpect Notes.draft == \"x\" }",
    // What is left of an app that was ended, and a message of which the scene gets its own.
    drafts + "scenario \"a\" { launch Notes\n"
      + "expect ended(Notes, .forceQuit) { forceQuit Notes }\nexpect Notes.disk[\"a\"] == nil }",
    photos + "scenario \"a\" { launch Photos; press .home\n"
      + "expect !Photos.calls.contains(.didEnterBackground)\n"
      + "expect Photos.calls.contains(.sceneDidEnterBackground) }",
    // A task that is open on purpose, and a list of what runs.
    claim("expect Uploader.state == .background"),
    "func running() { return [Uploader].map { $0.isRunning } }\n"
      + claim("expect running() == [true]"),
    "app Slow { on didFinishLaunching { work 1min\nreturn true } }\n"
      + "scenario \"a\" { launch Slow; advance 6s\nexpect Slow.trace.count > 0 }",
    // A verb that comes too early, and reaches its app when it is called again.
    """
    app Feed {
      var runs = 0
      info { backgroundModes: [.processing]; backgroundTaskIdentifiers: ["work"] }
      on didFinishLaunching {
        registerBackgroundTask("work")
        submitBackgroundTask("work", kind: .processing)
        return true
      }
      on backgroundTask("work", task) { runs += 1; task.setTaskCompleted(true) }
    }
    scenario "a" {
      launch Feed
      press .home
      runBackgroundTask Feed, "work"
      press .lock
      runBackgroundTask Feed, "work"
      expect Feed.runs == 1
    }
    """,
    // Sound that ends as it is expected to.
    "app Radio { button \"Play\" { playAudio() } }\n"
      + "scenario \"a\" { launch Radio; touch \"Play\"; press .home; advance 10s\n"
      + "expect Radio.state == .suspended }",
  ]

  @Test("Of an honest script nothing is told", arguments: honest)
  func nothingTold(_ text: String) async {
    let (identifiers, summary) = await Self.warnings(of: text)
    #expect(identifiers == [] && summary.failedCount == 0, "\(summary.line)")
  }

  @Test("A part of the cases, another system and a red file say nothing of the rest")
  func parts() async throws {
    let text =
      Self.chat + "scenario \"a\" { launch Chat; expect Chat.isRunning\n"
      + "for n in Chat.notifications { expect n.body == \"Bye\" } }\n"
      + "scenario \"b\" { launch Chat; expect Chat.isRunning }"
    let filter = try Regex("a$")
    #expect(await Self.warnings(of: text) { $0.selection.filters = [filter] }.identifiers == [])
    let red = text + "\nscenario \"c\" { expect 1 + 1 == 3 }"
    #expect(await Self.warnings(of: red).identifiers == [])
  }

  @Test("How many scenarios pass whatever the apps do is counted where that is asked for")
  func idle() async {
    let text = """
      app Notes {
          var draft = ""
          on didEnterBackground { disk["draft"] = draft }
          button "Type" { draft += "x" }
      }
      scenario "typed" { launch Notes; touch "Type"; expect Notes.draft == "x" }
      scenario "runs" { launch Notes; expect Notes.isRunning }
      scenario "saved" { launch Notes; touch "Type"; press .home; expect Notes.disk["draft"] == "x" }
      """
    let (_, summary) = await Self.warnings(of: text) { $0.measuresIdleApps = true }
    #expect(summary.line == "3 passed, 0 failed; 1 of 3 scenarios also pass if the apps do nothing")
    #expect(await Self.warnings(of: text).summary.line == "3 passed, 0 failed")
    let page = Page()
    var runner = TestRunner { TestScript($0, SourceText(name: "main", text), imports: nil) }
    runner.measuresIdleApps = true
    _ = await runner.run(["<main>.rehearsal"]) { page.text += page.report.text($0).description }
    #expect(page.text.contains("1 of 3 scenarios also pass"))
    let list = page.text.firstMatch(of: /(?s)<details id="idle">.*?<\/details>/)
    #expect(list?.output.contains("<bdi>runs</bdi>") == true)
    #expect(list?.output.contains("&lt;main&gt;.rehearsal") == true)
    #expect(list?.output.contains("typed") == false)
  }

  @Test(
    "The lines before a failure have the last end, refusal and verb, however long ago they were")
  func causes() async {
    let text = """
      app A { on didEnterBackground { beginBackgroundTask("t") } }
      app B { var ticks = 0
          on didBecomeActive { every(1s) { log "tick" } }
      }
      scenario "a", allowing: [.backgroundTaskExpired] {
          launch A
          press .home
          launch B
          advance 1min
          expect A.isRunning
      }
      """
    let source = SourceText(name: "main.rehearsal", text)
    let runner = TestRunner { TestScript($0, source, imports: nil) }
    let found = Texts()
    _ = await runner.run(["main.rehearsal"]) { event in
      if case .caseEnded(let result) = event {
        found.text += result.problems.map { $0.text(RunRenderer(appNames: result.appNames)) }
          .joined()
      }
    }
    #expect(found.text.contains("✕") && found.text.contains("launch B"), "\(found.text)")
  }

  private final class Page: @unchecked Sendable {
    var report = HTMLReport()
    var text = ""
  }

  private final class Texts: @unchecked Sendable {
    var text = ""
  }
}
