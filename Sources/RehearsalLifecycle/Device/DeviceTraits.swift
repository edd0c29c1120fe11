// What never changes about a device: its profile and what the rule book derives from it. All copies
// of a device share it by reference, and it is not part of its state.

/// What a device is, worked out once.
final class DeviceTraits: Sendable {
  /// What is simulated.
  let profile: Profile
  /// The bounds of the simulation.
  let limits: Limits
  /// Whether apps continue in the background after they have left the screen.
  let hasMultitasking: Bool
  /// Whether apps run as on an iPad.
  let isPad: Bool
  /// The memory of the device, in bytes.
  let totalMemory: Int64
  private let features: FeatureSet
  private let quirks: Set<Quirk>
  private let spans: [TimeSpan]
  private let messages: MessageSet
  // A global is reached by a call, and this is asked for every message.
  private let optInMessages = MessageSet.optIn
  /// In the order of the actions, whether this system may be without one.
  private let actionsThatMayMiss: [Bool]

  init(_ profile: Profile, _ limits: Limits) {
    self.profile = profile
    self.limits = limits
    features = FeatureSet(of: profile)
    hasMultitasking = features.contains(.multitasking) && profile.multitasking != false
    isPad = profile.family.runsPadApps
    totalMemory = profile.totalMemory
    quirks = Set(Quirk.allCases.filter(profile.has))
    spans = Budget.allCases.map(profile.span(of:))
    messages = MessageSet { profile.missing($0.definition.versions) == nil }
    actionsThatMayMiss = ActionName.allCases.map { profile.mayMiss($0.row) }
  }

  /// Whether the system does or has something, as the rule book says.
  func has(_ feature: Feature) -> Bool { features.contains(feature) }

  /// Whether a quirk is switched on, by the profile or by the nature of its version or model.
  func has(_ quirk: Quirk) -> Bool { !quirks.isEmpty && quirks.contains(quirk) }

  /// Whether the system has a message at all (R167).
  func sends(_ message: Message) -> Bool { messages.contains(message) }

  /// Whether a message is only sent to apps that implement it.
  func isOptIn(_ message: Message) -> Bool { optInMessages.contains(message) }

  /// Whether the system may be without an action, which then has to be looked up (R167).
  func mayMiss(_ action: ActionName) -> Bool { actionsThatMayMiss[Int(action.rawValue)] }

  /// The length of a budget on this device.
  func span(of budget: Budget) -> TimeSpan { spans[Int(budget.rawValue)] }

  /// Whether a locked device keeps its app in the foreground: the first system with background, and
  /// whatever cannot leave an app running (R048, R002).
  var lockOnlyDeactivates: Bool { has(.lockOnlyDeactivates) || !hasMultitasking }

  /// Whether the watchdog counts (R111).
  var hasWatchdog: Bool { !profile.hasDebugger && !profile.isSimulator }
}

/// The bounds that keep a simulation finite.
package struct Limits: Hashable, Sendable {
  /// How many events and main-thread turns one moment may hold before the run is stopped.
  package var eventsAtOneInstant = 100_000
  /// How many records the history keeps, a long text or large arguments counting as more than one;
  /// the oldest are dropped first.
  package var traceRecords = 1_000_000
  /// How many ends of processes are remembered for each app; the oldest are dropped first.
  package var exitsOfAnApp = 10_000
  /// Bytes that an app may keep outside its processes, keys included.
  package var storageBytes = 16 << 20
  /// Bytes that the device, its apps' code and the history may take together.
  package var memoryBytes = 1 << 30
  /// Timers, background tasks and background works that a process may have at once.
  package var pendingWork = 1_000_000

  /// Makes the default limits.
  package init() {}
}
