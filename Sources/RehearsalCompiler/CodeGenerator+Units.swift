// The code of units once all names are declared: initial values, handlers and controls, of the unit
// itself and of its instances and groups of handlers.

import RehearsalCode
import RehearsalInterface
import RehearsalNames
import RehearsalSyntax
import RehearsalValues

/// The parts of a unit that are compiled member by member.
private struct UnitParts {
  var handlers: [FunctionIndex] = []
  var controls: [CompiledUnit.Control] = []
}

extension CodeGenerator {
  /// Compiles what a unit contains besides its functions.
  func compileUnit(_ number: Int, _ declared: DeclaredUnit) -> CompiledUnit {
    let draft = context.units[number]
    context.current = draft.script
    context.currentUnit = number
    defer { context.currentUnit = nil }
    var parts = UnitParts()
    compile(draft.declaration.members, into: &parts)
    let names = context.outsideNames.prefix(context.constantCount) + draft.variableNames
    let initializer = compileInitializer(of: number)
    let instanceInitializers = context.host.groups.instanceKinds.indices.map { kind in
      let hasVariables = context.globals.contains {
        $0.unit == number && $0.script == draft.script && $0.instanceKind == kind
      }
      return hasVariables ? compileInitializer(of: number, kind) : nil
    }
    let globalTable = GlobalTable(
      names: Array(names), instanceNames: draft.instanceNames,
      constantCount: context.constantCount, reservedSlots: context.reservedSlots,
      initializer: initializer, constantValues: constantValues(ofUnit: number))
    return CompiledUnit(
      declared, globalTable: globalTable, instanceInitializers: instanceInitializers,
      actions: actions(of: number),
      handlers: zip(declared.handlers, parts.handlers).map {
        CompiledUnit.Handler($0, function: $1)
      }, controls: parts.controls)
  }

  /// Compiles the members of a group that have code of their own.
  private func compile(_ members: [AppMember], into parts: inout UnitParts) {
    for member in members {
      switch member.kind {
      case .handler(let handler): parts.handlers.append(compile(handler))
      case .button(let button):
        parts.controls.append(compile(button, at: member.range))
      case .scene(_, let members), .view(let members): compile(members, into: &parts)
      case .info, .variable, .function, .missing: break
      }
    }
  }

  /// Compiles the initial values of a unit, or of its instances of a kind.
  private func compileInitializer(of unit: Int, _ instanceKind: Int? = nil) -> FunctionIndex {
    let draft = context.units[unit]
    let range = draft.declaration.name.range
    let function = reserveFunction("initial values", range, side: .inside)
    let keepsAssigned = instanceKind == nil && hasCodeBeforeInitialValues(draft)
    withOutermostFunction(function, on: .inside, at: range) {
      for global in context.globals
      where global.unit == unit && global.script == draft.script
        && global.instanceKind == instanceKind
      {
        keepsAssigned ? initializeUnlessAssigned(global) : initialize(global)
      }
      builder.emit(.returnNil, at: range)
    }
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
    _ button: ButtonDeclaration, at range: SourceRange
  ) -> CompiledUnit.Control {
    let label = button.label.plainText ?? ""
    var action: FunctionIndex?
    if let closure = button.action {
      let number = reserveFunction(
        "button \"\(label)\"", closure.range, side: .inside)
      compileOutermost(
        number, on: .inside,
        FunctionShape(
          parameters: closure.parameters ?? [], body: closure.body, range: closure.range))
      action = FunctionIndex(number)
    }
    let (sentAction, target) = context.sending(of: button)
    return CompiledUnit.Control(
      label: label, action: action, sentAction: sentAction?.text, target: target,
      place: SourcePlace(context.scripts[context.current].parsed.source, button.label.range))
  }
}

// MARK: - Handlers

extension CodeGenerator {
  private func compile(_ handler: HandlerDeclaration) -> FunctionIndex {
    let number = reserveFunction(
      handler.name.text, handler.name.range, side: .inside)
    compileOutermost(
      number, on: .inside,
      FunctionShape(
        parameters: handler.givenNames, body: handler.body.statements,
        range: handler.name.range))
    return FunctionIndex(number)
  }
}
