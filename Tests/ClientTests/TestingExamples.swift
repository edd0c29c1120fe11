// The Swift examples of the pages about tests, compiled as they stand there. A test holds each
// block of a page to this file; what is a test runs as one.

import Rehearsal
import RehearsalExplorationTesting
import RehearsalTesting
import Testing

extension Tag {
  @Tag static var scripts: Self
}

@Suite struct ScriptTests {
  @Test(
    .tags(.scripts), .timeLimit(.minutes(30)), arguments: try ScriptScenario.all(in: "Scripts"))
  func scenario(_ scenario: ScriptScenario) async { await scenario.run() }
}

func scenariosOfStrangers() throws -> [ScriptScenario] {
  var limits = RunLimits()
  limits[.instructions] = 1_000_000
  limits[.heap] = 16 << 20
  return try ScriptScenario.all(in: "Scripts", limits: limits)
}

@Suite struct StormTests {
  @Test(arguments: try ScriptStorm.all(in: "Scripts", disturbances: ["call", "home", "lock"]))
  func storm(_ storm: ScriptStorm) async { await storm.run() }
}

@Suite struct ExplorationTests {
  @Test(arguments: try ScriptExploration.all(in: "Scripts"))
  func exploration(_ exploration: ScriptExploration) async { await exploration.run() }
}

@Suite struct SecondLifeTests {
  @Test(arguments: try ScriptScenario.all(in: "Scripts"))
  func scenario(_ scenario: ScriptScenario) async { await scenario.runTwice() }
}

@Suite(.controlledTasks) struct SearchTests {
  @Test @MainActor func theLastQueryIsSearched() {
    #expect(searchesOfAFastTypist() == ["ab"])
  }
}

func theHomeButtonIsNoticed() throws {
  var device = Simulation()
  let notes = try device.install("Notes") { NotesDelegate() }
  try device.launch(notes)
  let start = device.records().count
  try device.press(.home)
  expectMessages(notes, on: device, since: start, [.willResignActive, .didEnterBackground])
}

func theDraftIsSaved() throws {
  var device = Simulation()
  let notes = try device.install("Notes") { NotesDelegate() }
  try device.launch(notes)
  try device.touch("Type")
  try device.press(.home)
  try expectEventually(&device, within: .seconds(30)) { $0.state(of: notes) == .suspended }
  try expectNever(&device, during: .seconds(600)) { $0.state(of: notes) != .suspended }
  expectValues(of: notes, on: device, ["draft": "x"])
  try expectSnapshot(of: device, named: "the draft is saved")
}
