// Expectations that nothing can break: a condition that always holds, and a wait for no time. They
// test nothing, so they are errors before anything runs.

import RehearsalSyntax

extension Expectation {
  /// What is wrong with an expectation that cannot fail; nil for one that can, as far as its text
  /// shows.
  var vacuity: CompilerDiagnostic? {
    if condition.alwaysHolds { return .vacuousCondition(condition.range) }
    switch timing {
    case .within(let span) where span.isNoTime: return .noTimeToWait("within", span.range)
    case .throughout(let span) where span.isNoTime: return .noTimeToWait("throughout", span.range)
    case .immediately, .within, .throughout: return nil
    }
  }
}

extension Expression {
  fileprivate var isNoTime: Bool {
    if case .duration(0) = unparenthesized.kind { true } else { false }
  }

  /// Whether the condition is true whatever its names stand for.
  fileprivate var alwaysHolds: Bool { isDecided(true) }

  /// Whether the condition comes out so whatever its names stand for.
  private func isDecided(_ outcome: Bool) -> Bool {
    switch unparenthesized.kind {
    case .boolean(let value): value == outcome
    case .prefix(.not, let inner): inner.isDecided(!outcome)
    case .binary(.and, _, let left, let right):
      outcome
        ? left.isDecided(true) && right.isDecided(true)
        : left.isDecided(false) || right.isDecided(false)
    case .binary(.or, _, let left, let right):
      outcome
        ? left.isDecided(true) || right.isDecided(true) || left.isOpposite(of: right)
        : left.isDecided(false) && right.isDecided(false)
    case .binary(let comparison, _, let left, let right):
      comparison.outcomeForEqualSides == outcome && left.readsTheSame(as: right)
        || comparison.outcomeOfCounts == outcome && left.isCount && right.smallInteger == 0
    default: false
    }
  }

  /// Whether one says that the other does not hold.
  private func isOpposite(of other: Expression) -> Bool {
    if case .prefix(.not, let inner) = unparenthesized.kind { return inner.readsTheSame(as: other) }
    guard case .prefix(.not, let inner) = other.unparenthesized.kind else { return false }
    return readsTheSame(as: inner)
  }

  /// Whether it is how many there are of something.
  private var isCount: Bool {
    if case .member(_, let name, _) = unparenthesized.kind { name.text == "count" } else { false }
  }

  /// Whether two expressions read the same thing, which calls need not.
  private func readsTheSame(as other: Expression) -> Bool {
    // One number may be written in two ways, and whoever compares those asks about that.
    let isAlikeInLength = unparenthesized.range.count == other.unparenthesized.range.count
    return switch (unparenthesized.kind, other.unparenthesized.kind) {
    case (.nilLiteral, .nilLiteral): true
    case (.boolean(let one), .boolean(let two)): one == two
    case (.integer(let one), .integer(let two)): isAlikeInLength && one == two
    case (.duration(let one), .duration(let two)): isAlikeInLength && one == two
    case (.symbol(let one), .symbol(let two)), (.name(let one), .name(let two)):
      one.text == two.text
    case (.member(let one, let name, _), .member(let two, let other, _)):
      name.text == other.text && one.readsTheSame(as: two)
    case (.optionalChain(let one), .optionalChain(let two)): one.readsTheSame(as: two)
    case (.subscripted(let one, let index), .subscripted(let two, let other)):
      one.readsTheSame(as: two) && index.readsTheSame(as: other)
    default: false
    }
  }
}

extension BinaryOperator {
  /// How a comparison of a number of things with 0 comes out; nil where that depends on it.
  fileprivate var outcomeOfCounts: Bool? {
    switch self {
    case .greaterOrEqual: true
    case .less: false
    default: nil
    }
  }

  /// How a comparison comes out whose sides are the same; nil for other operators.
  fileprivate var outcomeForEqualSides: Bool? {
    switch self {
    case .equal, .lessOrEqual, .greaterOrEqual: true
    case .notEqual, .less, .greater: false
    default: nil
    }
  }
}
