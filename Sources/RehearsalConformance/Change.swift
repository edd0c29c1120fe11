// Possible differences of a device from the rule book: the other side of a conflict, a quirk,
// a length of time, the rules of another version.

import RehearsalLifecycle

/// One difference from what is usual on a device.
package enum Change: Hashable, Sendable {
  /// The other side of a conflict of the sources.
  case conflict(SourceConflict.Choice, Evidence)
  /// A deviation of single models and versions.
  case quirk(Quirk)
  /// Another length of time.
  case budget(Budget, TimeSpan)
  /// The rules of another version.
  case system(SystemVersion)

  /// Makes the difference.
  package func apply(to profile: inout Profile) {
    switch self {
    case .conflict(let conflict, let evidence): profile.evidenceByConflict[conflict] = evidence
    case .quirk(let quirk): profile.quirks.insert(quirk)
    case .budget(let budget, let span): profile.budgets[budget] = span
    case .system(let system): profile.system = system
    }
  }

  /// The change in a few words, as a device in a script writes it.
  package var name: String {
    switch self {
    case .conflict(let conflict, let evidence):
      "the \(evidence.rawValue) side of \(conflict.rawValue)"
    case .quirk(let quirk): "the quirk \(quirk.rawValue)"
    case .budget(let budget, let span): "the budget \(budget.name) of \(span)"
    case .system(let system): "the rules of iOS \(system)"
    }
  }

  /// The meaning of the change, for people; nil if the name says it.
  package var meaning: String? {
    switch self {
    case .conflict(let conflict, _): SourceConflict.conflict(conflict.rawValue)?.question
    case .quirk(let quirk): quirk.help
    case .budget, .system: nil
    }
  }

  /// How a `device` block of a script plays it.
  package var setting: String {
    switch self {
    case .conflict(let conflict, let evidence):
      "evidence: [\"\(conflict.rawValue)\": .\(evidence.rawValue)]"
    case .quirk(let quirk): "quirks: [.\(quirk.rawValue)]"
    case .budget(let budget, let span): "budgets: [\"\(budget.name)\": \(span)]"
    case .system(let system): "os: \"\(system)\""
    }
  }

  /// The rule that it belongs to; nil for a version, which is of many.
  package func rule(on profile: Profile) -> RuleNumber? {
    switch self {
    case .conflict(let conflict, _):
      RuleBook.rules.first { $0.conflicts.contains(conflict.rawValue) }?.number
    case .quirk(let quirk): quirk.rule
    case .budget(let budget, _): budget.row(for: profile)?.rule
    case .system: nil
    }
  }

  /// The sides of conflicts and the quirks that a device does not have and could have.
  package static func choices(on profile: Profile) -> [Change] {
    SourceConflict.Choice.allCases.flatMap { conflict in
      Evidence.allCases.filter { $0 != profile.evidence(for: conflict) }
        .map { Change.conflict(conflict, $0) }
    }
      + Quirk.allCases.filter { $0.matters(on: profile) && !profile.has($0) }.map(Change.quirk)
  }

  /// The lengths of time that a recorder can measure on a device.
  package static func measurable(on profile: Profile) -> [Budget] {
    Budget.allCases.filter { profile.span(of: $0) >= .seconds(1) }
  }

  /// The versions other than the device's own that may play otherwise: each at which a rule begins or
  /// ends.
  package static func systems(on profile: Profile) -> [Change] {
    var versions: Set<SystemVersion> = []
    for rule in RuleBook.rules {
      versions.insert(rule.versions.first)
      for row in rule.features {
        if let range = row.versions {
          versions.formUnion([range.first] + [range.end].compactMap(\.self))
        }
      }
    }
    versions.formUnion((RuleBook.versions.first.major...27).map { SystemVersion($0) })
    return versions.filter { RuleBook.versions.contains($0) && $0 != profile.system }.sorted()
      .map(Change.system)
  }
}

// MARK: - What no probe shows

extension Change {
  /// A conflict, quirk or length of time that no probe shows, with the reason.
  package typealias NotSeen = (subject: String, reason: String)

  /// Its subject: the number of the conflict, or the name of the quirk, budget or version.
  package var subject: String {
    switch self {
    case .conflict(let conflict, _): conflict.rawValue
    case .quirk(let quirk): quirk.rawValue
    case .budget(let budget, _): budget.name
    case .system(let system): "\(system)"
    }
  }

  /// The conflicts and quirks that no app can observe, or no probe brings about.
  package static let notObserved: [NotSeen] = [
    ("C34", "only the quirk prewarmFinishesLaunching plays its other side")
  ]

  /// The lengths of time that no app can measure, or no probe brings about.
  package static let notMeasured: [NotSeen] = [
    ("launchContract", "exceeding it has no consequence but advice"),
    ("didEnterBackgroundContract", "exceeding it has no consequence but advice"),
    ("expirationHandler", "exceeding it has no consequence but advice"),
    ("protectedDataGrace", "it is zero unless the side of C26 gives it, which is named instead"),
    ("stoppedTask", "it counts only with the quirk stoppedTaskLingers, which is named instead"),
    ("appUsage", "it takes a week, and no person measures it to a fifth"),
    ("activity", "no app is notified when its time is over"),
    ("endedActivity", "no app is notified when its time is over"),
    ("ghostTime", "ghosts come in whole steps of ghostSpacing, so a fifth of it changes nothing"),
    ("voipPush", "an app without a call is ended before it, by callReport, and a call keeps it"),
  ]
}
