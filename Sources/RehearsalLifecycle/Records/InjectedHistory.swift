// What a storm put into a scenario: events that its author did not write. What the scenario reads of
// `calls`, `trace`, `exits`, `exit`, `pid`, `incarnation` and `launchReason` leaves them out.

/// The injected parts of a history, and the processes that injected launches started.
package struct InjectedHistory: Sendable {
  /// An injected process in the place of one of the scenario's own.
  private struct Replacement {
    /// The process that the scenario reads instead.
    let original: ProcessDescription
    /// Which life of the app the injected one is.
    let life: Int32
  }

  /// The records, as ranges of their indices in order.
  package private(set) var records: [Range<Int>] = []
  private var launchCounts: [AppIdentifier: Int] = [:]
  private var replacements: [AppIdentifier: Replacement] = [:]
  /// The scenario's processes that an injected event ended, while no other has taken their place.
  private var ended: [AppIdentifier: ProcessDescription] = [:]

  /// Makes the history of a run in which nothing is injected.
  package init() {}

  /// Whether nothing was injected.
  package var isEmpty: Bool { records.isEmpty }

  /// Whether a record was injected.
  package func contains(_ record: Int) -> Bool { records.contains { $0.contains(record) } }

  /// How many launches of an app were injected.
  package func launchCount(of app: AppIdentifier) -> Int { launchCounts[app] ?? 0 }

  /// The process that the scenario reads in place of a living one.
  package func original(of process: ProcessDescription) -> ProcessDescription {
    guard let replacement = replacements[process.identifier.app],
      replacement.life == process.identifier.incarnation
    else { return process }
    return replacement.original
  }

  /// Notes that what happened between two moments of a device was injected.
  package mutating func add(
    _ injected: Range<Int>, since before: Device, until after: Device
  ) {
    guard !injected.isEmpty else { return }
    records.append(injected)
    for app in after.apps {
      let launches = after.incarnations(of: app) - before.incarnations(of: app)
      if launches > 0 { launchCounts[app, default: 0] += launches }
      let new = after.process(of: app)
      if let old = before.process(of: app), old.identifier != new?.identifier {
        ended[app] = original(of: old)
      }
      guard launches > 0, let new, let old = ended.removeValue(forKey: app) else { continue }
      replacements[app] = Replacement(original: old, life: new.identifier.incarnation)
    }
  }
}
