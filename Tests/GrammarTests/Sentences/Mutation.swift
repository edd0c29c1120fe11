// Small changes of a script: one token dropped, doubled, exchanged, or the space before it
// changed. What comes out is mostly wrong, and always close to what is right.

import TestSupport

@testable import RehearsalSyntax

enum Mutation: CaseIterable {
  case drop, double, swap, replace, breakLine, joinLine, removeSpace, addSpace

  /// Tokens that take the place of others.
  private static let replacements = [
    "a", "1", "5s", "\"x\"", ".b", "(", ")", "[", "]", "{", "}", ",", ":", ";", "?", "-", "!", "+",
    "==", "...", "??", "=", "+=", "$0", "_", "in", "if a", "else", "return", "break", "expect",
    "within", "let x =", "app", "device", "scenario", "always", "on", "func f()", "nil", "?.c",
  ]

  /// The text with one change at a token.
  func apply(
    to source: SourceText, _ tokens: [Token], at place: Int,
    using generator: inout SeededGenerator
  ) -> SourceText {
    let token = tokens[place]
    let range = Int(token.range.start)..<Int(token.range.end)
    let before = (place > 0 ? Int(tokens[place - 1].range.end) : 0)..<range.lowerBound
    var bytes = source.bytes
    let text = Array(bytes[range])
    let space = Array(" ".utf8)
    switch self {
    case .drop: bytes.removeSubrange(range)
    case .double: bytes.insert(contentsOf: space + text, at: range.upperBound)
    case .swap:
      guard place + 1 < tokens.count else { break }
      let next = Int(tokens[place + 1].range.start)..<Int(tokens[place + 1].range.end)
      let gap = bytes[range.upperBound..<next.lowerBound]
      bytes.replaceSubrange(range.lowerBound..<next.upperBound, with: bytes[next] + gap + text)
    case .replace:
      let other = Self.replacements.randomElement(using: &generator) ?? ""
      bytes.replaceSubrange(range, with: Array(other.utf8))
    case .breakLine: bytes.insert(UInt8(ascii: "\n"), at: range.lowerBound)
    case .joinLine: bytes.replaceSubrange(before, with: space)
    case .removeSpace: bytes.removeSubrange(before)
    case .addSpace: bytes.insert(contentsOf: space, at: range.lowerBound)
    }
    return SourceText(name: "\(source.name), \(self) at \(range.lowerBound)", bytes: bytes)
  }
}
