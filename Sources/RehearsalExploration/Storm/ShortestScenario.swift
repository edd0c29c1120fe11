// The scenario that shows a finding: what the script did up to there, the disturbance, and what does
// not hold. It is tried in a fresh session, with and without the disturbance, and shortened as long
// as it still shows the same.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// A finding as a scenario of its own.
struct ShortestScenario {
  /// A line of the scenario.
  private struct Line {
    enum Role {
      case preparation, act, time, disturbance, expectation
      /// The time that a disturbance takes.
      case pause
    }
    let role: Role
    let line: ScenarioText.Line

    init(_ role: Role, _ line: ScenarioText.Line) {
      self.role = role
      self.line = role == .disturbance || role == .pause ? line.with(remark: "injected") : line
    }
  }

  private let script: Script
  private let imports: ImportSource?
  private let scenario: ScenarioCase
  private let found: FoundFault
  /// The title.
  let title: String
  /// The scenario that shows the finding; nil where none was found that does.
  private(set) var text: String?

  init(
    _ script: Script, _ imports: ImportSource?, _ scenario: ScenarioCase, _ found: FoundFault,
    by search: String = "storm"
  ) {
    title = "\(scenario.title): found by \(search)"
    self.script = script
    self.imports = imports
    self.scenario = scenario
    self.found = found
    for lines in candidates where !found.end.isCancelled && shows(lines) {
      text = scenarioText(shortened(lines)).text
      return
    }
  }

  /// Everything that was done up to where it shows, for what no script can say.
  var whole: String { scenarioText(lines(upTo: End(text: ""))).text }

  // MARK: - Lines

  /// The scenarios that may show the finding, the best first.
  private var candidates: [[Line]] {
    ends.map { end in
      preparations(for: end.text) + lines(upTo: end)
        + [end.text].compactMap { $0.isEmpty ? nil : Line(.expectation, .expecting($0)) }
    }
  }

  /// What does not hold, as a statement.
  private struct End {
    let text: String
    /// Whether it is the statement that fails, which does by itself what it contains.
    var isFailedStatement = false
    /// Whether it does not hold right after the disturbance.
    var isAtOnce = false
  }

  /// What does not hold.
  private var ends: [End] {
    let finding = found.finding
    var ends: [End] = []
    switch finding.failure?.reason {
    case .expectation(let failed)?:
      let text = failed.site.place.source.text(in: failed.site.place.range)
      ends.append(End(text: text, isFailedStatement: true))
    case .appRuntimeError?, .appEnded?: ends.append(End(text: ""))
    default: break
    }
    return ends
      + finding.differences.compactMap { difference in
        difference.condition.map {
          End(text: "expect \($0)", isAtOnce: finding.failure != nil)
        }
      }
  }

  /// What an expectation reads of the scenario's own, by its values.
  private func preparations(for end: String) -> [Line] {
    var names: [(String, String)] = scenario.parameters.map { ($0.name, $0.value) }
    if case .expectation(let failed)? = found.finding.failure?.reason {
      names += failed.parts + failed.loopVariables
    }
    var known: Set<String> = []
    return names.compactMap { name, value in
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        name.first?.isLetter == true,
        name != "true", name != "false", name != "nil", ProfileKey(rawValue: name) == nil,
        end.contains(name), known.insert(name).inserted
      else { return nil }
      return Line(.preparation, .source("let \(name) = \(value)"))
    }
  }

  /// What happened, from the first act of the scenario on.
  private func lines(upTo end: End) -> [Line] {
    let session = end.isAtOnce ? found.disturbed.session : found.end
    let acts = (session.acts ?? []).filter { act in
      !act.isInSetup
        && !(end.isFailedStatement && act.calls.contains { isInFailedStatement($0.place) })
    }
    var entries = acts.compactMap { act -> Entry? in
      if case .wait = act.kind { return nil }
      return Entry(
        record: act.record, time: act.time, line: Line(.act, .act(session.text(of: act))))
    }
    for part in found.disturbed.parts { entries += self.entries(of: part) }
    let last = lastRecord
    entries = entries.filter { $0.record <= last }.sorted { $0.record < $1.record }
    var time = acts.first?.time ?? .zero
    var lines: [Line] = []
    for entry in entries {
      lines += Self.advance(from: time, to: entry.time, entry.roleOfTime)
      lines.append(entry.line)
      time = max(time, entry.time)
    }
    return lines + Self.advance(from: time, to: end.isAtOnce ? session.now : timeOfEnd)
  }

