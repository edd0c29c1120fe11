// Text of XML, and of HTML and SVG, which are written alike: pieces of markup are in the sources as
// literals, and every text that is put into them is escaped on its way. So no reader can take a
// script's text for markup, and no place can forget to see to it.

/// A piece of XML.
package struct Markup: Hashable, Sendable, CustomStringConvertible {
  /// The piece as it is written.
  package private(set) var description: String

  /// Takes a text of our own as is, such as a style sheet.
  package init(verbatim text: String) { description = text }

  /// One piece after another.
  package static func + (first: Markup, second: Markup) -> Markup {
    Markup(verbatim: first.description + second.description)
  }

  /// Puts a piece after this one.
  package static func += (first: inout Markup, second: Markup) {
    first.description += second.description
  }
}

extension Sequence<Markup> {
  /// The pieces one after the other.
  package func joined() -> Markup { Markup(verbatim: map(\.description).joined()) }
}

extension Markup: ExpressibleByStringInterpolation {
  /// Takes markup as written in the sources.
  package init(stringLiteral value: String) { description = value }

  package init(stringInterpolation: StringInterpolation) {
    description = stringInterpolation.text
  }

  /// Puts texts into markup.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }

    /// Puts in a text, in which nothing means anything to a reader of markup.
    package mutating func appendInterpolation(_ value: String) {
      var escaped = ""
      for scalar in value.unicodeScalars {
        switch scalar {
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "&": escaped += "&amp;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&#39;"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      // Whoever prints the markup is a build server, too.
      text += escaped.printableXML
    }

    /// Puts in a number.
    package mutating func appendInterpolation(_ value: Int) { text += String(value) }

    /// Puts in another piece.
    package mutating func appendInterpolation(_ value: Markup) { text += value.description }
  }
}
