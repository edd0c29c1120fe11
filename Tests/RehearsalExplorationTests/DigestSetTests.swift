// The set of digests against a dictionary that does the same.

import RehearsalValues
import TestSupport
import Testing

@testable import RehearsalExploration

struct DigestSetTests {
  @Test(arguments: [UInt64.max, 7, 0])
  func aSetDoesWhatADictionaryDoes(bits: UInt64) {
    var random = SeededGenerator(seed: 5)
    var set = DigestSet()
    var positions: [Digest: Int] = [:]
    for _ in 0..<2_000 {
      // With few bits that say where digests stand, most stand behind others.
      let digest = Digest(high: random.next() % 1_000, low: random.next() & bits)
      #expect(set.position(of: digest) == positions[digest])
      let (isNew, position) = set.append(digest)
      #expect(isNew == (positions[digest] == nil))
      positions[digest] = positions[digest] ?? positions.count
      #expect(position == positions[digest])
      #expect(set.position(of: digest) == position)
    }
  }
}
