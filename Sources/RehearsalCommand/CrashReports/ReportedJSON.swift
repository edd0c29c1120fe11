// Reports that are JSON: crash reports from iOS 15 on, reports of a shortage of memory, payloads of
// MetricKit, and events of services that collect crashes.

import RehearsalText
import RehearsalValues

/// Reads values of JSON.
enum ReportedJSON {
  /// The ends that a value tells of.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - summary: What the line before it says.
  /// - Returns: The ends; one without an end where the value is a report that tells of none.
  /// - Throws: `CrashReportError` for a value that is no report.
  static func ends(
    in value: JSONValue, after summary: ReportedFacts = ReportedFacts()
  ) throws(CrashReportError) -> [ReportedFacts] {
    if case .list(let values) = value {
      let all = values.prefix(1000).flatMap { (try? ends(in: $0, after: summary)) ?? [] }
      guard all.isEmpty else { return all }
      throw CrashReportError(description: "it is a list of JSON that holds no report")
    }
    if value["processes"] != nil { return [memoryEvent(value, summary)] }
    let diagnostics = metricDiagnostics(value, summary) + counters(of: value, summary)
    guard diagnostics.isEmpty else { return diagnostics }
    if let values = value["exception"]?["values"]?.elements {
      return values.map { event($0, of: value, summary) }
    }
    if let message = value["eventMessage"]?.string {
      return ReportedLines.ends(in: Array(message.utf8)[...], after: summary)
    }
    if let inner = value["event"], case .object = inner {
      return try ends(in: inner, after: summary)
    }
    let isBody = ["exception", "termination", "procName", "procRole"].contains { value[$0] != nil }
    if isBody { return [body(value, summary)] }
    let isSummary = ["bug_type", "app_name", "incident_id"].contains { value[$0] != nil }
    guard case .object(let fields) = value, !isSummary else {
      throw CrashReportError(
        description: isSummary ? "it is cut after its first line" : "it is JSON, but no report")
    }
    let known = fields.prefix(4).map { $0.key.printableLine.shortened(toBytes: 40) }
      .joined(separator: ", ")
    throw CrashReportError(
      description: fields.isEmpty
        ? "it is an empty object of JSON, and no report"
        : "it is JSON, but no report that is known: it holds \(known)")
  }

  /// The ends of values that are a line each, such as those of a log; lines of one process are about
  /// one end.
  static func ends(inLines values: [JSONValue]) -> [ReportedFacts] {
    let messages = values.compactMap { $0["eventMessage"]?.string }
    guard messages.isEmpty else {
      return ReportedLines.ends(in: Array(messages.joined(separator: "\n").utf8)[...])
    }
    return values.flatMap { (try? ends(in: $0)) ?? [] }
  }

  /// The first line of a report says which app it is about.
  static func summary(_ value: JSONValue) -> ReportedFacts {
    var facts = ReportedFacts()
    facts.process = value["app_name"]?.string ?? value["name"]?.string
    facts.bundle = value["bundleID"]?.string
    facts.takeSystem(value["os_version"]?.string)
    facts.ended = value["timestamp"]?.string.flatMap(ReportedFacts.moment)
    return facts
  }

  // MARK: - Crash reports

  private static func body(_ body: JSONValue, _ summary: ReportedFacts) -> ReportedFacts {
    var facts = summary
    facts.process = body["procName"]?.string ?? facts.process
    facts.bundle =
      body["bundleInfo"]?["CFBundleIdentifier"]?.string ?? body["coalitionName"]?.string
      ?? facts.bundle
    facts.role = body["procRole"]?.string
    facts.takeSystem(body["osVersion"]?["train"]?.string)
    facts.launched = body["procLaunch"]?.string.flatMap(ReportedFacts.moment)
    facts.ended = body["captureTime"]?.string.flatMap(ReportedFacts.moment) ?? facts.ended
    if let type = body["exception"]?["type"]?.string {
      facts.exception = type + (body["exception"]?["signal"]?.string.map { " (\($0))" } ?? "")
    }
    let termination = body["termination"]
    facts.namespace = termination?["namespace"]?.string
    facts.code = termination?["code"]?.integer
    for text in termination?["reasons"]?.strings ?? [] { facts.add(text) }
    facts.add(termination?["indicator"]?.string)
    facts.add(termination?["details"]?.strings.joined(separator: " "))
    if facts.code == nil { facts.takeCodes(body["exception"]?["codes"]?.string ?? "") }
    takeException(of: body, &facts)
    return facts
  }

