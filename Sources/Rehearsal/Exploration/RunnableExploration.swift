// An exploration of a script, ready to be searched: what was compiled, its options, and the apps that
// it is about.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// An exploration of a script.
package struct RunnableExploration: Sendable {
  /// One alternative with a value of each name that it binds.
  package struct Alternative: Sendable {
    /// The number of the alternative on the page.
    package let number: Int
    /// The values of its names, in their order.
    package let values: [ScriptValue]
    /// Whether it counts among the disruptions.
    package let isDisruption: Bool
  }

  /// What was compiled.
  package let compiled: CompiledExploration
  /// The options of its header.
  package let options: ExplorationOptions
  /// What may be done, each alternative once for each combination of values, in the order of the
  /// page.
  package let alternatives: [Alternative]
  /// The numbers of the script's apps that it names.
  package let apps: [Int]
  /// The numbers by which it names apps of the host.
  let nativeApps: [UInt64]
  /// Whether the script reads a clock, so that states differ by the hour.
  package let readsClock: Bool

  /// The title.
  package var title: String { compiled.title }

  init(_ compiled: CompiledExploration, in program: Program) {
    self.compiled = compiled
    options = ExplorationOptions(compiled.settings)
    alternatives = compiled.alternatives.enumerated().flatMap { number, alternative in
      Self.combinations(of: alternative.choices).map {
        Alternative(number: number, values: $0, isDisruption: alternative.isDisruption)
      }
    }
    let named = program.units(namedBy: compiled)
    nativeApps = named.filter { ScriptHost.appIndex($0) != nil }
    apps = named.map { Int(clamping: $0) }.filter { program.units.indices.contains($0) }
    readsClock = program.calls(functionsNamed: ["now", "date"])
  }

  /// One value of each name: the first name varies slowest.
  private static func combinations(
    of choices: [CompiledExploration.Alternative.Choice]
  ) -> [[ScriptValue]] {
    choices.reduce([[]]) { combinations, choice in
      let values = (0..<(choice.values.elementCount ?? 0)).compactMap {
        choice.values.element(at: $0)
      }
      return combinations.flatMap { combination in values.map { combination + [$0] } }
    }
  }

  /// How the clock counts in what tells its states apart.
  package var clock: ClockIdentity {
    guard readsClock else { return .absent }
    return options.grid.map { .grid($0) } ?? .exact
  }

  /// A warning where every moment is a state of its own.
  var clockWarning: Diagnostic? {
    guard clock == .exact else { return nil }
    return Diagnostic(
      .clockInState, in: compiled.place.source, at: compiled.place.range,
      "the script reads the clock, so every moment is a state of its own and the search rarely "
        + "closes; wait with a timer or remember in a variable, or let the time of day count in "
        + "steps, as with `grid: 1h`")
  }
}

// MARK: - The environment

extension RunnableExploration {
  /// What may happen without being named by the author, in the order of the table.
  ///
  /// - Parameters:
  ///   - program: The code.
  ///   - device: The device with the apps.
  /// - Returns: The rows with their data.
  func environment(of program: Program, on device: Device) -> [EnvironmentEntry] {
    let usual = EnvironmentRow.allCases.filter { $0.isUsual && canMatter($0, program) }
      .map { EnvironmentEntry(row: $0, data: nil) }
    return (options.environment ?? ExplorationOptions.completed(usual)).flatMap { entry in
      guard entry.data == nil, let data = data(for: entry.row, program, device) else {
        return [entry]
      }
      return data.map { EnvironmentEntry(row: entry.row, data: $0) }
    }
  }

  /// Whether a row can matter to an app; what native apps handle is not known.
  private func canMatter(_ row: EnvironmentRow, _ program: Program) -> Bool {
    guard nativeApps.isEmpty else { return true }
    if row == .denial {
      return apps.contains { program.callsHost("requestPermission", inUnit: $0) }
    }
    return row.messages.isEmpty || !handlers(of: row.messages, program).isEmpty
  }

  private func handlers(of messages: [Message], _ program: Program) -> [CompiledUnit.Handler] {
    let names = Set(messages.map(\.definition.handler))
    return apps.flatMap { program.units[$0].handlers.filter { names.contains($0.name) } }
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
    switch row {
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

extension Script {
  /// The explorations in their order; empty for a script with errors.
  package var explorations: [RunnableExploration] { content?.explorations ?? [] }
}
