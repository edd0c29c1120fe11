// Digests with the order in which they came. The package swift-collections has an ordered set, which
// hashes what it is given; a digest is a hash already, so its own bits say where it stands, in a
// third of the code and without four modules that every client would compile.

import RehearsalValues

/// Digests, each once, by the order in which they came.
struct DigestSet: Sendable {
  private var digests: [Digest] = []
  /// The positions of digests, each at the place that its bits say or at the next that was free; -1
  /// where a place is free, which at least a quarter of them are.
  private var places = [Int32](repeating: -1, count: 16)

  /// The place of a digest, or the free one where it would stand.
  private func place(of digest: Digest) -> Int {
    var place = Int(truncatingIfNeeded: digest.low)
    while true {
      place &= places.count - 1
      let position = places[place]
      if position < 0 || digests[Int(position)] == digest { return place }
      place += 1
    }
  }

  /// The position of a digest; nil where it is not there.
  ///
  /// - Complexity: O(1) on average.
  func position(of digest: Digest) -> Int? {
    let position = places[place(of: digest)]
    return position < 0 ? nil : Int(position)
  }

  /// Adds a digest behind the others, unless it is there.
  ///
  /// - Parameter digest: The digest.
  /// - Returns: Whether it was added, and its position.
  /// - Complexity: O(1) on average.
  mutating func append(_ digest: Digest) -> (isNew: Bool, position: Int) {
    let place = place(of: digest)
    guard places[place] < 0 else { return (false, Int(places[place])) }
    places[place] = Int32(digests.count)
    digests.append(digest)
    if digests.count * 4 > places.count * 3 { grow() }
    return (true, digests.count - 1)
  }

  private mutating func grow() {
    places = [Int32](repeating: -1, count: places.count * 2)
    for (position, digest) in digests.enumerated() {
      places[place(of: digest)] = Int32(position)
    }
  }
}
