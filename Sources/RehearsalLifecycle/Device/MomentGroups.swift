// The moments that a world holds, sorted by what they were counted from. Whatever the device keeps of
// time is a moment at which something was done, plus spans that are the same in every world of one
// path. A search gives each moment at which it acts a remainder of its own below a unit of time; spans
// are whole units, so every moment says by its remainder which action it comes from. Which of two moments
// comes first their remainders do not say: those of one unit are one moment.

import RehearsalValues

/// The moments that a walk through a world has visited, by groups that move together.
package struct MomentGroups: Sendable {
  /// Moments that were counted from one action.
  package struct Group: Sendable {
    /// What they leave over below the millisecond.
    package let remainder: Int64
    /// The one that was visited first; the identity holds how far the others are from it.
    package let base: VirtualTime
    /// The earliest that lies ahead, none where all are over.
    package fileprivate(set) var next: VirtualTime?
    /// What is due at that moment, by app; empty where nothing happens then but that it comes.
    package fileprivate(set) var turns: [Turns] = []
    /// Whether it is one moment that code keeps, which is a group of its own: how far what the device
    /// waits for is from that may grow without end.
    package let isKept: Bool
  }

  /// What is due of one app at a moment.
  package struct Turns: Hashable, Sendable {
    /// The app's position; nil for the device's own.
    package let app: Int?
    /// The places among all that waits, in the order of scheduling.
    package fileprivate(set) var places: ClosedRange<Int>

    /// Whether another order of these and others, if both are due at one moment, may lead elsewhere.
    fileprivate func interferes(with other: Turns) -> Bool {
      app == nil || other.app == nil || app == other.app
    }
  }

  /// What ties a world to the moments at which it was tried: another moment of the same actions
  /// could lead on to something else.
  package enum Pin: String, CaseIterable, Sendable {
    /// Work stands still, and what it still needs is the difference of two actions' moments.
    case stoppedWork
    /// The processor's use was counted over two actions' moments.
    case processorUse
    /// A span is no whole number of units.
    case fineSpan
    /// Something is due at no whole number of units after an action: it follows from the moments of two
    /// of them, or from a finer span.
    case joinedSpans
    /// More groups than a search tells apart have turns between those of another, if all are due together.
    case mixedTurns
    /// Code keeps a span between two actions' moments.
    case keptSpan
  }

  /// The nanoseconds in which remainders are counted: a hundredth of a millisecond, so that what lies
  /// between two whole ones is found, with room for the numbers of actions.
  package static let unit: Int64 = 10_000

  /// Whether a Duration that code keeps leaves something over, as moments of actions do.
  ///
  /// - Parameter span: Nanoseconds.
  /// - Returns: Whether it may be such a moment.
  package static func mayBeMoment(_ span: Int64) -> Bool { span % unit != 0 }

  /// What a moment leaves over.
  static func remainder(of moment: VirtualTime) -> Int64 { moment.nanoseconds % unit }

  /// The groups, in the order in which the walk visited them.
  package private(set) var groups: [Group] = []
  /// What ties the world to its moments.
  package private(set) var pins: Set<Pin> = []

  private let now: VirtualTime
  /// The moments that count as this one and lie ahead.
  private let waiting: [VirtualTime]
  /// What the moments leave over that code can have read.
  private let remainders: [Int64]

  /// Makes the groups of a walk that has visited none.
  ///
  /// - Parameters:
  ///   - now: The clock's moment.
  ///   - waiting: When what counts as due now is due, and waits for its turn.
  ///   - scope: What counts.
  init(at now: VirtualTime, waiting: [VirtualTime], _ scope: IdentityScope) {
    (self.now, remainders) = (now, scope.remainders)
    self.waiting = waiting + scope.momentsAhead
  }

  /// Meets a moment.
  ///
  /// - Returns: The number of its group, and how many units it is after the group's base.
  mutating func meet(_ moment: VirtualTime) -> (group: Int, offset: Int64) {
    let remainder = moment.nanoseconds % Self.unit
    return place(of: moment, isKept: false) { !$0.isKept && $0.remainder == remainder }
  }

  /// Whether a moment lies ahead: moments of one unit are one, and at this one what waits for its turn lies
  /// ahead until it has had that.
  func isAhead(_ moment: VirtualTime) -> Bool {
    let (unit, present) = (moment.nanoseconds / Self.unit, now.nanoseconds / Self.unit)
    return unit > present || unit == present && waiting.contains(moment)
  }

  /// Meets a Duration that code keeps, which is a moment where it leaves over what one does.
  ///
  /// - Parameter span: Nanoseconds.
  /// - Returns: As of a moment; a group of -1 for a span between two moments, which may be any; nil for
  ///   any other Duration, which counts as it is.
  package mutating func meet(kept span: Int64) -> (group: Int, offset: Int64)? {
    let remainder = (span % Self.unit + Self.unit) % Self.unit
    guard remainder != 0, !remainders.isEmpty else { return nil }
    guard remainders.contains(remainder), let moment = VirtualTime(nanoseconds: span) else {
      pins.insert(.keptSpan)
      return (-1, 0)
    }
    return place(of: moment, isKept: true) { $0.isKept && $0.base == moment }
  }

  private mutating func place(
    of moment: VirtualTime, isKept: Bool, in isItsGroup: (Group) -> Bool
  ) -> (group: Int, offset: Int64) {
    let number: Int
    if let known = groups.firstIndex(where: isItsGroup) {
      number = known
    } else {
      number = groups.count
      groups.append(
        Group(remainder: moment.nanoseconds % Self.unit, base: moment, isKept: isKept))
    }
    if moment < groups[number].next ?? .never, isAhead(moment) { groups[number].next = moment }
    return (number, moment.span(since: groups[number].base).nanoseconds / Self.unit)
  }

  /// Notes the deadlines that are due, in the order of their turns.
  mutating func note(turns deadlines: [(due: VirtualTime, app: Int?)]) {
    for (place, deadline) in deadlines.enumerated() where deadline.due < .never {
      let remainder = Self.remainder(of: deadline.due)
      guard let number = groups.firstIndex(where: { !$0.isKept && $0.remainder == remainder }),
        groups[number].next == deadline.due
      else { continue }
      if let known = groups[number].turns.firstIndex(where: { $0.app == deadline.app }) {
        let first = groups[number].turns[known].places.lowerBound
        groups[number].turns[known].places = first...place
      } else {
        groups[number].turns.append(Turns(app: deadline.app, places: place...place))
      }
    }
  }

  /// Visits a span that stands still: that of worlds of one path is the same where it is whole.
  ///
  /// - Returns: Its whole units; of the difference of two actions' moments -1, for it may be any.
  mutating func meet(stopped span: TimeSpan, _ pin: Pin) -> Int64 {
    guard span.nanoseconds % Self.unit != 0 else { return span.nanoseconds / Self.unit }
    pins.insert(pin)
    return -1
  }
}

