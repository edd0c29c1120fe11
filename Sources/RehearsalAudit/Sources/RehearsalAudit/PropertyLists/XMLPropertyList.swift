// Property lists in XML: the few elements that they have, not XML in general.

/// Reads a property list that is written in XML.
struct XMLPropertyList {
  private var cursor: ByteCursor

  static func read(_ bytes: [UInt8]) throws(PropertyList.Unreadable) -> PropertyList {
    var reader = XMLPropertyList(cursor: ByteCursor(bytes))
    while let element = try reader.nextElement() {
      if element.name == "plist" || element.isEnd { continue }
      return try reader.value(of: element, depth: 0)
    }
    throw PropertyList.Unreadable(reason: "it holds no value")
  }

  /// A tag.
  private struct Element {
    let name: String
    let isEnd: Bool
    let isEmpty: Bool
  }

  /// The next tag, after comments, declarations and text.
  private mutating func nextElement() throws(PropertyList.Unreadable) -> Element? {
    while true {
      _ = cursor.take { $0 != UInt8(ascii: "<") }
      if cursor.isAtEnd { return nil }
      if cursor.isAt("<!--") {
        _ = cursor.skip(after: "-->")
      } else if cursor.isAt("<?") || cursor.isAt("<!") {
        _ = cursor.skip(after: ">")
      } else {
        break
      }
    }
    cursor.advance()
    let isEnd = cursor.byte == UInt8(ascii: "/")
    if isEnd { cursor.advance() }
    let inside = text(cursor.skip(after: ">"))
    let name = inside.prefix { $0.isLetter }
    return Element(name: String(name), isEnd: isEnd, isEmpty: inside.hasSuffix("/"))
  }

  private mutating func value(
    of element: Element, depth: Int
  ) throws(PropertyList.Unreadable) -> PropertyList {
    guard depth < PropertyList.depthLimit else {
      throw unreadable("its values are nested too deep")
    }
    switch element.name {
    case "dict": return element.isEmpty ? .map([]) : try map(depth)
    case "array": return element.isEmpty ? .list([]) : try list(depth)
    case "true", "false":
      if !element.isEmpty { _ = try nextElement() }
      return .flag(element.name == "true")
    case "data":
      if !element.isEmpty { _ = try content() }
      return .data
    case "string", "integer", "real", "date": return .text(element.isEmpty ? "" : try content())
    default: throw unreadable("<\(element.name)> is no value of a property list")
    }
  }

  private mutating func map(_ depth: Int) throws(PropertyList.Unreadable) -> PropertyList {
    var entries: [PropertyList.Entry] = []
    while let element = try nextElement() {
      if element.isEnd { return .map(entries) }
      guard element.name == "key" else { throw unreadable("a <key> is expected") }
      let line = cursor.line
      let key = element.isEmpty ? "" : try content()
      guard let next = try nextElement(), !next.isEnd else {
        throw unreadable("the key \(key) has no value")
      }
      entries.append(
        PropertyList.Entry(key: key, value: try value(of: next, depth: depth + 1), line: line))
    }
    throw unreadable("a <dict> has no end")
  }

  private mutating func list(_ depth: Int) throws(PropertyList.Unreadable) -> PropertyList {
    var elements: [PropertyList] = []
    while let element = try nextElement() {
      if element.isEnd { return .list(elements) }
      elements.append(try value(of: element, depth: depth + 1))
    }
    throw unreadable("an <array> has no end")
  }

  /// The text up to the end of an element, and after its tag.
  private mutating func content() throws(PropertyList.Unreadable) -> String {
    var result = ""
    while !cursor.isAtEnd {
      result += unescaped(text(cursor.take { $0 != UInt8(ascii: "<") }))
      if cursor.isAt("<![CDATA[") {
        cursor.advance(9)
        result += text(cursor.skip(after: "]]>"))
      } else if cursor.isAt("<!--") {
        _ = cursor.skip(after: "-->")
      } else {
        _ = cursor.skip(after: ">")
        return result
      }
    }
    throw unreadable("an element has no end")
  }

  private func unescaped(_ text: String) -> String {
    guard text.contains("&") else { return text }
    var parts = text.split(separator: "&", omittingEmptySubsequences: false)
    var result = String(parts.removeFirst())
    for part in parts {
      guard let end = part.firstIndex(of: ";") else {
        result += "&" + part
        continue
      }
      let name = part[..<end]
      result += Self.character(name).map(String.init) ?? "&\(name);"
      result += part[part.index(after: end)...]
    }
    return result
  }

  private static func character(_ name: Substring) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let code =
        digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }

  private func unreadable(_ reason: String) -> PropertyList.Unreadable {
    PropertyList.Unreadable(reason: "line \(cursor.line): \(reason)")
  }
}
