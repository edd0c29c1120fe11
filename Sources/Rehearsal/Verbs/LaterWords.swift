// The words that are known and not there yet: checking says so instead of calling them unknown.
// A word moves from here to the table of its side when it begins to work.

import RehearsalMachine

/// The words that are known and not there yet.
enum LaterWords {
  /// The functions, with the labels that their arguments have.
  static var functions: [HostFunction] {
    outside.map { function($0, .outside) } + inside.map { function($0, .inside) }
  }

  /// A word and the labels of its arguments.
  private struct Row: ExpressibleByStringLiteral {
    let name: String
    let labels: [String]

    init(_ name: String, _ labels: [String] = []) {
      self.name = name
      self.labels = labels
    }

    init(stringLiteral name: String) { self.init(name) }
  }

  private static let outside: [Row] = [
    "connect", "disconnect", "changeLocale",
  ]

  private static let inside: [Row] = []

  private static func function(_ row: Row, _ side: Side) -> HostFunction {
    var function = HostFunction(
      row.name, side: side, row.labels.map { .init($0, isOptional: true, isNamed: true) })
    function.isVariadic = true
    function.availability = .notYet
    return function
  }
}
