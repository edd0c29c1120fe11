// One run of a scenario. A scenario is played once for each combination of what its header
// leaves open, each time on a fresh device and under a title of its own; this is the one place
// that says which those are. Running, listing and testing scenarios all go over these cases.

import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// One playing of a scenario: with one value of each name that its header binds, on one device.
public struct ScenarioCase: Sendable {
  /// The title, which tells the case from the scenario's others.
  public let title: String
  /// What tells it from the scenario's other cases, in the order of the header.
  public let parameters: [Parameter]
  /// Where the scenario is declared.
  public let place: SourcePlace
  /// The scenario's tags, without their dots.
  public let tags: [String]
  /// Why it is not played; nil where it is.
  public let skipReason: String?
  /// Why it has to fail; nil where it has to pass.
  public let failureReason: String?
  /// What a storm spares it.
  let stormExceptions: StormExceptions
  /// The names of the disturbances that a storm spares it.
  package var excludedDisturbances: Set<String> { stormExceptions.disturbances }
  /// What a storm does not compare, as a script names it: `Notes.launches`.
  package var ignoredSubjects: Set<String> { stormExceptions.subjects }
  /// The ends of apps, for their own fault, that are no failure of it.
  package let allowedEnds: Set<ExitReason>
  /// The systems on which it was to be played and is not, because its header names others.
  package let unplayedSystems: [String]
  /// The device and system on which it is played.
  public internal(set) var profile: Profile
  /// The title without the version and the model, which the cases have in common that differ in
  /// nothing else.
  package let commonTitle: String

  /// The scenario's number in its script.
  package let scenario: Int
  /// The values of the names that its header binds, in their order.
  let arguments: [ScriptValue]

  /// The names that its header binds, with their values as they are written.
  package var values: [(name: String, text: String)] {
    zip(parameters.filter { !$0.isSystem }, arguments).map { ($0.name, $1.description) }
  }

  /// One value that a case was made for.
  public struct Parameter: Hashable, Sendable {
    /// The name, as in the header.
    public let name: String
    /// The value as it prints.
    public let value: String

    /// Makes a parameter of its name and its value as it prints.
    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Whether it is the system that is played, or the model.
    package var isSystem: Bool {
      name == ProfileKey.os.rawValue || name == ProfileKey.model.rawValue
    }
  }
}

/// What a storm spares a scenario.
struct StormExceptions: Sendable {
  /// The names of disturbances that it need not survive.
  var disturbances: Set<String> = []
  /// What is not compared, as a script names it: `Notes.launches`.
  var subjects: Set<String> = []
}

/// The versions and models on which a whole script is played, in place of those of its device.
///
/// A scenario whose own header names versions or models keeps those.
public struct PlayedSystems: Hashable, Sendable {
  /// The versions of the system, each in text such as "17" or "11.0.3"; empty for the device's own.
  public var versions: [String]
  /// The models, such as "iPhone"; empty for the device's own.
  public var models: [String]

  /// Makes a choice; without arguments that of each script's device.
  public init(versions: [String] = [], models: [String] = []) {
    self.versions = versions
    self.models = models
  }

  /// A script's device on each of the systems, with what tells it from the others, as `os 12`.
  func profiles(like profile: Profile) -> [(profile: Profile, remark: String)] {
    var profiles = [(profile, [String]())]
    if !versions.isEmpty {
      profiles = profiles.flatMap { profile, remarks in
        versions.map { text in
          var profile = profile
          if let version = SystemVersion(parsing: text) { profile.system = version }
          return (profile, remarks + ["os \(text)"])
        }
      }
    }
    if !models.isEmpty {
      profiles = profiles.flatMap { profile, remarks in
        models.map { model in
          var profile = profile
          profile.model = model
          return (profile, remarks + ["model \(model)"])
        }
      }
    }
    return profiles.map { ($0.0, $0.1.joined(separator: ", ")) }
  }

  /// The first version that is none, or that the rules do not know; nil where all are known.
  package var unknownVersion: String? {
    versions.first { text in
      SystemVersion(parsing: text).map { !RuleBook.versions.contains($0) } ?? true
    }
  }

  /// The choices that no value of a scenario's header leads to, as `iOS 12` and `iPad`.
  fileprivate func unplayed(by settings: [CompiledSetting]) -> [String] {
    settings.flatMap { setting -> [String] in
      switch ProfileKey(rawValue: setting.key) {
      case .os:
        let own = Set(
          setting.alternatives.flatMap { [$0.titleText, $0.value.titleText] }.compactMap {
            SystemVersion(parsing: $0)
          })
        return versions.filter { !(SystemVersion(parsing: $0).map(own.contains) ?? false) }
          .map { "iOS \($0)" }
      case .model:
        let own = Set(setting.alternatives.map(\.titleText))
        return models.filter { !own.contains($0) }
      default: return []
      }
    }
  }

