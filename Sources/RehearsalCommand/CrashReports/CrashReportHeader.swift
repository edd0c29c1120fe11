// The header of one of Apple's crash reports: text, as it always was, a line of JSON with that text
// below it, up to iOS 14, or two values of JSON, from 15 on. What is read was written by others and may
// be cut or forged, so nothing of it is taken for granted.

import RehearsalLifecycle
import RehearsalValues

/// Why a file is no crash report that can be read.
struct CrashReportError: Error, CustomStringConvertible {
  /// The reason, for people.
  let description: String
}

/// What the header of a crash report says.
struct CrashReportHeader: Sendable {
  /// The name of the process.
  private(set) var process: String?
  /// The version of the system.
  private(set) var system: SystemVersion?
  /// What the process was for the user, such as one in the background.
  private(set) var role: String?
  /// When the process was launched and when it ended, in nanoseconds from 1970-01-01 UTC.
  private(set) var launched: Int64?
  private(set) var ended: Int64?
  /// The exception, such as `EXC_CRASH (SIGKILL)`.
  private(set) var exception: String?
  /// Who ended the process, such as `FRONTBOARD`.
  private(set) var namespace: String?
  /// The code of its end.
  private(set) var code: Int64?
  /// What is said of its end, in the order of the report.
  private(set) var explanations: [String] = []

  /// The longest header that is read, in lines of text.
  private static let longestHeader = 400

  /// Reads a report.
  ///
  /// - Parameter bytes: The file.
  /// - Throws: `CrashReportError` for what is no crash report, or is cut before its end is given.
  /// - Complexity: O(*n*) in the length of the file.
  init(reading bytes: [UInt8]) throws(CrashReportError) {
    let start = bytes.firstIndex { $0 > 0x20 } ?? bytes.endIndex
    guard start < bytes.endIndex else {
      throw CrashReportError(description: "it is empty")
    }
    if bytes[start] == UInt8(ascii: "{") {
      try readSummary(bytes[start...])
    } else {
      readText(bytes[...])
    }
    guard process != nil else {
      throw CrashReportError(
        description: "it is no crash report: it names no process; a report begins with JSON or "
          + "with lines such as `Process: Notes [123]`")
    }
    guard exception != nil || namespace != nil || code != nil || !explanations.isEmpty else {
      throw CrashReportError(
        description: "it does not say how the process ended; the report may be cut")
    }
  }

  /// How long the process lived; nil where the report does not say, or cannot be right.
  var life: TimeSpan? {
    guard let launched, let ended, ended >= launched else { return nil }
    return .nanoseconds(ended - launched)
  }

  /// Whether some of what is said of the end contains a text, in any case.
  func says(_ text: String) -> Bool {
    explanations.contains { $0.lowercased().contains(text.lowercased()) }
  }

  /// What follows a name and a colon in what is said of the end, such as the watchdog's event.
  func value(of name: String) -> String? {
    for text in explanations {
      for part in text.split(separator: "|") {
        let words = part.split(separator: ":", maxSplits: 1)
        if words.count == 2, words[0].trimmed == name { return words[1].trimmed }
      }
    }
    return nil
  }

  // MARK: - JSON

