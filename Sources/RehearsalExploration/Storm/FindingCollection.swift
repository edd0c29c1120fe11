// The findings of a case: what is found again at further steps stands once, with the first of them.

import Rehearsal

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
