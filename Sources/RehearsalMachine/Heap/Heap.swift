// The arena of one machine: a block of bytes in which objects are laid one after the other.
// References are byte offsets from its start, so that a snapshot is a copy of bytes. An object
// begins with a header of 8 bytes; offset 0 is never an object.
//
// Anything that allocates may collect and move everything: code that holds a `Value` across an
// allocation keeps it where the collector knows of it (a register, a global, `protected`).

/// What an object is; the first byte of its header.
enum ObjectKind: UInt8 {
  case string, list, map, range, closure, cell
  /// The storage of a list: values.
  case elements
  /// The storage of a map: pairs of key and value.
  case entries
  /// The index of a map: entry numbers by hash.
  case index
  /// Only while collecting: the object has moved; its second word is the new offset.
  case moved
}

/// The header of an object.
struct ObjectHeader {
  var kind: UInt8
  /// Bit 0: shared (lists, maps); closed (ranges); ASCII (strings).
  var flags: UInt8
  var padding: UInt16 = 0
  /// All bytes of the object, header included; a multiple of 8, at least 16.
  var size: UInt32

  /// The bytes of a header.
  static let size = 8
  static let flag: UInt8 = 1
}

/// The bytes of an arena and how far they are used.
struct Heap {
  /// The start of the arena.
  var memory: UnsafeMutableRawPointer
  /// Offset after the last object.
  var used: Int
  /// How many bytes may be used before the next collection.
  var capacity: Int
  /// How many of these the arena has room for; a copy begins with those that it needs.
  var room: Int

  /// The offset of the first object.
  static let start = 8

  init(capacity: Int) {
    memory = Heap.allocateArena(capacity: capacity)
    self.capacity = capacity
    room = capacity
    used = Heap.start
  }

  /// The memory of an arena; a margin after it lets strings be copied by words.
  static func allocateArena(capacity: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: capacity + MemoryLayout<UInt64>.size, alignment: 16)
  }

  /// A copy with an arena of its own, of the size in use.
  func copied() -> Heap {
    var copy = self
    copy.room = min(capacity, used + Heap.slack)
    copy.memory = Heap.allocateArena(capacity: copy.room)
    copy.memory.copyMemory(from: memory, byteCount: used)
    return copy
  }

  /// Gives the arena room up to an end; false where that is beyond its capacity.
  ///
  /// Objects move with the arena; their offsets stay.
  mutating func makeRoom(to end: Int) -> Bool {
    guard end <= capacity else { return false }
    guard end > room else { return true }
    room = min(capacity, max(end, room * 2))
    let grown = Heap.allocateArena(capacity: room)
    grown.copyMemory(from: memory, byteCount: used)
    memory.deallocate()
    memory = grown
    return true
  }

  /// How many bytes beyond those in use a copy has room for.
  private static let slack = 256

  @inline(__always) func header(_ offset: Int) -> UnsafeMutablePointer<ObjectHeader> {
    (memory + offset).assumingMemoryBound(to: ObjectHeader.self)
  }

  @inline(__always) func word32(_ offset: Int, at byte: Int) -> UnsafeMutablePointer<UInt32> {
    (memory + offset + byte).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always) func word64(_ offset: Int, at byte: Int) -> UnsafeMutablePointer<UInt64> {
    (memory + offset + byte).assumingMemoryBound(to: UInt64.self)
  }

  @inline(__always) func values(_ offset: Int, at byte: Int) -> UnsafeMutablePointer<Value> {
    (memory + offset + byte).assumingMemoryBound(to: Value.self)
  }

  @inline(__always) func isFlagged(_ offset: Int) -> Bool {
    header(offset).pointee.flags & ObjectHeader.flag != 0
  }

  /// The number of the function of a function value, if it is one.
  @inline(__always) func functionNumber(_ value: Value) -> Int? {
    switch value.tag {
    case .function: value.offset
    case .closure: Int(word32(value.offset, at: Layout.closureFunction).pointee)
    default: nil
    }
  }

  /// Whether it is a list or map that more than one place holds.
  @inline(__always) func isShared(_ value: Value) -> Bool {
    value.isCollection && isFlagged(value.offset)
  }

  /// Marks a list or map as held by more than one place; other values have no mark.
  @inline(__always) func markShared(_ value: Value) {
    if value.isCollection { header(value.offset).pointee.flags |= ObjectHeader.flag }
  }
}

// MARK: - Layouts

/// The shapes of objects: where their parts are, in bytes from the object's start.
enum Layout {
  // String: byte count (4), hash or 0 (4), the bytes.
  static let stringCount = 8
  static let stringHash = 12
  static let stringBytes = 16
  // List: count (4), capacity (4), offset of its elements (8).
  static let listCount = 8
  static let listCapacity = 12
  static let listElements = 16
  static let listSize = 24
  // Elements: the values.
  static let elements = 8
  // Map: live entries (4), used entries (4), offsets of entries and index (8 each; index may be 0).
  static let mapCount = 8
  static let mapUsed = 12
  static let mapEntries = 16
  static let mapIndex = 24
  static let mapSize = 32
  // Entries: pairs of values. Index: entry numbers plus one, by hash; a power of two of them.
  static let entries = 8
  static let index = 8
  // Range: lower and upper bound, one after the other.
  static let rangeLower = 8
  static let rangeSize = 40
  // Closure: function number (4), number of captures (4), the captures.
  static let closureFunction = 8
  static let closureCount = 12
  static let closureCaptures = 16
  // Cell: the value.
  static let cellValue = 8
  static let cellSize = 24
}
