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
    /// By how much what is due is later than the heap knows, in nanoseconds; nil for nothing that is ever due.
    var remainder: Int64?
    /// The free slot that is used after this one, while both are free.
    var nextFree: UInt32?
  }

  private var heap = EventHeap()
  private var slots: [Slot] = []
  /// The free slot that is used next; from it on, each free slot names another.
  private var firstFree: UInt32?
  private var lastSequence: UInt32
  /// Moments that differ by less than this count as one, in nanoseconds: what is due at one comes in the
  /// order of scheduling.
  private var grain: Int64 = 1

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
  var nextDue: VirtualTime? { heap.first.map(due) }

  /// When an entry of the heap is due.
  private func due(_ entry: EventHeap.Entry) -> VirtualTime {
    guard grain > 1 else { return entry.due }
    return entry.due.after(TimeSpan(nanoseconds: slots[Int(entry.slot)].remainder ?? 0))
  }

  /// Takes moments that differ by less than a grain for one from here on.
  ///
  /// - Parameter grain: Nanoseconds, of which every span is a whole number of times so many: what moments
  ///   have below it says where they come from, and nothing of when they are.
  /// - Complexity: O(n log n)
  mutating func setGrain(_ grain: Int64) {
    let entries = heap.inOrder.filter(isLive).map { (due($0), $0) }
    self.grain = grain
    heap = EventHeap()
    for (due, entry) in entries { insert(due, sequence: entry.sequence, slot: entry.slot) }
  }

  private mutating func insert(_ due: VirtualTime, sequence: UInt32, slot: UInt32) {
    var moment = due
    if grain > 1, due < .never {
      let remainder = due.nanoseconds % grain
      slots[Int(slot)].remainder = remainder
      moment = due.after(TimeSpan(nanoseconds: -remainder))
    }
    heap.insert(EventHeap.Entry(due: moment, sequence: sequence, slot: slot))
  }

  /// Reads the events that wait, in the order in which they will be taken.
  ///
  /// - Complexity: O(n log n)
  func forEachInOrder(_ body: (VirtualTime, Payload) -> Void) {
    guard count > 1 else {
      // The head of the heap is never an event that was cancelled.
      if let only = heap.first, let payload = slots[Int(only.slot)].payload {
        body(due(only), payload)
      }
      return
    }
    for entry in heap.inOrder where isLive(entry) {
      if let payload = slots[Int(entry.slot)].payload { body(due(entry), payload) }
    }
  }

  /// The events that wait, in the order of their scheduling.
  ///
  /// - Complexity: O(n log n)
  var inOrderOfScheduling: [(due: VirtualTime, payload: Payload)] {
    heap.inOrder.filter(isLive).sorted { $0.sequence < $1.sequence }.compactMap { entry in
      slots[Int(entry.slot)].payload.map { (due(entry), $0) }
    }
  }

  /// The events that are due at exactly a moment, in the order in which they will be taken.
  ///
  /// - Complexity: O(n log n)
  func identifiers(dueAt moment: VirtualTime) -> [EventIdentifier] {
    heap.inOrder.filter { isLive($0) && due($0) == moment }.map {
      EventIdentifier(slot: $0.slot, serial: slots[Int($0.slot)].serial)
    }
  }

  /// Adds an event after all events already scheduled for the same moment.
  ///
  /// - Complexity: O(log n)
  mutating func schedule(_ payload: Payload, at due: VirtualTime) -> EventIdentifier {
    if lastSequence == .max { rebuild() }
    lastSequence += 1
    let (slot, serial) = occupySlot(with: payload)
    insert(due, sequence: lastSequence, slot: slot)
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
    guard let first = heap.first else { return nil }
    let due = due(first)
    guard due <= limit else { return nil }
    heap.removeFirst()
    let payload = release(Int(first.slot))
    pruneHead()
    return payload.map { (due, $0) }
  }

  /// Removes and returns the first event of those that are due at exactly a moment, also where others
  /// that count as due with it were scheduled before.
  ///
  /// - Complexity: O(n log n)
  mutating func popFirst(dueAt moment: VirtualTime) -> (due: VirtualTime, payload: Payload)? {
    if nextDue == moment { return popNext(notAfter: moment) }
    guard let entry = heap.inOrder.first(where: { isLive($0) && due($0) == moment }) else {
      return nil
    }
    let payload = release(Int(entry.slot))
    if heap.count > 2 * count + 32 { rebuild() }
    return payload.map { (moment, $0) }
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

  /// Where an event is in an order of what waits; nil for one that does not wait.
  ///
  /// - Parameters:
  ///   - identifier: The event.
  ///   - byMoment: Whether that is when each is due, and only then the order of scheduling.
  /// - Returns: The moment, where it counts, and the sequence number.
  func place(
    of identifier: EventIdentifier, byMoment: Bool
  ) -> (moment: VirtualTime, sequence: UInt32)? {
    guard holds(identifier) else { return nil }
    let sequence = slots[Int(identifier.slot)].sequence
    let entry = byMoment ? heap.entry(where: { $0.sequence == sequence }) : nil
    return (entry.map(due) ?? .zero, sequence)
  }

  /// Whether what waits differs in what its moments have below the grain, apart from some of it.
  func hasSeveralRemainders(besides isLeftOut: (Payload) -> Bool) -> Bool {
    var first: Int64?
    for slot in slots {
      guard let payload = slot.payload, let remainder = slot.remainder, !isLeftOut(payload) else {
        continue
      }
      if let first, first != remainder { return true }
      first = remainder
    }
    return false
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
      // What its moment has below the grain stays in its slot.
      heap.insert(EventHeap.Entry(due: entry.due, sequence: lastSequence, slot: entry.slot))
    }
  }
}
