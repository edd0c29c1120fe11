// A script whose apps do nothing: their handlers and buttons are there, and empty. What passes with it
// says nothing about the apps.

extension ParsedScript {
  /// The script with the bodies of all handlers and buttons of its apps emptied; what apps declare
  /// besides stays.
  ///
  /// - Complexity: O(*n*) in the number of the apps' members.
  package var withIdleApps: ParsedScript {
    let idle = statements.map { statement in
      guard case .app(let app) = statement.kind else { return statement }
      let emptied = AppDeclaration(
        name: app.name, containingApp: app.containingApp, members: Self.idle(app.members))
      return Statement(.app(emptied), statement.range)
    }
    return ParsedScript(
      source: source, statements: idle, diagnostics: diagnostics, importedFiles: importedFiles)
  }

  private static func idle(_ members: [AppMember]) -> [AppMember] {
    members.map { AppMember(idle($0.kind), $0.range) }
  }

  private static func idle(_ member: AppMember.Kind) -> AppMember.Kind {
    switch member {
    case .info, .missing, .variable, .function: member
    case .handler(let handler):
      .handler(
        HandlerDeclaration(
          name: handler.name, parameters: handler.parameters,
          body: Block(statements: [], range: handler.body.range)))
    case .button(let button):
      .button(
        ButtonDeclaration(
          label: button.label, arguments: button.arguments,
          action: button.action.map {
            Closure(parameters: $0.parameters, body: [], range: $0.range)
          }))
    case .scene(let role, let members): .scene(role: role, idle(members))
    case .view(let members): .view(idle(members))
    }
  }
}
