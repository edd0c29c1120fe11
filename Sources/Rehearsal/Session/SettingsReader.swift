// The entries of `device { }` and `info { }` as the device takes them. The compiler has checked
// keys and literal symbols; what the values may be is decided here, with a place for each mistake.

import RehearsalCode
import RehearsalInterface
import RehearsalLifecycle
import RehearsalScriptedApps
import RehearsalSyntax

/// Reads compiled settings and collects what is wrong with them.
struct SettingsReader {
  private(set) var diagnostics: [Diagnostic] = []

  // MARK: - The device

  /// The profile of a `device` block.
  mutating func profile(from settings: [CompiledSetting]) -> Profile {
    var profile = Profile()
    // A date is local, so the time zone is read before it.
    let inOrder =
      settings.filter { $0.key != ProfileKey.date.rawValue }
      + settings.filter { $0.key == ProfileKey.date.rawValue }
    for setting in inOrder {
      guard let key = ProfileKey(rawValue: setting.key) else { continue }
      read(setting, as: key, into: &profile)
    }
    return profile
  }

  private mutating func read(
    _ setting: CompiledSetting, as key: ProfileKey, into profile: inout Profile
  ) {
    switch key {
    case .os: version(setting).map { profile.system = $0 }
    case .model: model(setting).map { profile.model = $0 }
    case .memory: size(setting).map { profile.memory = $0 }
    case .extensionMemory: size(setting).map { profile.extensionMemory = $0 }
    case .passcode: truth(setting).map { profile.hasPasscode = $0 }
    case .multitasking: truth(setting).map { profile.multitasking = $0 }
    case .debugger: truth(setting).map { profile.hasDebugger = $0 }
    case .simulator: truth(setting).map { profile.isSimulator = $0 }
    case .evidence: readEvidence(setting, into: &profile)
    case .quirks: readQuirks(setting, into: &profile)
    case .budgets: readBudgets(setting, into: &profile)
    case .seed: seed(setting).map { profile.seed = $0 }
    case .date: date(setting, into: &profile)
    case .timeZone: zone(setting).map { profile.wallClock.zone = $0 }
    case .locale: locale(setting).map { profile.locale = $0 }
    case .autoLock: span(setting).map { profile.autoLock = $0 }
    }
  }

  private mutating func span(_ setting: CompiledSetting) -> TimeSpan? {
    if case .duration(let nanoseconds) = setting.value, nanoseconds > 0 {
      return TimeSpan(nanoseconds: nanoseconds)
    }
    reject(setting, "a Duration, such as 30s")
    return nil
  }

  private mutating func version(_ setting: CompiledSetting) -> SystemVersion? {
    let text: String
    switch setting.value {
    case .string(let value): text = value
    case .integer(let value):
      // The name of a constant is there, or the number itself, which is read as written.
      text = SystemVersion(parsing: setting.sourceText) == nil ? "\(value)" : setting.sourceText
    case .double(let value):
      text = SystemVersion(parsing: setting.sourceText) == nil ? "\(value)" : setting.sourceText
    default: text = ""
    }
    guard let version = SystemVersion(parsing: text) else {
      reject(setting, "a version, such as 17, 6.1 or \"11.0.3\"")
      return nil
    }
    guard RuleBook.versions.contains(version) else {
      reject(setting, "a version of the rules, \(RuleBook.versions)")
      return nil
    }
    return version
  }

  private mutating func model(_ setting: CompiledSetting) -> String? {
    guard let text = text(setting) else { return nil }
    guard ModelFamily(ofModel: text) == nil else { return text }
    let meant = Suggestion.closest(to: text, among: ModelFamily.allCases.map(\.rawValue))
    reject(
      setting,
      "a model, such as \"iPhone\", \"iPad\" or \"iPhone 14 Pro\""
        + (meant.map { "; did you mean \"\($0)\"?" } ?? ""))
    return nil
  }

  private mutating func date(_ setting: CompiledSetting, into profile: inout Profile) {
    guard let text = text(setting) else { return }
    if !profile.wallClock.set(to: text, at: .zero) {
      reject(setting, "a date from 1970 on, such as \"2026-06-01 12:00\"")
    }
  }

  private mutating func zone(_ setting: CompiledSetting) -> ClockZone? {
    guard let text = text(setting) else { return nil }
    if let zone = ClockZone(text) { return zone }
    let meant = Suggestion.closest(to: text, among: ClockZone.named.map(\.name))
    reject(
      setting,
      "the name of a time zone, or an offset such as \"UTC+2\""
        + (meant.map { "; did you mean \"\($0)\"?" } ?? ""))
    return nil
  }

  private mutating func seed(_ setting: CompiledSetting) -> UInt64? {
    guard case .integer(let value) = setting.value else {
      reject(setting, "an Int")
      return nil
    }
    return UInt64(bitPattern: value)
  }

