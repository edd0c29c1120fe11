// How processes end: the reasons, whether a crash report is written, and the circumstances.

/// Why a process ended.
public enum ExitReason: String, CaseIterable, Hashable, Sendable {
  case crash, watchdog, memoryPressure, forceQuit, backgroundTaskExpired, completionTimeout
  case system, exited, exitsOnSuspend, noMultitasking, shutDown, uninstalled, updated, cpu
  case thermal, lockHeld, resourceInBackground, backgroundGPU, assertionLimit, unreportedCall
  case storage, scenesRequired

  /// What there is to know of such an end: whether the system writes a crash report, and what the
  /// app did wrong; nil for what the system and the user do to a good app.
  private var row: (leavesReport: Bool, fault: AppFault?) {
    switch self {
    case .crash: (true, .crash)
    case .watchdog: (true, .watchdog)
    case .backgroundTaskExpired: (true, .backgroundTask)
    case .completionTimeout: (true, .completion)
    case .lockHeld: (true, .lock)
    case .cpu, .resourceInBackground, .backgroundGPU, .assertionLimit, .unreportedCall,
      .scenesRequired:
      (true, .misuse)
    case .thermal: (true, nil)
    case .memoryPressure, .forceQuit, .system, .exited, .exitsOnSuspend, .noMultitasking,
      .shutDown, .uninstalled, .updated, .storage:
      (false, nil)
    }
  }

  /// Whether the system writes a crash report for such an end.
  package var leavesReport: Bool { row.leavesReport }

  /// The symbols by which scripts allow ends: those of faults, and of the single reasons.
  package static let allowances: [String] = {
    let single = allCases.filter { reason in AppFault.allCases.contains { $0.ends(by: reason) } }
    return AppFault.allCases.map(\.rawValue)
      + single.map(\.rawValue).filter { AppFault(rawValue: $0) == nil }
  }()

  /// The ends that a symbol allows; none for one that is not among `allowances`.
  package static func allowed(by name: String) -> Set<ExitReason> {
    if let fault = AppFault(rawValue: name) { return Set(allCases.filter(fault.ends)) }
    return allowances.contains(name) ? Set([ExitReason(rawValue: name)].compactMap(\.self)) : []
  }

  /// The fault of an app that ends for this reason; nil where it is the system that wants it.
  package var fault: AppFault? { row.fault }
}

/// What an app does wrong that ends it.
package enum AppFault: String, CaseIterable, Hashable, Sendable {
  case crash, watchdog, backgroundTask, completion, lock, misuse
  /// It takes more memory than a process may.
  case memory

  /// Whether it leads to ends of that reason.
  fileprivate func ends(by reason: ExitReason) -> Bool {
    self == .memory ? reason == .memoryPressure : reason.fault == self
  }
}

extension ExitReason {
  /// The exception code that every end of this kind has, where it is one alone.
  var code: Int64? { self == .forceQuit ? ExitCode.forceQuit : nil }

  /// What the system's crash reports say ended the process, where the sources name it (R113).
  func domain(_ has: (Feature) -> Bool) -> String? {
    switch self {
    case .watchdog, .forceQuit: has(.frontBoardEndsProcesses) ? "FRONTBOARD" : "SPRINGBOARD"
    case .backgroundTaskExpired, .lockHeld, .assertionLimit:
      has(.currentExitCodes) ? "RUNNINGBOARD" : "SPRINGBOARD"
    case .memoryPressure: "JETSAM"
    case .crash: "SIGNAL"
    default: nil
    }
  }
}

extension ExitCircumstance {
  /// Whether it was an exception or a trap of the system's own code, which ends the process as a crash
  /// does.
  package var isException: Bool {
    switch self {
    case .callNotReported, .misuse, .unregisteredTask, .builtWithoutScenes: true
    default: false
    }
  }

  /// What the watchdog calls what was not over in time; nil for other ends and for blocked events.
  func watchdogEvent(isInFirstCode: Bool) -> String? {
    guard case .watchdog(let watchdog, _) = self else { return nil }
    return switch watchdog {
    case .launch: isInFirstCode ? "process-launch" : "scene-create"
    case .backgroundLaunch: "process-launch"
    case .sceneCreation: "scene-create"
    case .activation, .deactivation, .didEnterBackground: "scene-update"
    case .termination: "process-exit"
    case .eventHandling: nil
    }
  }
}

/// The notice that a process was given of its end: its application's delegate was sent
/// `willTerminate`.
package struct ExitNotice: Hashable, Sendable {
  /// The rule that it was sent under.
  package let rule: RuleNumber
}