/// How far a world is inspected where its identity is made: what nothing can read does not count.
package struct IdentityScope: Hashable, Sendable {
  /// How the hour of the wall clock counts.
  package var clock: ClockIdentity
  /// Whether places count by their coordinates, and not only by how far they are from the last one
  /// that an app was notified of.
  package var countsCoordinates = true
  /// Whether windows count by their numbers, which are never used again, and not by their rank.
  package var countsWindowNumbers = true
  /// Whether the order in which apps were used last counts, which only the switcher shows.
  package var countsOrderOfUse = true
  /// Whether the order in which processes were started counts, in which they end where memory is short.
  package var countsOrderOfStarts = true
  /// Whether it counts in which order things of several apps were scheduled, which decides what comes first
  /// where they are due together: not where no app can notice what another one does then.
  package var countsOrderAcrossApps = true
  /// Whether whatever code holds by a handle counts by its number, which is never used again, and not
  /// by its rank.
  package var countsNumbers = false
  /// The positions of the apps whose code can begin no background task.
  package var appsWithoutTasks: Set<Int> = []
  /// Whether moments count by their groups, and not by how far off they are.
  package var groupsMoments = false
  /// What the moments leave over below the millisecond that code can have read; none where no code
  /// reads them.
  package var remainders: [Int64] = []
  /// Moments that count as the present one, and lie ahead for all that.
  package var momentsAhead: [VirtualTime] = []

  /// Makes the scope in which everything counts but the hour.
  package init(clock: ClockIdentity = .exact) { self.clock = clock }

  /// Lets all orders count.
  package mutating func countOrders() {
    (countsOrderOfUse, countsOrderOfStarts, countsOrderAcrossApps) = (true, true, true)
  }
}

extension [MomentGroups.Turns] {
  /// The first place of all; nil where nothing happens but that time comes.
  private var firstPlace: Int? { map(\.places.lowerBound).min() }

  /// Whether the first of this has its turn before the first of others, if all are due together: what is
  /// only time comes before everything; nil where both are.
  package func begin(before others: [MomentGroups.Turns]) -> Bool? {
    guard let first = firstPlace else { return others.isEmpty ? nil : true }
    return others.firstPlace.map { first < $0 } ?? false
  }

  /// Whether some of this has its turn after some of others, if all are due together, and another order
  /// may lead elsewhere.
  package func areInterrupted(by others: [MomentGroups.Turns]) -> Bool {
    contains { one in
      others.contains {
        one.interferes(with: $0) && one.places.upperBound > $0.places.lowerBound
      }
    }
  }
}
