// What the parser says about expressions.

extension Finding {
  static func expectedExpression(found: String, at range: SourceRange) -> Finding {
    Finding(.expectedExpression, range, "expected an expression, found \(found)")
  }

  static func keywordAsExpression(_ keyword: Keyword, _ range: SourceRange) -> Finding {
    let advice =
      switch keyword {
      case .if: "`if` is a statement; write `condition ? a : b` for a value"
      case .func: "a function without a name is a closure: `{ x in … }`"
      default:
        "`\(keyword.rawValue)` is a reserved word; a name spelled so stands in back-ticks"
      }
    return Finding(.expectedExpression, range, "expected an expression; \(advice)")
  }

  static func placeholderAsExpression(_ range: SourceRange) -> Finding {
    Finding(
      .expectedExpression, range,
      "`_` holds no value; it stands only where a name is declared and not used")
  }

  static func expectedSymbol(found: String, at range: SourceRange) -> Finding {
    Finding(.expectedName, range, "expected a symbol's name behind the dot, found \(found)")
  }

  static func expectedMember(found: String, at range: SourceRange) -> Finding {
    Finding(
      .expectedName, range, "expected a member's name behind the dot, found \(found)")
  }

  static func spaceBeforeDot(_ dot: SourceRange, space: SourceRange, isBefore: Bool) -> Finding {
    Finding(
      .spaceBeforeDot, dot,
      isBefore
        ? "a member's dot follows on its value without white space; "
          + "a symbol as an argument needs parentheses or a comma here"
        : "a name follows on its dot without white space",
      fixIts: [.remove(space, "the white space", isSafe: !isBefore)])
  }

  static func forcedUnwrapping(_ range: SourceRange) -> Finding {
    Finding(
      .foreignKeyword, range,
      "values are not unwrapped: a nil that is used is an error of its own; leave `!` out",
      fixIts: [.remove(range, "`!`", isSafe: true)])
  }

  static func expectedIndex(_ range: SourceRange) -> Finding {
    Finding(
      .expectedExpression, range, "expected an index or key between the brackets")
  }

  static func secondIndex(_ range: SourceRange, name: String?) -> Finding {
    let advice = name.map { "; to pass a list, write `\($0)([…])`" } ?? ""
    return Finding(.unexpectedToken, range, "expected `]`: a subscript takes one index\(advice)")
  }

  static func chainedComparison(_ range: SourceRange, _ mark: BinaryOperator) -> Finding {
    Finding(
      .chainedComparison, range,
      "comparisons do not chain; join two with `&&`, or put one into parentheses")
  }

  static func secondRange(_ range: SourceRange) -> Finding {
    Finding(.unexpectedToken, range, "a range has two ends; a range of a range has no meaning")
  }

  static func oneSidedRange(
    _ range: SourceRange, isMissingUpper: Bool, isClosed: Bool
  ) -> Finding {
    if isMissingUpper && !isClosed {
      return Finding(
        .oneSidedRange, range, "expected the upper end behind `..<`; `2...` goes to the end")
    }
    return Finding(
      .oneSidedRange, range,
      "a range with one end stands only directly inside the `[ ]` of a slice; write both ends")
  }

  static func prefixPlus(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "there is no `+` before a single value; leave it out",
      fixIts: [.remove(range, "`+`", isSafe: true)])
  }

  static func expectedColonOfConditional(
    found: String, at range: SourceRange, question: SourceRange
  ) -> Finding {
    Finding(
      .unexpectedToken, range, "expected `:` and the other value, found \(found)",
      notes: [.init("for the `?` of this conditional", at: question)])
  }

  static func emptyParentheses(_ range: SourceRange) -> Finding {
    Finding(.expectedExpression, range, "expected an expression between the parentheses")
  }

  static func tuple(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range,
      "expected `)`: parentheses hold one value, for there are no tuples; "
        + "write a list `[a, b]`, or leave the parentheses of a statement out")
  }

  static func mixedLiteral(_ range: SourceRange, isMap: Bool, after: SourceRange) -> Finding {
    isMap
      ? Finding(
        .unexpectedToken, after.endPoint,
        "expected `:` and a value: this is a map, as its first entry shows")
      : Finding(
        .unexpectedToken, range, "expected `,` or `]`: this is a list, as its first element shows")
  }
}
