// An exploration of a script, ready to be searched: what was compiled, its options, and the apps that
// it is about.

import Rehearsal
import RehearsalCode
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// An exploration of a script.
struct RunnableExploration: Sendable {
  /// What was compiled.
  let compiled: CompiledExploration
  /// The options of its header.
  let settings: ExplorationSettings
  /// The numbers of the script's apps that it names.
  let apps: [Int]
  /// The numbers by which it names apps of the host.
  let nativeApps: [UInt64]

  /// What the code of apps reads and does.
  private let codeOfApps: CodeFacts
  /// What the exploration's own code reads and does.
  private let ownCode: CodeFacts

  /// The title.
  var title: String { compiled.title }

  init(_ compiled: CompiledExploration, _ settings: ExplorationSettings, in program: Program) {
    self.compiled = compiled
    self.settings = settings
    let facts = program.facts
    let named = facts.units(namedBy: compiled)
    codeOfApps = facts.ofUnits
    ownCode = facts.facts(ofOutsideOf: compiled)
    nativeApps = named.filter { ScriptHost.appIndex($0) != nil }
    apps = named.map { Int(clamping: $0) }.filter { program.units.indices.contains($0) }
  }

  /// How many combinations of values the names of an alternative have.
  ///
  /// They are not laid out: a range may have more values than fit anywhere.
  func combinationCount(ofAlternative number: Int) -> Int {
    compiled.alternatives[number].choices.reduce(1) { count, choice in
      let (product, isTooMany) = count.multipliedReportingOverflow(
        by: choice.values.elementCount ?? 0)
      return isTooMany ? .max : product
    }
  }

  /// The values of an alternative's names in one of their combinations: the first varies slowest.
  func values(ofAlternative number: Int, combination: Int) -> [ScriptValue] {
    var rest = combination
    let values = compiled.alternatives[number].choices.reversed().compactMap { choice in
      let count = max(1, choice.values.elementCount ?? 0)
      defer { rest /= count }
      return choice.values.element(at: rest % count)
    }
    return values.reversed()
  }
}

// MARK: - What counts

extension RunnableExploration {
  /// What counts of a device in what tells states apart.
  func scope(of program: Program, on device: Device) -> IdentityScope {
    var scope = IdentityScope(clock: settings.clock)
    scope.groupsMoments = settings.clock == .absent
    guard nativeApps.isEmpty else { return scope }
    scope.countsCoordinates = reads(.place) || givesPlaces(program)
    scope.countsWindowNumbers = reads(.windowNumber)
    scope.countsOrderOfUse = reads(.orderOfUse)
    scope.countsOrderOfStarts = reads(.memory) || !device.hasRoomForAllApps
    scope.countsOrderAcrossApps =
      scope.countsOrderOfStarts || codeOfApps.reachesOutOfProcess
      || device.apps.contains(where: device.isExtension)
    let facts = program.facts
    scope.appsWithoutTasks = Set(
      program.units.indices.filter { !facts.facts(ofUnit: $0).reads(.backgroundTime) })
    return scope
  }

  /// Whether any code that it may run reads something.
  private func reads(_ reading: Reading) -> Bool {
    codeOfApps.reads(reading) || ownCode.reads(reading)
  }

  /// Whether a handler takes what holds a place.
  private func givesPlaces(_ program: Program) -> Bool {
    let host = program.host
    let givers = host.handlers.filter { handler in
      handler.given.values.contains { kind in
        host.map(of: kind)?.keys.contains { $0.reads.contains(.place) } ?? false
      }
    }
    let names = Set(givers.map(\.name))
    return program.units.flatMap(\.handlers).contains {
      names.contains($0.name) && program.parameterCount(of: $0.function) > 0
    }
  }

  /// Whether the code of apps keeps moments that count by what they come from.
  var keepsMoments: Bool { settings.keepsMoments && nativeApps.isEmpty }

  /// What the code reads of time, where the search does not know how it goes on at other moments, such
  /// as `what arguments reads`.
  var timeReadings: [String] {
    let words = codeOfApps.words(reading: .time)
    let all = words + ownCode.words(reading: .time).filter { !words.contains($0) }
    return all.map { "what \($0) reads" }
      + (nativeApps.isEmpty ? [] : [Verdict.Restriction.codeInSwift])
  }

  /// The conditions of the device that code reads and that nothing changes, where the author did not
  /// say what may happen.
  var conditionReadings: [String] {
    guard settings.environment == nil else { return [] }
    let words = codeOfApps.words(reading: .condition)
    return words + ownCode.words(reading: .condition).filter { !words.contains($0) }
  }
}

// MARK: - The environment

