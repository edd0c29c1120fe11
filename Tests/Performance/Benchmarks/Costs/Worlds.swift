// Worlds as values: a step on a copy, which must not depend on how much has happened before, and
// telling whether two worlds are the same. Targets: 2.5 µs for a launch on a copy, after 20 records
// as after 20,000; 1 µs for the identity of a world of one app with twenty variables.

import Rehearsal
import RehearsalLifecycle

private let count = 1000

func registerWorlds() {
  for records in [20, 20_000] {
    register("launch on a copy of a world with \(records) records", count: count) {
      try endedWorld(records: records)
    } run: { world in
      for _ in 0..<count {
        var copy = world.simulation
        _ = try copy.apply(.launch(world.app))
      }
    }
  }
  register("identity of a world, one app with twenty variables", count: count) {
    let variables = (0..<20).map { "var value\($0) = \($0)" }.joined(separator: "\n")
    var session = try session(of: "app Diary {\n\(variables)\n}\nlaunch Diary")
    try expectPass(&session)
    var simulation = session.simulation
    _ = try simulation.apply(.press(.home))
    return simulation
  } run: { simulation in
    let identity = simulation.identity
    for _ in 0..<count {
      guard simulation.identity == identity else { throw Unprepared(reason: "not the same") }
    }
  }
}

/// A world whose app has ended, and in which about that much has happened before.
private func endedWorld(records: Int) throws -> NativeWorld {
  var world = try NativeWorld(traceRecords: 1_000_000)
  repeat {
    _ = try world.simulation.apply(.press(.home))
    try world.simulation.advance(by: .seconds(60))
    _ = try world.simulation.apply(.purge(world.app))
    if world.simulation.history.endIndex >= records { return world }
    _ = try world.simulation.apply(.launch(world.app))
  } while true
}
