// What may come between the steps of a scenario: the disturbances of storms, and those of an
// exploration's environment, which an app may well remember. Of the latter only its own faults
// count.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// Something that may come between the steps of a scenario.
struct Intrusion {
  /// The name of the disturbance, or of the row of the environment.
  let name: String
  /// What does it.
  let does: [Disturbance.Move]
  /// What undoes it; none where it is over at once.
  let undoes: [Disturbance.Move]
  /// What has to hold after it.
  let demand: StormDemand
  /// What has to hold where it lasts for longer than a moment.
  let lastingDemand: StormDemand

  /// What may come in a state, in the order of the tables.
  ///
  /// - Parameters:
  ///   - session: The state.
  ///   - disturbances: What a storm would inject.
  ///   - pushes: The payloads of the pushes that the scenario itself sends.
  /// - Returns: What may come; some of it may be refused.
  static func all(
    in session: Session, _ disturbances: [Disturbance], pushes: [ScriptValue]
  ) -> [Intrusion] {
    let device = session.simulation.device
    guard let context = DisturbanceContext(device) else { return [] }
    return disturbances.compactMap { disturbance in
      let moves = disturbance.does(context)
      return moves.isEmpty
        ? nil
        : Intrusion(
          name: disturbance.name, does: moves, undoes: disturbance.undoes(context),
          demand: disturbance.demand,
          lastingDemand: disturbance.letsThingsFail ? .noFault : disturbance.demand)
    } + inputs(on: device, context.app, pushes)
  }

  /// What the environment has beside what a storm injects, after which the user has the same in front
  /// again.
  private static func inputs(
    on device: Device, _ app: AppIdentifier, _ pushes: [ScriptValue]
  ) -> [Intrusion] {
    let isInFront = device.frontmost == app
    return rows.filter { row in
      row.messages.isEmpty
        || device.apps.contains { app in row.messages.contains { device.handles($0, app) } }
    }.flatMap { row in
      let data = row.kind == .push && !pushes.isEmpty ? pushes.map { Optional($0) } : [nil]
      return data.flatMap {
        row.actions(in: EnvironmentState(device: device, apps: device.apps, data: $0))
      }.map { action in
        Intrusion(
          name: row.kind.rawValue, does: [.act(action.stimulus)],
          undoes: endsApps.contains(row.kind) && isInFront
            ? (row.kind == .reboot ? [.act(.unlock)] : []) + [.act(.launch(app))] : [],
          demand: .noFault, lastingDemand: .noFault)
      }
    }
  }

  /// The rows of the environment that no disturbance stands for.
  private static let rows = EnvironmentRow.table.filter { row in
    row.isDefault && row.kind != .interruption && row.kind != .setting && row.kind != .open
      && row.kind != .quickAction && Disturbance.named(row.kind.rawValue) == nil
  }

  /// The rows that end the app in front.
  private static let endsApps: Set<EnvironmentKind> = [.forceQuit, .reboot]
}
