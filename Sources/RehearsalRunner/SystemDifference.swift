// A case that does not come out the same on all systems on which it is played, and why: the rule that
// turns its outcome from one version to the other, or the first rule by which two models part.

import Rehearsal
import RehearsalLifecycle

/// One case that comes out otherwise on some of the systems on which it is played.
package struct SystemDifference: Sendable {
  /// How it came out on one system.
  package struct Outcome: Sendable {
    /// The system, where it is not the same for all: `os 12`, `iPad`.
    package let system: String
    /// Whether it passed.
    package let hasPassed: Bool
  }

  /// What makes the difference between two systems.
  package struct Reason: Sendable {
    /// The system with which the other is compared.
    package let from: String
    /// The other one.
    package let to: String
    /// The rule; nil where no rule turns the outcome, because the script asks for the system.
    package let rule: RuleNumber?
  }

  /// The script.
  package let file: String
  /// The line at which the case is declared, from 1.
  package let line: Int
  /// The title that the case has on all systems.
  package let title: String
  /// How it came out, in the order in which it was played.
  package let outcomes: [Outcome]
  /// What makes each difference.
  package let reasons: [Reason]
}

/// The playings of one case on several systems.
struct SystemComparison {
  /// The result of a run of the case on some device.
  struct Run {
    var hasPassed: Bool
    var records: [Record] = []
  }

  /// A playing, and how it came out.
  struct Playing {
    let testCase: TestCase
    let title: String
    let profile: Profile
    let hasPassed: Bool
    /// Runs the case again, on another device.
    let run: (Profile) -> Run
  }

  let playings: [Playing]

  /// The playings among some that belong together, where they came out differently.
  static func differences(among playings: [Playing]) -> [SystemDifference] {
    var groups: [[Playing]] = []
    var numbers: [String: Int] = [:]
    for playing in playings {
      let key = "\(playing.testCase.line)/\(playing.title)"
      if let number = numbers[key] {
        groups[number].append(playing)
      } else {
        numbers[key] = groups.count
        groups.append([playing])
      }
    }
    return groups.compactMap { SystemComparison(playings: $0).difference }
  }

  private var difference: SystemDifference? {
    guard let first = playings.first, Set(playings.map(\.hasPassed)).count > 1 else { return nil }
    return SystemDifference(
      file: first.testCase.file, line: first.testCase.line, title: first.title,
      outcomes: playings.map {
        SystemDifference.Outcome(system: name(of: $0.profile), hasPassed: $0.hasPassed)
      },
      reasons: playings.indices.flatMap(reasons))
  }

  /// A device by what tells it from the others.
  private func name(of profile: Profile) -> String {
    let system = "os \(profile.system)"
    guard playings.contains(where: { $0.profile.model != profile.model }) else { return system }
    let isOneVersion = playings.allSatisfy { $0.profile.system == profile.system }
    return isOneVersion ? profile.model : "\(system) \(profile.model)"
  }

  /// Why a playing comes out otherwise than those before it that differ in one thing.
  private func reasons(of number: Int) -> [SystemDifference.Reason] {
    let playing = playings[number]
    let earlier = playings[..<number].reversed()
    let onVersion = earlier.first {
      $0.profile.model == playing.profile.model && $0.profile.system != playing.profile.system
    }
    let onModel = earlier.first {
      $0.profile.system == playing.profile.system && $0.profile.model != playing.profile.model
    }
    return [onVersion, onModel].compactMap { other in
      guard let other, other.hasPassed != playing.hasPassed else { return nil }
      return SystemDifference.Reason(
        from: name(of: other.profile), to: name(of: playing.profile),
        rule: rule(between: other, and: playing))
    }
  }

  private func rule(between one: Playing, and other: Playing) -> RuleNumber? {
    guard one.profile.system != other.profile.system else {
      return Self.firstDifference(between: one, and: other)
    }
    let (earlier, later) =
      one.profile.system < other.profile.system ? (one, other) : (other, one)
    return RuleBook.decisiveRule(from: earlier.profile, to: later.profile) {
      later.run($0).hasPassed == later.hasPassed
    }
  }

  /// The rule of the first thing that happens on one of two models only.
  private static func firstDifference(
    between one: Playing, and other: Playing
  ) -> RuleNumber? {
    let (first, second) = (one.run(one.profile).records, other.run(other.profile).records)
    let isSame = { (a: Record, b: Record) in a.subject == b.subject && a.app == b.app }
    let start = zip(first, second).enumerated().first { !isSame($0.element.0, $0.element.1) }
    let same = start?.offset ?? min(first.count, second.count)
    let parted = zip(first.dropFirst(same), second.dropFirst(same))
    return parted.lazy.compactMap { $0.rule ?? $1.rule }.first
      ?? (first.dropFirst(same) + second.dropFirst(same)).lazy.compactMap(\.rule).first
  }
}
