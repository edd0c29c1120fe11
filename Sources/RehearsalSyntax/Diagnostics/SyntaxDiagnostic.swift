// Diagnostics of the lexer and the parser before their source is attached, in lists of bounded
// length. The factories here and in `SyntaxDiagnostic+Grammar.swift` hold all wording of these two
// stages.

/// What the lexer or the parser found wrong.
typealias SyntaxDiagnostic = FoundDiagnostic

/// What a stage found wrong, at a place in the source that is being read.
package struct FoundDiagnostic: Sendable {
  /// What it is.
  package let identifier: DiagnosticIdentifier
  /// Where it is.
  package let range: SourceRange
  /// The sentence.
  package let message: String
  /// Remarks at further places.
  package var notes: [Diagnostic.Note] = []
  /// Offers to change the text.
  package var fixIts: [Diagnostic.FixIt] = []

  /// Makes what was found at a place.
  package init(
    _ identifier: DiagnosticIdentifier, _ range: SourceRange, _ message: String,
    notes: [Diagnostic.Note] = [], fixIts: [Diagnostic.FixIt] = []
  ) {
    self.identifier = identifier
    self.range = range
    self.message = message
    self.notes = notes
    self.fixIts = fixIts
  }

  /// The diagnostic as a diagnostic of its source.
  package func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(identifier, in: source, at: range, message, notes: notes, fixIts: fixIts)
  }
}

/// The first diagnostics of a stage and the number of the others.
struct SyntaxDiagnosticList: Sendable {
  private(set) var items: [SyntaxDiagnostic] = []

  /// How many diagnostics there were beyond the limit.
  private(set) var excess = 0

  private let limit: Int

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// How many diagnostics there were in all.
  var count: Int { items.count + excess }

  mutating func append(_ diagnostic: SyntaxDiagnostic) {
    if items.count < limit { items.append(diagnostic) } else { excess += 1 }
  }

  mutating func append(contentsOf others: SyntaxDiagnosticList) {
    for diagnostic in others.items { append(diagnostic) }
    excess += others.excess
  }
}

// MARK: - Messages of the lexer

extension SyntaxDiagnostic {
  static func sourceTooLarge(_ size: Int, limit: Int) -> Self {
    Self(
      .sourceTooLarge, SourceRange(0, 0),
      "the source has \(size) bytes or more, and the limit `sourceSize` is \(limit); split it into "
        + "several files")
  }

  static func invalidUTF8(_ byte: UInt8, _ fault: UTF8Validation.InvalidByte) -> Self {
    let code = String(byte, radix: 16, uppercase: true)
    var notes: [Diagnostic.Note] = []
    if fault.furtherCount > 0 {
      notes.append(.init("\(fault.furtherCount) further places are not UTF-8"))
    }
    return Self(
      .invalidUTF8, SourceRange(fault.offset, fault.offset + 1),
      "the byte 0x\(code.count < 2 ? "0" + code : code) at offset \(fault.offset) is not UTF-8; "
        + "a script is a UTF-8 text file",
      notes: notes)
  }

  static func unexpectedCharacter(
    _ scalar: Unicode.Scalar, _ range: SourceRange, length: Int, word: String
  ) -> Self {
    let name = ConfusableCharacter.name(of: scalar)
    if let macro = ForeignMacro(rawValue: word) {
      let mark = SourceRange(Int(range.start), Int(range.start) + length)
      return Self(
        .unexpectedCharacter, range, "\(name) has no meaning in a script: \(macro.advice)",
        fixIts: macro == .expect ? [.remove(mark, "`#`", isSafe: true)] : [])
    }
    guard let meaning = ConfusableCharacter.meaning(of: scalar) else {
      return Self(
        .unexpectedCharacter, range, "\(name) has no meaning in a script; remove it")
    }
    let start = Int(range.start)
    var edits = [Diagnostic.FixIt.Edit(SourceRange(start, start + length), meaning)]
    if let closing = ConfusableCharacter.closingQuote(of: scalar) {
      let width = UTF8.width(closing)
      if range.count >= length + width {
        edits.append(.init(SourceRange(Int(range.end) - width, Int(range.end)), meaning))
      }
    } else if range.count > length {
      edits = []
    }
    let shown = meaning == " " ? "a plain space" : meaning.isEmpty ? "nothing" : "`\(meaning)`"
    return Self(
      .unexpectedCharacter, range, "\(name) has no meaning in a script; write \(shown) instead",
      fixIts: edits.isEmpty ? [] : [Diagnostic.FixIt("write \(shown)", edits, isSafe: true)])
  }

