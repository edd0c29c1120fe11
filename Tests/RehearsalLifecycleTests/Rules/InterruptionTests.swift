// Interruptions: ignored, accepted, over one another; touches while they last; lock and calls.

import Testing

@testable import RehearsalLifecycle

struct InterruptionTests {
  @Test(
    "R037, R068: an ignored alert is one pair of messages",
    arguments: [
      InterruptionKind.phoneCall, .sms, .alarm, .calendarAlert, .lowBattery, .permissionAlert,
      .siri, .controlCenter, .biometrics,
    ])
  func ignored(kind: InterruptionKind) throws {
    var world = try World.launched()
    try world.expectCalls([.willResignActive]) { try $0.apply(.interrupt(kind)) }
    #expect(world.state == .inactive)
    try world.expectCalls([.didBecomeActive]) { try $0.apply(.dismiss(kind)) }
    #expect(world.state == .active)
  }

  @Test(
    "R038: an accepted one sends the app to the background",
    arguments: [InterruptionKind.phoneCall, .sms, .calendarAlert])
  func accepted(kind: InterruptionKind) throws {
    var world = try World.launched()
    try world.apply(.interrupt(kind))
    try world.expectCalls([.didEnterBackground]) { try $0.apply(.answer(kind)) }
    #expect(world.state == .background)
    #expect(world.records(.message).last?.rule == .R038)
    try world.expectCalls([.willEnterForeground, .didBecomeActive]) { try $0.launch() }
  }

  @Test("R038: hanging up brings the app back, unless it was purged")
  func hangUp() throws {
    var world = try World.launched()
    try world.apply(.interrupt(.phoneCall))
    try world.apply(.answer(.phoneCall))
    #expect(world.device.isInCall)
    var purged = world
    try world.expectCalls([.willEnterForeground, .didBecomeActive]) { try $0.apply(.hangUp) }

    try purged.advance(seconds: 60)
    try purged.apply(.purge(purged.notes))
    try purged.apply(.hangUp)
    #expect(purged.state == .notRunning)
    #expect(purged.device.screen == .homeScreen)
    try purged.expectRefused(.hangUp, .noCall)
  }

  @Test("R041: a banner leaves the app active")
  func banner() throws {
    var world = try World.launched()
    try world.expectCalls([]) {
      try $0.apply(.interrupt(.banner))
      try $0.apply(.dismiss(.banner))
    }
    try world.apply(.interrupt(.banner))
    try world.expectCalls([.willResignActive, .didEnterBackground]) {
      try $0.apply(.answer(.banner))
    }
  }

  @Test("R042, R043: Notification Center flickers from iOS 11 on")
  func notificationCenter() throws {
    var old = try World.launched(os: 10)
    try old.expectCalls([.willResignActive]) { try $0.apply(.interrupt(.notificationCenter)) }
    var new = try World.launched(os: 11)
    try new.expectCalls([.willResignActive, .didBecomeActive, .willResignActive]) {
      try $0.apply(.interrupt(.notificationCenter))
    }
    #expect(new.state == .inactive)
    try new.expectCalls([.didBecomeActive]) { try $0.pressHome() }
    #expect(new.device.frontmost == new.notes)
  }

  @Test("the app stays inactive until the last interruption is gone")
  func two() throws {
    var world = try World.launched()
    try world.apply(.interrupt(.phoneCall))
    try world.expectCalls([]) { try $0.apply(.interrupt(.lowBattery)) }
    try world.expectCalls([]) { try $0.apply(.dismiss(.phoneCall)) }
    try world.expectCalls([.didBecomeActive]) { try $0.apply(.answer(.lowBattery)) }
  }

  @Test("R054: home under an alert enters the background without a second resignation")
  func homeUnderAnAlert() throws {
    var world = try World.launched()
    try world.apply(.interrupt(.phoneCall))
    try world.expectCalls([.didEnterBackground]) { try $0.pressHome() }
    try world.expectRefused(.launch(world.notes), .interruptionInTheWay)
    try world.apply(.dismiss(.phoneCall))
    try world.expectCalls([.willEnterForeground, .didBecomeActive]) { try $0.launch() }
  }

  @Test("R003: an inactive app gets no touches, an active one gets the control's action")
  func touches() throws {
    var world = try World.launched(StepCode(controls: [[.log("touched")]]))
    try world.apply(.interrupt(.phoneCall))
    try world.expectRefused(.touch(nil, control: "Button 0"), .appIsNotActive)
    #expect(world.records(.refusal).last?.rule == .R003)
    try world.apply(.dismiss(.phoneCall))
    #expect(world.logs.isEmpty)
    try world.apply(.touch(world.notes, control: "Button 0"))
    #expect(world.logs == ["touched"])
    #expect(world.records(.action).map(\.detail) == ["Button 0"])
    try world.pressHome()
    try world.expectRefused(.touch(nil, control: "Button 0"), .noAppInFront)
    #expect(throws: SimulationError.unknownControl(label: "Save", known: ["Button 0"])) {
      try world.simulation.apply(.touch(nil, control: "Save"))
    }
  }

  @Test("R003: a touch waits for a busy main thread and is dropped if the app is inactive then")
  func touchOnABusyThread() throws {
    let code = StepCode(controls: [[.work(.seconds(4))], [.log("touched")]])
    var world = try World.launched(code)
    try world.apply(.touch(nil, control: "Button 0"))
    try world.apply(.touch(nil, control: "Button 1"))
    #expect(world.logs.isEmpty)
    try world.advance(seconds: 4)
    #expect(world.logs == ["touched"])

    try world.apply(.touch(nil, control: "Button 0"))
    try world.apply(.interrupt(.phoneCall))
    try world.expectRefused(.touch(nil, control: "Button 1"), .appIsNotActive)
    try world.advance(seconds: 4)
    #expect(world.logs == ["touched"])
    #expect(world.state == .inactive)
  }

  @Test("R049: locking sends to the background, unlocking brings back")
  func lock() throws {
    var world = try World.launched()
    try world.expectCalls([.willResignActive, .didEnterBackground]) { try $0.apply(.press(.lock)) }
    try world.expectRefused(.launch(world.notes), .deviceIsLocked)
    try world.expectRefused(.press(.home), .deviceIsLocked)
    try world.advance(seconds: 60)
    #expect(world.state == .suspended)
    try world.expectCalls([.willEnterForeground, .didBecomeActive]) { try $0.apply(.unlock) }
    try world.expectRefused(.unlock, .deviceIsNotLocked)
  }

  @Test("every refusal of an interruption has its rule and its reason")
  func refusals() throws {
    var world = try World.launched()
    try world.expectRefused(.dismiss(.sms), .notInterrupted)
    try world.expectRefused(.answer(.sms), .notInterrupted)
    try world.apply(.interrupt(.siri))
    try world.expectRefused(.interrupt(.siri), .alreadyInterrupted)
    try world.expectRefused(.answer(.siri), .nothingToAnswer)
    #expect(world.records(.refusal).allSatisfy { $0.rule == .R037 && !$0.detail.isEmpty })
  }
}
