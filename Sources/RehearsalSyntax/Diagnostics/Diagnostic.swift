// What a stage found wrong in a script, as data: identity, place, words, notes and fixes. Stages
// collect these; only the renderer turns them into text.

/// One finding about a script.
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

  /// A change of the text that would settle the finding.
  package struct FixIt: Sendable {
    /// The replacement of one range; an empty range inserts.
    package struct Edit: Sendable {
      /// What is replaced.
      package let range: SourceRange
      /// By what.
      package let replacement: String

      /// Makes an edit.
      package init(_ range: SourceRange, _ replacement: String) {
        self.range = range
        self.replacement = replacement
      }
    }

    /// What the change does, as an offer: `insert '}'`.
    package let message: String
    /// The edits; their ranges do not overlap.
    package let edits: [Edit]
    /// Whether nothing else can have been meant, so that a tool may make the change unasked.
    package let isSafe: Bool

    /// Makes a fix, which is not safe unless it says so.
    package init(_ message: String, _ edits: [Edit], isSafe: Bool = false) {
      self.message = message
      self.edits = edits
      self.isSafe = isSafe
    }
  }

  /// Which finding it is, whatever the wording.
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

  /// Makes a finding.
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

  /// How grave a finding is.
  public enum Severity: String, Sendable {
    /// The script does not run.
    case error
    /// The script runs, but is probably not what its author meant.
    case warning
  }
}
