// What scripts declare for their host, as constants: made where nothing is wrong, of headers and blocks
// whose mistakes were reported before.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

extension CompilationContext {
  /// Makes the outline of the scripts of this compilation, and of the units that earlier inputs declared.
  ///
  /// - Parameter main: The number of the main script; nil if there is none.
  /// - Returns: The outline, with a unit for each number.
  package func makeOutline(main: Int?) -> ScriptOutline {
    let units = units.indices.map { number in
      if self.units[number].script < firstScript, let known = base?.outline.units[number] {
        return known
      }
      return declaredUnit(number)
    }
    return ScriptOutline(
      deviceSettings: settingsOfDevice ?? base?.outline.deviceSettings ?? [], units: units,
      scenarios: main.map(declaredScenarios) ?? [])
  }

  private func place(_ range: SourceRange) -> SourcePlace {
    SourcePlace(scripts[current].parsed.source, range)
  }

  // MARK: - Units

  private func declaredUnit(_ number: Int) -> DeclaredUnit {
    let draft = units[number]
    current = draft.script
    currentUnit = number
    defer { currentUnit = nil }
    var unit = DeclaredUnit(
      name: draft.declaration.name.text, place: place(draft.declaration.name.range),
      container: draft.declaration.containingApp?.text, variables: draft.variableNames,
      hostCalls: draft.hostCalls)
    add(draft.declaration.members, of: .unit, nil, to: &unit)
    return unit
  }

  private func add(
    _ members: [AppMember], of group: CodeGroup, _ instanceKind: Int?, to unit: inout DeclaredUnit
  ) {
    for member in members {
      switch member.kind {
      case .info(let block):
        unit.info += settings(block.entries, keys: host.infoKeys, of: "info")
      case .handler(let handler):
        unit.handlers.append(
          DeclaredUnit.Handler(
            name: handler.name.text, group: group, instanceKind: instanceKind,
            selector: handler.selector,
            isExpression: handler.body.statements.onlyExpression != nil,
            place: place(handler.name.range)))
      case .scene(let role, let members):
        let kind = self.instanceKind(named: role)
        unit.instanceKinds.insert(kind)
        add(members, of: .instance, kind, to: &unit)
      case .view(let members): add(members, of: .handlers, instanceKind, to: &unit)
      case .button, .variable, .function, .missing: break
      }
    }
  }

  // MARK: - Scenarios

  private func declaredScenarios(of main: Int) -> [DeclaredScenario] {
    current = main
    return scripts[main].parsed.statements.compactMap { statement in
      guard case .scenario(let scenario) = statement.kind else { return nil }
      let choices = scenario.options.compactMap { option -> DeclaredScenario.Choice? in
        guard case .choice(let name, let value) = option else { return nil }
        return DeclaredScenario.Choice(
          name: name.text, values: quietConstant(value) ?? .list([]), place: place(name.range))
      }
      return DeclaredScenario(
        title: title(of: scenario, choices), choices: choices,
        settings: settings(scenario.settings, keys: host.scenarioKeys, of: "scenario"),
        place: place(scenario.title.range))
    }
  }

  /// The pieces of a title, whose interpolations are paths from names that the header binds.
  private func title(
    of scenario: ScenarioDeclaration, _ choices: [DeclaredScenario.Choice]
  ) -> [DeclaredScenario.TitleSegment] {
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
