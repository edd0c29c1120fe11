// Literals of the wrong kind: arguments that their parameters never take, a window that no app can have, and
// operators between literals that they do not apply to.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Checks literals against what is done with them.
enum LiteralCheck: Check {
  static let finds = [DiagnosticIdentifier.wrongLiteral]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let literals = LiteralArguments(context: walk.context)
    switch subject {
    case .call(let arranged, let callee): literals.check(arranged, of: callee)
    case .operation(let operation, let left, let right, let place):
      check(operation, left.expression, right.expression, at: place, literals)
    default: return
    }
  }

  /// Reports an operator between two literals that it does not go with.
  private static func check(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, at place: SourceRange,
    _ literals: LiteralArguments
  ) {
    guard let first = literals.kind(of: left), let second = literals.kind(of: right),
      !operation.goes(with: first, second)
    else { return }
    literals.context.report(
      .wrongOperands(
        place, operation.rawValue, literals.text(of: left), literals.text(of: right)))
  }
}

extension BinaryOperator {
  /// Whether the operator may come out well between values of two kinds.
  fileprivate func goes(with left: LiteralKind, _ right: LiteralKind) -> Bool {
    let numbers: [LiteralKind] = [.integer, .double]
    let areNumbers = numbers.contains(left) && numbers.contains(right)
    switch self {
    case .add: return areNumbers || left == right && [.string, .list, .duration].contains(left)
    case .subtract, .remainder: return areNumbers || left == .duration && right == .duration
    case .multiply:
      return areNumbers || left == .duration && numbers.contains(right)
        || numbers.contains(left) && right == .duration
    case .divide:
      return areNumbers || left == .duration && (right == .duration || numbers.contains(right))
    // What is compared is checked against all that it can be.
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .and, .or, .coalesce:
      return true
    }
  }
}
