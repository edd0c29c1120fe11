// Property lists of the old form, `{ key = value; }` and `( a, b )`, in which Xcode keeps its projects.

/// Reads a property list of the old form.
struct OpenStepPropertyList {
  private var cursor: ByteCursor

  static func read(_ bytes: [UInt8]) throws(PropertyList.Unreadable) -> PropertyList {
    var reader = OpenStepPropertyList(cursor: ByteCursor(bytes))
    return try reader.value(depth: 0)
  }

  private mutating func value(depth: Int) throws(PropertyList.Unreadable) -> PropertyList {
    guard depth < PropertyList.depthLimit else {
      throw unreadable("its values are nested too deep")
    }
    skipSpace()
    switch cursor.byte {
    case UInt8(ascii: "{"): return try map(depth)
    case UInt8(ascii: "("): return try list(depth)
    case UInt8(ascii: "<"):
      _ = cursor.skip(after: ">")
      return .data
    default: return .text(try word())
    }
  }

  private mutating func map(_ depth: Int) throws(PropertyList.Unreadable) -> PropertyList {
    cursor.advance()
    var entries: [PropertyList.Entry] = []
    while true {
      skipSpace()
      if cursor.byte == UInt8(ascii: "}") {
        cursor.advance()
        return .map(entries)
      }
      let line = cursor.line
      let key = try word()
      try expect("=")
      let value = try value(depth: depth + 1)
      try expect(";")
      entries.append(PropertyList.Entry(key: key, value: value, line: line))
    }
  }

  private mutating func list(_ depth: Int) throws(PropertyList.Unreadable) -> PropertyList {
    cursor.advance()
    var elements: [PropertyList] = []
    while true {
      skipSpace()
      if cursor.byte == UInt8(ascii: ")") {
        cursor.advance()
        return .list(elements)
      }
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if cursor.byte == UInt8(ascii: ",") { cursor.advance() }
    }
  }

  private mutating func word() throws(PropertyList.Unreadable) -> String {
    skipSpace()
    if let quote = cursor.byte, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return try quoted(quote)
    }
    let word = cursor.take { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "._/$:-+@".unicodeScalars.contains(scalar) || byte >= 0x80
    }
    guard !word.isEmpty else { throw unreadable("a word is expected") }
    return text(word)
  }

  private mutating func quoted(_ quote: UInt8) throws(PropertyList.Unreadable) -> String {
    cursor.advance()
    var result: [UInt8] = []
    while let byte = cursor.byte, byte != quote {
      cursor.advance()
      guard byte == UInt8(ascii: "\\"), let escaped = cursor.byte else {
        result.append(byte)
        continue
      }
      cursor.advance()
      result.append(escaped == UInt8(ascii: "n") ? UInt8(ascii: "\n") : escaped)
    }
    guard cursor.byte == quote else { throw unreadable("a quoted word has no end") }
    cursor.advance()
    return text(result)
  }

  private mutating func expect(_ sign: Unicode.Scalar) throws(PropertyList.Unreadable) {
    skipSpace()
    guard cursor.byte == UInt8(ascii: sign) else { throw unreadable("'\(sign)' is expected") }
    cursor.advance()
  }

  private mutating func skipSpace() {
    while let byte = cursor.byte {
      if byte <= 0x20 {
        cursor.advance()
      } else if cursor.isAt("/*") {
        _ = cursor.skip(after: "*/")
      } else if cursor.isAt("//") {
        _ = cursor.skip(after: "\n")
      } else {
        return
      }
    }
  }

  private func unreadable(_ reason: String) -> PropertyList.Unreadable {
    PropertyList.Unreadable(reason: "line \(cursor.line): \(reason)")
  }
}
