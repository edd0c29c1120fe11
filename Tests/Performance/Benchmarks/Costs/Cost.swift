// What is measured: the CPU time of one operation. A busy machine lengthens the wall clock but
// hardly the CPU time, and the kernel's count of ticks is too coarse for short runs, so the
// process's own CPU clock is read around what counts; preparations stay outside.

import Benchmark

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The CPU time of one operation in nanoseconds.
let cost = BenchmarkMetric.custom("CPU time of one, ns", useScalingFactor: false)

/// Registers a benchmark of operations that are too short to be measured one by one.
///
/// - Parameters:
///   - name: What is measured, and of what a single operation consists.
///   - count: How many operations one run holds.
///   - prepare: Makes what a run begins with, which is not measured.
///   - run: Does the operations.
func register<State>(
  _ name: String, count: Int, prepare: @escaping () throws -> State,
  run: @escaping (inout State) throws -> Void
) {
  Benchmark(
    name,
    configuration: .init(
      metrics: [cost], units: [cost: .count], warmupIterations: 1, maxDuration: .seconds(3),
      maxIterations: 15)
  ) { benchmark in
    var state = try prepare()
    let start = processorNanoseconds()
    try run(&state)
    benchmark.measurement(cost, (processorNanoseconds() - start) / count)
    blackHole(state)
  }
}

/// The CPU time that this process has used, in nanoseconds.
private func processorNanoseconds() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// What a benchmark needs did not come about.
struct Unprepared: Error {
  let reason: String
}
