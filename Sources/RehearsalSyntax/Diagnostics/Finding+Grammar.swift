// What the parser says wherever a token is missing, left over or in the wrong place.

extension Finding {
  static func unclosedBracket(
    _ opening: SourceRange, closer: String, insertAt end: SourceRange?, likely: SourceRange?
  ) -> Finding {
    var notes: [Diagnostic.Note] = []
    if let likely {
      notes.append(
        .init("by the indentation, this is the one whose `\(closer)` is missing", at: likely))
    }
    return Finding(
      .unclosedBracket, opening, "this bracket is not closed; expected `\(closer)`",
      notes: notes, fixIts: end.map { [.insert(closer, after: $0)] } ?? [])
  }

  static func wrongCloser(
    _ range: SourceRange, _ closer: Punctuation, opening: SourceRange
  ) -> Finding {
    Finding(
      .unclosedBracket, range, "expected `\(closer.rawValue)` to close the bracket",
      notes: [.init("the bracket was opened here", at: opening)],
      fixIts: [.replace(range, with: closer.rawValue, isSafe: true)])
  }

  static func unmatchedBracket(_ range: SourceRange, _ quoted: String) -> Finding {
    Finding(
      .unmatchedBracket, range, "\(quoted) closes nothing here; remove it or open its bracket",
      fixIts: [.remove(range, quoted)])
  }

  static func nestingTooDeep(_ range: SourceRange, limit: Int) -> Finding {
    Finding(
      .nestingTooDeep, range,
      "brackets may be nested \(limit) deep (the limit `nesting`); "
        + "name inner parts with `let` or `func`")
  }

  static func treeTooDeep(_ range: SourceRange, limit: Int) -> Finding {
    Finding(
      .nestingTooDeep, range,
      "a statement may be \(limit) operators and brackets deep (the limit `treeDepth`); "
        + "name parts of it with `let`")
  }

  static func expectedSeparator(
    found: String, at range: SourceRange, insertAt end: SourceRange, proposes: Bool
  ) -> Finding {
    Finding(
      .expectedSeparator, range,
      "expected `;` or a new line between two statements, found \(found)",
      fixIts: proposes ? [.insert(";", after: end)] : [])
  }

  static func commandInExpression(_ command: String, _ range: SourceRange) -> Finding {
    Finding(
      .expectedSeparator, range,
      "a call without parentheses stands only as a statement of its own; "
        + "write `\(command)(…)` inside an expression")
  }

  static func missingComma(
    found: String, at range: SourceRange, insertAt end: SourceRange
  ) -> Finding {
    Finding(
      .expectedSeparator, range, "expected `,` before \(found)",
      fixIts: [.insert(",", after: end, isSafe: true)])
  }

  static func expectedCommaOrCloser(
    _ closer: String, found: String, at range: SourceRange
  ) -> Finding {
    Finding(.unexpectedToken, range, "expected `,` or `\(closer)`, found \(found)")
  }

  static func expectedToken(_ token: String, found: String, at range: SourceRange) -> Finding {
    Finding(.unexpectedToken, range, "expected `\(token)`, found \(found)")
  }

  static func expectedBlock(_ what: String, found: String, at range: SourceRange) -> Finding {
    Finding(.unexpectedToken, range, "expected `{` behind \(what), found \(found)")
  }

  static func expectedName(_ what: String, found: String, at range: SourceRange) -> Finding {
    Finding(.expectedName, range, "expected \(what), found \(found)")
  }

  static func reservedName(_ range: SourceRange, _ word: String, _ what: String) -> Finding {
    Finding(
      .expectedName, range,
      "expected \(what), and `\(word)` is a reserved word; "
        + "choose another name or put it in back-ticks",
      fixIts: [Diagnostic.FixIt("put it in back-ticks", [.init(range, "`\(word)`")])])
  }

  static func strayKeyword(_ keyword: Keyword, _ range: SourceRange) -> Finding {
    let belongs =
      switch keyword {
      case .else: "belongs behind the `}` of an `if`, or behind the conditions of a `guard`"
      case .in: "belongs into a `for`, or behind a closure's parameters"
      default: "belongs behind the condition of an `expect`"
      }
    return Finding(
      .unexpectedToken, range, "`\(keyword.rawValue)` begins no statement; it \(belongs)")
  }

  static func reservedForLater(_ range: SourceRange, _ word: String) -> Finding {
    Finding(
      .reservedForLater, range,
      "`\(word)` is kept for exploration and has no meaning yet; remove it")
  }
}
