// A zone search that has nothing of ours in it: clocks that count up and are reset, as the literature on
// timed automata has them. What explorations with timers come to is counted against it.

/// An automaton with clocks, each of which is due when it has come to its limit.
struct TimedAutomaton<Location: Hashable> {
  /// Where a step leads, and which clocks begin anew.
  typealias Step = (location: Location, resets: [Int])

  let start: Location
  /// The clocks that count in a location, in order, with how far each goes.
  let clocks: (Location) -> [(clock: Int, limit: Int)]
  /// What may be done while no clock is due.
  let moves: (Location) -> [Step]
  /// What happens when a clock is due.
  let due: (Location, Int) -> Step

  /// How many zones no other of their location includes.
  ///
  /// - Complexity: exponential in the number of clocks.
  var zoneCount: Int {
    var met: [Location: [ClockZone]] = [:]
    var queue: [(Location, ClockZone)] = []
    func meet(_ step: Step, from zone: ClockZone, _ old: [Int]) {
      let clocks = clocks(step.location)
      let next = zone.renamed(
        clocks.map { step.resets.contains($0.clock) ? nil : old.firstIndex(of: $0.clock) }
      ).delayed(to: clocks.map(\.limit))
      guard met[step.location]?.contains(where: next.isIncluded) != true else { return }
      met[step.location, default: []].removeAll { $0.isIncluded(in: next) }
      met[step.location, default: []].append(next)
      queue.append((step.location, next))
    }
    meet((start, clocks(start).map(\.clock)), from: ClockZone(), [])
    while let (location, zone) = queue.popLast() {
      let clocks = clocks(location)
      let names = clocks.map(\.clock)
      func early(besides due: Int?) -> ClockZone? {
        clocks.indices.filter { $0 != due }.reduce(
          due.map { zone.at($0, clocks[$0].limit) } ?? zone
        ) {
          $0?.before($1, clocks[$1].limit)
        }
      }
      if let part = early(besides: nil) {
        for step in moves(location) { meet(step, from: part, names) }
      }
      for number in clocks.indices {
        guard let part = early(besides: number) else { continue }
        meet(due(location, names[number]), from: part, names)
      }
    }
    return met.values.reduce(0) { $0 + $1.count }
  }
}

/// Bounds of clocks and their differences: twice the number, and one more where that itself is allowed.
struct ClockZone {
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
  func delayed(to limits: [Int]) -> ClockZone {
    var zone = self
    for (number, limit) in limits.enumerated() { zone.bounds[number + 1][0] = 2 * limit + 1 }
    zone.close()
    return zone
  }

  /// The part in which a clock is below a limit.
  func before(_ clock: Int, _ limit: Int) -> ClockZone? { cut(clock + 1, 0, 2 * limit) }

  /// The part in which a clock is at a limit.
  func at(_ clock: Int, _ limit: Int) -> ClockZone? { cut(0, clock + 1, -2 * limit + 1) }

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
          let way = (first & ~1) + (last & ~1) + (first & last & 1)
          bounds[row][column] = min(bounds[row][column], way)
        }
      }
    }
  }

  func isIncluded(in other: ClockZone) -> Bool {
    bounds.indices.allSatisfy { row in
      bounds.indices.allSatisfy { bounds[row][$0] <= other.bounds[row][$0] }
    }
  }
}
