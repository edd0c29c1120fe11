// What Swift makes of a value that nobody wrote words for. It tells people nothing, and stands in no
// output; whatever plays scripts, commands or a prompt for tests looks for it in all that is said.

import Foundation
import Testing

/// Descriptions that are meant for who debugs Swift.
package enum SwiftDescriptions {
  /// What such descriptions have in them: optionals, modules, memory, and the fields of values.
  private static let pattern = try? NSRegularExpression(
    pattern:
      #"Optional\(|UnicodeScalarView|_slice:|_guts|\bSwift\.[A-Z]|\bRehearsal[A-Z]?\w*\.[A-Z]"#
      + #"|\(unknown context|0x[0-9a-f]{9,}|\b[A-Z][a-z]+[A-Za-z]*\([a-z][A-Za-z]*: "#)

  /// The first such description in a text, with what stands around it; nil without one.
  ///
  /// Of what is longer than anybody reads, the beginning is looked at.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func first(in text: String) -> String? {
    let text = text.utf8.count > 100_000 ? String(text.prefix(50_000)) : text
    let whole = NSRange(text.startIndex..., in: text)
    guard let match = pattern?.firstMatch(in: text, range: whole),
      let range = Range(match.range, in: text)
    else { return nil }
    return String(text[range.lowerBound...].prefix(80))
  }

  /// Records an issue where a text has one.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func refuse(in text: String) {
    if let found = first(in: text) { Issue.record("output speaks Swift: \(found)") }
  }
}
