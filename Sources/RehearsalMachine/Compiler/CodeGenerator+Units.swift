// The code of units once all names are declared: functions, the outside's statements, scenarios,
// and the variables, handlers and controls of apps.

import RehearsalSyntax

extension CodeGenerator {
  /// Compiles all declared functions of the top level, of apps and of the preludes.
  func compileFunctions() {
    for function in functions {
      current = function.script
      currentApp = function.app
      compileOutermost(
        function.number, sideUnit: function.sideUnit, FunctionShape(function.declaration))
    }
    currentApp = nil
  }

  private func compileOutermost(_ number: Int, sideUnit: Int, _ shape: FunctionShape) {
    withOutermostFunction(number, sideUnit: sideUnit, at: shape.range) {
      compileBody(of: shape)
    }
  }

  /// Compiles the function that gives the file's variables their initial values and runs the main
  /// script's statements, in order.
  func compileOutside(main: Int) -> FunctionIndex {
    current = main
    let range = SourceRange(0, 0)
    let unit = sides.addUnit("statements", script: main, range: range, fixed: .outside)
    let number = reserveFunction("statements", range, sideUnit: unit)
    initializedCount = 0
    withOutermostFunction(number, sideUnit: unit, at: range) {
      for (index, variable) in topLevelVariables.enumerated() where variable.script != main {
        current = variable.script
        builder.emit(.renewBudget, at: globals[index].name.range)
        initialize(globals[index])
      }
      current = main
      compileStatements(of: main)
      builder.emit(.returnNil, at: range)
    }
    initializedCount = nil
    return FunctionIndex(number)
  }

  private func compileStatements(of main: Int) {
    let statements = scripts[main].parsed.statements
    var next = topLevelVariables.firstIndex { $0.script == main } ?? topLevelVariables.count
    withScope {
      openBlocks = [statements]
      for statement in statements {
        if statement.isRun { builder.emit(.renewBudget, at: statement.range) }
        switch statement.kind {
        case .variable(let declaration):
          // A second declaration of a name has no variable of its own.
          guard next < globals.count, globals[next].name == declaration.name,
            globals[next].app == nil
          else { continue }
          initialize(globals[next])
          next += 1
        case .function: break
        default: compile(statement, since: 0)
        }
      }
      checkReachability(of: statements)
      openBlocks = []
    }
  }

