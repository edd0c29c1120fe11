// Scenarios: the function of each, whose parameters are the names that its header binds, and the
// header itself as constants. How often a scenario is played, and on what, is the host's to say.

import RehearsalCode
import RehearsalSemantics
import RehearsalSyntax
import RehearsalValues

/// Turns scenarios into functions, and their headers into tables.
struct ScenarioCompiler {
  let generator: CodeGenerator

  private var context: CompilationContext { generator.context }

  /// Compiles the scenarios of the main script, and what runs first in each.
  func compile(main: Int) -> [CompiledScenario] {
    context.current = main
    let statements = context.scripts[main].parsed.statements
    let setup = compileSetup(among: statements)
    generator.setupFunction = setup
    return statements.compactMap { statement in
      guard case .scenario(let scenario) = statement.kind else { return nil }
      return compile(scenario, at: statement.range, after: setup)
    }
  }

  /// Compiles `setup { }`, of which there is one; the number of its function.
  private func compileSetup(among statements: [Statement]) -> Int? {
    var result: Int?
    for statement in statements {
      guard case .setup(let block) = statement.kind else { continue }
      let word = ContextualKeyword.setup.rawValue
      let range = statement.range.keyword(word)
      let scope = context.sides.addScope(
        word, script: context.current, range: range, fixed: .outside)
      let number = generator.reserveFunction(word, range, sideScope: scope)
      generator.compileOutermost(
        number, sideScope: scope,
        FunctionShape(
          parameters: [], body: block.statements, range: statement.range, returnsExpression: false))
      result = result ?? number
    }
    return result
  }

  private func compile(
    _ scenario: ScenarioDeclaration, at place: SourceRange, after setup: Int?
  ) -> CompiledScenario {
    let title = scenario.title.sourceTitle
    let range = scenario.title.range
    let scope = context.sides.addScope(
      title, script: context.current, range: range, fixed: .outside)
    let number = generator.reserveFunction("scenario \"\(title)\"", range, sideScope: scope)
    generator.compileOutermost(
      number, sideScope: scope,
      FunctionShape(
        parameters: scenario.choiceNames, body: scenario.body.statements, range: place,
        returnsExpression: false, calledFirst: setup))
    let choices = scenario.options.compactMap { option -> CompiledScenario.Choice? in
      guard case .choice(let name, let value) = option else { return nil }
      return choice(name, value)
    }
    return CompiledScenario(
      title: self.title(of: scenario, choices), choices: choices,
      settings: context.settings(
        scenario.settings, keys: context.host.scenarioKeys, of: "scenario"),
      function: FunctionIndex(number),
      place: SourcePlace(context.scripts[context.current].parsed.source, range))
  }

  // MARK: - Headers

  /// The values of `name in values`; one that cannot be determined is reported, and has none.
  private func choice(_ name: Name, _ value: Expression) -> CompiledScenario.Choice {
    let values = context.constant(value)
    switch values?.elementCount {
    case 0: context.report(.emptyChoice(value.range))
    case nil where values != nil: context.report(.notAChoice(name, value.range))
    default: break
    }
    return CompiledScenario.Choice(
      name: name.text, values: values ?? .list([]),
      place: SourcePlace(context.scripts[context.current].parsed.source, name.range))
  }

  /// The pieces of a title, whose interpolations are paths from names that the header binds.
  private func title(
    of scenario: ScenarioDeclaration, _ choices: [CompiledScenario.Choice]
  ) -> [CompiledScenario.TitleSegment] {
    scenario.title.segments.compactMap { segment in
      switch segment {
      case .text(let text): return .text(text)
      case .interpolation(let value):
        guard let path = value.path else { return nil }
        guard let number = choices.lastIndex(where: { $0.name == path.name.text }) else {
          context.report(.unboundTitleName(path.name, bound: scenario.choiceNames))
          return nil
        }
        check(path.keys, of: choices[number], value.range)
        return .value(choice: number, keys: path.keys.map(\.text))
      }
    }
  }

  /// Reports a key that a path in a title names and that a value does not have.
  private func check(
    _ keys: [Name], of choice: CompiledScenario.Choice, _ range: SourceRange
  ) {
    guard !keys.isEmpty, case .list(var values) = choice.values else {
      if let key = keys.first { context.report(.missingTitleKey(key, range)) }
      return
    }
    for key in keys {
      let inner = values.compactMap { $0[key.text] }
      if inner.count < values.count { return context.report(.missingTitleKey(key, range)) }
      values = inner
    }
  }
}

extension ScenarioDeclaration {
  /// The options with a key, in their order.
  fileprivate var settings: [SettingsBlock.Entry] {
    options.compactMap { if case .setting(let entry) = $0 { entry } else { nil } }
  }
}

extension StringLiteral {
  /// A title much as written in the source.
  fileprivate var sourceTitle: String {
    segments.map { segment in
      switch segment {
      case .text(let text): text
      case .interpolation(let value):
        "\\("
          + ([value.path?.name.text ?? ""] + (value.path?.keys.map(\.text) ?? []))
          .joined(separator: ".") + ")"
      }
    }.joined()
  }
}

extension Expression {
  /// The name and the members of a path; nil for anything else.
  fileprivate var path: (name: Name, keys: [Name])? {
    switch kind {
    case .name(let name): return (name, [])
    case .member(let base, let key, _):
      guard let path = base.path else { return nil }
      return (path.name, path.keys + [key])
    default: return nil
    }
  }
}
