// The exception codes of the system's reports.

/// The exception codes that name the cause of a kill (R113).
package enum ExitCode {
  /// The code of an app that the user swiped away.
  package static let forceQuit: Int64 = 0xdead_fa11
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

  /// What each code is called, by the words of iOS 27 for such ends where it has one.
  private static let names: [Int64: String] = [
    watchdog: "watchdog", backgroundTask: "taskTimeout", urlSession: "urlSession", fetch: "fetch",
    lockHeld: "fileLock", drawingWhileLocked: "drawingWhileLocked", thermal: "thermal",
    assertionLimit: "assertionLimit", storage: "storage", unreportedCall: "unreportedCall",
    forceQuit: "forceQuit",
  ]

  /// All codes of the system, with their names.
  package static var named: [Int64: String] { names }

  /// What a code is called; nil for one that is none of the system's, such as an app's own.
  package static func name(of code: Int64) -> String? { names[code] }

  /// A code for people: one of the system's as crash reports write it, with its name.
  package static func text(_ code: Int64) -> String {
    guard let name = names[code] else { return String(code) }
    return "0x" + String(code, radix: 16) + " (\(name))"
  }

  /// The code of a leaked background task: the watchdog's in the era of the reports.
  package static func leakedBackgroundTask(_ has: (Feature) -> Bool) -> Int64 {
    has(.currentExitCodes) ? backgroundTask : watchdog
  }
}
