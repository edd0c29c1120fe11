// What a digest of states tells apart, whatever its key is.

import RehearsalValues
import Testing

@Suite struct StateDigestTests {
  private func digest(_ combine: (inout StateDigester) -> Void) -> StateDigest {
    var digester = StateDigester()
    combine(&digester)
    return digester.finish()
  }

  private func digest(of value: ScriptValue) -> StateDigest { digest { $0.combine(value) } }

  private func digest(of bytes: [UInt8]) -> StateDigest {
    digest { digester in bytes.withUnsafeBytes { digester.combine(bytes: $0) } }
  }

  /// A part that is one word.
  private struct Word: Digestible {
    let word: UInt64

    init(_ word: UInt64) { self.word = word }

    func digest(into digester: inout StateDigester) { digester.combine(word) }
  }

  @Test func aKeyMakesAFunctionOfItsOwn() {
    func digest(_ key: StateDigestKey) -> StateDigest {
      var digester = StateDigester(key)
      digester.combine(1 as UInt64)
      digester.combine("text of more than eight bytes")
      return digester.finish()
    }
    let keys = [StateDigestKey(1, 2), StateDigestKey(1, 3), StateDigestKey(2, 2)]
    #expect(Set(keys.map(digest)).count == 3)
    #expect(digest(keys[0]) == digest(StateDigestKey(1, 2)))
  }

  /// Two lists whose digests were equal when the function had no key: what one number does to its inside
  /// was undone by the next.
  @Test func noNumberUndoesWhatAnotherDid() {
    for delta in [1, 0x9e37_79b9, -1] as [Int64] {
      let lists = [0, delta].map { ScriptValue.list([.integer($0), .integer(0), .integer(-$0)]) }
      #expect(digest(of: lists[0]) != digest(of: lists[1]))
    }
  }

  /// The function as it was without a key, of which every step can be undone.
  private struct UnkeyedDigester {
    var high: UInt64 = 0x6a09_e667_f3bc_c908
    var low: UInt64 = 0xbb67_ae85_84ca_a73b

    mutating func combine(_ word: UInt64) {
      low = (low ^ word) &* 0x9e37_79b9_7f4a_7c15
      low ^= low >> 29
      high = (high &+ low) &* 0xbf58_476d_1ce4_e5b9
      high ^= high >> 32
    }

    /// The word that leaves a number in the lower half.
    func word(leaving target: UInt64) -> UInt64 {
      let factor: UInt64 = 0x9e37_79b9_7f4a_7c15
      // Each step of Newton's method doubles the bits that are right.
      var inverse = factor
      for _ in 0..<5 { inverse = inverse &* (2 &- factor &* inverse) }
      return (target ^ target >> 29 ^ target >> 58) &* inverse ^ low
    }
  }

  /// Three words that had the digest of three others.
  private func words(colliding with: [UInt64], first: UInt64) -> [UInt64] {
    var (old, other) = (UnkeyedDigester(), UnkeyedDigester())
    old.combine(with[0])
    other.combine(first)
    let high = old.high
    old.combine(with[1])
    let second = other.word(leaving: high &+ old.low &- other.high)
    other.combine(second)
    old.combine(with[2])
    return [first, second, other.word(leaving: old.low)]
  }

  @Test func whatHadOneDigestHasTwo() {
    let keys = [StateDigestKey(0, 0), StateDigestKey(1, 2), StateDigestKey(.max, 3)]
    var random = SeededWords(state: 1)
    for round in 0..<10_000 {
      let words = (0..<3).map { _ in random.next() }
      let others = self.words(colliding: words, first: random.next())
      if round < 100 {
        let old = [words, others].map { words in
          var digester = UnkeyedDigester()
          for word in words { digester.combine(word) }
          return [digester.high, digester.low]
        }
        #expect(old[0] == old[1] && words != others)
      }
      let isApart = keys.allSatisfy { key in
        let digests = [words, others].map { words in
          var digester = StateDigester(key)
          for word in words { digester.combine(word) }
          return digester.finish()
        }
        return digests[0] != digests[1]
      }
      #expect(isApart, "\(words) \(others)")
    }
  }

