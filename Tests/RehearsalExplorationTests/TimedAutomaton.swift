// A zone search that has nothing of ours in it: clocks that count up and are reset, as the literature on
// timed automata has them. What explorations with timers come to is counted against it.

/// An automaton with clocks.
struct TimedAutomaton<Location: Hashable> {
  /// Where a step leads, and which clocks begin anew.
  typealias Step = (location: Location, resets: [Int])

  /// A step with what clocks have to be for it.
  typealias GuardedStep = (step: Step, guards: [Guard])

  /// What a clock has to be for a step.
  enum Guard {
    case below(Int, limit: Int)
    case at(Int, limit: Int)
    case atMost(Int, limit: Int)
    case beyond(Int, limit: Int)
  }

  let start: Location
  /// The clocks that count in a location, in order, with how far each may go there; nil for any time.
  let clocks: (Location) -> [(clock: Int, limit: Int?)]
  /// What may be done in a location, each step with its guards.
  let steps: (Location) -> [GuardedStep]

  /// An automaton of which each clock is due when it has come to its limit.
  ///
  /// - Parameters:
  ///   - start: Where it begins.
  ///   - clocks: The clocks that count in a location, with how far each goes.
  ///   - moves: What may be done while no clock is due.
  ///   - due: What happens when a clock is due, before any other is.
  init(
    start: Location, clocks: @escaping (Location) -> [(clock: Int, limit: Int)],
    moves: @escaping (Location) -> [Step], due: @escaping (Location, Int) -> Step
  ) {
    self.init(
      start: start, clocks: { clocks($0).map { ($0, $1) } },
      steps: { at in
        let waiting = clocks(at)
        let early = waiting.map { Guard.below($0.clock, limit: $0.limit) }
        return moves(at).map { ($0, early) }
          + waiting.enumerated().map { number, next in
            var guards = early
            guards[number] = .at(next.clock, limit: next.limit)
            return (due(at, next.clock), guards)
          }
      })
  }

  init(
    start: Location, clocks: @escaping (Location) -> [(clock: Int, limit: Int?)],
    steps: @escaping (Location) -> [GuardedStep]
  ) {
    (self.start, self.clocks, self.steps) = (start, clocks, steps)
  }

  /// How many zones no other of their location includes.
  ///
  /// - Complexity: exponential in the number of clocks.
  var zoneCount: Int {
    var met: [Location: [ClockZone]] = [:]
    var queue: [(Location, ClockZone)] = []
    func meet(_ step: Step, from zone: ClockZone, _ old: [Int]) {
      let clocks = clocks(step.location)
      let reach = reach(at: step.location)
      let next = zone.renamed(
        clocks.map { step.resets.contains($0.clock) ? nil : old.firstIndex(of: $0.clock) }
      ).delayed(to: clocks.map(\.limit))
        .loosened(lower: clocks.map { reach.lower[$0.clock] }, clocks.map { reach.upper[$0.clock] })
      guard met[step.location]?.contains(where: next.isIncluded) != true else { return }
      met[step.location, default: []].removeAll { $0.isIncluded(in: next) }
      met[step.location, default: []].append(next)
      queue.append((step.location, next))
    }
    meet((start, clocks(start).map(\.clock)), from: ClockZone(), [])
    while !queue.isEmpty {
      let (location, zone) = queue.removeFirst()
      guard met[location]?.contains(zone) == true else { continue }
      let names = clocks(location).map(\.clock)
      for (step, guards) in steps(location) {
        if let part = zone.part(guards, names) { meet(step, from: part, names) }
      }
    }
    return met.values.reduce(0) { $0 + $1.count }
  }

  /// The largest numbers with which the clocks of a location are compared from below and from above.
  private func reach(at location: Location) -> (lower: [Int: Int], upper: [Int: Int]) {
    var (lower, upper): ([Int: Int], [Int: Int]) = ([:], [:])
    for case (let clock, let limit?) in clocks(location) { upper[clock] = limit }
    for condition in steps(location).flatMap(\.guards) {
      switch condition {
      case .below(let clock, let limit), .atMost(let clock, let limit):
        upper[clock] = max(limit, upper[clock] ?? 0)
      case .at(let clock, let limit):
        (lower[clock], upper[clock]) = (
          max(limit, lower[clock] ?? 0), max(limit, upper[clock] ?? 0)
        )
      case .beyond(let clock, let limit): lower[clock] = max(limit, lower[clock] ?? 0)
      }
    }
    return (lower, upper)
  }
}

