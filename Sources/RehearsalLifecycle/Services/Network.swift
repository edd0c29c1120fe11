// The network (R105, R145): there or not, as the user's airplane mode and the world have it. Apps hear
// of it by their own means of reachability, and transfers fail or wait without it.

import RehearsalValues

/// Whether the device can be in a network.
public enum NetworkChange: String, CaseIterable, Hashable, Sendable {
  case on, off
}

/// The network around the device.
struct Network: Sendable {
  /// Whether there is one, whatever the device makes of it.
  fileprivate(set) var isThere = true

  /// Combines whether there is a network.
  func digest(into walk: inout IdentityWalk) { walk.combine(isThere) }
}

extension DeviceParts {
  /// Whether the device is in a network.
  var isNetworkAvailable: Bool { network.isThere && !settings.device.airplaneMode }

  /// The network comes or goes.
  fileprivate mutating func set(
    _ change: NetworkChange, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    guard network.isThere != (change == .on) else { return .networkIsSo }
    let wasAvailable = isNetworkAvailable
    network.isThere = change == .on
    networkMayHaveChanged(from: wasAvailable, cause: cause, &kernel)
    return nil
  }

  /// Where it has changed, apps that observe it are told and transfers fail, wait or go on.
  mutating func networkMayHaveChanged(
    from wasAvailable: Bool, cause: Cause, _ kernel: inout Kernel
  ) {
    guard isNetworkAvailable != wasAvailable else { return }
    for process in kernel.livingProcesses where process.observed.contains(.networkDidChange) {
      kernel.post(.networkDidChange, rule: .R105, to: process.identifier, cause: cause)
    }
    if wasAvailable {
      transfers.networkIsGone(&kernel)
      kernel.failDownloads(with: .connectionLost, cause: cause)
    } else {
      transfers.networkIsBack(&kernel)
      pushRegistrations.networkIsBack(&kernel)
    }
  }

  /// Ends a transfer of an app with an error: one inside its process, or one of a session.
  fileprivate mutating func failTransfer(
    _ url: String, of app: AppIdentifier, cause: Cause, _ kernel: inout Kernel
  ) -> RefusalReason? {
    if let id = kernel.process(of: app)?.identifier,
      kernel.failDownload(of: url, in: id, with: .failed, cause: cause)
    {
      return nil
    }
    let gates = gates(for: app, kernel)
    return transfers.fail(url, of: app, gates: gates, &kernel) ? nil : .noTransfer
  }
}

// MARK: - Actions

extension Network {
  static let actions: [Action] = [
    Action(
      "network", [ActionParameter("change", .symbols(NetworkChange.self))], rules: [.R105],
      "Takes the network away, or brings it back."
    ) { parts, kernel, call throws(SimulationError) in
      parts.set(try call.symbol(0, as: NetworkChange.self), cause: call.cause, &kernel)
    },
    Action(
      "failTransfer", [.app, ActionParameter("url", .text)], rules: [.R105],
      "Ends a transfer of the app with an error."
    ) { parts, kernel, call throws(SimulationError) in
      parts.failTransfer(try call.text(0), of: try call.app(), cause: call.cause, &kernel)
    },
  ]
}

// MARK: - For app code

/// What an app asks of the network.
package protocol NetworkRequests: AppRequests {}

extension NetworkRequests {
  /// Whether the device is in a network.
  package var isNetworkAvailable: Bool { read { parts, _ in parts.isNetworkAvailable } }
}