  /// Numbers that are the same in each run.
  private struct SeededWords {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  @Test func partsWithoutAnOrderCountEach() {
    let parts = (0..<3 as Range<UInt64>).map { word in digest { $0.combine(word) } }
    #expect(StateDigest(unordered: parts) == StateDigest(unordered: parts.reversed()))
    #expect(StateDigest(unordered: parts) != StateDigest(unordered: parts.dropLast()))
  }

  @Test func theOrderCounts() {
    let words = [Word(1), Word(2)]
    #expect(digest { $0.combine(words) } != digest { $0.combine(words.reversed()) })
  }

  @Test func partsDoNotRunTogether() {
    let pairs = [("ab", "c"), ("a", "bc"), ("abc", ""), ("", "abc")]
    let digests = pairs.map { first, second in
      digest {
        $0.combine(first)
        $0.combine(second)
      }
    }
    #expect(Set(digests).count == pairs.count)
    let lists: [[[UInt64]]] = [[[1], [2, 3]], [[1, 2], [3]], [[1, 2, 3], []]]
    let nested = lists.map { lists in
      digest { digester in
        for list in lists { digester.combine(list.map { Word($0) }) }
      }
    }
    #expect(Set(nested).count == nested.count)
  }

  @Test func whatThereIsNotDiffersFromWhatIsZero() {
    let none: Word? = nil
    let zero: Word? = Word(0)
    #expect(digest { $0.combine(none) } != digest { $0.combine(zero) })
  }

  @Test func everyByteAndTheLengthCount() {
    let bytes = [UInt8](0..<24)
    let prefixes = (0...24).map { digest(of: Array(bytes.prefix($0))) }
    let changed = (0..<24).map { index in
      var copy = bytes
      copy[index] ^= 0x80
      return digest(of: copy)
    }
    #expect(Set(prefixes + changed).count == 25 + 24)
    #expect(digest(of: [0]) != digest(of: [0, 0]))
  }

  @Test func aTextCountsByItsBytesWhereverItIsStored() {
    let whole = "ab🙂 and more than a small string holds"
    let part = "<\(whole)>".dropFirst().dropLast()
    #expect(digest { $0.combine(whole) } == digest { $0.combine(part) })
    // Equal to Swift, and other bytes.
    #expect(digest { $0.combine("\u{e9}") } != digest { $0.combine("e\u{301}") })
  }

  @Test func valuesThatDifferHaveDigestsThatDiffer() {
    let values: [ScriptValue] = [
      .nil, .boolean(false), .boolean(true), .integer(0), .integer(1), .double(0), .double(-0.0),
      .duration(0), .string(""), .string("a"), .symbol("a"), .list([]), .list([.list([])]),
      .list([.nil]), .map([]), .map([.init(.string("a"), .integer(1))]),
      .map([.init(.integer(1), .string("a"))]),
      .range(lower: .integer(0), upper: .integer(1), isClosed: true),
      .range(lower: .integer(0), upper: .integer(1), isClosed: false),
      .function(FunctionReference(number: 0)), .handle(Handle(kind: 0, number: 0)),
      .handle(Handle(kind: 1, number: 0)),
    ]
    #expect(Set(values.map(digest(of:))).count == values.count)
  }

  @Test func theCallerSaysWhatFunctionsAndHandlesCount() {
    let one = ScriptValue.list([
      .function(FunctionReference(number: 1)), .handle(Handle(kind: 1, number: 1)),
    ])
    let two = ScriptValue.map([
      .init(.integer(0), .function(FunctionReference(number: 2))),
      .init(.integer(1), .handle(Handle(kind: 1, number: 2))),
    ])
    for value in [one, two] {
      let counted = digest { $0.combine(value, function: { _ in 7 }, handle: { _ in 8 }) }
      #expect(counted != digest(of: value))
    }
    let other = ScriptValue.list([
      .function(FunctionReference(number: 3)), .handle(Handle(kind: 2, number: 3)),
    ])
    #expect(digest(of: one) != digest(of: other))
    #expect(
      digest { $0.combine(one, function: { _ in 7 }, handle: { _ in 8 }) }
        == digest { $0.combine(other, function: { _ in 7 }, handle: { _ in 8 }) })
  }
}
