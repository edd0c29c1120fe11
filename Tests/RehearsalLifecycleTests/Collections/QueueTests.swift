// The queue against an array that does the same.

import TestSupport
import Testing

@testable import RehearsalLifecycle

struct QueueTests {
  @Test func aQueueDoesWhatAnArrayDoes() {
    var random = SeededGenerator(seed: 7)
    var queue = Queue<Int>()
    var array: [Int] = []
    for number in 0..<4_000 {
      // First it grows, then it shrinks to nothing, then both.
      switch random.next() % 8 {
      case 0...(number < 1_000 ? 4 : number < 2_500 ? 2 : 3):
        queue.append(number)
        array.append(number)
      case 7:
        queue.changeLast { $0 += 1 }
        if !array.isEmpty { array[array.count - 1] += 1 }
      default:
        queue.removeFirst()
        if !array.isEmpty { array.removeFirst() }
      }
      #expect(queue.count == array.count)
      #expect(queue.first == array.first)
      #expect(queue.last == array.last)
      if number % 100 == 0 { #expect(Array(queue) == array) }
    }
  }

  @Test func positionsCountFromTheFirst() {
    var queue = Queue<String>()
    for name in ["a", "b", "c", "d"] { queue.append(name) }
    queue.removeFirst()
    #expect((0..<4).map { queue[$0] } == ["b", "c", "d", nil])
  }

  @Test func aCopyStaysAsItIs() {
    var queue = Queue<Int>()
    for number in 0..<10 { queue.append(number) }
    let copy = queue
    for _ in 0..<7 { queue.removeFirst() }
    queue.changeLast { $0 = 100 }
    #expect(Array(copy) == Array(0..<10))
    #expect(Array(queue) == [7, 8, 100])
  }

  @Test func whatLeftIsHeldNoLonger() {
    final class Held: Sendable {}
    var queue = Queue<Held>()
    weak var first: Held?
    do {
      let held = Held()
      first = held
      queue.append(held)
    }
    for _ in 0..<10 { queue.append(Held()) }
    #expect(first != nil)
    queue.removeFirst()
    #expect(first == nil)
  }
}
