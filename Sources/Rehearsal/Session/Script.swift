// A script that has been read and checked: everything that a session needs, shared by all its runs. Its
// code is made where it is run first. A script with errors is one too; it has diagnostics and cannot be run.

import RehearsalCode
import RehearsalCompiler
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSemantics
import RehearsalSyntax
import RehearsalValues

/// A script, checked and ready to run where it has no errors.
///
/// It never changes once it is made, so that whatever plays it shares it.
public final class Script: Sendable {
  /// The result of a script without errors: its code, and how it is played.
  struct Content: Sendable {
    let code: ScriptCode
    let plan: ScriptPlan

    var image: CodeImage { code.image }
    var lastingImage: CodeImage { code.lastingImage }
    var apps: [AppDescription] { code.apps }
    var explorations: [ExplorationSettings] { code.explorations }
    var growth: IncrementalProgram? { code.growth }
    var echo: Echo { code.echo }
    var profile: Profile { plan.profile }
    var cases: [ScenarioCase] { plan.cases }
    var allowedEnds: Set<ExitReason> { plan.allowedEnds }
    var hasStatements: Bool { plan.hasStatements }
    var wholePlayings: [(profile: Profile, remark: String)] { plan.wholePlayings }
    /// What the script was compiled to.
    var program: Program { image.program }
  }

  /// When a prompt shows the value of an input.
  enum Echo: Sendable {
    case never
    /// Unless it is nil: what a call gives back.
    case unlessNil
    case always
  }

  /// The main file.
  package let source: SourceText

  /// Everything that was found wrong, imports included, in the order of files and places.
  public var diagnostics: [Diagnostic] { found + (emission?.defects ?? []) }

  /// What the check has found.
  private let found: [Diagnostic]

  /// The names of the files that it imports, directly or through others, where they were found.
  package let importedFiles: [String]
  /// What its names and expressions mean; nil unless somebody asked for it.
  package let model: SemanticModel?

  /// How it is played; nil for a script with errors.
  private let plan: ScriptPlan?
  /// Its code, once it is needed; nil for a script with errors.
  private let emission: ScriptEmission?
  /// The bounds of reading and running.
  package let limits: RunLimits
  /// The functions and native apps that it can use.
  package let host: ScriptHost

  /// Reads and checks a script.
  ///
  /// - Parameters:
  ///   - source: The main file; any bytes.
  ///   - host: The functions and native apps that the script can use.
  ///   - limits: The bounds of reading and running.
  ///   - imports: Where imported files come from; nil allows none.
  ///   - systems: The versions and models on which each scenario is played whose header names none.
  /// - Complexity: O(*n*) in the length of the files, see `CheckedScripts`.
  public convenience init(
    _ source: SourceText, host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    imports: ImportSource? = nil, systems: PlayedSystems = PlayedSystems()
  ) {
    self.init(
      source, loaded: ScriptLoader(source, limits: limits, source: imports), host: host,
      limits: limits, systems: systems)
  }

  /// Checks a script that was read with what it imports.
  ///
  /// With `keepsModel` what its names and expressions mean is kept, for editors.
  package convenience init(
    _ source: SourceText, loaded loader: ScriptLoader, host: ScriptHost = ScriptHost(),
    limits: RunLimits = RunLimits(), systems: PlayedSystems = PlayedSystems(),
    keepsModel: Bool = false
  ) {
    guard !loader.isIncomplete else {
      // What is missing would only be reported again, as unknown names.
      self.init(
        source, limits: limits, host: host,
        found: loader.scripts.flatMap(\.diagnostics) + loader.diagnostics,
        imported: loader.scripts,
        model: keepsModel
          ? CheckedScripts(loader.scripts, host: host.interface, keepsModel: true).model : nil)
      return
    }
    self.init(
      source, parsed: loader.scripts, found: loader.diagnostics, host: host, limits: limits,
      systems: systems, keepsModel: keepsModel)
  }

  /// Checks scripts that were read, imported ones before those that import them.
  ///
  /// `found` is what was found on reading them.
  package convenience init(
    _ source: SourceText, parsed: [ParsedScript], found warnings: [Diagnostic] = [],
    host: ScriptHost, limits: RunLimits, systems: PlayedSystems = PlayedSystems(),
    keepsModel: Bool = false
  ) {
    let checked = CheckedScripts(parsed, host: host.interface, keepsModel: keepsModel)
    guard let outline = checked.outline else {
      self.init(
        source, limits: limits, host: host, found: warnings + checked.diagnostics,
        imported: parsed, model: checked.model)
      return
    }
    var settings = SettingsReader()
    let profile = settings.profile(from: outline.deviceSettings)
    for app in outline.units { _ = settings.info(of: app) }
    let scenarios = ScenarioExpansion(outline, profile: profile, systems: systems, limits: limits)
    let hasStatements = parsed.last?.statements.contains(where: \.isDone) ?? false
    let plan = ScriptPlan(
      profile: profile, cases: scenarios.cases, allowedEnds: scenarios.allowedEnds,
      hasStatements: hasStatements,
      wholePlayings: scenarios.cases.isEmpty ? systems.profiles(like: profile) : [])
    let emission = ScriptEmission(of: checked, plan)
    let explored = checked.explorations.isEmpty ? [] : emission.code?.explorations ?? []
    // Nothing else of a check needs code.
    if checked.mayBeTooLarge { _ = emission.code }
    // What a command chooses is not what the file is written for.
    let isOnFileDevice =
      scenarios.usesFileDevice || hasStatements || scenarios.cases.isEmpty
      || !checked.explorations.isEmpty || systems != PlayedSystems()
    let played = (isOnFileDevice ? [profile] : []) + scenarios.otherDevices
    let unreachable = outline.units.flatMap { UnreachableHandler.all(in: $0, on: played) }
    let quirks = QuirkCheck(
      outline, on: isOnFileDevice ? [profile] : [], cases: scenarios.cases,
      areSystemsChosen: systems != PlayedSystems()
    ).diagnostics
    let mistakes =
      settings.diagnostics + scenarios.diagnostics + explored.flatMap(\.diagnostics)
      + quirks.filter { $0.severity == .error }
    self.init(
      source, limits: limits, host: host,
      found: warnings + checked.diagnostics + mistakes + unreachable.map(\.diagnostic)
        + AgeCheck(profiles: played).diagnostics(of: outline)
        + quirks.filter { $0.severity == .warning }
        + zip(checked.explorations, explored).compactMap { $1.clockWarning(at: $0) },
      plan: mistakes.isEmpty ? plan : nil, emission: mistakes.isEmpty ? emission : nil,
      importedFiles: Self.names(of: parsed, besides: source), model: checked.model)
  }

