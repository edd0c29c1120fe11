// Outcomes that the world decides and that no rule foretells: whether a request succeeds, how long an
// answer takes. Code encounters a choice and learns how it comes out. The first outcome is the
// default; the host decides otherwise beforehand.

/// How choices of the world come out.
package struct Choices: Sendable {
  /// How the next ones come out, the next one first; each is the number of a way, from 0.
  private(set) var decided: [Int] = []
  /// Among how many ways each choice was made since this was last asked, in order; an output that
  /// nothing depends on.
  private(set) var met: [Int] = []

  /// Decides the next choice that is not decided yet.
  mutating func decide(_ way: Int) { decided.append(max(0, way)) }

  /// Makes a choice.
  ///
  /// - Parameter count: Among how many ways.
  /// - Returns: The way as it was decided, or the first; the last where there are not so many.
  mutating func choose(among count: Int) -> Int {
    met.append(count)
    guard !decided.isEmpty else { return 0 }
    return min(decided.removeFirst(), max(0, count - 1))
  }

  /// How many choices are decided that nothing has met yet.
  var unmetCount: Int { decided.count }

  /// Hands over the choices encountered since the last time.
  mutating func takeChoiceCounts() -> [Int] {
    defer { met = [] }
    return met
  }

  /// Combines what is decided beforehand.
  func digest(into walk: inout IdentityWalk) {
    walk.combine(each: decided) { $0.combine($1) }
  }
}
