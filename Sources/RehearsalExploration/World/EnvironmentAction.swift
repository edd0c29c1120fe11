// What a row of the environment may do in a state of an exploration, with the line that says it.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// Something that may happen in a state.
struct EnvironmentAction: Hashable, Sendable {
  /// Whether it counts among the disruptions.
  let isDisruption: Bool
  /// What is done to the device.
  let stimulus: Stimulus
  /// The name of the app that it is about; nil without one.
  let appName: String?

  /// The line of a scenario.
  var text: String { stimulus.line(appName: appName) }
}

extension EnvironmentRow {
  /// What the row stands for on a device, in the order of the apps; some of it may be refused.
  ///
  /// - Complexity: O(*n*) in the number of apps.
  func actions(
    on device: Device, about apps: [AppIdentifier], with data: ScriptValue? = nil
  ) -> [EnvironmentAction] {
    stimuli(EnvironmentState(device, about: apps, with: data)).map { stimulus in
      EnvironmentAction(
        isDisruption: isDisruption, stimulus: stimulus,
        appName: stimulus.app.flatMap { device.name(of: $0) })
    }
  }
}
