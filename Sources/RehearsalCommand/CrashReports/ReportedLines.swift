// Reports that are lines: crash reports up to iOS 14, parts of any, and what RunningBoard, FrontBoard and
// the kernel write to the log, in whatever wrapper it is pasted.

import RehearsalLifecycle
import RehearsalValues

/// Reads lines.
struct ReportedLines {
  /// The most lines that are read.
  private static let mostLines = 200_000

  /// The part of the report that a line belongs to.
  private enum Part {
    case header, reason, stack, rest
  }

  private var facts: ReportedFacts
  private var part = Part.header
  /// What lines of a log say, by the process that they are about, in the order of the first ones.
  private var logged: [(key: String, facts: ReportedFacts)] = []

  /// The ends that some lines tell of.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - summary: What the line before them says.
  /// - Returns: The ends, of a log one for each process; one without an end if none is reported.
  /// - Complexity: O(*n*) in the length of the text.
  static func ends(
    in bytes: ArraySlice<UInt8>, after summary: ReportedFacts = ReportedFacts()
  ) -> [ReportedFacts] {
    var reader = ReportedLines(facts: summary)
    for line in ReportedText.lines(of: bytes, atMost: mostLines).prefix(mostLines) {
      // What is longer is data, and nothing that a person reads.
      reader.read(line.utf8.count > 4000 ? line.prefix(4000) : line)
    }
    return reader.ends
  }

  private var ends: [ReportedFacts] {
    let told = logged.map(\.facts).filter(\.tellsOfEnd)
    let isReport = facts.namespace != nil || facts.exception != nil || facts.category != nil
    if told.isEmpty || isReport || facts.tellsOfEnd && told.count == 1 {
      // A report quotes what the log says, too.
      return [logged.count == 1 ? Self.joined(facts, logged[0].facts) : facts]
    }
    return told
  }

  /// A report with what a line of it says of the kill.
  private static func joined(_ facts: ReportedFacts, _ line: ReportedFacts) -> ReportedFacts {
    var facts = facts
    facts.bundle = facts.bundle ?? line.bundle
    facts.namespace = facts.namespace ?? line.namespace
    facts.code = facts.code ?? line.code
    for text in line.explanations { facts.add(text) }
    return facts
  }

  private mutating func read(_ line: Substring) {
    if readLog(line) { return }
    let text = line.trimmed
    if text.hasPrefix("Last Exception Backtrace") || text.hasPrefix("Thread ") {
      part = text.hasPrefix("Last") || text.contains("Crashed") ? .stack : .rest
      return
    }
    switch part {
    case .stack: readFrame(text)
    case .rest: break
    case .header, .reason: readHeader(line, text)
    }
  }

  /// Reads a line of a name, a colon and a value; what follows the reason of the end without a name
  /// belongs to it.
  private mutating func readHeader(_ line: Substring, _ text: String) {
    let words = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let name = words[0].trimmed
    if words.count == 2, readLine(name, words[1].trimmed) {
      let begins = name.hasPrefix("Termination") || name == "Application Specific Information"
      part = begins || name == "Fatal Exception" ? .reason : .header
    } else if text.isEmpty || text.hasPrefix("Triggered by") {
      part = .header
    } else if part == .reason {
      facts.add(text)
    } else {
      readWords(text)
    }
  }

  /// Takes a line by its name; false for one that does not matter.
  private mutating func readLine(_ name: String, _ value: String) -> Bool {
    switch name {
    case "Process", "Command": facts.process = value.split(separator: "[").first?.trimmed
    case "Identifier": facts.bundle = value
    case "Role": facts.role = value
    case "Launch Time": facts.launched = ReportedFacts.moment(value)
    case "Date/Time": facts.ended = ReportedFacts.moment(value)
    case "OS Version": facts.takeSystem(value)
    case "Exception Type": facts.exception = value
    case "Exception Codes": facts.takeCodes(value)
    case "Termination Reason": facts.takeReason(value)
    case "Fatal Exception":
      facts.exception = value
      facts.add("Fatal Exception: " + value)
    case "Termination Description", "Application Specific Information",
      "Application Specific Backtrace", "Termination Signal":
      facts.add(value)
    // What the processor was used for is in lines of their own.
    case "Event" where value == "cpu usage": facts.add(value)
    case "Action taken", "CPU": facts.add("\(name): \(value)")
    default: return false
    }
    return true
  }

  /// Takes a sentence or a heading that stands alone.
  private mutating func readWords(_ text: String) {
    guard text.utf8.count < 400 else { return }
    if text.contains("Terminating app due to uncaught exception") {
      facts.add(text)
      part = .reason
    } else if text.contains("Terminated due to memory issue") {
      facts.category = .memoryLimit
    } else if let category = TerminationCategory(named: text), facts.category == nil,
      !facts.tellsOfEnd
    {
      facts.category = category
    }
  }

