// A path with moments, as it is played: waits, consecutive ones on one line, and what is done in
// between.

import RehearsalLifecycle
import RehearsalValues

/// A path as transitions that say how long they take.
struct ConcretePath {
  /// What is done, in order.
  private(set) var transitions: [Transition] = []
  /// The wait that may still become longer.
  private var wait: (units: Int64, choices: [Int])?
  private let mergesWaits: Bool

  /// Lays out a path.
  ///
  /// - Parameters:
  ///   - path: How each state was reached, the first included.
  ///   - times: When, in units since the beginning.
  ///   - mergesWaits: Whether waits that follow each other are one.
  init(_ path: [Arrival], at times: [Int64], mergesWaits: Bool) {
    self.mergesWaits = mergesWaits
    for (number, arrival) in path.enumerated().dropFirst() {
      guard let transition = arrival.transition else { continue }
      let span = times[number] - times[number - 1]
      if case .deadline = transition.action {
        pass(span, transition.choices)
      } else {
        pass(span, [])
        endWait()
        transitions.append(Transition(action: transition.action, choices: transition.choices))
      }
    }
    endWait()
  }

  /// Time passes; how choices come out is said before the wait in which they occur.
  private mutating func pass(_ units: Int64, _ choices: [Int]) {
    if !mergesWaits || !choices.isEmpty { endWait() }
    guard units > 0 || !choices.isEmpty else { return }
    wait = ((wait?.units ?? 0) + units, wait?.choices ?? choices)
  }

  private mutating func endWait() {
    guard let (units, choices) = wait else { return }
    let span = TimeSpan(nanoseconds: units * MomentGroups.unit)
    transitions.append(Transition(action: .advance(span), choices: choices))
    wait = nil
  }
}

extension MomentGroups.Pin {
  /// What ties a state to its moments, as a report names it.
  var title: String {
    switch self {
    case .stoppedWork: "work that paused while the app was suspended"
    case .processorUse: "processor time, of which `perform(…, cpu: 0)` takes none"
    case .fineSpan: "moments less than 0.01 ms apart"
    case .joinedSpans: "what is due after paused work, or after a span with a fraction of 0.01 ms"
    case .mixedTurns:
      "events of more than \(NextGroup.mostInterrupters + 1) origins that are due together, in turns"
    case .keptSpan: "spans between two moments that code keeps"
    }
  }
}
