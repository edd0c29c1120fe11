// What keeps apps running and what waits for them, as values of the language.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

extension Session {
  /// The requests that an app has waiting for the task scheduler.
  func requests(of app: AppIdentifier) -> ScriptValue {
    .list(
      simulation.device.taskRequests(of: app).map { request in
        .map(
          named: [
            ("identifier", .string(request.identifier)), ("kind", .symbol(request.kind.rawValue)),
            ("earliest", .span(request.earliest.spanSinceStart)),
          ])
      })
  }

  /// What keeps an app's process running.
  func assertions(of app: AppIdentifier) -> ScriptValue {
    .list(
      simulation.device.assertions(of: app).map { assertion in
        .map(
          named: [
            ("kind", .symbol(assertion.kind.name)),
            ("allowance", assertion.allowance.map { .span($0) } ?? .symbol("unlimited")),
            ("remaining", assertion.remaining.map { .span($0) } ?? .symbol("unlimited")),
            ("warned", .boolean(assertion.isWarned)),
          ])
      })
  }
}