  private mutating func readEvidence(_ setting: CompiledSetting, into profile: inout Profile) {
    switch setting.value {
    case .symbol(let name):
      guard let evidence = Evidence(rawValue: name) else { break }
      profile.evidence = evidence
      return
    case .map(let entries):
      for entry in entries {
        guard case .string(let number) = entry.key,
          let conflict = SourceConflict.Choice(rawValue: number),
          case .symbol(let name) = entry.value, let evidence = Evidence(rawValue: name)
        else {
          let known = SourceConflict.Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(
            separator: ", ")
          reject(setting, "a map from conflicts (\(known)) to `.observed` or `.documented`")
          return
        }
        profile.evidenceByConflict[conflict] = evidence
      }
      return
    default: break
    }
    reject(setting, "`.observed`, `.documented`, or a map by conflict")
  }

  private mutating func readQuirks(_ setting: CompiledSetting, into profile: inout Profile) {
    for name in symbols(setting) {
      guard let quirk = Quirk(rawValue: name) else { continue }
      profile.quirks.insert(quirk)
    }
  }

  private mutating func readBudgets(_ setting: CompiledSetting, into profile: inout Profile) {
    guard case .map(let entries) = setting.value else {
      return reject(setting, "a map such as [\"didEnterBackground\": 5s]")
    }
    for entry in entries {
      guard case .string(let name) = entry.key, let budget = Budget(name: name) else {
        let known = Budget.allCases.map(\.name)
        var meant: String?
        if case .string(let name) = entry.key {
          meant = Suggestion.closest(to: name, among: known)?.word
        }
        let hint = meant.map { "did you mean \"\($0)\"?" } ?? known.joined(separator: ", ")
        reject(setting, "names of budgets as keys: \(hint)")
        continue
      }
      guard case .duration(let nanoseconds) = entry.value, nanoseconds >= 0 else {
        reject(setting, "Durations that are not negative as values")
        continue
      }
      profile.budgets[budget] = TimeSpan(nanoseconds: nanoseconds)
    }
  }

  // MARK: - Apps

  /// What the entries of an app's `info { }` say.
  mutating func info(of app: DeclaredUnit) -> [InfoKey: ScriptValue] {
    var info: [InfoKey: ScriptValue] = [:]
    for setting in app.info {
      guard let key = InfoKey(rawValue: setting.key) else { continue }
      guard isAccepted(setting, as: key), setting.value.isPlainData else { continue }
      info[key] = setting.value
    }
    return info
  }

  /// What the device knows of an app before its code runs.
  mutating func description(ofApp number: Int, in program: Program) -> AppDescription {
    let app = program.units[number]
    let info = info(of: app.declared)
    let facts = program.facts.facts(ofUnit: number)
    return AppDescription(
      name: app.name, containingApp: app.container, controls: app.controls.map(\.label), info: info,
      declaresScenes: app.declaresInstances,
      hasCarRole: app.instanceKinds.contains { SceneRole.allCases[$0] == .carPlay },
      intents: Set(app.handlers.filter { $0.name == "intent" }.compactMap(\.selector)),
      hasMain: app.handlers.contains { $0.name == "main" },
      registersForPushes: facts.reads(.pushRegistration),
      lateDelegates: DelegateSet(
        DelegateKind.allCases.filter { facts.reads(AppCall.reading(of: $0)) }))
  }

  private mutating func isAccepted(_ setting: CompiledSetting, as key: InfoKey) -> Bool {
    let count = diagnostics.count
    switch key {
    case .backgroundModes: _ = symbols(setting)
    case .destruction: _ = tags(setting)
    case .memory: _ = size(setting)
    case .urlSchemes: checkSchemes(setting)
    case .associatedDomains, .backgroundTaskIdentifiers, .activityTypes,
      .openingIntents, .healthTypes:
      checkTexts(setting)
    case .exitsOnSuspend, .multipleScenes, .requiresFullScreen, .autoPictureInPicture,
      .accessorySetup:
      _ = truth(setting)
    case .sdk: checkSDK(setting)
    case .mainStoryboard: _ = text(setting)
    }
    return diagnostics.count == count
  }

  private mutating func checkSDK(_ setting: CompiledSetting) {
    let text: String? =
      switch setting.value {
      case .integer(let version): "\(version)"
      case .double(let version): "\(version)"
      case .string(let text): text
      default: nil
      }
    guard let version = text.flatMap({ SystemVersion(parsing: $0) }) else {
      return reject(setting, "a version, such as 17 or \"6.1\"")
    }
    if !RuleBook.versions.contains(version) {
      reject(setting, "a version of the rules, \(RuleBook.versions)")
    }
  }

