// An identifier as it stands in a script: its text and its place.

/// An identifier with its place; back-ticks are not part of the text.
package struct Name: Hashable, Sendable {
  /// The identifier, without back-ticks.
  package let text: String

  /// Where it stands, back-ticks included.
  package let range: SourceRange

  /// Makes a name that stands at a place.
  package init(_ text: String, _ range: SourceRange) {
    self.text = text
    self.range = range
  }
}