/// Bounds of clocks and their differences: twice the number, and one more where that itself is allowed.
struct ClockZone: Equatable {
  private static let none = Int.max / 4

  /// By row and column: how much more the clock of the row may be; the first of each is zero.
  private var bounds = [[1]]

  /// The zone of other clocks: nil for one that begins now, else its number among the old ones.
  func renamed(_ clocks: [Int?]) -> ClockZone {
    let rows = [0] + clocks.map { $0.map { $0 + 1 } ?? 0 }
    var zone = ClockZone()
    zone.bounds = rows.map { row in rows.map { bounds[row][$0] } }
    return zone
  }

  /// The zone after any time that passes no limit.
  func delayed(to limits: [Int?]) -> ClockZone {
    var zone = self
    for (number, limit) in limits.enumerated() {
      zone.bounds[number + 1][0] = limit.map { 2 * $0 + 1 } ?? Self.none
    }
    zone.close()
    return zone
  }

  /// The part in which guards hold; nil for none.
  func part<Location>(
    _ guards: [TimedAutomaton<Location>.Guard], _ clocks: [Int]
  ) -> ClockZone? {
    func row(_ clock: Int) -> Int { (clocks.firstIndex(of: clock) ?? -1) + 1 }
    return guards.reduce(self) { zone, condition in
      switch condition {
      case .below(let clock, let limit): zone?.cut(row(clock), 0, 2 * limit)
      case .atMost(let clock, let limit): zone?.cut(row(clock), 0, 2 * limit + 1)
      case .at(let clock, let limit): zone?.cut(0, row(clock), -2 * limit + 1)
      case .beyond(let clock, let limit): zone?.cut(0, row(clock), -2 * limit)
      }
    }
  }

  private func cut(_ row: Int, _ column: Int, _ bound: Int) -> ClockZone? {
    var zone = self
    zone.bounds[row][column] = min(bound, zone.bounds[row][column])
    zone.close()
    return zone.bounds.indices.allSatisfy { zone.bounds[$0][$0] >= 1 } ? zone : nil
  }

  private mutating func close() {
    for middle in bounds.indices {
      for row in bounds.indices {
        for column in bounds.indices {
          let (first, last) = (bounds[row][middle], bounds[middle][column])
          guard first < Self.none, last < Self.none else { continue }
          let way = (first & ~1) + (last & ~1) + (first & last & 1)
          bounds[row][column] = min(bounds[row][column], way)
        }
      }
    }
  }

  /// The zone without what no guard can find out (Extra⁺LU of the literature).
  ///
  /// - Parameters:
  ///   - lower: With what each clock is compared from below; nil where it is not.
  ///   - upper: The same from above.
  /// - Returns: The zone.
  func loosened(lower: [Int?], _ upper: [Int?]) -> ClockZone {
    var zone = self
    let lower = [0] + lower.map { $0 ?? -Self.none / 4 }
    let upper = [0] + upper.map { $0 ?? -Self.none / 4 }
    func least(_ clock: Int) -> Int { -(bounds[0][clock] >> 1) }
    for row in bounds.indices {
      for column in bounds.indices where row != column && bounds[row][column] < Self.none {
        if row > 0, bounds[row][column] > 2 * lower[row] + 1 || least(row) > lower[row] {
          zone.bounds[row][column] = Self.none
        } else if least(column) > upper[column] {
          zone.bounds[row][column] =
            row > 0 ? Self.none : upper[column] >= 0 ? -2 * upper[column] : 1
        }
      }
    }
    zone.close()
    return zone
  }

  func isIncluded(in other: ClockZone) -> Bool {
    bounds.indices.allSatisfy { row in
      bounds.indices.allSatisfy { bounds[row][$0] <= other.bounds[row][$0] }
    }
  }
}
