// The bounds of a run in one structure. Each has a name, a default that is the same in every
// build, and a fault or diagnostic that names it when it is reached.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// The bounds within which a script is read and run, with their defaults; `LimitName` names each.
public struct RunLimits: Hashable, Sendable {
  /// How much of a script is read: size, nesting, findings.
  public var syntax = SyntaxLimits()

  /// How many files an import may bring in, all imports of imports included.
  public var importedFiles = 256

  /// Instructions, calls and heap of the outside, for each statement or scenario.
  public var outside = MachineLimits.outside

  /// Instructions, calls and heap of an app's process, for each delivery on its main thread.
  public var app = MachineLimits.app

  /// Events at one instant, records and ends of processes kept, storage, pending work.
  public var device = RehearsalLifecycle.Limits()

  /// Events that one `advance`, `step` or wait may let happen.
  public var events = 10_000_000

  /// Bytes that the outside may print in a run, and that a process may print and log in its life.
  public var outputBytes = 16 << 20

  /// Failures that a scenario keeps; further ones are only counted.
  public var failures = 100

  /// Makes the default limits.
  public init() {}
}
