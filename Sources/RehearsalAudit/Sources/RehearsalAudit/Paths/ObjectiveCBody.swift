// The words and signs of a body in Objective-C, with the blocks in it: what its checks and its paths read.

/// A body in Objective-C as a row of words and signs.
struct ObjectiveCBody {
  /// A word or a sign.
  struct Token {
    let text: Substring
    /// From 0 for the body's first one.
    let line: Int
  }

  let tokens: ArraySlice<Token>

  init(_ text: String) {
    var tokens: [Token] = []
    var line = 0
    var rest = text[...]
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
    self.tokens = tokens[...]
  }

  init(_ tokens: ArraySlice<Token>) { self.tokens = tokens }

  /// Whether a word stands in it.
  func names(_ word: String) -> Bool { tokens.contains { $0.text == word } }

  /// Whether a word stands in it that begins with one of these, whatever its case.
  func names(prefixes: [String]) -> Bool {
    tokens.contains { token in prefixes.contains(where: token.text.lowercased().hasPrefix) }
  }

  /// Its blocks, but for those in other ones, in their order: `^{ … }`, `^(BOOL isDone) { … }`.
  ///
  /// - Complexity: O(n)
  var blocks: [ObjectiveCBody] { blockRanges.map { ObjectiveCBody(tokens[$0]) } }

  private var blockRanges: [Range<Int>] {
    var found: [Range<Int>] = []
    var index = tokens.startIndex
    while index < tokens.endIndex {
      if tokens[index].text == "^", let range = block(from: index) {
        found.append(range)
        index = range.upperBound
      }
      index += 1
    }
    return found
  }

  /// The tokens between the braces of the block that begins at a sign; nil where it begins none.
  private func block(from start: Int) -> Range<Int>? {
    var index = start + 1
    while index < tokens.endIndex, tokens[index].text != "{" {
      let text = tokens[index].text
      guard text == "(" || text == "*" || text.first?.isLetter == true || text.first == "_" else {
        return nil
      }
      index = text == "(" ? end(of: index, "(", ")") + 1 : index + 1
    }
    guard index < tokens.endIndex else { return nil }
    return index + 1..<max(index + 1, end(of: index, "{", "}"))
  }

  /// The place of the sign that closes a pair, or the end.
  private func end(of start: Int, _ open: Substring, _ close: Substring) -> Int {
    var depth = 0
    for index in start..<tokens.endIndex {
      if tokens[index].text == open { depth += 1 }
      if tokens[index].text == close {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return tokens.endIndex
  }

  /// What runs at once: it without its blocks.
  var withoutBlocks: ObjectiveCBody {
    let blocks = blockRanges
    guard !blocks.isEmpty else { return self }
    var kept: [Token] = []
    var next = tokens.startIndex
    for block in blocks {
      kept += tokens[next..<block.lowerBound]
      next = block.upperBound
    }
    return ObjectiveCBody((kept + tokens[next...])[...])
  }

  /// Its statements outside of blocks and braces, without what stands under a condition.
  var plainStatements: [ObjectiveCBody] {
    var statements: [ObjectiveCBody] = []
    var depth = 0
    var start = tokens.startIndex
    for index in tokens.indices {
      switch tokens[index].text {
      case "{", "(", "[": depth += 1
      case "}", ")", "]": depth -= 1
      default: break
      }
      guard depth == 0, [";", "}"].contains(tokens[index].text) else { continue }
      let statement = tokens[start...index]
      let isConditional = ["if", "else", "switch", "for", "while", "do"].contains(
        statement.first?.text ?? "")
      if !isConditional, tokens[index].text == ";" {
        statements.append(ObjectiveCBody(statement))
      }
      // An assignment of a block ends behind its brace.
      if tokens[index].text == ";" || isConditional { start = index + 1 }
    }
    return statements
  }

  /// Whether it does nothing but write to a log.
  var onlyLogs: Bool {
    var depth = 0
    var isFirst = true
    for token in tokens {
      if isFirst, ![";", "{", "}"].contains(token.text) {
        let word = token.text.lowercased()
        guard
          ["nslog", "ddlog", "os_log", "printf", "log", "nsassert"].contains(where: word.hasPrefix)
        else { return false }
        isFirst = false
      }
      if ["(", "["].contains(token.text) { depth += 1 }
      if [")", "]"].contains(token.text) { depth -= 1 }
      if token.text == ";", depth == 0 { isFirst = true }
    }
    return true
  }

  /// The body before its first word that begins with a prefix; nil where none does.
  func before(wordOf prefix: String) -> ObjectiveCBody? {
    tokens.firstIndex { $0.text.hasPrefix(prefix) }.map { ObjectiveCBody(tokens[..<$0]) }
  }

  /// The body without its last use of a word.
  func withoutLast(_ word: String) -> ObjectiveCBody {
    guard let last = tokens.lastIndex(where: { $0.text == word }) else { return self }
    return ObjectiveCBody(tokens[..<last])
  }

  /// The name to which the statement assigns: `NAME = …`, `self.NAME = …`, `TYPE NAME = …`; nil for none.
  var assigned: (name: String, isDeclared: Bool)? {
    guard let sign = tokens.firstIndex(where: { $0.text == "=" }), sign > tokens.startIndex,
      tokens[sign - 1].text.first?.isLetter == true || tokens[sign - 1].text.first == "_"
    else { return nil }
    let before = tokens[..<(sign - 1)]
    return (
      String(tokens[sign - 1].text), before.contains { $0.text == "UIBackgroundTaskIdentifier" }
    )
  }
}
