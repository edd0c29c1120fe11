// Tables of which many versions live at once: what a prompt has declared, once for each input that it
// can go back to. A version shares nearly all of its memory with the one that it grew from, so
// adding to a copy costs what is added and not what is there.

/// An array that shares its memory with its copies, also when they grow.
///
/// - Complexity: appending to a copy O(*n* / 64); reading, and changing an element of one's own, O(1)
@usableFromInline package struct PersistentArray<Element> {
  @inlinable package static var chunkSize: Int { 64 }

  /// The elements in their order, as many in each as a chunk has.
  @usableFromInline var full: [[Element]] = []
  /// The elements after them, fewer than a chunk has.
  @usableFromInline var last: [Element] = []

  @inlinable package init() {}

  @inlinable package init(_ elements: some Sequence<Element>) { append(contentsOf: elements) }

  @inlinable package mutating func append(_ element: Element) {
    last.append(element)
    if last.count == Self.chunkSize {
      full.append(last)
      last = []
    }
  }

  @inlinable package mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  @inlinable package static func += (array: inout Self, elements: some Sequence<Element>) {
    array.append(contentsOf: elements)
  }

  @inlinable package static func + (array: Self, elements: some Sequence<Element>) -> Self {
    var longer = array
    longer.append(contentsOf: elements)
    return longer
  }

  /// Goes through the elements where they lie, a run of them at a time.
  @inlinable package func forEachRun(_ body: (UnsafeBufferPointer<Element>) -> Void) {
    for chunk in full { chunk.withUnsafeBufferPointer(body) }
    last.withUnsafeBufferPointer(body)
  }
}

extension PersistentArray: RandomAccessCollection, MutableCollection {
  @inlinable package var startIndex: Int { 0 }
  @inlinable package var endIndex: Int { full.count * Self.chunkSize + last.count }

  @inlinable package subscript(position: Int) -> Element {
    get {
      let chunk = position / Self.chunkSize
      return chunk < full.count
        ? full[chunk][position % Self.chunkSize] : last[position - full.count * Self.chunkSize]
    }
    _modify {
      let chunk = position / Self.chunkSize
      if chunk < full.count {
        yield &full[chunk][position % Self.chunkSize]
      } else {
        yield &last[position - full.count * Self.chunkSize]
      }
    }
  }
}

extension PersistentArray: ExpressibleByArrayLiteral {
  @inlinable package init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension PersistentArray: Sendable where Element: Sendable {}
extension PersistentArray: Equatable where Element: Equatable {
  @inlinable package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}

/// A dictionary that shares most of its memory with its copies, also when they grow.
///
/// What was added recently is kept beside the rest, and joins it when it is as much as the root of
/// the rest: adding to a copy costs O(√*n*).
@usableFromInline package struct PersistentDictionary<Key: Hashable, Held> {
  @usableFromInline var older: [Key: Held]
  @usableFromInline var recent: [Key: Held] = [:]

  /// Makes a dictionary of what is there from the beginning.
  @inlinable package init(_ values: [Key: Held] = [:]) { older = values }

  /// The value of a key; a value can be replaced, and none is removed.
  @inlinable package subscript(key: Key) -> Held? { recent[key] ?? older[key] }

  @inlinable package mutating func set(_ key: Key, to value: Held) {
    recent[key] = value
    guard recent.count > 32, recent.count * recent.count > older.count else { return }
    older.merge(recent) { $1 }
    recent = [:]
  }
}

extension PersistentDictionary: Sendable where Key: Sendable, Held: Sendable {}
