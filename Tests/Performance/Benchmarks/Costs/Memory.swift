// Memory over a virtual year of an app that is opened every hour and ticks every minute. Target:
// flat, which is to say that the months after the first one add next to nothing.

import Benchmark
import Foundation
import RehearsalLifecycle

/// How much the process has grown between two moments, in KiB.
private let growth = BenchmarkMetric.custom("growth in 11 months, KiB", useScalingFactor: false)

func registerMemory() {
  Benchmark(
    "memory over a virtual year",
    configuration: .init(metrics: [growth], maxDuration: .seconds(30), maxIterations: 2)
  ) { benchmark in
    var world = try NativeWorld([.init(delay: .minutes(1), interval: .minutes(1))])
    try live(days: 30, in: &world)
    let first = residentKibibytes()
    try live(days: 335, in: &world)
    benchmark.measurement(growth, max(0, residentKibibytes() - first))
    blackHole(world.deliveryCount)
  }
}

/// Opens the app every hour, and leaves it after ten minutes.
private func live(days: Int, in world: inout NativeWorld) throws {
  for _ in 0..<(days * 24) {
    _ = try world.simulation.apply(.launch(world.app))
    try world.simulation.advance(by: .minutes(10))
    _ = try world.simulation.apply(.press(.home))
    try world.simulation.advance(by: .minutes(50))
    _ = try world.simulation.apply(.purge(world.app))
  }
}

/// The memory that this process holds, in KiB; 0 where the system does not tell.
private func residentKibibytes() -> Int {
  let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
    .split(separator: " ").dropFirst().first.flatMap { Int($0) }
  return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE)) / 1024
}
