// The queue of what is scheduled: ordered by due time, then by the order of scheduling.
// Payloads live in slots, the heap holds only (due, sequence, slot). Cancelling frees the slot at
// once; the heap entry left behind is recognised by its sequence number, never stays at the head,
// and the heap is rebuilt before such entries outnumber the live ones.

/// Names one scheduled event of a queue; stale after the event was taken or cancelled.
struct EventIdentifier: Hashable, Sendable {
  fileprivate let slot: UInt32
  /// Which holder of the slot it is.
  fileprivate let serial: UInt32
}

/// A priority queue of events by (due time, order of scheduling) with cancellation.
struct EventQueue<Payload: Sendable>: Sendable {
  private struct Slot: Sendable {
    /// What is due; nil while the slot is free.
    var payload: Payload?
    /// The sequence number of the event that holds the slot; 0 while the slot is free.
    var sequence: UInt32 = 0
    /// How many events have held the slot, wrapping past the largest number.
    var serial: UInt32 = 0
    /// The free slot that is used after this one, while both are free.
    var nextFree: UInt32?
  }

  private var heap = EventHeap()
  private var slots: [Slot] = []
  /// The free slot that is used next; from it on, each free slot names another.
  private var firstFree: UInt32?
  private var lastSequence: UInt32

  /// How many events wait.
  private(set) var count = 0

  /// Makes an empty queue.
  ///
  /// - Parameter lastSequence: The sequence number before the first, for tests of what happens when
  ///   they are used up.
  init(lastSequence: UInt32 = 0) { self.lastSequence = lastSequence }

  /// How many entries the heap holds, cancelled ones included; bounded by twice `count` plus 32.
  var entryCount: Int { heap.count }

  /// When the next event is due; nil while none waits.
  var nextDue: VirtualTime? { heap.first?.due }

  /// Reads the events that wait, in the order in which they will be taken.
  ///
  /// - Complexity: O(n log n)
  func forEachInOrder(_ body: (VirtualTime, Payload) -> Void) {
    guard count > 1 else {
      // The head of the heap is never an event that was cancelled.
      if let only = heap.first, let payload = slots[Int(only.slot)].payload {
        body(only.due, payload)
      }
      return
    }
    for entry in heap.inOrder where isLive(entry) {
      if let payload = slots[Int(entry.slot)].payload { body(entry.due, payload) }
    }
  }

  /// Adds an event after all events already scheduled for the same moment.
  ///
  /// - Complexity: O(log n)
  mutating func schedule(_ payload: Payload, at due: VirtualTime) -> EventIdentifier {
    if lastSequence == .max { rebuild() }
    lastSequence += 1
    let (slot, serial) = occupySlot(with: payload)
    heap.insert(EventHeap.Entry(due: due, sequence: lastSequence, slot: slot))
    count += 1
    return EventIdentifier(slot: slot, serial: serial)
  }

  private mutating func occupySlot(with payload: Payload) -> (slot: UInt32, serial: UInt32) {
    guard let free = firstFree else {
      slots.append(Slot(payload: payload, sequence: lastSequence, serial: 1))
      // Memory ends long before the numbers of slots.
      return (UInt32(truncatingIfNeeded: slots.count - 1), 1)
    }
    let place = Int(free)
    firstFree = slots[place].nextFree
    let serial = slots[place].serial &+ 1
    slots[place] = Slot(payload: payload, sequence: lastSequence, serial: serial)
    return (free, serial)
  }

  /// Removes and returns the first event that is due at or before the limit.
  ///
  /// - Complexity: O(log n)
  mutating func popNext(notAfter limit: VirtualTime) -> (due: VirtualTime, payload: Payload)? {
    guard let first = heap.first, first.due <= limit else { return nil }
    heap.removeFirst()
    let payload = release(Int(first.slot))
    pruneHead()
    return payload.map { (first.due, $0) }
  }

  /// Takes an event out of the queue; false if it was taken or cancelled before.
  ///
  /// - Complexity: O(log n) amortised
  @discardableResult
  mutating func cancel(_ identifier: EventIdentifier) -> Bool {
    guard holds(identifier) else { return false }
    _ = release(Int(identifier.slot))
    pruneHead()
    if heap.count > 2 * count + 32 { rebuild() }
    return true
  }

  /// Whether the event still waits.
  func holds(_ identifier: EventIdentifier) -> Bool {
    let slot = Int(identifier.slot)
    return slots.indices.contains(slot) && slots[slot].serial == identifier.serial
      && slots[slot].sequence != 0
  }

  private mutating func release(_ slot: Int) -> Payload? {
    let payload = slots[slot].payload
    slots[slot] = Slot(serial: slots[slot].serial, nextFree: firstFree)
    firstFree = UInt32(truncatingIfNeeded: slot)
    count -= 1
    return payload
  }

  private func isLive(_ entry: EventHeap.Entry) -> Bool {
    slots[Int(entry.slot)].sequence == entry.sequence
  }

  /// Keeps the head of the heap live, so that `nextDue` never speaks of a cancelled event.
  private mutating func pruneHead() {
    while let first = heap.first, !isLive(first) { heap.removeFirst() }
  }

  /// Drops the entries of cancelled events and numbers the others again, in their order.
  ///
  /// - Complexity: O(n log n)
  private mutating func rebuild() {
    let live = heap.inOrder.filter(isLive)
    heap = EventHeap()
    lastSequence = 0
    for entry in live {
      lastSequence += 1
      slots[Int(entry.slot)].sequence = lastSequence
      heap.insert(EventHeap.Entry(due: entry.due, sequence: lastSequence, slot: entry.slot))
    }
  }
}
