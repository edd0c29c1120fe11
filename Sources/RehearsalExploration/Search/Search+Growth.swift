// Whether a search goes on for ever: level after level has more new states, and something grows.

extension Search {
  /// How many levels in a row have no fewer new states than the one before, until somebody asks why.
  static let levelsOfGrowth = 8

  /// Whether level after level had more new states, so that it may be that something grows without bound.
  var mayGrow: Bool {
    let levels = levels.map(\.states)
    guard options.disruptions == nil, bound == nil, leavesStates, levels.count > levelsUntilGrowth
    else {
      return false
    }
    let new = zip(levels.dropFirst(), levels).map { $0 - $1 }.suffix(Self.levelsOfGrowth)
    return new.allSatisfy { $0 > 0 } && zip(new.dropFirst(), new).allSatisfy(>=)
  }

  /// Says whether something does grow: the search ends, or goes on for as many levels as there are.
  mutating func answer(grows: Bool) {
    if grows { bound = .growth } else { levelsUntilGrowth = 2 * levels.count }
  }
}
