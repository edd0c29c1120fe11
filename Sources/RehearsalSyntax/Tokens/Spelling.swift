// From bytes to kinds of tokens: made from the tables of words, operators and marks, so that a
// new row there is known to the lexer without a change here.

/// Looks up what a run of bytes is.
struct Spelling: Sendable {
  /// The one table; it is immutable.
  static let table = Spelling()

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
