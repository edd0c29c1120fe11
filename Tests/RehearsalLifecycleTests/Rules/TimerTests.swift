// Run-loop timers: order, busy threads, suspension, the older grid, and very many of them.

import Testing

@testable import RehearsalLifecycle

struct TimerTests {
  private static func firings(_ world: World) -> [Int64] {
    world.records(.callback).map { $0.time.nanoseconds / 1_000_000_000 }
  }

  @Test("timers fire on their grid, once or again and again")
  func grid() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [.after(.seconds(4), [.log("once")]), .every(.seconds(3), [])]
      ]))
    try world.advance(seconds: 10)
    #expect(Self.firings(world) == [3, 4, 6, 9])
    #expect(world.device.timers(of: world.notes).map(\.due) == [.zero.after(.seconds(12))])
  }

  @Test("R134: missed firings are one firing at once, then the old grid")
  func acrossSuspension() throws {
    var world = try World.launched(
      StepCode([.didFinishLaunching: [.every(.seconds(10), []), .after(.seconds(500), [])]]))
    try world.pressHome()
    try world.advance(seconds: 95)
    #expect(Self.firings(world) == [])
    try world.launch()
    #expect(Self.firings(world) == [95])
    #expect(world.records(.callback).last?.rule == .R134)
    try world.advance(seconds: 10)
    #expect(Self.firings(world) == [95, 100])
    #expect(world.records(.callback).last?.rule == nil)
    try world.advance(seconds: 395)
    #expect(Self.firings(world).filter { $0 == 500 }.count == 2)
  }

  @Test("R134: before iOS 7 the grid moves by the suspended time")
  func olderGrid() throws {
    var world = try World.launched(
      StepCode([.didFinishLaunching: [.every(.seconds(10), [])]]), os: 6)
    try world.pressHome()
    try world.advance(seconds: 95)
    try world.launch()
    #expect(Self.firings(world) == [])
    try world.advance(seconds: 6)
    #expect(Self.firings(world) == [])
    try world.advance(seconds: 1)
    #expect(Self.firings(world) == [102])
  }

  @Test("R134: with a live task timers fire in the background")
  func withATask() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [.every(.seconds(10), [])],
        .didEnterBackground: [.beginTask("save", expiration: [.endTask])],
      ]))
    try world.pressHome()
    try world.advance(seconds: 100)
    #expect(Self.firings(world).first == 10)
    #expect(world.state == .suspended)
  }

  @Test("a busy main thread gets one of the firings it missed")
  func busyThread() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [.every(.seconds(1), [.log("tick")])],
        .didBecomeActive: [.work(.milliseconds(5_500))],
      ]))
    try world.advance(.milliseconds(5_500))
    #expect(world.logs == ["tick"])
    try world.advance(seconds: 2)
    #expect(world.logs == ["tick", "tick", "tick"])
  }

  @Test("a firing that waits is dropped when its timer is invalidated")
  func invalidatedWhileWaiting() throws {
    var world = try World.launched(
      StepCode([
        .didFinishLaunching: [.after(.seconds(1), [.log("never")])],
        .didBecomeActive: [.work(.seconds(5)), .invalidateLastTimer],
      ]))
    try world.advance(seconds: 60)
    #expect(world.logs.isEmpty)
  }

  @Test("calls with impossible spans are errors, not traps")
  func faults() throws {
    for (step, text) in [
      (Step.after(.seconds(-1), []), "negativeSpan"),
      (.every(.zero, []), "intervalNotPositive"),
      (.after(.nanoseconds(.max), []), "clockOverflow"),
      (.perform(.nanoseconds(.max), []), "clockOverflow"),
      (.perform(.seconds(-1), []), "negativeSpan"),
    ] {
      let world = try World.launched(StepCode([.didFinishLaunching: [step]]))
      #expect(world.exit?.crash?.message == text)
    }
  }

  @Test("an endless chain of timers without delay stops at the limit and names it")
  func endlessChain() throws {
    struct Endless: AppCode {
      func handles(_ message: Message) -> Bool { message == .didFinishLaunching }

      mutating func run(
        _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
      ) -> CodeProgress {
        if delivery == .initialize { return .returned(.none) }
        let timer = try? device.scheduleTimer(
          after: .zero, callback: CallbackIdentifier(1), in: process)
        return timer == nil ? .exited(1) : .returned(.none)
      }

      mutating func resume(
        in process: ProcessIdentifier, on device: inout Device
      ) -> CodeProgress { .returned(.none) }
    }
    var limits = Limits()
    limits.eventsAtOneInstant = 500
    var simulation = Simulation(limits: limits)
    let app = try simulation.install(AppDescription(name: "Endless")) { Endless() }
    let expected = SimulationError.tooManyEventsAtOneInstant(limit: 500, time: .zero)
    #expect(throws: expected) { try simulation.apply(.launch(app)) }
    #expect(throws: expected) { try simulation.advance(by: .seconds(1)) }
    #expect(simulation.device.checkInvariants().isEmpty)
  }

  @Test("a hundred thousand timers fire in order over a virtual week")
  func manyTimers() throws {
    struct Many: AppCode {
      var fired = 0

      func handles(_ message: Message) -> Bool { message == .didFinishLaunching }

      mutating func run(
        _ delivery: Delivery, in process: ProcessIdentifier, on device: inout Device
      ) -> CodeProgress {
        if case .callback = delivery { fired += 1 }
        guard case .message = delivery else { return .returned(.none) }
        for number in 0..<100_000 {
          let seconds = Int64(number * 7_919 % 604_800)
          _ = try? device.scheduleTimer(
            after: .seconds(seconds), callback: CallbackIdentifier(number), in: process)
        }
        return .returned(.none)
      }

      mutating func resume(
        in process: ProcessIdentifier, on device: inout Device
      ) -> CodeProgress { .returned(.none) }
    }
    var simulation = Simulation()
    let app = try simulation.install(AppDescription(name: "Many")) { Many() }
    _ = try simulation.apply(.launch(app))
    try simulation.advance(by: .hours(7 * 24))
    let code = try #require(simulation.code(of: app) as? Many)
    #expect(code.fired == 100_000)
    let times = simulation.device.trace.records().map(\.time)
    #expect(times == times.sorted())
    #expect(simulation.device.scheduledEventCount == 0)
  }
}
