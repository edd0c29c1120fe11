// What an app has asked of the system that outlives its processes: the fetch interval, monitored
// places, scheduled requests, pushes that wait. It goes with the installation.

/// What the system keeps for an app, whether it runs or not.
struct Registrations: Sendable, DefaultMade {
  /// The minimum from fetch to fetch; nil for never, which it begins with (R097).
  var fetchInterval: TimeSpan?
  var lastFetch: VirtualTime?

  /// The scheduler's requests that wait, in the order of their submission.
  var requests: [TaskRequest] = []

  var transfers = SlotTable<TransferIdentifier, Transfer>()

  var places = LocationMonitoring()

  /// The Bluetooth accessories, in the order in which they were connected.
  var peripherals: [Peripheral] = []

  /// The payloads of notifications on the screen or in Notification Center, the newest last.
  var notifications: [PlainValue] = []
  var lastSilentPush: VirtualTime?
  var heldPush: HeldPush?
  /// VoIP pushes that were not reported as calls (R141).
  var unreportedCalls = 0
}

extension Registrations {
  /// The events of the device's queue that belong to them.
  var events: [EventIdentifier] {
    [heldPush?.event].compactMap { $0 }
      + transfers.identifiers.compactMap { transfer in
        if case .running(let event, _)? = transfers[transfer]?.progress { event } else { nil }
      }
  }
}

/// A silent push that waits because the last one is not long ago (R100).
struct HeldPush: Sendable {
  var payload: PlainValue
  var cause: Int
  let event: EventIdentifier
}
