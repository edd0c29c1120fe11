// The network (R105, R145): there or not, as the user's airplane mode and the world have it. Apps hear
// of it by their own means of reachability, and transfers fail or wait without it.

import RehearsalValues

/// Whether the device can be in a network.
public enum NetworkChange: String, CaseIterable, Hashable, Sendable {
  case on, off
}

/// The network around the device.
struct Network: Sendable {
  /// Whether there is one, whatever the device does with it.
  private(set) var isThere = true

  /// The network comes or goes; whether that changes anything.
  mutating func set(_ change: NetworkChange) -> Bool {
    defer { isThere = change == .on }
    return isThere != (change == .on)
  }

  /// Combines whether there is a network.
  func digest(into walk: inout IdentityWalk) { walk.combine(isThere) }
}

// MARK: - Actions

extension Network {
  static let actions: [Action] = [
    Action(
      .network, "network", [ActionParameter("change", .symbols(NetworkChange.self))],
      rules: [.R105],
      "Takes the network away, or brings it back."
    ) { parts, kernel, call throws(SimulationError) in
      parts.set(try call.symbol(0, as: NetworkChange.self), cause: call.cause, &kernel)
    },
    Action(
      .failTransfer, "failTransfer", [.app, ActionParameter("url", .text)], rules: [.R105],
      "Ends a transfer of the app with an error."
    ) { parts, kernel, call throws(SimulationError) in
      parts.failTransfer(try call.text(0), of: try call.app(), cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of the network.
extension AppContext {
  /// Whether the device is in a network.
  package var isNetworkAvailable: Bool { read { parts, _ in parts.isNetworkAvailable } }
}
