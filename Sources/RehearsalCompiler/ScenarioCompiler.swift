// Scenarios: the function of each, whose parameters are the names that its header binds. How often a
// scenario is played, and on what, is the host's to say.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// Turns scenarios into functions.
struct ScenarioCompiler {
  let generator: CodeGenerator

  private var context: CompilationContext { generator.context }

  /// Compiles the scenarios of the main script, which were declared, and what runs first in each.
  func compile(_ declared: [DeclaredScenario], of main: Int) -> [CompiledScenario] {
    context.current = main
    let statements = context.scripts[main].parsed.statements
    let setup = compileSetup(among: statements)
    generator.setupFunction = setup
    let scenarios = statements.compactMap { statement -> (ScenarioDeclaration, SourceRange)? in
      if case .scenario(let scenario) = statement.kind { (scenario, statement.range) } else { nil }
    }
    return zip(scenarios, declared).map { scenario, declared in
      CompiledScenario(declared, function: compile(scenario.0, at: scenario.1, after: setup))
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
  ) -> FunctionIndex {
    let title = scenario.title.sourceTitle
    let range = scenario.title.range
    let number = generator.reserveFunction("scenario \"\(title)\"", range, side: .outside)
    generator.compileOutermost(
      number, on: .outside,
      FunctionShape(
        parameters: scenario.choiceNames, body: scenario.body.statements, range: place,
        returnsExpression: false, calledFirst: setup))
    return FunctionIndex(number)
  }
}
