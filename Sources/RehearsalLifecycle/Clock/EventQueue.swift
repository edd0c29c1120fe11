// The queue of what is scheduled: ordered by due time, then by the order of scheduling.
// Payloads live in slots, the heap holds only (due, sequence, slot). Cancelling frees the slot at
// once; the heap entry left behind is recognised by its sequence number, never stays at the head,
// and the heap is rebuilt before such entries outnumber the live ones.

import HeapModule

/// Names one scheduled event of a queue; stale after the event was taken or cancelled.
struct EventIdentifier: Hashable, Sendable {
  fileprivate let sequence: UInt64
  fileprivate let slot: Int
}

/// A priority queue of events by (due time, order of scheduling) with cancellation.
struct EventQueue<Payload: Sendable>: Sendable {
  private struct Entry: Comparable, Sendable {
    let due: VirtualTime
    let sequence: UInt64
    let slot: Int

    static func < (left: Entry, right: Entry) -> Bool {
      left.due != right.due ? left.due < right.due : left.sequence < right.sequence
    }
  }

  private struct Slot: Sendable {
    /// The sequence number of the event that holds the slot; 0 while the slot is free.
    var sequence: UInt64
    var payload: Payload?
  }

  private var heap = Heap<Entry>()
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var lastSequence: UInt64 = 0

  /// How many events wait.
  private(set) var count = 0

  /// How many entries the heap holds, cancelled ones included; bounded by twice `count` plus 32.
  var entryCount: Int { heap.count }

  /// When the next event is due; nil while none waits.
  var nextDue: VirtualTime? { heap.min?.due }

  /// Adds an event after all events already scheduled for the same moment.
  ///
  /// - Complexity: O(log n)
  mutating func schedule(_ payload: Payload, at due: VirtualTime) -> EventIdentifier {
    lastSequence &+= 1
    let slot: Int
    if let free = freeSlots.popLast() {
      slot = free
      slots[slot] = Slot(sequence: lastSequence, payload: payload)
    } else {
      slot = slots.count
      slots.append(Slot(sequence: lastSequence, payload: payload))
    }
    heap.insert(Entry(due: due, sequence: lastSequence, slot: slot))
    count += 1
    return EventIdentifier(sequence: lastSequence, slot: slot)
  }

  /// Removes and returns the first event that is due at or before the limit.
  ///
  /// - Complexity: O(log n)
  mutating func popNext(notAfter limit: VirtualTime) -> (due: VirtualTime, payload: Payload)? {
    guard let first = heap.min, first.due <= limit, let entry = heap.popMin() else { return nil }
    let payload = release(entry.slot)
    pruneHead()
    return payload.map { (entry.due, $0) }
  }

  /// Takes an event out of the queue; false if it was taken or cancelled before.
  ///
  /// - Complexity: O(log n) amortised
  @discardableResult
  mutating func cancel(_ identifier: EventIdentifier) -> Bool {
    guard holds(identifier) else { return false }
    _ = release(identifier.slot)
    pruneHead()
    rebuildIfMostlyStale()
    return true
  }

  /// Whether the event still waits.
  func holds(_ identifier: EventIdentifier) -> Bool {
    slots.indices.contains(identifier.slot)
      && slots[identifier.slot].sequence == identifier.sequence
  }

  private mutating func release(_ slot: Int) -> Payload? {
    let payload = slots[slot].payload
    slots[slot] = Slot(sequence: 0, payload: nil)
    freeSlots.append(slot)
    count -= 1
    return payload
  }

  private func isLive(_ entry: Entry) -> Bool {
    slots[entry.slot].sequence == entry.sequence
  }

  /// Keeps the head of the heap live, so that `nextDue` never speaks of a cancelled event.
  private mutating func pruneHead() {
    while let first = heap.min, !isLive(first) { heap.removeMin() }
  }

  private mutating func rebuildIfMostlyStale() {
    guard heap.count > 2 * count + 32 else { return }
    heap = Heap(heap.unordered.filter(isLive))
  }
}
