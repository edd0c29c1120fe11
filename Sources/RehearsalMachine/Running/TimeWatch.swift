// What code makes of the numbers of handles and of the moments that it reads, as a search over all
// states and moments has to know it.
//
// The search gives each moment at which something is done a remainder of its own below a unit of
// time, and spans are whole units; so every Duration says by its remainder whether it is a moment,
// the difference of two, or neither. Comparing differences with spans tells moments apart, which
// the search can follow; of anything else computed from moments it only knows that it was. Remainders
// decide no comparison: moments that differ by nothing else are equal.

import RehearsalCode
import Synchronization

/// Watches what code computes from moments and numbers; unwatched machines track nothing.
package final class TimeWatch: Sendable {
  /// What code made of moments.
  package struct Findings: Sendable {
    /// The comparisons whose outcome depends on when things were done, in order.
    package fileprivate(set) var comparisons: [Comparison] = []
    /// The functions in which something else was made of a moment, in order.
    package fileprivate(set) var functions: [FunctionIndex] = []

    /// Whether nothing was made of any moment.
    package var isEmpty: Bool { comparisons.isEmpty && functions.isEmpty }
  }

  /// A comparison of two moments, or of their difference with a span.
  package struct Comparison: Sendable {
    /// What the moment leaves over of which the other one is taken.
    package let first: Int64
    /// What the other one leaves over.
    package let second: Int64
    /// How much more their difference was than what it was compared with, in units.
    package let difference: Int64
    /// How the comparison was made.
    package let operation: Operation
    /// Where it was made.
    package let function: FunctionIndex
  }

  /// How code compares.
  package enum Operation: Sendable {
    case less, lessOrEqual, equal
  }

  /// What a Duration is, with what it leaves over.
  private enum Kind {
    case span
    case moment(Int64)
    case difference(Int64, Int64)
    case other
  }

  private struct State {
    var remainders: [Int64] = []
    var findings = Findings()
    var hasWrittenNumber = false
  }

  private let unit: Int64
  private let state = Mutex(State())

  /// Makes a watch.
  ///
  /// - Parameter unit: The nanoseconds below which remainders are counted; 1 where no moment has one.
  package init(unit: Int64 = 1) { self.unit = unit }

  /// Begins with what is done next, and forgets what was found before.
  ///
  /// - Parameter remainders: Those of the moments that code can know, none of which is the sum or the
  ///   difference of others.
  package func begin(knowing remainders: [Int64]) {
    state.withLock { ($0.remainders, $0.findings) = (remainders, Findings()) }
  }

  /// Whether code has ever made a text of the number of a handle, by which things differ that otherwise
  /// count by their rank.
  package var hasWrittenNumber: Bool { state.withLock { $0.hasWrittenNumber } }

  /// What was found since the beginning.
  package var findings: Findings { state.withLock { $0.findings } }

  // MARK: - What machines tell

  /// Two Durations are compared.
  ///
  /// - Returns: Below 0 where the left one is less, 0 where they are equal.
  func compare(
    _ left: Int64, _ right: Int64, by operation: Operation, inFunction function: Int
  ) -> Int64 {
    let (difference, overflows) = left.subtractingReportingOverflow(right)
    // The effects of one action lie alike in all worlds.
    guard !overflows, difference % unit != 0 else {
      return overflows ? (left < right ? -1 : 1) : difference
    }
    return state.withLock { state in
      let (first, second): (Int64, Int64)
      switch (kind(left, state), kind(right, state)) {
      case (.moment(let one), .moment(let other)): (first, second) = (one, other)
      case (.difference(let one, let other), .span): (first, second) = (one, other)
      case (.span, .difference(let one, let other)): (first, second) = (other, one)
      default:
        note(function, &state)
        return difference
      }
      let units = (difference - first + second) / unit
      state.findings.comparisons.append(
        Comparison(
          first: first, second: second, difference: units, operation: operation,
          function: FunctionIndex(function)))
      return units
    }
  }

  /// One Duration is added to another.
  func add(_ left: Int64, _ right: Int64, inFunction function: Int) {
    guard left % unit != 0, right % unit != 0 else { return }
    state.withLock { note(function, &$0) }
  }

  /// One Duration is taken from another.
  func subtract(_ right: Int64, from left: Int64, inFunction function: Int) {
    guard right % unit != 0 else { return }
    state.withLock { state in
      switch (kind(left, state), kind(right, state)) {
      case (.moment, .moment), (.span, .difference): break
      default: note(function, &state)
      }
    }
  }

  /// Something is made of a Duration that is none any more, or not by whole units.
  func use(_ span: Int64, inFunction function: Int) {
    guard span % unit != 0 else { return }
    state.withLock { note(function, &$0) }
  }

  /// The number of a handle becomes a part of a text.
  func writeNumber() { state.withLock { $0.hasWrittenNumber = true } }

  private func kind(_ span: Int64, _ state: State) -> Kind {
    let remainder = (span % unit + unit) % unit
    if remainder == 0 { return .span }
    if state.remainders.contains(remainder) { return .moment(remainder) }
    for first in state.remainders {
      for second in state.remainders where (first - second + unit) % unit == remainder {
        return .difference(first, second)
      }
    }
    return .other
  }

  private func note(_ function: Int, _ state: inout State) {
    let function = FunctionIndex(function)
    if !state.findings.functions.contains(function) { state.findings.functions.append(function) }
  }
}