  /// What the app's own libraries say, and where its code failed.
  private static func takeException(of body: JSONValue, _ facts: inout ReportedFacts) {
    if case .object(let libraries)? = body["asi"] {
      for library in libraries { for text in library.value.strings { facts.add(text) } }
    }
    facts.add(body["exceptionReason"]?["composed_message"]?.string)
    facts.add(body["exceptionReason"]?["name"]?.string)
    let frames = body["lastExceptionBacktrace"]?.elements ?? []
    let thread = body["faultingThread"]?.integer.flatMap { Int(exactly: $0) }
    let threads = body["threads"]?.elements ?? []
    let faulting = thread.flatMap { threads.indices.contains($0) ? threads[$0] : nil }
    let stack = frames + (faulting?["frames"]?.elements ?? [])
    facts.symbols = stack.prefix(80).compactMap { $0["symbol"]?.string }
  }

  // MARK: - Memory

  /// The report of a shortage of memory lists all processes: it is about the one that was ended for a
  /// reason other than to be idle; of several about the largest, or the one in front.
  private static func memoryEvent(_ body: JSONValue, _ summary: ReportedFacts) -> ReportedFacts {
    let processes = body["processes"]?.elements ?? []
    let largest = body["largestProcess"]?.string
    let ended = processes.filter { process in
      process["reason"]?.string.map { $0 != "idle-exit" } ?? false
    }
    let isInFront = { (process: JSONValue) in
      process["states"]?.strings.contains("frontmost") ?? false
    }
    let isDaemon = { (process: JSONValue) in
      process["states"]?.strings.contains("daemon") ?? false
    }
    let apps = ended.filter { !isDaemon($0) }
    let candidates = apps.isEmpty ? ended : apps
    let chosen =
      candidates.first { $0["name"]?.string == largest } ?? candidates.first(where: isInFront)
      ?? candidates.max { ($0["rpages"]?.integer ?? 0) < ($1["rpages"]?.integer ?? 0) }
    var facts = summary
    guard let process = chosen else {
      facts.process = largest ?? facts.process
      facts.remarks.append(
        "it lists no process that was ended for its memory, but idle ones at most")
      return facts
    }
    facts.process = process["name"]?.string ?? facts.process
    facts.namespace = "JETSAM"
    facts.add(process["reason"]?.string)
    facts.role = process["states"]?.strings.first
    let page = body["memoryStatus"]?["pageSize"]?.integer ?? 16384
    let bytes = { (key: String) -> Int64? in
      guard let pages = process[key]?.integer, (0..<1 << 32).contains(pages),
        (1...1 << 20).contains(page)
      else { return nil }
      return pages * page
    }
    (facts.footprint, facts.peak) = (bytes("rpages"), bytes("lifetimeMax"))
    if candidates.count > 1 {
      facts.remarks.append("\(candidates.count) processes were ended; this is about one of them.")
    }
    return facts
  }

  // MARK: - MetricKit

