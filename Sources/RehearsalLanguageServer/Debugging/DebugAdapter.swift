// The debug adapter as a value: messages of the Debug Adapter Protocol in, messages out. A launch plays
// the script to its end and notes its moments (`Recording`); what the debugger asks then only says
// which of them it inspects, so that it goes back as it continues.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// An adapter of the Debug Adapter Protocol for scripts.
package struct DebugAdapter: Sendable {
  private let host: ProjectHost.Lookup
  private let clock: @Sendable () -> Duration
  /// What is to be sent.
  private var outbox: [JSONValue] = []
  private var sentCount = 0
  /// Whether lines and columns count from 1, as ours do; others count from 0.
  private var firstLine = 1
  private(set) var debuggee: Debuggee?
  /// Whether nothing stops the run.
  private var ignoresBreakpoints = false
  private var stopsOnEntry = true
  /// Whether the debugger has said all that it wants to be stopped at.
  private var isConfigured = false
  private var hasBegun = false
  /// The number of the moment that is inspected.
  private(set) var moment = 0
  private(set) var position: Recording.Position?
  var breakpoints = Breakpoints() { didSet { foundStops = nil } }
  /// Where the breakpoints stop and tell, once it was looked for.
  private var foundStops: Debuggee.Stops?
  /// What `variables` can be asked for, by number from 1, until the next stop.
  var shownVariables: [[DebugVariable]] = []
  private var stopText = ""

  /// The exit code, where the debugger has ended the session.
  package private(set) var exitCode: Int32?

  /// Makes an adapter that waits to be initialized.
  ///
  /// - Parameters:
  ///   - host: Finds the functions and native apps that a script can use in addition to the built-in ones.
  ///   - clock: The time that goes by, from any beginning: a run that takes too long is stopped.
  package init(
    host: @escaping ProjectHost.Lookup = { _ in ProjectHost(ScriptHost()) },
    clock: @escaping @Sendable () -> Duration = { .zero }
  ) {
    self.host = host
    self.clock = clock
  }

  // MARK: - Messages

  /// Takes messages that came together.
  ///
  /// - Parameter parts: What the stream held, in order.
  /// - Returns: The messages to send, in order.
  package mutating func receive(_ parts: [MessageFraming.Part]) -> [JSONValue] {
    for part in parts where exitCode == nil {
      switch part {
      case .mistake(let reason): output(reason + "\n", as: .important)
      case .message(let message): receive(message)
      }
    }
    defer { outbox = [] }
    return outbox
  }

  private mutating func receive(_ message: JSONValue) {
    guard message["type"]?.string == "request", let number = message["seq"]?.integer,
      let command = message["command"]?.string
    else {
      // Answers are to what this adapter never asks.
      guard message["type"]?.string != "response" else { return }
      return output("this is no request of the protocol\n", as: .important)
    }
    var response: [(String, JSONValue)] = [
      ("request_seq", number.json), ("command", .string(command)),
    ]
    guard let row = DebugRequest.all.first(where: { $0.command == command }) else {
      return fail(response, DebugError("this adapter has no request `\(command)`"))
    }
    do throws(DebugError) {
      guard debuggee != nil || !row.needsRun else {
        throw DebugError("`\(command)` needs a script: `launch` comes first")
      }
      let body = try row.answer(&self, message["arguments"] ?? .null)
      response.append(("success", .boolean(true)))
      if body != .null { response.append(("body", body)) }
      send("response", response)
      row.follow?(&self)
    } catch { fail(response, error) }
  }

  private mutating func fail(_ response: [(String, JSONValue)], _ error: DebugError) {
    send(
      "response",
      response + [
        ("success", .boolean(false)), ("message", .string(error.message)),
        ("body", ["error": ["id": 1, "format": error.format, "showUser": true] as JSONValue]),
      ])
  }

  private mutating func send(_ type: String, _ fields: [(String, JSONValue)]) {
    sentCount += 1
    outbox.append(JSONValue(fields: [("seq", sentCount.json), ("type", .string(type))] + fields))
  }

  mutating func notify(_ event: String, _ body: JSONValue? = nil) {
    send("event", [("event", .string(event))] + (body.map { [("body", $0)] } ?? []))
  }

  /// The kinds of output that the protocol tells apart.
  enum OutputKind: String { case console, important, stdout, stderr }

  mutating func output(_ text: String, as kind: OutputKind) {
    notify("output", ["category": kind.rawValue, "output": text])
  }

  // MARK: - Beginning and ending

  mutating func initialize(_ arguments: JSONValue) -> JSONValue {
    firstLine = arguments["linesStartAt1"]?.boolean == false ? 0 : 1
    let abilities = [
      "supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
      "supportsConditionalBreakpoints", "supportsHitConditionalBreakpoints",
      "supportsEvaluateForHovers", "supportsStepBack", "supportsLogPoints",
      "supportsExceptionFilterOptions", "supportsExceptionInfoRequest",
      "supportsTerminateRequest", "supportsBreakpointLocationsRequest",
      "supportsCompletionsRequest",
    ]
    return JSONValue(fields: abilities.map { ($0, JSONValue.boolean(true)) }).merging(
      ["exceptionBreakpointFilters": JSONValue.list(RunStop.allCases.map(\.filter))])
  }

  /// Reads and plays a script.
  mutating func launch(_ arguments: JSONValue) throws(DebugError) {
    guard debuggee == nil else { throw DebugError("a script is debugged already") }
    let launch = try DebugLaunch(arguments)
    for remark in launch.remarks { output(remark + "\n", as: .important) }
    ignoresBreakpoints = launch.ignoresBreakpoints
    stopsOnEntry = launch.stopsOnEntry
    let project = host(launch.program)
    if let mistake = project.mistake { throw DebugError(mistake) }
    debuggee = try Debuggee(launch, host: project.scripts, clock: clock)
    foundStops = nil
  }

  /// Says that breakpoints can be set: after the launch, for only then their lines are known.
  mutating func sayIsInitialized() { notify("initialized") }

  mutating func configure() { isConfigured = true }

  /// Begins, once there is a script and the debugger has said what it wants.
  mutating func begin() {
    guard isConfigured, !hasBegun, let debuggee else { return }
    hasBegun = true
    let findings = debuggee.renderer.text(debuggee.script.diagnostics)
    if !findings.isEmpty { output(findings, as: .console) }
    guard !debuggee.recording.moments.isEmpty else { return finish() }
    moment = debuggee.recording.first
    tell(0..<moment)
    if stopsOnEntry, !ignoresBreakpoints { return stop(at: moment, "entry") }
    if let hit = stops.hits.first(where: { $0.moment == moment }) { return stop(at: hit) }
    goOn()
  }

  /// The debugger leaves.
  mutating func leave() { exitCode = 0 }

  /// The run is over.
  mutating func finish() {
    guard let debuggee else { return }
    let end = debuggee.recording.moments.count
    tell(min(moment + 1, end)..<end)
    moment = end
    position = nil
    if debuggee.recording.isCut {
      output(
        "the run is longer than \(Recording.mostMoments) moments; the rest was not played\n",
        as: .important)
    }
    notify("exited", ["exitCode": debuggee.recording.report.exitCode.rawValue])
    notify("terminated")
  }

  // MARK: - Moving

  /// Where the breakpoints stop and tell; nowhere where they are to be ignored.
  private var stops: Debuggee.Stops {
    mutating get {
      if ignoresBreakpoints { return Debuggee.Stops() }
      let stops = foundStops ?? debuggee?.stops(breakpoints) ?? Debuggee.Stops()
      foundStops = stops
      return stops
    }
  }

  /// Tells what happened in some moments, and what log points say of them.
  private mutating func tell(_ moments: Range<Int>) {
    guard let debuggee, !moments.isEmpty else { return }
    let logs = stops.logs.filter { moments.contains($0.moment) }
    for number in moments {
      for log in logs where log.moment == number {
        output(debuggee.text(ofLog: log.message, at: number) + "\n", as: .console)
      }
      for index in debuggee.recording.moments[number].events {
        tell(debuggee.recording.events[index])
      }
    }
  }

  private mutating func tell(_ event: RunEvent) {
    guard let renderer = debuggee?.renderer else { return }
    switch event {
    case .scenarioBegan(_, let title): output(renderer.heading(title) + "\n", as: .console)
    case .record(let record):
      if let line = renderer.line(record) { output(line + "\n", as: .console) }
    case .output(let text, _):
      output(renderer.lines(ofPrinted: text).map { $0 + "\n" }.joined(), as: .stdout)
    case .warning(let warning): output(renderer.text([warning]), as: .console)
    case .failure(let failure): output(renderer.text(failure, showsHistory: false), as: .stderr)
    case .scenarioEnded(let result): output(renderer.line(result) + "\n", as: .console)
    }
  }

  /// Continues to what the debugger wants to be stopped at, else to the end.
  mutating func goOn() {
    guard let hit = stops.hits.first(where: { $0.moment > moment }) else { return finish() }
    tell(moment + 1..<hit.moment + 1)
    stop(at: hit)
  }

  /// Goes back to what the debugger wanted to be stopped at, else to the beginning.
  mutating func goBack() {
    guard let debuggee else { return }
    guard let hit = stops.hits.last(where: { $0.moment < moment }) else {
      return stop(at: debuggee.recording.first, "entry")
    }
    stop(at: hit)
  }

  /// Goes a step; one that is interrupted by a breakpoint ends there.
  mutating func step(_ kind: Recording.StepKind) {
    guard let debuggee else { return }
    let target = debuggee.recording.target(of: kind, from: moment)
    if kind == .back { return stop(at: target ?? debuggee.recording.first, "step") }
    let hit = stops.hits.first { $0.moment > moment && $0.moment < target ?? .max }
    guard let end = hit?.moment ?? target else { return finish() }
    tell(moment + 1..<end + 1)
    if let hit { return stop(at: hit) }
    stop(at: end, "step")
  }

  private mutating func stop(at hit: Breakpoints.Hit) {
    stop(at: hit.moment, hit.reason, hit.text, breakpoint: hit.breakpoint)
  }

  /// Says where the run is.
  mutating func stop(
    at moment: Int, _ reason: String, _ text: String = "", breakpoint: Int? = nil
  ) {
    self.moment = moment
    stopText = text
    shownVariables = []
    position = debuggee?.recording.position(at: moment)
    var body: [(String, JSONValue?)] = [
      ("reason", .string(reason)), ("threadId", thread(of: position?.app).json),
      ("allThreadsStopped", .boolean(true)),
    ]
    if !text.isEmpty { body += [("text", .string(text)), ("description", .string(text))] }
    if let breakpoint { body.append(("hitBreakpointIds", .list([breakpoint.json]))) }
    notify("stopped", JSONValue(fields: body.compactMap { key, value in value.map { (key, $0) } }))
  }

  /// Says again where the run is: it never runs while nobody waits for it.
  mutating func pause() { stop(at: moment, "pause") }

  /// Why the run is where it is.
  var reason: JSONValue {
    [
      "exceptionId": "rehearse", "description": stopText, "breakMode": "always",
    ]
  }

  // MARK: - Lines

  /// A line, from 1, as the debugger counts.
  func shown(line: Int) -> Int { line - 1 + firstLine }

  /// A line as the debugger counts, from 1.
  func own(line: Int64) -> Int { Int(clamping: line) &+ 1 &- firstLine }
}

/// Why a request of the debugger is not answered.
struct DebugError: Error {
  /// The reason, for people.
  let message: String

  init(_ message: String) { self.message = message }

  /// The reason as a format of the protocol, in which braces stand for variables.
  var format: String { message.replacing("{", with: "(").replacing("}", with: ")") }
}
