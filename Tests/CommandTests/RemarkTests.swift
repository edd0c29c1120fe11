// What was expected and did not come is told where a reader looks: in the records of a run, and before a
// failure of a test.

import TestSupport
import Testing

@Suite("What reached nobody")
struct RemarkTests {
  private func output(of command: String, _ script: String) throws -> String {
    let folder = TestFolder()
    try folder.file("case.rehearsal", holding: script)
    let result = try Command(command, "case.rehearsal", in: folder)
    return result.output + result.errors
  }

  @Test(arguments: ["run", "test"])
  func aBannerLeavesTheAppActive(_ command: String) throws {
    let output = try output(
      of: command,
      """
      app Game { }
      scenario "after a call" {
          launch Game
          interrupt .phoneCall
          expect Game.state == .inactive
      }
      """)
    #expect(output.contains("○ It reached no app: .phoneCall comes as a banner"))
    #expect(output.contains("R038"))
  }

  @Test func anInterruptionThatAnotherHides() throws {
    let output = try output(
      of: "run",
      """
      app Game { }
      scenario "two" {
          launch Game
          interrupt .alarm
          interrupt .lowBattery
      }
      """)
    #expect(output.contains("○ It reached no app: .alarm already lies over the app in front."))
  }

  @Test("A link that no app claims says so")
  func anUnclaimedLink() throws {
    let output = try output(
      of: "run",
      """
      app Shop { info { urlSchemes: ["shop"]; associatedDomains: ["shop.example"] } }
      scenario "a link" { open "https://a.example/b"; expect Shop.state == .notRunning }
      """)
    #expect(output.contains("○ It reached no app: none has the link's"), "\(output)")
    #expect(output.contains("`info { associatedDomains: ["))
  }

  @Test func aRequestThatNothingHasRun() throws {
    let output = try output(
      of: "test",
      """
      app Feed {
          info { backgroundModes: [.fetch]; backgroundTaskIdentifiers: ["r"] }
          on didFinishLaunching(options) { registerBackgroundTask("r"); return true }
          on didEnterBackground { submitBackgroundTask("r") }
          on backgroundTask("r", task) { disk["fed"] = true; task.setTaskCompleted(true) }
      }
      scenario "fed over night" {
          launch Feed
          press .home
          advance 8h
          expect Feed.disk["fed"] == true
      }
      """)
    #expect(output.contains("“r” was submitted, and never run: `runBackgroundTask Feed, \"r\"`"))
  }

  @Test func whatReachesSomebodyLeavesNone() throws {
    let output = try output(
      of: "run",
      """
      app Game { }
      scenario "away and back" {
          launch Game
          press .home
          launch Game
      }
      """)
    #expect(!output.contains("○"))
  }
}
