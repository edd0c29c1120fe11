// Expectations that nothing can break: a condition that always holds, and a wait for no time. They
// test nothing, so they are errors before anything runs.

import RehearsalSyntax

/// Finds expectations that cannot fail.
enum VacuousExpectationCheck: Check {
  static let finds = [DiagnosticIdentifier.vacuousExpectation]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    guard case .expectation(let expectation) = subject else { return }
    if let vacuity = expectation.vacuity {
      walk.report(vacuity)
    } else if expectation.condition.alwaysHolds(reading: walk.inference.literal) {
      walk.reportValue(.vacuousCondition(expectation.condition.range))
    }
  }
}

extension Expectation {
  /// What is wrong with an expectation that cannot fail; nil for one that can, judging by its text.
  fileprivate var vacuity: CompilerDiagnostic? {
    if condition.alwaysHolds() { return .vacuousCondition(condition.range) }
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
  ///
  /// - Parameter literal: What a name stands for that is a constant; nil for any other.
  /// - Returns: Whether nothing can break it.
  func alwaysHolds(reading literal: (Name) -> Expression? = { _ in nil }) -> Bool {
    isDecided(true, literal)
  }

  /// Whether the condition comes out so whatever its names stand for.
  private func isDecided(_ outcome: Bool, _ literal: (Name) -> Expression?) -> Bool {
    switch unparenthesized.kind {
    case .boolean(let value): value == outcome
    case .name(let name): literal(name)?.literalValue == .boolean(outcome)
    case .prefix(.not, let inner): inner.isDecided(!outcome, literal)
    case .binary(.and, _, let left, let right):
      outcome
        ? left.isDecided(true, literal) && right.isDecided(true, literal)
        : left.isDecided(false, literal) || right.isDecided(false, literal)
    case .binary(.or, _, let left, let right):
      outcome
        ? left.isDecided(true, literal) || right.isDecided(true, literal)
          || left.isOpposite(of: right)
        : left.isDecided(false, literal) && right.isDecided(false, literal)
    case .binary(let comparison, _, let left, let right):
      comparison.outcomeForEqualSides == outcome && left.readsTheSame(as: right)
        || comparison.outcomeOfCounts == outcome && left.isCount && right.smallInteger == 0
        || (left.isName || right.isName)
          && comparison.outcome(for: left.constant(literal), right.constant(literal)) == outcome
    default: false
    }
  }

  /// The literal that it is, or that its name stands for.
  private func constant(_ literal: (Name) -> Expression?) -> Expression? {
    if case .name(let name) = unparenthesized.kind { literal(name) } else { plainLiteral }
  }

  /// The expression without parentheses, where it is a literal that shows its value.
  var plainLiteral: Expression? { unparenthesized.literalValue == nil ? nil : unparenthesized }

  private var isName: Bool { if case .name = unparenthesized.kind { true } else { false } }

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
    // One number may be written in two ways, and comparing those tests just that.
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

  /// How a comparison of two literals comes out; nil for other operators, and for a value that is
  /// written in two ways, since who compares those asks about that.
  fileprivate func outcome(for left: Expression?, _ right: Expression?) -> Bool? {
    guard let left, let right, let first = left.literalValue, let second = right.literalValue,
      first != second || left.range.count == right.range.count
    else { return nil }
    return switch (self, first, second) {
    case (.equal, _, _): first == second
    case (.notEqual, _, _): first != second
    case (_, .integer(let first), .integer(let second)),
      (_, .duration(let first), .duration(let second)):
      order(of: first, second)
    default: nil
    }
  }

  private func order(of first: Int64, _ second: Int64) -> Bool? {
    switch self {
    case .less: first < second
    case .lessOrEqual: first <= second
    case .greater: first > second
    case .greaterOrEqual: first >= second
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
