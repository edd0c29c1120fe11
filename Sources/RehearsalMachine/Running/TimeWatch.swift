// What code makes of the numbers of handles and of the moments that it reads, as a search over all
// states and moments has to know it.
//
// The search gives each moment at which something is done a remainder of its own below a unit of
// time, and spans are whole units; so every Duration says by its remainder whether it is a moment,
// the difference of two, or neither. Comparing differences with spans tells moments apart, which
// the search can follow; of anything else computed from moments it only knows that it was.

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
    /// By how much the left side was more than the right one, in nanoseconds; never 0.
    package let difference: Int64
    /// Where it was made.
    package let function: FunctionIndex
  }

  /// What a Duration is.
  private enum Kind {
    case span, moment, difference, other
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
  func compare(_ left: Int64, _ right: Int64, inFunction function: Int) {
    let (difference, overflows) = left.subtractingReportingOverflow(right)
    // The effects of one action lie alike in all worlds.
    guard overflows || difference % unit != 0 else { return }
    state.withLock { state in
      switch (kind(left, state), kind(right, state)) {
      case (.moment, .moment), (.difference, .span), (.span, .difference):
        state.findings.comparisons.append(
          Comparison(difference: difference, function: FunctionIndex(function)))
      default: note(function, &state)
      }
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
    if state.remainders.contains(remainder) { return .moment }
    let isDifference = state.remainders.contains { later in
      state.remainders.contains { (later - $0 + unit) % unit == remainder }
    }
    return isDifference ? .difference : .other
  }

  private func note(_ function: Int, _ state: inout State) {
    let function = FunctionIndex(function)
    if !state.findings.functions.contains(function) { state.findings.functions.append(function) }
  }
}
