// How the processes of an app ended, as far as that is remembered. A copy shares all but the last few
// ends, for an app may have had thousands of processes when a world is copied before the next ends.

/// The ends of an app's processes, the last one last, the oldest dropped beyond a limit.
struct ExitLog: Sendable {
  /// How many ends a run holds before another is begun.
  private static let runSize = 32

  private var runs = Queue<[ProcessExit]>()
  /// How many ends at the beginning of the first run were dropped.
  private var dropped = 0
  private(set) var count = 0

  /// Adds an end, and drops the oldest if there are more than the limit then.
  mutating func append(_ exit: ProcessExit, limit: Int) {
    if let last = runs.last, last.count < Self.runSize {
      runs.changeLast { $0.append(exit) }
    } else {
      runs.append([exit])
    }
    count += 1
    if count > limit { dropFirst() }
  }

  private mutating func dropFirst() {
    count -= 1
    dropped += 1
    guard let first = runs.first, dropped == first.count else { return }
    runs.removeFirst()
    dropped = 0
  }

  /// The oldest end that is remembered.
  var first: ProcessExit? { runs.first.flatMap { dropped < $0.count ? $0[dropped] : nil } }

  /// All of them.
  var all: [ProcessExit] { Array(runs.joined().dropFirst(dropped)) }
}
