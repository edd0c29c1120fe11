// The identity of a state: a digest of everything that decides how a machine goes on, by value and
// in a canonical order. Where objects lie, who shares a list, how much garbage there is and how
// much of a budget is left do not count; two machines of one program with equal identities behave
// alike.
//
// Lists, maps, ranges and strings count by their contents. Cells and closures count by who refers
// to them: each gets a number when it is met first, and its contents are gone through in the order
// of these numbers.

import RehearsalValues

extension MachineState {
  /// The identity of the state.
  ///
  /// - Complexity: O(*n*) in the values that the script can still reach.
  func identity() -> Digest {
    var walk = IdentityWalk(self)
    walk.add(globals, count: globalTable.slotCount)
    walk.digest.combine(UInt64(instance))
    for value in instanceVariables { walk.add(value) }
    for (number, pin) in pins.enumerated() where pin.tag != .absent {
      walk.add(pin)
      walk.digest.combine(UInt64(pinInstances[number]))
    }
    if depth > 0 {
      walk.digest.combine(UInt64(depth))
      walk.digest.combine(UInt64(bitPattern: Int64(pc - UnsafePointer(image.code))))
      for level in 0..<depth {
        let frame = frames[level]
        walk.digest.combine(
          UInt64(bitPattern: Int64(frame.returnTo - UnsafePointer(image.code))))
        walk.digest.combine(UInt64(frame.function) << 32 | UInt64(frame.shift))
      }
      walk.add(stack, count: liveRegisterCount)
    }
    walk.digest.combine(UInt64(readOnlyDepth))
    walk.digest.combine(random.position)
    walk.finish()
    return walk.digest.finish()
  }
}

/// One walk through a machine's values.
private struct IdentityWalk {
  /// A list, map or range whose elements are being gone through.
  private struct Level {
    /// The object, so that its digest is kept where it is shared.
    let object: Int
    let values: UnsafeMutablePointer<Value>
    let count: Int
    var next = 0
    var digest: Digester
  }

  var digest = Digester()
  private let state: MachineState
  /// The digests of shared collections, which are met more than once.
  private var known: [Int: Digest] = [:]
  /// The numbers of cells and closures, and they themselves in that order.
  private var numbers: [Int: Int] = [:]
  private var numbered: [Value] = []
  private var levels: [Level] = []

  init(_ state: MachineState) { self.state = state }

  mutating func add(_ values: UnsafeMutablePointer<Value>, count: Int) {
    for index in 0..<count { add(values[index]) }
  }

  /// Mixes a value in, whatever it holds.
  mutating func add(_ value: Value) {
    if let simple = simpleDigest(value) {
      digest.combine(UInt64(value.tag.number))
      digest.combine(simple)
      return
    }
    digest.combine(collectionDigest(value))
  }

  /// Goes through what the numbered objects hold.
  mutating func finish() {
    var next = 0
    while next < numbered.count {
      let object = numbered[next]
      next += 1
      if object.tag == .cell {
        add(state.heap.values(object.offset, at: Layout.cellValue), count: 1)
      } else {
        let count = Int(state.heap.word32(object.offset, at: Layout.closureCount).pointee)
        digest.combine(UInt64(state.heap.word32(object.offset, at: Layout.closureFunction).pointee))
        add(state.heap.values(object.offset, at: Layout.closureCaptures), count: count)
      }
    }
  }

  /// The word that stands for a value without elements; nil for a collection.
  private mutating func simpleDigest(_ value: Value) -> UInt64? {
    switch value.tag {
    case .list, .map, .range: return nil
    case .string: return textDigest(state.heap.bytes(of: value.offset))
    case .symbol where value.offset >= state.program.symbols.count:
      // Symbols from outside are numbered as they come, so they count by their text.
      var text = state.symbolText(value)
      return text.withUTF8 { textDigest($0) }
    case .cell, .closure:
      if let number = numbers[value.offset] { return UInt64(number) }
      numbers[value.offset] = numbered.count
      numbered.append(value)
      return UInt64(numbered.count - 1)
    default: return value.payload
    }
  }

  private func textDigest(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash ^ UInt64(bytes.count) << 48
  }

  /// The digest of a collection by its contents, without recursion.
  private mutating func collectionDigest(_ value: Value) -> Digest {
    var last = Digester().finish()
    levels.removeAll(keepingCapacity: true)
    if let kept = enter(value) { return kept }
    while var level = levels.popLast() {
      guard level.next < level.count else {
        last = level.digest.finish()
        if state.heap.isFlagged(level.object) { known[level.object] = last }
        if levels.indices.last != nil { levels[levels.count - 1].digest.combine(last) }
        continue
      }
      let element = level.values[level.next]
      level.next += 1
      if let simple = simpleDigest(element) {
        // The gaps of a map hold nothing.
        if element.tag != .absent {
          level.digest.combine(UInt64(element.tag.number))
          level.digest.combine(simple)
        } else {
          level.next += 1
        }
        levels.append(level)
      } else {
        levels.append(level)
        if let kept = enter(element) { levels[levels.count - 1].digest.combine(kept) }
      }
    }
    return last
  }

  /// Begins a collection; its digest where it is known.
  private mutating func enter(_ value: Value) -> Digest? {
    if let kept = known[value.offset] { return kept }
    let heap = state.heap
    let values: UnsafeMutablePointer<Value>
    let count: Int
    var size: Int
    switch value.tag {
    case .list:
      values = heap.listValues(value.offset)
      count = heap.listCount(value.offset)
      size = count
    case .map:
      values = heap.mapEntries(value.offset)
      count = heap.mapUsed(value.offset) * 2
      size = heap.mapCount(value.offset)
    default:
      values = heap.values(value.offset, at: Layout.rangeLower)
      count = 2
      size = heap.isFlagged(value.offset) ? 1 : 0
    }
    size = size << 8 | Int(value.tag.number)
    var digest = Digester()
    digest.combine(size)
    levels.append(Level(object: value.offset, values: values, count: count, digest: digest))
    return nil
  }
}