  /// The place at which the main file begins.
  package var start: SourcePlace { SourcePlace(source, SourceRange(0, 0)) }

  /// Makes a script with errors, of files or of an input of a prompt.
  convenience init(
    _ source: SourceText, limits: RunLimits, host: ScriptHost, found: [Diagnostic],
    imported: [ParsedScript] = [], model: SemanticModel? = nil
  ) {
    self.init(
      source, limits: limits, host: host, found: found, plan: nil, emission: nil,
      importedFiles: Self.names(of: imported, besides: source), model: model)
  }

  /// Makes the script of a prompt.
  convenience init(
    _ source: SourceText, limits: RunLimits, host: ScriptHost, found: [Diagnostic],
    _ code: ScriptCode, _ plan: ScriptPlan
  ) {
    self.init(
      source, limits: limits, host: host, found: found, plan: plan,
      emission: ScriptEmission(code), importedFiles: [])
  }

  private init(
    _ source: SourceText, limits: RunLimits, host: ScriptHost, found: [Diagnostic],
    plan: ScriptPlan?, emission: ScriptEmission?, importedFiles: [String],
    model: SemanticModel? = nil
  ) {
    self.source = source
    self.limits = limits
    self.host = host
    self.found = found.told(atMost: limits.syntax.diagnostics)
    self.plan = plan
    self.emission = emission
    self.importedFiles = importedFiles
    self.model = model
  }

  private static func names(of scripts: [ParsedScript], besides main: SourceText) -> [String] {
    scripts.map(\.source.name).filter { $0 != main.name }
  }

  /// Its code, made where there is none yet, with how it is played; nil for a script with errors.
  var content: Content? {
    guard let plan, let code = emission?.code else { return nil }
    return Content(code: code, plan: plan)
  }

  /// What the script was compiled to; nil for one with errors.
  package var program: Program? { content?.program }

  /// The options of its explorations, in their order; empty for a script with errors.
  package var explorationSettings: [ExplorationSettings] { content?.explorations ?? [] }

  /// Whether its check found no error; no code is made to answer that.
  package var isRight: Bool { plan != nil && emission?.defects.isEmpty != false }

  /// Whether its code was made.
  var hasCode: Bool { emission?.isDone == true }

  /// Whether the script can be run.
  package var isRunnable: Bool { content != nil }

  /// The devices on which a script without scenarios is played, each with what tells it from the
  /// others, as `os 12`; one without a remark where no systems were chosen.
  package var wholePlayings: [(profile: Profile, remark: String)] { plan?.wholePlayings ?? [] }

  /// The script on another device.
  package func played(on profile: Profile) -> Script {
    with { $0.profile = profile }
  }

  /// The script with one of its playings on another device.
  func playing(case number: Int, on profile: Profile) -> Script {
    guard cases.indices.contains(number) else { return self }
    return with { $0.cases[number].profile = profile }
  }

  /// The script with other bounds.
  func limited(by limits: RunLimits) -> Script { with(limits: limits) { _ in } }

  private func with(limits: RunLimits? = nil, _ change: (inout ScriptPlan) -> Void) -> Script {
    var plan = plan
    if var changed = plan {
      change(&changed)
      plan = changed
    }
    return Script(
      source, limits: limits ?? self.limits, host: host, found: found, plan: plan,
      emission: emission, importedFiles: importedFiles)
  }

  /// Whether there is something in it to test: scenarios, or statements that do something.
  package var isTest: Bool { !cases.isEmpty || plan?.hasStatements ?? true }

  /// The names of the apps: the native ones, then the script's own in the order of their
  /// declaration.
  ///
  /// Empty for a script with errors.
  package var appNames: [String] {
    guard let content else { return [] }
    return host.apps.map(\.description.name) + content.apps.map(\.name)
  }

  /// The playings of the scenarios in their order: one for each combination of what a header leaves
  /// open; empty for a script with errors.
  public var cases: [ScenarioCase] { plan?.cases ?? [] }
}
