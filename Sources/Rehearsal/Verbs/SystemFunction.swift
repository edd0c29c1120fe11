// The functions of the outside by which the system and the world around the device act on apps, one
// row each. What they do stands in `Session+System`.

import RehearsalLifecycle
import RehearsalMachine

/// A function by which the system or the world acts on apps.
enum SystemFunction: String, CaseIterable, Sendable {
  case push, fetch, runBackgroundTask, cancelBackgroundTask
  case locate, enterRegion, exitRegion, visit, bluetoothEvent
  case warnMemory, pressure

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
    case .locate:
      [
        .init("app"), .init("latitude", isOptional: true), .init("longitude", isOptional: true),
        .init("moved", isOptional: true, isNamed: true),
      ]
    case .enterRegion, .exitRegion: [.init("app"), .init("name")]
    case .visit: [.init("app"), .init("place")]
    case .bluetoothEvent: [.init("app"), .init("peripheral")]
    case .warnMemory: []
    case .pressure: [.init("bytes")]
    }
  }

  private var summary: String {
    switch self {
    case .push: "Lets a remote notification arrive."
    case .fetch: "Gives the app an opportunity to fetch in the background."
    case .runBackgroundTask: "Runs a request that the app submitted to the task scheduler."
    case .locate: "Moves the device to a place, or by some metres."
    case .enterRegion: "Lets the device come into a region that the app monitors."
    case .exitRegion: "Lets the device leave a region that the app monitors."
    case .visit: "Lets the user stay at a place."
    case .bluetoothEvent: "Lets a Bluetooth accessory send something to the app."
    case .warnMemory: "Warns the running apps that memory is short."
    case .pressure: "Lets something need that much memory."
    case .cancelBackgroundTask: "Lets the user cancel a task that goes on in the background."
    }
  }
}
