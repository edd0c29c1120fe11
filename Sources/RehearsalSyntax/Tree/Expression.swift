// Syntax tree: expressions and names. Every node has its place, and what could not be parsed is
// `.missing`, so that later stages always get a whole tree.

/// An expression with its place.
package struct Expression: Sendable {
  /// What it is.
  package let kind: Kind

  /// From its first to after its last byte, parentheses of its own not included.
  package let range: SourceRange

  /// Makes an expression at a place.
  package init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// Whether it is a number as it is written, with or without a unit.
  package var isNumber: Bool {
    switch kind {
    case .integer, .double, .duration: true
    default: false
    }
  }

  /// The shapes of an expression.
  package indirect enum Kind: Sendable {
    /// `nil`
    case nilLiteral
    /// `true`, `false`
    case boolean(Bool)
    /// `42`, `0xFF`, `80MB` (sizes are integers of bytes); a `-` before the literal belongs to it.
    case integer(Int64)
    /// `2.5`, `1e9`; a `-` before the literal belongs to it.
    case double(Double)
    /// `1.5s`, in nanoseconds; a `-` before the literal belongs to it.
    case duration(Int64)
    /// `"a \(b) c"`
    case string(StringLiteral)
    /// `.active`; the name excludes its dot.
    case symbol(Name)
    /// `draft`
    case name(Name)
    /// `$0`
    case shorthandParameter(Int)
    /// `[1, 2]`
    case list([Expression])
    /// `["a": 1]`, `[:]`
    case map([MapEntry])
    /// `0..<n`, `1...n`; one side is missing only directly inside a subscript.
    case range(lower: Expression?, upper: Expression?, isClosed: Bool)
    /// `{ x in x + 1 }`
    case closure(Closure)
    /// `save(draft, to: 1) { … }`, `advance 5s`
    case call(Call)
    /// `base.name`; `isOptional` for `base?.name`, then inside an `optionalChain`.
    case member(Expression, Name, isOptional: Bool)
    /// `base[index]`
    case subscripted(Expression, index: Expression)
    /// A chain of postfix parts that holds `?.`: a nil before it makes the whole chain nil.
    case optionalChain(Expression)
    /// `!a`, `-a`
    case prefix(PrefixOperator, Expression)
    /// `a + b`, `a && b`, `a ?? b`
    case binary(BinaryOperator, operatorRange: SourceRange, Expression, Expression)
    /// `condition ? a : b`
    case conditional(Expression, Expression, Expression)
    /// `(a)`
    case parenthesized(Expression)
    /// What could not be read; a diagnostic stands for it.
    case missing
  }
}

/// One `key: value` of a map literal.
package struct MapEntry: Sendable {
  /// The key expression.
  package let key: Expression
  /// The value expression.
  package let value: Expression
}

/// A string literal, plain or with interpolations, of one line or of many.
package struct StringLiteral: Sendable {
  /// A stretch of text or an interpolated expression.
  package enum Segment: Sendable {
    /// Text with its escapes resolved.
    case text(String)
    /// `\(expression)`
    case interpolation(Expression)
  }

  /// The pieces in their order; no two texts follow each other; empty for `""`.
  package let segments: [Segment]

  /// From the opening to after the closing quote.
  package let range: SourceRange

  /// Makes a literal of its pieces.
  package init(segments: [Segment], range: SourceRange) {
    self.segments = segments
    self.range = range
  }

  /// The text where there is no interpolation, else nil.
  package var plainText: String? {
    switch segments.count {
    case 0: return ""
    case 1: if case .text(let text) = segments[0] { return text }
    default: break
    }
    return nil
  }
}

/// A function without a name: `{ a, b in … }`.
package struct Closure: Sendable {
  /// The declared parameters; nil without a parameter list, where `$0` may be used.
  package let parameters: [Name]?

  /// The statements between the braces.
  package let body: [Statement]

  /// From `{` to after `}`.
  package let range: SourceRange
}

/// A call, with parentheses or as a command.
package struct Call: Sendable {
  /// What is called.
  package let callee: Expression

  /// The arguments in parentheses, or after a command's name.
  package let arguments: [Argument]

  /// The closure after the arguments.
  package let trailingClosure: Closure?

  /// Whether the parentheses were dropped: `advance 5s`.
  package let isCommand: Bool

  /// Makes a call.
  package init(
    callee: Expression, arguments: [Argument], trailingClosure: Closure?, isCommand: Bool
  ) {
    self.callee = callee
    self.arguments = arguments
    self.trailingClosure = trailingClosure
    self.isCommand = isCommand
  }
}

/// One argument of a call, by position or by name.
package struct Argument: Sendable {
  /// The name before the colon; nil for a positional argument.
  package let label: Name?

  /// What is passed.
  package let value: Expression
}

/// An identifier with its place; back-ticks are not part of the text.
package struct Name: Hashable, Sendable {
  /// The identifier, without back-ticks.
  package let text: String

  /// Where it is, back-ticks included.
  package let range: SourceRange

  /// Makes a name at a place.
  package init(_ text: String, _ range: SourceRange) {
    self.text = text
    self.range = range
  }
}
