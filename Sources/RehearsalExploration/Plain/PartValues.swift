// The values that the parts of a plain model were met with, interned to small numbers. The elements of
// one list share their numbers, so that an element may stand in the place of another.

import Rehearsal
import RehearsalValues

/// The values that the parts of a plain model were met with.
struct PartValues: Sendable {
  /// By part: the table in which its values are.
  private let tables: [Int]
  /// By table: the values in the order of their numbers.
  private(set) var values: [[ScriptValue]]
  private var numbers: [[ScriptValue: Int32]]

  /// Knows no values yet of the parts of a model.
  init(_ model: PlainModel) {
    var tables = Array(model.initial.indices)
    for list in model.lists { for part in list { tables[part] = list.lowerBound } }
    self.tables = tables
    values = Array(repeating: [], count: tables.count)
    numbers = Array(repeating: [:], count: tables.count)
  }

  /// Knows values of the parts of a model, by table and in the order of their numbers; nil where it
  /// has other tables.
  init?(_ model: PlainModel, _ values: [[ScriptValue]]) {
    self.init(model)
    guard values.count == tables.count else { return nil }
    for (table, values) in values.enumerated() {
      for value in values { _ = number(of: value, part: table) }
    }
  }

  /// The number of a value among those of a part.
  mutating func number(of value: ScriptValue, part: Int) -> Int32 {
    let table = tables[part]
    if let number = numbers[table][value] { return number }
    let number = Int32(values[table].count)
    numbers[table][value] = number
    values[table].append(value)
    return number
  }

  /// The number that a value has among those of a part; nil for one that was never met.
  func known(_ value: ScriptValue, part: Int) -> Int32? { numbers[tables[part]][value] }

  /// The value of a part that has a number.
  func value(_ number: Int32, part: Int) -> ScriptValue { values[tables[part]][Int(number)] }

  /// By part: how many values there are for it.
  var counts: [Int] { tables.map { values[$0].count } }

  /// Whether each part has as many bits as the numbers of its values need.
  func fit(_ widths: [Int]) -> Bool {
    zip(tables, widths).allSatisfy { values[$0].count <= 1 << $1 }
  }
}