  /// The diagnostics of a payload, an end each.
  private static func metricDiagnostics(
    _ payload: JSONValue, _ summary: ReportedFacts
  ) -> [ReportedFacts] {
    let single = payload["diagnosticMetaData"] == nil ? [] : [payload]
    return ((payload["crashDiagnostics"]?.elements ?? []) + single).prefix(1000).map {
      diagnostic in
      let data = diagnostic["diagnosticMetaData"] ?? diagnostic
      var facts = summary
      facts.bundle = data["bundleIdentifier"]?.string
      facts.takeSystem(data["osVersion"]?.string)
      if let reason = data["terminationReason"]?.string { facts.takeReason(reason) }
      if let signal = data["signal"]?.integer {
        facts.exception = signals[signal].map { "EXC_CRASH (\($0))" } ?? "signal \(signal)"
      }
      if let type = data["exceptionType"]?.integer, let name = exceptions[type] {
        facts.exception = name
      }
      let reason = data["exceptionReason"]
      facts.add(reason?["composedMessage"]?.string)
      if let name = reason?["exceptionName"]?.string ?? reason?["exceptionType"]?.string {
        facts.exception = name
      }
      let category =
        data["terminationCategory"]?.string ?? diagnostic["terminationCategory"]?.string
      facts.category = category.flatMap { TerminationCategory(named: $0) }
      return facts
    }
  }

  private static let signals: [Int64: String] = [
    4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 10: "SIGBUS", 11: "SIGSEGV",
  ]

  /// The names of the kernel's exceptions, of those that are none of a kill.
  private static let exceptions: [Int64: String] = [
    1: "EXC_BAD_ACCESS", 2: "EXC_BAD_INSTRUCTION", 3: "EXC_ARITHMETIC", 6: "EXC_BREAKPOINT",
    12: "EXC_GUARD",
  ]

  /// The counters of a payload of metrics, an end each: numbers that are called so, at any depth, those
  /// of the foreground and those of the background apart.
  private static func counters(of payload: JSONValue, _ summary: ReportedFacts) -> [ReportedFacts] {
    var found: [ReportedFacts] = []
    func walk(_ value: JSONValue, _ isForeground: Bool?) {
      if case .list(let elements) = value {
        for element in elements { walk(element, isForeground) }
      }
      guard case .object(let fields) = value else { return }
      for field in fields {
        let key = field.key.lowercased()
        let side = key.contains("foreground") ? true : key.contains("background") ? false : nil
        guard let count = field.value.integer else {
          walk(field.value, side ?? isForeground)
          continue
        }
        let isCounter = key.hasSuffix("exitcount") || key.hasSuffix("terminationcount")
        guard isCounter, count > 0, let category = TerminationCategory(named: field.key) else {
          continue
        }
        var facts = summary
        (facts.category, facts.isForeground, facts.count) = (category, isForeground, count)
        found.append(facts)
      }
    }
    walk(payload, nil)
    let data = payload["metaData"]
    for number in found.indices {
      found[number].bundle = data?["bundleIdentifier"]?.string ?? payload["appIdentifier"]?.string
      found[number].takeSystem(data?["osVersion"]?.string)
    }
    return found
  }

  // MARK: - Services

  /// An exception of an event, as Sentry has it.
  private static func event(
    _ exception: JSONValue, of event: JSONValue, _ summary: ReportedFacts
  ) -> ReportedFacts {
    var facts = summary
    let (app, system) = (event["contexts"]?["app"], event["contexts"]?["os"])
    facts.process = app?["app_name"]?.string
    facts.bundle = app?["app_identifier"]?.string
    facts.isForeground = app?["in_foreground"]?.boolean
    facts.takeSystem(system?["version"]?.string)
    facts.exception = exception["type"]?.string
    facts.add(exception["value"]?.string)
    let mechanism = exception["mechanism"]?["type"]?.string ?? ""
    if facts.exception == "WatchdogTermination" || mechanism == "watchdog_termination" {
      // The service concludes it of nothing else that would explain the end.
      facts.category = facts.isForeground == false ? .systemPressure : .memoryLimit
      facts.remarks.append(
        "The service concluded that from the absence of any other reason, so it may have been the "
          + "watchdog as well.")
    }
    let frames = exception["stacktrace"]?["frames"]?.elements ?? []
    facts.symbols = frames.reversed().prefix(80).compactMap { $0["function"]?.string }
    return facts
  }
}
