// The set of all ways in which the groups of moments of a state can lie to each other: bounds of how
// long it is to the base of each group, and of their differences (a difference-bound matrix, as in
// tools for timed automata). All moments that lie ahead are bounded by constants, so there
// are finitely many zones for a state without any rounding.

/// How long it may be to the base of each group of a state, in units of time.
struct Zone: Hashable, Sendable {
  /// A bound of a difference: twice the number, and one more where the number itself is allowed.
  struct Bound: Hashable, Comparable, Sendable {
    private let code: Int64

    /// No bound.
    static let none = Bound(code: .max / 4)
    static let zero = Bound.atMost(0)

    static func atMost(_ number: Int64) -> Bound { Bound(code: number * 2 + 1) }
    static func below(_ number: Int64) -> Bound { Bound(code: number * 2) }

    static func < (left: Bound, right: Bound) -> Bool { left.code < right.code }

    static func + (left: Bound, right: Bound) -> Bound {
      guard left < .none, right < .none else { return .none }
      return Bound(code: (left.code & ~1) + (right.code & ~1) + (left.code & right.code & 1))
    }

    /// The bound of the difference taken the other way round beyond this one.
    var complement: Bound { Bound(code: 1 - code) }

    /// The largest multiple of a unit within the bound, divided by that.
    func floored(to unit: Int64) -> Int64 {
      let number = code >> 1
      let floor = number >= 0 ? number / unit : -((-number + unit - 1) / unit)
      return code & 1 == 0 && floor * unit == number ? floor - 1 : floor
    }
  }

  /// Where the variable of a zone comes from when another is made of it.
  enum Source: Hashable, Sendable {
    /// A variable of the other zone, and how much more this one is.
    case variable(Int, shift: Int64)
    /// A number.
    case number(Int64)
    /// Nothing that is known.
    case free
  }

  /// How many groups there are.
  let count: Int
  /// The bound of each less each other, row by row; the first of each stands for zero.
  private var bounds: [Bound]

  /// The bounds of a zone without groups, which all of them share.
  private static let boundsOfNothing: [Bound] = [.zero]

  /// The zone of a state without groups.
  init() {
    count = 0
    bounds = Self.boundsOfNothing
  }

  /// Makes a zone whose variables are those of another, or numbers.
  init(_ sources: [Source], of zone: Zone) {
    count = sources.count
    guard count > 0 else {
      bounds = Self.boundsOfNothing
      return
    }
    bounds = []
    bounds.reserveCapacity((count + 1) * (count + 1))
    for row in 0...count {
      let left = Self.origin(row, in: sources)
      for column in 0...count {
        guard let left, let right = Self.origin(column, in: sources) else {
          bounds.append(row == column ? .zero : .none)
          continue
        }
        bounds.append(zone[left.variable, right.variable] + .atMost(left.shift - right.shift))
      }
    }
  }

  /// Where a variable comes from, by its number in the bounds; nil for nothing that is known.
  private static func origin(
    _ number: Int, in sources: [Source]
  ) -> (variable: Int, shift: Int64)? {
    guard number > 0 else { return (0, 0) }
    switch sources[number - 1] {
    case .variable(let number, let shift): return (number + 1, shift)
    case .number(let number): return (0, number)
    case .free: return nil
    }
  }

  private var side: Int { count + 1 }

  private subscript(row: Int, column: Int) -> Bound {
    get { bounds[row * side + column] }
    set { bounds[row * side + column] = newValue }
  }

  /// The part in which it is at least so long to a moment of a group, or longer; nil for none.
  ///
  /// - Parameters:
  ///   - group: The group.
  ///   - offset: How far the moment is after the group's base.
  ///   - isAhead: Whether the moment has to lie ahead, and not at this moment.
  /// - Returns: The part.
  func cut(_ group: Int, _ offset: Int64, isAhead: Bool) -> Zone? {
    tightened(0, group + 1, to: isAhead ? .below(offset) : .atMost(offset))
  }

  /// Whether there is a part in which the moment of every group lies ahead, as `cut` gives it.
  ///
  /// Each of these bounds is one from zero, and a way round uses one such bound alone, so each is held
  /// against this zone by itself.
  ///
  /// - Parameter offset: How far the moment of a group is after its base; nil for one without.
  /// - Returns: Whether there is one.
  func areAhead(_ offset: (Int) -> Int64?) -> Bool {
    (0..<count).allSatisfy { group in
      offset(group).map { .below($0) + self[group + 1, 0] >= .zero } ?? true
    }
  }

