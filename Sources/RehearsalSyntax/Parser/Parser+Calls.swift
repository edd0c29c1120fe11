// Postfix expressions: members, calls, subscripts, closures; and calls without parentheses, which
// are statements of their own (`launch Notes`, `after 5s { save() }`).

extension Parser {
  /// Reads the postfix parts of a value.
  func postfix(_ value: Expression) -> Expression {
    var result = value
    var isChain = false
    parts: while true {
      switch current.kind {
      case .punctuation(.dot):
        guard let part = member(of: result, isOptional: false) else { break parts }
        result = part
      case .punctuation(.optionalDot):
        guard let part = member(of: result, isOptional: true) else { break parts }
        result = part
        isChain = true
      case .punctuation(.leftParenthesis) where !current.newlineBefore:
        result = call(of: result)
      case .punctuation(.leftBracket) where !current.newlineBefore:
        result = subscripted(result)
      case .punctuation(.leftBrace)
      where !current.newlineBefore && trailingClosures == .allowed && Self.takesClosure(result):
        result = trailingClosure(of: result)
      case .punctuation(.leftBrace)
      where !current.newlineBefore && Self.takesHeaderClosure(result) && isAtClosureOfHeader:
        result = closureOfHeader(of: result)
      case .prefix(.not) where !current.spaceBefore:
        rejectUnwrapping()
        continue
      default:
        break parts
      }
      if !addNode() { result = Expression(.missing, result.range) }
    }
    if case .foreignWord = current.kind { rejectCasts() }
    return isChain ? chain(result) : result
  }

  private func chain(_ expression: Expression) -> Expression {
    if case .missing = expression.kind { return expression }
    return Expression(.optionalChain(expression), expression.range)
  }

  private func rejectUnwrapping() {
    report(.forcedUnwrapping(current.range))
    advance()
  }

  /// `.name`, `?.name` after a value; nil where the dot begins a number or nothing.
  private func member(of base: Expression, isOptional: Bool) -> Expression? {
    let dot = current
    advance()
    if dot.spaceBefore, !dot.newlineBefore {
      let space = SourceRange(Int(base.range.end), Int(dot.range.start))
      report(.spaceBeforeDot(dot.range, space: space, isBefore: true))
    }
    guard current.isWord, !current.newlineBefore else {
      fail(
        base.isNumber && (current.newlineBefore || !beginsOperand)
          ? .dotBehindNumber(dot.range)
          : .expectedMember(found: foundDescription, at: errorRange))
      return nil
    }
    let name = name(after: dot)
    return Expression(
      .member(base, name, isOptional: isOptional), base.range.union(name.range))
  }

  /// A call with parentheses, and the closure after them.
  private func call(of callee: Expression) -> Expression {
    guard let bracket = openBracket() else {
      return Expression(.missing, range(from: Int(callee.range.start)))
    }
    var arguments: [Argument] = []
    elements(in: bracket, closer: .rightParenthesis) { arguments.append($0.argument()) }
    guard closeBracket(bracket) else {
      return Expression(.missing, range(from: Int(callee.range.start)))
    }
    var closure: Closure?
    if at(.leftBrace), !current.newlineBefore, trailingClosures == .allowed, !isRecovering {
      closure = self.closure()
    }
    let call = Call(
      callee: callee, arguments: arguments, trailingClosure: closure, isCommand: false)
    let range = range(from: Int(callee.range.start))
    return earlierValue(call, range) ?? Expression(.call(call), range)
  }

  private func trailingClosure(of callee: Expression) -> Expression {
    let closure = closure()
    let call = Call(callee: callee, arguments: [], trailingClosure: closure, isCommand: false)
    return Expression(.call(call), range(from: Int(callee.range.start)))
  }

  /// Whether a `{` in a header would be a closure for an expression elsewhere.
  private static func takesHeaderClosure(_ expression: Expression) -> Bool {
    if case .call(let call) = expression.kind { return call.trailingClosure == nil }
    return takesClosure(expression)
  }

  /// Reads a closure in a header without parentheses around its call.
  private func closureOfHeader(of callee: Expression) -> Expression {
    let closure = closure()
    let range = callee.range.union(closure.range)
    report(.closureInHeader(closure.range, of: range))
    let call =
      if case .call(let call) = callee.kind {
        Call(
          callee: call.callee, arguments: call.arguments, trailingClosure: closure,
          isCommand: false)
      } else {
        Call(callee: callee, arguments: [], trailingClosure: closure, isCommand: false)
      }
    return Expression(.call(call), range)
  }

