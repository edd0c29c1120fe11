// Diagnostics of the parser, by area of the grammar.

// MARK: - Missing, superfluous and misplaced tokens

extension SyntaxDiagnostic {
  static func unclosedBracket(
    _ opening: SourceRange, closer: String, insertAt end: SourceRange?, likely: SourceRange?
  ) -> Self {
    var notes: [Diagnostic.Note] = []
    if let likely {
      notes.append(
        .init("the indentation suggests that the `\(closer)` of this one is missing", at: likely))
    }
    return Self(
      .unclosedBracket, opening, "this bracket is not closed; expected `\(closer)`",
      notes: notes, fixIts: end.map { [.insert(closer, after: $0)] } ?? [])
  }

  static func wrongCloser(
    _ range: SourceRange, _ closer: Punctuation, opening: SourceRange
  ) -> Self {
    Self(
      .unclosedBracket, range, "expected `\(closer.rawValue)` to close the bracket",
      notes: [.init("the bracket was opened here", at: opening)],
      fixIts: [.replace(range, with: closer.rawValue)])
  }

  static func unmatchedBracket(_ range: SourceRange, _ quoted: String) -> Self {
    Self(
      .unmatchedBracket, range, "\(quoted) closes nothing here; remove it or open its bracket",
      fixIts: [.remove(range, quoted)])
  }

  static func nestingTooDeep(_ range: SourceRange, limit: Int) -> Self {
    Self(
      .nestingTooDeep, range,
      "brackets may be nested \(limit) deep (the limit `nesting`); "
        + "name inner parts with `let` or `func`")
  }

  static func treeTooDeep(_ range: SourceRange, limit: Int) -> Self {
    Self(
      .nestingTooDeep, range,
      "a statement may be \(limit) operators and brackets deep (the limit `treeDepth`); "
        + "name parts of it with `let`")
  }

  static func expectedSeparator(
    found: String, at range: SourceRange, insertAt end: SourceRange, proposes: Bool
  ) -> Self {
    Self(
      .expectedSeparator, range,
      "expected `;` or a new line between two statements, found \(found)",
      fixIts: proposes ? [.insert(";", after: end)] : [])
  }

  /// `condition within 5s` without its `expect`.
  static func waitWithoutExpectation(
    _ range: SourceRange, _ quoted: String, from statement: SourceRange
  ) -> Self {
    Self(
      .expectedSeparator, range,
      "\(quoted) belongs to an expectation; write `expect` before the condition",
      fixIts: [.insert("expect ", before: statement)])
  }

  /// A word that stands for an operator in other languages.
  static func wordForOperator(_ range: SourceRange, _ quoted: String, _ mark: String) -> Self {
    Self(
      .foreignKeyword, range, "there is no operator \(quoted): write `\(mark)`",
      fixIts: [.replace(range, with: mark)])
  }

  static func commandInExpression(_ command: String, _ range: SourceRange) -> Self {
    Self(
      .expectedSeparator, range,
      "a call without parentheses is allowed only as a statement of its own; "
        + "write `\(command)(…)` inside an expression")
  }

  static func missingComma(
    found: String, at range: SourceRange, insertAt end: SourceRange
  ) -> Self {
    Self(
      .expectedSeparator, range, "expected `,` before \(found)",
      fixIts: [.insert(",", after: end)])
  }

  /// Two times in a row, as in `1h 30min`.
  static func missingPlus(at range: SourceRange, insertAt end: SourceRange) -> Self {
    Self(
      .expectedSeparator, range, "times are added: write `+` between them",
      fixIts: [.insert(" +", after: end, isSafe: true)])
  }

  static func expectedCommaOrCloser(
    _ closer: String, found: String, at range: SourceRange
  ) -> Self {
    Self(.unexpectedToken, range, "expected `,` or `\(closer)`, found \(found)")
  }

  static func expectedToken(_ token: String, found: String, at range: SourceRange) -> Self {
    Self(.unexpectedToken, range, "expected `\(token)`, found \(found)")
  }

  static func expectedBlock(_ what: String, found: String, at range: SourceRange) -> Self {
    Self(.unexpectedToken, range, "expected `{` after \(what), found \(found)")
  }

