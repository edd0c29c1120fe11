// A diagnostic as data: identity, place, message, notes and fix-its. Stages collect them; only the
// renderer turns them into text.

/// One diagnostic about a script.
public struct Diagnostic: Sendable {
  /// A remark at a further place.
  package struct Note: Sendable {
    /// Where; nil for a remark about the whole.
    package let range: SourceRange?
    /// What there is to say.
    package let message: String

    /// Makes a note.
    package init(_ message: String, at range: SourceRange? = nil) {
      self.message = message
      self.range = range
    }
  }

  /// Which diagnostic it is, whatever the wording.
  public let identifier: DiagnosticIdentifier
  /// The script it is about.
  package let source: SourceText
  /// The marked place.
  package let range: SourceRange
  /// What was expected, for people.
  public let message: String
  /// Remarks at further places of the same source.
  package let notes: [Note]
  /// Changes that would settle it, the best first.
  package let fixIts: [FixIt]

  /// Makes a diagnostic.
  package init(
    _ identifier: DiagnosticIdentifier, in source: SourceText, at range: SourceRange,
    _ message: String, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.identifier = identifier
    self.source = source
    self.range = range
    self.message = message
    self.notes = notes
    self.fixIts = fixIts
  }

  /// How grave it is.
  public var severity: Severity { identifier.severity }

  /// How grave a diagnostic is.
  public enum Severity: String, Sendable {
    /// The script does not run.
    case error
    /// The script runs, but is probably not what its author meant.
    case warning
  }
}
