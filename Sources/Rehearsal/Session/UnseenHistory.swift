// What whoever looks back does not see: a storm puts things into a scenario that its author did not
// write, and what the scenario expects of `calls`, `trace`, `exits`, `exit`, `pid`, `incarnation`
// and `launchReason` is about the rest.

import RehearsalLifecycle

/// The parts of a history that nobody sees, and the processes whose launches nobody saw.
struct UnseenHistory: Sendable {
  /// A process that took another's place unseen.
  private struct Replacement {
    let seen: ProcessDescription
    /// Its life of the app.
    let life: Int32
  }

  /// The records, as ranges of their indices in order.
  private(set) var records: [Range<Int>] = []
  private var launchCounts: [AppIdentifier: Int] = [:]
  private var replacements: [AppIdentifier: Replacement] = [:]
  /// The processes that ended unseen and have no successor.
  private var lost: [AppIdentifier: ProcessDescription] = [:]

  /// Whether everything is seen.
  var isEmpty: Bool { records.isEmpty }

  /// Whether a record is not seen.
  func contains(_ record: Int) -> Bool { records.contains { $0.contains(record) } }

  /// How many launches of an app were not seen.
  func launchCount(of app: AppIdentifier) -> Int { launchCounts[app] ?? 0 }

  /// The process that a living one is taken for.
  func seen(of process: ProcessDescription) -> ProcessDescription {
    guard let replacement = replacements[process.identifier.app],
      replacement.life == process.identifier.incarnation
    else { return process }
    return replacement.seen
  }

  /// Hides what happened between two moments of a device.
  mutating func hide(
    _ hidden: Range<Int>, since before: Device, until after: Device
  ) {
    guard !hidden.isEmpty else { return }
    records.append(hidden)
    for app in after.apps {
      let launches = after.incarnations(of: app) - before.incarnations(of: app)
      if launches > 0 { launchCounts[app, default: 0] += launches }
      let new = after.process(of: app)
      if let old = before.process(of: app), old.identifier != new?.identifier {
        lost[app] = seen(of: old)
      }
      guard launches > 0, let new, let old = lost.removeValue(forKey: app) else { continue }
      replacements[app] = Replacement(seen: old, life: new.identifier.incarnation)
    }
  }
}
