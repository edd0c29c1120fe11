// What two texts differ in, line by line, for people.

import RehearsalText
import Testing

/// The lines of a text beside those that were expected.
struct LineDifference {
  /// Each line with `-` for one that is missing, `+` for one that was not expected, else a space.
  let lines: [String]
  /// Whether the texts are equal.
  let isEmpty: Bool

  init(of actual: [String], from expected: [String]) {
    isEmpty = actual == expected
    lines = LineComparison(from: expected, to: actual).steps.map { step in
      switch step {
      case .kept(let line): "  " + line
      case .removed(let line): "- " + line
      case .added(let line): "+ " + line
      }
    }
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
