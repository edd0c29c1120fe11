// Characters that begin no token and look like ones that do, each with what was meant. They come
// from word processors, web pages and other languages.

/// What to say about a character that begins no token.
enum CharacterAdvice {
  /// A character, what it is called, and the text that was meant where there is one.
  private struct Row {
    let scalar: Unicode.Scalar
    let name: String
    let meant: String?
  }

  private static let rows: [Row] = [
    Row(scalar: "\u{00A0}", name: "a no-break space", meant: " "),
    Row(scalar: "\u{3000}", name: "an ideographic space", meant: " "),
    Row(scalar: "\u{200B}", name: "an invisible zero-width space", meant: ""),
    Row(scalar: "\u{FEFF}", name: "a byte-order mark in the middle of the text", meant: ""),
    Row(scalar: "\u{201C}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{201D}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{201E}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{2018}", name: "a typographic quote", meant: "\""),
    Row(scalar: "\u{2019}", name: "a typographic quote", meant: "\""),
    Row(scalar: "'", name: "a single quote", meant: "\""),
    Row(scalar: "\u{2013}", name: "a dash", meant: "-"),
    Row(scalar: "\u{2014}", name: "a dash", meant: "-"),
    Row(scalar: "\u{2212}", name: "a typographic minus sign", meant: "-"),
    Row(scalar: "\u{2026}", name: "an ellipsis", meant: "..."),
    Row(scalar: "\u{00D7}", name: "a multiplication sign", meant: "*"),
    Row(scalar: "\u{00F7}", name: "a division sign", meant: "/"),
    Row(scalar: "\u{2260}", name: "a not-equal sign", meant: "!="),
    Row(scalar: "\u{2264}", name: "a less-or-equal sign", meant: "<="),
    Row(scalar: "\u{2265}", name: "a greater-or-equal sign", meant: ">="),
    Row(scalar: "@", name: "an attribute", meant: nil),
    Row(scalar: "#", name: "a compiler directive", meant: nil),
    Row(scalar: "$", name: "a dollar sign without a number", meant: nil),
    Row(scalar: "\\", name: "a backslash outside a string", meant: nil),
    Row(scalar: "\0", name: "a NUL byte", meant: nil),
  ]

  /// What people call it; its code point where it has no row.
  static func name(of scalar: Unicode.Scalar) -> String {
    if let row = rows.first(where: { $0.scalar == scalar }) { return row.name }
    let code = String(scalar.value, radix: 16, uppercase: true)
    let padded = String(repeating: "0", count: max(0, 4 - code.count)) + code
    let isVisible = scalar.properties.generalCategory != .control
    return isVisible ? "`\(scalar)` (U+\(padded))" : "the control character U+\(padded)"
  }

  /// What was probably meant; nil where there is no telling.
  static func meaning(of scalar: Unicode.Scalar) -> String? {
    rows.first { $0.scalar == scalar }?.meant
  }

  /// The quote that closes what this one opens; nil where it is no quote.
  static func closingQuote(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\u{201C}", "\u{201E}": "\u{201D}"
    case "\u{2018}": "\u{2019}"
    case "'": "'"
    default: nil
    }
  }
}
