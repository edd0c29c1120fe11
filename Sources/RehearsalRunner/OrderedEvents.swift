// The events of scripts that run at the same time, in the order of the scripts: those of the first
// that has not ended are handed on as they happen, those of later ones wait. So a run tells the
// same, however many scripts run at a time.

import Synchronization

/// Puts the events of several scripts into their order.
final class OrderedEvents: Sendable {
  private struct State {
    /// The script whose events are handed on at once.
    var current = 0
    /// The events of later ones, and which of those have ended.
    var waiting: [Int: [TestEvent]] = [:]
    var ended: Set<Int> = []
    /// The script behind which nothing is told any more.
    var last = Int.max
    var summary = TestSummary()
    var endedCases: Set<String> = []
  }

  private let state = Mutex(State())
  private let deliver: @Sendable (TestEvent) -> Void

  init(_ deliver: @escaping @Sendable (TestEvent) -> Void) { self.deliver = deliver }

  /// The names of the cases of which an end was handed on.
  var endedCases: Set<String> { state.withLock(\.endedCases) }

  /// Hands on what is told behind all scripts.
  func close(with event: TestEvent) { state.withLock { hand(event, &$0) } }

  /// What was handed on so far came to this.
  var summary: TestSummary { state.withLock(\.summary) }

  /// Whether the events of a script are still of interest.
  func takes(_ script: Int) -> Bool { state.withLock { script <= $0.last } }

  /// An event of a script.
  func emit(_ event: TestEvent, of script: Int) {
    state.withLock { state in
      if script == state.current {
        hand(event, &state)
      } else if script <= state.last {
        state.waiting[script, default: []].append(event)
      }
    }
  }

  /// A script has ended; those behind it are dropped where it is the last to be told of.
  func end(_ script: Int, isLast: Bool) {
    state.withLock { state in
      if isLast { state.last = min(state.last, script) }
      state.ended.insert(script)
      while state.ended.remove(state.current) != nil, state.current < state.last {
        state.current += 1
        for event in state.waiting.removeValue(forKey: state.current) ?? [] { hand(event, &state) }
      }
    }
  }

  /// Hands on what waits behind scripts that never began, as after an interruption.
  func flush() {
    state.withLock { state in
      for script in state.waiting.keys.sorted() where script <= state.last {
        for event in state.waiting.removeValue(forKey: script) ?? [] { hand(event, &state) }
      }
    }
  }

  private func hand(_ event: TestEvent, _ state: inout State) {
    switch event {
    case .caseEnded(let result):
      state.summary.count(result)
      state.endedCases.insert(result.testCase.name)
    case .leftOut(let cases): state.summary.count(leftOut: cases)
    default: break
    }
    deliver(event)
  }
}
