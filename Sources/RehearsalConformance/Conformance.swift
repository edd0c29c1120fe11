// Logs of probes held against the rule book: whether a device did as the rules say, and if not, which row
// of the rule book would play what it did. Each probe is run three times, and what was otherwise in one
// run alone is no deviation.

import RehearsalLifecycle

/// The logs of one device, with what they say of the rules.
package struct Conformance: Sendable {
  /// The outcome of a probe.
  package enum Outcome: Hashable, Sendable {
    /// As the rules say, as far as the logs go.
    case asTold
    /// Otherwise, from a line on.
    case deviates(ExpectedLife.Deviation)
  }

  /// The outcome of the runs of one probe.
  package struct Result: Sendable {
    /// The probe.
    package let probe: Probe
    /// Its runs.
    package let logs: [RecordedLog]
    /// Whether it was as the rules say.
    package let outcome: Outcome
    /// In how many of its runs it was otherwise.
    package let deviatingRuns: Int
    /// Each list of changes that plays what came; empty if no row of the rule book does.
    package fileprivate(set) var explanations: [[Change]] = []
    /// Of several versions that play what came, the rule that makes the difference; nil if none alone
    /// does, or no version plays it.
    package fileprivate(set) var decisiveRule: RuleNumber?
    /// The rules whose lines came as expected.
    package let told: Set<RuleNumber>
    /// All rules whose lines are expected.
    package let expected: Set<RuleNumber>
  }

  /// The version of the system.
  package let system: SystemVersion
  /// The model, as scripts name it.
  package let model: String
  /// The identifier of the hardware, where the logs have it.
  package let hardware: String?
  /// By probe, in the order of the table.
  package let results: [Result]

  /// The devices of some logs, with what each showed.
  ///
  /// - Parameters:
  ///   - logs: The logs, in any order.
  ///   - model: The model to play, where the logs do not know it as exactly.
  /// - Returns: One value for each version and model.
  /// - Throws: `LogError` for a log of no probe.
  package static func devices(
    of logs: [RecordedLog], model: String? = nil
  ) throws(LogError) -> [Conformance] {
    var groups: [(key: [String], logs: [RecordedLog])] = []
    for var log in logs {
      guard let name = log.probe, Probe.probe(name) != nil else {
        throw LogError(
          "\(log.source): it is of no probe, \(log.probe ?? "and names none"); "
            + "`rehearse explain` reads the log of any app")
      }
      if let model { log.model = model }
      let key = ["\(log.system)", log.model, log.hardware ?? ""]
      if let known = groups.firstIndex(where: { $0.key == key }) {
        groups[known].logs.append(log)
      } else {
        groups.append((key, [log]))
      }
    }
    return groups.map { Conformance(of: $0.logs) }
  }

  private init(of logs: [RecordedLog]) {
    system = logs[0].system
    model = logs[0].model
    hardware = logs[0].hardware
    let lives = ProbeLives(system: logs[0].system, model: logs[0].model)
    let judged = Probe.all.compactMap { probe -> Result? in
      let runs = logs.filter { $0.probe == probe.name }.sorted { $0.run < $1.run }
      guard !runs.isEmpty, let life = lives.life(of: probe, []) else { return nil }
      return Self.result(of: probe, runs, life)
    }
    var explainer = Explainer(lives: lives, results: judged)
    explainer.explain()
    results = explainer.results
  }

  private static func result(of probe: Probe, _ logs: [RecordedLog], _ life: ExpectedLife) -> Result
  {
    let deviations = logs.compactMap(life.deviation)
    // The outcome of most runs, the first of them.
    let usual = deviations.max { first, second in
      deviations.count { $0 == first } < deviations.count { $0 == second }
    }
    let isOtherwise = deviations.count >= needed(of: logs.count)
    let end = isOtherwise ? usual?.number ?? 0 : Int.max
    let seen = Set(logs.flatMap { $0.lines.map(\.number) })
    let told = life.lines.indices.filter { $0 + 1 < end && seen.contains($0 + 1) }
      .compactMap { life.rules[$0] }
    return Result(
      probe: probe, logs: logs,
      outcome: isOtherwise ? usual.map(Outcome.deviates) ?? .asTold : .asTold,
      deviatingRuns: deviations.count, told: Set(told),
      expected: Set(life.rules.compactMap(\.self)))
  }

  /// In how many of so many runs something has to be otherwise.
  fileprivate static func needed(of runs: Int) -> Int { runs == 1 ? 1 : 2 }
}

/// Looks for the rows of the rule book that play what a device did.
private struct Explainer {
  typealias Result = Conformance.Result