  static func unterminatedString(
    _ quotes: SourceRange, end: Int, isMultiline: Bool
  ) -> Self {
    if isMultiline {
      return Self(
        .unterminatedString, quotes,
        "this string is not closed; expected `\"\"\"` on a line of its own after its text")
    }
    let range = SourceRange(Int(quotes.start), end)
    return Self(
      .unterminatedString, range,
      "this string is not closed; expected `\"` before the end of the line",
      fixIts: [.insert("\"", after: range)])
  }

  static func unterminatedInterpolation(_ range: SourceRange) -> Self {
    Self(
      .unterminatedString, range,
      "this interpolation is not closed; expected `)` on the same line")
  }

  static func multilineStringInInterpolation(_ range: SourceRange) -> Self {
    Self(
      .multilineStringShape, range,
      "a multi-line string is not allowed in an interpolation, which ends on its line; "
        + "give it a name with `let` first")
  }

  static func interpolationsTooDeep(_ range: SourceRange, limit: Int) -> Self {
    Self(
      .nestingTooDeep, range,
      "interpolations may be nested \(limit) deep (the limit `interpolations`); give the inner "
        + "text a name with `let` first")
  }

  static func unterminatedComment(_ range: SourceRange, depth: Int) -> Self {
    let missing = depth == 1 ? "`*/` is" : "\(depth) `*/` are"
    return Self(
      .unterminatedComment, range,
      "this comment is not closed: \(missing) missing, and comments nest")
  }

  static func unfinishedQuotedName(_ range: SourceRange) -> Self {
    Self(
      .unexpectedCharacter, range,
      "expected a name between two back-ticks on one line, such as `` `for` ``")
  }
}

// MARK: - Numbers and strings

extension SyntaxDiagnostic {
  static func number(_ fault: NumericLiteral.ParseError, _ text: String, _ range: SourceRange)
    -> Self
  {
    let message: String
    var fixIts: [Diagnostic.FixIt] = []
    switch fault {
    case .octal(let value):
      message = "there are no octal numbers; write the number in decimal, hex or binary"
      // In Swift the zero says nothing, and it is a decimal number.
      if let value { fixIts = [.replace(range, with: String(value))] }
    case .invalidDigits(radix: 16):
      message = "a hex number has only `0`–`9`, `a`–`f` and `_`, and no suffix"
    case .invalidDigits(let radix):
      message = "a number of base \(radix) has only digits below \(radix) and `_`, and no suffix"
    case .noDigits:
      message = "expected digits after `\(text)`"
    case .secondPoint:
      message = "a number has one decimal point; a version of three parts is a string"
      fixIts = [.replace(range, with: "\"\(text)\"")]
    case .emptyExponent:
      message = "expected digits after the `e` of the exponent, as in `1e9`"
    case .exponentWithSuffix(let plain, let suffix):
      message = "a number with an exponent has no suffix; write its digits"
      if let plain, let suffix {
        fixIts = [.replace(range, with: plain + suffix.rawValue, isSafe: true)]
      }
    case .unknownSuffix(let suffix):
      return unknownSuffix(suffix, text, range)
    case .notWhole(let suffix):
      let unit = suffix.quantity == .duration ? "nanoseconds" : "bytes"
      message = "this is not a whole number of \(unit); use fewer digits or a smaller unit"
    case .outOfRange(let quantity):
      return outOfRange(quantity, range)
    }
    return Self(.invalidNumber, range, message, fixIts: fixIts)
  }

  private static func unknownSuffix(
    _ suffix: String, _ text: String, _ range: SourceRange
  ) -> Self {
    let all = NumericSuffix.allCases.map { "`\($0.rawValue)`" }.joined(separator: " ")
    if let sum = sum(of: text) {
      return Self(
        .invalidNumber, range, "times of several units are added: write `\(sum)`",
        fixIts: [.replace(range, with: sum, isSafe: true)])
    }
    guard let meant = NumericSuffix.meant(by: suffix) else {
      return Self(
        .invalidNumber, range,
        "`\(suffix)` is not a suffix of a number, and a name begins with a letter; "
          + "the suffixes are \(all)")
    }
    let digits = text.dropLast(suffix.count)
    // One letter may be short for several units.
    let isSafe = suffix.unicodeScalars.count > 1
    return Self(
      .invalidNumber, range,
      "`\(suffix)` is not a suffix of a number; did you mean `\(digits)\(meant.rawValue)`? The "
        + "suffixes are \(all)",
      fixIts: [.replace(range, with: digits + meant.rawValue, isSafe: isSafe)])
  }

