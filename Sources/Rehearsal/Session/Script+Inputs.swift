// The script of a prompt: it begins empty, and each input makes a longer one of it. What an input
// declares replaces what earlier ones declared under its name; what they did is not done again.

import RehearsalCode
import RehearsalCompiler
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

extension Script {
  /// The script of a prompt before its first input.
  static func prompt(host: ScriptHost, limits: RunLimits) -> Script {
    let source = SourceText(name: "prompt", "")
    let growth = IncrementalProgram(host: host.interface)
    guard let growth else { return Script(source, limits: limits, host: host, found: []) }
    return Script(
      source, limits: limits, host: host, found: [],
      ScriptCode(image: CodeImage(growth.program), apps: [], growth: growth),
      ScriptPlan(profile: Profile(), cases: []))
  }

  /// This script without the code of its last input, where nothing can come back to it.
  func droppingPassingCode() -> Script {
    guard let content, var growth = content.growth else { return self }
    growth.dropPassingCode()
    return Script(
      source, limits: limits, host: host, found: diagnostics,
      ScriptCode(image: content.lastingImage, apps: content.apps, growth: growth),
      ScriptPlan(profile: content.profile, cases: []))
  }

  /// This script with an input after it; it has the input's diagnostics, and cannot be run where
  /// one of them is an error.
  ///
  /// - Parameters:
  ///   - input: The input.
  ///   - imports: Where imported files come from; nil allows none.
  ///   - symbols: Those of the machine that is to continue with the script.
  /// - Returns: The longer script.
  func adding(_ input: SourceText, imports: ImportSource?, symbols: [String]) -> Script {
    func result(_ diagnostics: [Diagnostic]) -> Script {
      Script(input, limits: limits, host: host, found: diagnostics)
    }
    guard let content, var growth = content.growth else { return result([]) }
    let loader = ScriptLoader(input, limits: limits, source: imports, mode: .prompt)
    guard !loader.isIncomplete else {
      return result(loader.scripts.flatMap(\.diagnostics) + loader.diagnostics)
    }
    let deviceScript = growth.deviceScript
    let diagnostics = loader.diagnostics + growth.add(loader.scripts, symbols: symbols)
    guard !diagnostics.contains(where: { $0.severity == .error }) else {
      return result(diagnostics)
    }
    var settings = SettingsReader()
    let program = growth.program
    let profile =
      growth.deviceScript == deviceScript
      ? content.profile : settings.profile(from: program.deviceSettings)
    let apps = program.units.enumerated().map { number, app in
      content.isUnchanged(app, at: number)
        ? content.apps[number] : settings.description(ofApp: number, in: program)
    }
    let scenarios = ScenarioExpansion(program.outline, profile: profile, limits: limits)
    let found = settings.diagnostics + scenarios.diagnostics
    guard found.isEmpty else { return result(diagnostics + found) }
    let image = CodeImage(program, extending: content.lastingImage)
    let isPassing = growth.lastingProgram !== program
    return Script(
      input, limits: limits, host: host, found: diagnostics,
      ScriptCode(
        image: image, lastingImage: isPassing ? content.lastingImage : image, apps: apps,
        growth: growth, echo: Echo(ofLast: loader.scripts.last?.statements.last)),
      ScriptPlan(profile: profile, cases: scenarios.cases))
  }
}

extension Script.Content {
  /// Whether an app of a longer script is the one that this script has under the same number.
  func isUnchanged(_ app: CompiledUnit, at number: Int) -> Bool {
    program.units.indices.contains(number)
      && program.units[number].globalTable.initializer == app.globalTable.initializer
  }
}

extension Script.Echo {
  fileprivate init(ofLast statement: Statement?) {
    guard case .expression(let value)? = statement?.kind else {
      self = .never
      return
    }
    self = value.isCall ? .unlessNil : .always
  }
}

extension Expression {
  /// Whether the value is what a call gives back.
  package var isCall: Bool {
    switch kind {
    case .call: true
    case .optionalChain(let inner), .parenthesized(let inner): inner.isCall
    default: false
    }
  }
}
