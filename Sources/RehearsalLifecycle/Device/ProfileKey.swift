// The keys of a `device` block: the one table that the checker, completion and help are made from.

/// A key of a `device` block.
package enum ProfileKey: String, CaseIterable, Hashable, Sendable {
  case os, model, memory, passcode, multitasking, debugger, simulator, evidence, quirks, budgets
  case seed, date, timeZone, locale

  /// What the key means, in one sentence.
  package var help: String {
    switch self {
    case .os: "The version of the system, a number or a string; it selects the rules."
    case .model: "The model's name, such as \"iPhone\", \"iPad\" or \"iPhone 14 Pro\"."
    case .memory: "The device's memory in bytes."
    case .passcode: "Whether the device has a passcode."
    case .multitasking: "Whether apps may run in the background."
    case .debugger: "Whether a debugger is attached: no watchdog and no suspension."
    case .simulator: "Whether the device is the simulator: no watchdog."
    case .evidence: "The side taken where documents and device logs differ."
    case .quirks: "The named deviations that are switched on."
    case .budgets: "Lengths of time that replace the profile's own, by name."
    case .seed: "The seed of every random choice."
    case .date: "The wall clock's date and time at the start."
    case .timeZone: "The wall clock's time zone."
    case .locale: "The user's locale."
    }
  }
}
