// The code of units once all names are declared: initial values, handlers and controls, of the unit
// itself and of its instances and groups of handlers.

import RehearsalCode
import RehearsalInterface
import RehearsalSemantics
import RehearsalSyntax
import RehearsalValues

/// What a unit can have only one handler for.
private struct HandlerKey: Hashable {
  let group: CodeGroup
  let instanceKind: Int?
  let name: String
  let selector: String?
}

/// The parts of a unit that are compiled member by member.
private struct UnitParts {
  var info: [CompiledSetting] = []
  var handlers: [CompiledUnit.Handler] = []
  var controls: [CompiledUnit.Control] = []
  var handlerPlaces: [HandlerKey: SourceRange] = [:]
  var instanceKinds: Set<Int> = []
}

extension CodeGenerator {
  /// Compiles what a unit contains besides its functions.
  func compileUnit(_ number: Int) -> CompiledUnit {
    let draft = context.units[number]
    context.current = draft.script
    context.currentUnit = number
    defer { context.currentUnit = nil }
    var parts = UnitParts()
    compile(draft.declaration.members, of: .unit, draft.sideScope, into: &parts)
    let names = context.outsideNames.prefix(context.constantCount) + draft.variableNames
    let initializer = compileInitializer(of: number)
    let instanceInitializers = context.host.groups.instanceKinds.indices.map { kind in
      context.instanceKind = kind
      defer { context.instanceKind = nil }
      let hasVariables = context.globals.contains {
        $0.unit == number && $0.script == draft.script && $0.instanceKind == kind
      }
      return hasVariables ? compileInitializer(of: number) : nil
    }
    let globalTable = GlobalTable(
      names: Array(names), instanceNames: draft.instanceNames,
      constantCount: context.constantCount, reservedSlots: context.reservedSlots,
      initializer: initializer, constantValues: constantValues(ofUnit: number))
    let place = SourcePlace(
      context.scripts[context.current].parsed.source, draft.declaration.name.range)
    return CompiledUnit(
      name: draft.declaration.name.text, place: place, container: container(of: draft),
      info: parts.info, globalTable: globalTable,
      instanceInitializers: instanceInitializers, instanceKinds: parts.instanceKinds,
      actions: actions(of: number), handlers: parts.handlers, controls: parts.controls)
  }

  /// The name of the unit that one is an extension of, which is no extension itself.
  private func container(of draft: UnitDraft) -> String? {
    guard let name = draft.declaration.containingApp else { return nil }
    guard let number = context.unit(named: name) else {
      context.reportUnknown(name, as: .value)
      return nil
    }
    let isUnit = context.units[number].declaration.containingApp == nil
    if !isUnit || name.text == draft.declaration.name.text {
      context.report(.extensionOfExtension(name, context.host.groups.unit))
      return nil
    }
    return name.text
  }

  /// Compiles the members of a group that have code of their own.
  private func compile(
    _ members: [AppMember], of group: CodeGroup, _ sideScope: Int,
    into parts: inout UnitParts
  ) {
    for member in members {
      switch member.kind {
      case .info(let block):
        parts.info += context.settings(
          block.entries, keys: context.host.infoKeys, of: "info")
      case .handler(let handler):
        let compiled = compile(handler, of: group, sideScope: sideScope)
        let key = HandlerKey(
          group: group, instanceKind: context.instanceKind, name: compiled.name,
          selector: compiled.selector)
        if let first = parts.handlerPlaces[key] {
          context.report(.duplicateHandler(handler.name, first: first))
        }
        parts.handlerPlaces[key] = handler.name.range
        parts.handlers.append(compiled)
      case .button(let button):
        parts.controls.append(compile(button, at: member.range, sideScope: sideScope))
      case .scene(let role, let members):
        if let role {
          context.checkSymbol(role, among: context.host.groups.instanceKinds, for: "scene")
        }
        let kind = context.instanceKind(named: role)
        parts.instanceKinds.insert(kind)
        context.instanceKind = kind
        compile(members, of: .instance, sideScope, into: &parts)
        context.instanceKind = nil
      case .view(let members): compile(members, of: .handlers, sideScope, into: &parts)
      case .variable, .function, .missing: break
      }
    }
  }

  /// Compiles the initial values of a unit, or of its instances where those are under way.
  private func compileInitializer(of unit: Int) -> FunctionIndex {
    let draft = context.units[unit]
    let range = draft.declaration.name.range
    let function = reserveFunction("initial values", range, sideScope: draft.sideScope)
    let keepsAssigned = context.instanceKind == nil && hasCodeBeforeInitialValues(draft)
    initializedCount = 0
    withOutermostFunction(function, sideScope: draft.sideScope, at: range) {
      for global in context.globals
      where global.unit == unit && global.script == draft.script
        && global.instanceKind == context.instanceKind
      {
        keepsAssigned ? initializeUnlessAssigned(global) : initialize(global)
      }
      builder.emit(.returnNil, at: range)
    }
    initializedCount = nil
    return FunctionIndex(function)
  }

  /// Whether a unit has a handler that runs before its variables get their initial values.
  private func hasCodeBeforeInitialValues(_ draft: UnitDraft) -> Bool {
    draft.declaration.members.contains { member in
      guard case .handler(let handler) = member.kind else { return false }
      return context.host.handlers.contains {
        $0.precedesInitialValues && $0.name == handler.name.text
      }
    }
  }

