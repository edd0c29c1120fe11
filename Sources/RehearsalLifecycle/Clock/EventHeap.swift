// The order of what is scheduled: a binary heap. It only knows moments and numbers; what they stand
// for, and what was cancelled, is up to the queue.

/// A heap of (due time, order of scheduling), the earliest first.
struct EventHeap: Sendable {
  /// A place in the order, as one number: entries are in the order of their numbers.
  ///
  /// 16 bytes, compared without a branch: what a large queue costs is the memory that it touches
  /// and the guesses that the processor gets wrong. Two words, for a stored number of 128 bits would
  /// ask for memory that is aligned to 16 bytes, which allocators give out slowly.
  struct Entry: Sendable {
    private let moment: UInt64
    private let rank: UInt64

    fileprivate var number: UInt128 { UInt128(moment) << 64 | UInt128(rank) }

    /// An entry for a moment.
    ///
    /// - Parameters:
    ///   - due: The moment.
    ///   - sequence: The order of scheduling; no two entries share one.
    ///   - slot: Where the queue keeps what is due.
    init(due: VirtualTime, sequence: UInt32, slot: UInt32) {
      // A moment is never negative, so its bits are in its order.
      moment = UInt64(bitPattern: due.nanoseconds)
      rank = UInt64(sequence) << 32 | UInt64(slot)
    }

    var due: VirtualTime { VirtualTime(nanoseconds: Int64(bitPattern: moment)) ?? .never }

    var sequence: UInt32 { UInt32(truncatingIfNeeded: rank >> 32) }
    var slot: UInt32 { UInt32(truncatingIfNeeded: rank) }
  }

  /// The children of entry `i` are the entries `2 * i + 1` and `2 * i + 2`.
  private var entries: [Entry] = []

  var count: Int { entries.count }

  /// The earliest entry; nil while there is none.
  var first: Entry? { entries.first }

  /// Adds an entry.
  ///
  /// - Complexity: O(log n)
  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    rise(entry, from: entries.count - 1)
  }

  /// Removes the earliest entry, if there is one.
  ///
  /// - Complexity: O(log n)
  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    rise(last, from: sink())
  }

  /// The first entry of which something holds, in no order.
  ///
  /// - Complexity: O(n)
  func entry(where holds: (Entry) -> Bool) -> Entry? { entries.first(where: holds) }

  /// All entries in their order.
  ///
  /// - Complexity: O(n log n)
  var inOrder: [Entry] { entries.sorted { $0.number < $1.number } }

  /// Moves a hole from the top to the bottom, the earliest child up at each step, and returns its
  /// place; the entry that fills it comes from the bottom and mostly belongs there.
  private mutating func sink() -> Int {
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < entries.count else { return hole }
      if child + 1 < entries.count, entries[child + 1].number < entries[child].number { child += 1 }
      entries[hole] = entries[child]
      hole = child
    }
  }

  /// Fills a hole with an entry, there or above it.
  private mutating func rise(_ entry: Entry, from start: Int) {
    var hole = start
    while hole > 0 {
      let parent = (hole - 1) / 2
      guard entry.number < entries[parent].number else { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    entries[hole] = entry
  }
}
