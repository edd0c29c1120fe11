// Playing a document, scenario by scenario: between two of them the player answers the editor. What
// happened is kept by the acts of the script, and each act by the lines of its calls.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalText

/// Plays the scenarios of a document.
struct LifePlayer: Sendable {
  /// How many playings there are at most; what comes after is said not to be played.
  private static let mostCases = 200

  private let script: Script
  private let parsed: ParsedScript
  private let text: DocumentText
  private let budget: PlayBudget
  private let renderer: RunRenderer
  /// The session after the statements.
  private var session: Session
  private var nextCase = 0
  private var lines: [Int: LineDraft] = [:]
  private var handlers: HandlerPlaces?
  private var runs: [SourceRange: HandlerRun] = [:]
  private var findings: [PlayedLife.Finding] = []
  /// Whether a scenario was not played to its end.
  private var isCutShort = false

  /// What happened at a line in the first playing that reached it.
  private struct LineDraft {
    let playing: Int
    /// In how many further playings the line was reached.
    var furtherPlayings: Set<Int> = []
    var elapsed = TimeSpan.zero
    var events: [RunEvent] = []
    var isOverBudget = false
    var remark: String?
  }

  private struct HandlerRun {
    var playings: Set<Int> = []
    var last: VirtualTime
  }

  /// How many events of a line are kept.
  private static let keptEvents = 200

  /// Prepares to play, and plays the statements; nil for a script that cannot be run.
  init?(_ document: OpenDocument, clock: @escaping @Sendable () -> Duration) {
    script = document.check.script
    parsed = document.check.main
    text = document.text
    budget = PlayBudget(clock: clock)
    renderer = RunRenderer(script)
    let cancellation = CancellationFlag(within: nil, deadline: budget)
    guard let session = Session(script, cancellation: cancellation) else { return nil }
    self.session = session
    self.session.keepActs()
    var statements = self.session
    play(&statements, number: -1) { $0.runStatements(watching: $1, observing: $2) }
    self.session = statements
  }

  /// Whether everything was played.
  var isDone: Bool {
    session.isFinished || nextCase >= min(script.cases.count, Self.mostCases)
  }

  /// Plays the next scenario.
  mutating func playNext() {
    guard !isDone else { return }
    let number = nextCase
    nextCase += 1
    guard script.cases[number].skipReason == nil else { return }
    var copy = session
    copy.keepActs()
    play(&copy, number: number) {
      $0.runAfterStatements(case: number, watching: $1, observing: $2)
    }
  }

  // MARK: - Following a session

  private mutating func play(
    _ session: inout Session, number: Int,
    _ run: (inout Session, @escaping (inout Session) -> Void, (RunEvent) -> Void) -> Void
  ) {
    var events: [(act: Int, event: RunEvent)] = []
    var act = -1
    var places = handlers
    budget.begin()
    run(
      &session,
      {
        places = places ?? HandlerPlaces($0)
        act = ($0.acts?.count ?? 0) - 1
      },
      { if events.count < 100_000 { events.append((act, $0)) } })
    handlers = places
    let acts = session.acts ?? []
    let end = session.simulation.device.now
    for (position, act) in acts.enumerated() {
      let next = position + 1 < acts.count ? acts[position + 1].time : end
      for line in linesOfCalls(act.calls) {
        add(elapsed: next.spanSinceStart, since: act.time.spanSinceStart, to: line, number)
      }
    }
    for (act, event) in events {
      let calls = acts.indices.contains(act) ? acts[act].calls : []
      take(event, at: calls, in: number)
    }
    noteEnd(acts.last, in: number)
  }

  /// Says where the time of a scenario was over.
  private mutating func noteEnd(_ act: ScriptAct?, in number: Int) {
    guard budget.isOver else { return }
    isCutShort = true
    let place = number < 0 ? nil : script.cases[number].place
    let lines =
      act.map { linesOfCalls($0.calls) } ?? place.map { [text.line(at: $0.range.start)] } ?? []
    for line in lines { change(line, number) { $0.isOverBudget = true } }
  }

