// A script in the house's layout: indentation, spaces, blank lines. The formatter goes over the
// tokens once and writes each as it is; only what lies between two tokens changes, and never
// where a line ends. `Formatter+Spacing.swift` decides about spaces, `Formatter+Indentation.swift`
// about the start of a line. A space that the parser looks at stays as it was.

/// Lays out the text of scripts.
package struct Formatter {
  let source: SourceText
  let tokens: [Token]

  /// The index of the token that is being written.
  var index = 0

  /// Whether a line end stands between `previous` and the token that is being written.
  var isAtLineStart = false

  /// The token written last.
  var previous: Token?

  /// Whether a value may end with `previous`, so that a bracket or operator behind it belongs
  /// to that value.
  var isBehindOperand = false

  /// Whether `previous` is a `-` before its only operand.
  var isBehindSign = false

  /// Whether `previous` is the `in` behind a closure's parameters.
  var isBehindParameterList = false

  /// The brackets around the token, the innermost last; the first stands for the file.
  var frames = [Frame(kind: .block, lineIndentation: 0, contentIndentation: 0)]

  /// The indentation of the line that is being written, in levels.
  var lineIndentation = 0

  private var output: [UInt8] = []
  private let lineEnd: [UInt8]

  /// The script in the house's layout; nil where it has errors.
  ///
  /// The result has the same tokens, comments and lines, save needless `;` and blank lines, and
  /// the same tree. Formatting it again changes nothing. Lines end as the first one between two
  /// tokens does.
  ///
  /// - Parameters:
  ///   - source: Any bytes.
  ///   - limits: How much to take on.
  /// - Returns: The text, or nil.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func format(
    _ source: SourceText, limits: SyntaxLimits = SyntaxLimits()
  ) -> String? {
    guard !Parser.parse(source, limits: limits).hasErrors else { return nil }
    var formatter = Formatter(source, Lexer.tokenize(source, limits: limits).tokens)
    formatter.run()
    return String(decoding: formatter.output, as: UTF8.self)
  }

  private init(_ source: SourceText, _ tokens: [Token]) {
    self.source = source
    self.tokens = tokens
    lineEnd = Self.firstLineEnd(of: source, tokens)
  }

  /// The first line end between two tokens; those in comments and strings are no one's layout.
  private static func firstLineEnd(of source: SourceText, _ tokens: [Token]) -> [UInt8] {
    var end = 0
    for token in tokens {
      for piece in Gap(source, SourceRange(end, Int(token.range.start))).pieces {
        if case .lineEnd(let range) = piece {
          return Array(source.bytes[Int(range.start)..<Int(range.end)])
        }
      }
      end = Int(token.range.end)
    }
    return [UInt8(ascii: "\n")]
  }

  private mutating func run() {
    output.reserveCapacity(source.bytes.count)
    var gap: Gap?
    var gapStart = 0
    while index < tokens.count {
      let token = tokens[index]
      let next = Gap(source, SourceRange(gapStart, Int(token.range.start)))
      if gap == nil { gap = next } else { gap?.append(next) }
      gapStart = Int(token.range.end)
      isAtLineStart = isAtLineStart || token.newlineBefore
      // What stands around a `;` that is left out becomes one gap.
      if !isNeedless(token), let whole = gap {
        write(whole, before: token)
        output += source.bytes[Int(token.range.start)..<gapStart]
        step(behind: token)
        gap = nil
        isAtLineStart = false
      }
      index += 1
    }
    if !output.isEmpty { output += lineEnd }
    if source.hasByteOrderMark { output.insert(contentsOf: source.bytes.prefix(3), at: 0) }
  }

  /// Writes the comments before a token, and the line ends and spaces that lead up to it.
  private mutating func write(_ gap: Gap, before token: Token) {
    var lineEnds = 0
    var width = 0
    var isBehindComment = false
    for piece in gap.pieces {
      switch piece {
      case .space:
        width += 1
        continue
      case .lineEnd:
        lineEnds += 1
        width = 0
        continue
      case .lineComment(let range):
        // Comments behind code keep their distance, for the author may have aligned them.
        separate(lineEnds, spaces: max(1, width), levels: commentIndentation(before: token))
        output += source.bytes[Int(range.start)..<Int(range.end)]
      case .blockComment(let range):
        separate(lineEnds, spaces: min(1, width), levels: commentIndentation(before: token))
        output += source.bytes[Int(range.start)..<Int(range.end)]
      }
      (lineEnds, width, isBehindComment) = (0, 0, true)
    }
    guard token.kind != .endOfFile else { return }
    let levels = indentation(of: token)
    if lineEnds > 0 || output.isEmpty { lineIndentation = levels }
    let spaces = isBehindComment ? min(1, width) : isTight(before: token) ? 0 : 1
    separate(lineEnds, spaces: spaces, levels: levels)
    if beginsItem(token) { frames[frames.count - 1].itemIndentation = lineIndentation }
  }

  /// Begins a new line, with at most one blank line before it, or goes on with the current one.
  private mutating func separate(_ lineEnds: Int, spaces: Int, levels: Int) {
    let space = UInt8(ascii: " ")
    if output.isEmpty { return }
    if lineEnds == 0 {
      output += repeatElement(space, count: spaces)
    } else {
      for _ in 0..<min(2, lineEnds) { output += lineEnd }
      output += repeatElement(space, count: levels * 4)
    }
  }

  /// Whether a token is a `;` without which the statements are told apart all the same.
  private func isNeedless(_ token: Token) -> Bool {
    guard token.isMark(.semicolon), index + 1 < tokens.count else { return false }
    guard let previous, !previous.isMark(.leftBrace) else { return true }
    let next = tokens[index + 1]
    if next.kind == .endOfFile { return true }
    if next.isMark(.rightBrace) || next.isMark(.semicolon) { return true }
    guard isAtLineStart || next.newlineBefore else { return false }
    // On a new line these never go on with the statement before.
    switch next.kind {
    case .name, .number, .stringStart, .multilineStringStart, .shorthandParameter,
      .punctuation(.leftParenthesis), .punctuation(.leftBracket):
      return true
    case .keyword(let keyword): return keyword.beginsStatement
    default: return false
    }
  }

  /// Notes what a token that was written means for those behind it.
  private mutating func step(behind token: Token) {
    let isName = isPlainWord(token)
    updateFrames(token, isPlainWord: isName)
    switch token.kind {
    case .name, .number, .shorthandParameter, .stringEnd, .keyword(.true), .keyword(.false),
      .keyword(.nil):
      isBehindOperand = true
    case .punctuation(let mark): isBehindOperand = mark.isCloser
    default: isBehindOperand = isName
    }
    previous = token
  }

  /// Whether a token is a word that stands for a name: behind a dot, or before a colon as a label.
  func isPlainWord(_ token: Token) -> Bool {
    guard token.isWord else { return false }
    if let previous, previous.isMark(.dot) || previous.isMark(.optionalDot) { return true }
    switch token.kind {
    case .keyword(.true), .keyword(.false), .keyword(.nil): return false
    default: return following.isMark(.colon)
    }
  }

  /// The token behind the one that is being written; the last one behind itself.
  var following: Token { tokens[min(index + 1, tokens.count - 1)] }
}
