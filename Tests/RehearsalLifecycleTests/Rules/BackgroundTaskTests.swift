// Background tasks: budgets, one clock, the remaining time, expiration and the kill.

import Testing

@testable import RehearsalLifecycle

struct BackgroundTaskTests {
  @Test(
    "R084, R085, R086, R092: a forgotten task is a kill at the end of the budget",
    arguments: [
      (SystemVersion(6), Int64(600), Int64(0x8bad_f00d)), (7, 180, 0x8bad_f00d),
      (12, 180, 0x8bad_f00d), (13, 30, 0x2182_bad2), (17, 30, 0x2182_bad2),
    ])
  func forgotten(os: SystemVersion, budget: Int64, code: Int64) throws {
    var world = try World.launched(
      StepCode([.didEnterBackground: [.beginTask("save", expiration: [.log("expired")])]]),
      os: os)
    try world.advance(seconds: 100)
    try world.pressHome()
    try world.advance(seconds: budget - 3)
    #expect(world.logs == ["expired"])
    #expect(world.state == .background)
    try world.expectCalls([]) { try $0.advance(seconds: 3) }
    #expect(world.state == .notRunning)
    #expect(world.exit?.reason == .backgroundTaskExpired)
    #expect(world.exit?.code == code)
    #expect(world.exit?.rule == .R092)
    #expect(world.exit?.time == .zero.after(.seconds(100 + budget)))
    #expect(world.exit?.hasReport == true)
  }

  @Test("R093: a task that is ended in its handler leads to suspension, not to a kill")
  func endedInHandler() throws {
    var world = try World.launched(
      StepCode([.didEnterBackground: [.beginTask("save", expiration: [.endTask])]]))
    try world.pressHome()
    try world.advance(seconds: 3_600)
    #expect(world.state == .suspended)
    #expect(world.exit == nil)
    let names = world.records(.assertion).map(\.name)
    #expect(names == ["taskBegan", "timeIsRunningOut", "taskEnded"])
    let suspension = world.records(.state).last
    #expect(suspension?.time == .zero.after(.seconds(27 + 3)))
    let ended = world.records(.assertion).last
    #expect(suspension?.rule == .R093)
    #expect(suspension?.cause == ended?.index)
    #expect(ended?.cause == world.records(.callback).last?.index)
  }

  @Test("a task keeps timers and background work going until it ends")
  func taskKeepsRunning() throws {
    var world = try World.launched(
      StepCode([
        .didEnterBackground: [
          .beginTask("save"), .perform(.seconds(20), [.log("saved"), .endTask]),
        ]
      ]))
    try world.pressHome()
    try world.advance(seconds: 20)
    #expect(world.logs == ["saved"])
    #expect(world.state == .background)
    try world.advance(seconds: 3)
    #expect(world.state == .suspended)
  }

  @Test("R083: each task needs its own end")
  func balanced() throws {
    var world = try World.launched(
      StepCode([.didEnterBackground: [.beginTask("a"), .beginTask("b"), .endTask]]))
    try world.pressHome()
    try world.advance(seconds: 29)
    #expect(world.state == .background)
    #expect(world.device.backgroundTasks(of: world.notes).map(\.name) == ["a"])
    try world.advance(seconds: 1)
    #expect(world.exit?.detail == "Not ended in time: “a”.")
  }

  @Test("R088: the clock begins in the background and a second task adds nothing")
  func oneClock() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [.beginTask("early")],
        .didEnterBackground: [.after(.seconds(20), [.beginTask("late")])],
      ]))
    try world.advance(seconds: 500)
    try world.pressHome()
    try world.advance(seconds: 29)
    #expect(world.device.backgroundTasks(of: world.notes).count == 2)
    try world.advance(seconds: 1)
    #expect(world.exit?.time == .zero.after(.seconds(530)))
  }

  @Test("R088: a return to the foreground ends the clock, and the next leave begins a new one")
  func newClock() throws {
    var world = try World.launched(StepCode([.didFinishLaunching: [.beginTask("long")]]))
    for _ in 0..<3 {
      try world.pressHome()
      try world.advance(seconds: 29)
      try world.launch()
      #expect(world.state == .active)
      try world.advance(seconds: 1_000)
    }
    #expect(world.exit == nil)
  }

  @Test("R089: the remaining time is unlimited in front and counts down in the background")
  func remaining() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [.logRemaining],
        .willResignActive: [.logRemaining],
        .didEnterBackground: [
          .logRemaining, .beginTask("save", expiration: [.logRemaining]), .logRemaining,
          .after(.seconds(10), [.logRemaining]),
        ],
      ]))
    try world.pressHome()
    try world.advance(seconds: 29)
    #expect(world.logs == ["unlimited", "unlimited", "unlimited", "30s", "20s", "3s"])
  }

  @Test("R090: all handlers are called in the order of the tasks; a slow one gets advice")
  func handlers() throws {
    var world = try World.launched(
      StepCode([
        .didEnterBackground: [
          .beginTask("a", expiration: [.log("a"), .work(.seconds(2))]),
          .beginTask("b", expiration: [.log("b"), .endTask, .endTask]),
        ]
      ]))
    try world.pressHome()
    try world.advance(seconds: 27)
    #expect(world.logs == ["a"])
    try world.advance(seconds: 2)
    #expect(world.logs == ["a", "b"])
    #expect(world.records(.advice).map(\.rule) == [.R090])
    #expect(world.records(.advice).map(\.time) == [.zero.after(.seconds(28))])
    try world.advance(seconds: 60)
    #expect(world.state == .suspended)
  }

  @Test("R091: a task begun after the warning hears of it at once")
  func afterTheWarning() throws {
    var world = try World.launched(
      StepCode([
        .didEnterBackground: [
          .beginTask("a"),
          .after(.seconds(28), [.beginTask("b", expiration: [.log("b expired")])]),
        ]
      ]))
    try world.pressHome()
    try world.advance(seconds: 28)
    #expect(world.logs == ["b expired"])
  }

  @Test("R094: no task is granted when the running time is over")
  func refused() throws {
    var profile = Profile()
    profile.hasDebugger = true
    var world = try World(
      StepCode([.didEnterBackground: [.after(.seconds(31), [.beginTask("late")])]]),
      profile: profile)
    try world.launch()
    try world.pressHome()
    try world.advance(seconds: 60)
    #expect(world.records(.assertion).map(\.name) == ["taskRefused"])
    #expect(world.device.backgroundTasks(of: world.notes).isEmpty)
  }

  @Test("ended tasks and fired callbacks leave no closure behind")
  func noResidue() throws {
    var world = try World.launched(
      StepCode([
        .didEnterBackground: [
          .beginTask("save", expiration: [.endTask]), .after(.seconds(1), [.endTask]),
          .perform(.seconds(1), []), .every(.seconds(1), []), .invalidateLastTimer,
        ]
      ]))
    try world.pressHome()
    try world.advance(seconds: 60)
    let code = try #require(world.simulation.code(of: world.notes) as? StepCode)
    #expect(code.keptCallbacks == 0)
    #expect(world.device.scheduledEventCount == 0)
  }
}
