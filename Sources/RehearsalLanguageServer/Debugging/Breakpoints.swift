// What a debugger is stopped at: lines, messages, rules, and what goes wrong. A recording is asked for all
// the moments that count at once; the next is the first after the present one, whichever way it goes.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// What a debugger can be stopped at other than places.
enum RunStop: String, CaseIterable, Sendable {
  case failures, ends, refusals, rules

  /// The filter, as the debugger shows it.
  var filter: JSONValue {
    let (label, isDefault): (String, Bool) =
      switch self {
      case .failures: ("What fails", true)
      case .ends: ("Ends of apps", false)
      case .refusals: ("Refused verbs", false)
      case .rules: ("Rules at work", false)
      }
    var filter: [(String, JSONValue)] = [
      ("filter", .string(rawValue)), ("label", .string(label)), ("default", .boolean(isDefault)),
    ]
    if self == .rules {
      filter += [
        ("supportsCondition", .boolean(true)),
        ("conditionDescription", .string("Numbers of rules, such as R091 R092")),
      ]
    }
    return JSONValue(fields: filter)
  }
}

/// What a debugger wants to be stopped at.
struct Breakpoints: Sendable {
  /// A breakpoint of a line or of a name.
  struct Breakpoint: Sendable {
    let number: Int
    /// The line from 1; nil for one of a name.
    var line: Int?
    /// What is to be called, sent or at work.
    var name = ""
    var condition: String?
    var hitCondition: HitCondition?
    /// What is reported instead of stopping.
    var logMessage: String?
  }

  /// Which of the times that a breakpoint is reached counts.
  struct HitCondition: Sendable {
    private let isMet: @Sendable (Int) -> Bool

    /// Reads a number, or one after `>`, `>=`, `<`, `<=`, `==` or `%`; nil for anything else.
    init?(_ text: String) {
      let mark = text.prefix { "<>=%".contains($0) }
      guard let number = Int(text.dropFirst(mark.count).filter { $0 != " " }), number > 0 else {
        return nil
      }
      switch mark {
      case ">": isMet = { $0 > number }
      case "", ">=": isMet = { $0 >= number }
      case "<": isMet = { $0 < number }
      case "<=": isMet = { $0 <= number }
      case "=", "==": isMet = { $0 == number }
      case "%": isMet = { $0 % number == 0 }
      default: return nil
      }
    }

    func isMet(by count: Int) -> Bool { isMet(count) }
  }

  /// A moment that a debugger is stopped at.
  struct Hit: Sendable {
    let moment: Int
    let reason: String
    var text = ""
    var breakpoint: Int?
  }

  /// The breakpoints of lines, by file.
  var lines: [String: [Breakpoint]] = [:]
  var names: [Breakpoint] = []
  var stops: Set<RunStop> = [.failures]
  /// The rules at whose work to stop.
  var rules: Set<String> = []
  private var count = 0

  mutating func next() -> Int {
    count += 1
    return count
  }
}

// MARK: - Setting

