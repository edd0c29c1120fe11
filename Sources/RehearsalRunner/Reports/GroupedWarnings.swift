// Warnings of a scenario that is played on several systems: each once, with the systems on which it
// came, instead of once for each of them.

import RehearsalSyntax

/// Collects the warnings of the cases that one scenario comes to on several systems.
struct GroupedWarnings {
  private struct Row {
    let warning: Diagnostic
    var systems: [String]
  }

  private var file = ""
  private var title: String?
  private var rows: [Row] = []

  /// Makes an empty collection.
  init() {}

  /// Whether a case is one of several that differ in their system.
  static func holds(_ testCase: TestCase) -> Bool { testCase.commonTitle != testCase.title }

  /// Keeps the warnings of a case.
  ///
  /// - Returns: The warnings of the scenario before it, if it is the first of another one.
  mutating func add(_ result: CaseResult) -> [Diagnostic] {
    let testCase = result.testCase
    let isOther = file != testCase.file || title != testCase.commonTitle
    let complete = isOther ? taken() : []
    guard Self.holds(testCase) else { return complete }
    (file, title) = (testCase.file, testCase.commonTitle)
    let system = testCase.parameters.filter(\.isSystem).map { "\($0.name) \($0.value)" }
      .joined(separator: " ")
    for warning in result.warnings {
      let known = rows.firstIndex {
        $0.warning.identifier == warning.identifier && $0.warning.message == warning.message
          && $0.warning.source.name == warning.source.name && $0.warning.range == warning.range
      }
      if let known {
        if !rows[known].systems.contains(system) { rows[known].systems.append(system) }
      } else {
        rows.append(Row(warning: warning, systems: [system]))
      }
    }
    return complete
  }

  /// Takes the warnings that are kept, each with its systems.
  mutating func taken() -> [Diagnostic] {
    defer { (file, title, rows) = ("", nil, []) }
    return rows.map { row in
      Diagnostic(
        row.warning.identifier, in: row.warning.source, at: row.warning.range,
        row.warning.message + " (on \(row.systems.joined(separator: ", ")))",
        notes: row.warning.notes, fixIts: row.warning.fixIts)
    }
  }
}
