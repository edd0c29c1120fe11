// A simulation is a value: a copy goes its own way. The history is bounded.

import RehearsalValues
import Testing

@testable import RehearsalLifecycle

struct ForkTests {
  @Test func aCopyIsAForkOfTheWorld() throws {
    let ticking = StepCode([.didFinishLaunching: [.every(.seconds(1), [.log("tick")])]])
    var world = try World.launched(ticking)
    try world.advance(.milliseconds(2_500))
    var fork = world
    try fork.apply(.purge(fork.notes))
    #expect(world.state == .active)
    try world.advance(.milliseconds(500))
    try fork.advance(seconds: 10)
    #expect(world.logs.count == 3)
    #expect(fork.logs.count == 2)
  }

  @Test func steppingTakesOneEventAtATime() throws {
    var world = try World.launched(
      StepCode([.didFinishLaunching: [.after(.seconds(1), [.log("a")]), .after(.seconds(1), [])]])
    )
    let first = try world.simulation.step()
    #expect(first && world.records(.callback).count == 1)
    #expect(world.device.now == .zero.after(.seconds(1)))
    #expect(world.device.nextEventTime == world.device.now)
    let second = try world.simulation.step()
    let third = try world.simulation.step()
    #expect(second && !third)
  }

  @Test func theHistoryDropsItsOldestRecordsBeyondItsLimit() throws {
    var limits = Limits()
    limits.traceRecords = 10
    limits.exitsOfAnApp = 2
    var world = try World(StepCode(), limits: limits)
    for _ in 0..<5 {
      try world.launch()
      try world.apply(.purge(world.notes))
    }
    let records = world.history.records()
    #expect(records.count == 10)
    #expect(records.first?.index == world.history.firstIndex)
    #expect(world.history[0] == nil)
    #expect(world.history[world.history.endIndex] == nil)
    #expect(world.history.exits(of: world.notes).map(\.incarnation) == [4, 5])
  }

  @Test func identifiersOfAnotherDeviceFindNothing() throws {
    var world = try World.launched()
    var other = Simulation()
    #expect(throws: SimulationError.unknownApp) { try other.apply(.launch(world.notes)) }
    #expect(other.device.state(of: world.notes) == .notRunning)
    #expect(throws: SimulationError.duplicateName("Notes")) {
      try world.simulation.install(AppDescription(name: "Notes"), handling: MessageSet()) {
        StepCode()
      }
    }
  }

  @Test func storageKeepsPlainDataOnly() throws {
    var world = try World()
    let app = world.notes
    let handle = ScriptValue.list([.handle(HandleKind.timer.handle(7))])
    #expect(throws: DeviceAPIError.notPlainData) {
      try world.simulation.setValue(handle, forKey: "k", in: .disk, of: app)
    }
    try world.simulation.setValue(.integer(1), forKey: "k", in: .preferences, of: app)
    try world.simulation.setValue(.integer(2), forKey: "l", in: .preferences, of: app)
    #expect(world.device.keys(in: .preferences, of: app) == ["k", "l"])
    try world.simulation.setValue(nil, forKey: "k", in: .preferences, of: app)
    #expect(world.device.value(forKey: "k", in: .preferences, of: app) == nil)
    #expect(world.device.value(forKey: "l", in: .disk, of: app) == nil)
  }
}
