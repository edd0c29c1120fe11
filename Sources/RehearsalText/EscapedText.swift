// Text of others on its way to people. What a script or a report of a crash says (a log, a label, a
// title, the name of its file) must neither steer a terminal, nor pass for a line of ours, nor be obeyed
// by the build server that reads the output. The one function here finds what could, and writes it as an
// escape sequence of the form that the reader knows.

/// What text may keep, and how the rest is written.
struct TextEscape {
  /// Whether line ends and tabs stay what they are.
  var keepsLines = false
  /// Whether `ESC [ … m`, which only colours, and `ESC ] 8 ; ; … ESC \`, which links, stay what they are.
  var keepsStyles = false
  /// Writes what may not stay, which is a scalar.
  var sequence: (Unicode.Scalar) -> String = \.escapeSequence

  /// The text in which nothing is left that may not stay.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  func escaped(_ text: some StringProtocol) -> String {
    var whole = String(text)
    return whole.withUTF8 { bytes in
      guard let first = firstSuspect(in: bytes) else { return nil as String? }
      return escaped(bytes, from: first)
    } ?? whole
  }

  /// Where something may be that may not stay, with the whole line before it; nil in most texts.
  private func firstSuspect(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var line = 0
    var isAtStart = true
    for (position, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n") where keepsLines:
        line = position + 1
        isAtStart = true
      case UInt8(ascii: "\t") where keepsLines: break
      case 0..<0x20, 0x7F, 0xC2, 0xD8, 0xE2: return line
      case UInt8(ascii: "#") where position > line && bytes[position - 1] == byte: return line
      case UInt8(ascii: ":") where isAtStart: return line
      case UInt8(ascii: " "): break
      // Blanks of other alphabets begin with these.
      case 0xE1, 0xE3: if isAtStart { return line }
      default: isAtStart = false
      }
    }
    return nil
  }

  private func escaped(_ bytes: UnsafeBufferPointer<UInt8>, from first: Int) -> String {
    var text = String(decoding: bytes[..<first], as: UTF8.self)
    let scalars = Array(String(decoding: bytes[first...], as: UTF8.self).unicodeScalars)
    var isAtStart = true
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      if keepsStyles, let end = Self.endOfStyle(in: scalars, at: position) {
        text.unicodeScalars.append(contentsOf: scalars[position..<end])
        position = end
        continue
      }
      let isKept = keepsLines && (scalar == "\n" || scalar == "\t")
      let isCommand =
        scalar == ":" && isAtStart && scalars[(position + 1)...].first == ":"
        || scalar == "#" && Self.endsMark(scalars, at: position)
      if isCommand || !isKept && scalar.steersTerminals {
        text += sequence(scalar)
      } else {
        text.unicodeScalars.append(scalar)
      }
      isAtStart = scalar == "\n" ? true : isAtStart && scalar.properties.isWhitespace
      position += 1
    }
    return text
  }

  /// The end of a sequence that only colours or links; nil where none begins.
  private static func endOfStyle(in scalars: [Unicode.Scalar], at start: Int) -> Int? {
    guard scalars[start] == "\u{1B}", start + 1 < scalars.count else { return nil }
    let rest = scalars[(start + 1)...]
    if rest.first == "[" {
      let end = rest.dropFirst().firstIndex { !("0"..."9" ~= $0 || $0 == ";") }
      guard let end, scalars[end] == "m", end - start < 16 else { return nil }
      return end + 1
    }
    guard rest.starts(with: "]8;;".unicodeScalars) else { return nil }
    let end = rest.firstIndex { !("!"..."~" ~= $0) }
    guard let end, scalars[end] == "\u{1B}", scalars[(end + 1)...].first == "\\" else { return nil }
    return end + 2
  }

  /// Whether the second `#` of a build server's command is here, such as of `##[error]`,
  /// `##vso[task.complete]` and `##teamcity[testFailed]`.
  private static func endsMark(_ scalars: [Unicode.Scalar], at position: Int) -> Bool {
    guard position > 0, scalars[position - 1] == "#" else { return false }
    let rest = scalars[(position + 1)...].prefix(40)
    let name = rest.prefix { $0.properties.isAlphabetic || $0 == "-" || $0 == "_" || $0 == "." }
    return rest.dropFirst(name.count).first == "["
  }
}

extension StringProtocol {
  /// The text on one line, with everything that steers a terminal or a build server written as in a
  /// string of a script, such as `\n` and `\u{1B}`.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var printableLine: String { TextEscape().escaped(self) }

  /// The text as above, in which line ends and tabs stay what they are.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var printable: String { TextEscape(keepsLines: true).escaped(self) }

  /// A text of JSON in which everything that steers a terminal or a build server, and which JSON allows
  /// in its strings, is written as JSON writes it, such as `\u202e`; line ends between values stay.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var printableJSON: String {
    TextEscape(keepsLines: true) { scalar in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.escaped(self)
  }

  /// A text of XML in which what build servers obey, and what steers terminals and XML can hold, is
  /// written as XML writes it, such as `&#x202E;`.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var printableXML: String {
    TextEscape(keepsLines: true) { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x20...: "&#x\(String(scalar.value, radix: 16, uppercase: true));"
      default: "\u{FFFD}"
      }
    }.escaped(self)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, ends a line, or turns the direction of writing.
  fileprivate var steersTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// How a string of a script writes the scalar.
  fileprivate var escapeSequence: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}

extension String {
  /// The text, or its beginning and how much more there is.
  ///
  /// - Parameter most: How many bytes are shown at most.
  /// - Returns: The text, or its beginning.
  /// - Complexity: O(*m*) in the bytes that are shown.
  public func shortened(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, most))
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + Self.more(bytes: utf8[end...].count)
  }

  /// That there is more, for people: `… and 3.4 MB more`.
  public static func more(bytes: Int) -> String { "… and \(size(bytes)) more" }

  private static func size(_ bytes: Int) -> String {
    let units = ["bytes", "KB", "MB", "GB"]
    var (number, unit) = (Double(bytes), 0)
    while number >= 1024, unit < units.count - 1 { (number, unit) = (number / 1024, unit + 1) }
    return unit == 0
      ? "\(bytes) \(units[unit])" : "\((number * 10).rounded() / 10) \(units[unit])"
  }
}
