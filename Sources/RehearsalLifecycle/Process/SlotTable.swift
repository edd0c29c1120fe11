// Things of a process under identifiers that stay unique: constant-time lookup and removal, and
// iteration in slot order, which is the same in every run. An identifier is a slot and the serial
// number its holder got; a stale one finds nothing. Serial numbers are 32 bits and wrap past zero.

/// A place in a table, with the serial number of what holds it.
package struct SlotPlace: Hashable, Sendable {
  /// The place in the table.
  let slot: UInt32
  /// The number of the thing in the order of creation, from 1; 0 names nothing.
  let serial: UInt32
}

/// An identifier made of a slot and the serial number of what holds it.
package protocol SlotIdentifier: Hashable, Sendable {
  /// The place in a table.
  var place: SlotPlace { get }
  /// Makes the identifier of what holds a place.
  init(_ place: SlotPlace)
}

extension SlotIdentifier {
  /// Slot and serial number in one integer, for hosts that keep identifiers as numbers.
  package var rawValue: UInt64 { UInt64(place.slot) << 32 | UInt64(place.serial) }

  /// The identifier whose `rawValue` that is.
  package init(rawValue: UInt64) {
    self.init(
      SlotPlace(
        slot: UInt32(truncatingIfNeeded: rawValue >> 32),
        serial: UInt32(truncatingIfNeeded: rawValue)))
  }
}

/// What a slot table holds.
protocol SlotElement: Sendable {}

extension SlotElement {
  /// Changes the element in place; called through an optional chain.
  fileprivate mutating func change<Result>(_ body: (inout Self) -> Result) -> Result {
    body(&self)
  }
}

/// A table of elements under slot identifiers.
struct SlotTable<Identifier: SlotIdentifier, Element: SlotElement>: Sendable {
  private struct Slot: Sendable {
    var element: Element?
    /// The serial number of what holds the slot; 0 while the slot is free.
    var serial: UInt32
  }

  private var slots: [Slot] = []
  private var freeSlots: [UInt32] = []
  /// The serial number that was given last.
  private(set) var lastSerial: UInt32 = 0

  /// How many elements the table holds.
  private(set) var count = 0

  /// Whether the table holds nothing.
  var isEmpty: Bool { count == 0 }

  /// Adds an element under a new identifier.
  mutating func insert(_ element: Element) -> Identifier {
    lastSerial &+= 1
    if lastSerial == 0 { lastSerial = 1 }
    count += 1
    if let slot = freeSlots.popLast() {
      slots[Int(slot)] = Slot(element: element, serial: lastSerial)
      return Identifier(SlotPlace(slot: slot, serial: lastSerial))
    }
    slots.append(Slot(element: element, serial: lastSerial))
    return Identifier(
      SlotPlace(slot: UInt32(truncatingIfNeeded: slots.count - 1), serial: lastSerial))
  }

  /// Removes and returns an element; nil if the identifier is stale.
  @discardableResult
  mutating func remove(_ identifier: Identifier) -> Element? {
    guard let slot = place(of: identifier) else { return nil }
    let element = slots[slot].element
    slots[slot] = Slot(element: nil, serial: 0)
    freeSlots.append(identifier.place.slot)
    count -= 1
    return element
  }

  /// The element of that identifier; nil if the identifier is stale.
  subscript(identifier: Identifier) -> Element? {
    place(of: identifier).flatMap { slots[$0].element }
  }

  /// Changes an element; nil if the identifier is stale.
  @discardableResult
  mutating func change<Result>(
    _ identifier: Identifier, _ body: (inout Element) -> Result
  ) -> Result? {
    guard let slot = place(of: identifier) else { return nil }
    return slots[slot].element?.change(body)
  }

  /// The slot that an identifier names; nil if the identifier is stale.
  private func place(of identifier: Identifier) -> Int? {
    let (slot, serial) = (Int(identifier.place.slot), identifier.place.serial)
    guard serial != 0, slots.indices.contains(slot), slots[slot].serial == serial else {
      return nil
    }
    return slot
  }

  /// The identifiers in the order of creation.
  ///
  /// - Complexity: O(n log n) in the number of elements
  var identifiers: [Identifier] {
    guard count > 0 else { return [] }
    var found: [Identifier] = []
    found.reserveCapacity(count)
    for (slot, content) in slots.enumerated() where content.serial != 0 {
      let place = SlotPlace(slot: UInt32(truncatingIfNeeded: slot), serial: content.serial)
      found.append(Identifier(place))
    }
    return count == 1 ? found : found.sorted { $0.place.serial < $1.place.serial }
  }
}
