// Many timers: scheduled at random moments, then fired in their order, beside a plain binary heap
// that does nothing but the ordering. Target: a timer within 2 times of an entry of the heap.

import RehearsalLifecycle

func registerTimers() {
  for count in [100_000, 10_000_000] {
    register("plain heap of 16-byte entries: push and pop of \(count)", count: count) {
      (moments: moments(count), heap: PlainHeap())
    } run: { state in
      for (number, moment) in state.moments.enumerated() {
        state.heap.push(PlainHeap.Entry(due: moment, number: Int64(number)))
      }
      var last: Int64 = 0
      while let entry = state.heap.pop() {
        guard entry.due >= last else { throw Unprepared(reason: "out of order") }
        last = entry.due
      }
    }
    register("timer: schedule and fire of \(count)", count: count) {
      moments(count)
    } run: { moments in
      var world = try NativeWorld(
        moments.map { .init(delay: .nanoseconds($0), interval: nil) })
      try world.simulation.advance(by: .hours(24))
      guard world.deliveryCount >= count else { throw Unprepared(reason: "lost timers") }
    }
  }
}

/// Moments within a day, in nanoseconds, the same in every run.
private func moments(_ count: Int) -> [Int64] {
  var state: UInt64 = 1
  return (0..<count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64(state >> 33) % 86_400 * 1_000_000_000 + Int64(state >> 40)
  }
}

/// A binary heap of due moments, as small as it can be.
private struct PlainHeap {
  struct Entry {
    let due: Int64
    let number: Int64
  }

  private var entries: [Entry] = []

  mutating func push(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entry.due < entries[parent].due else { break }
      entries[child] = entries[parent]
      child = parent
    }
    entries[child] = entry
  }

  mutating func pop() -> Entry? {
    guard let first = entries.first, let last = entries.popLast() else { return nil }
    guard !entries.isEmpty else { return first }
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].due < entries[child].due { child += 1 }
      guard entries[child].due < last.due else { break }
      entries[parent] = entries[child]
      parent = child
    }
    entries[parent] = last
    return first
  }
}
