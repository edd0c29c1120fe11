// What the playings of a file's scenarios prove about the file itself, once all of them were green: which
// expectations none of them evaluated, and which permissions none of them needed. Both pass for ever, and
// readers of the file take them for tests.

import Rehearsal
import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// What the playings of all scenarios of a file evaluated and encountered.
package struct FileEvidence {
  private let script: Script
  private var expectations: Set<Int> = []
  /// How apps ended, by the numbers of scenarios.
  private var ends: [Int: Set<ExitReason>] = [:]
  /// Whether everything was played that was asked for, and passed.
  package private(set) var isGreen = true
  private var hasPlayed = false

  /// Begins with a file of which nothing was played.
  package init(_ script: Script) { self.script = script }

  /// Takes what a playing came to.
  package mutating func note(_ result: ScenarioResult) {
    guard result.status != .skipped else { return }
    take(result.evidence, hasPassed: result.status == .passed)
    ends[result.scenario.scenario, default: []].formUnion(result.evidence.ends)
  }

  /// Takes what the statements of a script without scenarios came to.
  package mutating func take(_ evidence: CaseEvidence, hasPassed: Bool) {
    hasPlayed = true
    isGreen = isGreen && hasPassed
    expectations.formUnion(evidence.expectations)
  }

  /// What is wrong with the file; nothing where it is red, for what comes after a failure is not known.
  ///
  /// - Parameters:
  ///   - imports: Where the file's imports come from.
  ///   - cancellation: By what another thread stops it.
  /// - Returns: The findings. A file of which scenarios are skipped is played once more for them.
  package func findings(
    imports: ImportSource? = nil, cancellation: CancellationFlag? = nil
  ) -> [Diagnostic] {
    guard isGreen, hasPlayed, let program = script.program else { return [] }
    return unevaluated(in: program) + unneeded(in: program) + unusedSeeds(in: program)
      + untested(imports, cancellation)
  }

  // MARK: - What is skipped

  /// Warns of a file whose skipped scenarios are those that say something of its apps.
  private func untested(
    _ imports: ImportSource?, _ cancellation: CancellationFlag?
  ) -> [Diagnostic] {
    let skipped = script.cases.first { $0.skipReason != nil && $0.place.source === script.source }
    guard let skipped,
      let measure = IdleMeasure(script, imports: imports, cancellation: cancellation),
      measure.passing.count == measure.count
    else { return [] }
    return [
      Diagnostic(
        .nothingPlayed, in: script.source, at: skipped.place.range,
        "while this is skipped, nothing tests the apps of this file: every scenario that is played also "
          + "passes if they do nothing")
    ]
  }

  // MARK: - Expectations

  private func unevaluated(in program: Program) -> [Diagnostic] {
    let own = program.expectations.enumerated().filter { $1.place.source === script.source }
    let known = Set(own.filter { expectations.contains($0.offset) }.map(\.element.place.range))
    let missed = own.map(\.element.place.range).filter { !known.contains($0) }
    guard !missed.isEmpty else { return [] }
    let exempt = exemptions(knowing: known)
    var told: Set<SourceRange> = []
    return missed.filter { range in
      !exempt.contains { $0.start <= range.start && range.end <= $0.end }
        && told.insert(range).inserted
    }.map { range in
      Diagnostic(
        .unevaluatedExpectation, in: script.source, at: range,
        "no case of this file evaluated this `expect`, so it tests nothing: what leads to it never "
          + "comes")
    }
  }

  /// Where expectations may stay unevaluated: in scenarios that are skipped and in explorations, in what
  /// follows `else` of a `guard`, and in a branch whose other branch expected something.
  private func exemptions(knowing known: Set<SourceRange>) -> [SourceRange] {
    let skipped = Set(
      script.cases.filter { $0.skipReason != nil }.map(\.place.range.start))
    let played = Set(script.cases.filter { $0.skipReason == nil }.map(\.place.range.start))
    var exempt: [SourceRange] = []
    for statement in Parser.parse(script.source).statements {
      switch statement.kind {
      case .exploration: exempt.append(statement.range)
      case .scenario:
        let places = statement.range.start..<statement.range.end
        let isSkipped = skipped.contains(where: places.contains)
        if isSkipped, !played.contains(where: places.contains) { exempt.append(statement.range) }
      default: break
      }
    }
    return exempt + BranchRanges(script.source).withoutNeed(knowing: known)
  }

  // MARK: - Seeds

  /// Warns of scenarios that are played with several seeds where nothing draws by them.
  private func unusedSeeds(in program: Program) -> [Diagnostic] {
    guard !program.drawsRandomNumbers, script.host.isEmpty else { return [] }
    return program.scenarios.compactMap { scenario in
      guard
        let setting = scenario.settings.first(where: { $0.key == ProfileKey.seed.rawValue }),
        setting.place.source === script.source, setting.value.elementCount ?? 1 > 1
      else { return nil }
      return Diagnostic(
        .unusedSeeds, in: setting.place.source, at: setting.place.range,
        "no code of this script draws random numbers, so that every seed plays the same; leave the "
          + "seeds out, or use `random`")
    }
  }

  // MARK: - Permissions

  private func unneeded(in program: Program) -> [Diagnostic] {
    let played = Dictionary(
      script.cases.map { ($0.scenario, $0.skipReason == nil) }, uniquingKeysWith: { $0 || $1 })
    var findings: [Diagnostic] = []
    var othersEnds: Set<ExitReason> = []
    for (number, scenario) in program.scenarios.enumerated() {
      let own = scenario.settings.first { $0.key == ScenarioKey.allowing.rawValue }
      guard let own else {
        othersEnds.formUnion(ends[number] ?? [])
        continue
      }
      guard played[number] == true else { continue }
      findings += unneeded(own, ends[number] ?? [], "any playing of this scenario")
    }
    let file = program.deviceSettings.first { $0.key == ScenarioKey.allowing.rawValue }
    if let file, played.values.contains(true) {
      findings += unneeded(file, othersEnds, "any scenario of this file")
    }
    return findings
  }

  private func unneeded(
    _ setting: CompiledSetting, _ ends: Set<ExitReason>, _ scope: String
  ) -> [Diagnostic] {
    guard setting.place.source === script.source, case .list(let names) = setting.value else {
      return []
    }
    return names.compactMap { name in
      guard case .symbol(let symbol) = name,
        ExitReason.allowed(by: symbol).isDisjoint(with: ends)
      else { return nil }
      return Diagnostic(
        .unneededPermission, in: setting.place.source, at: setting.place.range,
        "no app ended for `.\(symbol)` in \(scope): take it out, so that such an end fails")
    }
  }
}

