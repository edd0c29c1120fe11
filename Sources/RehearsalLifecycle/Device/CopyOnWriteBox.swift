// Places for parts of the world's state, so that a copy of the world copies references and a change
// copies only what it changes. All are values: code that changes one owns it.

import RehearsalValues

/// A value behind a reference, read in place and copied where a shared one is changed.
///
/// As with an array, a name that stands for a box keeps it only to the last use of the name: else the
/// next change in the same scope would be a copy.
@dynamicMemberLookup @_eagerMove
struct CopyOnWriteBox<Content: Sendable>: Sendable {
  /// What cannot be copied by itself, so that it is only read in place.
  private struct Held: ~Copyable {
    var content: Content

    @inline(__always)
    borrowing func read<Result>(_ body: (borrowing Content) -> Result) -> Result { body(content) }
  }

  @_eagerMove
  private final class Place: @unchecked Sendable {
    // Unchecked: the content is changed only by a box that is the place's one holder.
    @exclusivity(unchecked) var held: Held

    init(_ content: Content) { held = Held(content: content) }
  }

  private var place: Place

  init(_ content: Content) { place = Place(content) }

  @inline(__always)
  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&place) { place = Place(place.held.content) }
  }

  /// The content: read as a copy, unless only a stored property of it is asked for; changed in
  /// place, unless another copy shares it.
  @inline(__always)
  var content: Content {
    get { place.held.content }
    _modify {
      makeUnique()
      yield &place.held.content
    }
  }

  /// Changes the content in place, unless another copy shares it.
  @inline(__always)
  mutating func change<Result, Failure: Error>(
    _ body: (inout Content) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique()
    return try body(&place.held.content)
  }

  /// Reads something of the content in place.
  @inline(__always)
  func read<Result>(_ body: (borrowing Content) -> Result) -> Result { place.held.read(body) }

  /// Whether this and another box have one place, so that neither has changed since one was copied.
  func isSame(as other: CopyOnWriteBox) -> Bool { place === other.place }

  /// A property of the content, read in place.
  // Inlined, so that the key path becomes an offset and nothing else is copied.
  @inline(__always)
  subscript<Property>(dynamicMember path: KeyPath<Content, Property>) -> Property {
    place.held.content[keyPath: path]
  }
}

/// What is made without anything, and what few apps have.
protocol DefaultInitializable: Sendable {
  init()
}

/// A value that is made at its first change; until then it reads as its default and costs a word.
struct LazyBox<Content: DefaultInitializable>: Sendable {
  /// Empty, or the one content.
  private var content: [Content] = []

  /// Whether nothing was ever changed.
  var isEmpty: Bool { content.isEmpty }

  /// The content, or what it would begin as.
  var value: Content {
    get { content.isEmpty ? Content() : content[0] }
    _modify {
      if content.isEmpty { content.append(Content()) }
      yield &content[0]
    }
  }

  /// Reads something of the content in place; nil while it was never changed.
  @inline(__always)
  func read<Result>(_ body: (borrowing Content) -> Result) -> Result? {
    content.isEmpty ? nil : content.withUnsafeBufferPointer { body($0[0]) }
  }
}

/// What a part of the device keeps for each app where that is small: one after the other, and nothing
/// for apps after the last for which something was kept.
struct SmallAppTable<Content: DefaultInitializable>: Sendable {
  /// What is kept for the first app, often the only one: in place, so that a copy shares nothing.
  private var first = Content()
  /// What is kept for the others, from the second app on.
  private var others: [Content] = []

  /// What is kept for an app, or what it would begin as.
  subscript(app: AppIdentifier) -> Content {
    get {
      let place = app.position - 1
      return place < 0 ? first : others.indices.contains(place) ? others[place] : Content()
    }
    _modify {
      if app.position == 0 {
        yield &first
      } else {
        while others.count < app.position { others.append(Content()) }
        yield &others[app.position - 1]
      }
    }
  }

  /// Forgets what is kept for an app.
  mutating func remove(_ app: AppIdentifier) {
    if app.position <= others.count { self[app] = Content() }
  }

  /// Changes what is kept for every app.
  mutating func changeAll(_ body: (inout Content) -> Void) {
    body(&first)
    for place in others.indices { body(&others[place]) }
  }
}

/// What a part of the device keeps for each app; the apps for which it keeps nothing cost a word, and
/// nothing at all while there are none after them.
struct AppTable<Content: DefaultInitializable>: Sendable {
  private var boxes: [LazyBox<Content>] = []

  /// The positions of the apps for which something was kept, in their order.
  var positions: [Int] { boxes.indices.filter { !boxes[$0].isEmpty } }

  /// What is kept for an app, or what it would begin as.
  subscript(app: AppIdentifier) -> Content {
    get { boxes.indices.contains(app.position) ? boxes[app.position].value : Content() }
    _modify {
      while boxes.count <= app.position { boxes.append(LazyBox()) }
      yield &boxes[app.position].value
    }
  }

  /// Reads something that is kept for an app in place; nil while nothing is.
  @inline(__always)
  func read<Result>(_ app: AppIdentifier, _ body: (borrowing Content) -> Result) -> Result? {
    guard boxes.indices.contains(app.position) else { return nil }
    return boxes.withUnsafeBufferPointer { $0[app.position].read(body) }
  }

  /// Whether nothing is kept for any app.
  var isEmpty: Bool { !boxes.contains { !$0.isEmpty } }

  /// Whether nothing is kept for an app.
  func isEmpty(_ app: AppIdentifier) -> Bool {
    !boxes.indices.contains(app.position) || boxes[app.position].isEmpty
  }

  /// Forgets what is kept for an app.
  mutating func remove(_ app: AppIdentifier) {
    if boxes.indices.contains(app.position), !boxes[app.position].isEmpty {
      boxes[app.position] = LazyBox()
    }
  }
}
