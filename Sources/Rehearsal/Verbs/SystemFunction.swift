// The functions of the outside by which the system and the world around the device act on apps, one
// row each. What they do stands in `Session+System`.

import RehearsalLifecycle
import RehearsalMachine

/// A function by which the system or the world acts on apps.
enum SystemFunction: String, CaseIterable, Sendable {
  case push, fetch, runBackgroundTask, cancelBackgroundTask

  /// What the host interface says of the function.
  var definition: HostFunction {
    HostFunction(rawValue, side: .outside, parameters, summary: summary)
  }

  private var parameters: [HostFunction.Parameter] {
    switch self {
    case .push:
      [
        .init("app"), .init("payload", isOptional: true, isNamed: true),
        .init(
          "type", isOptional: true, isNamed: true, symbols: PushType.allCases.map(\.rawValue)),
      ]
    case .fetch: [.init("app")]
    case .runBackgroundTask, .cancelBackgroundTask: [.init("app"), .init("identifier")]
    }
  }

  private var summary: String {
    switch self {
    case .push: "Lets a remote notification arrive."
    case .fetch: "Gives the app an opportunity to fetch in the background."
    case .runBackgroundTask: "Runs a request that the app submitted to the task scheduler."
    case .cancelBackgroundTask: "Lets the user cancel a task that goes on in the background."
    }
  }
}