  /// Times of several units that were written as one, added: `1m30s` is `1min + 30s`.
  private static func sum(of text: String) -> String? {
    var parts: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
      guard !digits.isEmpty, let meant = NumericSuffix.meant(by: String(unit)),
        meant.quantity == .duration
      else { return nil }
      parts.append(digits + meant.rawValue)
      rest = rest.dropFirst(digits.count + unit.count)
    }
    return parts.count > 1 ? parts.joined(separator: " + ") : nil
  }

  static func outOfRange(_ quantity: NumericLiteral.Quantity, _ range: SourceRange) -> Self {
    let message =
      switch quantity {
      case .integer:
        "an integer lies between -9223372036854775808 and 9223372036854775807"
      case .double: "this number is too large or too small for a Double"
      case .duration: "a duration fits 64 bits of nanoseconds: about 292 years at most"
      case .size: "a size fits 64 bits of bytes"
      }
    return Self(.literalOutOfRange, range, message)
  }

  static func shorthandOutOfRange(_ range: SourceRange) -> Self {
    Self(.literalOutOfRange, range, "a closure has parameters from `$0` to `$255`")
  }

  static func spaceBeforeSuffix(
    _ number: String, _ space: SourceRange, _ word: SourceRange, _ suffix: NumericSuffix
  ) -> Self {
    let range = space.union(word)
    return Self(
      .invalidNumber, word,
      "a suffix touches its number: write `\(number)\(suffix.rawValue)`",
      fixIts: [
        Diagnostic.FixIt(
          "write `\(number)\(suffix.rawValue)`", [.init(range, suffix.rawValue)], isSafe: true)
      ])
  }

  static func pointBeforeDigits(_ dot: SourceRange) -> Self {
    Self(
      .invalidNumber, dot, "a number begins with a digit, as in `0.5`",
      fixIts: [.insert("0", before: dot, isSafe: true)])
  }

  static func invalidEscape(_ range: SourceRange, _ text: String) -> Self {
    Self(
      .invalidEscape, range,
      "`\(text)` is no escape; the escapes are \\n \\r \\t \\0 \\\" \\\\ \\u{…} and \\(…)",
      fixIts: text.utf8.count > 1
        ? [
          Diagnostic.FixIt(
            "write a backslash with `\\\\`",
            [.init(SourceRange(Int(range.start), Int(range.start)), "\\")])
        ] : [])
  }

  static func invalidUnicodeEscape(_ range: SourceRange) -> Self {
    Self(
      .invalidEscape, range,
      "expected one to eight hex digits of a Unicode scalar in braces, as in `\\u{1F600}`")
  }

  static func textAfterOpeningQuotes(_ range: SourceRange) -> Self {
    Self(
      .multilineStringShape, range,
      "the text of a `\"\"\"` string begins on the next line; expected a line end here")
  }

  static func textBeforeClosingQuotes(_ range: SourceRange) -> Self {
    Self(
      .multilineStringShape, range,
      "the closing `\"\"\"` stands on a line of its own; expected a line end before it")
  }

  static func insufficientIndentation(_ range: SourceRange, closing: SourceRange) -> Self {
    Self(
      .multilineStringShape, range,
      "a line of a `\"\"\"` string begins with the same white space as its closing quotes",
      notes: [.init("the closing quotes stand here", at: closing)])
  }

  static func titleInterpolation(_ range: SourceRange) -> Self {
    Self(
      .literalTextNeeded, range,
      "a title interpolates only names that its own header binds, as in "
        + "`scenario \"away for \\(span)\", span in [1s, 1min]`")
  }

  static func interpolationNotAllowed(_ range: SourceRange, _ what: String) -> Self {
    Self(.literalTextNeeded, range, "\(what) is plain text and takes no interpolation")
  }

  static func emptyInterpolation(_ range: SourceRange) -> Self {
    Self(
      .expectedExpression, range,
      "expected an expression in the interpolation; a plain `\\(` is written `\\\\(`")
  }
}
