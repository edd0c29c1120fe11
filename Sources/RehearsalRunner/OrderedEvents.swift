// The events of scripts that run at the same time, in the order of the scripts: those of the first
// that has not ended are handed on as they happen, those of later ones wait. So a run reports the
// same, however many scripts run at a time. Where much waits, no further script begins, so that one
// that takes long does not let what all others say pile up.

import Synchronization

/// Puts the events of several scripts into their order.
final class OrderedEvents: Sendable {
  private struct State {
    /// The script whose events are handed on at once.
    var current = 0
    /// The events of later ones, and which of those have ended.
    var waiting: [Int: [TestEvent]] = [:]
    /// About how many bytes those are.
    var waitingBytes = 0
    /// The scripts that wait for less to wait, and whether none has to any more.
    var held: [Int: CheckedContinuation<Void, Never>] = [:]
    var isOpen = false
    var ended: Set<Int> = []
    /// The script after which nothing is reported any more.
    var last = Int.max
    var summary = TestSummary()
    var endedCases: Set<String> = []
  }

  private let state = Mutex(State())
  private let most: Int
  private let deliver: @Sendable (TestEvent) -> Void

  /// Makes the order of some scripts.
  ///
  /// - Parameters:
  ///   - most: About how many bytes of events may wait while another script begins.
  ///   - deliver: Is given every event.
  init(most: Int, _ deliver: @escaping @Sendable (TestEvent) -> Void) {
    self.most = most
    self.deliver = deliver
  }

  /// How many scripts wait for their turn to begin.
  var heldCount: Int { state.withLock(\.held.count) }

  /// Returns when a script may begin: at once while little waits, and always for the first of those
  /// that have not ended.
  func turn(of script: Int) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let isHeld = state.withLock { state in
        if mayBegin(script, state) { return false }
        state.held[script] = continuation
        return true
      }
      if !isHeld { continuation.resume() }
    }
  }

  private func mayBegin(_ script: Int, _ state: State) -> Bool {
    state.isOpen || script <= state.current || script > state.last || state.waitingBytes < most
  }

  /// Lets all scripts that wait for their turn go, since none begins any more.
  func open() {
    state.withLock { state in
      state.isOpen = true
      wake(&state)
    }
  }

  private func wake(_ state: inout State) {
    for script in state.held.keys.sorted() where mayBegin(script, state) {
      state.held.removeValue(forKey: script)?.resume()
    }
  }

  /// The names of the cases of which an end was handed on.
  var endedCases: Set<String> { state.withLock(\.endedCases) }

  /// Hands on what is reported after all scripts.
  func close(with event: TestEvent) { state.withLock { hand(event, &$0) } }

  /// The result of what was handed on so far.
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
        state.waitingBytes += event.weight
      }
    }
  }

  /// A script has ended; those after it are dropped where it is the last to be reported.
  func end(_ script: Int, isLast: Bool) {
    state.withLock { state in
      if isLast { state.last = min(state.last, script) }
      state.ended.insert(script)
      while state.ended.remove(state.current) != nil, state.current < state.last {
        state.current += 1
        for event in state.waiting.removeValue(forKey: state.current) ?? [] {
          state.waitingBytes -= event.weight
          hand(event, &state)
        }
      }
      wake(&state)
    }
  }

  /// Hands on what waits after scripts that never began, as after an interruption.
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
    case .scriptEnded(_, let measure?, _): state.summary.count(measure)
    default: break
    }
    deliver(event)
  }
}

extension TestEvent {
  /// About how many bytes it takes while it waits.
  fileprivate var weight: Int {
    let own = 256
    return switch self {
    case .happened(.output(let text, _), _, _): own + text.utf8.count
    case .happened(.record(let record), _, _): own + record.textBytes
    case .caseEnded(let result):
      (result.output + result.timeline).reduce(4 * own) { $0 + $1.utf8.count }
    default: own
    }
  }
}
