// The queue against the simplest model: an array kept sorted by due time and order of scheduling.

import TestSupport
import Testing

@testable import RehearsalLifecycle

struct EventQueueTests {
  private struct Model {
    var entries: [(due: VirtualTime, order: Int, payload: Int)] = []

    mutating func schedule(_ payload: Int, at due: VirtualTime, order: Int) {
      let place = entries.firstIndex { $0.due > due } ?? entries.endIndex
      entries.insert((due, order, payload), at: place)
    }
  }

  /// Also where the numbers of the order are used up on the way, at different moments.
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64], [0, .max - 20, .max - 700] as [UInt32])
  func theQueueAgreesWithASortedArray(seed: UInt64, lastSequence: UInt32) throws {
    var random = SeededGenerator(seed: seed)
    var queue = EventQueue<Int>(lastSequence: lastSequence)
    var model = Model()
    var identifiers: [Int: EventIdentifier] = [:]
    for payload in 0..<4_000 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5:
        let due = VirtualTime.zero.after(.seconds(.random(in: 0..<50, using: &random)))
        identifiers[payload] = queue.schedule(payload, at: due)
        model.schedule(payload, at: due, order: payload)
      case 5..<8:
        guard let victim = model.entries.randomElement(using: &random)?.payload else { continue }
        model.entries.removeAll { $0.payload == victim }
        let identifier = try #require(identifiers[victim])
        let wasTaken = queue.cancel(identifier)
        let wasTakenTwice = queue.cancel(identifier)
        #expect(wasTaken && !wasTakenTwice)
        #expect(!queue.holds(identifier))
      default:
        let limit = VirtualTime.zero.after(.seconds(.random(in: 0..<60, using: &random)))
        let taken = queue.popNext(notAfter: limit)
        if let first = model.entries.first, first.due <= limit {
          #expect(taken?.payload == first.payload)
          #expect(taken?.due == first.due)
          model.entries.removeFirst()
        } else {
          #expect(taken == nil)
        }
      }
      #expect(queue.count == model.entries.count)
      #expect(queue.nextDue == model.entries.first?.due)
    }
    for entry in model.entries {
      let taken = queue.popNext(notAfter: .never)
      #expect(taken?.payload == entry.payload)
    }
    #expect(queue.count == 0)
  }

  @Test func cancellingLeavesNoResidue() {
    var queue = EventQueue<Int>()
    let far = VirtualTime.zero.after(.hours(1_000))
    _ = queue.schedule(-1, at: .zero)
    for turn in 0..<100_000 {
      queue.cancel(queue.schedule(turn, at: far))
      #expect(queue.entryCount <= 2 * queue.count + 32)
    }
    #expect(queue.count == 1)
  }

  @Test func staleIdentifiersCancelNothing() {
    var queue = EventQueue<Int>()
    let first = queue.schedule(1, at: .zero)
    let taken = queue.popNext(notAfter: .zero)
    #expect(taken?.payload == 1)
    let second = queue.schedule(2, at: .zero)
    let wasTaken = queue.cancel(first)
    #expect(!wasTaken)
    #expect(queue.holds(second))
  }
}
