// Units that are alike: the same declarations and the same code, instruction by instruction, but for
// where their functions stand in the program. Nothing that such a unit runs can tell which it is.

import RehearsalValues

extension Program {
  /// Whether two units are declared alike but for their names, so that their code does the same.
  ///
  /// - Complexity: O(*n*) in the number of functions and the length of the units' code.
  package func areAlike(_ unit: Int, _ other: Int) -> Bool {
    guard let likeness = UnitLikeness(of: unit, other, in: self) else { return false }
    return likeness.isComplete
  }
}

/// A comparison of two units.
private struct UnitLikeness {
  private let program: Program
  private let numbers: (Int, Int)
  private let units: (CompiledUnit, CompiledUnit)
  /// The functions of both, by their ranks.
  private let functions: ([Int], [Int])

  /// Prepares a comparison; nil where there is no such unit.
  init?(of unit: Int, _ other: Int, in program: Program) {
    guard program.units.indices.contains(unit), program.units.indices.contains(other) else {
      return nil
    }
    self.program = program
    numbers = (unit, other)
    units = (program.units[unit], program.units[other])
    functions = (program.functions(ofUnit: unit), program.functions(ofUnit: other))
  }

  /// Whether everything is alike.
  var isComplete: Bool {
    areDeclarationsAlike && areAlike(functions.0, functions.1, areAlike) && namesOnlyItself
  }

  /// Whether the code names no other unit, also in functions that both share.
  private var namesOnlyItself: Bool {
    program.units(namedBy: functions.0.map { FunctionIndex($0) })
      .isSubset(of: [UInt64(numbers.0)])
  }

  // MARK: - Declarations

  private var areDeclarationsAlike: Bool {
    let (one, other) = units
    return areAlike(one.info, other.info) { $0.key == $1.key && $0.value == $1.value }
      && areAlike(one.globalTable, other.globalTable)
      && areAlike(one.instanceInitializers, other.instanceInitializers, isLike)
      && one.instanceKinds == other.instanceKinds
      && areAlike(one.actions, other.actions) {
        $0.name == $1.name && $0.target == $1.target && isLike($0.function, $1.function)
      }
      && areAlike(one.handlers, other.handlers) {
        $0.name == $1.name && $0.group == $1.group && $0.instanceKind == $1.instanceKind
          && $0.selector == $1.selector && isLike($0.function, $1.function)
          && $0.isExpression == $1.isExpression
      }
      && areAlike(one.controls, other.controls) {
        $0.label == $1.label && isLike($0.action, $1.action) && $0.sentAction == $1.sentAction
          && $0.target == $1.target
      }
  }

  private func areAlike(_ one: GlobalTable, _ other: GlobalTable) -> Bool {
    one.names == other.names && one.instanceNames == other.instanceNames
      && one.constantCount == other.constantCount && one.unreadSlots == other.unreadSlots
      && isLike(one.initializer, other.initializer)
  }

  private func areAlike<Element>(
    _ one: [Element], _ other: [Element], _ isLike: (Element, Element) -> Bool
  ) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy(isLike)
  }

  // MARK: - Code

  /// Whether a function is the other unit's like of one, or one that both share.
  private func isLike(_ one: Int, _ other: Int) -> Bool {
    guard program.functions.indices.contains(one), program.functions.indices.contains(other) else {
      return false
    }
    let (first, second) = (program.functions[one], program.functions[other])
    guard first.unit == numbers.0 else { return one == other }
    return second.unit == numbers.1 && first.rankInUnit == second.rankInUnit
  }

  private func isLike(_ one: FunctionIndex?, _ other: FunctionIndex?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return isLike(one.number, other.number)
  }

  /// Whether two functions have the same shape and the same code.
  private func areAlike(_ function: Int, _ other: Int) -> Bool {
    let (one, two) = (program.functions[function], program.functions[other])
    guard one.registerCount == two.registerCount, one.parameterNames == two.parameterNames,
      one.requiredCount == two.requiredCount, one.captureCount == two.captureCount,
      one.ignoresSurplusArguments == two.ignoresSurplusArguments, one.side == two.side,
      one.isHidden == two.isHidden, one.length == two.length
    else { return false }
    return zip(program.code(of: function), program.code(of: other)).allSatisfy {
      areAlike(program.instructions[$0], program.instructions[$1])
    }
  }

  private func areAlike(_ one: Instruction, _ other: Instruction) -> Bool {
    guard one.code == other.code, let shape = one.operation?.shape, one.a == other.a else {
      return false
    }
    if shape.b.isWide { return isLike(shape.b, one.bc, other.bc) }
    if shape.c.isWide { return isLike(shape.c, one.bc, other.bc) }
    return isLike(shape.b, Int(one.b), Int(other.b)) && one.c == other.c
  }

  /// Whether two operands mean the same.
  private func isLike(_ operand: Operand, _ one: Int, _ other: Int) -> Bool {
    switch operand {
    case .function, .callee: isLike(one, other)
    // Where a machine keeps what it has found; it tells nothing apart.
    case .cache: true
    case .handle:
      one == other
        || program.handles[one] == handle(of: numbers.0)
          && program.handles[other] == handle(of: numbers.1)
    default: one == other
    }
  }

  private func handle(of unit: Int) -> Handle {
    Handle(kind: program.host.unitKind, number: UInt64(unit))
  }
}
