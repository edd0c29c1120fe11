// Calls without parentheses, as statements of their own: `launch Notes`, `after 5s { save() }`.

extension Parser {
  /// Whether a statement begins with a name or dotted path and, on the same line and behind white
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
  /// string, `true`, `false`, `nil` or a symbol, behind white space on the line of the name.
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

  /// A command call; a `{` behind its arguments is the command's own closure.
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
    } while !isRecovering && take(.comma)
    trailingClosures = outer
    if !isRecovering, beginsCommandArgument(index) {
      fail(.missingComma(found: foundHere, at: current.range, insertAt: missingRange))
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
      if !grow() { path = Expression(.missing, path.range) }
    }
    return path
  }

  /// Whether Swift would give a `{` behind this argument to the argument: then it is an error to
  /// give it to the command silently (`print xs.map { … }`).
  private static func takesClosureInSwift(_ argument: Expression) -> Bool {
    var last = argument
    while true {
      switch last.kind {
      case .member: return true
      case .call(let call): return call.trailingClosure == nil && !call.isCommand
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
