// A session that another language holds through the C interface: its functions, limits and script.

import Rehearsal
import RehearsalFiles
import RehearsalMachine
import RehearsalRunner
import RehearsalSyntax
import RehearsalValues
import Synchronization

/// A session behind a handle of another language.
final class ForeignSession: @unchecked Sendable {
  // Unchecked: the table of sessions lets one call at a time in.

  private var host = ScriptHost()
  private var limits = RunLimits()
  private var session: Session?
  /// What runs, which another thread may stop.
  let running = RunningScript()

  /// A pointer of the other language, which is its own to synchronize.
  private struct Context: @unchecked Sendable {
    // Unchecked: the header says that it is passed on untouched.
    let pointer: UnsafeMutableRawPointer?
  }

  func define(
    _ name: String, _ parameters: String, _ function: @escaping ForeignFunction,
    _ context: UnsafeMutableRawPointer?
  ) throws {
    let isEmpty = parameters.allSatisfy { $0 == " " }
    let names = parameters.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    let context = Context(pointer: context)
    try host.define(name, isEmpty ? [] : names) { call in
      let arguments = (0..<call.argumentCount).map { call.scriptArgument($0) }
      let text = texts.make(arguments.json.text)
      defer { texts.take(text) }
      guard let answer = function(text, context.pointer) else { return .nil }
      guard let bytes = texts.take(answer) else {
        throw ForeignError("it returned a text that `rehearsal_copy` did not make")
      }
      return try ScriptValue(readingJSON: bytes)
    }
  }

  func declareHost(_ path: String) throws {
    do { try host.declare(fromFile: path) } catch { throw ForeignError("\(error)") }
  }

  func limit(_ setting: String) throws {
    do throws(LimitMistake) { try limits.set(setting) } catch { throw ForeignError(error.message) }
  }

  // MARK: - Scripts

  func load(name: String, bytes: [UInt8]) throws(ScriptError) -> ForeignScript {
    try load(Script(SourceText(name: name, bytes: bytes), host: host, limits: limits))
  }

  func load(path: String, root: String?) throws -> ForeignScript {
    // Standard input is the other language's own.
    guard path != ScriptFile.standardInput else {
      throw ForeignError("`-` is no file; read it, and load its text")
    }
    let roots = ImportRoots(root: root)
    return try load(ScriptFile.load(path, host: host, limits: limits, roots: roots))
  }

  private func load(_ script: Script) throws(ScriptError) -> ForeignScript {
    session = nil
    session = try run(of: script)
    return ForeignScript(script)
  }

  // MARK: - Running

  func run() throws -> ForeignReport { try run { $0.run(observing: $1) } }

  func run(case number: Int64) throws -> ForeignReport {
    try run { session, observe in
      let cases = session.script.cases
      guard let number = Int(exactly: number), cases.indices.contains(number) else {
        throw ForeignError(
          cases.isEmpty
            ? "the script has no scenarios; run it as a whole"
            : "there is no case \(number): the script has those from 0 to \(cases.count - 1)")
      }
      return session.run(case: number, observing: observe)
    }
  }

  /// Runs the script from its beginning, and tells how it came out.
  private func run(
    _ body: (inout Session, (RunEvent) -> Void) throws -> RunReport
  ) throws -> ForeignReport {
    try withSession { session in
      let script = session.script
      var fresh = try run(of: script)
      defer { running.end() }
      var timeline = RunTimeline(script)
      var output: [String] = []
      let report = try body(&fresh) { event in
        timeline.add(event)
        if case .output(let line, _) = event { output.append(line) }
      }
      session = fresh
      return ForeignReport(report, of: script, output: output, timeline: timeline.lines)
    }
  }

  /// A run of a script, ready to begin.
  private func run(of script: Script) throws(ScriptError) -> Session {
    let session = Session(
      script, strictness: StrictnessOptions(isTest: true), cancellation: running.begin())
    guard let session else {
      throw .diagnostics(script.diagnostics)
    }
    return session
  }

  func call(_ function: String, _ arguments: String) throws -> ScriptValue {
    guard case .list(let values) = try ScriptValue(readingJSON: Array(arguments.utf8)) else {
      throw ForeignError("the arguments are a JSON list")
    }
    return try withSession { try $0.call(function, values) }
  }

  func advance(_ nanoseconds: Int64) throws -> Int64 {
    try withSession { session in
      try session.advance(by: .nanoseconds(nanoseconds))
      return session.simulation.now.nanoseconds
    }
  }

  func trace() throws -> ForeignTrace {
    try withSession { ForeignTrace(apps: $0.script.appNames, records: $0.simulation.records()) }
  }

  // MARK: - Suites

  /// Plans the cases of a subcommand with its arguments.
  func plan(_ arguments: String) throws -> PlannedCases {
    let given = try JSONValue(reading: Array(arguments.utf8))
    let texts = given.strings
    guard let command = texts.first, texts.count == given.elements.count else {
      throw ForeignError(
        "the arguments are a JSON list of strings, as in [\"storm\", \"--pairs\", \"Tests\"]")
    }
    return try PlannedCases(suite(command, Array(texts.dropFirst())))
  }

  /// Plays a case that was planned; the value is its results.
  func play(_ header: String, _ planned: String) throws -> String {
    let header = try ResultsHeader(reading: header, name: "the header")
    return try PlannedCases.play(
      JSONValue(reading: Array(planned.utf8)), header, suite(header.command, header.arguments))
  }

  private func suite(_ command: String, _ arguments: [String]) throws -> ForeignSuite {
    try ForeignSuite(command, arguments, host: host, limits: limits)
  }

  /// Puts results together.
  func merge(_ results: String, as format: String) throws -> MergedReport {
    let results = try JSONValue(reading: Array(results.utf8)).elements.map { result in
      guard let text = result["results"]?.string, let name = result["name"]?.string else {
        throw ForeignError(
          "the results are a JSON list of objects with \"name\" and \"results\"")
      }
      return (name, text)
    }
    return try MergedReport(results, as: format, host: host, limits: limits)
  }

  private func withSession<Result>(_ body: (inout Session) throws -> Result) throws -> Result {
    guard var session else { throw ForeignError("the session has no script; load one") }
    // The session is the machine's only holder while it runs, so that nothing is copied.
    self.session = nil
    defer {
      // What happened is asked for as a trace; kept events would grow with every call.
      _ = session.takeEvents()
      self.session = session
    }
    return try body(&session)
  }
}

/// What runs in a session, for threads that stop it.
final class RunningScript: Sendable {
  private let flag = Mutex<CancellationFlag?>(nil)

  /// Something begins to run, and looks at the flag.
  func begin() -> CancellationFlag {
    flag.withLock { flag in
      let fresh = CancellationFlag()
      flag = fresh
      return fresh
    }
  }

  /// It is over.
  func end() { flag.withLock { $0 = nil } }

  /// Stops it; whether there was anything.
  func cancel() -> Bool {
    flag.withLock { flag in
      flag?.cancel()
      return flag != nil
    }
  }
}
