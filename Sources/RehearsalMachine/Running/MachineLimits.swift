// The bounds of a machine, in one structure, with defaults that are the same in every build.
// Reaching one is an error that names it.

/// The bounds within which a machine runs.
package struct MachineLimits: Hashable, Sendable {
  /// Back edges and calls that one start may use; built-in functions charge their length apart,
  /// up to the same number.
  package var instructions: Int

  /// Calls that may be under way at once.
  package var callDepth: Int

  /// Bytes of the heap; half of it holds values, the other half is where collecting moves them.
  package var heapBytes: Int

  /// The bytes that values may take, dead ones included.
  var arenaBytes: Int { heapBytes / 2 }

  /// The bounds of the outside: 10⁹ back edges and calls pass for each statement or scenario.
  package static let outside = MachineLimits(
    instructions: 1_100_000_000, callDepth: 20_000, heapBytes: 256 << 20)

  /// The bounds of a unit's process: a handler that uses 50 million back edges and calls hangs.
  package static let unit = MachineLimits(
    instructions: 50_000_000, callDepth: 20_000, heapBytes: 64 << 20)

  /// Makes bounds; all are counts above 0.
  package init(instructions: Int, callDepth: Int, heapBytes: Int) {
    self.instructions = max(1, instructions)
    self.callDepth = max(1, callDepth)
    self.heapBytes = min(max(4096, heapBytes), 1 << 31)
  }
}
