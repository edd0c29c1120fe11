// The code of apps once all names are declared: initial values, handlers and controls, of the app
// itself and of its scenes and views.

import RehearsalSyntax

/// What an app can have only one handler for.
private struct HandlerKey: Hashable {
  let context: HostHandler.Context
  let isInScene: Bool
  let name: String
  let selector: String?
}

/// The parts of an app that are compiled member by member.
private struct AppParts {
  var info: [CompiledSetting] = []
  var handlers: [CompiledApp.Handler] = []
  var controls: [CompiledApp.Control] = []
  var handlerPlaces: [HandlerKey: SourceRange] = [:]
}

extension CodeGenerator {
  /// Compiles what stands in an app besides its functions.
  func compileApp(_ number: Int) -> CompiledApp {
    let draft = apps[number]
    current = draft.script
    currentApp = number
    defer { currentApp = nil }
    var parts = AppParts()
    compile(draft.declaration.members, of: .app, draft.sideUnit, into: &parts)
    let names = outsideNames.prefix(constantCount) + draft.variableNames
    let initializer = compileInitializer(of: number)
    isInScene = true
    let sceneInitializer =
      draft.sceneVariableNames.isEmpty ? nil : compileInitializer(of: number)
    isInScene = false
    let unit = ProgramUnit(
      globalNames: Array(names), sceneVariableNames: draft.sceneVariableNames,
      constantCount: constantCount, reservedSlots: reservedSlots, initializer: initializer)
    let place = SourcePlace(scripts[current].parsed.source, draft.declaration.name.range)
    return CompiledApp(
      name: draft.declaration.name.text, place: place, info: parts.info, unit: unit,
      hasScenes: draft.declaration.members.contains { member in
        if case .scene = member.kind { true } else { false }
      }, sceneInitializer: sceneInitializer, actions: actions(of: number),
      handlers: parts.handlers, controls: parts.controls)
  }

  /// Compiles the members of an app, a scene or a view that have code of their own.
  private func compile(
    _ members: [AppMember], of context: HostHandler.Context, _ sideUnit: Int,
    into parts: inout AppParts
  ) {
    for member in members {
      switch member.kind {
      case .info(let block): parts.info += settings(block, keys: host.infoKeys, of: "info")
      case .handler(let handler):
        let compiled = compile(handler, of: context, sideUnit: sideUnit)
        let key = HandlerKey(
          context: context, isInScene: isInScene, name: compiled.name,
          selector: compiled.selector)
        if let first = parts.handlerPlaces[key] {
          report(.duplicateHandler(handler.name, first: first))
        }
        parts.handlerPlaces[key] = handler.name.range
        parts.handlers.append(compiled)
      case .button(let button):
        parts.controls.append(compile(button, at: member.range, sideUnit: sideUnit))
      case .scene(let members):
        isInScene = true
        compile(members, of: .scene, sideUnit, into: &parts)
        isInScene = false
      case .view(let members): compile(members, of: .view, sideUnit, into: &parts)
      case .variable, .function, .missing: break
      }
    }
  }

  /// Compiles the initial values of an app, or of its scenes where those are under way.
  private func compileInitializer(of app: Int) -> FunctionIndex {
    let draft = apps[app]
    let range = draft.declaration.name.range
    let function = reserveFunction("initial values", range, sideUnit: draft.sideUnit)
    initializedCount = 0
    withOutermostFunction(function, sideUnit: draft.sideUnit, at: range) {
      for global in globals
      where global.app == app && global.script == draft.script && global.isInScene == isInScene {
        initialize(global)
      }
      builder.emit(.returnNil, at: range)
    }
    initializedCount = nil
    return FunctionIndex(function)
  }

  private func actions(of app: Int) -> [CompiledApp.Action] {
    functions.filter { $0.app == app && $0.script == apps[app].script }.map { function in
      CompiledApp.Action(
        name: function.declaration.name.text, target: function.isInScene ? .scene : .app,
        function: FunctionIndex(function.number))
    }
  }
}

// MARK: - Controls

extension CodeGenerator {
  private func compile(
    _ button: ButtonDeclaration, at range: SourceRange, sideUnit: Int
  ) -> CompiledApp.Control {
    let label = button.label.plainText ?? ""
    var action: FunctionIndex?
    if let closure = button.action {
      let number = reserveFunction("button \"\(label)\"", closure.range, sideUnit: sideUnit)
      compileOutermost(
        number, sideUnit: sideUnit,
        FunctionShape(
          parameters: closure.parameters ?? [], body: closure.body, range: closure.range))
      action = FunctionIndex(number)
    }
    let (sentAction, target) = sending(of: button)
    return CompiledApp.Control(
      label: label, action: action, sentAction: sentAction, target: target,
      place: SourcePlace(scripts[current].parsed.source, button.label.range))
  }

  /// Reads `sends:`, a function of the app or of its scenes, and `to:`, the object that has it.
  private func sending(
    of button: ButtonDeclaration
  ) -> (action: String?, target: HostHandler.Context?) {
    var action: Name?
    var target: HostHandler.Context?
    for argument in button.arguments {
      guard case .name(let name) = argument.value.unparenthesized.kind else {
        report(.buttonArgument(argument.value.range))
        continue
      }
      switch (argument.label?.text, name.text) {
      case ("sends", _) where action == nil: action = name
      case ("to", "application"): target = .app
      case ("to", "scene"): target = .scene
      default: report(.buttonArgument(argument.label?.range ?? name.range))
      }
    }
    guard let action else { return (nil, nil) }
    if button.action != nil { report(.buttonWithTwoActions(action.range)) }
    if !isAction(action, of: target) { reportUnknown(action) }
    return (action.text, target)
  }

  /// Whether a name is a function that the target has, or anyone without one.
  private func isAction(_ name: Name, of target: HostHandler.Context?) -> Bool {
    guard let app = currentApp else { return false }
    let number = names.number(of: name.text)
    let scopes = [(HostHandler.Context.scene, sceneScopes[app]), (.app, appScopes[app])]
    return scopes.contains { context, scope in
      guard target == nil || target == context, case .function? = scope.lookUp(number)?.binding
      else { return false }
      return true
    }
  }
}

// MARK: - Handlers

extension CodeGenerator {
  private func compile(
    _ handler: HandlerDeclaration, of context: HostHandler.Context, sideUnit: Int
  ) -> CompiledApp.Handler {
    let known = host.handlers.first { $0.name == handler.name.text && $0.context == context }
    if let known {
      if known.returnsBool { checkAnswer(of: handler) }
    } else {
      reportUnknown(handler, in: context)
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
      name: handler.name.text, context: context, isInScene: isInScene, selector: selector,
      function: FunctionIndex(number),
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
        if let known, !known.selectorSymbols.isEmpty {
          checkSymbol(name, among: known.selectorSymbols, for: known.name)
        }
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

  private func reportUnknown(_ handler: HandlerDeclaration, in context: HostHandler.Context) {
    let name = handler.name
    if let other = host.handlers.first(where: { $0.name == name.text }) {
      return report(.handlerElsewhere(name, other.context))
    }
    let known = host.handlers.filter { $0.context == context }
    let meant = known.first { $0.otherNames().contains(name.text) }?.name
    report(
      .unknownHandler(
        name, in: context,
        suggestion: meant.map { Suggestion($0) }
          ?? suggestion(for: name.text) { known.map(\.name) }))
  }
}
