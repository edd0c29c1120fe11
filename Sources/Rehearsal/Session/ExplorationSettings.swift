// The parsed options after the title of an exploration: how much of the world may happen, how far
// the search goes, and which built-in properties may be broken. What their symbols stand for in a
// search is said where explorations are searched.

import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// A key after the title of an exploration.
package enum ExplorationKey: String, CaseIterable, Sendable {
  case disruptions, environment, events, states, allowing, grid

  /// The keys as the compiler takes them.
  package static let settings = allCases.map { key in
    HostSetting(key.rawValue, reads: [], .symbol(key.symbols), summary: key.help)
  }

  private var symbols: [String] {
    switch self {
    case .environment: EnvironmentKind.allCases.map(\.rawValue)
    case .allowing: ExitReason.allowances
    case .disruptions, .events, .states, .grid: []
    }
  }

  /// What the key means, in one sentence.
  private var help: String {
    switch self {
    case .disruptions: "The most disruptions on a path. Without it the number grows step by step."
    case .environment:
      "Actions that the user, the system and the world may take, as in [.home, .purge]."
    case .events: "The most actions on a path."
    case .states: "The most states to store."
    case .allowing: allowedEndsHelp
    case .grid: "The steps of the time of day where the script reads the clock, such as 1h."
    }
  }
}

/// The options of an exploration.
package struct ExplorationSettings: Sendable {
  /// How many disruptions a path may hold; nil for more and more in turn.
  package private(set) var disruptions: Int?
  /// What may happen, as it is named; nil for all that can matter.
  package private(set) var environment: [EnvironmentEntry]?
  /// How many actions a path may have; nil for any number.
  package private(set) var events: Int?
  /// How many states may be kept; nil for any number.
  package private(set) var states: Int?
  /// The ends of apps for their own fault that may come about.
  package private(set) var allowedEnds: Set<ExitReason>
  /// In which steps the time of day counts; nil for the exact time.
  private var grid: TimeSpan?
  /// Whether the script reads a clock in a way that lets states differ by the hour.
  private let readsClock: Bool
  /// Whether it reads any clock, be it only in the code of apps and how long the device is on.
  private let readsAnyClock: Bool
  /// What is wrong with the options.
  private(set) var diagnostics: [Diagnostic] = []

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - exploration: The exploration.
  ///   - program: Its program.
  ///   - allowedEnds: The ends that the file allows where the exploration does not say it.
  init(
    _ exploration: CompiledExploration, in program: Program, allowing allowedEnds: Set<ExitReason>
  ) {
    self.allowedEnds = allowedEnds
    var reader = SettingsReader()
    let facts = program.facts
    let (apps, own) = (facts.ofUnits, facts.facts(ofOutsideOf: exploration))
    readsClock = apps.reads(.date) || own.reads(.date) || own.reads(.clock)
    readsAnyClock = readsClock || apps.reads(.clock)
    for setting in exploration.settings {
      switch ExplorationKey(rawValue: setting.key) {
      case .disruptions: disruptions = number(setting, atLeast: 0)
      case .events: events = number(setting, atLeast: 1)
      case .states: states = number(setting, atLeast: 1)
      case .environment: environment = entries(setting)
      case .allowing: self.allowedEnds = reader.allowedEnds(setting)
      case .grid: grid = span(setting)
      case nil: break
      }
    }
    diagnostics += reader.diagnostics
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

  private mutating func entries(_ setting: CompiledSetting) -> [EnvironmentEntry]? {
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
      if entry.kind == .setting, let data = entry.data, SwitchedSetting(data) == nil {
        let known = SwitchedSetting.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
        reject(setting, "one of \(known) as in .setting(.lowPowerMode)")
      }
      entries.append(entry)
    }
    return entries
  }

  private static func entry(_ value: ScriptValue) -> EnvironmentEntry? {
    switch value {
    case .symbol(let name):
      return EnvironmentKind(rawValue: name).map { EnvironmentEntry($0) }
    case .list(let parts):
      guard parts.count == 2, case .symbol(let name) = parts[0] else { return nil }
      return EnvironmentKind(rawValue: name).map { EnvironmentEntry($0, data: parts[1]) }
    default: return nil
    }
  }

  private mutating func reject(_ setting: CompiledSetting, _ expected: String) {
    diagnostics.append(
      Diagnostic(
        .invalidSetting, in: setting.place.source, at: setting.place.range,
        "`\(setting.key)` takes \(expected)"))
  }
}

// MARK: - The clock

extension ExplorationSettings {
  /// How the clock counts in what tells states apart.
  package var clock: ClockIdentity {
    if let grid, readsAnyClock { return .grid(grid) }
    return readsClock ? .exact : .absent
  }

  /// Whether the code of apps keeps moments, which count by what they come from.
  package var keepsMoments: Bool { readsAnyClock && clock == .absent }

  /// A warning where every moment is a state of its own.
  func clockWarning(at place: SourcePlace) -> Diagnostic? {
    guard clock == .exact else { return nil }
    return Diagnostic(
      .clockInState, in: place.source, at: place.range,
      "the script reads the clock, so every moment is a state of its own and the search rarely "
        + "ends; use a timer or a variable instead, or divide the time of day into steps with "
        + "`grid: 1h`")
  }
}
