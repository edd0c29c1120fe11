// The states of processes, how they are reached, and how processes end: in words.

extension ProcessState {
  /// The state after "it is".
  package var words: String {
    switch self {
    case .notRunning: "not running"
    case .background: "in the background"
    case .inactive, .active, .suspended, .prewarmed: rawValue
    }
  }

  /// What happened to a process that came into the state from another, after its name or "it".
  func change(from old: ProcessState) -> String {
    switch self {
    case .notRunning: "ended"
    case .suspended: "was suspended"
    case .prewarmed: "was prewarmed"
    case .active, .inactive, .background:
      switch old {
      case .notRunning, .prewarmed: "was launched"
      case .suspended: "was resumed"
      case .active, .inactive, .background:
        self == .background ? "came to the background" : "became \(words)"
      }
    }
  }
}

extension ProcessExit {
  /// The circumstances, for people.
  package var detail: String { circumstance.text(after: notice) }

  /// What happened to the process, after its name or "it", with the code of the end.
  var predicate: String { reason.predicate(code: code) }
}

extension ExitReason {
  /// What happened to a process that ended with a code, after its name or "it".
  func predicate(code: Int64?) -> String {
    predicate + (code.map { ", " + ExitCode.text($0) } ?? "")
  }

  /// What happened to the process, after its name or "it".
  private var predicate: String {
    switch self {
    case .crash: "crashed"
    case .watchdog: "was killed by the watchdog"
    case .memoryPressure: "was ended for its memory"
    case .forceQuit: "was swiped away by the user"
    case .backgroundTaskExpired: "was killed for a background task that it did not end in time"
    case .completionTimeout: "was killed because it did not answer in time"
    case .system: "was ended by the system"
    case .exited: "ended itself"
    case .exitsOnSuspend: "was ended when it entered the background, as its Info.plist says"
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
}

extension ExitCircumstance {
  /// The circumstance, and whether the process was notified of its end before.
  func text(after notice: ExitNotice?) -> String {
    let told = notice.map { "It was given notice: willTerminate, by \($0.rule)." }
    return [text, told ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The circumstance as sentences, but for the message of a crash, which is left as it came.
  package var text: String {
    switch self {
    case .state(let state): "It was \(state.words)."
    case .notice: ""
    case .appRemoved: "The app was removed."
    case .appUpdated: "The app was updated."
    case .appOffloaded: "The app was offloaded; its data stays."
    case .switchedOff: "The device was switched off."
    case .tooHot: "The device was too hot."
    case .cachesRemoved: "Its caches were removed because storage was short."
    case .lastWindowClosed: "Its last window was closed."
    case .builtWithoutScenes:
      "Application failed to launch: UIScene life cycle is required for apps built with this SDK. It "
        + "was built with the SDK of iOS 27 and has no scenes."
    case .callNotReported:
      "NSInternalInconsistencyException: Killing app because it never posted an incoming call to the "
        + "system after receiving a PushKit VoIP push."
    case .callNotReportedInTime(let span):
      "It did not report a call within \(span) of a VoIP push."
    case .privacySwitch(let permission, let isOn):
      "Its access to \(permission.rawValue) was switched \(isOn ? "on" : "off") in Settings."
    case .languageChanged(let language): "The language was changed to \(language) in Settings."
    case .crash(let message): message
    case .misuse(let misuse): misuse.text
    case .exitCode(let code): "The app called exit(\(code))."
    case .watchdog(let watchdog, let limit): "After \(limit) \(watchdog.work) was not over."
    case .tasksNotEnded(let names):
      "Not ended in time: \(names.map { "“\($0)”" }.joined(separator: ", "))."
    case .tooManyTasks(let limit): "It held more than \(limit) background tasks."
    case .notAnswered(let kind, let span):
      "It did not say within \(span) that \(kind.rawValue) is done."
    case .unregisteredTask(let identifier):
      "NSInternalInconsistencyException: No handler was registered for the task "
        + "\"\(identifier)\" during the launch."
    case .processorUse(let limit, let span):
      "It used \(limit) of a processor within \(span) in the background."
    case .heldResource(let kind):
      "It held a resource that it may not hold then: \(kind.rawValue)."
    case .drew(let interface): "It drew with \(interface.rawValue) in the background."
    case .processMemoryLimit(let bytes):
      "per-process-limit: more than \(ByteCount(bytes)), half of the device's memory."
    case .memory(let shortage): shortage.text
    }
  }
}

extension MemoryShortage {
  /// What the process took, and for whom it ended.
  fileprivate var text: String {
    let subject =
      switch claimant {
      case .itself: "it"
      case .app(let name): name
      case .somethingElse: "something else"
      }
    return "It was \(state.words) and took \(ByteCount(footprint)); "
      + "\(subject) needed \(ByteCount(needed))."
  }
}

extension Watchdog {
  /// What did not end in time.
  fileprivate var work: String {
    switch self {
    case .launch, .backgroundLaunch: "launching"
    case .sceneCreation: "creating a scene"
    case .activation: "becoming active"
    case .deactivation: "leaving the foreground"
    case .didEnterBackground: "didEnterBackground"
    case .termination: "willTerminate"
    case .eventHandling: "answering the user's event"
    }
  }
}