  let lives: ProbeLives
  var results: [Result]

  /// Whether the device with some changes does what most of the runs of a probe show.
  private func plays(_ changes: [Change], _ result: Result) -> Bool {
    guard let life = lives.life(of: result.probe, changes) else { return false }
    let count = result.logs.count { life.deviation(of: $0) != nil }
    return count < Conformance.needed(of: result.logs.count)
  }

  private var deviating: [Int] { results.indices.filter { results[$0].outcome != .asTold } }

  /// Looks for what plays the deviations: one change for all of them, one for each, or two together.
  mutating func explain() {
    let indices = deviating
    guard !indices.isEmpty else { return }
    var byProbe: [Int: [Change]] = [:]
    for index in indices { byProbe[index] = singles(for: results[index]) }
    let all = indices.compactMap { byProbe[$0] }.reduce(nil as [Change]?) { common, next in
      common.map { $0.filter { change in next.contains { change.isLike($0) } } } ?? next
    }
    for index in indices {
      let own = byProbe[index] ?? []
      let chosen = (all ?? []).isEmpty ? own : all ?? []
      results[index].explanations = chosen.map { [$0] }
      if case .system? = chosen.first {
        results[index].decisiveRule = decisiveRule(of: chosen[0], in: results[index])
      }
    }
    for index in indices where results[index].explanations.isEmpty {
      results[index].explanations = pairs(for: results[index])
    }
  }

  /// The changes that alone play what came in a probe, and leave the others as they came.
  private func singles(for result: Result) -> [Change] {
    let profile = lives.profile(of: result.probe, [])
    let budgets = Change.measurable(on: profile).flatMap { fitted($0, [], to: result) }
    let rows = (Change.choices(on: profile) + budgets).filter(isAnswer)
    // Another version is the answer only where no row of its own is.
    return rows.isEmpty ? Change.systems(on: profile).filter(isAnswer) : rows

    func isAnswer(_ change: Change) -> Bool {
      plays([change], result) && leavesOthers([change], result)
    }
  }

  /// The rule by which another version plays what came.
  private func decisiveRule(of change: Change, in result: Result) -> RuleNumber? {
    let own = lives.profile(of: result.probe, [])
    // An app has scenes or has none: no device mixes the rules of both.
    let other = lives.profile(of: result.probe, [change])
    guard own.has(.scenes) == other.has(.scenes) else { return nil }
    return RuleBook.decisiveRule(from: own, to: other) {
      profile in
      let life = ExpectedLife(of: result.probe) { $0 = profile }
      let count = result.logs.count { life?.deviation(of: $0) != nil }
      return life != nil && count < Conformance.needed(of: result.logs.count)
    }
  }

  private func leavesOthers(_ changes: [Change], _ result: Result) -> Bool {
    results.allSatisfy { other in
      other.probe.name == result.probe.name || other.outcome != .asTold || plays(changes, other)
    }
  }

  /// A budget with the value that the spans of a log have, with some changes besides; empty if it is
  /// not measured there.
  private func fitted(_ budget: Budget, _ others: [Change], to result: Result) -> [Change] {
    let usual = lives.profile(of: result.probe, others).span(of: budget)
    guard let life = lives.life(of: result.probe, others) else { return [] }
    let spans = life.spans()
    var found: [Change] = []
    for percent in [110, 90] as [Int64] {
      let nanoseconds = usual.nanoseconds / 100 * percent
      let other = Change.budget(budget, TimeSpan(nanoseconds: nanoseconds))
      let step = (nanoseconds - usual.nanoseconds) / 1_000_000
      guard let moved = lives.life(of: result.probe, others + [other])?.spans() else { continue }
      for log in result.logs {
        let came = life.spans(in: log)
        // The first span that the budget moves tells how long it is.
        guard
          let index = spans.keys.sorted().first(where: { index in
            moved[index].map { abs($0 - spans[index, default: 0]) > 20 } ?? false
              && came[index] != nil
          }), let expected = spans[index], let there = came[index], let then = moved[index],
          abs(there - expected) > ExpectedLife.tolerance
        else { continue }
        let value = usual.nanoseconds / 1_000_000 + (there - expected) * step / (then - expected)
        // Nobody measures a hundredth of a second.
        let rounded = (value + 50) / 100 * 100
        guard rounded > 0 else { continue }
        let change = Change.budget(budget, .milliseconds(rounded))
        if !found.contains(change) { found.append(change) }
      }
    }
    let playing = found.first { plays(others + [$0], result) }
    return playing.map { [$0] } ?? threshold(budget, others, to: result)
  }

