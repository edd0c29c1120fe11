// What two texts differ in, line by line, for people.

import Testing

/// The lines of a text beside those that were expected.
struct LineDifference {
  /// Each line with `-` for one that is missing, `+` for one that was not expected, else a space.
  let lines: [String]
  /// Whether the texts are equal.
  let isEmpty: Bool

  init(of actual: [String], from expected: [String]) {
    isEmpty = actual == expected
    var missing: Set<Int> = []
    var surplus: Set<Int> = []
    for change in actual.difference(from: expected) {
      switch change {
      case .remove(let offset, _, _): missing.insert(offset)
      case .insert(let offset, _, _): surplus.insert(offset)
      }
    }
    var lines: [String] = []
    var (old, new) = (0, 0)
    while old < expected.count || new < actual.count {
      if missing.contains(old) {
        lines.append("- " + expected[old])
        old += 1
      } else if surplus.contains(new) {
        lines.append("+ " + actual[new])
        new += 1
      } else {
        if expected.indices.contains(old) { lines.append("  " + expected[old]) }
        old += 1
        new += 1
      }
    }
    self.lines = lines
  }

  /// Records an issue with the lines, unless the texts are equal.
  ///
  /// - Returns: Whether they are.
  func record(as title: String, hint: String? = nil, _ sourceLocation: SourceLocation) -> Bool {
    guard !isEmpty else { return true }
    let text = ["\(title) (- missing, + not expected):"] + lines + (hint.map { [$0] } ?? [])
    Issue.record(
      Comment(rawValue: text.joined(separator: "\n")), sourceLocation: sourceLocation)
    return false
  }
}
