// Ends: purge, the user's kill by state, the system's kill, willTerminate's limit, uninstalling.

import Testing

@testable import RehearsalLifecycle

struct TerminationTests {
  static func suspended(_ code: StepCode = StepCode()) throws -> World {
    var world = try World.launched(code)
    try world.pressHome()
    try world.advance(seconds: 10)
    return world
  }

  @Test("R074: a suspended process is purged silently; the next launch is cold, the disk stays")
  func purgeSuspended() throws {
    var world = try Self.suspended(
      StepCode([.didEnterBackground: [.store("draft", .string("x"))]]))
    try world.expectCalls([]) { try $0.apply(.purge($0.notes)) }
    #expect(world.state == .notRunning)
    #expect(world.exit?.reason == .memoryPressure)
    #expect(world.exit?.rule == .R074)
    #expect(world.exit?.hasReport == false)
    #expect(world.device.value(forKey: "draft", in: .disk, of: world.notes) == .string("x"))
    #expect(world.device.switcher == [world.notes])
    try world.expectRefused(.purge(world.notes), .nothingToPurge)
    try world.expectCalls([.willFinishLaunching, .didFinishLaunching, .didBecomeActive]) {
      try $0.launch()
    }
  }

  @Test("R082: a running process is purged without a word")
  func purgeRunning() throws {
    var world = try World.launched()
    try world.expectCalls([]) { try $0.apply(.purge($0.notes)) }
    #expect(world.exit?.rule == .R082)
    #expect(world.device.screen == .homeScreen)
  }

  @Test("R077: the user's kill tells a running process and not a suspended one")
  func forceQuit() throws {
    var suspended = try Self.suspended()
    try suspended.expectCalls([]) { try $0.apply(.forceQuit($0.notes)) }
    #expect(suspended.exit?.reason == .forceQuit)
    #expect(suspended.exit?.hasReport == false)
    #expect(suspended.device.wasForceQuit(suspended.notes))

    var background = try World.launched()
    try background.pressHome()
    try background.expectCalls([.willTerminate]) { try $0.apply(.forceQuit($0.notes)) }
    #expect(background.exit?.reason == .forceQuit)

    var front = try World.launched()
    try front.expectCalls([.willResignActive, .didEnterBackground, .willTerminate]) {
      try $0.apply(.forceQuit($0.notes))
    }
    #expect(front.device.screen == .homeScreen)
  }

  @Test("R078: iOS 7.1 sends didEnterBackground twice when the app in front is swiped away")
  func doubleEnterBackground() throws {
    var world = try World.launched(os: SystemVersion(7, 1))
    try world.expectCalls([
      .willResignActive, .didEnterBackground, .didEnterBackground, .willTerminate,
    ]) { try $0.apply(.forceQuit($0.notes)) }
  }

  @Test("R077: a dead app's card can be swiped away; without a card there is nothing to swipe")
  func forceQuitOfTheDead() throws {
    var world = try Self.suspended()
    try world.apply(.purge(world.notes))
    #expect(!world.device.wasForceQuit(world.notes))
    try world.apply(.forceQuit(world.notes))
    #expect(world.device.wasForceQuit(world.notes))
    #expect(world.device.exits(of: world.notes).count == 1)
    try world.expectRefused(.forceQuit(world.notes), .noCard)
    try world.launch()
    #expect(!world.device.wasForceQuit(world.notes))
  }

  @Test("R075: the system's kill tells a running process and not a suspended one")
  func terminate() throws {
    var background = try World.launched()
    try background.pressHome()
    try background.expectCalls([.willTerminate]) { try $0.apply(.terminate($0.notes)) }
    #expect(background.exit?.reason == .system)
    try background.expectRefused(.terminate(background.notes), .nothingToTerminate)
    var suspended = try Self.suspended()
    try suspended.expectCalls([]) { try $0.apply(.terminate($0.notes)) }
    #expect(suspended.exit?.rule == .R074)
  }

  @Test("R076: willTerminate has five seconds")
  func willTerminateLimit() throws {
    var inTime = try World.launched(
      StepCode([.willTerminate: [.work(.seconds(4)), .log("saved")]]))
    try inTime.pressHome()
    try inTime.apply(.forceQuit(inTime.notes))
    #expect(inTime.state == .background)
    try inTime.expectRefused(.terminate(inTime.notes), .beingTerminated)
    try inTime.advance(seconds: 60)
    #expect(inTime.logs == ["saved"])
    #expect(inTime.exit?.reason == .forceQuit)

    var late = try World.launched(
      StepCode([.willTerminate: [.work(.seconds(6)), .log("saved")]]))
    try late.pressHome()
    try late.apply(.forceQuit(late.notes))
    try late.advance(seconds: 60)
    #expect(late.exit?.reason == .watchdog)
    #expect(late.exit?.rule == .R076)
    #expect(late.exit?.time == .zero.after(.seconds(5)))
    #expect(late.logs.isEmpty)
  }

  @Test("a launch during the end of the old process waits for it and is a cold one")
  func launchWhileEnding() throws {
    var world = try World.launched(StepCode([.willTerminate: [.work(.seconds(2))]]))
    try world.pressHome()
    try world.apply(.terminate(world.notes))
    try world.expectCalls([]) { try $0.launch() }
    try world.expectCalls([.willFinishLaunching, .didFinishLaunching, .didBecomeActive]) {
      try $0.advance(seconds: 2)
    }
    #expect(world.device.lives(of: world.notes) == 2)
  }

  @Test("an awaited launch is inactive under an alert, and refused when the screen is taken")
  func awaitedLaunch() throws {
    var world = try World.launched(StepCode([.willTerminate: [.work(.seconds(2))]]))
    let mail = try world.simulation.install(AppDescription(name: "Mail")) { StepCode() }
    try world.pressHome()
    try world.apply(.terminate(world.notes))
    try world.launch()
    var taken = world
    try world.apply(.interrupt(.lowBattery))
    try world.advance(seconds: 2)
    #expect(world.state == .inactive)
    try world.expectCalls([.didBecomeActive]) { try $0.apply(.dismiss(.lowBattery)) }
    try taken.apply(.launch(mail))
    try taken.advance(seconds: 2)
    #expect(taken.records(.refusal).map(\.name) == ["superseded"])
    #expect(taken.device.frontmost == mail)
  }

  @Test("uninstalling ends the process, removes the disk and the card; installing starts anew")
  func uninstall() throws {
    var world = try World.launched(StepCode([.didFinishLaunching: [.store("k", .int(1))]]))
    try world.expectCalls([]) { try $0.apply(.uninstall($0.notes)) }
    #expect(world.exit?.reason == .uninstalled)
    #expect(world.device.value(forKey: "k", in: .disk, of: world.notes) == nil)
    #expect(world.device.switcher.isEmpty)
    #expect(throws: SimulationError.notInstalled(app: "Notes")) {
      try world.simulation.apply(.launch(world.notes))
    }
    try world.apply(.install(world.notes))
    try world.expectRefused(.install(world.notes), .alreadyInstalled)
    try world.launch()
    #expect(world.state == .active)
  }

  @Test("nothing of a dead process goes on")
  func nothingGoesOn() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [
          .every(.seconds(1), [.log("tick")]), .perform(.seconds(5), [.log("done")]),
          .beginTask("save"),
        ]
      ]))
    try world.apply(.purge(world.notes))
    #expect(world.device.scheduledEventCount == 0)
    try world.advance(seconds: 60)
    #expect(world.logs.isEmpty)
  }
}