  /// Whether a `{` after an expression is a closure for it.
  private static func takesClosure(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name, .member, .subscripted, .parenthesized, .shorthandParameter: true
    default: false
    }
  }

  /// `[index]` after a value.
  private func subscripted(_ base: Expression) -> Expression {
    guard let bracket = openBracket() else {
      return Expression(.missing, range(from: Int(base.range.start)))
    }
    let index = sliceIndex()
    if at(.comma) { rejectSecondIndex(of: base, bracket) }
    recover(in: bracket)
    guard closeBracket(bracket) else {
      return Expression(.missing, range(from: Int(base.range.start)))
    }
    return Expression(
      .subscripted(base, index: index), range(from: Int(base.range.start)))
  }

  private func rejectSecondIndex(of base: Expression, _ bracket: BracketScope) {
    let isSpaced = tokens[bracket.index].spaceBefore
    fail(.secondIndex(current.range, name: isSpaced ? source.text(in: base.range) : nil))
    skipToCloser(of: bracket)
  }

  /// The inside of `[ ]` after a value: here a range may lack one of its ends.
  private func sliceIndex() -> Expression {
    if case .range(let mark) = current.kind { return rangeWithoutLower(mark, isIndex: true) }
    if at(.rightBracket) {
      fail(.expectedIndex(current.range))
      return missingExpression
    }
    let index = binary(from: .disjunction, isIndex: true)
    return at(.question) ? conditionalExpression(index) : index
  }

  /// An argument: `value` or `label: value`, where every word may be the label.
  func argument() -> Argument {
    var label: Name?
    if current.isWord, peek().isMark(.colon) {
      label = name(of: current)
      advance()
      advance()
    }
    let value = expression()
    let isAssignment = rejectAssignmentInArgument()
    return Argument(label: label, value: isAssignment ? missingExpression : value)
  }

  private func rejectAssignmentInArgument() -> Bool {
    guard current.kind == .assignment(.assign), !current.newlineBefore || !newlinesEnd else {
      return false
    }
    report(.assignmentInArgument(current.range))
    advance()
    _ = expression()
    return true
  }

  /// The comma-separated elements of a bracket, up to its closing one; a last comma is allowed.
  func elements(
    in bracket: BracketScope, closer: Punctuation, _ element: (Parser) -> Void
  ) {
    var hasReported = false
    while !isAtEnd, !at(closer) {
      let first = index
      element(self)
      recover(in: bracket)
      if consume(.comma) {
        // After a bracket that is never closed, the next line is no element.
        if brackets.closer(of: bracket.index) == nil, isAtStatementEnd { return }
        continue
      }
      guard !at(closer), !isRecovering, let end = brackets.closer(of: bracket.index), index < end
      else { return }
      if !hasReported { reportMissingComma(closer) }
      hasReported = true
      if !beginsOperand || index == first {
        isRecovering = true
        recover(in: bracket)
        _ = consume(.comma)
      }
    }
  }

  /// Whether a time is followed by one more: `1h 30min`.
  private func areTimes(_ value: Expression?, _ next: Token) -> Bool {
    guard case .duration? = value?.kind, next.kind == .number else { return false }
    return source.text(in: next.range).last?.isLetter == true
  }

  private func reportMissingComma(_ closer: Punctuation) {
    if beginsOperand || current.isWord {
      report(.missingComma(found: foundDescription, at: current.range, insertAt: missingRange))
    } else {
      report(.expectedCommaOrCloser(closer.rawValue, found: foundDescription, at: current.range))
    }
  }
}

// MARK: - Command calls

extension Parser {
  /// Whether a statement begins with a name or dotted path and, on the same line and after white
  /// space, with something that can only be a first argument.
  var isAtCommandCall: Bool {
    guard current.kind == .name else { return false }
    return beginsCommandArgument(index + pathLength)
  }

  /// The number of tokens of the path `a.b.c` at the current place, without white space in it.
  private var pathLength: Int {
    var length = 1
    while peek(length).isMark(.dot), !peek(length).spaceBefore, peek(length + 1).isWord,
      !peek(length + 1).spaceBefore
    {
      length += 2
    }
    return length
  }

  /// Whether the token at an index begins a command call's first argument: a name, a number, a
  /// string, `true`, `false`, `nil` or a symbol, after white space on the line of the name.
  func beginsCommandArgument(_ index: Int) -> Bool {
    guard index < tokens.count else { return false }
    let token = tokens[index]
    guard token.spaceBefore, !token.newlineBefore else { return false }
    switch token.kind {
    case .name, .number, .stringStart, .multilineStringStart, .shorthandParameter,
      .keyword(.true), .keyword(.false), .keyword(.nil):
      return true
    case .foreignWord(let word) where word.role == .value || word.role == .prefix:
      return true
    case .punctuation(.dot):
      let next = tokens[min(index + 1, tokens.count - 1)]
      return next.isWord && !next.spaceBefore
    default:
      // A label may be any word.
      return token.isWord && tokens[min(index + 1, tokens.count - 1)].isMark(.colon)
    }
  }

