// How one level of a search ended: all paths with so many disruptions.

/// How the search of the paths with so many disruptions ended.
public struct ExplorationLevel: Hashable, Sendable {
  /// How many disruptions they hold at most.
  public let disruptions: Int
  /// How many states were seen with as many or fewer.
  public let states: Int
  /// How many actions took place in them.
  public let transitions: Int
  /// The lines of the shortest scenario that breaks something; nil where nothing was broken.
  public let stepsOfViolation: Int?
  /// What ended the search at this level; nil where it went on.
  public let bound: Verdict.Bound?
}
