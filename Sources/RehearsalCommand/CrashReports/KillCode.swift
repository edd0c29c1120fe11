// The codes that name the cause of an end, as Apple's documentation and reports of developers have them:
// a row for each, with those that are no kill.

import RehearsalLifecycle

/// A code of an end.
enum KillCode: CaseIterable, Sendable {
  case watchdog, heldLock, heat, unreportedCall, frequentCalls, storage, snapshot, forceQuit
  case watchTooMuch, watchTooLong, watchCannotFinish
  case tooManyTasks, drawing, backgroundTask, urlSession, fetch

  /// What sets a code apart.
  struct Row: Sendable {
    /// The code.
    let code: Int64
    /// How it is read aloud; nil if it is no word.
    let spoken: String?
    /// What it says, after "It says that".
    let meaning: String
    /// The kind of end; nil if the rule book has none.
    let end: ReportedEnd?
  }

  /// The code of a number; nil for any other number.
  init?(code: Int64) {
    guard let known = Self.allCases.first(where: { $0.row.code == code }) else { return nil }
    self = known
  }

  /// The code that a text is, as people write it: `0xdead10cc`, `DEAD10CC`, `3735883980`.
  init?(named text: String) {
    let word = text.lowercased().filter { $0 != "_" }
    let digits = word.hasPrefix("0x") ? String(word.dropFirst(2)) : word
    let numbers = [Int64(digits, radix: 16), word.hasPrefix("0x") ? nil : Int64(word)]
    guard let known = numbers.compactMap({ $0 }).map(Self.bits).compactMap(Self.init(code:)).first
    else { return nil }
    self = known
  }

  /// Some reports write the code as the lower half of a longer word.
  static func bits(_ code: Int64) -> Int64 { code & 0xffff_ffff }

  /// The code as it is written everywhere.
  var text: String { "0x" + String(row.code, radix: 16) }

  var row: Row { ofProcesses ?? ofWork }

  /// The row of a code that says how a process behaved; nil for those of work it had begun.
  private var ofProcesses: Row? {
    switch self {
    case .watchdog:
      Row(
        code: ExitCode.watchdog, spoken: "ate bad food",
        meaning: "the watchdog ended an app that took too long", end: .launch)
    case .heldLock:
      Row(
        code: ExitCode.lockHeld, spoken: "dead lock",
        meaning: "an app held a lock on a file when it was suspended", end: .heldLock)
    case .heat:
      Row(
        code: ExitCode.thermal, spoken: "cool off",
        meaning: "an app was ended because the device was too hot", end: .heat)
    case .unreportedCall:
      Row(
        code: ExitCode.unreportedCall, spoken: "bad call",
        meaning: "an app did not report a call for a VoIP push", end: .voipCall)
    case .frequentCalls:
      Row(
        code: 0xbad2_2222, spoken: "bad too (two) many times",
        meaning: "a VoIP app was resumed too often", end: nil)
    case .storage:
      Row(
        code: ExitCode.storage, spoken: "bad disc",
        meaning: "an app was ended because storage was short", end: .storage)
    case .snapshot:
      Row(
        code: 0xbaaa_aaad, spoken: nil,
        meaning: "the report is a snapshot of the whole system, taken on request", end: nil)
    case .forceQuit:
      Row(
        code: ExitCode.forceQuit, spoken: "dead fall",
        meaning: "the user swiped the app away", end: .forceQuit)
    case .watchTooMuch:
      Row(
        code: 0xc51b_ad01, spoken: "cs is bad",
        meaning: "an app of watchOS used too much of the processor in a background task", end: nil)
    case .watchTooLong:
      Row(
        code: 0xc51b_ad02, spoken: "cs is bad",
        meaning: "an app of watchOS did not end a background task in time", end: nil)
    case .watchCannotFinish:
      Row(
        code: 0xc51b_ad03, spoken: "cs is bad",
        meaning:
          "an app of watchOS did not end a background task in time, on a system that was busy",
        end: nil)
    case .tooManyTasks, .drawing, .backgroundTask, .urlSession, .fetch: nil
    }
  }

  /// The row of a code that says what became of work in the background.
  private var ofWork: Row {
    switch self {
    case .tooManyTasks:
      Row(
        code: ExitCode.assertionLimit, spoken: "bad asset",
        meaning: "an app held too many background tasks", end: .tooManyTasks)
    case .drawing:
      Row(
        code: ExitCode.drawingWhileLocked, spoken: nil,
        meaning: "an app drew while the device was locked", end: .drawing)
    case .backgroundTask:
      Row(
        code: ExitCode.backgroundTask, spoken: nil,
        meaning: "an app did not end a background task in time", end: .backgroundTask)
    case .urlSession:
      Row(
        code: ExitCode.urlSession, spoken: nil,
        meaning: "an app did not take the events of a background URL session in time",
        end: .urlSession)
    default:
      Row(
        code: ExitCode.fetch, spoken: nil,
        meaning: "an app did not complete a background fetch in time", end: .fetch)
    }
  }

  /// Whether an app ends for it.
  var isKill: Bool { self != .snapshot }

  /// Whether it is one of watchOS, which is not simulated.
  var isOfWatch: Bool {
    switch self {
    case .watchTooMuch, .watchTooLong, .watchCannotFinish: true
    default: false
    }
  }
}