extension RunnableExploration {
  /// What may happen without being named by the author, in the order of the table.
  ///
  /// - Parameters:
  ///   - program: The code.
  ///   - device: The device with the apps.
  /// - Returns: The rows, each with its data or none.
  func environment(
    of program: Program, on device: Device
  ) -> [(row: EnvironmentRow, data: ScriptValue?)] {
    let defaults = EnvironmentRow.table.filter { $0.isDefault && canMatter($0, program) }
    let named = settings.environment ?? defaults.map { EnvironmentEntry($0.kind) }
    let entries = Self.withUndoing(named)
    return EnvironmentRow.table.flatMap { row in
      entries.filter { $0.kind == row.kind }.flatMap { entry -> [ScriptValue?] in
        if entry.data == nil, let data = data(for: row, program, device) { return data }
        return [entry.data]
      }.map { (row, $0) }
    }
  }

  /// Entries with those that undo them, which have the data that they undo.
  private static func withUndoing(_ entries: [EnvironmentEntry]) -> [EnvironmentEntry] {
    entries.reduce(into: entries) { all, entry in
      for undoing in entry.undoing where !all.contains(undoing) { all.append(undoing) }
    }
  }

  /// Whether a row can matter to an app; what native apps handle is not known.
  private func canMatter(_ row: EnvironmentRow, _ program: Program) -> Bool {
    guard nativeApps.isEmpty else { return true }
    if let reading = row.reading { return reads(reading) }
    return row.messages.isEmpty || !handlers(of: row.messages, program).isEmpty
  }

  private func handlers(of messages: [Message], _ program: Program) -> [CompiledUnit.Handler] {
    let names = Set(messages.map(\.definition.handler))
    return apps.flatMap { program.units[$0].handlers.filter { names.contains($0.name) } }
  }

  /// With how much data of each kind things may happen, such as `2 links`, where handlers are given it.
  ///
  /// - Parameters:
  ///   - environment: What may happen, with its data.
  ///   - program: The code.
  /// - Returns: A text for each kind, in the order of the table.
  func dataTried(
    _ environment: [(row: EnvironmentRow, data: ScriptValue?)], _ program: Program
  ) -> [String] {
    var counts: [(noun: String, count: Int)] = []
    for (row, _) in environment {
      guard let noun = row.dataNoun, !handlers(of: row.messages, program).isEmpty else { continue }
      if let known = counts.firstIndex(where: { $0.noun == noun }) {
        counts[known].count += 1
      } else {
        counts.append((noun, 1))
      }
    }
    return counts.map { "\($0.count) \($0.noun)\($0.count == 1 ? "" : "s")" }
  }

  /// The rows whose data the author has not named, and of which handlers make more than to compare it
  /// with what was tried.
  func rowsOfOtherData(
    _ environment: [(row: EnvironmentRow, data: ScriptValue?)], _ program: Program
  ) -> [Verdict.TriedData] {
    let named = (settings.environment ?? []).filter { $0.data != nil }.map(\.kind)
    return EnvironmentRow.table.compactMap { row in
      let tried = environment.filter { $0.row.kind == row.kind }
      guard let noun = row.dataNoun, !named.contains(row.kind), !tried.isEmpty else { return nil }
      let handler = handlers(of: row.messages, program).first {
        program.looksInto(firstParameterOf: $0.function)
      }
      return handler.map {
        Verdict.TriedData(
          row: ".\(row.kind.rawValue)", noun: noun, handler: $0.name,
          values: tried.compactMap { $0.data.map { "\($0)" } })
      }
    }
  }

  /// The data of a row that no option names; nil for one that needs none, or takes it from the device.
  ///
  /// It is what the code of its handlers compares with, and one other; of settings those that can
  /// matter.
  private func data(
    for row: EnvironmentRow, _ program: Program, _ device: Device
  ) -> [ScriptValue]? {
    let handlers = handlers(of: row.messages, program)
    var texts = handlers.compactMap(\.selector)
    switch row.kind {
    case .open:
      let descriptions = device.apps.compactMap { device.description(of: $0) }
      let schemes = descriptions.flatMap { $0.texts(.urlSchemes) }
      let code = program.facts.facts(of: handlers.map(\.function))
      texts =
        code.texts.filter { $0.contains("://") } + code.comparedTexts.filter { $0.contains(":") }
      // A part of a link is looked for in a whole one.
      let parts =
        code.comparedTexts.filter { !$0.contains(":") && !schemes.contains($0) } + ["other"]
      texts += parts.flatMap { part in schemes.prefix(1).map { "\($0)://\(part)" } }
    case .quickAction:
      texts += program.facts.facts(of: handlers.map(\.function)).comparedTexts + ["other"]
    case .push, .voipPush:
      // One with nothing of what code looks up, and one with all of it.
      let keys = program.facts.data(reachedFrom: handlers.map(\.function)).keys
        .map { (name: $0.name, value: $0.value ?? .string("x")) }
      let payloads = [EnvironmentRow.payload(of: row.kind)]
      let whole = EnvironmentRow.payload(of: row.kind, with: keys)
      return payloads.contains(whole) ? payloads : payloads + [whole]
    case .setting, .settingBack:
      texts = SwitchedSetting.allCases.filter { reads(.setting($0)) }.map(\.rawValue)
      return texts.map { .symbol($0) }
    default: return nil
    }
    return texts.enumerated().filter { texts.firstIndex(of: $1) == $0 }.map { .string($1) }
  }
}
