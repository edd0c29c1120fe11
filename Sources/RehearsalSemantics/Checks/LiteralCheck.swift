// What literals reveal before anything runs: an argument of a kind that its parameter never takes,
// a window that no app can have, and operators between literals that they do not apply to.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// Checks literals against what is done with them.
struct LiteralCheck: Check {
  static let finds = [DiagnosticIdentifier.wrongLiteral]

  static func look(at subject: CheckSubject, in walk: CheckWalk) {
    let check = LiteralCheck(context: walk.context)
    switch subject {
    case .call(let arranged, let callee): check.check(arranged, of: callee)
    case .operation(let operation, let left, let right, let place):
      check.check(operation, left.expression, right.expression, at: place)
    default: return
    }
  }

  let context: CompilationContext

  /// Reports arguments whose literals cannot be what their parameters take.
  func check(_ arranged: ArrangedArguments, of callee: Callee) {
    for (index, parameter) in callee.parameters.enumerated() {
      guard let domain = parameter.domain, let value = arranged.passed[index]?.value,
        let kind = kind(of: value)
      else { continue }
      let isAccepted =
        domain.kinds.contains(kind)
        && (value.literalNumberOrKey.map(domain.accepts) ?? true)
      if let name = value.literalText, domain.kinds.contains(.unit),
        !domain.kinds.contains(.string),
        case .other(.unit) = context.meaning(ofText: name)
      {
        context.report(.quotedUnit(value.range, name, callee.name))
      } else if !isAccepted {
        context.report(.wrongLiteral(value.range, text(of: value), callee.name, domain.words))
      } else if domain.isInstanceNumber {
        checkInstance(value, arranged, callee)
      }
    }
  }

  /// A unit without instances of its own making has one, the first.
  private func checkInstance(
    _ value: Expression, _ arranged: ArrangedArguments, _ callee: Callee
  ) {
    guard case .integer(let number) = value.unparenthesized.kind, number > 1 else { return }
    for case let argument? in arranged.passed {
      guard case .unit(let unit, let name)? = context.knownHandle(argument.value),
        context.units.indices.contains(unit),
        !context.units[unit].declaresInstances
      else { continue }
      context.report(.noSuchInstance(value.range, number, of: name.text, context.host.groups))
    }
  }

  /// Reports an operator between two literals that it does not go with.
  private func check(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, at place: SourceRange
  ) {
    guard let first = kind(of: left), let second = kind(of: right),
      !operation.goes(with: first, second)
    else { return }
    context.report(.wrongOperands(place, operation.rawValue, text(of: left), text(of: right)))
  }

  private func text(of value: Expression) -> String {
    let text = context.scripts[context.current].parsed.source.text(in: value.range)
    return text.utf8.count > 40 || text.contains(where: \.isNewline) ? "this" : "`\(text)`"
  }

  /// The kind of value that an expression shows; nil where only the run knows.
  func kind(of expression: Expression) -> LiteralKind? {
    let expression = expression.unparenthesized
    switch expression.kind {
    case .boolean: return .boolean
    case .integer: return .integer
    case .double: return .double
    case .duration: return .duration
    case .string: return .string
    case .symbol: return .symbol
    case .list: return .list
    case .map: return .map
    case .range: return .range
    case .closure: return .function
    case .name:
      if case .unit? = context.knownHandle(expression) { return .unit }
      return nil
    default: return nil
    }
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
