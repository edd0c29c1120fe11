// When everything on a path can happen: moments for its actions that fit what was found on it, the
// earliest of their kind. A path asks for differences of moments that are at most or at least so much,
// and the least solution is the longest way through them.

/// Finds moments for the actions of a path.
struct PathTimes {
  /// What has to be so at the end of the path.
  enum End: Hashable {
    /// Nothing else is due at its last moment.
    case visible
    /// A group of its last state is the next to be due.
    case first(NextGroup)
  }

  /// A moment as that of an action and so many units.
  private struct Moment {
    let action: Int
    let offset: Int64
  }

  /// That an action comes at most so long after another.
  private struct Limit {
    let action: Int
    let other: Int
    let bound: Zone.Bound
  }

  private var moments = [Moment(action: 0, offset: 0)]
  private var limits: [Limit] = []
  private let hearsWaits: Bool
  private let allowsTies: Bool

  /// Collects what a path asks for.
  ///
  /// - Parameters:
  ///   - arrivals: How each state on the path was reached, the first included.
  ///   - end: What has to be so at its end; nil for nothing.
  ///   - hearsWaits: Whether something follows each wait, so that an action after one is none at once.
  ///   - allowsTies: Whether what may be due together comes together where that is earlier.
  init(
    _ arrivals: [Arrival], _ end: End?, hearingWaits hearsWaits: Bool, allowingTies allowsTies: Bool
  ) {
    (self.hearsWaits, self.allowsTies) = (hearsWaits, allowsTies)
    for (number, arrival) in arrivals.enumerated().dropFirst() {
      add(number, arrival, after: arrivals[number - 1].moments)
    }
    let (last, groups) = (moments.count - 1, arrivals[arrivals.count - 1].moments)
    switch end {
    case nil: break
    case .visible:
      for group in groups.pending {
        if let due = due(group, of: groups) { limit(moments[last], before: due, isTie: false) }
      }
    case .first(let next):
      if let due = due(next.number, of: groups) { limitOthers(than: next, of: groups, at: due) }
    }
  }

  private func due(_ group: Int, of moments: StateMoments) -> Moment? {
    let group = moments.groups[group]
    guard let due = group.due, self.moments.indices.contains(group.source) else { return nil }
    let source = self.moments[group.source]
    return Moment(action: source.action, offset: source.offset + due)
  }

  private mutating func add(_ number: Int, _ arrival: Arrival, after before: StateMoments) {
    let last = moments[moments.count - 1]
    switch arrival.transition?.action {
    case .deadline(let group):
      let due = due(group, of: before) ?? last
      limit(last, before: due, isTie: true)
      limitOthers(than: arrival.next ?? NextGroup(number: group), of: before, at: due)
      moments.append(due)
    default:
      let isDelayed = arrival.transition?.isDelayed == true
      let moment = isDelayed ? Moment(action: number, offset: 0) : last
      limit(last, before: moment, isTie: !isDelayed || !hearsWaits)
      for group in before.pending {
        if let due = due(group, of: before) { limit(moment, before: due, isTie: false) }
      }
      moments.append(moment)
    }
    for bound in arrival.bounds { add(bound) }
  }

  private mutating func add(_ bound: MomentBound) {
    guard moments.indices.contains(bound.earlier), moments.indices.contains(bound.later) else {
      return
    }
    let (earlier, later) = (moments[bound.earlier], moments[bound.later])
    let end = Moment(action: earlier.action, offset: earlier.offset + bound.span)
    switch bound.relation {
    case .below, .atMost: limit(later, before: end, isTie: bound.relation == .atMost)
    case .atLeast, .above: limit(end, before: later, isTie: bound.relation == .atLeast)
    case .equal:
      limit(later, before: end, isTie: true)
      limit(end, before: later, isTie: true)
    }
  }

  private mutating func limitOthers(
    than next: NextGroup, of groups: StateMoments, at moment: Moment
  ) {
    let group = next.number
    for other in groups.pendingMoments where other != group {
      // Two of one action that are due together come together.
      guard let due = due(other, of: groups),
        groups.groups[other].remainder != groups.groups[group].remainder
      else { continue }
      let meets = next.interrupters.contains(other)
      limit(moment, before: due, isTie: meets || allowsTies && next.followers.contains(other))
      if meets { limit(due, before: moment, isTie: true) }
    }
  }

  private mutating func limit(_ first: Moment, before second: Moment, isTie: Bool) {
    let span = second.offset - first.offset
    limits.append(
      Limit(
        action: first.action, other: second.action, bound: isTie ? .atMost(span) : .below(span)))
  }

  /// The earliest moments of the actions in whole units.
  ///
  /// - Parameter unit: The unit, in units of a search.
  /// - Returns: The moment of each state in those since the beginning; nil where there are none in such
  ///   units.
  /// - Complexity: O(*n*·*m*) in the actions and what is asked of them.
  func solution(inUnitsOf unit: Int64) -> [Int64]? {
    var least = [Int64](repeating: 0, count: moments.count)
    let limits = limits.map { (limit: $0, span: $0.bound.floored(to: unit)) }
    for _ in 0...moments.count {
      var changes = false
      for (limit, span) in limits where least[limit.action] - span > least[limit.other] {
        // The beginning is fixed.
        guard limit.other != 0 else { return nil }
        least[limit.other] = least[limit.action] - span
        changes = true
      }
      guard changes else { return moments.map { least[$0.action] * unit + $0.offset } }
    }
    return nil
  }
}
