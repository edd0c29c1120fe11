// Text of scripts on its way to a terminal. What a script says (a log, a label, a title, the name of
// its file) must neither steer the terminal nor pass for a line of ours, so code that writes such
// text for people writes it as it comes out here.

extension StringProtocol {
  /// The text on one line, with everything that steers a terminal written as in a string of a
  /// script, such as `\n` and `\u{1B}`.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var printableLine: String { printable { _ in false } }

  /// The text as above, in which line ends and tabs stay what they are.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var printable: String { printable { $0 == "\n" || $0 == "\t" } }

  /// A text of JSON in which everything that steers a terminal, and which JSON allows in its strings,
  /// is written as JSON writes it, such as `\u202e`; line ends between values stay.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package var printableJSON: String {
    guard utf8.contains(where: { $0 >= 0x7F && Self.mayBeginControl($0) }) else {
      return String(self)
    }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.value >= 0x7F, scalar.steersTerminals {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private func printable(_ isKept: (Unicode.Scalar) -> Bool) -> String {
    let whole = String(self)
    guard whole.utf8.contains(where: Self.mayBeginControl) else { return whole }
    var text = ""
    for scalar in whole.unicodeScalars {
      if isKept(scalar) || !scalar.steersTerminals {
        text.unicodeScalars.append(scalar)
      } else {
        text += scalar.escapeSequence
      }
    }
    return text
  }

  /// Whether a byte can be the first of a scalar that has to be checked.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2
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
  package func shortened(toBytes most: Int) -> String {
    guard utf8.count > most else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, most))
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + Self.more(bytes: utf8[end...].count)
  }

  /// That there is more, for people: `… and 3.4 MB more`.
  package static func more(bytes: Int) -> String { "… and \(size(bytes)) more" }

  private static func size(_ bytes: Int) -> String {
    let units = ["bytes", "KB", "MB", "GB"]
    var (number, unit) = (Double(bytes), 0)
    while number >= 1024, unit < units.count - 1 { (number, unit) = (number / 1024, unit + 1) }
    return unit == 0
      ? "\(bytes) \(units[unit])" : "\((number * 10).rounded() / 10) \(units[unit])"
  }
}