  /// The lines of this document that contain calls, each once.
  private func linesOfCalls(_ calls: [RuntimeError.Call]) -> [Int] {
    var lines: [Int] = []
    for call in calls where call.place.source.name == text.source.name {
      let line = text.line(at: call.place.range.start)
      if !lines.contains(line) { lines.append(line) }
    }
    return lines
  }

  private mutating func change(_ line: Int, _ number: Int, _ body: (inout LineDraft) -> Void) {
    var draft = lines[line] ?? LineDraft(playing: number)
    if draft.playing == number { body(&draft) } else { draft.furtherPlayings.insert(number) }
    lines[line] = draft
  }

  private mutating func add(elapsed: TimeSpan, since: TimeSpan, to line: Int, _ number: Int) {
    change(line, number) { draft in
      let sum = draft.elapsed.nanoseconds &+ elapsed.nanoseconds &- since.nanoseconds
      draft.elapsed = TimeSpan(nanoseconds: max(0, sum))
    }
  }

  private mutating func take(_ event: RunEvent, at calls: [RuntimeError.Call], in number: Int) {
    switch event {
    case .record(let record):
      if let place = handlers?.place(of: record), place.source.name == text.source.name {
        runs[place.range, default: HandlerRun(last: record.time)].playings.insert(number)
        runs[place.range]?.last = record.time
      }
      keep(event, at: calls, number)
    case .output: keep(event, at: calls, number)
    case .failure(let failure): note(failure, at: calls, number)
    case .warning(let warning): note(warning)
    case .scenarioBegan, .scenarioEnded: break
    }
  }

  private mutating func keep(_ event: RunEvent, at calls: [RuntimeError.Call], _ number: Int) {
    for line in linesOfCalls(calls) {
      change(line, number) {
        if $0.events.count < Self.keptEvents { $0.events.append(event) }
      }
    }
  }

  private mutating func note(_ failure: Failure, at calls: [RuntimeError.Call], _ number: Int) {
    let place = failure.place
    let identifier = failure.identifier
    guard identifier != .deadline || !budget.isOver else { return }
    let range =
      place.flatMap { $0.source.name == text.source.name ? $0.range : nil }
      ?? calls.first { $0.place.source.name == text.source.name }?.place.range
    guard let range else { return }
    let message = failure.message(by: renderer)
    add(.init(range: range, identifier: identifier, message: message, severity: .error))
    change(text.line(at: range.start), number) { $0.remark = "✗ " + message }
  }

  private mutating func note(_ warning: Diagnostic) {
    guard warning.source.name == text.source.name else { return }
    add(
      .init(
        range: warning.range, identifier: warning.identifier, message: warning.message,
        severity: .information))
  }

  private mutating func add(_ finding: PlayedLife.Finding) {
    guard findings.count < 200, !findings.contains(finding) else { return }
    findings.append(finding)
  }

  // MARK: - Result

  /// The result.
  var life: PlayedLife {
    PlayedLife(
      lines: lines.keys.sorted().compactMap { trace(of: $0) },
      handlers: handlerTraces, findings: findings + neverRun)
  }

  private func trace(of line: Int) -> PlayedLife.LineTrace? {
    guard let draft = lines[line] else { return nil }
    let hint = hint(of: draft)
    guard !hint.isEmpty else { return nil }
    var details = draft.events.flatMap { event -> [String] in
      switch event {
      case .record(let record): renderer.line(record).map { [$0] } ?? []
      case .output(let text, _): renderer.lines(ofPrinted: text.shortened(toBytes: 4000))
      case .failure, .warning, .scenarioBegan, .scenarioEnded: []
      }
    }
    if draft.events.count == Self.keptEvents { details.append("… and more") }
    let others = draft.furtherPlayings.count
    if others > 0 { details.append("and in \(others) further playing\(others == 1 ? "" : "s")") }
    if draft.isOverBudget { details.append(overBudget) }
    return PlayedLife.LineTrace(
      range: text.lines.lineRange(line + 1), hint: hint, details: details)
  }

  private var overBudget: String { "here its \(budget.text) were over, and it was stopped" }

