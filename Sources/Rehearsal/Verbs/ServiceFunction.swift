// The functions by which an app uses the services of the system, one row each. What they do stands
// in `ScriptedApp+Services`.

import RehearsalLifecycle
import RehearsalMachine

/// A function by which app code uses a service of the system.
enum ServiceFunction: String, CaseIterable, Sendable {
  case setMinimumBackgroundFetchInterval, registerBackgroundTask, submitBackgroundTask
  case reportNewIncomingCall, startMonitoringSignificantLocationChanges
  case stopMonitoringSignificantLocationChanges, startMonitoring, stopMonitoring
  case startMonitoringVisits, stopMonitoringVisits, startUpdatingLocation, stopUpdatingLocation
  case playAudio, stopAudio, connectPeripheral, acquire, render, allocate, free
  case setKeepAliveTimeout, requestPermission, evaluatePolicy

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
    case .startMonitoring, .stopMonitoring: [.init("region")]
    case .startUpdatingLocation:
      [.init("allowsBackgroundLocationUpdates", isOptional: true, isNamed: true)]
    case .startMonitoringSignificantLocationChanges, .stopMonitoringSignificantLocationChanges,
      .startMonitoringVisits, .stopMonitoringVisits, .stopUpdatingLocation, .playAudio, .stopAudio:
      []
    case .connectPeripheral:
      [.init("name"), .init("restoreIdentifier", isOptional: true, isNamed: true)]
    case .acquire:
      [
        .init("kind", symbols: ResourceKind.allCases.map(\.rawValue)),
        .init("name", isOptional: true),
      ]
    case .render:
      [.init("interface", symbols: GraphicsInterface.allCases.map(\.rawValue))]
    case .allocate, .free: [.init("bytes")]
    case .setKeepAliveTimeout: [.init("timeout"), .init("handler")]
    case .requestPermission:
      [
        .init("permission", symbols: Permission.allCases.map(\.rawValue)),
        .init("answer"),
      ]
    case .evaluatePolicy: [.init("answer")]
    }
  }

  private var summary: String {
    switch self {
    case .setMinimumBackgroundFetchInterval:
      "Sets the least time from one background fetch to the next; `.never` for none."
    case .registerBackgroundTask:
      "Registers the app's handler of a scheduled task; whether its identifier is listed."
    case .submitBackgroundTask: "Asks the task scheduler for a task."
    case .startMonitoringSignificantLocationChanges:
      "Asks to be told of significant changes of place, also when the app does not run."
    case .stopMonitoringSignificantLocationChanges:
      "Asks not to be told of significant changes of place any longer."
    case .startMonitoring:
      "Asks to be told of a region; false for more regions than an app may have."
    case .stopMonitoring: "Asks not to be told of a region any longer."
    case .startMonitoringVisits: "Asks to be told of visits, also when the app does not run."
    case .stopMonitoringVisits: "Asks not to be told of visits any longer."
    case .startUpdatingLocation: "Begins updates of the location."
    case .stopUpdatingLocation: "Ends updates of the location."
    case .playAudio: "Begins to play audio."
    case .stopAudio: "Stops playing audio."
    case .connectPeripheral:
      "Connects to a Bluetooth accessory, with a name by which the connection is restored."
    case .acquire: "Takes hold of hardware or shared data; `release()` gives it back."
    case .render: "Draws with the graphics processor; `.done` or `.notPermitted`."
    case .allocate: "Takes memory."
    case .setKeepAliveTimeout:
      "Sets the handler that keeps a VoIP app's connection alive; whether it is set."
    case .requestPermission: "Asks the user for a permission; the closure gets the answer."
    case .evaluatePolicy: "Asks for the user's face or finger; the closure gets the result."
    case .free: "Gives memory back that was taken."
    case .reportNewIncomingCall: "Reports a call, which the system shows."
    }
  }
}
