// The shapes of instructions: for each operation of the catalogue, what its operands are, which
// words follow it and whether the next instruction may come after it. Verifier, disassembler, the
// laying of jumps and the liveness of registers follow this table; it says nothing of what an
// instruction does.

/// What an operand of an instruction is.
package enum Operand: Equatable, Sendable {
  /// Always 0.
  case unused
  /// The first of that many registers in a row, which are read and may change.
  case registers(Int)
  /// The first of that many registers in a row, which get values and are not read.
  case targets(Int)
  /// One register that gets a value, which the instruction itself reads again.
  case opened
  /// The first of three registers in a row: the bounds of a loop over a range, which are read, and
  /// its turn, which gets a value.
  case rangeLoop
  /// The first of that many registers, which are read, for each unit that the `count` operand says.
  case rows(of: Int)
  /// The register before the arguments of a call: as many as `argumentCount` says, or as the
  /// called function has parameters.
  case call(CallBase)
  /// How many units of `rows` there are.
  case count
  /// How many arguments there are after `call`.
  case argumentCount
  /// A function of the program, by 16 bits.
  case callee
  /// A position in a list.
  case index
  /// An Int above 0.
  case divisor
  /// 0 or 1.
  case flag
  /// A signed number of 16 bits.
  case immediate
  /// The distance of a jump, of 16 bits.
  case shortDistance
  /// A capture of the running closure.
  case capture
  /// In a `capture` word: a register where `a` is 0, else a capture of the running closure.
  case captured
  /// A member name of the program.
  case member
  /// A String among the constants, by 16 bits.
  case key
  /// A `LibraryFunction`, or after those a function of the host with a body.
  case libraryFunction
  /// A function of the host interface.
  case hostFunction

  // Of 32 bits, in `b` and `c` together.
  /// A signed number.
  case integer
  /// The distance of a jump.
  case distance
  /// Indices into the tables of the program or of the machine.
  case constant, symbol, function, handle, global, cache, expectation

  /// What the register before the arguments of a call is for.
  package enum CallBase: Sendable {
    case unused
    /// It is read: the function value that is called.
    case callee
    /// It gets the result and is not read.
    case result
    /// It is read, and gets the result.
    case receiver
    /// The same, and the register after it, which there is even without arguments, gets the
    /// receiver back.
    case changingReceiver
  }

  /// One register that is read.
  package static let register = registers(1)

  /// One register that gets a value and is not read.
  package static let target = targets(1)

  /// Whether it takes `b` and `c` together.
  var isWide: Bool {
    switch self {
    case .integer, .distance, .constant, .symbol, .function, .handle, .global, .cache,
      .expectation:
      true
    default: false
    }
  }
}

/// The shape of an operation's instructions.
package struct OperationShape: Sendable {
  /// The words that follow an instruction and are not executed.
  package enum SecondWords: Sendable {
    case none
    /// One `cache` word.
    case cache
    /// As many `capture` words as the function has captures.
    case captures
  }

  package let a: Operand
  package let b: Operand
  package let c: Operand
  package let secondWords: SecondWords
  /// Whether the next instruction may be executed after it.
  package let fallsThrough: Bool

  package init(
    _ a: Operand = .unused, _ b: Operand = .unused, _ c: Operand = .unused,
    secondWords: SecondWords = .none, fallsThrough: Bool = true
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.secondWords = secondWords
    self.fallsThrough = fallsThrough
  }
}

