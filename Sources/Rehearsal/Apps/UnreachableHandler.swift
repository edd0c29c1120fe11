// Handlers that no system of a script calls, because the app's scenes are notified instead. The
// check warns of them and names what is called.

import RehearsalInterface
import RehearsalLifecycle
import RehearsalScriptedApps
import RehearsalSyntax

/// A handler whose message never comes, and why.
struct UnreachableHandler {
  private let app: DeclaredUnit
  private let handler: DeclaredUnit.Handler
  private let reason: UnsentMessageReason
  /// The message that comes instead.
  private let substitute: Message

  /// Finds the handlers of an app that none of some systems calls.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - profiles: The systems that the script plays, at least one.
  /// - Returns: The handlers in their order.
  static func all(in app: DeclaredUnit, on profiles: [Profile]) -> [UnreachableHandler] {
    app.handlers.compactMap { handler in
      guard let message = HandlerTable.message(of: handler) else { return nil }
      var first: UnsentMessageReason?
      for profile in profiles {
        guard
          let reason = UnsentMessageReason(
            to: message, hasScenes: app.declaresInstances, on: profile)
        else { return nil }
        first = first ?? reason
      }
      guard let first, let substitute = first.substitute else { return nil }
      return UnreachableHandler(
        app: app, handler: handler, reason: first, substitute: substitute)
    }
  }

  /// The warning about it.
  var diagnostic: Diagnostic {
    let rule = reason.rule.map { " (\($0))" } ?? ""
    return Diagnostic(
      .deadHandler, in: handler.place.source, at: handler.place.range,
      "`\(handler.name)` is never sent to `\(app.name)`: \(reason.text)\(rule); write "
        + "`scene { on \(substitute.definition.handler) { } }`")
  }
}
