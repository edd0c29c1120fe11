// An exploration of a script, ready to be searched: what was compiled, its options, and the apps that
// it is about.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
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

  /// The title.
  var title: String { compiled.title }

  init(_ compiled: CompiledExploration, _ settings: ExplorationSettings, in program: Program) {
    self.compiled = compiled
    self.settings = settings
    let named = program.units(namedBy: compiled)
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
  /// What counts of the device in what tells states apart.
  func scope(of program: Program) -> IdentityScope {
    var scope = IdentityScope(clock: settings.clock)
    scope.groupsMoments = settings.clock == .absent
    guard nativeApps.isEmpty else { return scope }
    let readers = apps.flatMap { program.units[$0].handlers }.filter {
      $0.name == Message.didUpdateLocations.definition.handler
    }
    scope.countsCoordinates =
      program.calls(functionsNamed: ["locate"], in: compiled)
      || readers.contains { program.parameterCount(of: $0.function) > 0 }
    let actsOnWindows = ActionTable.actions.filter { row in
      row.parameters.contains { $0.domain == .window }
    }
    scope.countsWindowNumbers =
      program.reads(anyOf: ["persistentIdentifier", "scenes"], in: compiled)
      || program.calls(functionsNamed: Set(actsOnWindows.map(\.name)), in: compiled)
    scope.appsWithoutTasks = Set(
      program.units.indices.filter { !program.callsHost("beginBackgroundTask", inUnit: $0) })
    return scope
  }

  /// Whether the code of apps keeps moments that count by what they come from.
  var keepsMoments: Bool { settings.keepsMoments && nativeApps.isEmpty }

  /// What the code reads of time, where the search does not know how it goes on at other moments.
  func timeReadings(in program: Program) -> [String] {
    let members = ["backgroundTimeRemaining", "due", "remaining"].filter { member in
      program.units.indices.contains { program.reads(member, inUnit: $0) }
    }
    // After a wait that is how long it took.
    let readsSpans =
      !compiled.observers.isEmpty && program.reads(anyOf: ["arguments"], in: compiled)
    return members + (readsSpans ? ["action.arguments"] : [])
      + (nativeApps.isEmpty ? [] : ["the code of apps in Swift"])
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
      for kind in EnvironmentRow.row(of: entry.kind)?.undoneBy ?? [] {
        let hasData = kind == .dismiss || kind == .settingBack
        let undoing = EnvironmentEntry(kind, data: hasData ? entry.data : nil)
        if !all.contains(undoing) { all.append(undoing) }
      }
    }
  }

  /// Whether a row can matter to an app; what native apps handle is not known.
  private func canMatter(_ row: EnvironmentRow, _ program: Program) -> Bool {
    guard nativeApps.isEmpty else { return true }
    let call: String? =
      switch row.kind {
      case .denial: "requestPermission"
      case .audioRoute: "playAudio"
      default: nil
      }
    if let call { return apps.contains { program.callsHost(call, inUnit: $0) } }
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
  ) -> [String] {
    let named = (settings.environment ?? []).filter { $0.data != nil }.map(\.kind)
    return EnvironmentRow.table.filter { row in
      row.dataNoun != nil && !named.contains(row.kind)
        && environment.contains { $0.row.kind == row.kind }
        && handlers(of: row.messages, program).contains {
          program.looksInto(firstParameterOf: $0.function)
        }
    }.map { ".\($0.kind.rawValue)" }
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
      texts += program.comparedTexts(from: handlers.map(\.function))
      texts = texts.filter { $0.contains(":") } + schemes.prefix(1).map { "\($0)://other" }
    case .quickAction:
      texts += program.comparedTexts(from: handlers.map(\.function)) + ["other"]
    case .setting, .settingBack:
      texts = SwitchedSetting.allCases.filter { canMatter($0, program) }.map(\.rawValue)
      return texts.map { .symbol($0) }
    default: return nil
    }
    return texts.enumerated().filter { texts.firstIndex(of: $1) == $0 }.map { .string($1) }
  }

  private func canMatter(_ setting: SwitchedSetting, _ program: Program) -> Bool {
    switch setting {
    case .lowPowerMode: apps.contains { program.reads("isLowPowerModeEnabled", inUnit: $0) }
    case .backgroundRefresh:
      apps.contains { program.reads("backgroundRefreshStatus", inUnit: $0) }
    case .airplaneMode, .bluetooth: false
    }
  }
}