  /// Emits a variable's initial value for the case that it has none yet.
  private func initializeUnlessAssigned(_ global: GlobalVariable) {
    let present = builder.allocate()
    builder.emit(.peekGlobal, a: present, bc: global.slot, at: global.name.range)
    let isAssigned = builder.newLabel()
    builder.emitJump(.jumpIfPresent, a: present, to: isAssigned, at: global.name.range)
    initialize(global)
    builder.bind(isAssigned)
    builder.release(to: present)
  }

  /// The constants among the initial values of a unit's variables, by their slots.
  private func constantValues(ofUnit unit: Int) -> [Int: ScriptValue] {
    var values: [Int: ScriptValue] = [:]
    for global in context.globals
    where global.unit == unit && global.instanceKind == nil
      && global.script == context.units[unit].script
    { values[global.slot] = context.quietConstant(global.value) }
    return values
  }

  private func actions(of unit: Int) -> [CompiledUnit.Action] {
    // Nothing of the instances of other kinds can be touched.
    context.functions.enumerated().filter { _, function in
      function.unit == unit && function.script == context.units[unit].script
        && (function.instanceKind ?? 0) == 0
    }.map { index, function in
      CompiledUnit.Action(
        name: function.declaration.name.text,
        target: function.instanceKind != nil ? .instance : .unit,
        function: FunctionIndex(functionNumbers[index]))
    }
  }
}

// MARK: - Controls

extension CodeGenerator {
  private func compile(
    _ button: ButtonDeclaration, at range: SourceRange, sideScope: Int
  ) -> CompiledUnit.Control {
    let label = button.label.plainText ?? ""
    var action: FunctionIndex?
    if let closure = button.action {
      let number = reserveFunction(
        "button \"\(label)\"", closure.range, sideScope: sideScope)
      compileOutermost(
        number, sideScope: sideScope,
        FunctionShape(
          parameters: closure.parameters ?? [], body: closure.body, range: closure.range))
      action = FunctionIndex(number)
    }
    let (sentAction, target) = sending(of: button)
    return CompiledUnit.Control(
      label: label, action: action, sentAction: sentAction, target: target,
      place: SourcePlace(context.scripts[context.current].parsed.source, button.label.range))
  }

  /// Reads `sends:`, a function of the unit or of its instances, and `to:`, the object that has it.
  private func sending(
    of button: ButtonDeclaration
  ) -> (action: String?, target: CodeGroup?) {
    var action: Name?
    var target: CodeGroup?
    for argument in button.arguments {
      guard case .name(let name) = argument.value.unparenthesized.kind else {
        context.report(buttonArgument(argument.value.range))
        continue
      }
      let named = context.host.groups.targets.first { $0.name == name.text }
      switch argument.label?.text {
      case "sends" where action == nil: action = name
      case "to" where named != nil: target = named?.group
      default: context.report(buttonArgument(argument.label?.range ?? name.range))
      }
    }
    guard let action else { return (nil, nil) }
    if button.action != nil { context.report(.buttonWithTwoActions(action.range)) }
    if !isAction(action, of: target) { context.reportUnknown(action, as: .call) }
    return (action.text, target)
  }

  private func buttonArgument(_ range: SourceRange) -> CompilerDiagnostic {
    .buttonArgument(range, targets: context.host.groups.targets.map(\.name))
  }

  /// Whether a name is a function that the target has, or anyone without one.
  private func isAction(_ name: Name, of target: CodeGroup?) -> Bool {
    guard let unit = context.currentUnit else { return false }
    let number = context.names.number(of: name.text)
    let scopes = [
      (CodeGroup.instance, context.instanceScopes[unit].first ?? NameScope()),
      (.unit, context.unitScopes[unit]),
    ]
    return scopes.contains { group, scope in
      guard target == nil || target == group,
        case .function(let function)? = scope.lookUp(number)?.binding
      else { return false }
      context.namedFunctions.insert(function)
      return true
    }
  }
}

// MARK: - Handlers

extension CodeGenerator {
  private func compile(
    _ handler: HandlerDeclaration, of group: CodeGroup, sideScope: Int
  ) -> CompiledUnit.Handler {
    let (selector, parameters) = parameters(of: handler)
    let number = reserveFunction(
      handler.name.text, handler.name.range, sideScope: sideScope)
    compileOutermost(
      number, sideScope: sideScope,
      FunctionShape(
        parameters: parameters, parameterKind: .handlerParameter,
        body: handler.body.statements, range: handler.name.range))
    return CompiledUnit.Handler(
      name: handler.name.text, group: group, instanceKind: context.instanceKind, selector: selector,
      function: FunctionIndex(number),
      isExpression: handler.body.statements.onlyExpression != nil,
      place: SourcePlace(context.scripts[context.current].parsed.source, handler.name.range))
  }

  /// What a handler selects, and the names that it binds to what it is given.
  private func parameters(of handler: HandlerDeclaration) -> (selector: String?, names: [Name]) {
    var selector: String?
    var names: [Name] = []
    for parameter in handler.parameters {
      switch parameter {
      case .name(let name): names.append(name)
      case .string(let literal): selector = literal.plainText
      case .symbol(let name): selector = name.text
      }
    }
    return (selector, names)
  }
}
