// Where the handlers of a script's apps are, and which of them a record reached: for reports, which
// show the code that answered a message and what of it was never reached.

import RehearsalLifecycle
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalValues

/// The handlers of the apps of a script, with their places.
package struct HandlerPlaces: Sendable {
  /// A handler of an app.
  package struct Handler: Sendable {
    /// The name of the app.
    package let appName: String
    /// The handler as it is declared, such as `on didEnterBackground`.
    package let name: String
    /// Where it is declared.
    package let place: SourcePlace
  }

  /// The handlers in the order of the apps and of their declaration.
  package let handlers: [Handler]
  private let tables: [AppIdentifier: HandlerTable]

  /// Finds the handlers of the apps on a session's device.
  ///
  /// - Complexity: O(n) in the number of handlers
  package init(_ session: Session) {
    var tables: [AppIdentifier: HandlerTable] = [:]
    var handlers: [Handler] = []
    for (app, unit) in zip(session.apps, session.content.program.units) {
      tables[app] = HandlerTable(unit)
      let appName = session.name(of: app)
      handlers += unit.handlers.map {
        Handler(appName: appName, name: "on " + $0.name, place: $0.place)
      }
    }
    self.tables = tables
    self.handlers = handlers
  }

  /// Where the handler that a record's message or notification reached is; nil without one.
  package func place(of record: Record) -> SourcePlace? {
    guard record.handled == true, let table = record.app.flatMap({ tables[$0] }) else { return nil }
    switch record.subject {
    case .message(let message):
      let role = record.scene == nil ? nil : message.definition.role ?? .application
      return table.handler(of: message, record.arguments, in: role)?.place
    case .notification(let notification): return table.observer(of: notification)?.place
    default: return nil
    }
  }
}
