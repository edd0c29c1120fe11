// The states of a plain model that were met: each is one key, with the state before it and the
// alternative that led from there.

import RehearsalValues

/// The states of a plain model, in the order in which they were met.
struct PlainStates<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private(set) var layout: KeyLayout<Key>
  private(set) var keys: [Key] = []
  private var parents: [Int32] = []
  private var alternatives: [Int16] = []
  private var known = KeySet<Key>()

  /// Makes the states of a model of so many parts; nil where a key has not so many bits.
  init?(partCount: Int) {
    guard let layout = KeyLayout<Key>(widths: Array(repeating: 1, count: partCount)) else {
      return nil
    }
    self.layout = layout
  }

  /// How many were met.
  var count: Int { keys.count }

  /// Meets the state that all begins with.
  mutating func begin(with key: Key) {
    known.insert([key])
    add(key, from: -1, by: 0)
  }

  /// Meets states that one state leads to.
  ///
  /// - Parameters:
  ///   - successors: Their keys.
  ///   - number: The state that they come from.
  ///   - alternatives: The alternatives that lead to them.
  /// - Complexity: O(1) for each, on average.
  mutating func meet(_ successors: [Key], from number: Int, by alternatives: [Int]) {
    known.insert(successors)
    for index in known.added { add(successors[index], from: number, by: alternatives[index]) }
  }

  private mutating func add(_ key: Key, from number: Int, by alternative: Int) {
    keys.append(key)
    parents.append(Int32(number))
    alternatives.append(Int16(alternative))
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
    known = KeySet(keys)
    return true
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
  init?(_ record: PlainStatesRecord, alternativeCount: Int) {
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
    known = KeySet(keys)
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