extension DebugAdapter {
  private mutating func breakpoint(_ asked: JSONValue) -> (Breakpoints.Breakpoint, problem: String?)
  {
    var breakpoint = Breakpoints.Breakpoint(number: breakpoints.next())
    func text(_ key: String) -> String? { asked[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    breakpoint.condition = text("condition")
    breakpoint.logMessage = text("logMessage")
    var problem: String?
    if let hits = text("hitCondition") {
      breakpoint.hitCondition = Breakpoints.HitCondition(hits)
      if breakpoint.hitCondition == nil {
        problem = "`\(hits)` is no number, nor one after >, >=, <, <=, == or %"
      }
    }
    return (breakpoint, problem)
  }

  mutating func setBreakpoints(_ arguments: JSONValue) -> JSONValue {
    let path = FilePath(arguments["source"]?["path"]?.string ?? "").canonical.text
    breakpoints.lines[path] = []
    let asked =
      arguments["breakpoints"]?.elements
      ?? (arguments["lines"]?.elements ?? []).map { ["line": $0] }
    let answers = asked.map { asked -> JSONValue in
      var (breakpoint, problem) = breakpoint(asked)
      let line = own(line: asked["line"]?.integer ?? 0)
      // A line without a statement stands for the next that has one.
      let known = debuggee?.lines[path]
      breakpoint.line = known?.first { $0 >= line }
      if debuggee == nil { breakpoint.line = line }
      if breakpoint.line == nil, problem == nil {
        problem =
          known == nil ? "the script does not import this file" : "no statement stands there"
      }
      if problem == nil { breakpoints.lines[path]?.append(breakpoint) }
      return answer(
        breakpoint, problem, [("line", shown(line: breakpoint.line ?? line).json)])
    }
    return ["breakpoints": JSONValue.list(answers)]
  }

  private func answer(
    _ breakpoint: Breakpoints.Breakpoint, _ problem: String?, _ more: [(String, JSONValue)] = []
  ) -> JSONValue {
    var fields: [(String, JSONValue)] = [
      ("id", breakpoint.number.json), ("verified", .boolean(problem == nil)),
    ]
    if let problem { fields.append(("message", .string(problem))) }
    return JSONValue(fields: fields + more)
  }

  mutating func setFunctionBreakpoints(_ arguments: JSONValue) -> JSONValue {
    breakpoints.names = []
    let answers = (arguments["breakpoints"]?.elements ?? []).map { asked -> JSONValue in
      var (breakpoint, problem) = breakpoint(asked)
      let name = asked["name"]?.string ?? ""
      breakpoint.name = name.hasPrefix("on ") ? String(name.dropFirst(3)) : name
      if breakpoint.name.isEmpty {
        problem = "`name` is missing: a message, a rule such as R091, or a function"
      } else if let known = debuggee?.namesToStopAt, !known.contains(breakpoint.name),
        !known.contains(breakpoint.name.uppercased())
      {
        let meant = Suggestion.closest(to: breakpoint.name, among: known.sorted())?.word
        problem =
          "`\(breakpoint.name)` is no function of the script, no message and no rule"
          + (meant.map { "; did you mean `\($0)`?" } ?? "")
      }
      if problem == nil { breakpoints.names.append(breakpoint) }
      return answer(breakpoint, problem)
    }
    return ["breakpoints": JSONValue.list(answers)]
  }

  mutating func setFilters(_ arguments: JSONValue) -> JSONValue {
    let plain = arguments["filters"]?.strings ?? []
    let options = arguments["filterOptions"]?.elements ?? []
    let names = plain + options.compactMap { $0["filterId"]?.string }
    breakpoints.stops = Set(names.compactMap { RunStop(rawValue: $0) })
    let rules = options.filter { $0["filterId"]?.string == RunStop.rules.rawValue }
      .flatMap { ($0["condition"]?.string ?? "").split { !$0.isLetter && !$0.isNumber } }
    breakpoints.rules = Set(rules.map { $0.uppercased() })
    return [
      "breakpoints": JSONValue.list(
        names.map { name in
          guard RunStop(rawValue: name) == nil else { return ["verified": true] }
          return ["verified": false, "message": "there is no filter `\(name)`"]
        })
    ]
  }

  func breakpointLocations(_ arguments: JSONValue) -> JSONValue {
    let path = FilePath(arguments["source"]?["path"]?.string ?? "").canonical.text
    let first = own(line: arguments["line"]?.integer ?? 0)
    let last = arguments["endLine"]?.integer.map { own(line: $0) } ?? first
    let lines = (debuggee?.lines[path] ?? []).filter { first <= $0 && $0 <= last }
    return ["breakpoints": JSONValue.list(lines.map { ["line": shown(line: $0)] })]
  }
}

// MARK: - Moments

extension Debuggee {
  /// Where breakpoints stop the run, and where they tell something.
  struct Stops: Sendable {
    var hits: [Breakpoints.Hit] = []
    var logs: [(moment: Int, message: String)] = []
  }

  func stops(_ breakpoints: Breakpoints) -> Stops {
    Stops(hits: hits(breakpoints), logs: logHits(breakpoints))
  }

  /// The moments to stop at, in order, each once.
  private func hits(_ breakpoints: Breakpoints) -> [Breakpoints.Hit] {
    var hits: [Breakpoints.Hit] = []
    for (path, own) in breakpoints.lines {
      for breakpoint in own where breakpoint.logMessage == nil {
        hits += moments(of: breakpoint, in: path).map {
          Breakpoints.Hit(moment: $0, reason: "breakpoint", breakpoint: breakpoint.number)
        }
      }
    }
    for breakpoint in breakpoints.names where breakpoint.logMessage == nil {
      hits += moments(of: breakpoint, in: nil).map {
        Breakpoints.Hit(
          moment: $0, reason: "function breakpoint", text: breakpoint.name,
          breakpoint: breakpoint.number)
      }
    }
    hits += stops(breakpoints)
    var known: Set<Int> = []
    return hits.sorted { ($0.moment, $0.breakpoint ?? 0) < ($1.moment, $1.breakpoint ?? 0) }
      .filter { known.insert($0.moment).inserted }
  }

  /// The moments that log points speak of, in order.
  private func logHits(_ breakpoints: Breakpoints) -> [(moment: Int, message: String)] {
    var hits: [(moment: Int, message: String)] = []
    for (path, own) in breakpoints.lines {
      for breakpoint in own {
        guard let message = breakpoint.logMessage else { continue }
        hits += moments(of: breakpoint, in: path).map { ($0, message) }
      }
    }
    return hits.sorted { ($0.moment, $0.message) < ($1.moment, $1.message) }
  }

  /// For how many moments a condition is checked.
  private static var mostConditions: Int { 2000 }

  /// The moments at which a breakpoint is reached, and its conditions hold.
  private func moments(of breakpoint: Breakpoints.Breakpoint, in path: String?) -> [Int] {
    var found =
      path.map { moments(ofLine: breakpoint.line ?? 0, in: $0) } ?? moments(ofName: breakpoint.name)
    if let condition = breakpoint.condition {
      found = found.prefix(Self.mostConditions).filter { holds(condition, at: $0) }
    }
    guard let hitCondition = breakpoint.hitCondition else { return found }
    return found.enumerated().filter { hitCondition.isMet(by: $0.offset + 1) }.map(\.element)
  }

  private func moments(ofLine line: Int, in path: String) -> [Int] {
    let names = files[path] ?? []
    return recording.moments.indices.filter { index in
      let moment = recording.moments[index]
      return moment.kind == .statement && moment.line == line
        && moment.place.map { names.contains($0.source.name) } ?? false
    }
  }

  /// The moments at which a function begins, a message is sent, or a rule is at work.
  private func moments(ofName name: String) -> [Int] {
    let moments = recording.moments
    let calls = moments.indices.filter { recording.begins(name, at: $0) }
    if !calls.isEmpty { return calls }
    return moments.indices.filter { index in
      moments[index].events.contains { event in
        guard case .record(let record) = recording.events[event] else { return false }
        return record.name == name && record.kind != .stimulus
          || record.rule?.description == name.uppercased()
      }
    }
  }

  /// The moments at which something happens that filters name.
  private func stops(_ breakpoints: Breakpoints) -> [Breakpoints.Hit] {
    var hits: [Breakpoints.Hit] = []
    for (number, moment) in recording.moments.enumerated() {
      for index in moment.events {
        guard let text = reason(recording.events[index], breakpoints) else { continue }
        hits.append(Breakpoints.Hit(moment: number, reason: "exception", text: text))
      }
    }
    return hits
  }

  /// Why an event is one to stop at; nil where it is none.
  private func reason(_ event: RunEvent, _ breakpoints: Breakpoints) -> String? {
    switch event {
    case .failure(let failure):
      return breakpoints.stops.contains(.failures) ? renderer.summary(failure) : nil
    case .record(let record):
      let rule = record.rule?.description
      let isStop =
        record.kind == .refusal && breakpoints.stops.contains(.refusals)
        || record.kind == .exit && breakpoints.stops.contains(.ends)
        || breakpoints.stops.contains(.rules)
          && rule.map { breakpoints.rules.contains($0) } ?? false
      return isStop ? renderer.line(record) ?? rule : nil
    case .output, .warning, .scenarioBegan, .scenarioEnded: return nil
    }
  }
}
