// Follows the paths of a body in Objective-C, as far as its statements show: conditions, returns and
// loops. Whatever names the completion counts as having called it or handed it on.

/// The paths of a body that miss what is owed.
struct ObjectiveCPaths {
  private typealias State = Obligation.State

  /// What is owed, by the words that do it.
  enum Owed {
    /// Whatever names this: a completion, or who is handed it.
    case named(String)
    /// A background task: begun by a statement that calls for one, and ended by whatever names it.
    case backgroundTask(String)
    /// A scheduled task, whose expiration handler does not count.
    case scheduledTask(String)
    /// A call that is reported to the system.
    case callReport

    /// Whether a body names it.
    func isNamed(in body: ObjectiveCBody) -> Bool { body.tokens.contains { isMet(by: $0.text) } }

    fileprivate func isMet(by word: Substring) -> Bool {
      switch self {
      case .named(let name), .backgroundTask(let name), .scheduledTask(let name): word == name
      case .callReport: word.hasPrefix("reportNewIncoming")
      }
    }
  }

  /// How a path ends that misses it.
  struct Missed {
    /// From 0 for the body's first line.
    let line: Int
    let end: MissedPath.End
  }

  private let owed: Owed
  private let tokens: ArraySlice<ObjectiveCBody.Token>
  private var index: Int
  private var missed: Int?

  private init(_ owed: Owed, _ body: ObjectiveCBody) {
    self.owed = owed
    tokens = body.tokens
    index = tokens.startIndex
  }

  /// The first path that misses what is owed; nil where each meets it.
  ///
  /// - Complexity: O(n) in the size of the body
  static func missed(_ owed: Owed, in body: ObjectiveCBody) -> Missed? {
    guard !body.names("goto") else { return nil }
    var paths = ObjectiveCPaths(owed, body)
    var start = State.owed
    if case .backgroundTask = owed { start = .none }
    let end = paths.statements(from: start, isWhole: true)
    if let line = paths.missed { return Missed(line: line, end: .returns) }
    guard end.contains(.owed) else { return nil }
    return Missed(line: body.tokens.last?.line ?? 0, end: .fallsThrough)
  }

  /// The line, from 0 for the body's first one, where a path ends that never names a completion; nil where
  /// each does.
  static func missedLine(of name: String, in body: String) -> Int? {
    missed(.named(name), in: ObjectiveCBody(body))?.line
  }

  private var token: Substring? { index < tokens.endIndex ? tokens[index].text : nil }

  private mutating func statements(from start: State, isWhole: Bool = false) -> State {
    var state = start
    while let token, isWhole || token != "}" {
      if token == "}" { index += 1 } else { state = statement(from: state) }
    }
    return state
  }

  private mutating func statement(from state: State) -> State {
    switch token {
    case "{":
      index += 1
      let end = statements(from: state)
      index += 1
      return end
    case "if":
      return branch(from: state)
    case "else":
      // Of a condition that is not told apart.
      index += 1
      return statement(from: state).union(state)
    case "return":
      let line = tokens[index].line
      let end = plain(from: state)
      if end.contains(.owed), end.isDisjoint(with: [.met, .unknown]) { missed = missed ?? line }
      return []
    case "for", "while", "switch", "do":
      let isNamed = skipStatement()
      return isNamed ? state.handingOn : state
    case "@":
      index += 1
      return block(from: state)
    default:
      return plain(from: state)
    }
  }

  private mutating func branch(from state: State) -> State {
    index += 1
    let isTested = parentheses()
    let then = statement(from: state)
    var otherwise = state
    if token == "else" {
      index += 1
      otherwise = statement(from: state)
    }
    let joined = then.union(otherwise)
    guard joined.contains(.owed) else { return joined }
    let isSecond = !state.isDisjoint(with: [.met, .unknown])
    let meets = [then, otherwise].contains { !$0.isEmpty && !$0.contains(.owed) }
    return meets && (isTested || isSecond) ? joined.handingOn : joined
  }

  /// What follows `@`: a block that runs, or an expression.
  private mutating func block(from state: State) -> State {
    switch token {
    case "autoreleasepool", "synchronized":
      index += 1
      if token == "(" { _ = parentheses() }
      return statement(from: state)
    case "try":
      let isNamed = skipStatement()
      return isNamed ? state.handingOn : state
    case "catch", "finally":
      let isNamed = skipStatement()
      return isNamed ? state.handingOn : state
    default:
      return plain(from: state)
    }
  }

  /// Passes over a pair of parentheses, and says whether the completion is named in it.
  private mutating func parentheses() -> Bool {
    guard token == "(" else { return false }
    return pair("(", ")")
  }

  private mutating func pair(_ open: Substring, _ close: Substring) -> Bool {
    var depth = 0
    var isNamed = false
    while let token {
      if token == open { depth += 1 }
      if token == close { depth -= 1 }
      if owed.isMet(by: token) { isNamed = true }
      index += 1
      if depth == 0 { break }
    }
    return isNamed
  }

  /// Passes over a statement with its blocks, and says whether the completion is named in it.
  private mutating func skipStatement() -> Bool {
    var isNamed = false
    while let token {
      if token == "(" {
        isNamed = pair("(", ")") || isNamed
      } else if token == "{" {
        return pair("{", "}") || isNamed
      } else {
        index += 1
        if token == ";" { break }
      }
    }
    return isNamed
  }

  /// A statement up to its semicolon, with the blocks in it.
  private mutating func plain(from state: State) -> State {
    var isNamed = false
    var isBeginning = false
    let isExpiration = self.isExpiration
    var depth = 0
    while let token {
      if token == "}", depth == 0 { break }
      if ["(", "[", "{"].contains(token) { depth += 1 }
      if [")", "]", "}"].contains(token) { depth -= 1 }
      if owed.isMet(by: token) { isNamed = true }
      if case .backgroundTask = owed, token.hasPrefix("beginBackgroundTask") { isBeginning = true }
      index += 1
      if token == ";", depth <= 0 { break }
    }
    if isBeginning, isNamed { return state.contains(.unknown) ? .unknown : .owed }
    return isNamed && !isExpiration ? state.meeting : state
  }

  /// Whether a statement gives a scheduled task its expiration handler.
  private var isExpiration: Bool {
    guard case .scheduledTask = owed else { return false }
    return tokens[index...].prefix(4).contains { $0.text == "expirationHandler" }
  }
}
