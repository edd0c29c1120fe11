// Conditions as control flow: a test jumps by the comparison itself, without making a Bool.
// Lists of conditions bind their names on the way.

import RehearsalSyntax

extension CodeGenerator {
  /// Emits the test of a condition and the jump to `label` where it comes out as `outcome`.
  func branch(on condition: Expression, to label: FunctionBuilder.Label, when outcome: Bool) {
    let mark = builder.nextRegister
    defer { builder.release(to: mark) }
    let condition = condition.unparenthesized
    switch condition.kind {
    case .boolean(let value):
      if value == outcome { builder.emitJump(.jump, to: label, at: condition.range) }
    case .prefix(.not, let inner): branch(on: inner, to: label, when: !outcome)
    case .binary(.and, _, let left, let right):
      branchJunction(left, right, to: label, when: outcome, settledBy: false)
    case .binary(.or, _, let left, let right):
      branchJunction(left, right, to: label, when: outcome, settledBy: true)
    case .binary(let operation, _, let left, let right) where operation.isComparison:
      branchComparison(operation, left, right, to: label, when: outcome, at: condition.range)
    default:
      let value = operand(condition)
      builder.emitJump(
        outcome ? .jumpIfTrue : .jumpIfFalse, a: value, to: label, at: condition.range)
    }
  }

  /// `&&` is settled by a false operand, `||` by a true one.
  private func branchJunction(
    _ left: Expression, _ right: Expression, to label: FunctionBuilder.Label, when outcome: Bool,
    settledBy settling: Bool
  ) {
    if outcome == settling {
      branch(on: left, to: label, when: outcome)
      branch(on: right, to: label, when: outcome)
    } else {
      let settled = builder.newLabel()
      branch(on: left, to: settled, when: settling)
      branch(on: right, to: label, when: outcome)
      builder.bind(settled)
    }
  }

  private func branchComparison(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
    to label: FunctionBuilder.Label, when outcome: Bool, at place: SourceRange
  ) {
    if operation.isEquality { checkSymbols(comparing: left, right) }
    let first = operand(left, through: right.range.end)
    if operation.isEquality, case .nilLiteral = right.unparenthesized.kind {
      let jumpsIfNil = (operation == .equal) == outcome
      builder.emitJump(jumpsIfNil ? .jumpIfNil : .jumpIfNotNil, a: first, to: label, at: place)
    } else if let value = right.smallInteger {
      builder.emitJump(
        operation.immediateJump(when: outcome), a: first, b: value, to: label, at: place)
    } else {
      let second = operand(right)
      let isSwapped = operation == .greater || operation == .greaterOrEqual
      builder.emitJump(
        operation.jump(when: outcome), a: isSwapped ? second : first,
        b: isSwapped ? first : second, to: label, at: place)
    }
  }

  /// Tests conditions from left to right, binds the names they bind, and jumps to `label` unless
  /// all hold; with `holds`, jumps there where they do, and falls through to `label` otherwise.
  func branch(
    on conditions: [Condition], unless label: FunctionBuilder.Label,
    else holds: FunctionBuilder.Label? = nil
  ) {
    for (index, condition) in conditions.enumerated() {
      let holds = index == conditions.count - 1 ? holds : nil
      switch condition {
      case .expression(let expression):
        branch(on: expression, to: holds ?? label, when: holds != nil)
      case .binding(let name, let value):
        let register = builder.allocate()
        compile(value ?? Expression(.name(name), name.range), into: register, .kept)
        builder.release(to: register + 1)
        builder.keepAllocated()
        builder.emitJump(
          holds == nil ? .jumpIfNil : .jumpIfNotNil, a: register, to: holds ?? label,
          at: value?.range ?? name.range)
        declare(name, .condition, register: register)
      }
    }
  }
}

extension BinaryOperator {
  /// Whether it compares two values.
  var isComparison: Bool { precedence == .comparison }

  /// Whether it compares for equality, which every two values allow.
  var isEquality: Bool { self == .equal || self == .notEqual }

  /// The jump taken where the comparison of two registers comes out as `outcome`; those of `>`
  /// and `>=` take their registers in the other order.
  fileprivate func jump(when outcome: Bool) -> Operation {
    switch self {
    case .equal: outcome ? .jumpIfEqual : .jumpIfNotEqual
    case .notEqual: outcome ? .jumpIfNotEqual : .jumpIfEqual
    case .less, .greater: outcome ? .jumpIfLess : .jumpIfNotLess
    default: outcome ? .jumpIfLessOrEqual : .jumpIfNotLessOrEqual
    }
  }

  /// The jump taken where the comparison with a small integer comes out as `outcome`.
  fileprivate func immediateJump(when outcome: Bool) -> Operation {
    switch self {
    case .equal: outcome ? .jumpIfEqualImmediate : .jumpIfNotEqualImmediate
    case .notEqual: outcome ? .jumpIfNotEqualImmediate : .jumpIfEqualImmediate
    case .less: outcome ? .jumpIfLessImmediate : .jumpIfNotLessImmediate
    case .greater: outcome ? .jumpIfGreaterImmediate : .jumpIfNotGreaterImmediate
    case .greaterOrEqual:
      outcome ? .jumpIfGreaterOrEqualImmediate : .jumpIfNotGreaterOrEqualImmediate
    default: outcome ? .jumpIfLessOrEqualImmediate : .jumpIfNotLessOrEqualImmediate
    }
  }
}
