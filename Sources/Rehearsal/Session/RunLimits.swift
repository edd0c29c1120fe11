// The bounds of a run in one structure. Each has a name, a default that is the same in every
// build, and an error or diagnostic that names it when it is reached.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax

/// The bounds within which a script is read and run, with their defaults; `LimitName` names each.
public struct RunLimits: Hashable, Sendable {
  /// How much of a script is read: size, nesting, findings.
  package var syntax = SyntaxLimits()

  /// How many files an import may bring in, all imports of imports included.
  package var importedFiles = 256

  /// How many times the scenarios of a script may be played, each combination of values being one.
  package var cases = 10_000

  /// Instructions, calls and heap of the outside, for each statement or scenario.
  package var outside = MachineLimits.outside

  /// Instructions, calls and heap of an app's process, for each delivery on its main thread.
  package var app = MachineLimits.unit

  /// Events at one instant, records and ends of processes kept, storage, pending work.
  package var device = RehearsalLifecycle.Limits()

  /// Events that one `advance`, `step` or wait may let happen: a week with one each second, and about
  /// as many as `output` has room for as records, so that what runs away is mostly told by its name.
  package var events = 650_000

  /// Bytes that the statements and each scenario may produce as lines and records, and that a
  /// process may print and log in its life.
  package var outputBytes = 32 << 20

  /// Milliseconds of the host's own time that a run may take; 0 for any.
  package var deadline = 0

  /// Failures that a scenario keeps; further ones are only counted.
  package var failures = 100

  /// Makes the default limits.
  public init() {}

  /// The bounds of the outside's machine: alone it holds no more than all of a run may.
  var outsideMachine: MachineLimits { machine(outside, .heap) }

  /// The bounds of the code of an app, of whose machine the same is true.
  var ofApps: AppLimits {
    AppLimits(
      machine: machine(app, .appHeap), memoryBytes: device.memoryBytes,
      pendingWork: device.pendingWork, outputBytes: outputBytes)
  }

  private func machine(_ limits: MachineLimits, _ heap: LimitName) -> MachineLimits {
    var limits = limits
    limits.heapLimit = heap.rawValue
    return limits.withHeap(atMost: device.memoryBytes, limit: LimitName.memory.rawValue)
  }
}
