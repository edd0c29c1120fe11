// How processes end: the reasons, and for each whether a crash report is written.

/// Why a process ended.
public enum ExitReason: String, CaseIterable, Hashable, Sendable {
  case crash, watchdog, memoryPressure, forceQuit, backgroundTaskExpired, completionTimeout
  case system, exited, exitsOnSuspend, noMultitasking, shutDown, uninstalled, updated, cpu
  case thermal, lockHeld, resourceInBackground, backgroundGPU, assertionLimit, unreportedCall
  case storage, scenesRequired

  /// What happened to the process, after its name or "it", for people.
  var words: String {
    switch self {
    case .crash: "crashed"
    case .watchdog: "was killed by the watchdog"
    case .memoryPressure: "was ended for its memory"
    case .forceQuit: "was swiped away by the user"
    case .backgroundTaskExpired: "was killed for a background task that it did not end in time"
    case .completionTimeout: "was killed because it did not answer in time"
    case .system: "was ended by the system"
    case .exited: "ended itself"
    case .exitsOnSuspend: "was ended on its way to the background, as it asks to be"
    case .noMultitasking: "was ended when it left the screen"
    case .shutDown: "was ended with the device"
    case .uninstalled: "was ended to be removed"
    case .updated: "was ended to be updated"
    case .cpu: "was killed for the processor time that it took"
    case .thermal: "was killed for the heat of the device"
    case .lockHeld: "was killed for a lock that it held when it was suspended"
    case .resourceInBackground: "was killed for something that it held in the background"
    case .backgroundGPU: "was killed for drawing in the background"
    case .assertionLimit: "was killed for too many background tasks"
    case .unreportedCall: "was killed for a call that it did not report"
    case .storage: "was ended for storage"
    case .scenesRequired: "was ended because it has no scenes"
    }
  }

  /// Whether the system writes a crash report for such an end.
  var leavesReport: Bool {
    switch self {
    case .memoryPressure, .forceQuit, .system, .exited, .exitsOnSuspend, .noMultitasking,
      .shutDown, .uninstalled, .updated, .storage, .scenesRequired:
      false
    case .crash, .watchdog, .backgroundTaskExpired, .completionTimeout, .cpu, .thermal,
      .lockHeld, .resourceInBackground, .backgroundGPU, .assertionLimit, .unreportedCall:
      true
    }
  }
}

/// The exception codes that name the cause of a kill (R113).
package enum ExitCode {
  /// The watchdog's code.
  package static let watchdog: Int64 = 0x8bad_f00d
  /// The code of a background task that was not ended, in the system's later texts.
  package static let backgroundTask: Int64 = 0x2182_bad2
  /// The code of a background URL session's events that were not answered, in the later texts.
  package static let urlSession: Int64 = 0x2182_bad3
  /// The code of a background fetch that was not answered.
  package static let fetch: Int64 = 0x2182_bad4
  /// The code of a process that held a lock when it was suspended.
  package static let lockHeld: Int64 = 0xdead_10cc
  /// The code of an app that drew while the device was locked.
  package static let drawingWhileLocked: Int64 = 0x2bad_45ec
  /// The code of a process that got too hot for the device.
  package static let thermal: Int64 = 0xc000_10ff
  /// The code of a process that held too many background tasks.
  package static let assertionLimit: Int64 = 0xbada_5e47
  /// The code of a process that was ended to free storage.
  package static let storage: Int64 = 0xbadd_d15c
  /// The code of a VoIP push that was not reported as a call.
  package static let unreportedCall: Int64 = 0xbaad_ca11

  /// The code of a leaked background task on a version: the watchdog's in the era of the reports.
  static func leakedBackgroundTask(on system: SystemVersion) -> Int64 {
    SystemVersionRange.majors(4, 12).contains(system) ? watchdog : backgroundTask
  }
}

/// The end of one process.
package struct ProcessExit: Hashable, Sendable {
  /// Why it ended.
  package let reason: ExitReason
  /// The exception code of a kill, or the number given to `exit`; nil when there is none.
  package let code: Int64?
  /// When it ended.
  package let time: VirtualTime
  /// Which life of the app ended, from 1.
  package let incarnation: Int32
  /// Whether the system wrote a crash report.
  package let hasReport: Bool
  /// The circumstances, for people.
  package let detail: String
  /// What the code reported, when it failed or hung.
  package let crash: CrashReport?
  /// The rule that ended it, when one did.
  package let rule: RuleNumber?
  /// The index of the exit's record in the trace.
  package let record: Int
}
