// What the lexer says: about bytes, characters, strings, comments and back-ticks.

extension Finding {
  static func sourceTooLarge(_ size: Int, limit: Int) -> Finding {
    Finding(
      .sourceTooLarge, SourceRange(0, 0),
      "the source has \(size) bytes, and the limit `sourceSize` is \(limit); split it into "
        + "several files")
  }

  static func invalidUTF8(_ byte: UInt8, _ fault: UTF8Validation.Fault) -> Finding {
    let code = String(byte, radix: 16, uppercase: true)
    var notes: [Diagnostic.Note] = []
    if fault.furtherCount > 0 {
      notes.append(.init("\(fault.furtherCount) further places are not UTF-8 either"))
    }
    return Finding(
      .invalidUTF8, SourceRange(fault.offset, fault.offset + 1),
      "the byte 0x\(code.count < 2 ? "0" + code : code) at offset \(fault.offset) is not UTF-8; "
        + "a script is a UTF-8 text file",
      notes: notes)
  }

  static func unexpectedCharacter(
    _ scalar: Unicode.Scalar, _ range: SourceRange, length: Int
  ) -> Finding {
    let name = CharacterAdvice.name(of: scalar)
    guard let meaning = CharacterAdvice.meaning(of: scalar) else {
      return Finding(
        .unexpectedCharacter, range, "\(name) has no meaning in a script; remove it")
    }
    let start = Int(range.start)
    var edits = [Diagnostic.FixIt.Edit(SourceRange(start, start + length), meaning)]
    if let closing = CharacterAdvice.closingQuote(of: scalar) {
      let width = UTF8.width(closing)
      if range.count >= length + width {
        edits.append(.init(SourceRange(Int(range.end) - width, Int(range.end)), meaning))
      }
    } else if range.count > length {
      edits = []
    }
    let shown = meaning == " " ? "a plain space" : meaning.isEmpty ? "nothing" : "`\(meaning)`"
    return Finding(
      .unexpectedCharacter, range, "\(name) has no meaning in a script; write \(shown) instead",
      fixIts: edits.isEmpty ? [] : [Diagnostic.FixIt("write \(shown)", edits, isSafe: true)])
  }

  static func unterminatedString(
    _ quotes: SourceRange, end: Int, isMultiline: Bool
  ) -> Finding {
    if isMultiline {
      return Finding(
        .unterminatedString, quotes,
        "this string is not closed; expected `\"\"\"` on a line of its own behind its text")
    }
    let range = SourceRange(Int(quotes.start), end)
    return Finding(
      .unterminatedString, range,
      "this string is not closed; expected `\"` before the end of the line",
      fixIts: [.insert("\"", after: range)])
  }

  static func unterminatedInterpolation(_ range: SourceRange) -> Finding {
    Finding(
      .unterminatedString, range,
      "this interpolation is not closed; expected `)` on the same line")
  }

  static func multilineStringInInterpolation(_ range: SourceRange) -> Finding {
    Finding(
      .multilineStringShape, range,
      "a string of many lines cannot stand in an interpolation, which ends with its line; "
        + "give it a name with `let` first")
  }

  static func interpolationsTooDeep(_ range: SourceRange, limit: Int) -> Finding {
    Finding(
      .nestingTooDeep, range,
      "interpolations may be nested \(limit) deep (the limit `interpolations`); give the inner "
        + "text a name with `let` first")
  }

  static func unterminatedComment(_ range: SourceRange, depth: Int) -> Finding {
    let missing = depth == 1 ? "`*/` is" : "\(depth) `*/` are"
    return Finding(
      .unterminatedComment, range,
      "this comment is not closed: \(missing) missing, and comments nest")
  }

  static func unfinishedQuotedName(_ range: SourceRange) -> Finding {
    Finding(
      .unexpectedCharacter, range,
      "expected a name between two back-ticks on one line, such as `` `for` ``")
  }
}