/// The circumstances of the end of a process.
package indirect enum ExitCircumstance: Hashable, Sendable {
  /// The process was in a state.
  case state(ProcessState)
  /// It was given notice.
  case notice
  case appRemoved, appUpdated, appOffloaded, switchedOff, tooHot, cachesRemoved, lastWindowClosed
  case builtWithoutScenes
  /// The method for a VoIP push returned, and no call was reported.
  case callNotReported
  /// No call was reported for a VoIP push, whose method had not returned or does not exist.
  case callNotReportedInTime(TimeSpan)
  /// The user flipped a switch of the app's in Settings.
  case privacySwitch(Permission, isOn: Bool)
  /// The user chose another language.
  case languageChanged(String)
  /// Its code failed with a message.
  case crash(String)
  /// It called what ends an app with an exception.
  case misuse(APIMisuse)
  /// It called `exit`.
  case exitCode(Int)
  /// What the watchdog guarded was not over in time.
  case watchdog(Watchdog, limit: TimeSpan)
  /// Background tasks, by name, were not ended in time.
  case tasksNotEnded([String])
  case tooManyTasks(limit: Int)
  /// It did not say in time that it was done.
  case notAnswered(WakeUpKind, within: TimeSpan)
  /// No handler was registered for a scheduled task.
  case unregisteredTask(String)
  case processorUse(limit: TimeSpan, within: TimeSpan)
  case heldResource(ResourceKind)
  case drew(GraphicsInterface)
  /// It took more than one process may, in bytes.
  case processMemoryLimit(Int64)
  case memory(MemoryShortage)
}

/// Why a process had to end for its memory.
package struct MemoryShortage: Hashable, Sendable {
  /// Who needs memory.
  package enum Claimant: Hashable, Sendable {
    /// The process that ended.
    case itself
    /// The app of a name.
    case app(String)
    case somethingElse
  }

  /// The state that the process was in.
  package let state: ProcessState
  /// What it took, in bytes.
  package let footprint: Int64
  /// Who needs memory.
  package let claimant: Claimant
  /// How much is needed, in bytes.
  package let needed: Int64
}

/// What iOS 27 counts an end as, in its reports on how apps end (R181).
package enum TerminationCategory: String, CaseIterable, Hashable, Sendable {
  case normal, abnormal, watchdog, taskTimeout, fileLock, memoryLimit, systemPressure, badAccess
  case illegalInstruction, highCPU

  /// The category of an end.
  init(_ reason: ExitReason, _ circumstance: ExitCircumstance) {
    self =
      switch reason {
      // What an app's own code does wrong here is what the checks of Swift trap on.
      case .crash: circumstance.isException ? .abnormal : .illegalInstruction
      case .watchdog: .watchdog
      case .backgroundTaskExpired, .completionTimeout: .taskTimeout
      case .lockHeld, .resourceInBackground: .fileLock
      case .memoryPressure:
        if case .processMemoryLimit = circumstance { .memoryLimit } else { .systemPressure }
      case .cpu: .highCPU
      case .forceQuit, .exited, .exitsOnSuspend, .noMultitasking, .shutDown, .uninstalled, .updated,
        .system:
        .normal
      case .thermal, .backgroundGPU, .assertionLimit, .unreportedCall, .storage, .scenesRequired:
        .abnormal
      }
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
  /// The circumstances.
  package let circumstance: ExitCircumstance
  /// The notice that was given; nil where nobody was told.
  package let notice: ExitNotice?
  /// What the code reported, when it failed or hung.
  package let crash: CrashReport?
  /// What the system's crash reports say ended it, such as `FRONTBOARD`; nil where no source names
  /// it.
  package let domain: String?
  /// What the watchdog calls what was not over, such as `scene-update`; nil for other ends.
  package let watchdogEvent: String?
  /// What the system counts it as; nil before iOS 27.
  package let category: TerminationCategory?
  /// The rule that ended it, when one did.
  package let rule: RuleNumber?
  /// The index of the exit's record in the history.
  package let record: Int

  /// What the app did wrong; nil where the system or the user ended a good one.
  ///
  /// Of those that end for memory only one is at fault that takes more than a process may.
  package var fault: AppFault? {
    if case .processMemoryLimit = circumstance { .memory } else { reason.fault }
  }

  /// Whether the system wrote a crash report.
  package var hasReport: Bool { reason.leavesReport }
}
