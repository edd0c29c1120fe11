// Copies of a simulation with apps whose code cannot be copied: each goes on with objects and tasks of
// its own, which are played again from the answers that the system gave.

import RehearsalLifecycle
import Synchronization
import Testing

@testable import RehearsalDevice

@MainActor
@Suite("Copies of simulations with native apps")
struct ReplayTests {
  private func launched() throws -> (device: Simulation, app: AppIdentifier) {
    var device = Simulation()
    let app = try device.install("Counter") { Counter($0) }
    try device.launch(app)
    return (device, app)
  }

  @Test("Each copy has objects, tasks and closures of its own")
  func copies() throws {
    var (device, app) = try launched()
    try device.touch("Count")
    try device.advance(by: .seconds(2))
    var copy = device
    try copy.touch("Count")
    try copy.advance(by: .seconds(5))
    try device.advance(by: .seconds(3))
    #expect(device.value("count", of: app) == .integer(1 + 5))
    #expect(copy.value("count", of: app) == .integer(2 + 7))
    try device.press(.home)
    #expect(device.value("isActive", of: app) == .boolean(false))
    #expect(copy.value("isActive", of: app) == .boolean(true))
    #expect(
      device.delegate(of: app, as: Counter.self) !== copy.delegate(of: app, as: Counter.self))
  }

  @Test("A copy that stays behind can be looked at, as it was")
  func looking() throws {
    var (device, app) = try launched()
    let before = device
    try device.touch("Count")
    #expect(before.value("count", of: app) == .integer(0))
    #expect(device.value("count", of: app) == .integer(1))
    #expect(before.identity != device.identity)
  }

  @Test("What is asked again is answered as it was, and the device hears nothing of it")
  func answers() throws {
    var (device, app) = try launched()
    try device.touch("Count")
    let before = device
    try device.touch("Count")
    try device.press(.home)
    var copy = before
    try copy.touch("Count")
    try copy.press(.home)
    #expect(copy.identity == device.identity)
    #expect(copy.history.endIndex == device.history.endIndex)
    #expect(copy.value("count", of: app) == device.value("count", of: app))
  }

  @Test("Code that depends on something outside of its process is named where it is played again")
  func divergence() throws {
    let launches = Mutex(0)
    var device = Simulation()
    let app = try device.install("Odd") { _ in
      Odd(
        launches.withLock {
          $0 += 1
          return $0
        })
    }
    try device.launch(app)
    var copy = device
    try device.press(.home)
    #expect(copy.state(of: app) == .active)
    try copy.press(.home)
    let exit = try #require(copy.device.lastExit(of: app))
    #expect(exit.reason == .crash)
    #expect(exit.crash?.message.contains("does not do the same") == true)
  }

  @Test(
    "A life with more deliveries than are kept is played on, and not again", arguments: [-1, 0, 1])
  func limit(_ difference: Int) throws {
    typealias App = NativeApp<MainActorApp<Counter>>
    var device = Simulation()
    let app = try device.install(
      App.description("Counter", [:]), handling: App.handledMessages
    ) { NativeCode("Counter", mostTurns: 10 - difference) { MainActorApp { Counter($0) } } }
    try device.launch(app)
    // The launch has four, and each touch is one.
    for _ in 0..<6 { try device.touch("Nothing") }
    let copy = device
    try device.touch("Nothing")
    #expect((copy.value("count", of: app) == nil) == (difference > 0))
  }
}

/// Counts touches, and seconds while it is active.
@MainActor
private final class Counter: MainActorApplicationDelegate {
  nonisolated static var controls: [String] { ["Count", "Nothing"] }
  nonisolated static var exposed: Exposed {
    ["count": { $0.count }, "isActive": { $0.ticking != nil }]
  }

  private let application: MainActorApplication
  private var count = 0
  private var ticking: Task<Void, any Error>?

  init(_ application: MainActorApplication) { self.application = application }

  func applicationDidBecomeActive(_ application: MainActorApplication) {
    ticking = Task {
      while true {
        try await application.clock.sleep(for: .seconds(1))
        count += 1
      }
    }
  }

  func applicationWillResignActive(_ application: MainActorApplication) {
    ticking?.cancel()
    ticking = nil
  }

  func application(_ application: MainActorApplication, didTouch control: String) {
    if control == "Count" { count += 1 }
  }
}

/// Asks for something else in every life of the program.
@MainActor
private final class Odd: MainActorApplicationDelegate {
  private let number: Int

  init(_ number: Int) { self.number = number }

  func applicationDidBecomeActive(_ application: MainActorApplication) {
    for _ in 0..<number { application.log("hello") }
  }
}
