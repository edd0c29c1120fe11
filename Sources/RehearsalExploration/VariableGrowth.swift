// Which variables only grow on a path: a counter that nobody resets makes new states for ever.

import RehearsalValues

/// Finds the variables that only grow on a path.
struct VariableGrowth {
  private struct Course {
    var last: UInt64
    var increaseCount = 0
    var shrinks = false
  }

  private var courses: [(name: String, course: Course)] = []

  /// How often a variable has to grow.
  private static let leastIncreases = 5

  /// Takes the values of the next state on the path, which has the same variables.
  mutating func add(_ values: [(name: String, value: ScriptValue)]) {
    for (name, value) in values {
      guard let size = value.size else { continue }
      guard let known = courses.firstIndex(where: { $0.name == name }) else {
        courses.append((name, Course(last: size)))
        continue
      }
      if size > courses[known].course.last { courses[known].course.increaseCount += 1 }
      if size < courses[known].course.last { courses[known].course.shrinks = true }
      courses[known].course.last = size
    }
  }

  /// The names of those that only grow.
  var names: [String] {
    courses.filter { !$0.course.shrinks && $0.course.increaseCount >= Self.leastIncreases }
      .map(\.name)
  }
}

extension ScriptValue {
  /// What grows where a value does; nil for values that do not.
  fileprivate var size: UInt64? {
    switch self {
    case .integer(let number): number.magnitude
    case .string(let text): UInt64(text.utf8.count)
    case .list(let elements): UInt64(elements.count)
    case .map(let entries): UInt64(entries.count)
    case .duration(let nanoseconds): nanoseconds.magnitude
    default: nil
    }
  }
}