  /// The part in which the base of one group lies after that of another as a relation says; nil for none.
  ///
  /// - Parameters:
  ///   - later: The one group; nil for this moment.
  ///   - earlier: The other group; nil for this moment.
  ///   - span: The span with which their distance is compared.
  ///   - relation: How it is to the span.
  /// - Returns: The part.
  func cut(
    _ later: Int?, _ earlier: Int?, _ span: Int64, _ relation: MomentBound.Relation
  ) -> Zone? {
    let (row, column) = (later.map { $0 + 1 } ?? 0, earlier.map { $0 + 1 } ?? 0)
    return switch relation {
    case .below: tightened(row, column, to: .below(span))
    case .atMost: tightened(row, column, to: .atMost(span))
    case .equal:
      tightened(row, column, to: .atMost(span))?.tightened(column, row, to: .atMost(-span))
    case .atLeast: tightened(column, row, to: .atMost(-span))
    case .above: tightened(column, row, to: .below(-span))
    }
  }

  /// The part in which a moment of a group is now; nil for none.
  func cut(_ group: Int, isNow offset: Int64) -> Zone? {
    tightened(group + 1, 0, to: .atMost(-offset))?
      .tightened(0, group + 1, to: .atMost(offset))
  }

  /// The part within one more bound, in canonical form; nil for none.
  private func tightened(_ row: Int, _ column: Int, to bound: Bound) -> Zone? {
    guard bound < self[row, column] else { return self }
    guard bound + self[column, row] >= .zero else { return nil }
    var zone = self
    for first in 0..<side {
      let start = self[first, row] + bound
      for last in 0..<side {
        let way = start + self[column, last]
        if way < zone[first, last] { zone[first, last] = way }
      }
    }
    return zone
  }

  /// A zone that goes on as this one does, in which of moments that are long over only that is known
  /// (Extra⁺M of the literature on timed automata).
  ///
  /// - Parameter groups: The base of each group, and below which distance from now to it nothing
  ///   tells moments apart; nil where something always may.
  /// - Returns: The zone.
  /// - Complexity: O(*n*³) in the number of groups.
  func loosened(_ groups: [(base: Int64, limit: Int64?)]) -> Zone {
    guard groups.contains(where: { $0.limit != nil }) else { return self }
    let bases = [0] + groups.map(\.base)
    let limits = [nil] + groups.map(\.limit)
    let isFar = limits.enumerated().map { number, limit in
      limit.map { self[number, 0] <= .below($0) } ?? false
    }
    var zone = self
    for row in 0..<side {
      for column in 0..<side where row != column {
        if isFar[row] {
          zone[row, column] = column == 0 ? .below(limits[row] ?? 0) : .none
        }
        if let limit = limits[column],
          isFar[column] || self[row, column] > .atMost(bases[row] - limit)
        {
          zone[row, column] = .none
        }
      }
    }
    zone.close()
    return zone
  }

  /// Makes all bounds as narrow as the others make them.
  private mutating func close() {
    for middle in 0..<side {
      for row in 0..<side {
        for column in 0..<side {
          let way = self[row, middle] + self[middle, column]
          if way < self[row, column] { self[row, column] = way }
        }
      }
    }
  }

  /// The zone after any time in which nothing was due, this moment included.
  ///
  /// - Parameter offsets: How far the next moment of each group is after its base; nil where none
  ///   lies ahead.
  /// - Returns: The zone.
  func passed(_ offsets: [Int64?]) -> Zone {
    guard count > 0 else { return self }
    var zone = self
    for (group, offset) in offsets.enumerated() {
      zone[0, group + 1] = offset.map { .atMost($0) } ?? .none
    }
    for middle in 0..<side {
      for first in 0..<side {
        for last in 0..<side {
          let way = zone[first, middle] + zone[middle, last]
          if way < zone[first, last] { zone[first, last] = way }
        }
      }
    }
    return zone
  }

  /// The zone that is this one and another together, with nothing else; nil where there is none.
  ///
  /// - Complexity: O(*n*⁴) in the number of groups.
  func union(with other: Zone) -> Zone? {
    var hull = self
    for index in bounds.indices { hull.bounds[index] = max(bounds[index], other.bounds[index]) }
    // What of the hull is not in this zone is beyond one of its bounds, and has to be in the other.
    for row in 0..<side {
      for column in 0..<side where self[row, column] < hull[row, column] {
        let beyond = hull.tightened(column, row, to: self[row, column].complement)
        if let beyond, !other.includes(beyond) { return nil }
      }
    }
    return hull
  }

  /// Whether everything of another zone is in this one.
  func includes(_ other: Zone) -> Bool {
    for index in bounds.indices where other.bounds[index] > bounds[index] { return false }
    return true
  }
}