  static func expectedTitle(found: String, at range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range,
      "expected the scenario's title, as in `scenario \"a call comes in\" { }`, found \(found)")
  }

  static func expectedName(_ what: String, found: String, at range: SourceRange) -> Self {
    Self(.expectedName, range, "expected \(what), found \(found)")
  }

  static func reservedName(_ range: SourceRange, _ word: String, _ what: String) -> Self {
    Self(
      .expectedName, range,
      "expected \(what), and `\(word)` is a reserved word; "
        + "choose another name or put it in back-ticks",
      fixIts: [Diagnostic.FixIt("put it in back-ticks", [.init(range, "`\(word)`")])])
  }

  static func strayKeyword(_ keyword: Keyword, _ range: SourceRange) -> Self {
    let belongs =
      switch keyword {
      case .else: "belongs after the `}` of an `if`, or after the conditions of a `guard`"
      case .in: "belongs in a `for`, or after a closure's parameters"
      case .or: "belongs after the `}` of a `choose`"
      default: "belongs after the condition of an `expect`"
      }
    return Self(
      .unexpectedToken, range, "`\(keyword.rawValue)` cannot begin a statement; it \(belongs)")
  }

  static func singleAlternative(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range,
      "a choice has two outcomes or more: write `choose { … } or { … }`")
  }
}

// MARK: - Declarations

extension SyntaxDiagnostic {
  static func expectedInitialValue(
    _ name: String, found: String, at range: SourceRange
  ) -> Self {
    Self(
      .unexpectedToken, range, "expected `=` and an initial value for `\(name)`, found \(found)")
  }

  static func oneNamePerDeclaration(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range,
      "`let` and `var` declare one name each; write the next one on a line of its own")
  }

  static func observersNotAvailable(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "variables have no observers and no computed values; write a `func`")
  }

  static func missingParameterList(_ name: String, _ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "expected the parameters of `\(name)`; `()` if it has none",
      fixIts: [.insert("()", after: range, isSafe: true)])
  }

  static func duplicateParameter(_ name: Name) -> Self {
    Self(
      .duplicateParameter, name.range,
      "`\(name.text)` is the name of an earlier parameter; choose another, or `_`")
  }

  static func argumentLabel(_ label: Name, _ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, label.range,
      "a parameter has one name, which is its argument's name too; remove `\(label.text)`",
      fixIts: [.remove(SourceRange(Int(label.range.start), Int(range.start)), "`\(label.text)`")])
  }

  static func misplacedImport(_ range: SourceRange) -> Self {
    Self(
      .misplacedDeclaration, range,
      "`import` is allowed only at the top level of a file; move it there")
  }

  static func expectedString(_ what: String, found: String, at range: SourceRange) -> Self {
    Self(.literalTextNeeded, range, "expected \(what) as a string in quotes, found \(found)")
  }

  static func expectedKey(found: String, at range: SourceRange) -> Self {
    Self(
      .expectedName, range, "expected an entry such as `memory: 80MB`, found \(found)")
  }

  static func expectedColon(
    _ key: String, found: String, at range: SourceRange, isAssignment: Bool
  ) -> Self {
    let start = SourceRange(Int(range.start), Int(range.start))
    return Self(
      .unexpectedToken, range, "expected `:` after the key `\(key)`, found \(found)",
      fixIts: [
        isAssignment
          ? .replace(range, with: ":", isSafe: true) : .insert(":", before: start, isSafe: true)
      ])
  }

  static func expectedOptionValue(
    _ name: String, found: String, at range: SourceRange
  ) -> Self {
    Self(
      .unexpectedToken, range,
      "expected `in` and the values of `\(name)`, or `:` and a constant, found \(found)")
  }

  static func misplacedDeclaration(_ range: SourceRange, _ word: String) -> Self {
    Self(
      .misplacedDeclaration, range,
      "`\(word)` is allowed only at the top level of a file; move it out of the app")
  }

  /// `device { os: 12 }` among statements.
  static func misplacedDevice(_ range: SourceRange) -> Self {
    Self(
      .misplacedDeclaration, range,
      "`device { }` is allowed only at the top level of a file; settings of one scenario's device "
        + "follow its title: `scenario \"…\", os: 12 { }`")
  }

  static func misplacedMember(
    _ range: SourceRange, _ quoted: String, _ contents: String
  ) -> Self {
    Self(
      .misplacedDeclaration, range,
      "\(quoted) is not allowed here; this block contains \(contents)")
  }

  static func incompleteMember(_ range: SourceRange, _ word: ContextualKeyword) -> Self {
    let shape =
      switch word.shape {
      case .name: "a name, as in `\(word.rawValue) didBecomeActive { }`"
      case .header: "`choose`"
      case .string: "a string, as in `\(word.rawValue) \"Save\" { }`"
      case .brace: "`{`"
      case .roleOrBrace: "`{`, or a role as in `\(word.rawValue)(.carPlay) {`"
      }
    return Self(
      .unexpectedToken, range, "expected \(shape) after `\(word.rawValue)`")
  }

  static func statementInApp(
    _ range: SourceRange, _ quoted: String, _ owner: String, _ contents: String, advice: String?
  ) -> Self {
    let rest =
      advice
      ?? "statements stand inside handlers and functions, and the \(owner) contains \(contents)"
    return Self(
      .misplacedStatement, range,
      "expected a declaration of the \(owner), found \(quoted); \(rest)")
  }
}

