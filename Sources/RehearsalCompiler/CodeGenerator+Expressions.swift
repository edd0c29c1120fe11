// Expressions: each yields its value in a register that the caller names. A register below the
// function's `variableTop` holds a variable that the expression may still read, so it is written
// by the last instruction only.

import RehearsalCode
import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// What happens to a value that is read from where it already has a holder.
///
/// That is a variable, a member or a subscript. Lists and maps that get a second one have to be
/// marked shared.
enum Holding {
  /// It is used before any other code runs.
  case momentary
  /// Other functions run before it is used up; they cannot change this function's own registers.
  case acrossCalls
  /// It is kept: stored, captured, returned.
  case kept
}

extension CodeGenerator {
  /// Emits the evaluation of an expression into a register.
  func compile(_ expression: Expression, into target: Int, _ holding: Holding = .momentary) {
    let place = expression.range
    switch expression.kind {
    case .nilLiteral, .missing: builder.emit(.loadNil, a: target, at: place)
    case .boolean(let value): builder.emit(.loadBool, a: target, b: value ? 1 : 0, at: place)
    case .integer(let value): compileInteger(value, into: target, at: place)
    case .double(let value): load(.double(value.bitPattern), into: target, at: place)
    case .duration(let value): load(.duration(value), into: target, at: place)
    case .string(let literal): compile(literal, into: target)
    case .symbol(let name):
      builder.emit(
        .loadSymbol, a: target, bc: tables.number(ofSymbol: name.text), at: place)
    case .name(let name): compile(name, into: target, holding)
    case .shorthandParameter(let number):
      compileShorthand(number, into: target, holding, at: place)
    case .list(let elements): compileList(elements, into: target, at: place)
    case .map(let entries): compileMap(entries, into: target, at: place)
    case .range(let lower, let upper, let isClosed):
      compileRange(lower, upper, isClosed, into: target, at: place)
    case .closure(let closure): compile(closure, into: target)
    case .call(let call): compile(call, at: place, into: target)
    case .member(let base, let name, let isOptional):
      compileMember(base, name, isOptional, into: target, holding)
    case .subscripted(let base, let index):
      compileSubscript(base, index, into: target, holding, at: place)
    case .optionalChain(let chain): compileChain(chain, into: target, holding)
    case .prefix(let operation, let operand):
      let mark = builder.nextRegister
      let value = self.operand(operand, reusing: target)
      builder.emit(operation == .negate ? .negate : .not, a: target, b: value, at: place)
      builder.release(to: mark)
    case .binary(let operation, _, let left, let right):
      compileBinary(operation, left, right, expression, into: target, holding)
    case .conditional(let condition, let first, let second):
      compileConditional(condition, first, second, into: target, holding)
    case .parenthesized(let inner): compile(inner, into: target, holding)
    }
  }

  /// A register that holds an expression's value until the end of `end`: a variable's own where
  /// nothing changes it, `scratch` where it may be written, else a new one.
  func operand(
    _ expression: Expression, through end: Int32? = nil, reusing scratch: Int? = nil
  ) -> Int {
    let expression = expression.unparenthesized
    if let part = expectationPart(at: expression.range) {
      compile(expression, into: part, .kept)
      return part
    }
    let holding = holding(after: expression.range.end, through: end)
    if case .name(let name) = expression.kind, holding != .kept,
      let register = ownRegister(of: name)
    {
      return register
    }
    if let register = loopConstant(expression) { return register }
    let register: Int
    if let scratch, builder.isScratch(scratch) {
      register = scratch
    } else {
      register = builder.allocate()
    }
    compile(expression, into: register, holding)
    return register
  }

  /// How a value that is read before the code from `start` to `end` has to be held through it.
  func holding(after start: Int32, through end: Int32?) -> Holding {
    guard let end, end > start else { return .momentary }
    if context.facts.hasChange(after: start, through: end) { return .kept }
    return context.facts.hasCall(after: start, through: end)
      ? .acrossCalls : .momentary
  }

  /// The expectation's own register for a part of its condition.
  private func expectationPart(at range: SourceRange) -> Int? {
    builder.expectationParts.first { $0.range == range }?.register
  }
}

// MARK: - Literals

