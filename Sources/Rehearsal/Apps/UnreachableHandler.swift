// Handlers that no system of a script calls: those of an app whose scenes are told instead, and those
// of messages that the versions do not have. The check warns of them and names what is called.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalReports
import RehearsalSyntax

/// A handler whose message never comes, and why.
struct UnreachableHandler {
  private let app: CompiledUnit
  private let handler: CompiledUnit.Handler
  private let obstacle: MessageObstacle

  /// Finds the handlers of an app that none of some systems calls.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - profiles: The systems that the script plays, at least one.
  /// - Returns: The handlers in their order.
  static func all(in app: CompiledUnit, on profiles: [Profile]) -> [UnreachableHandler] {
    app.handlers.compactMap { handler in
      guard let message = HandlerTable.message(of: handler) else { return nil }
      var first: MessageObstacle?
      for profile in profiles {
        guard
          let obstacle = MessageObstacle(
            to: message, hasScenes: app.declaresInstances, on: profile)
        else { return nil }
        first = first ?? obstacle
      }
      return first.map { UnreachableHandler(app: app, handler: handler, obstacle: $0) }
    }
  }

  /// The warning about it.
  var diagnostic: Diagnostic {
    let rule = obstacle.rule.map { " (\($0))" } ?? ""
    let living =
      obstacle.substitute.map { "; write `scene { on \($0.definition.handler) { } }`" } ?? ""
    return Diagnostic(
      obstacle.substitute == nil ? .absentFromSystem : .deadHandler, in: handler.place.source,
      at: handler.place.range,
      "`\(handler.name)` is never sent to `\(app.name)`: \(obstacle.text)\(rule)\(living)")
  }
}
