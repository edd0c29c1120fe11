// What a list of tokens shows without a grammar: which bracket a token stands in, which `{` ends
// the header of a statement, which tokens are arguments of a command call. One walk over the
// tokens with a stack of brackets; it never reads a tree.

@testable import RehearsalSyntax

/// Facts about the places of tokens, one for each token and the end of the file.
struct TokenLayout {
  /// For a `{` whether it ends the header of `if`, `guard`, `while`, `for`, `scenario`, `explore`,
  /// `choose` or `or`, or follows `else`.
  private(set) var isBlock: [Bool]
  /// For a `{` whether it stands among the arguments of a command call, outside of brackets.
  private(set) var isAmongCommandArguments: [Bool]
  private(set) var isInLoop: [Bool]
  private(set) var isInFunction: [Bool]
  /// Whether the innermost bracket is a round or square one, in which line ends are white space.
  private var isInBrackets: [Bool]
  /// For a closing bracket the place of its opening one.
  private var openers: [Int?]
  private let tokens: [Token]
  private let source: SourceText

  /// What a header belongs to, whose block is the first `{` after it.
  private enum Header {
    case statement(Keyword)
    case scenario, exploration, alternative

    var bracket: Bracket {
      switch self {
      case .statement(let keyword): .block(keyword)
      case .scenario, .alternative: .body
      case .exploration: .exploration
      }
    }
  }

  /// What a bracket is.
  private enum Bracket {
    case file, round, exploration
    /// The block of a statement, by the keyword of its header.
    case block(Keyword)
    /// The body of a declaration or closure.
    case body
  }

  /// A bracket that is open.
  private struct Level {
    let bracket: Bracket
    let opener: Int
    /// The header that is being read.
    var header: Header?
    /// Whether a command call's arguments are being read.
    var isCommand = false

    /// Whether a line end may end a statement.
    var holdsStatements: Bool { if case .round = bracket { false } else { true } }
  }

  init(_ tokens: [Token], in source: SourceText) {
    self.tokens = tokens
    self.source = source
    let none = [Bool](repeating: false, count: tokens.count)
    (isBlock, isAmongCommandArguments, isInLoop, isInFunction, isInBrackets) =
      (none, none, none, none, none)
    openers = [Int?](repeating: nil, count: tokens.count)
    var levels = [Level(bracket: .file, opener: -1)]
    for place in tokens.indices { walk(over: place, &levels) }
  }

  private mutating func walk(over place: Int, _ levels: inout [Level]) {
    let token = tokens[place]
    var level = levels.removeLast()
    isInBrackets[place] = !level.holdsStatements
    (isInLoop[place], isInFunction[place]) = Self.surroundings(levels + [level])
    if level.holdsStatements, token.isMark(.semicolon) || beginsStatement(at: place) {
      level.isCommand = false
    }
    if place > level.opener + 1, isPathEnd(place - 1), beginsArgument(at: place) {
      level.isCommand = true
    }
    if let keyword = keyword(at: place), Self.headers.contains(keyword) {
      level.header = .statement(keyword)
    }
    if let keyword = keyword(at: place), keyword == .choose || keyword == .or {
      if case .exploration = level.bracket {
        level.header = .alternative
      } else if tokens[place + 1].isMark(.leftBrace) {
        level.header = .statement(keyword)
      }
    }
    if case .file = level.bracket {
      if isHeader("scenario", place) { level.header = .scenario }
      if isHeader("explore", place) { level.header = .exploration }
    }
    isAmongCommandArguments[place] = level.isCommand
    switch token.kind {
    case .punctuation(.leftBrace):
      isBlock[place] = level.header != nil
      let bracket = level.header?.bracket ?? .body
      level.header = nil
      levels += [level, Level(bracket: bracket, opener: place)]
    case .punctuation(.leftParenthesis), .punctuation(.leftBracket), .interpolationStart:
      levels += [level, Level(bracket: .round, opener: place)]
    case .punctuation(.rightParenthesis), .punctuation(.rightBracket), .punctuation(.rightBrace),
      .interpolationEnd:
      openers[place] = level.opener
      if levels.isEmpty { levels.append(level) }
    default:
      levels.append(level)
    }
  }

  /// Keywords whose block is the first `{` after them.
  private static let headers: [Keyword] = [.if, .guard, .else, .while, .for]