  /// The choices as lists of a scenario's header, for the keys that it does not have itself.
  fileprivate func lists(besides keys: Set<String>, at place: SourcePlace) -> [CompiledSetting] {
    [(ProfileKey.os, versions), (.model, models)].compactMap { key, texts in
      guard !texts.isEmpty, !keys.contains(key.rawValue) else { return nil }
      let elements = texts.map {
        CompiledSetting(key: key.rawValue, value: .string($0), sourceText: $0, place: place)
      }
      return CompiledSetting(
        key: key.rawValue, value: .list(elements.map(\.value)), sourceText: "", place: place,
        elements: elements)
    }
  }
}

/// The cases of all scenarios of some scripts, in their order.
struct ScenarioExpansion {
  private(set) var cases: [ScenarioCase] = []
  /// What is wrong with headers.
  private(set) var diagnostics: [Diagnostic] = []
  /// Whether a case is played on the file's own device.
  private(set) var usesFileDevice = false
  /// The other devices on which cases are played, in their order, each once whatever its seed.
  private(set) var otherDevices: [Profile] = []
  private let outline: ScriptOutline
  private let profile: Profile
  private let systems: PlayedSystems
  private let limits: RunLimits
  /// How long the titles so far are together.
  private var titleBytes = 0
  /// What a storm spares the scenarios whose header does not say it.
  private var stormExceptions = StormExceptions()
  /// The ends of apps that are no failure where no header says it.
  private(set) var allowedEnds: Set<ExitReason> = []

  /// What a scenario is played once for each value of.
  private struct Axis {
    /// The name in titles.
    let name: String
    /// Whether the title says the value already.
    let isInTitle: Bool
    let values: Values
    let count: Int

    /// Whether it is the version or the model.
    var isSystem: Bool {
      guard case .setting(let list) = values else { return false }
      return list.key == ProfileKey.os.rawValue || list.key == ProfileKey.model.rawValue
    }

    enum Values {
      /// Those of a name that the header binds.
      case choice(ScriptValue)
      /// Those of a key of the device.
      case setting(CompiledSetting)
    }
  }

  /// One value on each axis.
  private struct Combination {
    var arguments: [ScriptValue] = []
    var settings: [CompiledSetting] = []
    var parameters: [ScenarioCase.Parameter] = []
    /// What the title does not say, as `os 12`, and whether it is the version or the model.
    var remarks: [(text: String, isSystem: Bool)] = []
  }

  /// Finds the cases of scripts.
  ///
  /// - Parameters:
  ///   - outline: What the scripts declare.
  ///   - profile: The file's device.
  ///   - systems: The versions and models on which scenarios are played.
  ///   - limits: How many cases there may be, and how much their titles may say.
  /// - Complexity: O(*n*) in the number of cases.
  init(
    _ outline: ScriptOutline, profile: Profile, systems: PlayedSystems = PlayedSystems(),
    limits: RunLimits
  ) {
    self.outline = outline
    self.profile = profile
    self.systems = systems
    self.limits = limits
    var reader = SettingsReader()
    for setting in outline.deviceSettings {
      switch ScenarioKey(rawValue: setting.key) {
      case .storm:
        stormExceptions = reader.stormExceptions(setting, outline.hasVariable)
      case .allowing: allowedEnds = reader.allowedEnds(setting)
      case .tags, .skip, .fails, nil: break
      }
    }
    diagnostics = reader.diagnostics
    for number in outline.scenarios.indices { expand(number) }
  }

