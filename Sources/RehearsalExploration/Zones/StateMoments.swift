// What a state has of time, apart from numbers that say when: its groups of moments, each with the
// action that it comes from. It is the same in all worlds of the state by one path.

import RehearsalLifecycle

/// The groups of moments of a state, and what can be due in it.
struct StateMoments: Hashable, Sendable {
  /// Moments that move together.
  struct Group: Hashable, Sendable {
    /// What they leave over below the unit; negative for moments that come from no single
    /// action, of which only their observed positions are known.
    let remainder: Int64
    /// The number of the action on the path that they come from.
    let source: Int
    /// How far the base is after that action, in units.
    let base: Int64
    /// How far the next moment is after the base; nil where none lies ahead.
    let next: Int64?
    /// What is due next, by app; empty where nothing happens then but that time has come.
    let turns: [MomentGroups.Turns]
    /// Whether only code keeps them.
    let isKept: Bool

    /// How far the next moment is after the action that it comes from; nil where none is.
    var due: Int64? { next.map { base + $0 } }
  }

  let groups: [Group]

  /// Without any.
  init() { groups = [] }

  init(_ groups: [Group]) { self.groups = groups }

  /// How far the next moment of each group is after its base.
  var nexts: [Int64?] { groups.map(\.next) }

  /// What is due next of each group.
  var turns: [[MomentGroups.Turns]] { groups.map(\.turns) }

  /// Whether one moment may be told from another: something lies ahead, or code stores when
  /// something was.
  var tellsMoments: Bool { groups.contains { $0.next != nil || $0.isKept } }

  /// The part of a zone in which code finds that it is so long since actions; nil for none.
  func part(of zone: Zone, within bounds: [MomentBound]) -> Zone? {
    var part = zone
    for bound in bounds {
      let (later, earlier) = (place(of: bound.later), place(of: bound.earlier))
      guard later.group != nil || earlier.group != nil else { continue }
      let span = bound.span + later.base - earlier.base
      guard let cut = part.cut(later.group, earlier.group, span, bound.relation) else { return nil }
      part = cut
    }
    return part
  }

  /// A group that comes from an action, and how far its base is after that; none for an action that is
  /// being done.
  private func place(of action: Int) -> (group: Int?, base: Int64) {
    let group = groups.firstIndex { $0.remainder >= 0 && $0.source == action }
    return (group, group.map { groups[$0].base } ?? 0)
  }

  /// The longest span since a moment that code keeps with which it may have compared that, in units; where
  /// it compared how far two of them lie apart, any.
  func reach(of bounds: [MomentBound]) -> Int64 {
    bounds.flatMap { bound -> [Int64] in
      guard let age = bound.age else { return [Self.endlessReach] }
      return groups.filter { $0.isKept && $0.source == bound.earlier }.map {
        bound.span + age - $0.base
      }
    }.max() ?? -1
  }

  /// A reach within which everything is.
  private static let endlessReach = Int64.max / 16

  /// A zone without what code can no more find out.
  ///
  /// - Parameters:
  ///   - zone: The zone.
  ///   - reach: The longest span with which code compares, in units.
  /// - Returns: The zone.
  func loosened(_ zone: Zone, reach: Int64) -> Zone {
    guard reach < Self.endlessReach, groups.contains(where: { $0.isKept && $0.next == nil }) else {
      return zone
    }
    return zone.loosened(
      groups.map { ($0.base, $0.isKept && $0.next == nil ? -reach : nil) })
  }

  /// Whether all of them come from single actions.
  var isKnown: Bool { groups.allSatisfy { $0.remainder >= 0 } }

  /// The groups of which a moment lies ahead.
  var pending: [Int] { groups.indices.filter { groups[$0].next != nil } }

  /// The same with one group for each moment: of several of one action's that at which something is done,
  /// else the first one.
  var pendingMoments: [Int] {
    guard groups.contains(where: \.isKept) else { return pending }
    return pending.filter { group in
      !pending.contains { other in
        groups[other].remainder == groups[group].remainder
          && groups[other].due == groups[group].due
          && (groups[other].turns.isEmpty ? 1 : 0, other)
            < (groups[group].turns.isEmpty ? 1 : 0, group)
      }
    }
  }

  /// The part of a zone in which nothing else is due at this moment; nil for none.
  func visible(of zone: Zone) -> Zone? {
    var part = zone
    for group in pending {
      guard let next = groups[group].next,
        let cut = part.cut(group, next, isAhead: true)
      else { return nil }
      part = cut
    }
    return part
  }

  /// Whether there is such a part.
  func isVisible(_ zone: Zone) -> Bool { zone.areAhead { groups[$0].next } }

