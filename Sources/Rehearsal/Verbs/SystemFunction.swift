// The functions of the outside by which the system and the world around the device act on apps, one
// row each. What they do stands in `Session+System`.

import RehearsalLifecycle
import RehearsalMachine

/// A function by which the system or the world acts on apps.
enum SystemFunction: String, CaseIterable, Sendable {
  case push, fetch, runBackgroundTask, cancelBackgroundTask
  case locate, enterRegion, exitRegion, visit, bluetoothEvent
  case warnMemory, pressure, setClock, changeTimeZone
  case connect, disconnect, changeLocale
  // Looking
  case why

  /// What the host interface says of the function.
  var definition: HostFunction {
    var function = HostFunction(rawValue, side: .outside, parameters, summary: summary)
    function.isReadOnly = self == .why
    return function
  }

  /// Every name that a record can have, by which `why` asks.
  private static let recordNames: [String] = {
    var names = Message.allCases.map(\.name)
    let tables: [[String]] = [
      StimulusName.allCases.map(\.rawValue), SystemNotification.allCases.map(\.rawValue),
      ProcessState.allCases.map(\.rawValue), ExitReason.allCases.map(\.rawValue),
      AssertionEvent.allCases.map(\.rawValue), Advice.allCases.map(\.rawValue),
      ["snapshot", "exit"],
    ]
    var known = Set(names)
    for name in tables.joined() where known.insert(name).inserted { names.append(name) }
    return names
  }()

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
    case .setClock: [.init("date")]
    case .connect, .disconnect:
      [.init("kind", symbols: ConnectionKind.allCases.map(\.rawValue)), .init("name")]
    case .changeLocale: [.init("name")]
    case .why: [.init("app"), .init("what", isOptional: true, symbols: Self.recordNames)]
    case .changeTimeZone: [.init("name")]
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
    case .setClock: "Sets the wall clock to a local date and time."
    case .changeTimeZone: "Brings the device into another time zone."
    case .why: "Explains the app's state, or why something happened to it or did not."
    case .connect: "Connects a screen or an accessory."
    case .disconnect: "Disconnects a screen or an accessory."
    case .changeLocale: "Lets the user choose another locale."
    case .pressure: "Lets something need that much memory."
    case .cancelBackgroundTask: "Lets the user cancel a task that goes on in the background."
    }
  }
}
