// What the parser says about statements.

extension Finding {
  static func blockOfItsOwn(_ range: SourceRange) -> Finding {
    Finding(
      .lostValue, range,
      "this block does nothing by itself; a block follows on `if`, `while`, `func` and the like, "
        + "and the closure of a call begins on the call's line")
  }

  static func assignmentOnNewLine(_ range: SourceRange, _ mark: AssignmentOperator) -> Finding {
    Finding(
      .unexpectedToken, range,
      "`\(mark.rawValue)` stands on the line of the place that it changes")
  }

  static func invalidAssignmentTarget(_ target: Expression) -> Finding {
    let what =
      switch target.kind {
      case .call: "the result of a call"
      case .optionalChain: "a chain with `?.`"
      case .shorthandParameter: "a closure's parameter"
      case .parenthesized: "a value in parentheses"
      case .name: "`_`"
      case .member, .subscripted: "a part of a temporary value"
      default: "this value"
      }
    return Finding(
      .invalidAssignmentTarget, target.range,
      "\(what) cannot be assigned to; expected a path of members and subscripts from a `var`")
  }

  static func assignmentInExpression(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range,
      "an assignment has no value; write it as a statement of its own")
  }

  static func assignmentInCondition(_ range: SourceRange, _ mark: AssignmentOperator) -> Finding {
    Finding(
      .unexpectedToken, range, "`\(mark.rawValue)` assigns; a condition compares with `==`",
      fixIts: mark == .assign ? [.replace(range, with: "==", isSafe: true)] : [])
  }

  static func assignmentInArgument(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "an argument's name is followed by `:`, and `==` compares",
      fixIts: [.replace(range, with: ":")])
  }

  static func returnOutsideFunction(_ range: SourceRange) -> Finding {
    Finding(
      .misplacedStatement, range,
      "`return` leaves a function, a handler or a scenario; there is none around it")
  }

  static func jumpOutsideLoop(_ keyword: Keyword, _ range: SourceRange) -> Finding {
    Finding(
      .misplacedStatement, range,
      "`\(keyword.rawValue)` speaks to a `while` or `for` of the same function; "
        + "there is none around it")
  }

  static func expectedElse(found: String, at range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "expected `else` behind the conditions of `guard`, found \(found)",
      fixIts: [
        .insert(" else", after: SourceRange(Int(range.start), Int(range.start)), isSafe: true)
      ])
  }

  static func needlessLet(
    _ range: SourceRange, space: SourceRange, _ what: String
  ) -> Finding {
    Finding(
      .unexpectedToken, range, "\(what) is declared without `let` or `var`",
      fixIts: [.remove(range.union(space), "the word", isSafe: true)])
  }

  static func tooManyLoopNames(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "a loop binds one name, or two: a key and its value")
  }

  static func variableInCondition(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedToken, range, "a condition binds with `let`",
      fixIts: [.replace(range, with: "let", isSafe: true)])
  }

  /// `value` is the call that takes the closure, where there is one.
  static func closureInHeader(_ range: SourceRange, of value: SourceRange?) -> Finding {
    Finding(
      .commandClosure, range,
      "in the header of `if`, `while`, `guard` and `for` a `{` begins the block; "
        + (value == nil
          ? "write a condition here" : "put the call that takes this closure into parentheses"),
      fixIts: value.map { value in
        let start = SourceRange(Int(value.start), Int(value.start))
        return [
          Diagnostic.FixIt(
            "write the parentheses", [.init(start, "("), .init(value.endPoint, ")")], isSafe: true)
        ]
      } ?? [])
  }

  static func commandClosure(
    _ brace: SourceRange, space: SourceRange, end: SourceRange, command: String
  ) -> Finding {
    Finding(
      .commandClosure, brace,
      "behind a call without parentheses a `{` is the closure of `\(command)`; "
        + "write the parentheses of `\(command)` to say whose it is",
      fixIts: [
        Diagnostic.FixIt(
          "give the closure to the argument: `\(command)(… { … })`",
          [.init(space, "("), .init(end, ")")])
      ])
  }

  /// What to write instead of a statement whose value is lost.
  enum LostValueProposal {
    /// `unlock` → `unlock()`
    case emptyParentheses
    /// `a - b` → `a(- b)`: the white space behind the callee becomes the bracket.
    case arguments(SourceRange)
    /// `a == b` → `expect a == b`
    case expectation
    /// The last expression of a body of several statements.
    case result
    /// Nothing in particular.
    case none
  }

  static func lostValue(
    _ range: SourceRange, _ text: String, _ proposal: LostValueProposal
  ) -> Finding {
    let shown =
      text.utf8.count > 40 || text.contains(where: \.isNewline) ? "this expression" : "`\(text)`"
    switch proposal {
    case .emptyParentheses:
      return Finding(
        .lostValue, range, "the value of \(shown) is lost; to call it, write the parentheses",
        fixIts: [.insert("()", after: range)])
    case .arguments(let space):
      return Finding(
        .lostValue, range, "the value of \(shown) is lost; to call, write the parentheses",
        fixIts: [
          Diagnostic.FixIt("write a call", [.init(space, "("), .init(range.endPoint, ")")])
        ])
    case .expectation:
      return Finding(
        .lostValue, range, "the value of \(shown) is lost; to check it, write `expect` before it",
        fixIts: [.insert("expect ", before: range)])
    case .result:
      return Finding(
        .lostValue, range,
        "the value of \(shown) is lost; to give it back, write `return` before it",
        fixIts: [.insert("return ", before: range)])
    case .none:
      return Finding(
        .lostValue, range, "the value of \(shown) is lost; keep it with `let`, or remove it")
    }
  }
}
