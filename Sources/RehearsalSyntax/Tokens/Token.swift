// Tokens: a kind, a range, and flags of what precedes it; and the table of spellings in which the
// lexer looks words and operators up. A token holds no text, which is read from the source.

/// One piece of a script's text.
package struct Token: Hashable, Sendable {
  /// What a token is.
  package enum Kind: Hashable, Sendable {
    /// A name that is not reserved, or any word in back-ticks.
    case name
    /// A number with its suffix; `NumericLiteral` reads its value.
    case number
    /// `$0`
    case shorthandParameter
    /// A reserved word.
    case keyword(Keyword)
    /// A reserved word of Swift that means nothing here.
    case foreignWord(ForeignWord)
    /// A bracket, separator or dot.
    case punctuation(Punctuation)
    /// An operator between operands; `-` is one wherever it is.
    case binary(BinaryOperator)
    /// An operator that only precedes its operand.
    case prefix(PrefixOperator)
    /// `...`, `..<`
    case range(RangeOperator)
    /// `=`, `+=`
    case assignment(AssignmentOperator)
    /// An operator that means nothing here.
    case foreignOperator(ForeignOperator)
    /// The opening quote of a string of one line.
    case stringStart
    /// The opening `"""`.
    case multilineStringStart
    /// Text of a string with its escapes as written.
    case stringText
    /// `\(` in a string.
    case interpolationStart
    /// The `)` that ends an interpolation; empty where it is missing.
    case interpolationEnd
    /// The closing quotes; empty where they are missing.
    case stringEnd
    /// What is no token at all; the lexer has said so.
    case invalid
    /// After the last byte; always the last token, and there only.
    case endOfFile
  }

  /// What precedes a token, and how it is written.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let newlineBefore = Flags(rawValue: 1)
    static let spaceBefore = Flags(rawValue: 2)
    static let quoted = Flags(rawValue: 4)
  }

  /// What it is.
  package let kind: Kind
  /// Where it is, back-ticks and quotes included.
  package let range: SourceRange
  let flags: Flags

  init(_ kind: Kind, _ range: SourceRange, _ flags: Flags = []) {
    self.kind = kind
    self.range = range
    self.flags = flags
  }

  /// Whether a line end is between the token before and this one.
  package var newlineBefore: Bool { flags.contains(.newlineBefore) }

  /// Whether white space, a comment or a line end is right before this token.
  package var spaceBefore: Bool { flags.contains(.spaceBefore) }

  /// Whether it is a name in back-ticks.
  package var isQuoted: Bool { flags.contains(.quoted) }

  /// Whether it can be a name where every word is one: after a dot, before an argument's colon.
  var isWord: Bool {
    switch kind {
    case .name, .keyword, .foreignWord: true
    default: false
    }
  }

  /// Whether it is the given mark.
  package func isMark(_ mark: Punctuation) -> Bool { kind == .punctuation(mark) }
}

// MARK: - Spellings

/// Looks up what a run of bytes is.
struct TokenSpellings: Sendable {
  /// The one table; it is immutable.
  static let table = TokenSpellings()

  /// For each first byte the operators and marks that begin with it, the longest first.
  private let marks: [[(bytes: [UInt8], kind: Token.Kind)]]

  /// For each length the words of that length.
  private let words: [[(bytes: [UInt8], kind: Token.Kind)]]

  private init() {
    var all: [(spelling: String, kind: Token.Kind)] = []
    all += Punctuation.allCases.map { ($0.rawValue, .punctuation($0)) }
    all += BinaryOperator.allCases.map { ($0.rawValue, .binary($0)) }
    all += RangeOperator.allCases.map { ($0.rawValue, .range($0)) }
    all += AssignmentOperator.allCases.map { ($0.rawValue, .assignment($0)) }
    all += ForeignOperator.allCases.map { ($0.rawValue, .foreignOperator($0)) }
    // A prefix operator that is also a binary one is known to the parser by its place.
    for prefix in PrefixOperator.allCases where BinaryOperator(rawValue: prefix.rawValue) == nil {
      all.append((prefix.rawValue, .prefix(prefix)))
    }
    var marks: [[(bytes: [UInt8], kind: Token.Kind)]] = Array(repeating: [], count: 256)
    for (spelling, kind) in all {
      let bytes = Array(spelling.utf8)
      if let first = bytes.first { marks[Int(first)].append((bytes, kind)) }
    }
    self.marks = marks.map { $0.sorted { $0.bytes.count > $1.bytes.count } }

    var listed: [(spelling: String, kind: Token.Kind)] = []
    listed += Keyword.allCases.map { ($0.rawValue, .keyword($0)) }
    listed += ForeignWord.allCases.map { ($0.rawValue, .foreignWord($0)) }
    let longest = listed.map { $0.spelling.utf8.count }.max() ?? 0
    var words: [[(bytes: [UInt8], kind: Token.Kind)]] = Array(repeating: [], count: longest + 1)
    for (spelling, kind) in listed {
      words[spelling.utf8.count].append((Array(spelling.utf8), kind))
    }
    self.words = words
  }

  /// The longest operator or mark that begins at an offset.
  func mark(
    in bytes: UnsafeBufferPointer<UInt8>, at offset: Int
  ) -> (kind: Token.Kind, length: Int)? {
    for candidate in marks[Int(bytes[offset])] {
      let length = candidate.bytes.count
      guard offset + length <= bytes.count else { continue }
      if (1..<length).allSatisfy({ bytes[offset + $0] == candidate.bytes[$0] }) {
        return (candidate.kind, length)
      }
    }
    return nil
  }

  /// What the word in a range of bytes is: reserved, foreign or a name.
  func word(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Token.Kind {
    guard range.count < words.count, let first = range.first else { return .name }
    for candidate in words[range.count] where candidate.bytes[0] == bytes[first] {
      if candidate.bytes.indices.allSatisfy({ bytes[first + $0] == candidate.bytes[$0] }) {
        return candidate.kind
      }
    }
    return .name
  }
}
