// Edits of fixes applied to a text. Whether a fix should be applied is for others to say.

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