  /// Emits a variable's initial value, after which the next one's may use it.
  private func initialize(_ global: GlobalVariable) {
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
      let unit = sides.addUnit(title, script: main, range: range, fixed: .outside)
      let number = reserveFunction("scenario \"\(title)\"", range, sideUnit: unit)
      compileOutermost(
        number, sideUnit: unit,
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

// MARK: - Apps

/// What an app can have only one handler for.
private struct HandlerKey: Hashable {
  let name: String
  let selector: String?
}

extension CodeGenerator {
  /// Compiles what stands in an app besides its functions.
  func compileApp(_ number: Int) -> CompiledApp {
    let draft = apps[number]
    current = draft.script
    currentApp = number
    defer { currentApp = nil }
    var info: [CompiledSetting] = []
    var handlers: [CompiledApp.Handler] = []
    var handlerPlaces: [HandlerKey: SourceRange] = [:]
    var controls: [CompiledApp.Control] = []
    for member in draft.declaration.members {
      switch member.kind {
      case .info(let block): info += settings(block, keys: host.infoKeys, of: "info")
      case .handler(let handler):
        let compiled = compile(handler, sideUnit: draft.sideUnit)
        let key = HandlerKey(name: compiled.name, selector: compiled.selector)
        if let first = handlerPlaces[key] { report(.duplicateHandler(handler.name, first: first)) }
        handlerPlaces[key] = handler.name.range
        handlers.append(compiled)
      case .button(let button):
        controls.append(compile(button, at: member.range, sideUnit: draft.sideUnit))
      case .scene: report(.notAvailableYet("scene", member.range.keyword("scene")))
      case .view: report(.notAvailableYet("view", member.range.keyword("view")))
      case .variable, .function, .missing: break
      }
    }
    let names = outsideNames.prefix(constantCount) + draft.variableNames
    let unit = ProgramUnit(
      globalNames: Array(names), constantCount: constantCount,
      initializer: compileInitializer(of: number))
    let place = SourcePlace(scripts[current].parsed.source, draft.declaration.name.range)
    return CompiledApp(
      name: draft.declaration.name.text, place: place, info: info, unit: unit,
      handlers: handlers, controls: controls)
  }

  private func compileInitializer(of app: Int) -> FunctionIndex {
    let draft = apps[app]
    let range = draft.declaration.name.range
    let function = reserveFunction("initial values", range, sideUnit: draft.sideUnit)
    initializedCount = 0
    withOutermostFunction(function, sideUnit: draft.sideUnit, at: range) {
      for global in globals where global.app == app { initialize(global) }
      builder.emit(.returnNil, at: range)
    }
    initializedCount = nil
    return FunctionIndex(function)
  }

  private func compile(
    _ button: ButtonDeclaration, at range: SourceRange, sideUnit: Int
  ) -> CompiledApp.Control {
    let label = button.label.plainText ?? ""
    if let argument = button.arguments.first {
      let place = argument.label?.range ?? argument.value.range
      report(.notAvailableYet(argument.label?.text ?? "button", place))
    }
    var action: FunctionIndex?
    if let closure = button.action {
      let number = reserveFunction("button \"\(label)\"", closure.range, sideUnit: sideUnit)
      compileOutermost(
        number, sideUnit: sideUnit,
        FunctionShape(
          parameters: closure.parameters ?? [], body: closure.body, range: closure.range))
      action = FunctionIndex(number)
    }
    return CompiledApp.Control(
      label: label, action: action,
      place: SourcePlace(scripts[current].parsed.source, button.label.range))
  }
}

// MARK: - Handlers

extension CodeGenerator {
  private func compile(
    _ handler: HandlerDeclaration, sideUnit: Int
  ) -> CompiledApp.Handler {
    let known = host.handlers.first { $0.name == handler.name.text && $0.context == .app }
    if let known {
      checkAvailable(known.availability, handler.name)
      if known.returnsBool { checkAnswer(of: handler) }
    } else {
      reportUnknown(handler)
    }
    let (selector, parameters) = parameters(of: handler, known)
    let number = reserveFunction(
      handler.name.text, handler.name.range, sideUnit: sideUnit)
    compileOutermost(
      number, sideUnit: sideUnit,
      FunctionShape(
        parameters: parameters, parameterKind: .handlerParameter,
        body: handler.body.statements, range: handler.name.range))
    return CompiledApp.Handler(
      name: handler.name.text, selector: selector, function: FunctionIndex(number),
      isExpression: handler.body.statements.onlyExpression != nil,
      place: SourcePlace(scripts[current].parsed.source, handler.name.range))
  }

  /// What a handler selects, and the names that it binds to what it is given.
  private func parameters(
    of handler: HandlerDeclaration, _ known: HostHandler?
  ) -> (selector: String?, names: [Name]) {
    var selector: String?
    var names: [Name] = []
    for (position, parameter) in handler.parameters.enumerated() {
      switch parameter {
      case .name(let name): names.append(name)
      case .string(let literal):
        selector = literal.plainText
        checkSelector(known, position, literal.range)
      case .symbol(let name):
        selector = name.text
        checkSelector(known, position, name.range)
      }
    }
    guard let known else { return (selector, names) }
    if known.hasSelector && selector == nil {
      report(.missingSelector(handler.name, known))
    } else if names.count > known.parameters.count {
      report(.surplusHandlerParameter(names[known.parameters.count], known))
    }
    return (selector, names)
  }

  private func checkSelector(_ known: HostHandler?, _ position: Int, _ range: SourceRange) {
    guard let known, !known.hasSelector || position > 0 else { return }
    report(.unexpectedSelector(known, range))
  }

  private func reportUnknown(_ handler: HandlerDeclaration) {
    let name = handler.name
    if let other = host.handlers.first(where: { $0.name == name.text }) {
      return report(.handlerElsewhere(name, other.context))
    }
    let known = host.handlers.filter { $0.context == .app }
    let meant = known.first { $0.otherNames.contains(name.text) }?.name
    report(
      .unknownHandler(
        name,
        suggestion: meant.map { Suggestion($0) }
          ?? suggestion(for: name.text) { known.map(\.name) }))
  }
}
