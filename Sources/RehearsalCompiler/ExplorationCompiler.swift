// Explorations: each part becomes a function of the outside.

import RehearsalCode
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// Turns explorations into functions and tables.
struct ExplorationCompiler {
  let generator: CodeGenerator

  private var context: CompilationContext { generator.context }

  /// Compiles the explorations of the main script.
  func compile() -> [CompiledExploration] {
    context.explorations.indices.map { compile($0) }
  }

  private func compile(_ number: Int) -> CompiledExploration {
    let draft = context.explorations[number]
    context.current = draft.script
    let title = draft.declaration.title.plainText ?? ""
    let part = PartCompiler(generator: generator)
    let beginning = compileBeginning(number)
    let alternatives = draft.declaration.alternatives.map { part.compile($0) }
    let properties = draft.declaration.properties.map { part.compile($0) }
    let observers = draft.declaration.observers.map { part.compile($0) }
    let settings = context.settings(
      draft.declaration.options, keys: context.host.explorationKeys, of: "explore")
    return CompiledExploration(
      title: title, settings: settings, variables: variables(of: number), beginning: beginning,
      statements: (draft.declaration.body.statements).filter(\.isOfScenario).map {
        part.place($0.range)
      },
      alternatives: alternatives, properties: properties, observers: observers,
      place: part.place(draft.declaration.title.range))
  }

  /// Compiles what gives the exploration's variables their values, and the statements after them.
  private func compileBeginning(_ number: Int) -> FunctionIndex {
    let declaration = context.explorations[number].declaration
    let range = declaration.title.range
    let function = generator.reserveFunction("explore", range, side: .outside)
    var variables = context.globals.filter { $0.exploration == number }[...]
    generator.withOutermostFunction(function, on: .outside, at: range) {
      if let setup = generator.setupFunction { generator.emitCall(of: setup, at: range) }
      generator.withScope {
        for statement in declaration.beginning {
          if case .variable(let variable) = statement.kind {
            guard variables.first?.name == variable.name, let next = variables.popFirst() else {
              continue
            }
            generator.initialize(next)
          } else {
            generator.compile(statement)
          }
        }
      }
      generator.builder.emit(.returnNil, at: range.endPoint)
    }
    return FunctionIndex(function)
  }

  /// The variables of the file and of an exploration that are part of its states.
  private func variables(of number: Int) -> [CompiledExploration.Variable] {
    context.globals.filter { global in
      global.unit == nil && global.isMutable
        && (global.exploration == nil || global.exploration == number)
    }.map { CompiledExploration.Variable(name: $0.name.text, slot: $0.slot) }
      .sorted { $0.slot < $1.slot }
  }
}

extension Statement {
  /// Whether it is in the scenario of a path as well: everything but the parts that are left
  /// open.
  fileprivate var isOfScenario: Bool {
    switch kind {
    case .alternatives, .property, .observer: false
    default: true
    }
  }
}

// MARK: - Parts

/// Compiles the parts of one exploration.
private struct PartCompiler {
  let generator: CodeGenerator

  private var context: CompilationContext { generator.context }

  func place(_ range: SourceRange) -> SourcePlace {
    SourcePlace(context.scripts[context.current].parsed.source, range)
  }

  /// The inside of a block, without its braces and the white space at its ends.
  private func inside(of block: Block) -> SourcePlace {
    guard let first = block.statements.first, let last = block.statements.last else {
      return place(SourceRange(Int(block.range.start), Int(block.range.start)))
    }
    return place(first.range.union(last.range))
  }

  func compile(_ alternative: ExplorationAlternative) -> CompiledExploration.Alternative {
    let names = alternative.choices.map(\.name)
    let choices = alternative.choices.map { choice in
      CompiledExploration.Alternative.Choice(
        name: choice.name.text, values: context.quietConstant(choice.values) ?? .list([]))
    }
    return CompiledExploration.Alternative(
      choices: choices, condition: alternative.condition.map { condition($0, names) },
      action: function("choose", names, alternative.body.statements, at: alternative.range),
      isDisruption: alternative.isDisruption, body: inside(of: alternative.body),
      place: place(alternative.range))
  }

  private func condition(_ expression: Expression, _ names: [Name]) -> FunctionIndex {
    function("where", names, [expression.asStatement], at: expression.range)
  }

  func compile(_ property: ExplorationProperty) -> CompiledExploration.Property {
    let word = property.kind == .always ? "always" : "sometimes"
    let function = function(word, [], property.body.statements, at: property.range)
    return CompiledExploration.Property(
      kind: property.kind, title: property.title.plainText ?? "", function: function,
      body: inside(of: property.body),
      isExpression: property.body.statements.onlyExpression != nil)
  }

  func compile(_ observer: ExplorationObserver) -> CompiledExploration.Observer {
    let earlier = observer.earlier.map { _, value in
      let function = function("old", [], [value.asStatement], at: value.range)
      return function
    }
    return CompiledExploration.Observer(
      earlier: earlier, earlierPlaces: observer.earlier.map { place($0.value.range) },
      body: inside(of: observer.body),
      function: function(
        "after", observer.parameters, observer.body.statements, at: observer.range))
  }

  private func function(
    _ name: String, _ parameters: [Name], _ body: [Statement], at range: SourceRange
  ) -> FunctionIndex {
    let number = generator.reserveFunction(name, range, side: .outside)
    generator.compileOutermost(
      number, on: .outside,
      FunctionShape(
        parameters: parameters, body: body, range: range,
        returnsExpression: name != "choose" && name != "after"))
    return FunctionIndex(number)
  }
}