  /// A scheme is what precedes the colon of a URL: a letter, then letters, digits, `+`, `-`, `.`
  /// (RFC 3986, 3.1).
  private mutating func checkSchemes(_ setting: CompiledSetting) {
    checkTexts(setting)
    guard case .list(let elements) = setting.value else { return }
    for case .string(let scheme) in elements {
      let isRight =
        scheme.first?.isLetter == true
        && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      if !isRight { reject(setting, "schemes without what follows them, such as \"notes\"") }
    }
  }

  // MARK: - Scenarios

  /// The tags of a scenario: one symbol, or several in a list.
  mutating func tags(_ setting: CompiledSetting) -> [String] {
    if case .symbol(let name) = setting.value { return [name] }
    return symbols(setting)
  }

  /// What a storm spares a scenario: `.none` stands alone and means all disturbances; a text in the list
  /// names a variable of an app that is not compared.
  ///
  /// - Parameters:
  ///   - setting: The setting.
  ///   - isVariable: Whether an app of the script has a variable, by its name and the app's.
  /// - Returns: The disturbances, and the variables.
  mutating func stormExceptions(
    _ setting: CompiledSetting, _ isVariable: (_ app: String, _ name: String) -> Bool
  ) -> StormExceptions {
    let names = Disturbance.all.map(\.name)
    if case .symbol(ScenarioKey.noDisturbance) = setting.value {
      return StormExceptions(disturbances: Set(names))
    }
    var exceptions = StormExceptions()
    guard case .list(let elements) = setting.value else {
      reject(setting, "`.none`, or a list of disturbances that its storm leaves out, as [.purge]")
      return exceptions
    }
    for element in elements {
      switch element {
      case .symbol(let name) where names.contains(name): exceptions.disturbances.insert(name)
      case .string(let subject):
        let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, isVariable(parts[0], parts[1]) else {
          reject(setting, "variables of its apps in texts, as [\"Notes.launches\"]")
          return exceptions
        }
        exceptions.subjects.insert(subject)
      default:
        reject(setting, "`.none`, or a list of disturbances that its storm leaves out, as [.purge]")
        return exceptions
      }
    }
    // Whoever swipes an app away takes its memory as the system does.
    if exceptions.disturbances.contains(Disturbance.purge.name) {
      exceptions.disturbances.formUnion(Disturbance.takingMemory.map(\.name))
    }
    return exceptions
  }

  /// The ends of apps for their own fault that are no failure.
  mutating func allowedEnds(_ setting: CompiledSetting) -> Set<ExitReason> {
    var allowed: Set<ExitReason> = []
    for name in symbols(setting) {
      let ends = ExitReason.allowed(by: name)
      if ends.isEmpty { reject(setting, "ends for an app's own fault, such as [.watchdog]") }
      allowed.formUnion(ends)
    }
    return allowed
  }

  /// A reason in words.
  mutating func reason(_ setting: CompiledSetting) -> String? {
    if case .string(let value) = setting.value, !value.isEmpty { return value }
    reject(setting, "the reason as a String")
    return nil
  }

  // MARK: - Values

  private mutating func truth(_ setting: CompiledSetting) -> Bool? {
    if case .boolean(let value) = setting.value { return value }
    reject(setting, "true or false")
    return nil
  }

  private mutating func text(_ setting: CompiledSetting) -> String? {
    if case .string(let value) = setting.value { return value }
    reject(setting, "a String")
    return nil
  }

  private mutating func locale(_ setting: CompiledSetting) -> String? {
    if case .string(let value) = setting.value, LocaleName(value) != nil { return value }
    reject(setting, "a locale, such as \"fr\" or \"pt-BR\"")
    return nil
  }

  private mutating func size(_ setting: CompiledSetting) -> Int64? {
    // A few bytes are a number that lacks its unit.
    if case .integer(let value) = setting.value, value >= 1024 { return value }
    reject(setting, "a size from 1KB on, such as 80MB")
    return nil
  }

  private mutating func checkTexts(_ setting: CompiledSetting) {
    if case .list(let elements) = setting.value,
      elements.allSatisfy({ if case .string = $0 { true } else { false } })
    {
      return
    }
    reject(setting, "a list of Strings")
  }

  private mutating func symbols(_ setting: CompiledSetting) -> [String] {
    guard case .list(let elements) = setting.value else {
      reject(setting, "a list of symbols in brackets")
      return []
    }
    let names = elements.compactMap { element -> String? in
      if case .symbol(let name) = element { name } else { nil }
    }
    if names.count < elements.count { reject(setting, "symbols only in its list") }
    return names
  }

  /// Reports a value that the key does not take.
  mutating func reject(_ setting: CompiledSetting, _ expected: String) {
    diagnostics.append(
      Diagnostic(
        .invalidSetting, in: setting.place.source, at: setting.place.range,
        "`\(setting.key)` takes \(expected)"))
  }
}
