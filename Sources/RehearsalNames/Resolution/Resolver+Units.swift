// Units, scenarios and explorations: the code in their parts, and what is wrong with their headers.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// What a unit can have only one handler for.
private struct HandlerKey: Hashable {
  let group: CodeGroup
  let instanceKind: Int?
  let name: String
  let selector: String?
}

// MARK: - Units

extension Resolver {
  /// What a unit contains besides its functions.
  func resolveUnit(_ number: Int) {
    let draft = context.units[number]
    context.current = draft.script
    context.currentUnit = number
    defer { context.currentUnit = nil }
    var handlers: [HandlerKey: SourceRange] = [:]
    resolve(draft.declaration.members, of: .unit, draft.sideScope, &handlers)
    resolveInitialValues(of: number, draft)
    for kind in context.host.groups.instanceKinds.indices {
      context.instanceKind = kind
      resolveInitialValues(of: number, draft)
      context.instanceKind = nil
    }
    checkContainer(of: draft)
  }

  /// Reports a unit that is an extension of what is none, or of another extension.
  private func checkContainer(of draft: UnitDraft) {
    guard let name = draft.declaration.containingApp else { return }
    guard let number = context.unit(named: name) else {
      return context.reportUnknown(name, as: .value)
    }
    let isUnit = context.units[number].declaration.containingApp == nil
    if !isUnit || name.text == draft.declaration.name.text {
      context.report(.extensionOfExtension(name, context.host.groups.unit))
    }
  }

  private func resolve(
    _ members: [AppMember], of group: CodeGroup, _ sideScope: Int,
    _ handlers: inout [HandlerKey: SourceRange]
  ) {
    for member in members {
      switch member.kind {
      case .info(let block):
        _ = context.settings(block.entries, keys: context.host.infoKeys, of: "info")
      case .handler(let handler):
        resolve(handler, sideScope)
        let key = HandlerKey(
          group: group, instanceKind: context.instanceKind, name: handler.name.text,
          selector: handler.selector)
        if let first = handlers[key] {
          context.report(.duplicateHandler(handler.name, first: first))
        }
        handlers[key] = handler.name.range
      case .button(let button): resolve(button, sideScope)
      case .scene(let role, let members):
        if let role {
          context.checkSymbol(role, among: context.host.groups.instanceKinds, for: "scene")
        }
        context.instanceKind = context.instanceKind(named: role)
        resolve(members, of: .instance, sideScope, &handlers)
        context.instanceKind = nil
      case .view(let members): resolve(members, of: .handlers, sideScope, &handlers)
      case .variable, .function, .missing: break
      }
    }
  }

  private func resolve(_ handler: HandlerDeclaration, _ sideScope: Int) {
    resolveOutermost(
      in: sideScope, handler.givenNames, as: .handlerParameter, handler.body.statements)
  }

  /// The initial values of a unit, or of its instances where those are under way.
  private func resolveInitialValues(of unit: Int, _ draft: UnitDraft) {
    sideScope = draft.sideScope
    initializedCount = 0
    asOutermost {
      for global in context.globals
      where global.unit == unit && global.script == draft.script
        && global.instanceKind == context.instanceKind
      {
        initialize(global)
      }
    }
    initializedCount = nil
  }

  // MARK: Controls

  private func resolve(_ button: ButtonDeclaration, _ sideScope: Int) {
    if let closure = button.action {
      resolveOutermost(in: sideScope, closure.parameters ?? [], closure.body)
    }
    let (sentAction, target) = context.sending(of: button) { self.context.report($0) }
    guard let sentAction else { return }
    if button.action != nil { context.report(.buttonWithTwoActions(sentAction.range)) }
    if !context.isAction(sentAction, of: target) { context.reportUnknown(sentAction, as: .call) }
  }
}

extension HandlerDeclaration {
  /// What it selects among the messages of its name; nil for what selects nothing.
  package var selector: String? {
    var selector: String?
    for parameter in parameters {
      switch parameter {
      case .name: break
      case .string(let literal): selector = literal.plainText
      case .symbol(let name): selector = name.text
      }
    }
    return selector
  }

  /// The names that it binds to what it is given.
  package var givenNames: [Name] {
    parameters.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }
}

// MARK: - Scenarios

extension Resolver {
  /// The scenarios of the main script, and what runs first in each.
  func resolveScenarios(of main: Int) {
    context.current = main
    let statements = context.scripts[main].parsed.statements
    for statement in statements {
      guard case .setup(let block) = statement.kind else { continue }
      let word = ContextualKeyword.setup.rawValue
      let scope = context.sides.addScope(
        word, script: main, range: statement.range.keyword(word), fixed: .outside)
      resolveOutermost(in: scope, [], block.statements)
    }
    for case .scenario(let scenario) in statements.map(\.kind) {
      let scope = context.sides.addScope(
        scenario.title.sourceTitle, script: main, range: scenario.title.range, fixed: .outside)
      resolveOutermost(in: scope, scenario.choiceNames, scenario.body.statements)
      checkHeader(of: scenario)
    }
  }

