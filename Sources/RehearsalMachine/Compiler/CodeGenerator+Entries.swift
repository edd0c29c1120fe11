// The code of units once all names are declared: functions, the outside's statements and scenarios.
// Units are compiled in `CodeGenerator+Units`.

import RehearsalSyntax

extension CodeGenerator {
  /// Compiles the functions that this compilation declares: of the top level, of units and of the
  /// preludes.
  func compileFunctions() {
    for function in functions where function.script >= firstScript {
      current = function.script
      currentUnit = function.unit
      isInInstance = function.isInInstance
      compileOutermost(
        function.number, sideScope: function.sideScope, FunctionShape(function.declaration))
    }
    currentUnit = nil
    isInInstance = false
  }

  func compileOutermost(_ number: Int, sideScope: Int, _ shape: FunctionShape) {
    withOutermostFunction(number, sideScope: sideScope, at: shape.range) {
      compileBody(of: shape)
    }
  }

  /// Compiles the function that gives the file's variables their initial values and runs the main
  /// script's statements, in order.
  func compileOutside(main: Int) -> FunctionIndex {
    current = main
    let range = SourceRange(0, 0)
    let scope = sides.addScope("statements", script: main, range: range, fixed: .outside)
    let number = reserveFunction("statements", range, sideScope: scope)
    initializedCount = base?.outsideSlotCount ?? 0
    withOutermostFunction(number, sideScope: scope, at: range) {
      for (index, variable) in topLevelVariables.enumerated() where variable.script != main {
        let global = globals[firstGlobal + index]
        current = variable.script
        builder.emit(.renewBudget, at: global.name.range)
        initialize(global)
      }
      current = main
      compileStatements(of: main)
      builder.emit(.returnNil, at: range)
    }
    initializedCount = nil
    return FunctionIndex(number)
  }

  /// The index of this compilation's first top-level variable among all variables.
  private var firstGlobal: Int { base?.globals.count ?? 0 }

  private func compileStatements(of main: Int) {
    let statements = scripts[main].parsed.statements
    var next =
      firstGlobal
      + (topLevelVariables.firstIndex { $0.script == main } ?? topLevelVariables.count)
    withScope {
      openBlocks = [statements]
      for (position, statement) in statements.enumerated() {
        if statement.isRun { builder.emit(.renewBudget, at: statement.range) }
        switch statement.kind {
        case .variable(let declaration):
          // A second declaration of a name has no variable of its own.
          guard next < globals.count, globals[next].name == declaration.name,
            globals[next].unit == nil
          else { continue }
          initialize(globals[next])
          next += 1
        case .function: break
        case .expression(let value) where base != nil && position == statements.count - 1:
          compileReturn(of: value, at: statement.range)
        default: compile(statement, since: 0)
        }
      }
      checkReachability(of: statements)
      openBlocks = []
    }
  }

  /// Emits a variable's initial value, after which the next one's may use it.
  func initialize(_ global: GlobalVariable) {
    initializedCount = global.order
    let value = builder.allocate()
    compile(global.value, into: value, .kept)
    builder.emit(.storeGlobal, a: value, bc: global.slot, at: global.name.range)
    builder.release(to: value)
    initializedCount = global.order + 1
  }

  /// Compiles the scenarios of the main script.
  func compileScenarios(main: Int) -> [CompiledScenario] {
    current = main
    var result: [CompiledScenario] = []
    for statement in scripts[main].parsed.statements {
      guard case .scenario(let scenario) = statement.kind else { continue }
      let title = scenario.title.plainText ?? ""
      let range = scenario.title.range
      let scope = sides.addScope(title, script: main, range: range, fixed: .outside)
      let number = reserveFunction("scenario \"\(title)\"", range, sideScope: scope)
      compileOutermost(
        number, sideScope: scope,
        FunctionShape(
          parameters: [], body: scenario.body.statements, range: statement.range,
          returnsExpression: false))
      result.append(
        CompiledScenario(
          title: title, function: FunctionIndex(number),
          place: SourcePlace(scripts[main].parsed.source, range)))
    }
    return result
  }
}

extension Statement {
  /// Whether it does something where it stands, at the top level of a file.
  var isRun: Bool {
    switch kind {
    case .function, .app, .device, .scenario, .importFile, .missing: false
    default: true
    }
  }
}
