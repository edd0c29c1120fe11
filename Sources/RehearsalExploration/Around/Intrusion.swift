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
  let demand: Disturbance.Demand
  /// What has to hold where it lasts for longer than a moment.
  let lastingDemand: Disturbance.Demand
  /// Whether it is never undone: it stays, or the scenario's next step is the way back.
  var isLeft = false
  /// Whether data of it is invented.
  var isInvented = false
  /// The app that it is about.
  var app: AppIdentifier?

  /// What may come in a state, in the order of the tables.
  ///
  /// - Parameters:
  ///   - session: The state.
  ///   - course: What the scenario does there, and what its program looks at.
  ///   - disturbances: What a storm would inject.
  /// - Returns: What may come; some of it may be refused.
  static func all(
    in session: Session, _ course: DisturbedCourse, _ disturbances: [Disturbance]
  ) -> [Intrusion] {
    let device = session.simulation.device
    guard let context = DisturbanceContext(device, course) else { return [] }
    return disturbances.flatMap { disturbance in
      disturbance.ways(context).filter { $0.returns != .afterNextStep }.map { way in
        Intrusion(
          name: disturbance.name, does: way.does, undoes: way.undoes, demand: way.demand,
          lastingDemand: disturbance.letsThingsFail ? .noFault : way.demand,
          isLeft: way.returns != .atOnce, isInvented: way.isInvented, app: context.app)
      }
    } + inputs(on: device, context.app)
  }

  /// What the environment has beside what a storm injects, after which the user has the same in front
  /// again.
  private static func inputs(on device: Device, _ app: AppIdentifier) -> [Intrusion] {
    let isInFront = device.frontmost == app
    return rows.filter { row in
      row.messages.isEmpty
        || device.apps.contains { app in row.messages.contains { device.handles($0, app) } }
    }.flatMap { row in
      row.actions(on: device, about: device.apps).map { action in
        Intrusion(
          name: row.kind.rawValue, does: [.act(action.stimulus)],
          undoes: row.kind == .reboot && isInFront ? [.act(.unlock), .act(.launch(app))] : [],
          demand: .noFault, lastingDemand: .noFault, isInvented: true)
      }
    }
  }

  /// The rows of the environment that no disturbance stands for, and for which no data is to be invented.
  private static let rows: [EnvironmentRow] = {
    let disturbed = Set(Disturbance.all.flatMap(\.kinds))
    return EnvironmentRow.table.filter { row in
      row.isDefault && row.dataNoun == nil && !disturbed.contains(row.kind)
    }
  }()
}