  private static func surroundings(_ levels: [Level]) -> (isInLoop: Bool, isInFunction: Bool) {
    var isInLoop: Bool?
    for level in levels.reversed() {
      switch level.bracket {
      case .file, .round, .block(.if), .block(.guard), .block(.else), .block(.choose), .block(.or):
        continue
      case .exploration: return (false, false)
      case .block: isInLoop = isInLoop ?? true
      case .body: return (isInLoop ?? false, true)
      }
    }
    return (isInLoop ?? false, false)
  }

  /// The keyword at a place where it is none of a member, an argument's name or a key.
  private func keyword(at place: Int) -> Keyword? {
    guard case .keyword(let keyword) = tokens[place].kind else { return nil }
    if place > 0, isDot(place - 1) { return nil }
    return tokens[place + 1].isMark(.colon) ? nil : keyword
  }

  /// Whether a word begins a scenario or an exploration at a place of the file.
  private func isHeader(_ word: String, _ place: Int) -> Bool {
    guard tokens[place].kind == .name, place + 1 < tokens.count else { return false }
    let next = tokens[place + 1].kind
    return (next == .stringStart || next == .multilineStringStart)
      && source.text(in: tokens[place].range) == word
  }

  private func isDot(_ place: Int) -> Bool {
    tokens[place].isMark(.dot) || tokens[place].isMark(.optionalDot)
  }

  /// Whether a name, or a member after a dot that touches it, ends before a place.
  private func isPathEnd(_ place: Int) -> Bool {
    if tokens[place].kind == .name { return true }
    return tokens[place].isWord && place > 0 && tokens[place - 1].isMark(.dot)
  }

  // MARK: - Lines

  /// Whether an operator goes on with the expression before it.
  func goesOn(at place: Int) -> Bool {
    !tokens[place].newlineBefore || isInBrackets[place]
      || place + 1 < tokens.count && tokens[place + 1].spaceBefore
  }

  /// Whether a token begins a line and does not go on with the statement of the line before.
  private func beginsStatement(at place: Int) -> Bool {
    guard tokens[place].newlineBefore, place > 0 else { return false }
    switch tokens[place - 1].kind {
    case .binary, .range, .prefix, .assignment, .punctuation(.comma), .punctuation(.colon),
      .punctuation(.question):
      return false
    default: break
    }
    switch tokens[place].kind {
    case .binary, .range: return !goesOn(at: place)
    case .punctuation(let mark):
      return ![.dot, .optionalDot, .question, .colon, .comma].contains(mark)
    default: return true
    }
  }

  // MARK: - Values

  /// Whether a token can begin the first argument of a command call, after white space.
  func beginsArgument(at place: Int) -> Bool {
    let token = tokens[place]
    guard token.spaceBefore, !token.newlineBefore, place + 1 < tokens.count else { return false }
    let next = tokens[place + 1]
    switch token.kind {
    case .name, .number, .stringStart, .multilineStringStart, .shorthandParameter,
      .keyword(.true), .keyword(.false), .keyword(.nil):
      return true
    case .punctuation(.dot): return next.isWord && !next.spaceBefore
    default: return token.isWord && next.isMark(.colon)
    }
  }

  /// Whether a value ends with a token.
  private func endsValue(_ place: Int) -> Bool {
    guard place >= 0 else { return false }
    switch tokens[place].kind {
    case .name, .number, .shorthandParameter, .stringEnd, .keyword(.true), .keyword(.false),
      .keyword(.nil), .punctuation(.rightParenthesis), .punctuation(.rightBracket),
      .punctuation(.rightBrace):
      return true
    default:
      return tokens[place].isWord && place > 0 && isDot(place - 1)
    }
  }

  /// Whether the name at a place is `oneOf`, whose calls take no closure.
  private func isChoice(_ place: Int) -> Bool {
    source.text(in: tokens[place].range) == "oneOf" && !isDot(place - 1)
  }

  /// Whether a member or a call with parentheses ends before a place.
  func isMemberOrCall(before place: Int) -> Bool {
    let last = place - 1
    guard last > 0 else { return false }
    if tokens[last].isMark(.rightParenthesis), let opener = openers[last], opener > 0 {
      return endsValue(opener - 1) && !tokens[opener].newlineBefore && !isChoice(opener - 1)
    }
    guard tokens[last].isWord, isDot(last - 1) else { return false }
    let dot = tokens[last - 1]
    // After white space on its line, a dot begins a symbol.
    return endsValue(last - 2) && (!dot.spaceBefore || dot.newlineBefore)
  }
}