  /// The parts of a zone at whose end a group is the first to be due.
  ///
  /// What is due together comes in the order of its scheduling, so a moment that several share belongs to
  /// the one whose turn is first. Where others have turns between its own, it is another part in which
  /// they are due with it: only what comes before them is done then, and it is their turn.
  func first(_ group: Int, in passed: Zone) -> [(zone: Zone, next: NextGroup)] {
    guard let now = groups[group].next, var part = passed.cut(group, isNow: now) else { return [] }
    var (followers, interrupters): ([Int], [Int]) = ([], [])
    for other in pendingMoments where other != group {
      guard let due = groups[other].next else { continue }
      if groups[other].remainder == groups[group].remainder {
        if (groups[other].due ?? 0) < (groups[group].due ?? 0) { return [] }
        continue
      }
      let order = order(of: group, other)
      guard let cut = part.cut(other, due, isAhead: order == .after) else { return [] }
      part = cut
      if order == .before { followers.append(other) }
      if order == .interrupted { interrupters.append(other) }
    }
    return split(part, by: interrupters).map { zone, met in
      (zone, NextGroup(number: group, followers: followers, interrupters: met))
    }
  }

  /// The parts of a zone by which of some groups are due at its end.
  private func split(_ zone: Zone, by others: [Int]) -> [(zone: Zone, due: [Int])] {
    others.reduce([(zone, [])]) { parts, other in
      guard let next = groups[other].next else { return parts }
      return parts.flatMap { zone, due in
        let later = zone.cut(other, next, isAhead: true).map { (zone: $0, due: due) }
        let now =
          due.count < NextGroup.mostInterrupters
          ? zone.cut(other, isNow: next).map { (zone: $0, due: due + [other]) } : nil
        return [later, now].compactMap { $0 }
      }
    }
  }

  /// How the turns of two groups lie, if both are due together.
  private enum TurnOrder { case before, after, interrupted }

  private func order(of group: Int, _ other: Int) -> TurnOrder {
    let (turns, others) = (groups[group].turns, groups[other].turns)
    guard turns.begin(before: others) ?? (group < other) else { return .after }
    return turns.areInterrupted(by: others) ? .interrupted : .before
  }

  /// Whether a group may be due together with more others that have turns between its own than are told
  /// apart: in a zone at whose end it is due.
  func isInterruptedByTooMany(_ group: Int, in passed: Zone) -> Bool {
    guard pending.count > NextGroup.mostInterrupters + 1 else { return false }
    let others = pendingMoments.filter {
      groups[$0].remainder != groups[group].remainder && order(of: group, $0) == .interrupted
    }
    guard others.count > NextGroup.mostInterrupters, let next = groups[group].next,
      let part = passed.cut(group, isNow: next)
    else { return false }
    return others.count { other in
      groups[other].next.map { part.cut(other, isNow: $0) != nil } ?? false
    } > NextGroup.mostInterrupters
  }

  /// Where the groups of the state that an action leads to from this one come from.
  ///
  /// - Parameters:
  ///   - after: The groups of the state that it leads to.
  ///   - now: What its moment leaves over below the millisecond, and how far it is after the action
  ///     that it comes from.
  /// - Returns: By group where it comes from: a group of this state, or the moment of the action.
  func sources(
    of after: StateMoments, now: (remainder: Int64, distance: Int64)
  ) -> [Zone.Source] {
    after.groups.map { group in
      guard group.remainder >= 0 else { return .free }
      if group.remainder == now.remainder { return .number(group.base - now.distance) }
      let related = groups.indices.filter { groups[$0].remainder == group.remainder }
      let same = related.first {
        groups[$0].isKept == group.isKept && (!group.isKept || groups[$0].base == group.base)
      }
      guard let old = same ?? related.first(where: { !groups[$0].isKept }) ?? related.first else {
        return .free
      }
      return .variable(old, shift: group.base - groups[old].base)
    }
  }

  /// The groups of a state that an action leads to from this one.
  ///
  /// - Parameters:
  ///   - transition: Where they come from.
  ///   - now: A group whose base is the moment of the action.
  /// - Returns: The groups.
  func following(_ transition: KnownTransition, now: Group) -> StateMoments {
    StateMoments(
      zip(transition.sources, zip(transition.nexts, transition.turns)).map { source, ahead in
        var (origin, distance) = (now, Int64(0))
        switch source {
        case .variable(let old, let shift): (origin, distance) = (groups[old], shift)
        case .number(let number): distance = number
        case .free: break
        }
        return Group(
          remainder: origin.remainder, source: origin.source, base: origin.base + distance,
          next: ahead.0, turns: ahead.1, isKept: false)
      })
  }
}
