// The states of a plain model that were met: each is one key, with the state before it and the
// alternative that led from there. Which keys were met is known in shards, for each thread one.

import RehearsalValues
import Synchronization

/// The states of a plain model, in the order in which they were met.
struct PlainStates<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private(set) var layout: KeyLayout<Key>
  private(set) var keys: [Key] = []
  private var parents: [Int32] = []
  private var alternatives: [Int16] = []
  /// The keys that were met.
  private(set) var shards: [KeyShard<Key>]

  /// Makes the states of a model of so many parts; nil where a key has not so many bits.
  init?(partCount: Int, shardCount: Int) {
    guard let layout = KeyLayout<Key>(widths: Array(repeating: 1, count: partCount)) else {
      return nil
    }
    self.layout = layout
    shards = KeyShard.shards(shardCount, of: [])
  }

  /// How many were met.
  var count: Int { keys.count }

  /// Meets the state that all begins with.
  mutating func begin(with key: Key) {
    shards = KeyShard.shards(shards.count, of: [key])
    add(key, from: -1, by: 0)
  }

  /// Adds a state that another leads to, whose key a shard did not know.
  mutating func add(_ key: Key, from number: Int, by alternative: Int16) {
    keys.append(key)
    parents.append(Int32(truncatingIfNeeded: number))
    alternatives.append(alternative)
  }

  /// The state before another and the alternative that leads from there; nil for the first one.
  func last(of number: Int) -> (parent: Int, alternative: Int)? {
    parents[number] < 0 ? nil : (Int(parents[number]), Int(alternatives[number]))
  }

  /// The alternatives on the way to a state, in order.
  func path(to number: Int) -> [Int] {
    var path: [Int] = []
    var number = number
    while let (parent, alternative) = last(of: number) {
      path.append(alternative)
      number = parent
    }
    return path.reversed()
  }

  /// Lays all keys out anew, with room for so many values of each part, doubled where the key has
  /// room; false where it has not enough.
  mutating func widen(for counts: [Int]) -> Bool {
    func width(_ count: Int) -> Int { max(1, Int.bitWidth - max(1, count - 1).leadingZeroBitCount) }
    let roomy = counts.map { width($0 * 2) }
    guard let layout = KeyLayout<Key>(widths: roomy) ?? KeyLayout<Key>(widths: counts.map(width))
    else { return false }
    let old = self.layout
    self.layout = layout
    var parts = [Int32](repeating: 0, count: counts.count)
    for number in keys.indices {
      parts.withUnsafeMutableBufferPointer { buffer in
        if let start = buffer.baseAddress { old.unpack(keys[number], to: start) }
      }
      keys[number] = layout.key(of: parts)
    }
    shards = KeyShard.shards(shards.count, of: keys)
    return true
  }
}

/// The keys of a part of all states; each thread asks one of them at a time.
final class KeyShard<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// The keys of a chunk that were not known, with their places in it.
  struct Added: Sendable {
    fileprivate(set) var keys: [Key] = []
    fileprivate(set) var places: [Int32] = []
  }

  private let number: Int
  private let keys: Mutex<KeySet<Key>>

  private init(_ number: Int, _ keys: [Key]) {
    self.number = number
    self.keys = Mutex(KeySet(keys))
  }

  /// So many shards with keys.
  static func shards(_ count: Int, of keys: [Key]) -> [KeyShard] {
    guard count > 1 else { return [KeyShard(0, keys)] }
    return (0..<count).map { number in
      KeyShard(number, keys.filter { $0.shard(among: count) == number })
    }
  }

  /// Adds what belongs here of the states that chunks lead to.
  ///
  /// - Returns: By chunk: what was not known, in order.
  func insert(_ chunks: [PlainChunk<Key>]) -> [Added] {
    keys.withLock { known in
      chunks.map { chunk in
        let keys = chunk.keys[number]
        known.insert(keys)
        var added = Added()
        added.keys = known.added.map { keys[Int($0)] }
        added.places = known.added
        if chunk.keys.count > 1 {
          let places = chunk.places[number]
          added.places = known.added.map { places[Int($0)] }
        }
        return added
      }
    }
  }
}

// MARK: - Checkpoints

extension PlainStates {
  /// What a checkpoint keeps of the states.
  ///
  /// - Complexity: O(*n*) in the number of states.
  var record: PlainStatesRecord {
    PlainStatesRecord(
      widths: layout.widths, low: NumberColumn(keys.map { UInt64(truncatingIfNeeded: $0) }),
      high: NumberColumn(
        Key.bitWidth > 64 ? keys.map { UInt64(truncatingIfNeeded: $0 >> 64) } : []),
      parents: NumberColumn(parents), alternatives: NumberColumn(alternatives))
  }

  /// The states that a checkpoint kept; nil where it does not hold what it should.
  ///
  /// - Complexity: O(*n*) in the number of states.
  init?(_ record: PlainStatesRecord, alternativeCount: Int, shardCount: Int) {
    let count = record.low.numbers.count
    guard let layout = KeyLayout<Key>(widths: record.widths),
      record.high.numbers.count == (Key.bitWidth > 64 ? count : 0), count > 0,
      record.parents.numbers.count == count, record.alternatives.numbers.count == count,
      record.parents.numbers.enumerated().allSatisfy({ $1 >= ($0 == 0 ? -1 : 0) && $1 < $0 }),
      record.alternatives.numbers.allSatisfy({ 0 <= $0 && $0 < max(1, alternativeCount) })
    else { return nil }
    self.layout = layout
    keys = record.low.numbers.map { Key($0) }
    for (number, high) in record.high.numbers.enumerated() {
      keys[number] |= Key(truncatingIfNeeded: high) << 64
    }
    parents = record.parents.numbers
    alternatives = record.alternatives.numbers
    shards = KeyShard.shards(shardCount, of: keys)
  }
}

/// The states of a plain model as a checkpoint keeps them.
struct PlainStatesRecord: Codable, Sendable {
  let widths: [Int]
  let low: NumberColumn<UInt64>
  /// The upper halves of wide keys; empty for others.
  let high: NumberColumn<UInt64>
  let parents: NumberColumn<Int32>
  let alternatives: NumberColumn<Int16>
}
