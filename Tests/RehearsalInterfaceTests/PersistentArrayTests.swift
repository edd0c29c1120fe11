// Tables that share their memory: copies that grow apart hold what a plain array or dictionary holds.

import RehearsalValues
import Testing

@testable import RehearsalInterface
@testable import RehearsalMachine

struct PersistentArrayTests {
  @Test("Copies that grow apart are as plain arrays are", arguments: [0, 1, 63, 64, 65, 300])
  func copies(count: Int) {
    let common = Array(0..<count)
    let first = PersistentArray(common)
    var longer = first
    var changed = first
    for number in 0..<130 { longer.append(-number) }
    if count > 0 { changed[count / 2] = 7 }
    changed += [8, 9]

    var expected = common
    if count > 0 { expected[count / 2] = 7 }
    #expect(Array(first) == common)
    #expect(Array(longer) == common + (0..<130).map { -$0 })
    #expect(Array(changed) == expected + [8, 9])
    #expect(first + [8] == PersistentArray(common + [8]))
    #expect(Array(longer[count...]) == (0..<130).map { -$0 })
  }

  @Test("Its runs are its elements in their order", arguments: [0, 64, 200])
  func runs(count: Int) {
    var found: [Int] = []
    PersistentArray(0..<count).forEachRun { found += $0 }
    #expect(found == Array(0..<count))
  }

  @Test("Dictionaries that grow apart keep what each was given, the latest for each key")
  func dictionaries() {
    var states: [PersistentDictionary<Int, Int>] = [PersistentDictionary()]
    var plain: [[Int: Int]] = [[:]]
    var random = RandomSource(seed: 5)
    for value in 0..<2_000 {
      let origin = Int.random(in: max(0, states.count - 3)..<states.count, using: &random)
      var (state, copy) = (states[origin], plain[origin])
      let key = Int.random(in: 0..<1_500, using: &random)
      state.set(key, to: value)
      copy[key] = value
      states.append(state)
      plain.append(copy)
    }
    for index in stride(from: 0, to: states.count, by: 97) {
      #expect((0..<1_500).allSatisfy { states[index][$0] == plain[index][$0] })
    }
  }
}
