// Explorations: each part becomes a function of the outside. Code that only observes is checked
// once all code is there: it may neither change anything nor read what is not part of a state.

import RehearsalCode
import RehearsalSemantics
import RehearsalSyntax
import RehearsalValues

/// Turns explorations into functions and tables.
struct ExplorationCompiler {
  let generator: CodeGenerator

  private var context: CompilationContext { generator.context }

  /// Compiles the explorations of the main script.
  func compile() -> [CompiledExploration] {
    let compiled = context.explorations.indices.map { compile($0) }
    context.currentExploration = nil
    return compiled
  }

  private func compile(_ number: Int) -> CompiledExploration {
    let draft = context.explorations[number]
    context.current = draft.script
    context.currentExploration = number
    let title = draft.declaration.title.plainText ?? ""
    let part = PartCompiler(
      generator: generator,
      sideScope: context.sides.addScope(
        title, script: draft.script, range: draft.declaration.title.range, fixed: .outside))
    let beginning = compileBeginning(number, part)
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
  private func compileBeginning(_ number: Int, _ part: PartCompiler) -> FunctionIndex {
    let declaration = context.explorations[number].declaration
    let range = declaration.title.range
    let function = generator.reserveFunction("explore", range, sideScope: part.sideScope)
    var variables = context.globals.filter { $0.exploration == number }[...]
    generator.initializedCount = 0
    generator.withOutermostFunction(function, sideScope: part.sideScope, at: range) {
      if let setup = generator.setupFunction { generator.emitCall(of: setup, at: range) }
      generator.withScope {
        context.openBlocks = [declaration.beginning]
        for statement in declaration.beginning {
          if case .variable(let variable) = statement.kind {
            guard variables.first?.name == variable.name, let next = variables.popFirst() else {
              continue
            }
            generator.initialize(next)
          } else {
            generator.compile(statement, since: 0)
          }
        }
        context.openBlocks = []
      }
      generator.builder.emit(.returnNil, at: range.endPoint)
    }
    generator.initializedCount = nil
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
  let sideScope: Int

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
        name: choice.name.text, values: values(of: choice.name, choice.values))
    }
    return CompiledExploration.Alternative(
      choices: choices, condition: alternative.condition.map { condition($0, names) },
      action: function("choose", names, alternative.body.statements, at: alternative.range),
      isDisruption: alternative.isDisruption, body: inside(of: alternative.body),
      place: place(alternative.range))
  }

  /// The values of `name in values`; what cannot be determined is reported, and has none.
  private func values(of name: Name, _ expression: Expression) -> ScriptValue {
    let values = context.constant(expression)
    if let values, values.elementCount == nil {
      context.report(.notAChoice(name, expression.range, "each element is one alternative"))
    }
    return values.flatMap { $0.elementCount == nil ? nil : $0 } ?? .list([])
  }

  private func condition(_ expression: Expression, _ names: [Name]) -> FunctionIndex {
    let condition = function("where", names, [expression.asStatement], at: expression.range)
    PurityCheck(generator: generator).check(condition)
    return condition
  }

  func compile(_ property: ExplorationProperty) -> CompiledExploration.Property {
    let word = property.kind == .always ? "always" : "sometimes"
    let function = function(word, [], property.body.statements, at: property.range)
    PurityCheck(generator: generator).check(function)
    return CompiledExploration.Property(
      kind: property.kind, title: property.title.plainText ?? "", function: function,
      body: inside(of: property.body),
      isExpression: property.body.statements.onlyExpression != nil)
  }

  func compile(_ observer: ExplorationObserver) -> CompiledExploration.Observer {
    let earlier = observer.earlier.map { _, value in
      let function = function("old", [], [value.asStatement], at: value.range)
      PurityCheck(generator: generator).check(function)
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
    let number = generator.reserveFunction(name, range, sideScope: sideScope)
    generator.compileOutermost(
      number, sideScope: sideScope,
      FunctionShape(
        parameters: parameters, body: body, range: range,
        returnsExpression: name != "choose" && name != "after"))
    return FunctionIndex(number)
  }
}

// MARK: - What only looks

/// Finds what a function that may only look changes, or reads of the past, itself or through the
/// functions that it calls.
private struct PurityCheck {
  let generator: CodeGenerator

  private var context: CompilationContext { generator.context }
  private var tables: ProgramTables { generator.tables }

  /// Reports what a function does that it may not do.
  func check(_ function: FunctionIndex) {
    var met: Set<Int> = [function.number]
    var open: [(function: Int, place: SourceRange?)] = [(function.number, nil)]
    while let next = open.popLast() {
      let draft = tables.functions[next.function]
      for index in draft.entry..<draft.entry + draft.length {
        let instruction = tables.instructions[index]
        // What the host's own words do is reported where they are called.
        let place = draft.source == nil ? next.place : tables.places[index]
        if let callee = callee(of: instruction), met.insert(callee).inserted {
          open.append((callee, place))
        }
        if let place, let diagnostic = diagnostic(of: instruction, in: draft, at: place) {
          context.report(diagnostic)
        }
      }
    }
  }

  private func callee(of instruction: Instruction) -> Int? {
    switch instruction.operation {
    case .callFunction: Int(instruction.b)
    case .loadFunction, .makeClosure: instruction.bc
    default: nil
    }
  }

  private func diagnostic(
    of instruction: Instruction, in draft: ProgramTables.FunctionDraft, at place: SourceRange
  ) -> CompilerDiagnostic? {
    switch instruction.operation {
    case .storeGlobal where draft.unit == nil:
      let name = context.globals.first { $0.unit == nil && $0.slot == instruction.bc }?.name.text
      return .changeInCondition(place, name ?? "a variable")
    case .callHost:
      let function = context.host.functions[Int(instruction.b)]
      if let advice = function.historyAdvice {
        return .historyInCondition(place, function.plainName, advice)
      }
      return function.isReadOnly ? nil : .changeInCondition(place, function.plainName)
    case .getMember, .callMember:
      let number = Int(instruction.operation == .getMember ? instruction.c : instruction.b)
      let name = String(tables.memberNames[number].prefix { $0 != "(" })
      guard
        let member = context.host.kinds.lazy.flatMap(\.members).first(where: {
          $0.name == name && $0.historyAdvice != nil
        }), let advice = member.historyAdvice
      else { return nil }
      return .historyInCondition(place, name, advice)
    default: return nil
    }
  }
}
