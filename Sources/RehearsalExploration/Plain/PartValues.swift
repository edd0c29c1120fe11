// The values that the parts of a plain model were met with, interned to small numbers part by part.

import RehearsalValues

/// The values that the parts of a plain model were met with.
struct PartValues: Sendable {
  private(set) var values: [[ScriptValue]]
  private var numbers: [[ScriptValue: Int32]]

  init(partCount: Int) {
    values = Array(repeating: [], count: partCount)
    numbers = Array(repeating: [:], count: partCount)
  }

  /// Values in the order of their numbers.
  init(_ values: [[ScriptValue]]) {
    self.init(partCount: values.count)
    for (part, values) in values.enumerated() {
      for value in values { _ = number(of: value, part: part) }
    }
  }

  /// The number of a value among those of a part.
  mutating func number(of value: ScriptValue, part: Int) -> Int32 {
    if let number = numbers[part][value] { return number }
    let number = Int32(values[part].count)
    numbers[part][value] = number
    values[part].append(value)
    return number
  }

  /// The number that a value has among those of a part; nil for one that was never met.
  func known(_ value: ScriptValue, part: Int) -> Int32? { numbers[part][value] }
}
