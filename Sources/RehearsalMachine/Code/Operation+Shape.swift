// The shapes of instructions: for each operation of the catalogue, what its operands are, which
// words follow it and whether the next instruction may come after it. Verifier, disassembler and
// the laying of jumps follow this table; it says nothing of what an instruction does.

/// What an operand of an instruction is.
enum Operand: Equatable, Sendable {
  /// Always 0.
  case unused
  /// The first of that many registers in a row.
  case registers(Int)
  /// The first of that many registers for each unit that the `count` operand says.
  case rows(of: Int)
  /// The register before the arguments of a call: as many as `argumentCount` says, or as the
  /// called function has parameters. It holds the callee or gets the result.
  case call
  /// The same where there has to be a register behind the result's even without arguments.
  case callWithReceiver
  /// How many units of `rows` there are.
  case count
  /// How many arguments there are behind `call`.
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
  /// A `LibraryFunction`, or behind those a function of the host with a body.
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

  /// One register.
  static let register = registers(1)

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
struct OperationShape: Sendable {
  /// The words that follow an instruction and are not executed.
  enum SecondWords: Sendable {
    case none
    /// One `cache` word.
    case cache
    /// As many `capture` words as the function has captures.
    case captures
  }

  let a: Operand
  let b: Operand
  let c: Operand
  let secondWords: SecondWords
  /// Whether the next instruction may be executed after it.
  let fallsThrough: Bool

  init(
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
  var shape: OperationShape {
    switch self {
    // Moving values
    case .move, .share, .loadCell, .storeCell: OperationShape(.register, .register)
    case .loadNil, .loadAbsent, .makeCell: OperationShape(.register)
    case .loadBool: OperationShape(.register, .flag)
    case .loadInteger: OperationShape(.register, .integer)
    case .loadConstant: OperationShape(.register, .constant)
    case .loadSymbol: OperationShape(.register, .symbol)
    case .loadFunction: OperationShape(.register, .function)
    case .loadHandle: OperationShape(.register, .handle)
    case .loadGlobal, .storeGlobal: OperationShape(.register, .global)
    case .loadCapture: OperationShape(.register, .capture)
    case .makeClosure: OperationShape(.register, .function, secondWords: .captures)
    case .capture: OperationShape(.flag, .captured)

    // Arithmetic
    case .add, .subtract, .multiply, .divide, .remainder, .equal, .notEqual, .less, .lessOrEqual:
      OperationShape(.register, .register, .register)
    case .addImmediate: OperationShape(.register, .register, .immediate)
    case .remainderImmediate: OperationShape(.register, .register, .divisor)
    case .negate, .not: OperationShape(.register, .register)
    case .interpolate, .makeList: OperationShape(.register, .rows(of: 1), .count)

    // Jumping
    case .jump: OperationShape(.unused, .distance, fallsThrough: false)
    case .jumpIfTrue, .jumpIfFalse, .jumpIfNil, .jumpIfNotNil, .jumpIfPresent, .jumpIfHandle:
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
    case .beginRangeLoop: OperationShape(.registers(3), .flag, .shortDistance)
    case .nextRangeTurn: OperationShape(.registers(3), .distance)
    case .beginLoop: OperationShape(.registers(2), .register)
    case .nextTurn: OperationShape(.registers(2), .register, .shortDistance)
    case .nextPairTurn: OperationShape(.registers(2), .registers(2), .shortDistance)

    // Calling
    case .callFunction: OperationShape(.call, .callee, .register)
    case .call: OperationShape(.call, .argumentCount, .register)
    case .callMember: OperationShape(.call, .member, .argumentCount, secondWords: .cache)
    case .callMutatingMember:
      OperationShape(.callWithReceiver, .member, .argumentCount, secondWords: .cache)
    case .callLibrary: OperationShape(.call, .libraryFunction, .argumentCount)
    case .callHost: OperationShape(.call, .hostFunction, .argumentCount)
    case .returnValue, .returnShared: OperationShape(.register, fallsThrough: false)
    case .returnNil: OperationShape(fallsThrough: false)

    // Collections
    case .makeMap: OperationShape(.register, .rows(of: 2), .count)
    case .getIndexImmediate: OperationShape(.register, .register, .index)
    case .makeHalfOpenRange, .makeClosedRange, .getIndex, .getIndexShared, .setIndex:
      OperationShape(.register, .register, .register)
    case .slice, .sliceClosed: OperationShape(.register, .register, .registers(2))
    case .getMember: OperationShape(.register, .register, .member, secondWords: .cache)
    case .setMember: OperationShape(.register, .member, .register, secondWords: .cache)
    case .makeUnique, .requireHandle: OperationShape(.register)
    case .append: OperationShape(.register, .register, .flag)
    case .cache: OperationShape(.unused, .cache)

    // Expectations and waiting
    case .expectation: OperationShape(.register, .expectation)
    case .beginWait: OperationShape(.register, .register, .flag)
    case .continueWait: OperationShape(.register, .register)
    case .beginReadOnly, .endReadOnly: OperationShape()

    // The machine's own
    case .renewBudget: OperationShape()
    case .leave: OperationShape(fallsThrough: false)
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
