// A list that grows at its end and is dropped from its beginning. The package swift-collections has
// one that does more; for the two lists here it would be a package that every client
// resolves, and four modules that are compiled before the device.

/// Elements in the order in which they came, the first ones leaving first; a copy shares them until
/// one of the two changes.
struct Queue<Element: Sendable>: Sendable {
  /// The elements, after the places of those that left, of which there are no more than elements.
  ///
  /// The places are empty, so that nothing is held longer than it is in the queue.
  private var places: [Element?] = []
  /// The place of the first element.
  private var start = 0

  var count: Int { places.count - start }
  var isEmpty: Bool { count == 0 }
  var first: Element? { isEmpty ? nil : places[start] }
  var last: Element? { isEmpty ? nil : places[places.count - 1] }

  /// The element of a position, counted from the first; nil after the last.
  subscript(position: Int) -> Element? {
    let place = start + position
    return places.indices.contains(place) ? places[place] : nil
  }

  mutating func append(_ element: Element) { places.append(element) }

  /// Changes the last element in place, if there is one.
  mutating func changeLast(_ change: (inout Element) -> Void) {
    guard !isEmpty, var element = places[places.count - 1].take() else { return }
    change(&element)
    places[places.count - 1] = element
  }

  /// Drops the first element, if there is one.
  ///
  /// - Complexity: O(1) on average.
  mutating func removeFirst() {
    guard !isEmpty else { return }
    places[start] = nil
    start += 1
    guard start > places.count - start else { return }
    places.removeFirst(start)
    start = 0
  }
}

extension Queue: Sequence {
  func makeIterator() -> some IteratorProtocol<Element> {
    places[start...].lazy.compactMap { $0 }.makeIterator()
  }
}