extension CodeGenerator {
  private func compileInteger(_ value: Int64, into target: Int, at place: SourceRange) {
    if let small = Int32(exactly: value) {
      builder.emit(.loadInteger, a: target, bc: Int(small), at: place)
    } else {
      load(.integer(value), into: target, at: place)
    }
  }

  func load(_ constant: Constant, into target: Int, at place: SourceRange) {
    builder.emit(.loadConstant, a: target, bc: tables.number(of: constant), at: place)
  }

  private func compile(_ literal: StringLiteral, into target: Int) {
    if let text = literal.plainText {
      return load(.string(Array(text.utf8)), into: target, at: literal.range)
    }
    let mark = builder.nextRegister
    var count = 0
    for segment in literal.segments {
      if count == Self.chunk {
        builder.emit(.interpolate, a: mark, b: mark, c: count, at: literal.range)
        builder.release(to: mark + 1)
        count = 1
      }
      let register = builder.allocate()
      count += 1
      switch segment {
      case .text(let text): load(.string(Array(text.utf8)), into: register, at: literal.range)
      case .interpolation(let value):
        compile(value, into: register, holding(after: value.range.end, through: literal.range.end))
      }
    }
    builder.emit(.interpolate, a: target, b: mark, c: count, at: literal.range)
    builder.release(to: mark)
  }

  /// How many elements of a literal are in registers at once; longer ones are made in pieces.
  private static var chunk: Int { 200 }

  private func compileList(_ elements: [Expression], into target: Int, at place: SourceRange) {
    let mark = builder.nextRegister
    let list = elements.count > Self.chunk ? builder.allocate() : target
    let first = builder.nextRegister
    for element in elements.prefix(Self.chunk) {
      compile(element, into: builder.allocate(), .kept)
    }
    let count = builder.nextRegister - first
    builder.emit(.makeList, a: list, b: count > 0 ? first : list, c: count, at: place)
    builder.release(to: first)
    for element in elements.dropFirst(Self.chunk) {
      let value = builder.allocate()
      compile(element, into: value, .kept)
      builder.emit(.append, a: list, b: value, at: element.range)
      builder.release(to: first)
    }
    if list != target { builder.emit(.move, a: target, b: list, at: place) }
    builder.release(to: mark)
  }

  private func compileMap(_ entries: [MapEntry], into target: Int, at place: SourceRange) {
    let mark = builder.nextRegister
    let map = entries.count > Self.chunk ? builder.allocate() : target
    let first = builder.nextRegister
    for entry in entries.prefix(Self.chunk) {
      compile(entry.key, into: builder.allocate())
      compile(entry.value, into: builder.allocate(), .kept)
    }
    let count = min(entries.count, Self.chunk)
    builder.emit(.makeMap, a: map, b: count > 0 ? first : map, c: count, at: place)
    builder.release(to: first)
    for entry in entries.dropFirst(Self.chunk) {
      let key = operand(entry.key, through: entry.value.range.end)
      let value = builder.allocate()
      compile(entry.value, into: value, .kept)
      builder.emit(.setIndex, a: map, b: key, c: value, at: entry.key.range)
      builder.release(to: first)
    }
    if map != target { builder.emit(.move, a: target, b: map, at: place) }
    builder.release(to: mark)
  }

  private func compileRange(
    _ lower: Expression?, _ upper: Expression?, _ isClosed: Bool, into target: Int,
    at place: SourceRange
  ) {
    guard let lower, let upper else {
      return builder.emit(.loadNil, a: target, at: place)
    }
    let mark = builder.nextRegister
    let first = operand(lower, through: upper.range.end)
    let second = operand(upper)
    builder.emit(
      isClosed ? .makeClosedRange : .makeHalfOpenRange, a: target, b: first, c: second, at: place)
    builder.release(to: mark)
  }
}

// MARK: - Operators

extension CodeGenerator {
  private func compileBinary(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression,
    _ expression: Expression, into target: Int, _ holding: Holding
  ) {
    switch operation {
    case .and, .or: compileTruth(of: expression, into: target)
    case .coalesce: compileCoalescing(left, right, into: target, holding)
    default: compileOperation(operation, left, right, into: target, at: expression.range)
    }
  }

