// The matrix of a case while it is filled: every disturbance at every step, and after those with a
// lasting effect every disturbance at every later step.

import Rehearsal
import RehearsalLifecycle

/// The cells of a storm and what was found in them.
struct StormMatrix {
  private let run: UndisturbedRun
  private let columns: [Disturbance]
  private var judge: StormJudge
  private(set) var marks: [[StormMark]] = []
  private(set) var findings = FindingCollection()
  /// How many pairs took place.
  private(set) var pairCount = 0

  init(_ run: UndisturbedRun, _ columns: [Disturbance]) {
    self.run = run
    self.columns = columns
    judge = StormJudge(run)
  }

  /// Puts in everything; false where it was stopped.
  mutating func fill(pairs: Bool) -> Bool {
    for (step, point) in run.points.enumerated() {
      var row: [StormMark] = []
      for disturbance in columns {
        guard !point.session.isCancelled else { return false }
        row.append(mark(disturbance, step, point))
      }
      marks.append(row)
    }
    return pairs ? fillPairs() : true
  }

  /// Puts in two, where the first one alone is borne: what one alone leads to is known by now.
  private mutating func fillPairs() -> Bool {
    for (step, point) in run.points.enumerated() {
      for (disturbance, mark) in zip(columns, marks[step]) where mark == .held {
        guard !point.session.isCancelled else { return false }
        guard let first = DisturbedSession(disturbance, at: point) else { continue }
        injectSecond(after: first, step, point.step)
      }
    }
    return true
  }

  private mutating func mark(
    _ disturbance: Disturbance, _ step: Int, _ point: StormPoint
  ) -> StormMark {
    guard let disturbed = DisturbedSession(disturbance, at: point) else { return .didNotTakePlace }
    guard let found = judge.finding(disturbed, step: step) else { return .held }
    return .failed(finding: findings.add(found))
  }

  /// Puts in a second disturbance at each step after one that has left something in the world.
  private mutating func injectSecond(
    after first: DisturbedSession, _ step: Int, _ place: StormStep
  ) {
    guard !first.isAsUndisturbed else { return }
    let rest = UndisturbedRun(of: first.session, at: place) { session, count in
      judge.isAsUndisturbed(session, count)
    }
    var laterJudge = StormJudge(rest)
    for point in rest.points {
      for disturbance in columns where !point.session.isCancelled {
        guard let second = DisturbedSession(disturbance, at: point, after: first) else { continue }
        pairCount += 1
        guard var found = laterJudge.finding(second, step: step) else { continue }
        found.finding.secondStep = point.step
        if !findings.knows(found) { _ = findings.add(found) }
      }
    }
  }
}

/// A finding with the runs that show it.
struct FoundFault {
  var finding: StormFinding
  let disturbed: DisturbedSession
  /// The disturbed session where it shows.
  let end: Session
}

/// The findings of a case.
struct FindingCollection {
  /// What was found, in order.
  private(set) var faults: [FoundFault] = []
  private var numbers: [[String]: Int] = [:]

  var isEmpty: Bool { faults.isEmpty }

  /// Whether the same was found already.
  func knows(_ fault: FoundFault) -> Bool { numbers[fault.finding.key] != nil }

  /// Adds a finding, or what led to it again to the one that is there; the number of it.
  mutating func add(_ fault: FoundFault) -> Int {
    let key = fault.finding.key
    if let number = numbers[key] {
      faults[number].finding.others.append((fault.finding.disturbances, fault.finding.step))
      return number
    }
    numbers[key] = faults.count
    faults.append(fault)
    return faults.count - 1
  }

  /// The findings with the scenarios that show them.
  func shown(_ scenario: (FoundFault) -> String?) -> [StormFinding] {
    faults.map { fault in
      var finding = fault.finding
      finding.scenario = scenario(fault)
      return finding
    }
  }
}