  /// A command call; a `{` after its arguments is the command's own closure.
  func commandCall() -> Expression {
    let outerHeight = beginFrame()
    let start = start
    let callee = path()
    let argumentsStart = self.start
    let outer = trailingClosures
    trailingClosures = .command
    var arguments: [Argument] = []
    repeat {
      arguments.append(argument())
    } while !isRecovering && consume(.comma)
    trailingClosures = outer
    if !isRecovering, beginsCommandArgument(index) {
      fail(
        areTimes(arguments.last?.value, current)
          ? .missingPlus(at: current.range, insertAt: missingRange)
          : .missingComma(found: foundDescription, at: current.range, insertAt: missingRange))
    }
    var closure: Closure?
    if at(.leftBrace), !current.newlineBefore {
      let isSilent = isRecovering
      closure = self.closure()
      if !isSilent, let closure { checkOwner(of: closure, callee, arguments, argumentsStart) }
    }
    endFrame(outerHeight)
    let call = Call(
      callee: callee, arguments: arguments, trailingClosure: closure, isCommand: true)
    return Expression(.call(call), range(from: start))
  }

  /// Reports a closure that Swift would give to the last argument.
  private func checkOwner(
    of closure: Closure, _ callee: Expression, _ arguments: [Argument], _ argumentsStart: Int
  ) {
    guard let last = arguments.last, Self.takesClosureInSwift(last.value) else { return }
    let brace = SourceRange(Int(closure.range.start), Int(closure.range.start) + 1)
    let space = SourceRange(Int(callee.range.end), argumentsStart)
    report(
      .commandClosure(
        brace, space: space, end: closure.range.endPoint,
        command: source.text(in: callee.range)))
    isRecovering = at(.comma)
  }

  /// The dotted path that a command call begins with.
  private func path() -> Expression {
    let length = pathLength
    var path = nameExpression()
    for _ in 0..<(length / 2) {
      advance()
      let name = name(of: current)
      advance()
      path = Expression(.member(path, name, isOptional: false), path.range.union(name.range))
      if !addNode() { path = Expression(.missing, path.range) }
    }
    return path
  }

  /// Whether Swift would give a `{` after this argument to the argument: then it is an error to
  /// give it to the command silently (`print xs.map { … }`).
  private static func takesClosureInSwift(_ argument: Expression) -> Bool {
    var last = argument
    while true {
      switch last.kind {
      case .member: return true
      case .call(let call):
        return call.trailingClosure == nil && !call.isCommand && !call.isChoiceOfWorld
      case .optionalChain(let chain): last = chain
      case .binary(_, _, _, let right): last = right
      case .prefix(_, let operand): last = operand
      case .conditional(_, _, let second): last = second
      case .range(_, let upper?, _): last = upper
      default: return false
      }
    }
  }
}

// MARK: - Closures

extension Parser {
  /// A closure from its `{` on.
  func closure() -> Closure {
    let start = start
    guard let bracket = openBracket() else {
      return Closure(parameters: nil, body: [], range: range(from: start))
    }
    let outer = (isInLoop, isInFunction)
    (isInLoop, isInFunction) = (false, true)
    let parameters = hasParameterList ? closureParameters() : nil
    let body = statements(of: .function, in: bracket)
    (isInLoop, isInFunction) = outer
    let fits = closeBracket(bracket)
    return Closure(parameters: parameters, body: fits ? body : [], range: range(from: start))
  }

  /// Whether names and an `in` follow, in parentheses or not; types and results are looked past.
  private var hasParameterList: Bool {
    var ahead = 0
    if at(.leftParenthesis) {
      guard let closer = brackets.closer(of: index) else { return false }
      ahead = closer - index + 1
      if peek(ahead).kind == .foreignOperator(.arrow) { return true }
      return peek(ahead).kind == .keyword(.in)
    }
    while peek(ahead).isWord || peek(ahead).isMark(.comma) {
      if peek(ahead).kind == .keyword(.in) { return ahead > 0 }
      if ahead > 0, peek(ahead).isWord == peek(ahead - 1).isWord { return false }
      ahead += 1
    }
    return false
  }

  private func closureParameters() -> [Name] {
    var names: [Name] = []
    var seen = ParameterNames()
    let add = { (name: Name?) in
      guard let name else { return }
      if !seen.insert(name) { self.report(.duplicateParameter(name)) }
      names.append(name)
    }
    if at(.leftParenthesis), let bracket = openBracket() {
      elements(in: bracket, closer: .rightParenthesis) { add($0.closureParameter()) }
      _ = closeBracket(bracket)
    } else {
      repeat { add(closureParameter()) } while consume(.comma) && !isRecovering
    }
    rejectSignature()
    while isRecovering, !at(.in), !isAtStatementEnd { skipBalanced() }
    if !consume(.in) {
      fail(.expectedToken("in", found: foundDescription, at: errorRange))
    } else {
      isRecovering = false
    }
    return names
  }

  private func closureParameter() -> Name? {
    let name = declaredName("a closure's parameter")
    if name != nil { rejectTypeAnnotation() }
    return name
  }
}

extension Call {
  /// Whether it is `oneOf(…)`, which takes no closure: `after oneOf(1s, 5s) { }` leaves no doubt.
  fileprivate var isChoiceOfWorld: Bool {
    if case .name(let name) = callee.kind { name.text == "oneOf" } else { false }
  }
}
