// The functions that a machine keeps for its host, by the numbers that stand in the host's
// references. A number is given again once its function is released; nothing but the host sees it.

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