  /// Something that was done, with its place in the history.
  private struct Entry {
    let record: Int
    let time: VirtualTime
    let line: Line
    /// What the time before it is.
    var roleOfTime = Line.Role.time
  }

  /// What was done to disturb, and to undo that; the time in between is the disturbance's own.
  private func entries(of part: DisturbedSession.Part) -> [Entry] {
    let simulation = found.end.simulation
    var entries: [Entry] = []
    for record in part.records.joined() {
      guard let call = simulation.call(record), let time = simulation.history[record]?.time else {
        continue
      }
      entries.append(
        Entry(
          record: record, time: time, line: Line(.disturbance, .act(call)),
          roleOfTime: entries.isEmpty ? .time : .pause))
    }
    return entries
  }

  /// The last record that matters: an app that has failed may do so again in what follows.
  private var lastRecord: Int {
    switch found.finding.failure?.reason {
    case .appRuntimeError?, .appEnded?: found.finding.failure?.recentRecords.last?.index ?? .max
    default: .max
    }
  }

  private var timeOfEnd: VirtualTime { found.finding.failure?.time ?? found.end.now }

  private static func advance(
    from start: VirtualTime, to end: VirtualTime, _ role: Line.Role = .time
  ) -> [Line] {
    end > start ? [Line(role, .wait(end.span(since: start)))] : []
  }

  private func isInFailedStatement(_ place: SourcePlace) -> Bool {
    guard case .expectation(let failed)? = found.finding.failure?.reason else { return false }
    let statement = failed.site.place
    return place.file == statement.file && statement.range.start <= place.range.start
      && place.range.end <= statement.range.end
  }

  /// The ends that the scenario allows, and those that it expects.
  private var allowedEnds: Set<ExitReason> {
    let history = found.disturbed.undisturbed.simulation.history
    let apps = found.disturbed.undisturbed.simulation.device.apps
    let ends = apps.flatMap { history.exits(of: $0) }.filter { $0.fault != nil }
    return scenario.allowedEnds.union(ends.map(\.reason))
  }

  private func scenarioText(_ lines: [Line], isDisturbed: Bool = true) -> ScenarioText {
    ScenarioText(
      title,
      options: scenario.parameters.filter { ProfileKey(rawValue: $0.name) != nil }
        .map { ($0.name, $0.value) } + (isDisturbed ? found.options : []),
      allowing: allowedEnds, lines.map(\.line))
  }

  // MARK: - Trying

  /// Whether lines fail as the finding does, and only with the disturbance.
  private func shows(_ lines: [Line]) -> Bool {
    guard let failure = failure(of: lines), isTheSame(failure, lines) else { return false }
    let undisturbed = lines.filter { $0.role != .disturbance }
    return run(undisturbed, isDisturbed: false)?.isEmpty == true
  }

  private func isTheSame(_ failure: Failure, _ lines: [Line]) -> Bool {
    switch (failure.reason, found.finding.failure?.reason, lines.last?.role) {
    case (.expectation, _, .expectation?): true
    case (.appRuntimeError(let app, let error, _), .appRuntimeError(let other, let wanted, _)?, _):
      app == other && error.identifier == wanted.identifier
    case (.appEnded(let app, let reason, _), .appEnded(let other, let wanted, _)?, _):
      app == other && reason == wanted
    default: false
    }
  }

  private func failure(of lines: [Line]) -> Failure? {
    guard let failures = run(lines), failures.count == 1 else { return nil }
    return failures[0]
  }

  /// What fails in a fresh session; nil where the lines are no script, and once no time is left: then the
  /// scenario stays as long as it is.
  private func run(_ lines: [Line], isDisturbed: Bool = true) -> [Failure]? {
    guard !found.end.isCancelled else { return nil }
    return script.failures(
      playing: scenarioText(lines, isDisturbed: isDisturbed), imports: imports,
      stoppedBy: found.end.cancellation)
  }

  /// The lines without those that are not needed.
  private func shortened(_ lines: [Line]) -> [Line] {
    lines.shortened(keeping: { $0.role != .act && $0.role != .time }, while: shows)
  }
}
