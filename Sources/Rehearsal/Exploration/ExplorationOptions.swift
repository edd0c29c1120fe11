// The options behind the title of an exploration, read: how much of the world may happen, how far the
// search goes, and which built-in properties may be broken.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A key behind the title of an exploration.
package enum ExplorationKey: String, CaseIterable, Sendable {
  case disruptions, environment, events, states, allowing, grid

  /// The keys as the compiler takes them.
  package static let settings = allCases.map { key in
    HostSetting(key.rawValue, symbols: key.symbols, summary: key.help)
  }

  private var symbols: [String] {
    switch self {
    case .environment: EnvironmentRow.allCases.map(\.rawValue)
    case .allowing: BuiltInProperty.allCases.map(\.rawValue)
    case .disruptions, .events, .states, .grid: []
    }
  }

  /// What the key means, in one sentence.
  private var help: String {
    switch self {
    case .disruptions: "How many disruptions a path may hold; without it more and more in turn."
    case .environment: "What the user, the system and the world may do, as in [.home, .purge]."
    case .events: "How many actions a path may have."
    case .states: "How many states may be kept."
    case .allowing: "The built-in properties that may be broken, as in [.watchdog]."
    case .grid: "In which steps the clock counts where the script reads it, as in 1h."
    }
  }
}

/// What holds in every exploration unless it is allowed to be broken.
package enum BuiltInProperty: String, CaseIterable, Codable, Hashable, Sendable {
  case crash, watchdog, backgroundTask, completion, lock, misuse

  /// What must not happen, as a sentence of the report.
  package var title: String {
    switch self {
    case .crash: "no crash"
    case .watchdog: "no kill by the watchdog"
    case .backgroundTask: "no background task runs out"
    case .completion: "every completion is called in time"
    case .lock: "no lock is held at suspension"
    case .misuse: "no kill for a use that the system forbids"
    }
  }

  /// The property that an end of a process breaks; nil for one that the system or the user wanted.
  package init?(brokenBy reason: ExitReason) {
    switch reason {
    case .crash: self = .crash
    case .watchdog: self = .watchdog
    case .backgroundTaskExpired: self = .backgroundTask
    case .completionTimeout: self = .completion
    case .lockHeld: self = .lock
    case .cpu, .resourceInBackground, .backgroundGPU, .assertionLimit, .unreportedCall,
      .scenesRequired:
      self = .misuse
    case .memoryPressure, .forceQuit, .system, .exited, .exitsOnSuspend, .noMultitasking,
      .shutDown, .uninstalled, .updated, .thermal, .storage:
      return nil
    }
  }
}

/// The options of an exploration.
package struct ExplorationOptions: Sendable {
  /// How many disruptions a path may hold; nil for more and more in turn.
  package var disruptions: Int?
  /// What may happen, in the order of the rows; nil for all that can matter.
  package var environment: [EnvironmentEntry]?
  /// How many actions a path may have; nil for any number.
  package var events: Int?
  /// How many states may be kept; nil for any number.
  package var states: Int?
  /// The built-in properties that may be broken.
  package var allowed: Set<BuiltInProperty> = []
  /// In which steps the time of day counts; nil for the exact time.
  package var grid: TimeSpan?
  /// What is wrong with the options.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ settings: [CompiledSetting]) {
    for setting in settings {
      switch ExplorationKey(rawValue: setting.key) {
      case .disruptions: disruptions = number(setting, atLeast: 0)
      case .events: events = number(setting, atLeast: 1)
      case .states: states = number(setting, atLeast: 1)
      case .environment: environment = rows(setting)
      case .allowing: allowed = properties(setting)
      case .grid: grid = span(setting)
      case nil: break
      }
    }
  }

  private mutating func number(_ setting: CompiledSetting, atLeast least: Int) -> Int? {
    if case .integer(let value) = setting.value, let number = Int(exactly: value), number >= least {
      return number
    }
    reject(setting, "an Int from \(least) on")
    return nil
  }

  private mutating func span(_ setting: CompiledSetting) -> TimeSpan? {
    let day = TimeSpan.seconds(86_400)
    if case .duration(let nanoseconds) = setting.value, nanoseconds > 0,
      nanoseconds <= day.nanoseconds
    {
      return TimeSpan(nanoseconds: nanoseconds)
    }
    reject(setting, "a time up to a day, such as 1h")
    return nil
  }

  /// The rows that a list names, with what undoes them, each once and in the order of the table.
  private mutating func rows(_ setting: CompiledSetting) -> [EnvironmentEntry]? {
    guard case .list(let elements) = setting.value else {
      reject(setting, "a list such as [.home, .purge, .open(\"shop://item\")]")
      return nil
    }
    var entries: [EnvironmentEntry] = []
    for element in elements {
      guard let entry = Self.entry(element) else {
        reject(setting, "a list of rows such as .home or .open(\"shop://item\")")
        return nil
      }
      if entry.row == .setting, let data = entry.data, SwitchedSetting(data) == nil {
        let known = SwitchedSetting.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        reject(setting, "one of \(known) as in .setting(.lowPowerMode)")
      }
      entries.append(entry)
    }
    return Self.completed(entries)
  }

  private static func entry(_ value: ScriptValue) -> EnvironmentEntry? {
    switch value {
    case .symbol(let name):
      return EnvironmentRow(rawValue: name).map { EnvironmentEntry(row: $0, data: nil) }
    case .list(let parts):
      guard parts.count == 2, case .symbol(let name) = parts[0] else { return nil }
      return EnvironmentRow(rawValue: name).map { EnvironmentEntry(row: $0, data: parts[1]) }
    default: return nil
    }
  }

  /// Entries with what undoes them, in the order of the table.
  static func completed(_ entries: [EnvironmentEntry]) -> [EnvironmentEntry] {
    var all = entries
    for entry in entries {
      for row in entry.row.undoneBy {
        let data = row == .dismiss || row == .settingBack ? entry.data : nil
        let undoing = EnvironmentEntry(row: row, data: data)
        if !all.contains(undoing) { all.append(undoing) }
      }
    }
    return EnvironmentRow.allCases.flatMap { row in all.filter { $0.row == row } }
  }

  private mutating func properties(_ setting: CompiledSetting) -> Set<BuiltInProperty> {
    guard case .list(let elements) = setting.value else {
      reject(setting, "a list such as [.watchdog]")
      return []
    }
    return Set(
      elements.compactMap { element in
        if case .symbol(let name) = element { return BuiltInProperty(rawValue: name) }
        reject(setting, "a list of symbols such as [.watchdog]")
        return nil
      })
  }

  private mutating func reject(_ setting: CompiledSetting, _ expected: String) {
    diagnostics.append(
      Diagnostic(
        .invalidSetting, in: setting.place.source, at: setting.place.range,
        "`\(setting.key)` takes \(expected)"))
  }
}
