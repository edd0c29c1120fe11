// Leaving the foreground: the limit of didEnterBackground, suspension, and what stands still.

import Testing

@testable import RehearsalLifecycle

struct BackgroundTests {
  @Test("R054: home sends two messages, and the snapshot comes after them")
  func home() throws {
    var world = try World.launched()
    try world.expectCalls([.willResignActive, .didEnterBackground]) { try $0.pressHome() }
    let order = world.device.trace.records().filter { $0.kind != .notification }.map(\.name)
    #expect(
      order.suffix(5)
        == ["willResignActive", "inactive", "background", "didEnterBackground", "snapshot"])
    try world.expectRefused(.press(.home), .alreadyOnHomeScreen)
  }

  @Test("R060: without a task the process is suspended within ten seconds, silently")
  func suspension() throws {
    var world = try World.launched()
    try world.pressHome()
    #expect(world.state == .background)
    try world.expectCalls([]) { try $0.advance(seconds: 10) }
    #expect(world.state == .suspended)
    #expect(world.records(.state).last?.rule == .R060)
  }

  @Test(
    "R055: the contract is advice, the kill point ends the process",
    arguments: [(SystemVersion(12), Int64(10)), (13, 20), (17, 20), (7, 10)])
  func didEnterBackgroundLimit(os: SystemVersion, kill: Int64) throws {
    let inTime = StepCode([.didEnterBackground: [.work(.seconds(kill - 1))]])
    var survivor = try World.launched(inTime, os: os)
    try survivor.pressHome()
    try survivor.advance(seconds: 60)
    #expect(survivor.state == .suspended)
    #expect(survivor.records(.advice).map(\.name) == ["didEnterBackgroundIsSlow"])
    #expect(survivor.records(.advice).first?.time == .zero.after(.seconds(5)))

    let late = StepCode([.didEnterBackground: [.work(.seconds(kill + 1)), .log("back")]])
    var victim = try World.launched(late, os: os)
    try victim.pressHome()
    try victim.expectCalls([]) { try $0.advance(seconds: 60) }
    #expect(victim.exit?.reason == .watchdog)
    #expect(victim.exit?.rule == .R055)
    #expect(victim.exit?.time == .zero.after(.seconds(kill)))
    #expect(victim.logs.isEmpty)
  }

  @Test("R055: with documented evidence the contract is the kill point; a budget replaces both")
  func didEnterBackgroundProfiles() throws {
    let code = StepCode([.didEnterBackground: [.work(.seconds(6))]])
    var profile = Profile()
    profile.evidence = .documented
    var documented = try World(code, profile: profile)
    try documented.launch()
    try documented.pressHome()
    try documented.advance(seconds: 60)
    #expect(documented.exit?.time == .zero.after(.seconds(5)))
    #expect(documented.records(.advice).isEmpty)

    profile.budgets[.didEnterBackground] = .seconds(7)
    var overridden = try World(code, profile: profile)
    try overridden.launch()
    try overridden.pressHome()
    try overridden.advance(seconds: 60)
    #expect(overridden.exit == nil)
  }

  @Test("R055: a background task does not lengthen the limit")
  func taskAndLimit() throws {
    let code = StepCode([.didEnterBackground: [.beginTask("save"), .work(.seconds(25))]])
    var world = try World.launched(code)
    try world.pressHome()
    try world.advance(seconds: 25)
    #expect(world.exit?.time == .zero.after(.seconds(20)))
  }

  @Test("a busy main thread delays the messages, and the watchdog guards the way out")
  func busyThread() throws {
    let code = StepCode(controls: [[.work(.seconds(3))], [.work(.seconds(60))]])
    var world = try World.launched(code)
    try world.apply(.touch(nil, control: "Button 0"))
    try world.expectCalls([]) { try $0.pressHome() }
    #expect(world.state == .active)
    try world.expectCalls([.willResignActive, .didEnterBackground]) {
      try $0.advance(seconds: 3)
    }
    try world.launch()
    try world.apply(.touch(nil, control: "Button 1"))
    try world.pressHome()
    let pressed = world.device.now
    try world.advance(seconds: 60)
    #expect(world.exit?.reason == .watchdog)
    #expect(world.exit?.rule == .R111)
    #expect(world.exit?.time == pressed.after(.seconds(20)))
  }

  @Test("returning while the way out is still waiting keeps the order of the messages")
  func returnWhileBusy() throws {
    let code = StepCode(controls: [[.work(.seconds(5))]])
    var world = try World.launched(code)
    try world.apply(.touch(nil, control: "Button 0"))
    try world.pressHome()
    try world.launch()
    try world.expectCalls([
      .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
    ]) { try $0.advance(seconds: 60) }
    #expect(world.state == .active)
  }

  @Test("work on the main thread does not keep a process running, and goes on after suspension")
  func frozenWork() throws {
    let code = StepCode([
      .didEnterBackground: [.after(.seconds(1), [.work(.seconds(30)), .log("done")])]
    ])
    var world = try World.launched(code)
    try world.pressHome()
    try world.advance(seconds: 100)
    #expect(world.state == .suspended)
    #expect(world.logs.isEmpty)
    var profileLimit = Profile()
    profileLimit.budgets[.activation] = .seconds(100)
    var patient = try World(code, profile: profileLimit)
    try patient.launch()
    try patient.pressHome()
    try patient.advance(seconds: 100)
    try patient.launch()
    try patient.advance(seconds: 27)
    #expect(patient.logs.isEmpty)
    try patient.advance(seconds: 1)
    #expect(patient.logs == ["done"])
    #expect(patient.state == .active)
  }

  @Test("background work stands still while the process is suspended, and calls back after it")
  func frozenPerform() throws {
    let code = StepCode([.didEnterBackground: [.perform(.seconds(10), [.log("done")])]])
    var world = try World.launched(code)
    try world.pressHome()
    try world.advance(seconds: 1_000)
    #expect(world.state == .suspended)
    #expect(world.logs.isEmpty)
    try world.launch()
    try world.advance(seconds: 6)
    #expect(world.logs.isEmpty)
    try world.advance(seconds: 1)
    #expect(world.logs == ["done"])
  }

  @Test("background work can be held, let go and cancelled")
  func heldWork() throws {
    let work: [Step] = [.perform(.seconds(10), [.log("done")]), .holdLastWork]
    let code = StepCode(
      [.didFinishLaunching: work],
      controls: [[.resumeLastWork], [.holdLastWork], [.cancelLastWork]])
    var world = try World.launched(code)
    try world.advance(seconds: 60)
    try world.apply(.touch(nil, control: "Button 0"))
    try world.advance(seconds: 9)
    try world.apply(.touch(nil, control: "Button 1"))
    try world.advance(seconds: 60)
    #expect(world.logs.isEmpty)
    var cancelled = world
    try world.apply(.touch(nil, control: "Button 0"))
    try world.advance(seconds: 1)
    #expect(world.logs == ["done"])
    try cancelled.apply(.touch(nil, control: "Button 2"))
    try cancelled.advance(seconds: 60)
    #expect(cancelled.logs.isEmpty)
    #expect(cancelled.device.scheduledEventCount == 0)
  }
}
