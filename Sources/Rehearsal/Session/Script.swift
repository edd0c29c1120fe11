// A script that has been read, checked and compiled: everything that a session needs, shared by
// all its runs. A script with errors is one too; it has diagnostics and cannot be run.

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
  /// The result of a script without errors.
  final class Content: Sendable {
    /// The code as machines run it.
    let image: CodeImage
    /// The code that the next input of a prompt is added to.
    let lastingImage: CodeImage
    let profile: Profile
    let apps: [AppDescription]
    /// The playings of its scenarios, in their order.
    let cases: [ScenarioCase]
    /// The ends of apps that are no failure of the statements.
    let allowedEnds: Set<ExitReason>
    /// The options of its explorations, in their order.
    let explorations: [ExplorationSettings]
    /// Whether the main file does something other than declaring, outside of scenarios.
    let hasStatements: Bool
    /// The devices on which a script without scenarios is played, each with what tells it from the
    /// others in titles.
    let wholePlayings: [(profile: Profile, remark: String)]
    /// What the next input of a prompt is added to; nil for a script of its own.
    let growth: IncrementalProgram?
    /// Whether the value of the last statement is shown at a prompt.
    let echo: Echo

    init(
      image: CodeImage, lastingImage: CodeImage? = nil, profile: Profile, apps: [AppDescription],
      cases: [ScenarioCase],
      allowedEnds: Set<ExitReason> = [], explorations: [ExplorationSettings] = [],
      hasStatements: Bool = true,
      wholePlayings: [(profile: Profile, remark: String)] = [],
      growth: IncrementalProgram? = nil, echo: Echo = .never
    ) {
      self.image = image
      self.lastingImage = lastingImage ?? image
      self.profile = profile
      self.apps = apps
      self.cases = cases
      self.allowedEnds = allowedEnds
      self.explorations = explorations
      self.hasStatements = hasStatements
      self.wholePlayings = wholePlayings
      self.growth = growth
      self.echo = echo
    }

    /// What the script was compiled to.
    var program: Program { image.program }

    /// The same on another device, or with other playings of its scenarios.
    func with(profile: Profile? = nil, cases: [ScenarioCase]? = nil) -> Content {
      Content(
        image: image, lastingImage: lastingImage, profile: profile ?? self.profile, apps: apps,
        cases: cases ?? self.cases, allowedEnds: allowedEnds, explorations: explorations,
        hasStatements: hasStatements, wholePlayings: wholePlayings, growth: growth, echo: echo)
    }
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
  public let diagnostics: [Diagnostic]

  /// The names of the files that it imports, directly or through others, where they were found.
  package let importedFiles: [String]
  /// What its names and expressions mean; nil unless somebody asked for it.
  package let model: SemanticModel?

  let content: Content?
  /// The bounds of reading and running.
  package let limits: RunLimits
  /// The functions and native apps that it can use.
  package let host: ScriptHost

  /// Reads, checks and compiles a script.
  ///
  /// - Parameters:
  ///   - source: The main file; any bytes.
  ///   - host: The functions and native apps that the script can use.
  ///   - limits: The bounds of reading and running.
  ///   - imports: Where imported files come from; nil allows none.
  ///   - systems: The versions and models on which each scenario is played whose header names none.
  /// - Complexity: O(*n*) in the length of the files, see `Compiler.compile(_:host:)`.
  public convenience init(
    _ source: SourceText, host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    imports: ImportSource? = nil, systems: PlayedSystems = PlayedSystems()
  ) {
    self.init(
      source, loaded: ScriptLoader(source, limits: limits, source: imports), host: host,
      limits: limits, systems: systems)
  }

  /// Checks and compiles a script that was read with what it imports.
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
        diagnostics: loader.scripts.flatMap(\.diagnostics) + loader.diagnostics, content: nil,
        imported: loader.scripts,
        model: keepsModel
          ? Compiler.compile(loader.scripts, host: host.interface, keepsModel: true).model : nil)
      return
    }
    self.init(
      source, parsed: loader.scripts, found: loader.diagnostics, host: host, limits: limits,
      systems: systems, keepsModel: keepsModel)
  }

  /// Checks and compiles scripts that were read, imported ones before those that import them.
  ///
  /// `found` is what was found on reading them.
  package convenience init(
    _ source: SourceText, parsed: [ParsedScript], found warnings: [Diagnostic] = [],
    host: ScriptHost, limits: RunLimits, systems: PlayedSystems = PlayedSystems(),
    keepsModel: Bool = false
  ) {
    let compilation = Compiler.compile(parsed, host: host.interface, keepsModel: keepsModel)
    guard let program = compilation.program else {
      self.init(
        source, limits: limits, host: host, diagnostics: warnings + compilation.diagnostics,
        content: nil,
        imported: parsed, model: compilation.model)
      return
    }
    var settings = SettingsReader()
    let profile = settings.profile(from: program.deviceSettings)
    let apps = program.units.indices.map { settings.description(ofApp: $0, in: program) }
    let scenarios = ScenarioExpansion(
      program, profile: profile, systems: systems, limits: limits)
    let explorations = program.explorations.map {
      ExplorationSettings($0, in: program, allowing: scenarios.allowedEnds)
    }
    let hasStatements = parsed.last?.statements.contains(where: \.isDone) ?? false
    let isOnFileDevice =
      scenarios.usesFileDevice || hasStatements || scenarios.cases.isEmpty
      || !explorations.isEmpty
    // What a command chooses is not what the file is written for.
    let played =
      (isOnFileDevice || systems != PlayedSystems() ? [profile] : []) + scenarios.otherDevices
    let unreachable = program.units.flatMap { UnreachableHandler.all(in: $0, on: played) }
    let ages = AgeCheck(profiles: played).diagnostics(of: program)
    let quirks = QuirkCheck(
      program, on: isOnFileDevice || systems != PlayedSystems() ? [profile] : [],
      cases: scenarios.cases, areSystemsChosen: systems != PlayedSystems()
    ).diagnostics
    let found =
      settings.diagnostics + scenarios.diagnostics + explorations.flatMap(\.diagnostics)
      + quirks.filter { $0.severity == .error }
    self.init(
      source, limits: limits, host: host,
      diagnostics: warnings + compilation.diagnostics + found + unreachable.map(\.diagnostic) + ages
        + quirks.filter { $0.severity == .warning }
        + zip(program.explorations, explorations).compactMap { $1.clockWarning(for: $0) },
      content: found.isEmpty
        ? Content(
          image: CodeImage(program), profile: profile, apps: apps, cases: scenarios.cases,
          allowedEnds: scenarios.allowedEnds, explorations: explorations,
          hasStatements: hasStatements,
          wholePlayings: scenarios.cases.isEmpty ? systems.profiles(like: profile) : []) : nil,
      imported: parsed, model: compilation.model)
  }

  /// The place at which the main file begins.
  package var start: SourcePlace { SourcePlace(source, SourceRange(0, 0)) }

  /// Makes a script of the result of an input, or of files.
  convenience init(
    _ source: SourceText, limits: RunLimits, host: ScriptHost, diagnostics: [Diagnostic],
    content: Content?, imported: [ParsedScript] = [], model: SemanticModel? = nil
  ) {
    self.init(
      source, limits: limits, host: host, diagnostics: diagnostics, content: content,
      importedFiles: imported.map(\.source.name).filter { $0 != source.name }, model: model)
  }

  private init(
    _ source: SourceText, limits: RunLimits, host: ScriptHost, diagnostics: [Diagnostic],
    content: Content?, importedFiles: [String], model: SemanticModel? = nil
  ) {
    self.source = source
    self.limits = limits
    self.host = host
    self.diagnostics = diagnostics.told(atMost: limits.syntax.diagnostics)
    self.content = content
    self.importedFiles = importedFiles
    self.model = model
  }

  /// What the script was compiled to; nil for one with errors.
  package var program: Program? { content?.program }

  /// The options of its explorations, in their order; empty for a script with errors.
  package var explorationSettings: [ExplorationSettings] { content?.explorations ?? [] }

  /// Whether the script can be run.
  package var isRunnable: Bool { content != nil }

  /// The devices on which a script without scenarios is played, each with what tells it from the
  /// others, as `os 12`; one without a remark where no systems were chosen.
  package var wholePlayings: [(profile: Profile, remark: String)] { content?.wholePlayings ?? [] }

  /// The script on another device.
  package func played(on profile: Profile) -> Script {
    with(content?.with(profile: profile))
  }

  /// The script with one of its playings on another device.
  func playing(case number: Int, on profile: Profile) -> Script {
    guard var cases = content?.cases, cases.indices.contains(number) else { return self }
    cases[number].profile = profile
    return with(content?.with(cases: cases))
  }

  /// The script with other bounds.
  func limited(by limits: RunLimits) -> Script { with(content, limits: limits) }

  private func with(_ content: Content?, limits: RunLimits? = nil) -> Script {
    Script(
      source, limits: limits ?? self.limits, host: host, diagnostics: diagnostics,
      content: content, importedFiles: importedFiles)
  }

  /// Whether there is something in it to test: scenarios, or statements that do something.
  package var isTest: Bool { !cases.isEmpty || content?.hasStatements ?? true }

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
  public var cases: [ScenarioCase] { content?.cases ?? [] }
}
