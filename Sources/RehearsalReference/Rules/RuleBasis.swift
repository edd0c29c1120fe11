// What the rules rest on, counted from their rows: a document, an engineer's word, the logs of several
// devices or of one, or an assumption. Each rule counts once, with the best that it has.

import RehearsalLifecycle

/// What a rule rests on, the best first.
package enum RuleBasis: String, CaseIterable, Hashable, Sendable {
  case document, engineer, severalDevices, oneDevice, assumption

  /// What it is called.
  package var title: String {
    switch self {
    case .document: "a document"
    case .engineer: "an Apple engineer's word"
    case .severalDevices: "several devices or reports"
    case .oneDevice: "one device or report"
    case .assumption: "an assumption"
    }
  }
}

extension Rule {
  /// What the rule rests on.
  package var basis: RuleBasis {
    if confidence.contains(.apple) || confidence.contains(.documented) { return .document }
    if confidence.contains(.appleEngineer) { return .engineer }
    // A key may name several reports of one project: `flutter/flutter #1, #2`.
    let reports = sources.reduce(0) { $0 + $1.split(separator: ",").count }
    return switch reports {
    case 0: .assumption
    case 1: .oneDevice
    default: .severalDevices
    }
  }
}

extension RuleBook {
  /// The rules by what they rest on, each in the order of its number.
  package static let byBasis: [(basis: RuleBasis, rules: [Rule])] = RuleBasis.allCases.map {
    basis in
    (basis, rules.filter { $0.basis == basis })
  }

  /// The lengths of time that no source gives as a number, in their order.
  package static let assumedSpans: [Budget] = {
    var budgets: [Budget] = []
    for row in Budget.rows where row.isAssumed && !budgets.contains(row.budget) {
      budgets.append(row.budget)
    }
    return budgets
  }()
}
