// Tokens as text, one a line: place, what stood before, kind, spelling.

import Foundation

@testable import RehearsalSyntax

/// Prints tokens.
enum TokenPrinter {
  static func print(_ tokenized: TokenizedSource) -> String {
    let lines = tokenized.tokens.map { token in
      let before = token.newlineBefore ? "newline" : token.spaceBefore ? "space" : "-"
      let text = String(reflecting: tokenized.source.text(in: token.range))
      // Without the module's name, which the description of a nested case begins with.
      let kind = "\(token.kind)".split(separator: "RehearsalSyntax.").joined()
      return "\(token.range.start)..\(token.range.end) \(before) \(kind) \(text)\n"
    }
    return lines.joined()
      + tokenized.diagnostics.map { "\($0.identifier.rawValue) \($0.message)\n" }.joined()
  }
}