// MARK: - Statements

extension SyntaxDiagnostic {
  static func blockOfItsOwn(_ range: SourceRange) -> Self {
    Self(
      .lostValue, range,
      "a block of its own is not allowed; a block follows `if`, `while`, `func` and the like, "
        + "and the closure of a call begins on the call's line")
  }

  static func assignmentOnNewLine(_ range: SourceRange, _ mark: AssignmentOperator) -> Self {
    Self(
      .unexpectedToken, range,
      "`\(mark.rawValue)` has to be on the same line as the variable that it changes")
  }

  static func invalidAssignmentTarget(_ target: Expression) -> Self {
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
    return Self(
      .invalidAssignmentTarget, target.range,
      "\(what) cannot be assigned to; expected a path of members and subscripts from a `var`")
  }

  static func assignmentInExpression(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range,
      "an assignment has no value; write it as a statement of its own")
  }

  static func assignmentInCondition(_ range: SourceRange, _ mark: AssignmentOperator) -> Self {
    Self(
      .unexpectedToken, range,
      "`\(mark.rawValue)` assigns; a condition compares with `==`, or binds with `let`",
      fixIts: mark == .assign ? [.replace(range, with: "==")] : [])
  }

  static func assignmentInArgument(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "an argument's name is followed by `:`, and `==` compares",
      fixIts: [.replace(range, with: ":")])
  }

  static func returnOutsideFunction(_ range: SourceRange) -> Self {
    Self(
      .misplacedStatement, range,
      "`return` is allowed only in a function, a handler or a scenario")
  }

  static func jumpOutsideLoop(_ keyword: Keyword, _ range: SourceRange) -> Self {
    Self(
      .misplacedStatement, range,
      "`\(keyword.rawValue)` is allowed only in a `while` or `for` of the same function")
  }

  static func expectedElse(found: String, at range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "expected `else` after the conditions of `guard`, found \(found)",
      fixIts: [
        .insert(" else", after: SourceRange(Int(range.start), Int(range.start)), isSafe: true)
      ])
  }

  static func needlessLet(
    _ range: SourceRange, space: SourceRange, _ what: String
  ) -> Self {
    Self(
      .unexpectedToken, range, "\(what) is declared without `let` or `var`",
      fixIts: [.remove(range.union(space), "the word", isSafe: true)])
  }

  /// What follows the comma of an `expect` and is no string; `comma` is where `&&` would be.
  static func messageIsNoText(_ message: Expression, comma: SourceRange?) -> Self {
    Self(
      .expectedMessage, message.range,
      "after the comma of `expect` comes the message of its failure, a string literal; join a "
        + "second condition with `&&`",
      fixIts: comma.map {
        [Diagnostic.FixIt("join the two conditions with `&&`", [.init($0, " &&")])]
      } ?? [])
  }

  static func tooManyLoopNames(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "a loop binds one name, or two: a key and its value")
  }

  static func variableInCondition(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "a condition binds with `let`",
      fixIts: [.replace(range, with: "let", isSafe: true)])
  }

  /// `value` is the call that takes the closure, where there is one.
  static func closureInHeader(_ range: SourceRange, of value: SourceRange?) -> Self {
    Self(
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
  ) -> Self {
    Self(
      .commandClosure, brace,
      "after a call without parentheses a `{` is the closure of `\(command)`; "
        + "add the parentheses of `\(command)` to make clear to which call it belongs",
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
    /// `a - b` → `a(- b)`: the white space after the callee becomes the bracket.
    case arguments(SourceRange)
    /// `a == b` → `expect a == b`
    case expectation
    /// The last expression of a body of several statements.
    case result
    /// A word of other tools, with the advice for it.
    case foreignWord(String)
    /// Nothing in particular.
    case none
  }

  static func lostValue(
    _ range: SourceRange, _ text: String, _ proposal: LostValueProposal
  ) -> Self {
    let shown =
      text.utf8.count > 40 || text.contains(where: \.isNewline) ? "this expression" : "`\(text)`"
    switch proposal {
    case .emptyParentheses:
      return Self(
        .lostValue, range, "the value of \(shown) is not used; to call it, write the parentheses",
        fixIts: [.insert("()", after: range)])
    case .arguments(let space):
      return Self(
        .lostValue, range, "the value of \(shown) is not used; to call, write the parentheses",
        fixIts: [
          Diagnostic.FixIt("write a call", [.init(space, "("), .init(range.endPoint, ")")])
        ])
    case .expectation:
      return Self(
        .lostValue, range,
        "the value of \(shown) is not used; to check it, write `expect` before it",
        fixIts: [.insert("expect ", before: range)])
    case .result:
      return Self(
        .lostValue, range,
        "the value of \(shown) is not used; to return it, write `return` before it",
        fixIts: [.insert("return ", before: range)])
    case .foreignWord(let advice):
      return Self(
        .lostValue, range,
        "the value of \(shown) is not used; \(advice), or write the parentheses to call a function of "
          + "that name")
    case .none:
      return Self(
        .lostValue, range, "the value of \(shown) is not used; store it with `let`, or remove it")
    }
  }
}

// MARK: - Expressions

extension SyntaxDiagnostic {
  static func expectedExpression(found: String, at range: SourceRange) -> Self {
    Self(.expectedExpression, range, "expected an expression, found \(found)")
  }

  static func keywordAsExpression(_ keyword: Keyword, _ range: SourceRange) -> Self {
    let advice =
      switch keyword {
      case .if: "`if` is a statement; write `condition ? a : b` for a value"
      case .func: "a function without a name is a closure: `{ x in … }`"
      default:
        "`\(keyword.rawValue)` is a reserved word; to use it as a name, put it in back-ticks"
      }
    return Self(.expectedExpression, range, "expected an expression; \(advice)")
  }

  static func placeholderAsExpression(_ range: SourceRange) -> Self {
    Self(
      .expectedExpression, range,
      "`_` has no value; it is allowed only in place of a declared name that is not used")
  }

  static func expectedSymbol(found: String, at range: SourceRange) -> Self {
    Self(.expectedName, range, "expected a symbol's name after the dot, found \(found)")
  }

  /// A dot after a number as at the end of a sentence of prose.
  static func dotBehindNumber(_ dot: SourceRange) -> Self {
    Self(
      .expectedName, dot, "a number does not end with a dot",
      fixIts: [.remove(dot, "the dot", isSafe: true)])
  }

  static func expectedMember(found: String, at range: SourceRange) -> Self {
    Self(
      .expectedName, range, "expected a member's name after the dot, found \(found)")
  }

  static func spaceBeforeDot(_ dot: SourceRange, space: SourceRange, isBefore: Bool) -> Self {
    Self(
      .spaceBeforeDot, dot,
      isBefore
        ? "there must be no white space before a member's dot; "
          + "a symbol as an argument needs parentheses or a comma here"
        : "there must be no white space between a dot and the name",
      fixIts: [.remove(space, "the white space", isSafe: !isBefore)])
  }

  static func forcedUnwrapping(_ range: SourceRange) -> Self {
    Self(
      .foreignKeyword, range,
      "values are not unwrapped: using nil as a value is an error anyway; remove `!`",
      fixIts: [.remove(range, "`!`", isSafe: true)])
  }

  static func expectedIndex(_ range: SourceRange) -> Self {
    Self(
      .expectedExpression, range, "expected an index or key between the brackets")
  }

  static func secondIndex(_ range: SourceRange, name: String?) -> Self {
    let advice = name.map { "; to pass a list, write `\($0)([…])`" } ?? ""
    return Self(.unexpectedToken, range, "expected `]`: a subscript takes one index\(advice)")
  }

  static func chainedComparison(_ range: SourceRange, _ mark: BinaryOperator) -> Self {
    Self(
      .chainedComparison, range,
      "comparisons cannot be chained; join two with `&&`, or put one in parentheses")
  }

  static func secondRange(_ range: SourceRange) -> Self {
    Self(.unexpectedToken, range, "a range has two ends, and an end is not a range")
  }

  static func oneSidedRange(
    _ range: SourceRange, isMissingUpper: Bool, isClosed: Bool
  ) -> Self {
    if isMissingUpper && !isClosed {
      return Self(
        .oneSidedRange, range, "expected the upper end after `..<`; `2...` goes to the end")
    }
    return Self(
      .oneSidedRange, range,
      "a one-sided range is allowed only directly inside the `[ ]` of a slice; write both ends")
  }

  static func prefixPlus(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range, "there is no `+` before a single value; leave it out",
      fixIts: [.remove(range, "`+`", isSafe: true)])
  }

  static func expectedColonOfConditional(
    found: String, at range: SourceRange, question: SourceRange
  ) -> Self {
    Self(
      .unexpectedToken, range, "expected `:` and the other value, found \(found)",
      notes: [.init("for the `?` of this conditional", at: question)])
  }

  static func emptyParentheses(_ range: SourceRange) -> Self {
    Self(.expectedExpression, range, "expected an expression between the parentheses")
  }

  static func tuple(_ range: SourceRange) -> Self {
    Self(
      .unexpectedToken, range,
      "expected `)`: parentheses contain one value, since there are no tuples; "
        + "write a list `[a, b]`, or remove the parentheses of a statement")
  }

  static func mixedLiteral(_ range: SourceRange, isMap: Bool, after: SourceRange) -> Self {
    isMap
      ? Self(
        .unexpectedToken, after.endPoint,
        "expected `:` and a value: this is a map, as its first entry shows")
      : Self(
        .unexpectedToken, range, "expected `,` or `]`: this is a list, as its first element shows")
  }
}

