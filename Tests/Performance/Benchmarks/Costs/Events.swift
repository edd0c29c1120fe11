// One event of the device: a repeating timer is due, the main thread takes its turn, and the app's
// code runs. Targets: 300 ns with native code, 500 ns with a script, whatever is pending.

import Rehearsal
import RehearsalLifecycle

private let eventCount = 200_000

func registerEvents() {
  register("event, native handler", count: eventCount) {
    try NativeWorld([.init(delay: .milliseconds(1), interval: .milliseconds(1))])
  } run: { world in
    try fire(eventCount, in: &world)
  }
  for pending in [10, 1_000, 100_000, 1_000_000] {
    register("event, native handler, \(pending) timers pending", count: eventCount) {
      // One timer fires each millisecond, and goes to the end of the queue.
      try NativeWorld(
        (1...pending).map { number in
          .init(
            delay: .milliseconds(Int64(number)), interval: .milliseconds(Int64(pending)))
        })
    } run: { world in
      try fire(eventCount, in: &world)
    }
  }
  register("event, scripted handler", count: eventCount) {
    var session = try session(of: "\(ticker)\nlaunch Ticker")
    try expectPass(&session)
    return session.simulation
  } run: { simulation in
    try simulation.advance(by: .milliseconds(Int64(eventCount)))
  }
  register("event, scripted handler, in a session", count: eventCount) {
    try session(
      of: """
        \(ticker)
        launch Ticker
        advance \(eventCount)ms
        expect Ticker.ticks == \(eventCount)
        """)
  } run: { session in
    try expectPass(&session)
  }
}

/// Lets a millisecond pass for each event.
private func fire(_ count: Int, in world: inout NativeWorld) throws {
  let before = world.deliveryCount
  try world.simulation.advance(by: .milliseconds(Int64(count)))
  guard world.deliveryCount == before + count else { throw Unprepared(reason: "lost events") }
}

private let ticker = """
  app Ticker {
      var ticks = 0
      on didFinishLaunching {
          every(1ms) { ticks += 1 }
          return true
      }
  }
  """
