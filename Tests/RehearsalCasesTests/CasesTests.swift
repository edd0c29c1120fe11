// Files and storms as cases: what a storm finds is a problem of its case, scripts are known by what they
// and what they import hold, and results are shown with the lives of the scripts that were played.

import Rehearsal
import RehearsalCases
import RehearsalExploration
import RehearsalFiles
import Synchronization
import TestSupport
import Testing

@testable import RehearsalRunner

@Suite("Files and storms as cases")
struct CasesTests {
  private static let script = """
    import "shared.rehearsal"
    app Notes {
      var draft = ""
      button "Type" { draft += letter() }
    }
    scenario "lost" {
      launch Notes
      touch "Type"
      press .home
      advance 1min
      expect Notes.draft == "x"
    }
    scenario "nothing to disturb" { expect letter() == "x" }
    scenario "excluded", storm: .none { launch Notes; expect Notes.draft == "" }

    """

  private func folder() throws -> TestFolder {
    let folder = TestFolder()
    try folder.file("main.rehearsal", holding: Self.script)
    try folder.file("shared.rehearsal", holding: "func letter() { return \"x\" }\n")
    return folder
  }

  private func runner(on folder: TestFolder) -> TestRunner {
    TestRunner(TestScript.Loading(), from: ImportRoots(paths: [folder.url.path]))
  }

  private func run(_ runner: TestRunner, on folder: TestFolder) async -> [TestEvent] {
    let events = Mutex<[TestEvent]>([])
    await runner.run([folder.url.path + "/main.rehearsal"]) { event in
      events.withLock { $0.append(event) }
    }
    return events.withLock(\.self)
  }

  @Test func whatAStormFindsIsAProblemOfItsCase() async throws {
    let folder = try folder()
    var runner = runner(on: folder)
    var options = StormOptions()
    options.disturbances = options.disturbances.filter { $0.name == "purge" }
    runner.play = options.play
    let results = await run(runner, on: folder).compactMap { event -> CaseResult? in
      if case .caseEnded(let result) = event { result } else { nil }
    }
    #expect(results.map(\.status) == [.failed, .failed, .skipped])
    #expect(results[0].problems.first?.scenario?.contains("purge Notes") == true)
    #expect(results[0].matrix?.columns.map(\.name) == ["purge"])
    #expect(results[0].matrix?.cells.isEmpty == false)
    #expect(results[1].problems.map(\.kind) == ["vacuous"])
  }

  @Test func scriptsAreKnownByWhatTheyAndTheirImportsHold() throws {
    let folder = try folder()
    let load = runner(on: folder).load
    let path = folder.url.path + "/main.rehearsal"
    let before = ResultsHeader.File(load(path))
    #expect(before == ResultsHeader.File(load(path)))
    try folder.file("shared.rehearsal", holding: "func letter() { return \"y\" }\n")
    let after = ResultsHeader.File(load(path))
    #expect(before.path == after.path && before.digest != after.digest)
    #expect(ResultsHeader.File(load(path + "x")).digest != after.digest)
  }

  @Test func resultsAreShownWithTheLivesOfTheScriptsThatWerePlayed() async throws {
    let folder = try folder()
    let runner = runner(on: folder)
    let script = runner.load(folder.url.path + "/main.rehearsal")
    let plan = CasePlan(runner.chosen(of: script, 0), in: [ResultsHeader.File(script)])
    let header = ResultsHeader(command: "test", arguments: [], plan: plan, shard: .whole)
    var report = ResultsReport(header, plan, width: 80)
    var text = ""
    for event in await run(runner, on: folder) { text += report.text(event).description }
    let merged = try MergedRun([try RecordedRun(reading: Array(text.utf8), name: "results")])
    try merged.checkScripts(runner.load)
    var lives: [Bool] = []
    try merged.replayWithLives(runner.load, isStrict: false) { event in
      if case .caseEnded(let result) = event { lives.append(result.life != nil) }
    }
    #expect(lives == [true, true, true])
    try folder.file("shared.rehearsal", holding: "func letter() { return \"y\" }\n")
    #expect(throws: ResultsError.self) { try merged.checkScripts(runner.load) }
  }
}
