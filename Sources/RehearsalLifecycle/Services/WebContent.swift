// The process of a web view, which the system may end alone (R197): the view is white, and its app is told
// when it runs.

import RehearsalValues

/// The processes of web views.
enum WebContent {
  static let actions: [Action] = [
    Action(
      .endWebContent, "endWebContent", [.app], versions: .from(9), rules: [.R197],
      "Ends the process of the app's web view, whose page is white then."
    ) { parts, kernel, call throws(SimulationError) in
      guard let process = kernel.process(of: try call.app()) else { return .nothingToTerminate }
      // A suspended process is told when it runs again.
      kernel.enqueue(
        .send(.webViewWebContentProcessDidTerminate, [], .R197), for: process.identifier,
        cause: call.cause)
      return nil
    }
  ]
}