  private mutating func expand(_ number: Int) {
    let scenario = outline.scenarios[number]
    let header = ScenarioHeader(scenario, systems, outline)
    diagnostics += header.diagnostics
    guard diagnostics.isEmpty else { return }
    let axes = axes(of: scenario, header)
    let total = axes.reduce(1) { product, axis in
      let (next, isTooMany) = product.multipliedReportingOverflow(by: axis.count)
      return isTooMany ? .max : next
    }
    guard total <= limits.cases - cases.count else {
      return refuse(
        scenario, "the scenarios run more than \(limits.cases) times, the limit `cases`")
    }
    for position in 0..<total {
      let combination = Self.combination(position, of: axes)
      let title = self.title(of: scenario, combination, combination.remarks.map(\.text))
      titleBytes += title.utf8.count
      guard titleBytes <= limits.outputBytes else {
        return refuse(
          scenario,
          "the titles of all scenarios have more than \(limits.outputBytes) bytes, the limit "
            + "`output`")
      }
      cases.append(
        ScenarioCase(
          title: title, parameters: combination.parameters, place: scenario.place,
          tags: header.tags,
          skipReason: header.skipReason, failureReason: header.failureReason,
          stormExceptions: header.stormExceptions ?? stormExceptions,
          allowedEnds: header.allowedEnds ?? allowedEnds, unplayedSystems: header.unplayedSystems,
          profile: profile(header.settings + combination.settings),
          commonTitle: self.title(
            of: scenario, combination, combination.remarks.filter { !$0.isSystem }.map(\.text)),
          scenario: number, arguments: combination.arguments))
    }
  }

  private mutating func refuse(_ scenario: DeclaredScenario, _ reason: String) {
    diagnostics.append(
      Diagnostic(
        .tooComplex, in: scenario.place.source, at: scenario.place.range,
        "with this one " + reason))
  }

  /// What the scenario is played for each value of, in the order of the header.
  private func axes(of scenario: DeclaredScenario, _ header: ScenarioHeader) -> [Axis] {
    var named: Set<Int> = []
    for case .value(let choice, _) in scenario.title { named.insert(choice) }
    let choices = scenario.choices.enumerated().map { number, choice in
      (
        choice.place.range.start,
        Axis(
          name: choice.name, isInTitle: named.contains(number), values: .choice(choice.values),
          count: choice.values.elementCount ?? 0)
      )
    }
    let lists = header.lists.map { list in
      (
        list.place.range.start,
        Axis(
          name: list.key, isInTitle: false, values: .setting(list),
          count: list.value.elementCount ?? 0)
      )
    }
    // Those of equal places stay in their order.
    return (lists + choices).enumerated()
      .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  /// The combination of that number: the first axis varies slowest.
  private static func combination(_ position: Int, of axes: [Axis]) -> Combination {
    var result = Combination()
    var rest = position
    var indices = [Int](repeating: 0, count: axes.count)
    for number in axes.indices.reversed() {
      (rest, indices[number]) = rest.quotientAndRemainder(dividingBy: max(1, axes[number].count))
    }
    for (axis, index) in zip(axes, indices) {
      let text: String
      switch axis.values {
      case .choice(let values):
        guard let value = values.element(at: index) else { continue }
        result.arguments.append(value)
        text = value.titleText
      case .setting(let list):
        guard let setting = list.element(at: index) else { continue }
        result.settings.append(setting)
        text = setting.titleText
      }
      result.parameters.append(ScenarioCase.Parameter(name: axis.name, value: text))
      if !axis.isInTitle {
        result.remarks.append(
          (axis.name == "_" ? text : "\(axis.name) \(text)", axis.isSystem))
      }
    }
    return result
  }

  private func title(
    of scenario: DeclaredScenario, _ combination: Combination, _ remarks: [String]
  ) -> String {
    let title = scenario.title.map { segment in
      switch segment {
      case .text(let text): text
      case .value(let choice, let keys):
        keys.reduce(combination.arguments[choice]) { $0[$1] ?? .nil }.titleText
      }
    }.joined()
    return remarks.isEmpty ? title : "\(title) (\(remarks.joined(separator: ", ")))"
  }

  /// The file's device with some keys in place of its own, each as a whole.
  private mutating func profile(_ settings: [CompiledSetting]) -> Profile {
    guard !settings.isEmpty else {
      usesFileDevice = true
      return profile
    }
    var reader = SettingsReader()
    let keys = Set(settings.map(\.key))
    let changed = reader.profile(
      from: outline.deviceSettings.filter { !keys.contains($0.key) } + settings)
    var device = changed
    device.seed = 0
    if !otherDevices.contains(device) { otherDevices.append(device) }
    return changed
  }
}

/// What the keys in a scenario's header say.
private struct ScenarioHeader {
  private(set) var tags: [String] = []
  private(set) var skipReason: String?
  private(set) var failureReason: String?
  /// nil where the header does not say it.
  private(set) var stormExceptions: StormExceptions?
  /// nil where the header does not say it.
  private(set) var allowedEnds: Set<ExitReason>?
  /// The systems that were asked for, on which none of its cases is played.
  private(set) var unplayedSystems: [String] = []
  /// The keys of the device with the value that all cases have.
  private(set) var settings: [CompiledSetting] = []
  /// The keys of the device with several values, one for each case.
  private(set) var lists: [CompiledSetting] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ scenario: DeclaredScenario, _ systems: PlayedSystems, _ outline: ScriptOutline) {
    var reader = SettingsReader()
    for setting in scenario.settings {
      switch ScenarioKey(rawValue: setting.key) {
      case .tags: tags = reader.tags(setting)
      case .skip: skipReason = reader.reason(setting)
      case .fails: failureReason = reader.reason(setting)
      case .storm: stormExceptions = reader.stormExceptions(setting, outline.hasVariable)
      case .allowing: allowedEnds = reader.allowedEnds(setting)
      case nil where setting.isList: lists.append(setting)
      case nil: settings.append(setting)
      }
    }
    // Places before all others, so that systems vary slowest.
    unplayedSystems = systems.unplayed(by: settings + lists)
    lists += systems.lists(
      besides: Set((settings + lists).map(\.key)),
      at: SourcePlace(scenario.place.source, SourceRange(0, 0)))
    // Each value is checked once, whatever the number of cases that it is in.
    _ = reader.profile(from: settings)
    for list in lists {
      guard let count = list.value.elementCount, count > 0 else {
        reader.reject(list, "at least one value; without one the scenario never runs")
        continue
      }
      for index in list.elements.isEmpty ? 0..<1 : 0..<count {
        if let element = list.element(at: index) { _ = reader.profile(from: [element]) }
      }
    }
    diagnostics = reader.diagnostics
  }
}

