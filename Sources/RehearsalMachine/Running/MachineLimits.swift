// What ends a run that does not end by itself: the bounds of a machine, in one structure, with
// defaults that are the same in every build, where reaching one is an error that names it; and a
// flag, which another thread or a signal handler raises. The machine checks the flag between slices
// of its budget; one without a flag checks nothing, so what it does depends on the script alone.

import RehearsalSyntax
import Synchronization

/// The bounds within which a machine runs.
package struct MachineLimits: Hashable, Sendable {
  /// Back edges and calls that one start may use; built-in functions charge their length apart,
  /// up to the same number.
  package var instructions: Int

  /// Calls that may be under way at once.
  package var callDepth: Int

  /// Bytes of the heap; half of it holds values, the other half is where collecting moves them.
  package var heapBytes: Int

  /// What the bound of the heap is called where it is reached.
  package var heapLimit = "heap"

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

  /// These bounds, with a heap that has no more than so many bytes, by a limit of that name.
  package func withHeap(atMost bytes: Int, limit: String) -> MachineLimits {
    guard bytes < heapBytes else { return self }
    var lowered = self
    (lowered.heapBytes, lowered.heapLimit) = (bytes, limit)
    return lowered
  }
}

/// A flag that stops the machines it was given to, at their next look.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)
  /// A flag that stops these machines among others.
  private let outer: CancellationFlag?
  /// When time raises the flag; nil where it does not.
  private let deadline: (any RunDeadline)?

  /// Makes a flag that is down.
  package init() { (outer, deadline) = (nil, nil) }

  /// Makes a flag that is up where another one is, and when the time of a run is over.
  package init(within outer: CancellationFlag?, deadline: any RunDeadline) {
    self.outer = outer
    self.deadline = deadline
  }

  /// Whether the flag is up.
  package var isCancelled: Bool {
    flag.load(ordering: .relaxed) || outer?.isCancelled == true || deadline?.isOver == true
  }

  /// Why what runs was stopped, as its error says.
  package var reason: (identifier: DiagnosticIdentifier, message: String) {
    guard let deadline, deadline.isOver, outer?.isCancelled != true else {
      return (.interrupted, "the script was stopped while it ran")
    }
    return (
      .deadline,
      "the run has taken longer than \(deadline.text), the limit `deadline`, on this computer"
    )
  }

  /// Raises the flag; safe in the handler of a signal.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Takes the flag down.
  package func clear() { flag.store(false, ordering: .relaxed) }
}

/// The time that a run may take on the computer that it runs on.
package protocol RunDeadline: Sendable {
  /// Whether the time is over.
  var isOver: Bool { get }
  /// How long it was, for people.
  var text: String { get }
}
