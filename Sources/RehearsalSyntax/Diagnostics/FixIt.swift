// Fix-its: edits of a script that settle a diagnostic, how the stages make them, and a text after
// some of them. Which ones to apply is the caller's choice.

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
