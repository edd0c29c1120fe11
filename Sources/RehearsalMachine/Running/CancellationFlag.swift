// How another thread, or the handler of a signal, stops a script: it raises a flag, and the machine
// looks at the flag between slices of its budget. A machine without one looks at nothing, so that
// what it does depends on the script alone.

import Synchronization

/// A flag that stops the machines it was given to, at their next look.
package final class CancellationFlag: Sendable {
  private let flag = Atomic(false)

  /// Makes a flag that is down.
  package init() {}

  /// Whether the flag is up.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  /// Raises the flag; safe in the handler of a signal.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Takes the flag down.
  package func clear() { flag.store(false, ordering: .relaxed) }
}

// MARK: - Slices

extension MachineState {
  /// How many back edges and calls pass between two looks at the flag: some milliseconds.
  private static var sliceLength: Int { 1 << 20 }

  /// Begins a whole budget and gives its first slice: all of it where nobody interrupts.
  mutating func firstSlice() -> Int {
    reserve = limits.instructions
    return slice()
  }

  /// The slice after one that is used up; negative, with an error noted, where there is none.
  @inline(never) mutating func nextSlice() -> Int {
    guard reserve > 0 else {
      _ = failInstructionLimit()
      return -1
    }
    guard cancellation?.isCancelled != true else {
      _ = fail(.interrupted, "the script was stopped while it ran")
      return -1
    }
    return slice()
  }

  private mutating func slice() -> Int {
    let length = cancellation == nil ? reserve : min(reserve, Self.sliceLength)
    reserve -= length
    return length
  }

  /// Takes instructions from what is left.
  mutating func spend(_ instructions: Int) {
    let beyond = instructions - budget
    budget = max(0, budget - instructions)
    if beyond > 0 { reserve = max(0, reserve - beyond) }
  }
}
