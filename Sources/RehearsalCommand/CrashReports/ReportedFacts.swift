// What is said of one end of a process, in whatever form it came: a crash report or a part of one, a
// report of a shortage of memory, diagnostics and counters of MetricKit, an event of a service that
// collects crashes, lines of a log. What is read was written by others and may be cut or forged, so
// nothing of it is taken for granted.

import RehearsalLifecycle
import RehearsalText

/// Why something is no report that can be read.
struct CrashReportError: Error, CustomStringConvertible {
  /// The reason, for people.
  let description: String
}

/// The facts of one end.
struct ReportedFacts: Sendable {
  /// The name of the process.
  var process: String?
  /// The identifier of its bundle.
  var bundle: String?
  /// The version of the system.
  var system: SystemVersion?
  /// What the process was for the user, such as one in the background.
  var role: String?
  /// When the process was launched and when it ended, in nanoseconds from 1970-01-01 UTC.
  var launched: Int64?
  var ended: Int64?
  /// The exception, such as `EXC_CRASH (SIGKILL)`.
  var exception: String?
  /// Who ended the process, such as `FRONTBOARD`.
  var namespace: String?
  /// The code of its end.
  var code: Int64?
  /// What is said of its end, in the order of the report.
  var explanations: [String] = []
  /// The functions on top of the stack that failed, innermost first.
  var symbols: [String] = []
  /// The category by which MetricKit and Organizer count it.
  var category: TerminationCategory?
  /// Whether a category counts ends in the foreground; nil if that is not said.
  var isForeground: Bool?
  /// How often it happened; nil for one end.
  var count: Int64?
  /// What the process took and at most had taken, in bytes.
  var footprint: Int64?
  var peak: Int64?
  /// A remark on what was chosen or could not be read.
  var remarks: [String] = []

  /// Whether anything is said of an end.
  var tellsOfEnd: Bool {
    exception != nil || namespace != nil || code != nil || !explanations.isEmpty
      || category != nil
  }

  /// How the process is called: by its name, else by the last part of its bundle's identifier.
  var name: String? {
    process ?? bundle.flatMap { $0.split(separator: ".").last }.map(String.init)
  }

  /// How long the process lived; nil if the report does not say, or cannot be right.
  var life: TimeSpan? {
    guard let launched, let ended, ended >= launched else { return nil }
    return .nanoseconds(ended - launched)
  }

  /// Whether some of what is said of the end contains a text, in any case.
  func says(_ text: String) -> Bool {
    explanations.contains { $0.lowercased().contains(text.lowercased()) }
  }

  /// Whether some function on the stack that failed contains a text.
  func calls(_ text: String) -> Bool { symbols.contains { $0.contains(text) } }

  /// The word after a name and a colon in what is said of the end, such as the watchdog's event.
  func value(of name: String) -> String? {
    for text in explanations {
      guard let rest = text.rest(after: name + ":") else { continue }
      let word = rest.drop { $0 == " " }.prefix {
        !$0.isWhitespace && $0 != "|" && $0 != "," && $0 != ">"
      }
      if !word.isEmpty { return String(word) }
    }
    return nil
  }

  /// The time that the watchdog granted, if the report says it.
  var allowance: TimeSpan? {
    for text in explanations {
      guard let rest = text.rest(after: "time allowance of ") else { continue }
      let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      if let seconds = Double(number), seconds < 1e6 {
        return .milliseconds(Int64(seconds * 1000))
      }
    }
    return nil
  }

  /// Whether the exception is one of the app's own code.
  var isOwnFault: Bool {
    let faults = [
      "EXC_BAD_", "EXC_ARITHMETIC", "EXC_BREAKPOINT", "SIGABRT", "SIGSEGV", "SIGTRAP", "SIGILL",
      "SIGBUS", "SIGFPE", "EXC_GUARD", "EXC_SYSCALL",
    ]
    return faults.contains { exception?.contains($0) == true } || hasException
  }

  /// Whether an exception of Objective-C was raised.
  var hasException: Bool {
    says("uncaught exception") || says("Fatal Exception:") || calls("objc_exception_throw")
      || exception?.hasSuffix("Exception") == true
  }

  // MARK: - Taking facts

  /// Takes what is said of the end, if it is said for the first time.
  mutating func add(_ explanation: String?) {
    guard let text = explanation?.trimmed, !text.isEmpty, explanations.count < 64,
      !explanations.contains(text)
    else { return }
    explanations.append(text.shortened(toBytes: 2000))
  }

  /// The reason of an end: a name and a code, with words before them or without.
  mutating func takeReason(_ value: String) {
    let words = value.split { $0 == " " || $0 == "," }.filter { $0 != "Namespace" && $0 != "Code" }
    namespace = words.first.map(String.init) ?? namespace
    if words.count > 1, let number = words[1].reportedNumber { code = number }
    add(value)
  }

  /// The last of the exception's codes is that of a kill, where it is none of a fault.
  mutating func takeCodes(_ value: String) {
    let codes = value.split { $0 == " " || $0 == "," }.compactMap(\.reportedNumber)
    if let last = codes.last, last != 0, code == nil { code = last }
  }

  /// The version in a text such as `iPhone OS 17.4 (21E236)`.
  mutating func takeSystem(_ value: String?) {
    let words = (value ?? "").split { $0 == " " || $0 == "(" }
    system = words.lazy.compactMap { SystemVersion(parsing: $0) }.first ?? system
  }

  /// A moment such as `2026-05-01 12:00:20.1234 +0200`; nil for anything else.
  static func moment(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count >= 2 else { return nil }
    let date = words[0].split(separator: "-").compactMap { Int64($0) }
    let clock = words[1].split(separator: ":")
    guard date.count == 3, (1...12).contains(date[1]), (1970...9999).contains(date[0]),
      (1...31).contains(date[2]), clock.count == 3, let hours = Int64(clock[0]),
      let minutes = Int64(clock[1]), let seconds = Double(clock[2]), (0..<24).contains(hours),
      (0..<60).contains(minutes), (0..<61).contains(seconds)
    else { return nil }
    var offset: Int64 = 0
    if words.count > 2, let zone = Int64(words[2]), zone.magnitude < 2400 {
      offset = (zone / 100) * 3600 + (zone % 100) * 60
    }
    let day = WallClock.dayNumber(year: date[0], month: date[1], day: date[2])
    // A report's year 9999 is within the range of a clock of nanoseconds only up to 2262.
    let (nanoseconds, overflow) = (day * 86_400 + hours * 3600 + minutes * 60 - offset)
      .multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return nil }
    let (moment, isTooLate) = nanoseconds.addingReportingOverflow(Int64(seconds * 1e9))
    return isTooLate ? nil : moment
  }
}
