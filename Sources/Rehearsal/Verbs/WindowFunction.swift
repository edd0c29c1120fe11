// The verbs of windows, links, the switcher's cards, Split View and the device's power, one row
// each. What they do stands in `Session+Windows`.

import RehearsalLifecycle
import RehearsalMachine

/// A function of the outside about what is on the screen, and about the device itself.
enum WindowFunction: String, CaseIterable, Sendable {
  // The user
  case switchTo, open, tapNotification, quickAction, newWindow, closeWindow, splitView
  case dragDivider, releaseDivider, rotate, update, reboot, shutDown, powerOn
  // The system
  case prewarm, disconnectScene

  /// What the host interface says of the function.
  var definition: HostFunction {
    HostFunction(rawValue, side: .outside, parameters, summary: summary)
  }

  private var parameters: [HostFunction.Parameter] {
    switch self {
    case .switchTo: [.init("app"), .init("window", isOptional: true)]
    case .open: [.init("url")]
    case .quickAction: [.init("app"), .init("type")]
    case .tapNotification, .newWindow, .splitView, .update, .prewarm: [.init("app")]
    case .closeWindow, .disconnectScene: [.init("app"), .init("window")]
    case .releaseDivider: [.init("closing", isOptional: true, isNamed: true)]
    case .rotate: [.init("orientation", symbols: Orientation.allCases.map(\.rawValue))]
    case .dragDivider, .reboot, .shutDown, .powerOn: []
    }
  }

  private var summary: String {
    switch self {
    case .switchTo: "Chooses an app's card in the switcher, or one of its windows by number."
    case .open: "Opens a link somewhere on the device."
    case .tapNotification: "Taps a notification of the app."
    case .quickAction: "Chooses a quick action of the app's icon."
    case .newWindow: "Opens another window of the app."
    case .closeWindow: "Closes a window of the app for good, by its number from 1."
    case .splitView: "Shows the app beside the one in front."
    case .dragDivider: "Drags the divider between two apps."
    case .releaseDivider: "Releases the divider, with `closing:` off one app's edge of the screen."
    case .rotate: "Turns the device."
    case .update: "Puts a new version of the app on the device; its data stays."
    case .reboot: "Switches the device off and on again."
    case .shutDown: "Switches the device off."
    case .powerOn: "Switches the device on."
    case .prewarm: "Starts the app's process ahead of its launch."
    case .disconnectScene: "Frees a scene in the background, by its window's number from 1."
    }
  }
}
