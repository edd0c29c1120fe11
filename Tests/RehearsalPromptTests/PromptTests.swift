// The door by which the tools of embedders open a prompt, with a host of their own.

import Rehearsal
import RehearsalNativeApps
import RehearsalSyntax
import Synchronization
import Testing

@testable import RehearsalPrompt

/// A native app that counts touches.
private struct CounterDelegate: ApplicationDelegate {
  static var exposed: Exposed { ["count": { $0.count }] }
  static var controls: [String] { ["Add"] }

  var count = 0

  mutating func application(_ application: inout Application<Self>, didTouch control: String) {
    count += 1
  }
}

@Suite("A prompt for a tool")
struct PromptTests {
  private static func prompt() throws -> Prompt {
    var host = ScriptHost()
    try host.define("upload", "bytes") { (bytes: Int) in bytes }
    try host.install("Counter") { CounterDelegate() }
    return Prompt(host: host)
  }

  @Test("What lines say goes to the tool, piece by piece")
  func output() throws {
    let pieces = Mutex<[String]>([])
    let lines = ["launch Counter", ":set trace off", "touch \"Add\"", "Counter.count", "upload(2)"]
    let code = try Self.prompt().run(lines) { text in pieces.withLock { $0.append(text) } }
    #expect(code == 0)
    #expect(pieces.withLock { $0.filter { !$0.isEmpty }.suffix(2) } == ["1\n", "2\n"])
  }

  @Test(
    "The exit code is that of the first input that fails, and an input has to end",
    arguments: [
      (["upload(\"x\")"], 1), (["expect false", "1"], 1), (["uplod(1)", "print(1)"], 2),
      (["if true {"], 2), ([":quit", "uplod(1)"], 0), ([], 0),
    ] as [([String], Int32)])
  func exitCodes(_ lines: [String], _ code: Int32) throws {
    #expect(try Self.prompt().run(lines) { _ in } == code)
  }

  @Test("A case is played statement by statement, up to where it fails")
  func aFailedCaseStandsWhereItFailed() throws {
    let script = Script(
      SourceText(
        name: "counter.rehearsal",
        """
        device { os: 16 }
        app Counter { var count = 0; on didBecomeActive { count += 1 } }
        setup { launch Counter }
        scenario "\\(word) on 12", word in ["no", "yes"], os: 12 {
            var seen = word
            press .home
            if seen == "yes" { both() }
            print("never")
        }
        func both() {
            launch Counter
            expect Counter.count == 7
        }
        """))
    var prompt = Prompt()
    prompt.replay = ScenarioReplay(script, case: 1)
    let shown = Mutex("")
    _ = prompt.run(["seen", "Counter.count", ":back", ":back", ":back", "Counter.state", ":device"])
    { text in
      shown.withLock { $0 += text }
    }
    let text = shown.withLock(\.self)
    #expect(text.contains("counter.rehearsal:12:12: failed: `Counter.count == 7`"))
    #expect(text.contains("“yes on 12” is where it failed."))
    #expect(text.contains("\"yes\"\n2\nundid"))
    #expect(text.contains("\n.background\n"))
    #expect(text.contains("os: 12"))
    #expect(!text.contains("never"))
  }
}
