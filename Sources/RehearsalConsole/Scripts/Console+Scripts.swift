// The commands that read and write scripts: `:load` runs one as a single input, `:save` writes the
// session as a script, `:record` as a scenario. Both are tried before they are written. `:storm`
// disturbs what `:record` would write.

import Rehearsal
import RehearsalExploration
import RehearsalLifecycle
import RehearsalSyntax

extension Console {
  /// Runs a script as one input.
  package mutating func load(_ path: String) -> Answer {
    guard !path.isEmpty else { return refusal("`:load` takes the path of a script") }
    switch host.read(path) {
    case .failure(let problem):
      recordExitCode(.scriptError)
      return refusal("\(path) cannot be read: \(problem.reason)")
    case .success(let source):
      return evaluate(source, String(decoding: source.bytes, as: UTF8.self))
    }
  }

  /// Writes the session as a script.
  mutating func save(_ path: String) -> Answer {
    guard !path.isEmpty else { return refusal("`:save` takes the path of a file") }
    guard !current.inputs.isEmpty else { return refusal("there is nothing to save yet") }
    let saved = SavedScript(current.inputs)
    let isSame = saved.reproduces(current, on: host)
    let path = Self.withSuffix(path)
    if case .failure(let problem) = host.write(path, saved.text) {
      return refusal("\(path) cannot be written: \(problem.reason)")
    }
    var text = "wrote \(path)" + hint("rehearse run \(path)", "plays it again") + "\n"
    if !isSame {
      let names = saved.redeclared.map { "`\($0)`" }.joined(separator: ", ")
      let why = names.isEmpty ? "" : ", because \(names) was declared more than once"
      text += "It does not come to the same as this session\(why).\n"
    }
    return .accepted(text)
  }

  /// Writes the session as a scenario that expects what happened.
  mutating func record(_ name: String) -> Answer {
    guard !name.isEmpty else { return refusal("`:record` takes a name for the scenario") }
    guard current.inputs.contains(where: { !$0.records.isEmpty }) else {
      return refusal("nothing has happened yet that could be recorded")
    }
    let path = Self.withSuffix(name.contains(" ") ? name.replacing(" ", with: "-") : name)
    let title = name.split(separator: "/").last.map(String.init) ?? name
    let text = RecordedScenario(Self.withoutSuffix(title), current).text
    if let problem = problem(ofScenario: text, at: path) { return problem }
    if case .failure(let problem) = host.write(path, text) {
      return refusal("\(path) cannot be written: \(problem.reason)")
    }
    let hint = hint("rehearse test \(path)", "runs it")
    return .accepted("wrote \(path), which passes" + hint + "\n")
  }

  /// What to do with a file; nothing where the command does not have all of its words.
  private func hint(_ command: String, _ what: String) -> String {
    host.scripts.isEmpty ? "; `\(command)` \(what)" : ""
  }

  /// Runs a recorded scenario; what is wrong with it, if anything.
  private func problem(ofScenario text: String, at path: String) -> Answer? {
    let script = Script(
      SourceText(name: path, text), host: host.scripts, limits: current.session.limits,
      imports: host.imports)
    let why = "the scenario does not come to the same as the session, so it was not written"
    guard var session = Session(script) else {
      return .refused(renderer.text(script.diagnostics) + why + "\n")
    }
    var failures = ""
    let report = session.run { event in
      if case .failure(let failure) = event { failures += renderer.text(failure) }
    }
    return report.hasPassed ? nil : .refused(failures + why + "\n")
  }

  private static let suffix = ".rehearsal"

  private static func withSuffix(_ path: String) -> String {
    path.hasSuffix(suffix) ? path : path + suffix
  }

  private static func withoutSuffix(_ name: String) -> String {
    name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }
}

// MARK: - Storms

extension Console {
  /// Disturbs what was done so far at each step, by everything or by one disturbance.
  func storm(_ name: String) -> Answer {
    guard current.inputs.contains(where: { !$0.records.isEmpty }) else {
      return refusal("nothing has happened yet that could be disturbed")
    }
    var options = StormOptions()
    if !name.isEmpty {
      guard let disturbance = Disturbance.named(name) else {
        let known = Disturbance.all.map(\.name)
        let list = "there are " + known.joined(separator: ", ")
        return refusal(
          "there is no disturbance `\(name)`" + hint(for: name, among: known, otherwise: list))
      }
      options.disturbances = [disturbance]
    }
    let text = RecordedScenario("this session", current).text
    let script = Script(
      SourceText(name: "session", text), host: host.scripts, limits: current.session.limits,
      imports: host.imports)
    guard var session = Session(script), let number = script.cases.indices.last else {
      return .refused(renderer.text(script.diagnostics))
    }
    session.runStatements { _ in }
    var storm = Storm(script, imports: host.imports)
    storm.options = options
    return .accepted(self.text(of: storm.run(case: number, of: session)))
  }

  private func text(of result: StormResult) -> String {
    if case .fails(let failures) = result.outcome {
      return failures.map { renderer.text($0) }.joined()
        + "The session does not come to the same again, so it was not disturbed.\n"
    }
    let text = StormText(result, width: settings.width, usesColor: renderer.usesColor)
    let verdict = result.findings.isEmpty ? ["It holds up: \(text.summary)."] : []
    let lines =
      text.matrix + StormText.legend(of: result.disturbances, width: settings.width)
      + result.findings.flatMap(text.lines) + verdict
    return lines.map { $0 + "\n" }.joined()
  }
}

// MARK: - Saved scripts

/// The text of a session's inputs as a script.
struct SavedScript {
  /// The script.
  private(set) var text: String
  /// The names that were declared more than once, of which only the last declaration stands.
  let redeclared: [String]

  init(_ inputs: [Input]) {
    let transcript = SessionTranscript(inputs)
    redeclared = transcript.redeclared
    let script = transcript.entries.map(\.scriptText).filter { !$0.isEmpty }.joined(separator: "\n")
    let header = "// Saved at the prompt of rehearse.\n\n"
    let source = SourceText(name: "saved", script + "\n")
    text = header + (RehearsalSyntax.Formatter.format(source) ?? script + "\n")
  }

  /// Whether running the script leads to the records of a checkpoint; scenarios are not run.
  func reproduces(_ checkpoint: Checkpoint, on host: ConsoleHost) -> Bool {
    let script = Script(
      SourceText(name: "saved", text), host: host.scripts, limits: checkpoint.session.limits,
      imports: host.imports)
    guard var session = Session(script) else { return false }
    while !session.isInScenarios, session.step() { _ = session.takeEvents() }
    let reproduced = session.simulation.history.records().map(Self.comparableText)
    return reproduced == checkpoint.history.records().map(Self.comparableText)
  }

  /// What of a record is the same in another run: not the number of the app's installation.
  private static func comparableText(_ record: Record) -> String {
    "\(record.time) \(record.kind.rawValue) \(record.name) \(record.incarnation)"
  }
}
