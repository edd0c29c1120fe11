// What a process uses of the system's services; most processes use none. It dies with the process,
// and what outlives it stands in `Registrations`.

/// What one process has under way with the system.
struct ProcessServices: Sendable, DefaultMade {
  var assertions = SlotTable<AssertionIdentifier, RunningAssertion>()
  var completions = SlotTable<CompletionIdentifier, Completion>()
  /// The scheduled tasks that the app has registered in this life.
  var registeredTasks: [String] = []
  var isPlayingAudio = false
  /// Standard location updates; nil while they are off.
  var locationUpdates: LocationUpdates?
  var resources = SlotTable<ResourceIdentifier, HeldResource>()
  /// The use of the processor in the background; nil before there was any.
  var processorUse: ProcessorUse?
  var keepAlive: KeepAlive?
  /// The record of the last change of time that the process missed; nil for none.
  var timeChange: Int?
  /// Notifications that came while the process was suspended, one of each kind.
  var queuedNotifications: [QueuedNotification] = []
  /// Locations that came while the process was suspended (R133).
  var queuedLocations: [PlainValue] = []
  /// Whether the VoIP push under way was reported as a call (R141).
  var hasReportedCall = false
}

extension ProcessServices {
  /// The events of the device's queue that belong to them.
  var events: [EventIdentifier] {
    let deadlines = assertions.identifiers
      .flatMap { [assertions[$0]?.warning, assertions[$0]?.end] }
    return (deadlines + [processorUse?.event, keepAlive?.event]).compactMap { $0 }
  }
}

/// Standard location updates of a process.
struct LocationUpdates: Sendable {
  let allowsBackground: Bool
}

extension Process {
  /// Whether something besides background tasks keeps the process running.
  var hasAssertion: Bool { services.read { !$0.assertions.isEmpty } ?? false }

  /// Whether something without a bound keeps the process running, so that no task's clock counts.
  var hasUnboundedAssertion: Bool {
    services.read { services in
      services.assertions.identifiers.contains { services.assertions[$0]?.allowance == nil }
    } ?? false
  }
}