  /// The first line of a report says which app it is about; the rest is JSON or text.
  private mutating func readSummary(_ bytes: ArraySlice<UInt8>) throws(CrashReportError) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let summary = try Self.json(bytes[..<end])
    process = summary["app_name"]?.string ?? summary["name"]?.string
    readSystem(summary["os_version"]?.string)
    ended = summary["timestamp"]?.string.flatMap(Self.moment)
    let rest = bytes[end...].drop { $0 <= 0x20 }
    guard let first = rest.first else {
      throw CrashReportError(description: "it is cut after its first line")
    }
    guard first == UInt8(ascii: "{") else { return readText(rest) }
    let body = try Self.json(rest)
    body["processes"] == nil ? readBody(body) : readMemoryEvent(body)
  }

  private static func json(_ bytes: ArraySlice<UInt8>) throws(CrashReportError) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(reading: Array(bytes))
    } catch {
      throw CrashReportError(description: "it is cut, or no crash report: \(error)")
    }
  }

  private mutating func readBody(_ body: JSONValue) {
    process = body["procName"]?.string ?? process
    role = body["procRole"]?.string
    launched = body["procLaunch"]?.string.flatMap(Self.moment)
    ended = body["captureTime"]?.string.flatMap(Self.moment) ?? ended
    if let type = body["exception"]?["type"]?.string {
      exception = type + (body["exception"]?["signal"]?.string.map { " (\($0))" } ?? "")
    }
    let termination = body["termination"]
    namespace = termination?["namespace"]?.string
    code = termination?["code"]?.integer
    explanations = termination?["reasons"]?.strings ?? []
    explanations += [termination?["indicator"]?.string].compactMap { $0 }
    if code == nil { readCodes(body["exception"]?["codes"]?.string ?? "") }
  }

  /// The report of a shortage of memory lists processes; the one that has a reason was ended.
  private mutating func readMemoryEvent(_ body: JSONValue) {
    guard case .list(let processes)? = body["processes"] else { return }
    let ended = processes.first { $0["reason"]?.string != nil }
    process = ended?["name"]?.string ?? body["largestProcess"]?.string ?? process
    guard let reason = ended?["reason"]?.string else { return }
    namespace = "JETSAM"
    explanations = [reason]
    role = ended?["states"]?.strings.first
  }

  // MARK: - Text

  /// Reads lines of a name, a colon and a value, up to the stacks; what follows the reason of the end
  /// without a name belongs to it.
  private mutating func readText(_ bytes: ArraySlice<UInt8>) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var isInReason = false
    for line in lines.prefix(Self.longestHeader) {
      let text = String(decoding: line, as: UTF8.self)
      if text.hasPrefix("Thread 0") { break }
      let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = words[0].trimmed
      if words.count == 2, readLine(name, words[1].trimmed) {
        isInReason = name.hasPrefix("Termination") || name == "Application Specific Information"
      } else if text.trimmed.isEmpty || text.hasPrefix("Triggered by") {
        isInReason = false
      } else if isInReason {
        explanations.append(text.trimmed)
      }
    }
  }

  /// Takes a line by its name; false for one that does not matter.
  private mutating func readLine(_ name: String, _ value: String) -> Bool {
    switch name {
    case "Process", "Command": process = value.split(separator: "[").first?.trimmed
    case "Role": role = value
    case "Launch Time": launched = Self.moment(value)
    case "Date/Time": ended = Self.moment(value)
    case "OS Version": readSystem(value)
    case "Exception Type": exception = value
    case "Exception Codes": readCodes(value)
    case "Termination Reason": readReason(value)
    case "Termination Description", "Application Specific Information":
      if !value.isEmpty { explanations.append(value) }
    // What the processor was used for is in lines of their own.
    case "Event" where value == "cpu usage": explanations.append(value)
    case "Action taken", "CPU": explanations.append("\(name): \(value)")
    default: return false
    }
    return true
  }

  /// The reason of an end: a name and a code, with words before them or without.
  private mutating func readReason(_ value: String) {
    let words = value.split { $0 == " " || $0 == "," }.filter { $0 != "Namespace" && $0 != "Code" }
    namespace = words.first.map(String.init)
    if words.count > 1, let number = Self.number(words[1]) { code = number }
    explanations.append(value)
  }

  /// The last of the exception's codes is that of a kill, where it is none of a fault.
  private mutating func readCodes(_ value: String) {
    let codes = value.split { $0 == " " || $0 == "," }.compactMap(Self.number)
    if let last = codes.last, last != 0, code == nil { code = last }
  }

  private mutating func readSystem(_ value: String?) {
    let words = (value ?? "").split { $0 == " " || $0 == "(" }
    system = words.lazy.compactMap { SystemVersion(parsing: $0) }.first ?? system
  }

  // MARK: - Numbers and moments

  /// A number as reports write it, decimal or hexadecimal.
  private static func number(_ text: Substring) -> Int64? {
    text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16) : Int64(text)
  }

  /// A moment such as `2026-05-01 12:00:20.1234 +0200`; nil for anything else.
  private static func moment(_ text: String) -> Int64? {
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

extension StringProtocol {
  /// The text without the blanks around it.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }
}
