// The Swift of the documentation's pages does what the pages say.

import Rehearsal
import RehearsalPrompt
import Synchronization
import Testing

@Suite("The Swift of the pages runs")
struct PageTests {
  @Test func theExamplesRun() throws {
    let text = "app Notes { }\nlaunch Notes\nprint(Notes.state)"
    let lines = try play(text)
    #expect(lines.contains(".active") && lines.last == "passed")
    #expect(lines.contains { $0.contains("didFinishLaunching") })
    #expect(throws: ScriptError.self) { try play("let x = ") }
    #expect(try play("expect 1 == 2").contains { $0.contains("1 == 2") })
    let script = Script(SourceText(name: "fork.rehearsal", text))
    #expect(fork(try script.session()))
    #expect(try theDraftSurvives())
    #expect(try strokesOfWindows() == [2, 1])
    let camera = try theCameraHears()
    #expect(camera?.mayRecord == true && camera?.level == 1)
    #expect(timesOfPolls() == [.seconds(30), .seconds(60)])
    #expect(try explain("app A { }\nlaunch A").last == "0s didBecomeActive (R011)")
    #expect(try stepByStep() == .integer(40))
    let native = Script(
      SourceText(name: "native", "launch Notes\ntouch \"Type\"\nexpect Notes.draft == \"x\""),
      host: try notesOnTheDevice())
    #expect(try native.run().hasPassed)
    let hosted = Script(
      SourceText(
        name: "hosted", "var n = 0\neachTwice([1, 2]) { x in n += x }\ngoHome()\nexpect n == 6"),
      host: try hostWithNetwork())
    #expect(try hosted.run().hasPassed)
    let served = Script(
      SourceText(
        name: "served",
        "expect publish([\"title\": \"Plans\", \"tags\": []], server(\"S\")) == \"Plans on S\""),
      host: try hostWithServer())
    #expect(try served.run().hasPassed)
    #expect(try !bounded("while true { }").hasPassed)
    try theHomeButtonIsNoticed()
    try theDraftIsSaved()
    #expect(try !scenariosOfStrangers().isEmpty)
  }

  @Test @MainActor func theExamplesOfTheMainActorRun() throws {
    #expect(try theDraftIsSavedLater() == [.string("x"), .boolean(true)])
    #expect(searchesOfAFastTypist() == ["ab"])
    try theJournalIsOnTheDisk()
    #expect(try pagesOfTwoWindows() == [1, 2])
  }

  @Test func thePromptOfTheExampleKnowsItsWords() throws {
    let said = Mutex("")
    let lines = ["launch Courier", "touch \"Take\"", "deliver(Courier.parcels)"]
    let code = try courierPrompt().run(lines) { text in said.withLock { $0 += text } }
    #expect(code == 0)
    #expect(said.withLock { $0 }.hasSuffix("\"1 delivered\"\n"))
  }
}
