// The Swift on the documentation's pages compiles, and does what the pages say.

import Foundation
import Rehearsal
import RehearsalSyntax
import Synchronization
import Testing

@Suite("The Swift of the pages is true")
struct EmbeddingTests {
  @Test func everyBlockStandsInTheCompiledFile() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("EmbeddingExamples.swift")
    let compiled = try String(contentsOf: file, encoding: .utf8)
    let blocks = try GuideTests.blocks().filter { $0.language == "swift" }
    for block in blocks {
      let parts = block.text.split(separator: "\n\n", maxSplits: 1)
      let hasImports = block.text.hasPrefix("import ")
      if hasImports {
        for line in parts[0].split(separator: "\n") { #expect(compiled.contains(line + "\n")) }
      }
      let code = hasImports ? String(parts[1]) : block.text
      #expect(compiled.contains("\n\n" + code), "\(block.place)")
    }
    #expect(blocks.count >= 10)
  }

  @Test func theExamplesRun() throws {
    let text = "app Notes { }\nlaunch Notes\nprint(Notes.state)"
    let lines = play(text)
    #expect(lines.contains(".active") && lines.last == "passed")
    #expect(lines.contains { $0.contains("didFinishLaunching") })
    #expect(play("let x = ").first?.hasPrefix("E02") == true)
    let script = Script(SourceText(name: "fork.rehearsal", text))
    #expect(fork(try #require(Session(script))))
    #expect(try theDraftSurvives())
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
  }

  @Test func thePromptOfTheExampleKnowsItsWords() throws {
    let said = Mutex("")
    let lines = ["launch Courier", "touch \"Take\"", "deliver(Courier.parcels)"]
    let code = try courierPrompt().run(lines) { text in said.withLock { $0 += text } }
    #expect(code == 0)
    #expect(said.withLock { $0 }.hasSuffix("\"1 delivered\"\n"))
  }
}
