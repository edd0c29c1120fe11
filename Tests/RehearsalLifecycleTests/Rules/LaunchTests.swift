// Cold launch, warm return and the states that are read inside the messages.

import Testing

@testable import RehearsalLifecycle

struct LaunchTests {
  static let reading = StepCode(
    initial: [.logState],
    [
      .willFinishLaunching: [.logState], .didFinishLaunching: [.logState],
      .didBecomeActive: [.logState], .willResignActive: [.logState],
      .didEnterBackground: [.logState], .willEnterForeground: [.logState],
    ])

  @Test("R011, R012: a cold launch sends three messages, willEnterForeground not among them")
  func coldLaunch() throws {
    var world = try World()
    try world.expectCalls([.willFinishLaunching, .didFinishLaunching, .didBecomeActive]) {
      try $0.launch()
    }
    #expect(world.state == .active)
    #expect(world.device.frontmost == world.notes)
    let states = world.records(.state).map(\.name)
    #expect(states == ["inactive", "active"])
  }

  @Test("R012: one document's order is a quirk")
  func willEnterForegroundAtLaunch() throws {
    var profile = Profile()
    profile.quirks = [.willEnterForegroundAtLaunch]
    var world = try World(profile: profile)
    try world.expectCalls([
      .willFinishLaunching, .didFinishLaunching, .willEnterForeground, .didBecomeActive,
    ]) { try $0.launch() }
  }

  @Test("R005, R009: the states that are read inside each message")
  func statesRead() throws {
    var world = try World.launched(Self.reading)
    #expect(world.logs == ["inactive", "inactive", "inactive", "active"])
    try world.pressHome()
    #expect(world.logs.suffix(2) == ["active", "background"])
    try world.launch()
    #expect(world.logs.suffix(2) == ["background", "active"])
  }

  @Test("R067: a living process returns with willEnterForeground and didBecomeActive")
  func warmReturn() throws {
    var world = try World.launched()
    try world.pressHome()
    try world.expectCalls([.willEnterForeground, .didBecomeActive]) { try $0.launch() }
    try world.pressHome()
    try world.advance(seconds: 60)
    #expect(world.state == .suspended)
    try world.expectCalls([.willEnterForeground, .didBecomeActive]) { try $0.launch() }
    #expect(world.device.lives(of: world.notes) == 1)
  }

  @Test("a message without a handler is sent and recorded as not handled")
  func handled() throws {
    let world = try World.launched(StepCode([.didFinishLaunching: []]))
    #expect(world.records(.message).map(\.handled) == [false, true, false])
  }

  @Test("every record but a stimulus has a cause that is older")
  func causes() throws {
    var world = try World.launched(Self.reading)
    try world.pressHome()
    try world.advance(seconds: 10)
    for record in world.device.trace.records() {
      if record.kind == .stimulus {
        #expect(record.cause == nil)
      } else {
        #expect(try #require(record.cause) < record.index)
      }
    }
    let rules = world.records(.message).map(\.rule)
    #expect(rules == [.R011, .R011, .R011, .R054, .R054])
  }

  @Test("R061: notifications beside the methods")
  func notifications() throws {
    var world = try World.launched()
    try world.pressHome()
    try world.launch()
    let names = world.device.trace.records()
      .filter { $0.kind == .message || $0.kind == .notification }
      .map { ($0.kind == .message ? "" : "N:") + $0.name }
    #expect(
      names == [
        "willFinishLaunching", "didFinishLaunching", "N:didFinishLaunching", "didBecomeActive",
        "N:didBecomeActive", "willResignActive", "N:willResignActive", "didEnterBackground",
        "N:didEnterBackground", "N:willEnterForeground", "willEnterForeground",
        "didBecomeActive", "N:didBecomeActive",
      ])
  }

  @Test("R054: launching another app sends the one in front to the background")
  func anotherApp() throws {
    var world = try World.launched()
    let mail = try world.simulation.install(AppDescription(name: "Mail")) { StepCode() }
    try world.expectCalls([.willResignActive, .didEnterBackground]) { try $0.apply(.launch(mail)) }
    #expect(world.device.frontmost == mail)
    #expect(world.state == .background)
    #expect(world.device.switcher == [mail, world.notes])
  }

  @Test("R109: a launch that takes twenty seconds is killed, a shorter one is not")
  func launchWatchdog() throws {
    var slow = try World.launched(StepCode([.didFinishLaunching: [.work(.seconds(19))]]))
    #expect(slow.state == .inactive)
    try slow.advance(seconds: 19)
    #expect(slow.state == .active)

    var late = try World.launched(
      StepCode(
        initial: [.work(.seconds(15))], [.didFinishLaunching: [.work(.seconds(15))]]))
    try late.advance(seconds: 60)
    #expect(late.state == .notRunning)
    #expect(late.exit?.reason == .watchdog)
    #expect(late.exit?.code == 0x8bad_f00d)
    #expect(late.exit?.time == .zero.after(.seconds(20)))
    #expect(late.exit?.rule == .R109)
    #expect(late.exit?.hasReport == true)
    #expect(late.device.screen == .homeScreen)
    #expect(!late.device.calls(of: late.notes).contains(.willTerminate))
  }

  @Test("R109: a hung launch is killed and keeps what the code reported")
  func hungLaunch() throws {
    var world = try World.launched(StepCode([.didFinishLaunching: [.hang]]))
    try world.advance(seconds: 20)
    #expect(world.exit?.reason == .watchdog)
    #expect(world.exit?.crash?.message == "hung")
  }

  @Test("R111: a hang in the foreground ends by the watchdog, but not under a debugger")
  func hungButton() throws {
    let code = StepCode(controls: [[.hang]])
    var world = try World.launched(code)
    try world.apply(.touch(nil, control: "Button 0"))
    try world.advance(seconds: 60)
    #expect(world.exit?.reason == .watchdog)

    var profile = Profile()
    profile.hasDebugger = true
    var debugged = try World(code, profile: profile)
    try debugged.launch()
    try debugged.apply(.touch(nil, control: "Button 0"))
    try debugged.pressHome()
    try debugged.advance(seconds: 600)
    #expect(debugged.exit == nil)
    #expect(debugged.state != .suspended)
  }

  @Test("a crash ends the process with the report of the code")
  func crash() throws {
    var world = try World.launched(StepCode([.didBecomeActive: [.crash("division by zero")]]))
    #expect(world.state == .notRunning)
    #expect(world.exit?.reason == .crash)
    #expect(world.exit?.crash == CrashReport(message: "division by zero", detail: 7))
    #expect(world.simulation.code(of: world.notes) == nil)
    try world.launch()
    #expect(world.device.exits(of: world.notes).map(\.incarnation) == [1, 2])
  }

  @Test("exit ends the process at once, with its number")
  func exits() throws {
    let world = try World.launched(
      StepCode([.didFinishLaunching: [.exit(3), .log("not reached")]]))
    #expect(world.exit?.reason == .exited)
    #expect(world.exit?.code == 3)
    #expect(world.exit?.hasReport == false)
    #expect(world.logs.isEmpty)
    #expect(world.device.calls(of: world.notes).last == .didFinishLaunching)
  }
}
