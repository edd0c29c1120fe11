// What an expression is as it is written, before anything is known of its value: mainly literals.

import RehearsalSyntax
import RehearsalValues

extension Expression {
  /// The expression without parentheses around it.
  package var unparenthesized: Expression {
    var expression = self
    while case .parenthesized(let inner) = expression.kind { expression = inner }
    return expression
  }

  /// Whether it is a literal that one instruction loads.
  package var isPlainLiteral: Bool {
    switch kind {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol: true
    case .string(let literal): literal.plainText != nil
    default: false
    }
  }

  /// A plain literal as if it were at another place.
  package func placed(at range: SourceRange) -> Expression {
    guard case .string(let literal) = kind else { return Expression(kind, range) }
    return Expression(.string(StringLiteral(segments: literal.segments, range: range)), range)
  }

  /// The number of an integer literal that fits an immediate operand.
  package var smallInteger: Int? {
    guard case .integer(let value) = unparenthesized.kind else { return nil }
    return Int16(exactly: value).map(Int.init)
  }

  /// The text of a string literal without interpolations.
  package var literalText: String? {
    guard case .string(let literal) = unparenthesized.kind else { return nil }
    return literal.plainText
  }

  /// The constant that a literal stands for; nil for anything else.
  package var literalConstant: Constant? {
    switch unparenthesized.kind {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value.bitPattern)
    case .duration(let nanoseconds): .duration(nanoseconds)
    case .string(let literal): literal.plainText.map { .string(Array($0.utf8)) }
    default: nil
    }
  }

  /// The value of a literal that can be the key of a map.
  package var literalValue: ScriptValue? {
    switch kind {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .duration(let value): .duration(value)
    case .symbol(let name): .symbol(name.text)
    case .string(let literal): literal.plainText.map { .string($0) }
    default: nil
    }
  }

  /// The value of a literal that a domain can be asked about.
  package var literalNumberOrKey: ScriptValue? {
    if case .double(let value) = unparenthesized.kind { return .double(value) }
    return unparenthesized.literalValue
  }

  /// Whether it is a symbol as it is written.
  package var isSymbol: Bool {
    if case .symbol = unparenthesized.kind { true } else { false }
  }
}

extension SourceRange {
  /// The keyword that a range begins with.
  package func keyword(_ word: String) -> SourceRange {
    SourceRange(Int(start), Int(start) + word.utf8.count)
  }
}

extension BinaryOperator {
  /// Whether it compares two values.
  package var isComparison: Bool { precedence == .comparison }

  /// Whether it compares for equality, which every two values allow.
  package var isEquality: Bool { self == .equal || self == .notEqual }

  /// The number to divide by where the operation is `%` with a small literal above 0.
  package func immediateDivisor(of right: Expression) -> Int? {
    guard self == .remainder, let value = right.smallInteger, value > 0 else { return nil }
    return value
  }
}

extension Statement {
  /// Whether it does something where it is, at the top level of a file.
  package var isRun: Bool {
    switch kind {
    case .function, .app, .device, .scenario, .setup, .exploration, .importFile, .missing: false
    default: true
    }
  }
}