extension CompiledSetting {
  /// The setting, and what is in its list or range; one with more than there are systems is
  /// refused elsewhere, and not laid out.
  fileprivate var alternatives: [CompiledSetting] {
    (0..<min(value.elementCount ?? 0, 1_000)).compactMap(element) + [self]
  }
}

/// What `allowing` means, in one sentence, after the titles of scenarios and explorations alike.
let allowedEndsHelp = "Ends of apps for their own fault that are no failure, as in [.watchdog]."

/// A key after a scenario's title that is none of the device.
package enum ScenarioKey: String, CaseIterable, Sendable {
  case tags, skip, fails, storm, allowing

  /// The keys as the compiler takes them.
  package static let settings = allCases.map {
    HostSetting($0.rawValue, reads: [], .symbol($0.symbols), summary: $0.help)
  }

  /// Those of them that `device { }` takes, for all scenarios of the file.
  package static let settingsOfFile = settings.filter {
    $0.name == storm.rawValue || $0.name == allowing.rawValue
  }

  /// The symbol by which a scenario need not survive any disturbance.
  static let noDisturbance = "none"

  /// The symbols in the value; empty for any.
  private var symbols: [String] {
    switch self {
    case .tags, .skip, .fails: []
    case .storm: [Self.noDisturbance] + Disturbance.all.map(\.name)
    case .allowing: ExitReason.allowances
    }
  }

  /// What the key means, in one sentence.
  private var help: String {
    switch self {
    case .tags: "Symbols by which scenarios are chosen, as in [.slow]."
    case .skip: "Why the scenario is skipped."
    case .fails: "Why the scenario has to fail; if it passes, that is a failure."
    case .allowing: allowedEndsHelp
    case .storm:
      "Disturbances that the scenario need not survive, as in [.purge]; .none for no storm at all."
    }
  }
}

extension CompiledSetting {
  /// Whether the value is one for each case, and no value of the key as a whole.
  fileprivate var isList: Bool {
    switch ProfileKey(rawValue: key) {
    case .os, .model, .seed: value.elementCount != nil
    default: false
    }
  }

  /// One of the values of a list, as a value of the key.
  fileprivate func element(at index: Int) -> CompiledSetting? {
    if elements.indices.contains(index) { return elements[index] }
    return value.element(at: index).map {
      CompiledSetting(key: key, value: $0, sourceText: $0.description, place: place)
    }
  }

  /// The value in a title, a number as it is written.
  fileprivate var titleText: String {
    switch value {
    case .integer, .double: sourceText
    default: value.titleText
    }
  }
}

extension ScriptValue {
  /// The value in a title: as `string(value)` has it.
  fileprivate var titleText: String {
    if case .string(let text) = self { text } else { description }
  }
}

extension ScriptOutline {
  /// Whether an app has a variable of a name.
  fileprivate func hasVariable(_ app: String, _ name: String) -> Bool {
    units.contains { $0.name == app && $0.variables.contains(name) }
  }
}
