// What is simulated: the version of the system, the hardware, and the sides taken where sources
// differ. A profile is plain data; everything that depends on it is looked up in tables.

/// The device and system that a simulation plays.
public struct Profile: Hashable, Sendable {
  /// The version of the operating system; it selects among the rules.
  package var system: SystemVersion
  /// The model's name, such as "iPhone" or "iPhone 14 Pro".
  package var model: String
  /// The memory in bytes; nil stands for the model's own.
  public var memory: Int64?
  /// The memory that the process of an extension may take, in bytes (R179); what widgets of today were
  /// seen to have.
  public var extensionMemory: Int64 = 30 << 20
  /// Whether the device has a passcode.
  public var hasPasscode: Bool
  /// Whether apps may run in the background; nil stands for what the system's version has.
  package var multitasking: Bool?
  /// Whether a debugger is attached: no watchdog and no suspension (R111).
  public var hasDebugger: Bool
  /// Whether the device is the simulator: no watchdog (R111).
  public var isSimulator: Bool
  /// The side taken where documents and device logs differ; nil for the default of each conflict.
  package var evidence: Evidence?
  /// The side taken in single conflicts, before `evidence`.
  package var evidenceByConflict: [SourceConflict.Choice: Evidence]
  /// The deviations switched on.
  package var quirks: Set<Quirk>
  /// Lengths of time that replace the table's, by budget.
  package var budgets: [Budget: TimeSpan]
  /// The seed of every random choice.
  public var seed: UInt64
  /// The wall clock at the start, with its time zone.
  package var wallClock: WallClock
  /// The user's locale at the start.
  package var locale: String
  /// After what time an untouched device locks itself; nil for never (R193).
  package var autoLock: TimeSpan?
  /// The rules that are played as on another version, by which it is found out what a rule does.
  package var systemsByRule: [RuleNumber: SystemVersion]

  /// Makes a profile; without arguments the defaults of a `device` block.
  public init(system: SystemVersion = 17, model: String = "iPhone") {
    self.system = system
    self.model = model
    memory = nil
    hasPasscode = false
    multitasking = nil
    hasDebugger = false
    isSimulator = false
    evidence = nil
    evidenceByConflict = [:]
    quirks = []
    budgets = [:]
    seed = 0
    wallClock = WallClock()
    locale = "en_US"
    systemsByRule = [:]
  }

  /// The version on which a rule is played.
  package func system(for rule: RuleNumber) -> SystemVersion {
    systemsByRule.isEmpty ? system : systemsByRule[rule] ?? system
  }

  /// The side that the profile chose in one conflict; nil where it left the choice open.
  package func chosenEvidence(for conflict: SourceConflict.Choice) -> Evidence? {
    evidenceByConflict[conflict] ?? evidence
  }

  /// The side taken in one conflict; nil where the usual is neither side alone.
  package func evidence(for conflict: SourceConflict.Choice) -> Evidence? {
    evidence(for: conflict, on: system)
  }

  private func evidence(
    for conflict: SourceConflict.Choice, on system: SystemVersion
  ) -> Evidence? { chosenEvidence(for: conflict) ?? conflict.usualEvidence(on: system) }

  /// Whether the profile takes a side in what a rule says.
  package func takes(_ side: SourceConflict.Side, for rule: RuleNumber) -> Bool {
    let conflict = side.conflict
    let taken =
      side.isChosen
      ? chosenEvidence(for: conflict) : evidence(for: conflict, on: system(for: rule))
    return taken == side.evidence
  }

  /// Whether a quirk is switched on, by the profile or by the nature of its version or model.
  package func has(_ quirk: Quirk) -> Bool {
    (!quirks.isEmpty && quirks.contains(quirk)) || quirk.isNatural(for: self)
  }

  /// Whether the system does or has something, as the rule book says.
  ///
  /// - Complexity: O(n) in the number of features; a device asks its `DeviceTraits`
  package func has(_ feature: Feature) -> Bool { FeatureSet(of: self).contains(feature) }

  /// Whether apps continue in the background after they have left the screen (R002).
  package var hasMultitasking: Bool { has(.multitasking) && multitasking != false }

  /// The family of the model; a name that belongs to none is played as an iPhone.
  package var family: ModelFamily { ModelFamily(ofModel: model) ?? .iPhone }

  /// Whether the model has an Always-On Display: the Pro models from iPhone 14 on, and every one from
  /// iPhone 17 on.
  package var hasAlwaysOnDisplay: Bool {
    let words = model.split(separator: " ")
    guard words.first == "iPhone", words.count > 1, let generation = Int(words[1]) else {
      return false
    }
    return generation >= 17 || generation >= 14 && words.contains("Pro")
  }

  /// The memory of the device in bytes.
  package var totalMemory: Int64 { memory ?? DeviceMemory.bytes(for: self) }

  /// The length of a budget: the override, or the table's first row that fits.
  package func span(of budget: Budget) -> TimeSpan {
    budgets[budget] ?? budget.row(for: self)?.span ?? .zero
  }
}

/// What models are called, alone or with more words after it, such as "iPhone 14 Pro".
package enum ModelFamily: String, CaseIterable, Hashable, Sendable {
  case iPhone, iPad
  case iPodTouch = "iPod touch"
  /// A Mac, which runs apps made for iPad, by Mac Catalyst or as they are (R178).
  case mac = "Mac"
  case vision = "Apple Vision Pro"

  /// The family of a model's name; nil for a name that is no model's.
  package init?(ofModel name: String) {
    guard
      let family = Self.allCases.first(where: {
        name == $0.rawValue || name.hasPrefix($0.rawValue + " ")
      })
    else { return nil }
    self = family
  }

  /// Whether apps run as on an iPad, with several windows where they declare it.
  package var runsPadApps: Bool { self != .iPhone && self != .iPodTouch }
}

/// A key of a `device` block; checker, completion and help are made from this table.
package enum ProfileKey: String, CaseIterable, Hashable, Sendable {
  case os, model, memory, extensionMemory, passcode, multitasking, debugger, simulator, evidence,
    quirks, budgets
  case seed, date, timeZone, locale, autoLock

  /// What the key means, in one sentence.
  package var help: String {
    switch self {
    case .os: "The version of the system, a number or a string; it selects the rules."
    case .model: "The model's name, such as \"iPhone\", \"iPad\" or \"iPhone 14 Pro\"."
    case .memory: "The device's memory in bytes."
    case .extensionMemory: "The memory that the process of an extension may take, in bytes."
    case .passcode: "Whether the device has a passcode."
    case .multitasking: "Whether apps may run in the background."
    case .debugger: "Whether a debugger is attached: no watchdog and no suspension."
    case .simulator: "Whether the device is the simulator: no watchdog."
    case .evidence: "Which sources to follow where documents and logs differ; also by conflict."
    case .quirks: "The named deviations that are switched on."
    case .budgets: "Lengths of time that replace the profile's own, by name."
    case .seed: "The seed of every random choice."
    case .date: "The wall clock's date and time at the start."
    case .timeZone: "The wall clock's time zone."
    case .locale: "The user's locale."
    case .autoLock: "After what time an untouched device locks itself; without it never."
    }
  }
}
