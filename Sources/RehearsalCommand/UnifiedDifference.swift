// What a change of a text would be, line by line, in the form that people and `patch` read.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import RehearsalText

/// The lines in which two texts differ.
struct UnifiedDifference {
  /// How many lines around a change are shown.
  private static let context = 3

  private let steps: [LineComparison.Step]

  /// Compares two texts.
  ///
  /// - Complexity: O(*n* · *d*) in their lines and in how many of them differ.
  init(from old: String, to new: String) {
    let lines = { (text: String) in
      text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    steps = LineComparison(from: lines(old), to: lines(new)).steps
  }

  /// The differences line by line, with the name of the file; empty if there are none.
  func lines(_ file: String) -> [String] {
    let changes = steps.indices.filter { steps[$0].isChange }
    guard let first = changes.first else { return [] }
    var lines = ["--- \(file.printableLine)", "+++ \(file.printableLine)"]
    var hunk = first...first
    for change in changes {
      if change - hunk.upperBound > 2 * Self.context {
        lines += shown(hunk)
        hunk = change...change
      }
      hunk = hunk.lowerBound...change
    }
    return lines + shown(hunk)
  }

  /// The changes of some steps, with the lines around them.
  private func shown(_ changes: ClosedRange<Int>) -> [String] {
    let range =
      max(
        0, changes.lowerBound - Self.context)..<min(
        steps.count, changes.upperBound + Self.context + 1)
    var (old, new) = (1, 1)
    for step in steps[..<range.lowerBound] {
      if case .added = step {} else { old += 1 }
      if case .removed = step {} else { new += 1 }
    }
    let hunk = steps[range]
    let oldCount = hunk.count { if case .added = $0 { false } else { true } }
    let newCount = hunk.count { if case .removed = $0 { false } else { true } }
    return ["@@ -\(old),\(oldCount) +\(new),\(newCount) @@"] + hunk.map(\.text.printableLine)
  }
}

extension LineComparison.Step {
  fileprivate var isChange: Bool { if case .kept = self { false } else { true } }

  /// The line as it is shown, with its mark.
  fileprivate var text: String {
    switch self {
    case .kept(let line): " " + line
    case .removed(let line): "-" + line
    case .added(let line): "+" + line
    }
  }
}
