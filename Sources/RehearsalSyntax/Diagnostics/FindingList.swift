// The findings of one stage, bounded: a hostile text can be wrong in millions of places, and
// beyond the limit only their number is kept.

/// The first findings of a stage and the number of the others.
struct FindingList: Sendable {
  private(set) var items: [Finding] = []

  /// How many findings there were beyond the limit.
  private(set) var excess = 0

  private let limit: Int

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  /// How many findings there were in all.
  var count: Int { items.count + excess }

  mutating func append(_ finding: Finding) {
    if items.count < limit { items.append(finding) } else { excess += 1 }
  }

  mutating func append(contentsOf others: FindingList) {
    for finding in others.items { append(finding) }
    excess += others.excess
  }
}
