// Code that takes `any Clock<Duration>` on virtual time: alone, and in a process of a device.

import RehearsalDevice
import Synchronization
import Testing

/// A model of the kind that an app has: it saves some time after the last change.
private actor Autosaver {
  private let clock: any Clock<Duration>
  private let log: Log

  init(clock: any Clock<Duration>, log: Log) {
    self.clock = clock
    self.log = log
  }

  func saveLater(_ text: String) async throws {
    try await clock.sleep(for: .seconds(2))
    log.append("saved \(text)")
  }
}

/// What happened, in order.
private final class Log: Sendable {
  private let lines = Mutex<[String]>([])
  func append(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

@Suite("Virtual time for real code")
struct VirtualClockTests {
  @Test func sleepersWakeInOrderAtTheirTimes() {
    let clock = VirtualClock()
    let log = Log()
    for seconds in [3, 1, 2] {
      clock.task {
        try await clock.sleep(for: .seconds(seconds))
        log.append("\(seconds) at \(clock.now)")
        try await clock.sleep(for: .milliseconds(500))
        log.append("\(seconds) again at \(clock.now)")
      }
    }
    clock.advance(by: .seconds(1))
    #expect(log.all == ["1 at 1s"])
    clock.advance(by: .seconds(10))
    #expect(
      log.all == [
        "1 at 1s", "1 again at 1.5s", "2 at 2s", "2 again at 2.5s", "3 at 3s", "3 again at 3.5s",
      ])
    #expect(clock.now.description == "11s")
  }

  @Test func cancellationWakes() {
    let clock = VirtualClock()
    let log = Log()
    let task = clock.task {
      do { try await clock.sleep(for: .seconds(5)) } catch { log.append("cancelled") }
    }
    clock.runUntilIdle()
    task.cancel()
    clock.runUntilIdle()
    #expect(log.all == ["cancelled"])
    #expect(clock.nextDue == nil)
  }

  @Test func aTimeoutRacesItsWork() {
    let clock = VirtualClock()
    let log = Log()
    clock.task {
      let winner = try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask {
          try await clock.sleep(for: .seconds(10))
          return "work"
        }
        group.addTask {
          try await clock.sleep(for: .seconds(3))
          return "timeout"
        }
        defer { group.cancelAll() }
        return try await group.next() ?? ""
      }
      log.append("\(winner) at \(clock.now)")
    }
    clock.advance(by: .seconds(20))
    #expect(log.all == ["timeout at 3s"])
  }

  @Test func anActorOfTheAppRunsOnIt() {
    let clock = VirtualClock()
    let log = Log()
    let saver = Autosaver(clock: clock, log: log)
    clock.task { try await saver.saveLater("a") }
    clock.advance(by: .seconds(1))
    #expect(log.all.isEmpty)
    clock.advance(by: .seconds(1))
    #expect(log.all == ["saved a"])
  }

  private struct Ticking: ApplicationDelegate {
    static var exposed: Exposed { ["ticks": { $0.ticks }, "last": { $0.last }] }
    var ticks = 0
    var last = Duration.zero

    mutating func application(
      _ application: inout Application<Self>, didFinishLaunchingWithOptions options: ScriptValue
    ) -> Bool {
      let (clock, main) = (application.clock, application.mainThread)
      application.task {
        while true {
          try await clock.sleep(for: .seconds(1))
          main { delegate, application in
            delegate.ticks += 1
            delegate.last = application.now.sinceStart
          }
        }
      }
      return true
    }
  }

  @Test func tasksOfASuspendedProcessDoNotRun() throws {
    var device = Simulation()
    let app = try device.install("Ticking") { Ticking() }
    try device.launch(app)
    try device.advance(by: .seconds(3))
    #expect(device.value("ticks", of: app) == .integer(3))
    #expect(device.value("last", of: app) == .duration(3_000_000_000))
    try device.press(.home)
    try device.advance(by: .seconds(1))
    try device.advance(by: .seconds(100))
    #expect(device.state(of: app) == .suspended)
    let suspended = device.value("ticks", of: app)
    try device.advance(by: .seconds(100))
    #expect(device.value("ticks", of: app) == suspended)
    try device.apply(.forceQuit(app))
    try device.launch(app)
    #expect(device.value("ticks", of: app) == .integer(0))
  }
}