  private func compileOperation(
    _ operation: BinaryOperator, _ left: Expression, _ right: Expression, into target: Int,
    at place: SourceRange
  ) {
    let mark = builder.nextRegister
    let first = operand(left, through: right.range.end, reusing: target)
    if let immediate = operation.immediateAddend(of: right) {
      builder.emit(.addImmediate, a: target, b: first, c: immediate, at: place)
    } else if let divisor = operation.immediateDivisor(of: right) {
      builder.emit(.remainderImmediate, a: target, b: first, c: divisor, at: place)
    } else {
      let second = operand(right, reusing: first == target ? nil : target)
      emit(operation, into: target, first, second, at: place)
    }
    builder.release(to: mark)
  }

  /// Emits an operator on two registers.
  func emit(
    _ operation: BinaryOperator, into target: Int, _ left: Int, _ right: Int, at place: SourceRange
  ) {
    switch operation {
    case .multiply: builder.emit(.multiply, a: target, b: left, c: right, at: place)
    case .divide: builder.emit(.divide, a: target, b: left, c: right, at: place)
    case .remainder: builder.emit(.remainder, a: target, b: left, c: right, at: place)
    case .add: builder.emit(.add, a: target, b: left, c: right, at: place)
    case .subtract: builder.emit(.subtract, a: target, b: left, c: right, at: place)
    case .equal: builder.emit(.equal, a: target, b: left, c: right, at: place)
    case .notEqual: builder.emit(.notEqual, a: target, b: left, c: right, at: place)
    case .less: builder.emit(.less, a: target, b: left, c: right, at: place)
    case .lessOrEqual: builder.emit(.lessOrEqual, a: target, b: left, c: right, at: place)
    case .greater: builder.emit(.less, a: target, b: right, c: left, at: place)
    case .greaterOrEqual: builder.emit(.lessOrEqual, a: target, b: right, c: left, at: place)
    case .coalesce, .and, .or: break  // Control flow, compiled as such.
    }
  }

  /// The truth of a condition that is control flow, as a value.
  func compileTruth(of condition: Expression, into target: Int) {
    let isFalse = builder.newLabel()
    let end = builder.newLabel()
    branch(on: condition, to: isFalse, when: false)
    builder.emit(.loadBool, a: target, b: 1, at: condition.range)
    builder.emitJump(.jump, to: end, at: condition.range)
    builder.bind(isFalse)
    builder.emit(.loadBool, a: target, at: condition.range)
    builder.bind(end)
  }

  private func compileCoalescing(
    _ left: Expression, _ right: Expression, into target: Int, _ holding: Holding
  ) {
    withScratch(for: target, at: left.range) { scratch in
      let end = builder.newLabel()
      compile(left, into: scratch, holding)
      builder.emitJump(.jumpIfNotNil, a: scratch, to: end, at: left.range)
      compile(right, into: scratch, holding)
      builder.bind(end)
    }
  }

  private func compileConditional(
    _ condition: Expression, _ first: Expression, _ second: Expression, into target: Int,
    _ holding: Holding
  ) {
    let otherwise = builder.newLabel()
    let end = builder.newLabel()
    branch(on: condition, to: otherwise, when: false)
    compile(first, into: target, holding)
    builder.emitJump(.jump, to: end, at: first.range)
    builder.bind(otherwise)
    compile(second, into: target, holding)
    builder.bind(end)
  }

  /// Compiles what writes its register early: into the target where that is scratch, else by way
  /// of a new register.
  func withScratch(for target: Int, at place: SourceRange, _ body: (Int) -> Void) {
    guard !builder.isScratch(target) else { return body(target) }
    let mark = builder.nextRegister
    let scratch = builder.allocate()
    body(scratch)
    builder.emit(.move, a: target, b: scratch, at: place)
    builder.release(to: mark)
  }
}

extension BinaryOperator {
  /// The number to add where the operation is one with a small integer literal on its right.
  func immediateAddend(of right: Expression) -> Int? {
    guard let value = right.smallInteger else { return nil }
    switch self {
    case .add: return value
    // Without 0: -0.0 - 0 is -0.0, and -0.0 + 0 is 0.0.
    case .subtract: return value == 0 ? nil : Int16(exactly: -value).map(Int.init)
    default: return nil
    }
  }
}