  private func checkHeader(of scenario: ScenarioDeclaration) {
    var choices: [(name: String, values: ScriptValue)] = []
    for case .choice(let name, let value) in scenario.options {
      let values = context.constant(value)
      switch values?.elementCount {
      case 0: context.report(.emptyChoice(value.range))
      case nil where values != nil: context.report(.notAChoice(name, value.range))
      default: break
      }
      choices.append((name.text, values ?? .list([])))
    }
    for case .interpolation(let value) in scenario.title.segments {
      guard let path = value.path else { continue }
      if let number = choices.lastIndex(where: { $0.name == path.name.text }) {
        context.keepUse(of: path.name, as: scenario.choiceNames[number])
        check(path.keys, of: choices[number].values, value.range)
      } else {
        context.report(.unboundTitleName(path.name, bound: scenario.choiceNames))
      }
    }
    _ = context.settings(
      scenario.settings, keys: context.host.scenarioKeys, of: "scenario")
  }

  /// Reports a key that a path in a title names and that a value does not have.
  private func check(_ keys: [Name], of values: ScriptValue, _ range: SourceRange) {
    guard !keys.isEmpty, case .list(var values) = values else {
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
  package var settings: [SettingsBlock.Entry] {
    options.compactMap { if case .setting(let entry) = $0 { entry } else { nil } }
  }
}

extension StringLiteral {
  /// A title much as written in the source.
  package var sourceTitle: String {
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
  package var path: (name: Name, keys: [Name])? {
    switch kind {
    case .name(let name): return (name, [])
    case .member(let base, let key, _):
      guard let path = base.path else { return nil }
      return (path.name, path.keys + [key])
    default: return nil
    }
  }
}

// MARK: - Explorations

extension Resolver {
  /// An exploration: its beginning, its alternatives, and what is checked and follows.
  func resolveExploration(_ number: Int) {
    let draft = context.explorations[number]
    let declaration = draft.declaration
    context.current = draft.script
    context.currentExploration = number
    let scope = context.sides.addScope(
      declaration.title.plainText ?? "", script: draft.script, range: declaration.title.range,
      fixed: .outside)
    resolveBeginning(of: number, declaration, scope)
    for alternative in declaration.alternatives {
      let names = alternative.choices.map(\.name)
      for choice in alternative.choices { checkValues(of: choice.name, choice.values) }
      if let condition = alternative.condition {
        resolveLooking(in: scope, names, [condition.asStatement])
      }
      resolveOutermost(in: scope, names, alternative.body.statements)
    }
    for property in declaration.properties {
      resolveLooking(in: scope, [], property.body.statements)
    }
    for observer in declaration.observers {
      for (_, value) in observer.earlier { resolveLooking(in: scope, [], [value.asStatement]) }
      resolveOutermost(in: scope, observer.parameters, observer.body.statements)
    }
    _ = context.settings(
      declaration.options, keys: context.host.explorationKeys, of: "explore")
  }

  private func resolveBeginning(
    of number: Int, _ declaration: ExplorationDeclaration, _ scope: Int
  ) {
    var variables = context.globals.filter { $0.exploration == number }[...]
    sideScope = scope
    initializedCount = 0
    asOutermost {
      withScope {
        context.openBlocks = [declaration.beginning]
        for statement in declaration.beginning {
          if case .variable(let variable) = statement.kind {
            guard variables.first?.name == variable.name, let next = variables.popFirst() else {
              continue
            }
            initialize(next)
          } else {
            resolve(statement, since: 0)
          }
        }
        context.openBlocks = []
      }
    }
    initializedCount = nil
  }

  /// Reports values of `name in values` that are no alternatives.
  private func checkValues(of name: Name, _ expression: Expression) {
    if let values = context.constant(expression), values.elementCount == nil {
      context.report(.notAChoice(name, expression.range, "each element is one alternative"))
    }
  }

  // MARK: What only looks

  /// Code that may neither change anything nor read what is not part of a state.
  private func resolveLooking(in scope: Int, _ parameters: [Name], _ body: [Statement]) {
    let part = effects.newPart()
    effects.enter(part) { resolveOutermost(in: scope, parameters, body) }
    effects.forEach(from: part, isHidden: isHidden) { effect, place in
      if let diagnostic = diagnostic(of: effect, at: place) { context.report(diagnostic) }
    }
  }

  /// Whether what code does is reported where it is called: the host's own words.
  private func isHidden(_ code: CodeEffects.Code) -> Bool {
    switch code {
    case .declared(let index): context.isPrelude(context.functions[index].script)
    case .local(_, let script): context.isPrelude(script)
    case .part: false
    }
  }

  private func diagnostic(
    of effect: CodeEffects.Effect, at place: SourceRange
  ) -> CompilerDiagnostic? {
    switch effect {
    case .changes(let name): return .changeInCondition(place, name)
    case .callsHost(let number):
      let function = context.host.functions[number]
      if let advice = function.historyAdvice {
        return .historyInCondition(place, function.plainName, advice)
      }
      return function.isReadOnly ? nil : .changeInCondition(place, function.plainName)
    case .readsMember(let name):
      let advice = context.host.kinds.lazy.flatMap(\.members)
        .first { $0.name == name && $0.historyAdvice != nil }?.historyAdvice
      return advice.map { .historyInCondition(place, name, $0) }
    case .refers: return nil
    }
  }
}
