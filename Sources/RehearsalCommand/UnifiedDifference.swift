// What a change of a text would be, line by line, in the form that people and `patch` read.

import Rehearsal
import RehearsalSyntax

/// The lines in which two texts differ.
struct UnifiedDifference {
  private enum Step {
    case kept(Substring)
    case removed(Substring)
    case added(Substring)

    var isChange: Bool { if case .kept = self { false } else { true } }
    /// The line as it is shown, with its mark.
    var text: String {
      switch self {
      case .kept(let line): " " + line
      case .removed(let line): "-" + line
      case .added(let line): "+" + line
      }
    }
  }

  /// How many lines around a change are shown.
  private static let context = 3

  private let steps: [Step]

  /// Compares two texts.
  ///
  /// - Complexity: O(*n* · *d*) in their lines and in how many of them differ.
  init(from old: String, to new: String) {
    let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false) }
    let (before, after) = (lines(old), lines(new))
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var steps: [Step] = []
    var (first, second) = (0, 0)
    while first < before.count || second < after.count {
      if removed.contains(first) {
        steps.append(.removed(before[first]))
        first += 1
      } else if added.contains(second) {
        steps.append(.added(after[second]))
        second += 1
      } else {
        steps.append(.kept(before[first]))
        (first, second) = (first + 1, second + 1)
      }
    }
    self.steps = steps
  }

  /// The differences line by line, with the name of the file; empty where there are none.
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
