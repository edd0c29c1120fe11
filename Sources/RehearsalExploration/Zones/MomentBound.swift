// What code found out about moments by comparing them: it tells two worlds of one path apart, so
// the search has to go both ways.

import RehearsalMachine

/// How long after an action another one was done, as code compared it with a span.
struct MomentBound: Hashable, Sendable {
  /// How it is to the span.
  enum Relation: Hashable, Sendable {
    case below, atMost, equal, atLeast, above

    /// The same of the difference taken the other way round.
    var reversed: Relation {
      switch self {
      case .below: .above
      case .atMost: .atLeast
      case .equal: .equal
      case .atLeast: .atMost
      case .above: .below
      }
    }

    /// How a comparison came out, by the sign of the difference.
    init(of difference: Int64, by operation: TimeWatch.Operation) {
      self =
        switch operation {
        case .less: difference < 0 ? .below : .atLeast
        case .lessOrEqual: difference <= 0 ? .atMost : .above
        case .equal: difference < 0 ? .below : difference == 0 ? .equal : .above
        }
    }

    /// The other ways in which it may come out.
    func others(by operation: TimeWatch.Operation) -> [Relation] {
      let all: [Relation] =
        switch operation {
        case .less: [.below, .atLeast]
        case .lessOrEqual: [.atMost, .above]
        case .equal: [.below, .equal, .above]
        }
      return all.filter { $0 != self }
    }
  }

  /// The numbers of the later and of the earlier action on the path.
  let later: Int
  let earlier: Int
  /// The span, in units of time.
  let span: Int64
  let relation: Relation
  /// The ways in which the comparison may come out besides, each as it is to the span.
  let others: [Relation]
  /// How long after the later action the comparison was made, in units of time; nil where it was made at
  /// a moment that comes from neither of the two.
  let age: Int64?

  /// What holds where this does not.
  var opposites: [MomentBound] {
    others.map { other in
      MomentBound(
        later: later, earlier: earlier, span: span, relation: other,
        others: others.filter { $0 != other } + [relation], age: age)
    }
  }

  /// Whether it says nothing: what was done later was not done before.
  var isTrivial: Bool {
    let span = span + (age ?? 0)
    return span < 0 && (relation == .above || relation == .atLeast)
      || span == 0 && relation == .atLeast
  }
}
