// Follows the paths of a body in Objective-C, as far as its statements show: conditions, returns and
// loops. Whatever names the completion counts as having called it or handed it on.

/// The paths of a method that miss its completion.
struct ObjectiveCPaths {
  private typealias State = Obligation.State

  /// A word or a sign of the body.
  private struct Token {
    let text: Substring
    let line: Int
  }

  private let name: String
  private let tokens: [Token]
  private var index = 0
  private var missed: Int?

  private init(_ name: String, _ body: String) {
    self.name = name
    var tokens: [Token] = []
    var line = 0
    var rest = body[...]
    while let first = rest.first {
      if first.isNewline { line += 1 }
      if first.isLetter || first == "_" || first.isNumber {
        let word = rest.prefix { $0.isLetter || $0 == "_" || $0.isNumber }
        tokens.append(Token(text: word, line: line))
        rest = rest.dropFirst(word.count)
      } else {
        if !first.isWhitespace { tokens.append(Token(text: rest.prefix(1), line: line)) }
        rest = rest.dropFirst()
      }
    }
    self.tokens = tokens
  }

  /// The line, from 0 for the body's first one, where a path ends that never names the completion; nil
  /// where each does.
  ///
  /// - Complexity: O(n) in the size of the body
  static func missedLine(of name: String, in body: String) -> Int? {
    guard !body.contains("goto ") else { return nil }
    var paths = ObjectiveCPaths(name, body)
    let end = paths.statements(from: .owed, isWhole: true)
    if let line = paths.missed { return line }
    return end.contains(.owed) ? paths.tokens.last?.line ?? 0 : nil
  }

  private var token: Substring? { index < tokens.count ? tokens[index].text : nil }

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
      if token == name { isNamed = true }
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
    var depth = 0
    while let token {
      if token == "}", depth == 0 { break }
      if ["(", "[", "{"].contains(token) { depth += 1 }
      if [")", "]", "}"].contains(token) { depth -= 1 }
      if token == name { isNamed = true }
      index += 1
      if token == ";", depth <= 0 { break }
    }
    return isNamed ? state.meeting : state
  }
}
