// The functions by which an app uses the services of the system, one row each. What they do stands
// in `ScriptedApp+Services`.

import RehearsalLifecycle
import RehearsalMachine

/// A function by which app code uses a service of the system.
enum ServiceFunction: String, CaseIterable, Sendable {
  case setMinimumBackgroundFetchInterval, registerBackgroundTask, submitBackgroundTask
  case reportNewIncomingCall

  /// What the host interface says of the function.
  var definition: HostFunction {
    HostFunction(rawValue, side: .inside, parameters, summary: summary)
  }

  private var parameters: [HostFunction.Parameter] {
    switch self {
    case .setMinimumBackgroundFetchInterval: [.init("interval")]
    case .registerBackgroundTask: [.init("identifier")]
    case .submitBackgroundTask:
      [
        .init("identifier"), .init("earliest", isOptional: true, isNamed: true),
        .init(
          "kind", isOptional: true, isNamed: true,
          symbols: TaskRequestKind.allCases.map(\.rawValue)),
      ]
    case .reportNewIncomingCall: [.init("caller")]
    }
  }

  private var summary: String {
    switch self {
    case .setMinimumBackgroundFetchInterval:
      "Sets the least time from one background fetch to the next; `.never` for none."
    case .registerBackgroundTask:
      "Registers the app's handler of a scheduled task; whether its identifier is listed."
    case .submitBackgroundTask: "Asks the task scheduler for a task."
    case .reportNewIncomingCall: "Reports a call, which the system shows."
    }
  }
}