extension Operation {
  /// The shape of its instructions.
  package var shape: OperationShape {
    switch self {
    // Moving values
    case .move, .share, .loadCell: OperationShape(.target, .register)
    case .openCell: OperationShape(.opened, .register)
    case .storeCell: OperationShape(.register, .register)
    case .loadNil, .loadAbsent: OperationShape(.target)
    case .makeCell: OperationShape(.register)
    case .loadBool: OperationShape(.target, .flag)
    case .loadInteger: OperationShape(.target, .integer)
    case .loadConstant: OperationShape(.target, .constant)
    case .loadSymbol: OperationShape(.target, .symbol)
    case .loadFunction: OperationShape(.target, .function)
    case .loadHandle: OperationShape(.target, .handle)
    case .loadGlobal, .openGlobal, .peekGlobal: OperationShape(.target, .global)
    case .storeGlobal: OperationShape(.register, .global)
    case .loadCapture: OperationShape(.target, .capture)
    case .makeClosure: OperationShape(.target, .function, secondWords: .captures)
    case .capture: OperationShape(.flag, .captured)

    // Arithmetic
    case .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual, .less, .lessOrEqual:
      OperationShape(.target, .register, .register)
    case .addImmediate: OperationShape(.target, .register, .immediate)
    case .remainderImmediate: OperationShape(.target, .register, .divisor)
    case .negate, .not: OperationShape(.target, .register)
    case .interpolate, .makeList: OperationShape(.target, .rows(of: 1), .count)

    // Jumping
    case .jump: OperationShape(.unused, .distance, fallsThrough: false)
    case .jumpIfTrue, .jumpIfFalse, .jumpIfNil, .jumpIfNotNil, .jumpIfPresent, .jumpIfHandle,
      .jumpIfNotHandle:
      OperationShape(.register, .distance)
    case .jumpIfLess, .jumpIfNotLess, .jumpIfLessOrEqual, .jumpIfNotLessOrEqual, .jumpIfEqual,
      .jumpIfNotEqual:
      OperationShape(.register, .register, .shortDistance)
    case .jumpIfLessImmediate, .jumpIfNotLessImmediate, .jumpIfLessOrEqualImmediate,
      .jumpIfNotLessOrEqualImmediate, .jumpIfGreaterImmediate, .jumpIfNotGreaterImmediate,
      .jumpIfGreaterOrEqualImmediate, .jumpIfNotGreaterOrEqualImmediate, .jumpIfEqualImmediate,
      .jumpIfNotEqualImmediate:
      OperationShape(.register, .immediate, .shortDistance)

    // Loops
    case .beginRangeLoop: OperationShape(.rangeLoop, .flag, .shortDistance)
    case .nextRangeTurn: OperationShape(.rangeLoop, .distance)
    case .beginLoop: OperationShape(.targets(2), .register)
    case .nextTurn: OperationShape(.registers(2), .target, .shortDistance)
    case .nextPairTurn: OperationShape(.registers(2), .targets(2), .shortDistance)

    // Calling
    case .callFunction: OperationShape(.call(.unused), .callee, .target)
    case .call: OperationShape(.call(.callee), .argumentCount, .target)
    case .callMember:
      OperationShape(.call(.receiver), .member, .argumentCount, secondWords: .cache)
    case .callMutatingMember:
      OperationShape(.call(.changingReceiver), .member, .argumentCount, secondWords: .cache)
    case .callLibrary: OperationShape(.call(.result), .libraryFunction, .argumentCount)
    case .callHost: OperationShape(.call(.result), .hostFunction, .argumentCount)
    case .returnValue, .returnShared: OperationShape(.register, fallsThrough: false)
    case .returnNil: OperationShape(fallsThrough: false)

    // Collections
    case .makeMap: OperationShape(.target, .rows(of: 2), .count)
    case .getIndexImmediate: OperationShape(.target, .register, .index)
    case .makeHalfOpenRange, .makeClosedRange, .getIndex, .getIndexShared:
      OperationShape(.target, .register, .register)
    case .openIndex: OperationShape(.opened, .register, .register)
    case .setIndex: OperationShape(.register, .register, .register)
    case .getKey: OperationShape(.target, .register, .key, secondWords: .cache)
    case .setKey: OperationShape(.register, .key, .register, secondWords: .cache)
    case .slice, .sliceClosed: OperationShape(.target, .register, .registers(2))
    case .getMember: OperationShape(.target, .register, .member, secondWords: .cache)
    case .openMember: OperationShape(.opened, .register, .member, secondWords: .cache)
    case .setMember: OperationShape(.register, .member, .register, secondWords: .cache)
    case .requireHandle: OperationShape(.register)
    case .append: OperationShape(.register, .register, .flag)
    case .cache: OperationShape(.unused, .cache)

    // Expectations and waiting
    case .expectation: OperationShape(.register, .expectation)
    case .beginWait: OperationShape(.target, .register, .flag)
    case .continueWait: OperationShape(.target, .register)
    case .beginReadOnly, .endReadOnly: OperationShape()

    // The machine's own
    case .renewBudget: OperationShape()
    case .leave: OperationShape(fallsThrough: false)
    }
  }
}

