// The smallest pieces of a script: a kind, a place, and what stood before. A token holds no text;
// whoever needs it reads it from the source. What lies between two tokens is white space and
// comments, so a formatter finds them from the places alone.

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
    /// An operator between operands; `-` is one wherever it stands.
    case binary(BinaryOperator)
    /// An operator that only stands before its operand.
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
    /// Behind the last byte; always the last token, and there only.
    case endOfFile
  }

  /// What stands before a token, and how it is written.
  struct Flags: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let newlineBefore = Flags(rawValue: 1)
    static let spaceBefore = Flags(rawValue: 2)
    static let quoted = Flags(rawValue: 4)
  }

  /// What it is.
  package let kind: Kind
  /// Where it stands, back-ticks and quotes included.
  package let range: SourceRange
  let flags: Flags

  init(_ kind: Kind, _ range: SourceRange, _ flags: Flags = []) {
    self.kind = kind
    self.range = range
    self.flags = flags
  }

  /// Whether a line end stands between the token before and this one.
  package var newlineBefore: Bool { flags.contains(.newlineBefore) }

  /// Whether white space, a comment or a line end stands right before this token.
  package var spaceBefore: Bool { flags.contains(.spaceBefore) }

  /// Whether it is a name in back-ticks.
  package var isQuoted: Bool { flags.contains(.quoted) }

  /// Whether it can be a name where every word is one: behind a dot, before an argument's colon.
  var isWord: Bool {
    switch kind {
    case .name, .keyword, .foreignWord: true
    default: false
    }
  }

  /// Whether it is the given mark.
  func isMark(_ mark: Punctuation) -> Bool { kind == .punctuation(mark) }
}
