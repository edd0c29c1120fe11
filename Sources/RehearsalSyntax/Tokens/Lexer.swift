// Bytes to tokens, the first step of reading a script. The lexer never fails: what is no token
// becomes one of kind `.invalid` together with a finding, and strings that are not closed get
// closing tokens of no length, so the parser always meets well-nested strings.

/// Splits a source into tokens.
package struct Lexer {
  /// A string whose interpolation is being read.
  struct OpenInterpolation {
    let isMultiline: Bool
    /// Offset of the string's opening quotes.
    let stringStart: Int
    /// Offset of the `\(`.
    let start: Int
    /// Round brackets that are open inside it.
    var parentheses = 0
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let limits: SyntaxLimits
  var offset = 0
  var tokens: [Token] = []
  var findings: FindingList
  var openEnd: TokenizedSource.OpenEnd?

  /// The interpolations around the offset, the innermost last.
  var interpolations: [OpenInterpolation] = []

  /// Behind a fault inside an interpolation, the line end that closes it is no second fault.
  var hasReportedInterpolation = false

  /// Splits a source into tokens; the tokens cover everything but white space and comments.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package static func tokenize(
    _ source: SourceText, limits: SyntaxLimits = SyntaxLimits()
  ) -> TokenizedSource {
    source.bytes.withUnsafeBufferPointer { bytes in
      var lexer = Lexer(bytes: bytes, limits: limits)
      lexer.run()
      return TokenizedSource(
        source: source, tokens: lexer.tokens, findings: lexer.findings, openEnd: lexer.openEnd)
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: SyntaxLimits) {
    self.bytes = bytes
    self.limits = limits
    self.findings = FindingList(limit: limits.diagnostics)
  }

  private mutating func run() {
    if let refusal = refusal() {
      findings.append(refusal)
      tokens.append(Token(.endOfFile, SourceRange(bytes.count, bytes.count)))
      return
    }
    tokens.reserveCapacity(bytes.count / 4)
    skipFirstLine()
    while true {
      let flags = skipTrivia()
      if let open = interpolations.last, offset == bytes.count || isLineEnd(offset) {
        breakOff(open)
      } else if offset < bytes.count {
        scanToken(flags)
      } else {
        tokens.append(Token(.endOfFile, SourceRange(offset, offset), flags))
        return
      }
    }
  }

  /// Why the source is not read at all: a binary or huge file is one clear finding.
  private func refusal() -> Finding? {
    if bytes.count > min(limits.sourceSize, Int(Int32.max)) {
      return .sourceTooLarge(bytes.count, limit: limits.sourceSize)
    }
    guard let fault = UTF8Validation.fault(in: bytes) else { return nil }
    return .invalidUTF8(bytes[fault.offset], fault)
  }

  private mutating func skipFirstLine() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if byte(offset) == UInt8(ascii: "#"), byte(offset + 1) == UInt8(ascii: "!") { skipLine() }
  }

  private mutating func scanToken(_ flags: Token.Flags) {
    let start = offset
    let first = bytes[start]
    if Self.isDigit(first) {
      skipNumber()
      append(.number, from: start, flags)
    } else if isNameStart(start) {
      skipName()
      append(Spelling.table.word(in: bytes, start..<offset), from: start, flags)
    } else if first == UInt8(ascii: "\"") {
      scanString(flags)
    } else if first == UInt8(ascii: "`") {
      scanQuotedName(flags)
    } else if first == UInt8(ascii: "$"), Self.isDigit(byte(start + 1)) {
      offset += 1
      while Self.isDigit(byte(offset)) { offset += 1 }
      append(.shorthandParameter, from: start, flags)
    } else if let mark = Spelling.table.mark(in: bytes, at: start) {
      offset += mark.length
      scanMark(mark.kind, from: start, flags)
    } else {
      scanInvalid(flags)
    }
  }

  /// A mark; a round bracket may be the end of an interpolation.
  private mutating func scanMark(_ kind: Token.Kind, from start: Int, _ flags: Token.Flags) {
    if let open = interpolations.last {
      if kind == .punctuation(.leftParenthesis) {
        interpolations[interpolations.count - 1].parentheses += 1
      } else if kind == .punctuation(.rightParenthesis) {
        if open.parentheses == 0 {
          interpolations.removeLast()
          append(.interpolationEnd, from: start, flags)
          scanText(isMultiline: open.isMultiline, stringStart: open.stringStart)
          return
        }
        interpolations[interpolations.count - 1].parentheses -= 1
      }
    }
    append(kind, from: start, flags)
  }

  private mutating func scanQuotedName(_ flags: Token.Flags) {
    let start = offset
    offset += 1
    let nameStart = offset
    if isNameStart(offset) { skipName() }
    if offset > nameStart, byte(offset) == UInt8(ascii: "`") {
      offset += 1
      append(.name, from: start, flags.union(.quoted))
    } else {
      append(.invalid, from: start, flags)
      findings.append(.unfinishedQuotedName(SourceRange(start, offset)))
    }
  }

  private mutating func skipNumber() {
    if bytes[offset] == UInt8(ascii: "0"), let mark = byte(offset + 1),
      [UInt8(ascii: "x"), UInt8(ascii: "b"), UInt8(ascii: "o")].contains(mark)
    {
      offset += 2
      skipName()
      return
    }
    skipDigits()
    // A third part is taken too: `11.0.3` is one mistake, not a number and a member.
    while byte(offset) == UInt8(ascii: "."), Self.isDigit(byte(offset + 1)) {
      offset += 1
      skipDigits()
    }
    if let mark = byte(offset), mark | 0x20 == UInt8(ascii: "e") {
      let isSigned = byte(offset + 1) == UInt8(ascii: "-") || byte(offset + 1) == UInt8(ascii: "+")
      if isSigned, Self.isDigit(byte(offset + 2)) { offset += 2 }
    }
    skipName()
  }

  private mutating func skipDigits() {
    while Self.isDigit(byte(offset)) || byte(offset) == UInt8(ascii: "_") { offset += 1 }
  }

  mutating func append(_ kind: Token.Kind, from start: Int, _ flags: Token.Flags = []) {
    tokens.append(Token(kind, SourceRange(start, offset), flags))
  }
}
