// Intents (R151): what widgets, Siri, Shortcuts and controls let an app do, in the background or in
// front. An intent that lives in an extension runs there and is not the app's.

import RehearsalValues

/// The actions that carry out intents of apps.
enum Intents {
  static let actions: [Action] = [
    Action(
      .performIntent, "performIntent",
      [
        .app, ActionParameter("name", .text),
        ActionParameter("parameters", .payload, isOptional: true, isNamed: true),
      ], isWayIn: true, versions: .from(16), refusesItself: true, rules: [.R151],
      "Carries out an intent of the app, for a widget, Siri or a shortcut."
    ) { parts, kernel, call throws(SimulationError) in
      let (app, name) = (try call.app(), try call.text(0))
      let parameters = call.value(1) ?? .emptyMap
      guard kernel.has(.appIntents) else { return .noIntents }
      if kernel.description(of: app).texts(.openingIntents).contains(name) {
        return parts.springBoard.bringForward(
          ForegroundLaunch(
            app: app, request: .intent(name, parameters: parameters), session: nil,
            cause: call.cause), &kernel)
      }
      guard kernel.description(of: app).intents?.contains(name) != false else {
        return .noSuchIntent
      }
      if let refusal = parts.wakeUpConditions(for: app, kernel).refusal(of: .intent) {
        return refusal
      }
      let event = WakeUp.Event(message: .intent, arguments: [.string(name), parameters])
      kernel.emit(.wake(app, WakeUp(kind: .intent, events: [event]), cause: call.cause))
      return nil
    }
  ]
}