  /// Takes the function of a frame, such as `3  PushKit  0x2311ff744 -[PKPushRegistry …] + 168`.
  private mutating func readFrame(_ text: String) {
    guard let first = text.first, first.isNumber, facts.symbols.count < 80 else {
      if text.isEmpty, !facts.symbols.isEmpty { part = .rest }
      return
    }
    if let address = text.firstRange(of: "0x") {
      let words = text[address.lowerBound...].drop { !$0.isWhitespace }
      facts.symbols.append(words.trimmed)
    } else {
      facts.symbols.append(text)
    }
  }

  // MARK: - Logs

  /// What a line of the log has that tells of an end.
  private static let marks = [
    "RBSTerminateContext", "RBSProcessExit", "Terminating with context", "Process exited:",
    "watchdog transgression", "Forcing crash report", "killing_specific_process",
    "exceeded mem limit", "has active assertions beyond permitted time",
  ]

  /// Takes a line of the log; false for any other line.
  private mutating func readLog(_ line: Substring) -> Bool {
    guard Self.marks.contains(where: line.contains) else { return false }
    var said = ReportedFacts()
    takeProcess(of: line, &said)
    takeCode(of: line, &said)
    if let rest = line.rest(after: "explanation:") {
      said.add(
        String(
          rest.split(separator: ">", omittingEmptySubsequences: false)
            .prefix { !$0.contains("Context|") }.joined(separator: ">")))
    } else if let rest = line.rest(after: "description: ") {
      said.add(String(rest))
    } else if line.contains("killing_specific_process") || line.contains("exceeded mem limit") {
      said.namespace = "JETSAM"
      said.add(line.contains("exceeded mem limit") ? "per-process-limit" : nil)
      said.add(line.trimmed)
    } else if line.contains("watchdog transgression") || line.contains("active assertions") {
      said.add(line.trimmed)
    }
    // A part of a report has no process of its own in such a line, or the report's.
    let key = said.bundle ?? said.process ?? ""
    guard let known = logged.firstIndex(where: { $0.key == key || key.isEmpty || $0.key.isEmpty })
    else {
      if logged.count < ReportReader.mostEnds { logged.append((key, said)) }
      part = part == .header ? .reason : part
      return true
    }
    logged[known].facts = Self.joined(logged[known].facts, said)
    return true
  }

  /// The app that a line is about: `app<com.example.notes(UUID)>:1203`, or `pid 123 [Notes]`.
  private func takeProcess(of line: Substring, _ said: inout ReportedFacts) {
    for mark in ["app<", "application<"] {
      guard let rest = line.rest(after: mark) else { continue }
      let bundle = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }
      if bundle.contains(".") {
        said.bundle = String(bundle)
      } else if !bundle.isEmpty {
        said.process = String(bundle)
      }
      return
    }
    for mark in ["-> ", "pid "] {
      guard let rest = line.rest(after: mark) else { continue }
      let open = rest.firstIndex(of: "[") ?? rest.endIndex
      let name = mark == "-> " ? rest[..<open] : rest[open...].dropFirst().prefix { $0 != "]" }
      if !name.isEmpty, name.count < 80 { said.process = name.trimmed }
      return
    }
    if let rest = line.rest(after: "<FBApplicationProcess: ") {
      let parts = rest.split(separator: ";")
      if parts.count > 1 { said.process = parts[1].trimmed }
    }
  }

  /// The namespace and code of a line: `domain:frontboard(10) code:0x8BADF00D`.
  private func takeCode(of line: Substring, _ said: inout ReportedFacts) {
    guard let domain = line.rest(after: "domain:")?.prefix(while: { !$0.isWhitespace && $0 != ">" })
    else { return }
    let name = domain.prefix { $0.isLetter }
    said.namespace =
      name.isEmpty
      ? String(domain).reportedNumber.flatMap { Self.domains[$0] } ?? String(domain)
      : name.uppercased()
    guard let code = line.rest(after: "code:")?.prefix(while: { !$0.isWhitespace && $0 != ">" })
    else { return }
    said.code = code.reportedNumber
    if said.namespace == "JETSAM" {
      said.add(said.code.flatMap { Self.memoryReasons[$0] } ?? String(code))
    }
  }

  /// The namespaces of the kernel's reasons of ends, by their numbers.
  private static let domains: [Int64: String] = [
    1: "JETSAM", 2: "SIGNAL", 3: "CODESIGNING", 6: "DYLD", 9: "EXEC", 10: "FRONTBOARD", 11: "TCC",
    15: "RUNNINGBOARD", 23: "GUARD", 25: "SANDBOX",
  ]

  /// The reasons of the namespace JETSAM, by their numbers.
  private static let memoryReasons: [Int64: String] = [
    2: "highwater", 3: "vnode-limit", 4: "vm-pageshortage", 5: "proc-thrashing",
    6: "fc-thrashing", 7: "per-process-limit", 8: "disk-space-shortage", 9: "idle-exit",
    11: "vm-compressor-thrashing", 12: "vm-compressor-space-shortage",
  ]
}
