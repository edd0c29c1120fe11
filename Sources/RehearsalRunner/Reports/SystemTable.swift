// The table of the cases that do not come out the same on all systems: a row for each case, a column
// for each system, and below a row the rules that make its differences.

import Rehearsal
import RehearsalLifecycle
import RehearsalText

/// Collects differences and renders them.
struct SystemTable {
  private var differences: [SystemDifference] = []

  /// Makes an empty table.
  init() {}

  mutating func add(_ difference: SystemDifference) { differences.append(difference) }

  /// The table with its heading, line ends and an empty line after it; empty without rows.
  func text(usesColor: Bool) -> String {
    guard !differences.isEmpty else { return "" }
    let renderer = RunRenderer(appNames: [], usesColor: usesColor)
    var columns: [String] = []
    for system in differences.flatMap(\.outcomes).map(\.system) where !columns.contains(system) {
      columns.append(system)
    }
    let width = differences.map { max($0.title.count, $0.file.count - 4) }.max() ?? 0
    var text = "not the same on all systems\n"
    var file = ""
    for difference in differences {
      if difference.file != file {
        file = difference.file
        let heading = file.padded(toColumns: width + 4)
        text += heading + columns.map { "  " + $0 }.joined() + "\n"
      }
      text += row(difference, columns, width, renderer) + reasons(of: difference)
    }
    return text + "\n"
  }

  private func row(
    _ difference: SystemDifference, _ columns: [String], _ width: Int, _ renderer: RunRenderer
  ) -> String {
    let marks = columns.map { column in
      let outcome = difference.outcomes.first { $0.system == column }
      let mark = outcome.map { $0.hasPassed ? "✓" : "✗" } ?? "–"
      let rest = String(repeating: " ", count: max(0, column.count - 1))
      let style = outcome.map { $0.hasPassed ? TextStyle.green : .red } ?? .dim
      return "  " + renderer.paint(mark, style) + rest
    }
    let line = "  " + difference.title.padded(toColumns: width + 2) + marks.joined()
    return String(line.reversed().drop { $0 == " " }.reversed()) + "\n"
  }

  private func reasons(of difference: SystemDifference) -> String {
    difference.reasons.map { reason in
      let words =
        reason.rule.map { rule in
          "\(rule)" + (RuleBook.rule(rule).map { ", \($0.title)" } ?? "")
        } ?? "no single rule; the script asks for the system"
      return "    \(reason.from) → \(reason.to): \(words)\n"
    }.joined()
  }
}
