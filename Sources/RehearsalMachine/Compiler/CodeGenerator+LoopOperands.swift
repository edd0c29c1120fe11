// Constants that operators in a loop need are loaded into registers before the loop begins, not at
// each turn: half of the instructions of a numeric loop would be loads otherwise.

import RehearsalSyntax

/// A literal that is an operand of an operator.
struct OperandLiteral {
  let offset: Int32
  /// How many functions enclose it.
  let depth: Int
  let constant: Constant
}

extension CaptureFacts {
  /// The constants that the operators of a loop need, closures in it left out; each once.
  ///
  /// - Complexity: O(*n*) in the literals of the loop, and O(log *n*) in those of the script.
  func constants(ofLoop range: SourceRange) -> [Constant] {
    guard let depth = loopDepths[range.start] else { return [] }
    var low = 0
    var high = operandLiterals.count
    while low < high {
      let middle = (low + high) / 2
      if operandLiterals[middle].offset < range.start { low = middle + 1 } else { high = middle }
    }
    var constants: [Constant] = []
    for literal in operandLiterals[low...] {
      guard literal.offset < range.end, constants.count < Self.most else { break }
      if literal.depth == depth, !constants.contains(literal.constant) {
        constants.append(literal.constant)
      }
    }
    return constants
  }

  /// More constants than this do not speed a loop up.
  private static var most: Int { 16 }
}

extension CodeGenerator {
  /// Emits a loop with its constants in registers.
  func withLoopConstants(in range: SourceRange, _ body: () -> Void) {
    let outer = builder.loopConstants
    withScope {
      for constant in scripts[current].facts.constants(ofLoop: range)
      where outer[constant] == nil {
        let register = builder.allocate()
        load(constant, into: register, at: SourceRange(Int(range.start), Int(range.start)))
        builder.loopConstants[constant] = register
      }
      builder.keepAllocated()
      body()
    }
    builder.loopConstants = outer
  }

  /// The register that holds a literal for the loops under way.
  func loopConstant(_ expression: Expression) -> Int? {
    guard !builder.loopConstants.isEmpty, let constant = expression.literalConstant else {
      return nil
    }
    return builder.loopConstants[constant]
  }
}

extension Expression {
  /// The constant that a literal stands for; nil for anything else.
  var literalConstant: Constant? {
    switch unparenthesized.kind {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value.bitPattern)
    case .duration(let nanoseconds): .duration(nanoseconds)
    case .string(let literal): literal.plainText.map { .string(Array($0.utf8)) }
    default: nil
    }
  }
}

extension BinaryOperator {
  /// Whether it is one of `* / %`.
  var isMultiplicative: Bool { precedence == .multiplication }
}
