// The result of a search, as a value: its verdict, how far it went, and what broke.

import Rehearsal

/// The result of a search.
public struct ExplorationResult: Sendable {
  /// The exploration's title.
  public let title: String
  /// The verdict.
  public let verdict: Verdict
  /// How each level of the search ended.
  public let levels: [ExplorationLevel]
  /// How many states were seen.
  public let states: Int
  /// How many zones of time they have together: what may lie how far ahead of what in a state is one,
  /// unless it is a part of another.
  public let zones: Int
  /// How many actions took place in them, those that change nothing included.
  public let transitions: Int
  /// How many steps the longest of the shortest paths has.
  public let diameter: Int
  /// The shortest scenario for each thing that broke, shorter ones first.
  public let counterexamples: [Counterexample]
  /// What broke and is known, each once, in order.
  package var known: [String] = []
  /// Everything that broke, known or not, by what a baseline tells it by.
  package var found: [Baseline.Finding] = []
  /// The titles of the `sometimes` that held in no state.
  public let neverReached: [String]
  /// The handlers of the apps that no path ran.
  public let handlersNeverRun: [String]
  /// What a proof does not speak about.
  public let restrictions: [Verdict.Restriction]
  /// With how much data of each kind it was, such as `2 links`.
  public let data: [String]
  /// If a bound was reached: what keeps growing after the last states.
  public let growing: [ExplorationGrowth]
  /// The number of states that were reached and not expanded, each as often as there are zones.
  public let waiting: Int
  /// Where a bound was reached: the action that is on the way to most states, with how many and how
  /// many there are; nil where none is.
  let commonest: (action: String, count: Int, all: Int)?
  /// Where the apps' code reads the clock, which makes each moment a state of its own, as
  /// `file:line:column`; nil where it does not.
  public let clock: String?

  /// The verdict in words, with what a proof does not speak about.
  public var verdictText: String {
    guard verdict.isProof else { return verdict.description }
    let named = data.isEmpty ? [] : ["for " + data.joined(separator: ", ")]
    let all = named + restrictions.map(\.description)
    return verdict.description + all.map { " \($0)" }.joined(separator: " and")
  }

  /// Why it is no success though every state was reached, each once; none for any other verdict.
  public var qualifications: [Verdict.Qualification] {
    guard verdict.isProof else { return [] }
    let found = Set(restrictions.compactMap(\.qualification))
    return Verdict.Qualification.allCases.filter(found.contains)
  }

  /// Whether every state was reached, nothing broke, and nothing puts that in question but what is allowed.
  public func isSuccess(allowing allowed: Set<Verdict.Qualification> = []) -> Bool {
    verdict.isProof && allowed.isSuperset(of: qualifications)
  }

  /// The exit code of a command with this result: 0 for a success, 1 for a violation, else 4.
  public func exitCode(allowing allowed: Set<Verdict.Qualification> = []) -> Int32 {
    verdict.isProof && !isSuccess(allowing: allowed) ? 4 : verdict.exitCode
  }
}

/// Something that grows without bound, so that no search ends.
public struct ExplorationGrowth: Hashable, Sendable {
  /// A variable, or what an app has of a kind.
  public let name: String
  /// By what it grew last, as a line of a scenario.
  public let action: String
  /// The place of the code that makes it grow, as `file:line:column`; nil for none.
  public let place: String?
}

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

  /// How it ended, in a few words.
  package var end: String {
    if let steps = stepsOfViolation {
      "violated at \(steps) step" + (steps == 1 ? "" : "s")
    } else if let bound {
      "stopped: \(Verdict.boundHit(bound).description.dropFirst("BOUND HIT: ".count))"
    } else {
      "closed"
    }
  }
}
