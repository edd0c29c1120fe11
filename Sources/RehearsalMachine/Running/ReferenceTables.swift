// What host and scripts hold of each other, by numbers: the functions that a machine keeps for its
// host, and the objects of the host that the scripts of a machine hold. The number of a function is
// given again once it is released; nothing but the host sees it.

import RehearsalValues

/// The functions that a machine keeps for its host.
struct FunctionReferenceTable {
  /// A function value that is kept.
  struct Entry {
    /// The value; absent where the number is free.
    var value: Value
    /// The instance whose variables the function sees.
    var instance: Int
  }

  private(set) var entries: [Entry] = []
  private var free: [Int] = []

  /// The function of a reference; nil where it is released.
  subscript(reference: FunctionReference) -> Entry? {
    guard entries.indices.contains(reference.number),
      entries[reference.number].value.tag != .absent
    else { return nil }
    return entries[reference.number]
  }

  /// Keeps a function.
  mutating func keep(_ value: Value, instance: Int) -> FunctionReference {
    let entry = Entry(value: value, instance: instance)
    if let number = free.popLast() {
      entries[number] = entry
      return FunctionReference(number: number)
    }
    entries.append(entry)
    return FunctionReference(number: entries.count - 1)
  }

  /// Forgets a function, if it is kept.
  mutating func release(_ reference: FunctionReference) {
    guard self[reference] != nil else { return }
    entries[reference.number].value = .absent
    free.append(reference.number)
  }

  /// Changes the values where they refer to the heap, whose objects have moved.
  mutating func update(_ body: (inout Value) -> Void) {
    for number in entries.indices { body(&entries[number].value) }
  }
}

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

  /// The number of an object; a new one where it was not seen before.
  mutating func number(of reference: HostReference) -> Int {
    if let number = numbers[reference] { return number }
    let number = references.count
    references.append(reference)
    numbers[reference] = number
    return number
  }
}
