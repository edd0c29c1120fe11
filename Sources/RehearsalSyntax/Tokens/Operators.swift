// The operators and punctuation of the language, each once: spelling and precedence. Lexer, parser,
// formatter, grammar and editor files read them here.

/// An operator before its operand.
package enum PrefixOperator: String, CaseIterable, Sendable {
  case negate = "-"
  case not = "!"
}

/// An operator between two operands.
package enum BinaryOperator: String, CaseIterable, Sendable {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case coalesce = "??"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case and = "&&"
  case or = "||"

  /// How tightly the operator binds; higher binds tighter.
  package var precedence: Precedence {
    switch self {
    case .multiply, .divide, .remainder: .multiplication
    case .add, .subtract: .addition
    case .coalesce: .coalescing
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: .comparison
    case .and: .conjunction
    case .or: .disjunction
    }
  }
}

/// The levels of binary operators, from loose to tight; ranges are between two of them.
package enum Precedence: Int, Comparable, CaseIterable, Sendable {
  case disjunction, conjunction, comparison, coalescing, range, addition, multiplication

  /// Whether `left` binds looser than `right`.
  package static func < (left: Precedence, right: Precedence) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// The two operators that make ranges.
package enum RangeOperator: String, CaseIterable, Sendable {
  case closed = "..."
  case halfOpen = "..<"
}

/// An operator that stores into a place.
package enum AssignmentOperator: String, CaseIterable, Sendable {
  case assign = "="
  case add = "+="
  case subtract = "-="
  case multiply = "*="
  case divide = "/="
  case remainder = "%="

  /// The operator that combines the old value with the right side; nil for `=`.
  package var combining: BinaryOperator? {
    switch self {
    case .assign: nil
    case .add: .add
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    }
  }
}

// MARK: - Punctuation

/// A mark that groups, separates or selects.
package enum Punctuation: String, CaseIterable, Sendable {
  case leftParenthesis = "("
  case rightParenthesis = ")"
  case leftBracket = "["
  case rightBracket = "]"
  case leftBrace = "{"
  case rightBrace = "}"
  case comma = ","
  case colon = ":"
  case semicolon = ";"
  case dot = "."
  case optionalDot = "?."
  case question = "?"

  /// The mark that closes what this one opens.
  var closer: Punctuation? {
    switch self {
    case .leftParenthesis: .rightParenthesis
    case .leftBracket: .rightBracket
    case .leftBrace: .rightBrace
    default: nil
    }
  }

  /// Whether the mark closes a bracket.
  var isCloser: Bool {
    self == .rightParenthesis || self == .rightBracket || self == .rightBrace
  }
}
