// The ordered map against a list of pairs that does the same.

import TestSupport
import Testing

@testable import RehearsalLifecycle

struct OrderedMapTests {
  @Test(arguments: [3, 8, 9, 40])
  func aMapDoesWhatAListOfPairsDoes(keyCount: Int) {
    var random = SeededGenerator(seed: UInt64(keyCount))
    var map = OrderedMap<String, Int>()
    var pairs: [(key: String, value: Int)] = []
    for number in 0..<2_000 {
      let key = "key \(random.next() % UInt64(keyCount))"
      let value = random.next() % 3 == 0 ? nil : number
      map[key] = value
      switch (pairs.firstIndex { $0.key == key }, value) {
      case (let position?, let value?): pairs[position].value = value
      case (let position?, nil): pairs.remove(at: position)
      case (nil, let value?): pairs.append((key, value))
      case (nil, nil): break
      }
      #expect(map.count == pairs.count)
      #expect(map[key] == value)
      if number % 50 == 0 {
        #expect(map.keys == pairs.map(\.key))
        #expect(map.map(\.1) == pairs.map(\.value))
        #expect(pairs.allSatisfy { map[$0.key] == $0.value })
        #expect(map["another"] == nil)
      }
    }
  }

  @Test(arguments: [4, 20])
  func mapsAreEqualInTheSameOrderHoweverTheyCameToIt(count: Int) {
    var straight = OrderedMap<Int, String>()
    var crooked = OrderedMap<Int, String>()
    var turned = OrderedMap<Int, String>()
    crooked[-1] = "leaves"
    for number in 0..<count {
      straight[number] = "\(number)"
      crooked[number] = "changes"
      crooked[number] = "\(number)"
      turned[count - 1 - number] = "\(count - 1 - number)"
    }
    crooked[-1] = nil
    #expect(straight == crooked)
    #expect(straight.hashValue == crooked.hashValue)
    #expect(straight != turned)
  }

  @Test func aCopyStaysAsItIs() {
    var map = OrderedMap<String, Int>()
    map["a"] = 1
    let copy = map
    map["a"] = nil
    map["b"] = 2
    #expect(copy.keys == ["a"])
    #expect(copy["a"] == 1)
    #expect(map.keys == ["b"])
  }
}
