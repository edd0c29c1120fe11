// The simulated device with a recorder on it: the lines that one would write, at moments that are never
// quite those of the rules, and with some of them lost.

import RehearsalConformance
import RehearsalLifecycle
import TestSupport

struct SimulatedRecorder {
  /// How far a moment is off at most, in milliseconds.
  var jitter: Int64 = 50
  /// How many of a hundred lines are lost.
  var lost = 5

  /// Makes three runs of a probe on its own device with some changes.
  ///
  /// - Parameters:
  ///   - probe: The probe.
  ///   - changes: What is different on the device, of which the log says nothing.
  ///   - seed: By which moments and losses are chosen.
  ///   - edit: Changes the lines.
  /// - Returns: The logs; none where the probe cannot be played.
  /// - Throws: `LogError` where what is written is no log.
  func runs(
    of probe: Probe, with changes: [Change], seed: UInt64,
    edit: (inout [LogLine]) -> Void = { _ in }
  ) throws -> [RecordedLog] {
    guard
      let life = ExpectedLife(of: probe, on: { for change in changes { change.apply(to: &$0) } })
    else { return [] }
    var generator = SeededGenerator(seed: seed)
    return try (1...3).compactMap { run in
      var lines = life.lines
      edit(&lines)
      for index in lines.indices {
        lines[index].number = index + 1
        lines[index].time += 1000 + Int64.random(in: -jitter...jitter, using: &generator)
      }
      let whole = RecordedLog(
        source: "run \(run)", probe: probe.name, run: run, system: probe.device.system,
        model: probe.device.model, lines: lines, count: lines.count)
      // The line about the device is written first and never lost without all others.
      let texts = whole.text.split(separator: "\n").enumerated().filter { index, _ in
        index == 0 || Int.random(in: 0..<100, using: &generator) >= lost
      }
      let text = texts.map { $0.element + "\n" }.joined()
      return try RecordedLog(reading: Array(text.utf8), source: "run \(run)")
    }
  }
}
