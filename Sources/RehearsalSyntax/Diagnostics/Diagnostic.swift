// A diagnostic as data: identity, place, message, notes and fix-its; how stages make fix-its, and a
// text after some of them. Stages collect diagnostics; only the renderer turns them into text.

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

    /// That there are more findings than are reported, and how many where that was counted.
    package static func furtherFindings(_ count: Int? = nil) -> Note {
      let number = count.map { "\($0) " } ?? ""
      return Note("\(number)further findings are not shown (the limit `diagnostics`)")
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

extension [Diagnostic] {
  /// The findings that are reported of one reading: all, or as many as the limit `diagnostics`
  /// says, errors before warnings, the last of them saying that there are more.
  ///
  /// - Complexity: O(*n*) in the number of findings.
  package func told(atMost limit: Int) -> [Diagnostic] {
    let most = Swift.max(1, limit)
    guard count > most else { return self }
    var told = Array(
      (filter { $0.severity == .error } + filter { $0.severity == .warning }).prefix(most))
    let last = told.removeLast()
    told.append(
      Diagnostic(
        last.identifier, in: last.source, at: last.range, last.message,
        notes: last.notes + [.furtherFindings()],
        fixIts: last.fixIts))
    return told
  }
}

// MARK: - Fix-its

extension Diagnostic {
  /// A change of the text that would settle the diagnostic.
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
}

extension Diagnostic.FixIt {
  /// Replaces one range.
  static func replace(
    _ range: SourceRange, with text: String, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt("write `\(text)`", [Edit(range, text)], isSafe: isSafe)
  }

  /// Puts text at the start of a range.
  static func insert(
    _ text: String, before range: SourceRange, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    let place = SourceRange(Int(range.start), Int(range.start))
    return Diagnostic.FixIt("insert `\(text)`", [Edit(place, text)], isSafe: isSafe)
  }

  /// Puts text at the end of a range.
  static func insert(
    _ text: String, after range: SourceRange, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt("insert `\(text)`", [Edit(range.endPoint, text)], isSafe: isSafe)
  }

  /// Takes a range out.
  static func remove(
    _ range: SourceRange, _ what: String, isSafe: Bool = false
  ) -> Diagnostic.FixIt {
    Diagnostic.FixIt("remove \(what)", [Edit(range, "")], isSafe: isSafe)
  }
}

// MARK: - Application

extension SourceText {
  /// The fixes of a list that do not touch one another; of two that do, the earlier one stays.
  ///
  /// Two insertions at one place touch, because which goes first is not said.
  package static func separate(_ fixes: [Diagnostic.FixIt]) -> [Diagnostic.FixIt] {
    var taken: [SourceRange] = []
    var result: [Diagnostic.FixIt] = []
    for fix in fixes {
      let ranges = fix.edits.map(\.range)
      let isFree = ranges.allSatisfy { range in
        taken.allSatisfy { $0.end < range.start || range.end < $0.start }
      }
      guard isFree else { continue }
      taken += ranges
      result.append(fix)
    }
    return result
  }

  /// The text after some fixes; those that touch an earlier one are left out.
  ///
  /// - Parameter fixes: Changes of this text.
  /// - Returns: A text of the same name.
  /// - Complexity: O(*n* + *m*²) in the length of the text and the number of edits.
  package func applying(_ fixes: [Diagnostic.FixIt]) -> SourceText {
    let edits = Self.separate(fixes).flatMap(\.edits).sorted { $0.range.start < $1.range.start }
    var result: [UInt8] = []
    var offset = 0
    for edit in edits {
      let start = min(max(offset, Int(edit.range.start)), bytes.count)
      result += bytes[offset..<start]
      result += edit.replacement.utf8
      offset = min(max(start, Int(edit.range.end)), bytes.count)
    }
    result += bytes[offset...]
    return SourceText(name: name, bytes: result)
  }
}
