// The outcome of a case that is not run once as is. Code that plays it otherwise says so in these
// values, so that reports know nothing of how it was played.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// What was tried on a case at each of its steps, as a table with a column for each disturbance.
package struct CaseMatrix: Sendable {
  /// A cell that tells of a problem.
  package struct Cell: Sendable {
    let row: Int
    let column: Int
    /// The number of the problem.
    let problem: Int

    /// Makes a cell.
    package init(row: Int, column: Int, problem: Int) {
      self.row = row
      self.column = column
      self.problem = problem
    }
  }

  /// How much was tried, in few words.
  let summary: String
  /// The columns.
  let columns: [Disturbance]
  /// The cells with problems, row by row.
  let cells: [Cell]
  /// What is said below the table, in lines: what differs without being a problem.
  let remarks: [String]
  /// The table for people, in lines of about that many columns, coloured or not.
  let lines: @Sendable (_ width: Int, _ usesColor: Bool) -> [String]

  /// Makes a table.
  package init(
    summary: String, columns: [Disturbance], cells: [Cell], remarks: [String] = [],
    lines: @escaping @Sendable (_ width: Int, _ usesColor: Bool) -> [String]
  ) {
    self.summary = summary
    self.columns = columns
    self.cells = cells
    self.remarks = remarks
    self.lines = lines
  }
}

/// The outcome of a case that is not run as is.
package struct CaseOutcome: Sendable {
  /// Why it was left out; nil where it was not.
  package var skipReason: String?
  /// What is wrong, in order.
  package var problems: [CaseProblem] = []
  /// What was tried.
  package var matrix: CaseMatrix?
  /// What else is reported of it to programs.
  package var fields: [JSONForm.Field: JSONValue] = [:]
  /// Everything that was found, known or not, by what a baseline tells it by.
  package var found: [Baseline.Finding] = []

  /// What was not tried.
  package var untried = Untried()

  /// What a search did not try.
  package struct Untried: Sendable {
    /// The names of known deviations of devices.
    package var quirks: [String] = []
    /// The handlers of apps that never ran; nil where only a part of what there is was tried.
    package var handlers: [String]?

    /// Makes it.
    package init(quirks: [String] = [], handlers: [String]? = nil) {
      (self.quirks, self.handlers) = (quirks, handlers)
    }
  }

  /// Makes an outcome with which nothing is wrong.
  package init() {}
}