// MARK: - Foreign syntax

extension SyntaxDiagnostic {
  static func foreignWord(_ word: ForeignWord, _ range: SourceRange) -> Self {
    Self(
      .foreignKeyword, range, "there is no `\(word.rawValue)` in scripts: \(word.advice)")
  }

  static func foreignModifier(_ word: String, _ range: SourceRange) -> Self {
    Self(
      .foreignKeyword, range, "there is no `\(word)` in scripts: declarations take no modifiers")
  }

  static func foreignOperator(_ mark: ForeignOperator, _ range: SourceRange) -> Self {
    Self(
      .foreignKeyword, range, "there is no operator `\(mark.rawValue)`: \(mark.advice)",
      fixIts: mark.replacement.map { [.replace(range, with: $0, isSafe: true)] } ?? [])
  }

  static func needlessSelf(_ range: SourceRange) -> Self {
    Self(
      .foreignKeyword, range, "there is no `self` in scripts: \(ForeignWord.`self`.advice)",
      // A parameter or local of the name would be meant then.
      fixIts: [.remove(range, "`self.`")])
  }

  static func typeAnnotation(_ range: SourceRange, _ text: String) -> Self {
    Self(
      .foreignKeyword, range, "names have no declared types; leave the type out",
      fixIts: [.remove(range, "the type", isSafe: !convertsLiterals(text))])
  }

  static func resultType(_ range: SourceRange, _ text: String) -> Self {
    Self(
      .foreignKeyword, range, "functions have no declared result types; leave the type out",
      fixIts: [.remove(range, "the type", isSafe: !convertsLiterals(text))])
  }

  /// Whether a type gives a literal another meaning than it has alone: without `Double` the `5` of
  /// `let n: Double = 5` is an Int, and divides as one.
  private static func convertsLiterals(_ type: String) -> Bool {
    ["Double", "Float", "CGFloat", "TimeInterval", "Decimal", "Set", "Character"].contains {
      type.contains($0)
    }
  }

  static func genericParameters(_ range: SourceRange) -> Self {
    Self(
      .foreignKeyword, range, "functions have no type parameters; leave them out")
  }
}
