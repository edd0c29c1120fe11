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
      let number = generator.reserveFunction(word, range, side: .outside, as: .setup)
      generator.compileOutermost(
        number, on: .outside,
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
    let number = generator.reserveFunction("scenario \"\(title)\"", range, side: .outside)
    generator.compileOutermost(
      number, on: .outside,
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

  /// The values of `name in values`.
  private func choice(_ name: Name, _ value: Expression) -> CompiledScenario.Choice {
    CompiledScenario.Choice(
      name: name.text, values: context.quietConstant(value) ?? .list([]),
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
        guard let path = value.path,
          let number = choices.lastIndex(where: { $0.name == path.name.text })
        else { return nil }
        return .value(choice: number, keys: path.keys.map(\.text))
      }
    }
  }
}
