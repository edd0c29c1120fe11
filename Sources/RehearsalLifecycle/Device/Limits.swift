// The bounds of a simulation. Each has a name and a default, the same in every build.

/// The bounds that keep a simulation finite.
package struct Limits: Hashable, Sendable {
  /// How many events and main-thread turns one moment may hold before the run is stopped.
  package var eventsAtOneInstant = 100_000
  /// How many records the history keeps, a long text or large arguments counting as more than one;
  /// the oldest are dropped first.
  package var traceRecords = 1_000_000
  /// How many ends of processes are remembered for each app; the oldest are dropped first.
  package var exitsOfAnApp = 10_000
  /// Bytes that an app may keep outside its processes, keys included.
  package var storageBytes = 16 << 20
  /// Bytes that the device, its apps' code and the history may take together.
  package var memoryBytes = 1 << 30
  /// Timers, background tasks and background works that a process may have at once.
  package var pendingWork = 1_000_000

  /// Makes the default limits.
  package init() {}
}
