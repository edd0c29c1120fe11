// The categories by which MetricKit and Xcode's Organizer count the ends of apps: a row for each, with
// the names that the counters of iOS 14, the ones of iOS 27 and Organizer have for it.

/// A category of ends.
enum TerminationCategory: String, CaseIterable, Sendable {
  case normal, abnormal, watchdog, memoryLimit, systemPressure, badAccess, illegalInstruction
  case cpuLimit, fileLock, taskTimeout, fetchTimeout, urlSessionTimeout

  /// What the category counts, after "is counted for".
  var meaning: String {
    switch self {
    case .normal: "an app that ended by itself, or that the user swiped away"
    case .abnormal: "an uncaught exception, or a call of abort"
    case .watchdog: "an app that did not answer the system in time"
    case .memoryLimit: "an app that took more memory than one may"
    case .systemPressure: "an app that was ended so that others have memory"
    case .badAccess: "an access to memory that is not the app's"
    case .illegalInstruction: "an instruction that cannot be executed, such as a trap of Swift"
    case .cpuLimit: "an app that used too much of the processor"
    case .fileLock: "an app that was suspended while it held a lock on a file"
    case .taskTimeout: "a background task that was not ended in time"
    case .fetchTimeout: "a background fetch that was not completed in time"
    case .urlSessionTimeout: "events of a background URL session that were not completed in time"
    }
  }

  /// The further names, in small letters and without anything else.
  private var synonyms: [String] {
    switch self {
    case .normal: ["normalapp"]
    case .abnormal, .badAccess, .illegalInstruction: []
    case .watchdog: ["appwatchdog"]
    case .memoryLimit: ["memoryresourcelimit"]
    case .systemPressure: ["memorypressure"]
    case .cpuLimit: ["cpuresourcelimit"]
    case .fileLock: ["suspendedwithlockedfile", "lockedfile"]
    case .taskTimeout: ["backgroundtaskassertiontimeout", "backgroundtasktimeout"]
    case .fetchTimeout: ["backgroundfetchcompletiontimeout"]
    case .urlSessionTimeout: ["backgroundurlsessioncompletiontimeout"]
    }
  }

  /// The category that a name stands for, as a counter, a category of MetricKit's or a heading of
  /// Organizer's: "cumulativeMemoryPressureExitCount", "taskTimeout", "System pressure".
  init?(named name: some StringProtocol) {
    var word = String(name).filter { $0.isASCII && $0.isLetter }.lowercased()
    if word.hasPrefix("cumulative") { word.removeFirst("cumulative".count) }
    for ending in ["counts", "count", "terminations", "termination", "exits", "exit"]
    where word.hasSuffix(ending) && word.count > ending.count {
      word.removeLast(ending.count)
    }
    let known = Self.allCases.first {
      $0.rawValue.lowercased() == word || $0.synonyms.contains(word)
    }
    guard let known else { return nil }
    self = known
  }

  /// The kind of end, where the rule book has one.
  func end(isForeground: Bool?) -> ReportedEnd? {
    switch self {
    case .normal: nil
    case .abnormal, .badAccess, .illegalInstruction: .fault
    case .watchdog: isForeground == false ? .leaving : .launch
    case .memoryLimit: .memoryLimit
    case .systemPressure: .memory
    case .cpuLimit: .processorTime
    case .fileLock: .heldLock
    case .taskTimeout: .backgroundTask
    case .fetchTimeout: .fetch
    case .urlSessionTimeout: .urlSession
    }
  }
}