extension Operation {
  /// Whether it compares one value with another.
  var compares: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual: true
    default: shape.a == .register && shape.c == .shortDistance
    }
  }
}

extension Instruction {
  /// The operands with their values, without the unused ones; signed ones as such.
  func operands(of shape: OperationShape) -> [(operand: Operand, value: Int)] {
    // Verifying asks for the operands of each instruction, so they take one allocation.
    var operands: [(operand: Operand, value: Int)] = []
    operands.reserveCapacity(3)
    if shape.a != .unused { operands.append((shape.a, Int(a))) }
    if shape.b.isWide {
      let isSigned = shape.b == .integer || shape.b == .distance
      operands.append((shape.b, isSigned ? signedBC : bc))
      return operands
    }
    if shape.b != .unused {
      operands.append((shape.b, shape.b == .immediate ? signedB : Int(b)))
    }
    if shape.c != .unused {
      let isSigned = shape.c == .immediate || shape.c == .shortDistance
      operands.append((shape.c, isSigned ? signedC : Int(c)))
    }
    return operands
  }

  /// Whether the operands that the shape does not use are 0.
  func hasUnusedOperandsClear(of shape: OperationShape) -> Bool {
    (shape.a != .unused || a == 0) && (shape.b != .unused || b == 0)
      && (shape.c != .unused || shape.b.isWide || c == 0)
  }
}

extension Program {
  /// The registers that an operand reads and those that it writes, counted from the one that it
  /// names; nil for an operand that names no register.
  package func registers(
    of operand: Operand, in instruction: Instruction, _ shape: OperationShape
  ) -> (read: Range<Int>, written: Range<Int>)? {
    switch operand {
    case .registers(let count): return (0..<count, 0..<0)
    case .targets(let count): return (0..<0, 0..<count)
    case .opened: return (0..<0, 0..<1)
    case .rangeLoop: return (0..<2, 2..<3)
    case .rows(let width): return (0..<width * Int(instruction.c), 0..<0)
    case .call(let base):
      let end = 1 + argumentCount(of: instruction, shape)
      switch base {
      case .unused: return (1..<end, 0..<0)
      case .callee: return (0..<end, 0..<0)
      case .result: return (1..<end, 0..<1)
      case .receiver: return (0..<end, 0..<1)
      case .changingReceiver: return (0..<end, 0..<2)
      }
    default: return nil
    }
  }

  /// How many arguments a call has; a direct one as many as the function has parameters.
  package func argumentCount(of instruction: Instruction, _ shape: OperationShape) -> Int {
    if shape.b == .argumentCount { return Int(instruction.b) }
    if shape.c == .argumentCount { return Int(instruction.c) }
    let callee = Int(instruction.b)
    return functions.indices.contains(callee) ? functions[callee].parameterNames.count : 0
  }

  /// Which words follow an instruction, and how many; nil where they belong to no function.
  package func secondWords(
    of instruction: Instruction, _ shape: OperationShape
  ) -> (word: Operation, count: Int)? {
    switch shape.secondWords {
    case .none: return (.cache, 0)
    case .cache: return (.cache, 1)
    case .captures:
      guard functions.indices.contains(instruction.bc) else { return nil }
      return (.capture, functions[instruction.bc].captureCount)
    }
  }
}