  /// A budget that decides whether something comes, and not when: a value of it with which comes what came.
  private func threshold(_ budget: Budget, _ others: [Change], to result: Result) -> [Change] {
    let usual = lives.profile(of: result.probe, others).span(of: budget).nanoseconds / 100
    let contents = lives.life(of: result.probe, others)?.lines.map(\.content)
    for percent in [80, 120] as [Int64] {
      let change = Change.budget(budget, TimeSpan(nanoseconds: usual * percent))
      let life = lives.life(of: result.probe, others + [change])
      if life?.lines.map(\.content) != contents, plays(others + [change], result) {
        return [change]
      }
    }
    return []
  }

  /// Two changes that together play what came; empty if no two do.
  private func pairs(for result: Result) -> [[Change]] {
    let profile = lives.profile(of: result.probe, [])
    guard let usual = lives.life(of: result.probe, []) else { return [] }
    let choices = Change.choices(on: profile).filter {
      lives.life(of: result.probe, [$0]) != usual
    }
    let budgets = Change.measurable(on: profile).filter { budget in
      let other = profile.span(of: budget).nanoseconds / 10 * 11
      return lives.life(of: result.probe, [.budget(budget, TimeSpan(nanoseconds: other))]) != usual
    }
    var found: [[Change]] = []
    for (index, first) in choices.enumerated() {
      for second in choices[(index + 1)...] where plays([first, second], result) {
        found.append([first, second])
      }
      for budget in budgets {
        found += fitted(budget, [first], to: result).map { [first, $0] }
      }
    }
    for (index, first) in budgets.enumerated() {
      for second in budgets[(index + 1)...] {
        found += fittedPair(first, second, to: result)
      }
    }
    return found.filter { leavesOthers($0, result) }
  }

  /// Two budgets with the values of a log: one is fitted by a span that the other does not move.
  private func fittedPair(_ first: Budget, _ second: Budget, to result: Result) -> [[Change]] {
    guard let spans = lives.life(of: result.probe, [])?.spans() else { return [] }
    for (one, other) in [(first, second), (second, first)] {
      let usual = lives.profile(of: result.probe, []).span(of: one)
      guard let moved = nudged(one, result), let others = nudged(other, result),
        let log = result.logs.first, let life = lives.life(of: result.probe, [])
      else { continue }
      let came = life.spans(in: log)
      guard
        let index = spans.keys.sorted().first(where: {
          moved[$0] != spans[$0] && others[$0] == spans[$0] && came[$0] != nil
        }), let expected = spans[index], let then = moved[index], let there = came[index]
      else { continue }
      let step = usual.nanoseconds / 10_000_000
      let value = usual.nanoseconds / 1_000_000 + (there - expected) * step / (then - expected)
      let change = Change.budget(one, .milliseconds((value + 50) / 100 * 100))
      guard value > 0, let fitted = fitted(other, [change], to: result).first else { continue }
      return [[change, fitted]]
    }
    return []
  }

  /// The spans of a probe with a budget that is a tenth longer.
  private func nudged(_ budget: Budget, _ result: Result) -> [Int: Int64]? {
    let usual = lives.profile(of: result.probe, []).span(of: budget).nanoseconds
    return lives.life(
      of: result.probe, [.budget(budget, TimeSpan(nanoseconds: usual / 10 * 11))])?.spans()
  }
}

extension Change {
  /// Whether two changes are the same but for what was measured.
  fileprivate func isLike(_ other: Change) -> Bool {
    if case .budget(let one, _) = self, case .budget(let two, _) = other { return one == two }
    return self == other
  }
}

/// The lives of probes on one device with changes, each played once.
private final class ProbeLives {
  private struct Key: Hashable {
    let probe: String
    let changes: [Change]
  }

  private let system: SystemVersion
  private let model: String
  private var known: [Key: ExpectedLife?] = [:]

  init(system: SystemVersion, model: String) {
    (self.system, self.model) = (system, model)
  }

  /// The device of a probe with changes.
  func profile(of probe: Probe, _ changes: [Change]) -> Profile {
    var profile = probe.device
    set(&profile, changes)
    return profile
  }

  private func set(_ profile: inout Profile, _ changes: [Change]) {
    (profile.system, profile.model) = (system, model)
    for change in changes { change.apply(to: &profile) }
  }

  /// The expected log of a probe; nil if it cannot be played.
  func life(of probe: Probe, _ changes: [Change]) -> ExpectedLife? {
    let key = Key(probe: probe.name, changes: changes)
    if let life = known[key] { return life }
    let life = ExpectedLife(of: probe) { set(&$0, changes) }
    known[key] = .some(life)
    return life
  }
}
