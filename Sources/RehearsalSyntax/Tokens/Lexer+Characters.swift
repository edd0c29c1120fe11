// The lexer's sense of single characters: names, line ends, white space and comments, and the
// characters that begin no token. The source is known to be UTF-8 here.

extension Lexer {
  /// The byte at an offset; nil behind the end.
  func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  static func isDigit(_ byte: UInt8?) -> Bool {
    guard let byte else { return false }
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Whether a line end begins at an offset.
  func isLineEnd(_ offset: Int) -> Bool {
    let byte = byte(offset)
    return byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// Whether a name begins at an offset.
  func isNameStart(_ offset: Int) -> Bool {
    guard let first = byte(offset) else { return false }
    if first < 0x80 { return Self.isNameByte(first) && !Self.isDigit(first) }
    return scalar(at: offset).value.properties.isXIDStart
  }

  /// Skips letters, digits and underscores.
  mutating func skipName() {
    while let next = byte(offset) {
      if next < 0x80 {
        guard Self.isNameByte(next) else { return }
        offset += 1
      } else {
        let (value, length) = scalar(at: offset)
        guard value.properties.isXIDContinue else { return }
        offset += length
      }
    }
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let lowered = byte | 0x20
    return (lowered >= UInt8(ascii: "a") && lowered <= UInt8(ascii: "z"))
      || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// The scalar that begins at an offset, and its length in bytes.
  func scalar(at offset: Int) -> (value: Unicode.Scalar, length: Int) {
    var iterator = bytes[offset...].makeIterator()
    var decoder = UTF8()
    guard case .scalarValue(let value) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
    return (value, UTF8.width(value))
  }

  /// Skips white space and comments; inside an interpolation it stops before a line end.
  mutating func skipTrivia() -> Token.Flags {
    var flags: Token.Flags = []
    while let next = byte(offset) {
      switch next {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C:
        offset += 1
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if !interpolations.isEmpty { return flags }
        offset += 1
        flags.insert(.newlineBefore)
      case UInt8(ascii: "/"):
        if byte(offset + 1) == UInt8(ascii: "/") {
          skipLine()
        } else if byte(offset + 1) == UInt8(ascii: "*") {
          if skipBlockComment() { flags.insert(.newlineBefore) }
        } else {
          return flags
        }
      default:
        return flags
      }
      flags.insert(.spaceBefore)
    }
    return flags
  }

  /// Skips to the end of the line, which stays.
  mutating func skipLine() {
    while offset < bytes.count, !isLineEnd(offset) { offset += 1 }
  }

  /// Skips a block comment with those nested in it; tells whether it holds a line end.
  ///
  /// Inside an interpolation it stops before a line end, which ends the interpolation.
  private mutating func skipBlockComment() -> Bool {
    let start = offset
    var depth = 0
    var holdsLineEnd = false
    repeat {
      guard let next = byte(offset) else {
        findings.append(.unterminatedComment(SourceRange(start, start + 2), depth: depth))
        openEnd = .comment
        return holdsLineEnd
      }
      let behind = byte(offset + 1)
      if next == UInt8(ascii: "/"), behind == UInt8(ascii: "*") {
        depth += 1
        offset += 2
      } else if next == UInt8(ascii: "*"), behind == UInt8(ascii: "/") {
        depth -= 1
        offset += 2
      } else {
        if isLineEnd(offset) {
          if !interpolations.isEmpty { return false }
          holdsLineEnd = true
        }
        offset += 1
      }
    } while depth > 0
    return holdsLineEnd
  }

  /// A run of characters that begin no token, as one token and one finding.
  mutating func scanInvalid(_ flags: Token.Flags) {
    let start = offset
    let first = scalar(at: offset).value
    if let closing = CharacterAdvice.closingQuote(of: first), let end = find(closing) {
      offset = end + UTF8.width(closing)
    } else if first == "#" || first == "@" || first == "$" {
      offset += 1
      skipName()
    } else {
      repeat {
        offset += scalar(at: offset).length
      } while isInvalid(offset)
    }
    append(.invalid, from: start, flags)
    findings.append(
      .unexpectedCharacter(
        first, SourceRange(start, offset), length: UTF8.width(first)))
  }

  private func isInvalid(_ offset: Int) -> Bool {
    guard let next = byte(offset) else { return false }
    if next < 0x80 {
      let isSpace = next == UInt8(ascii: " ") || (0x09...0x0D).contains(next)
      return !isSpace && next < 0x20 || next == 0x7F || next == UInt8(ascii: "\\")
    }
    let value = scalar(at: offset).value
    return !value.properties.isXIDStart && CharacterAdvice.closingQuote(of: value) == nil
  }

  /// The offset of a scalar later on this line, and near: text in quotes is short.
  private func find(_ wanted: Unicode.Scalar) -> Int? {
    var index = offset + scalar(at: offset).length
    while index < min(bytes.count, offset + 200), !isLineEnd(index) {
      let (value, length) = scalar(at: index)
      if value == wanted { return index }
      index += length
    }
    return nil
  }
}
