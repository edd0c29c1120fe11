// What a check leaves: everything that is said about a script, and no code.

import RehearsalSyntax
import Testing

@testable import Rehearsal

@Suite("Checks make no code")
struct CheckedScriptTests {
  /// A script with each kind of declaration but an exploration, whose warning about clocks asks the code.
  private static let text = #"""
    device { os: 17; seed: 3 }
    let titles = ["first", "second"]
    var touched = 0
    func twice(number, times = 2) { return number * times }
    app Notes {
      info { memory: 40MB }
      let limit = 3
      var notes = []
      func save() { disk["notes"] = notes }
      on didFinishLaunching(options) {
        notes = disk["notes"] ?? []
        return true
      }
      on willTerminate { save() }
      scene {
        var draft = ""
        on didEnterBackground { disk["draft"] = draft }
        view { on viewDidLoad { draft = "new" } }
      }
      button "Add" { notes.append("note \(notes.count) of \(limit)") }
    }
    setup { launch Notes }
    scenario "\(title) is kept", title in titles, os: [15, 17] {
      touch "Add"
      touched += twice(1)
      expect Notes.notes.count == 1, "\(title)"
    }
    """#

  @Test("A script that is right has its cases, devices and findings, and code when it is played")
  func rightScript() throws {
    let script = Script(SourceText(name: "right.rehearsal", Self.text))
    #expect(script.diagnostics.map(\.message) == [])
    #expect(script.isRight && script.isTest)
    #expect(script.cases.count == 4)
    #expect(script.cases[0].title == "first is kept (os 15)")
    #expect(script.played(on: Profile()).cases.count == 4)
    #expect(!script.hasCode)
    #expect(script.isRunnable && script.hasCode)
    #expect(script.appNames == ["Notes"])
  }

  @Test(
    "What the host's checks find is found without code",
    arguments: [
      "app A { info { sdk: 99 } }\nlaunch A\n",
      "device { os: 5 }\napp A { on didBecomeActive { setMinimumBackgroundFetchInterval(1s) } }\nlaunch A\n",
      "scenario \"a\", os: [99] { }\n",
    ])
  func findings(text: String) {
    let script = Script(SourceText(name: "wrong.rehearsal", text))
    #expect(script.diagnostics.count == 1)
    #expect(!script.hasCode)
  }

  @Test("Code that may need more than a function can have is made to find that out")
  func largeCode() {
    let element = "1, "
    let text = "let list = [" + String(repeating: element, count: 6_000) + "1]\nprint(list.count)\n"
    #expect(Script(SourceText(name: "large.rehearsal", text)).hasCode)
  }
}
