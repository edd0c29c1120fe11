// A rule as data: what the system does, since when, who says so, and how sure that is. The code
// cites rules by number; people read them here.

/// How well a rule is known.
package enum Confidence: String, CaseIterable, Hashable, Sendable {
  /// Apple documents it.
  case apple
  /// An Apple engineer said so.
  case appleEngineer
  /// It is documented elsewhere.
  case documented
  /// A developer observed it.
  case observed
}

/// One rule of the lifecycle.
package struct Rule: Hashable, Sendable {
  /// Its number.
  package let number: RuleNumber
  /// What it is about, in a few words.
  package let title: String
  /// What the system does, in one sentence.
  package let statement: String
  /// The versions it holds for.
  package let versions: SystemVersionRange
  /// The keys of its sources.
  package let sources: [String]
  /// How well it is known; several kinds of sources may agree.
  package let confidence: [Confidence]
  /// The number of the conflict that it takes part in; nil without one.
  package let conflict: String?

  init(
    _ number: RuleNumber, _ title: String, _ statement: String, _ versions: SystemVersionRange,
    _ sources: [String], _ confidence: [Confidence], conflict: String? = nil
  ) {
    self.number = number
    self.title = title
    self.statement = statement
    self.versions = versions
    self.sources = sources
    self.confidence = confidence
    self.conflict = conflict
  }
}

/// All rules that this module obeys, in the order of their numbers.
package enum RuleBook {
  /// The rules.
  package static let rules: [Rule] =
    (statesAndLaunch + interruptions + leavingAndReturning + endings + backgroundTime
    + backgroundLaunches + fetchesAndPushes + scheduledTasks + transfers
    + resources + memory + surroundings + modes + launches + scenes + screen)
    .sorted { $0.number.rawValue < $1.number.rawValue }

  private static let byNumber: [Rule?] = {
    var table = [Rule?](repeating: nil, count: Int(UInt8.max) + 1)
    for rule in rules { table[Int(rule.number.rawValue)] = rule }
    return table
  }()

  /// The rule of a number.
  package static func rule(_ number: RuleNumber) -> Rule? { byNumber[Int(number.rawValue)] }
}