  /// What is shown after a line.
  private func hint(of draft: LineDraft) -> String {
    var parts: [String] = []
    if draft.elapsed > .zero { parts.append("+\(draft.elapsed)") }
    let what = draft.isOverBudget ? "… \(budget.text) are over" : draft.remark ?? outcome(of: draft)
    if !what.isEmpty { parts.append(what) }
    let hint = parts.joined(separator: "  ").printableLine
    let most = PlayedLife.longestHint
    return hint.count > most ? hint.prefix(most - 1) + "…" : hint
  }

  /// The result of a line: what was refused, else the states that apps entered, else what happened
  /// last.
  private func outcome(of draft: LineDraft) -> String {
    let records = draft.events.compactMap { event -> Record? in
      if case .record(let record) = event { record } else { nil }
    }
    if let refused = records.last(where: { $0.kind == .refusal }) {
      return "× " + (refused.rule.map { "\($0) " } ?? "") + refused.detail
    }
    var states: [(name: String, state: String, isEnd: Bool)] = []
    var last = ""
    for record in records where record.kind != .stimulus {
      let name = name(of: record)
      guard let entry = TimelineEntry(record, appName: name) else { continue }
      let state: String
      switch record.subject {
      case .state(let reached, _): state = reached.rawValue
      case .exit(let reason): state = "ended, \(reason.rawValue)"
      default:
        last = (name.map { $0 + ": " } ?? "") + entry.text
        continue
      }
      // The state after an end says less than the end.
      if states.last.map({ $0.name == name && $0.isEnd }) == true, state == "notRunning" {
        continue
      }
      states.removeAll { $0.name == name }
      states.append((name ?? "", state, record.kind == .exit))
    }
    return states.isEmpty ? last : states.map { "\($0.name): \($0.state)" }.joined(separator: ", ")
  }

  private func name(of record: Record) -> String? {
    record.app.flatMap { app in
      let names = script.appNames
      return names.indices.contains(Int(app.index)) ? names[Int(app.index)] : nil
    }
  }

  // MARK: - Handlers

  /// The handlers of this document, each with the place of its declaration.
  private var ownHandlers: [(handler: HandlerPlaces.Handler, place: SourceRange)] {
    (handlers?.handlers ?? []).filter { $0.place.source.name == text.source.name }
      .map { ($0, $0.place.range) }
  }

  private var handlerTraces: [PlayedLife.HandlerTrace] {
    ownHandlers.map { handler, place in
      let run = runs[place]
      return PlayedLife.HandlerTrace(
        range: text.lines.lineRange(text.line(at: place.start) + 1), name: handler.name,
        count: run?.playings.count ?? 0, last: run.map { "\($0.last)" })
    }
  }

  /// The handlers that no playing reached, where all was played.
  private var neverRun: [PlayedLife.Finding] {
    guard !isCutShort, session.isFinished || nextCase >= script.cases.count, script.isTest else {
      return []
    }
    let members = HandlerRanges(of: parsed)
    return ownHandlers.filter { runs[$0.place] == nil && $0.handler.name != "on main" }
      .compactMap { handler, place in
        members.range(around: place).map {
          PlayedLife.Finding(
            range: $0, identifier: nil,
            message: "`\(handler.name)` never ran in what this file plays", severity: .hint)
        }
      }
  }
}

extension Failure {
  /// What failed, without its place.
  fileprivate func message(by renderer: RunRenderer) -> String {
    let place = place.map { "\($0.file.printableLine):\($0.line):\($0.column): " } ?? ""
    let title = identifier.map { "error[\($0.rawValue)]: " } ?? "failed: "
    return renderer.summary(self).withoutPrefix(place).withoutPrefix(title)
  }
}

extension String {
  fileprivate func withoutPrefix(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}

/// The whole ranges of a text's handlers.
struct HandlerRanges {
  private var ranges: [SourceRange] = []

  init(of script: ParsedScript) {
    for statement in script.statements {
      if case .app(let app) = statement.kind { add(app.members) }
    }
  }

  private mutating func add(_ members: [AppMember]) {
    for member in members {
      switch member.kind {
      case .handler: ranges.append(member.range)
      case .scene(_, let inner), .view(let inner): add(inner)
      case .info, .variable, .function, .button, .missing: break
      }
    }
  }

  /// The handler in which a place lies; nil for none.
  func range(around place: SourceRange) -> SourceRange? {
    ranges.first { $0.start <= place.start && place.start < $0.end }
  }
}
