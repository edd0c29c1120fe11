// How strings and durations are written in a script; what prints values writes them so.

/// The literals of the language, as text.
package enum Literal {
  /// A string as its literal, in quotes.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func text(ofString text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\0": result += "\\0"
      default:
        if scalar.value < 0x20 || scalar.value == 0x7F {
          result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }

  /// `90s`, `1.5s`, `250ms`, `3us`, `7ns`: seconds from one second up, below it the largest unit
  /// in which the number is whole.
  package static func text(ofNanoseconds nanoseconds: Int64) -> String {
    let magnitude = nanoseconds.magnitude
    let sign = nanoseconds < 0 ? "-" : ""
    if magnitude == 0 { return "0s" }
    if magnitude >= 1_000_000_000 {
      let (seconds, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
      if rest == 0 { return "\(sign)\(seconds)s" }
      let padded = String(repeating: "0", count: 9 - String(rest).utf8.count) + String(rest)
      let digits = padded.reversed().drop { $0 == "0" }.reversed()
      return "\(sign)\(seconds).\(String(digits))s"
    }
    for (unit, size) in [("ms", UInt64(1_000_000)), ("us", 1000)] where magnitude % size == 0 {
      return "\(sign)\(magnitude / size)\(unit)"
    }
    return "\(sign)\(magnitude)ns"
  }
}