/// The branches of the conditions of a source, by their braces.
private struct BranchRanges {
  /// The branches of one condition after each other, of which one is taken.
  private var chains: [[SourceRange]] = []
  /// What follows `else` of a `guard`.
  private var lastResorts: [SourceRange] = []

  init(_ source: SourceText) {
    let tokens = Lexer.tokenize(source).tokens
    var open: [Int] = []
    var partner: [Int: Int] = [:]
    for (number, token) in tokens.enumerated() {
      switch token.kind {
      case .punctuation(.leftBrace): open.append(number)
      case .punctuation(.rightBrace):
        if let first = open.popLast() { (partner[first], partner[number]) = (number, first) }
      default: break
      }
    }
    for (number, token) in tokens.enumerated() where token.kind == .keyword(.else) {
      let next = tokens[(number + 1)...].firstIndex { $0.kind == .punctuation(.leftBrace) }
      guard number > 0, let next, let end = partner[next] else { continue }
      let branch = tokens[next].range.union(tokens[end].range)
      guard let before = partner[number - 1] else {
        lastResorts.append(branch)
        continue
      }
      let first = tokens[before].range.union(tokens[number - 1].range)
      if let chain = chains.firstIndex(where: { $0.last == first }) {
        chains[chain].append(branch)
      } else {
        chains.append([first, branch])
      }
    }
  }

  /// The ranges in which no expectation need be evaluated.
  func withoutNeed(knowing known: Set<SourceRange>) -> [SourceRange] {
    let needless = chains.filter { branches in
      known.contains { range in branches.contains { $0.start <= range.start && range.end <= $0.end }
      }
    }
    return lastResorts + needless.flatMap(\.self)
  }
}
