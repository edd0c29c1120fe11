// The objects of the host that the scripts of one machine hold, by the numbers that stand in their
// handles.

import RehearsalValues

/// The objects of the host that a machine holds, until it is gone itself.
struct HostReferenceTable {
  private var references: [HostReference] = []
  private var numbers: [HostReference: Int] = [:]

  /// How many there are.
  var count: Int { references.count }

  /// The object of a number that `number(of:)` gave.
  subscript(number: UInt64) -> HostReference? {
    Int(exactly: number).flatMap { references.indices.contains($0) ? references[$0] : nil }
  }

  /// The number of an object; a new one where it was not met before.
  mutating func number(of reference: HostReference) -> Int {
    if let number = numbers[reference] { return number }
    let number = references.count
    references.append(reference)
    numbers[reference] = number
    return number
  }
}
