// What something costs, in time of the processor that the calling thread used: what runs beside it on a busy
// machine counts little, and of several measurements the least counts.

import Foundation

/// Time of the processor that the calling thread used.
package enum ProcessorTime {
  /// The time, in seconds, that the calling thread has used.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The least time, in seconds, that something takes, of several times that it is done.
  package static func least(of repetitions: Int = 3, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<repetitions {
      let start = now
      try body()
      least = min(least, now - start)
    }
    return least
  }

  /// How many times as much something costs with a larger input as with a smaller one, by the least that
  /// was found until it was no more than a bound; 1 for what costs next to nothing.
  ///
  /// What else runs may fall on one of the measurements; a cost that grows too fast does so each time.
  package static func growth(
    atMost bound: Double, small: () throws -> Void, large: () throws -> Void
  ) rethrows -> Double {
    var growth = Double.infinity
    for _ in 0..<4 where growth > bound {
      let (one, two) = (try least(small), try least(large))
      growth = min(growth, two < 0.002 ? 1 : two / max(one, 0.0005))
    }
    return growth
  }
}
