// The commands that read and write scripts: `:load` runs one as a single input, `:save` writes the
// session as a script, `:record` as a scenario. Both are tried before they are written. `:storm`
// disturbs what `:record` would write.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

extension Console {
  /// Runs a script as one input.
  package mutating func load(_ path: String) -> Answer {
    guard !path.isEmpty else { return refusal("`:load` takes the path of a script") }
    switch host.read(path) {
    case .failure(let problem):
      recordExitCode(.scriptError)
      return refusal("\(path) cannot be read: \(problem.reason)")
    case .success(let source):
      return evaluate(source, String(decoding: source.bytes, as: UTF8.self), file: path)
    }
  }

  /// Writes the session as a script.
  mutating func save(_ line: CommandInput) -> Answer {
    let path = line.unquoted
    guard !path.isEmpty else { return refusal("`:save` takes the path of a file") }
    guard !current.inputs.isEmpty else { return refusal("there is nothing to save yet") }
    let saved = SavedScript(current.inputs)
    let isSame = saved.reproduces(current, on: host)
    let file = Self.withSuffix(path)
    if let problem = write(saved.text, to: file, line) { return problem }
    let shown = file.printableLine
    var text = "wrote \(shown)" + hint("rehearse run \(shown)", "repeats it") + "\n"
    if !isSame {
      let names = saved.redeclared.map { "`\($0)`" }.joined(separator: ", ")
      let why = names.isEmpty ? "" : ", because \(names) was declared more than once"
      text += "It does not have the same result as this session\(why).\n"
    }
    return .accepted(text)
  }

  /// Writes the session as a scenario that expects what happened.
  mutating func record(_ line: CommandInput) -> Answer {
    let name = line.unquoted
    guard !name.isEmpty else { return refusal("`:record` takes a name for the scenario") }
    guard current.inputs.contains(where: { !$0.records.isEmpty }) else {
      return refusal("there is nothing to record yet")
    }
    let path = Self.withSuffix(name.contains(" ") ? name.replacing(" ", with: "-") : name)
    let title = Self.withoutSuffix(name.split(separator: "/").last.map(String.init) ?? name)
    var recording = Recording(title, path: path, of: current, in: self)
    var remarks = ""
    if let problem = recording.problem {
      // What was declared again is in a script from the beginning, so it is lived again.
      guard let replay = Replay(self), !replay.checkpoint.inputs.isEmpty else { return problem }
      recording = Recording(title, path: path, of: replay.checkpoint, in: self)
      remarks = replay.remarks
      if recording.problem != nil { return problem }
    }
    recording.shrink()
    if let problem = write(recording.text, to: path, line) { return problem }
    let hint = hint("rehearse test \(path)", "runs it")
    return .accepted(
      "wrote \(path.printableLine), which passes" + hint + "\n" + recording.remarks + remarks)
  }

  /// Marks an input whose facts a recording is to expect, or enters an expectation and marks it.
  mutating func expect(_ what: String) -> Answer {
    if !what.isEmpty, Int(what) == nil {
      let answer = evaluate("expect " + what)
      guard case .accepted(let text) = answer, let input = current.inputs.last else {
        return answer
      }
      guard !input.hasFailed else { return .accepted(text) }
      current.inputs.mark(current.inputs.count - 1)
      return .accepted(text + "`:record` will expect it\n")
    }
    let count = Int(what) ?? 1
    guard count > 0, count <= current.inputs.count else {
      return refusal("there is no input of that number to mark")
    }
    let position = current.inputs.count - count
    current.inputs.mark(position)
    let text = Self.firstLine(current.inputs[position].text)
    return .accepted("`:record` will expect the effects of `\(text)`\n")
  }

  /// Writes a file, over another one only where that was asked for or is the session's own.
  private mutating func write(_ text: String, to path: String, _ line: CommandInput) -> Answer? {
    if host.exists(path), !line.isForced, !written.contains(path) {
      return refusal("\(path) exists; `:\(line.name)! \(line.rest)` overwrites it")
    }
    if case .failure(let problem) = host.write(path, text) {
      return refusal("\(path) cannot be written: \(problem.reason)")
    }
    written.insert(path)
    keptInputCount = current.inputCount
    return nil
  }

  /// What to do with a file; nothing where the command does not have all of its words.
  private func hint(_ command: String, _ what: String) -> String {
    host.scripts.isEmpty ? "; `\(command.printableLine)` \(what)" : ""
  }

  /// Runs a recorded scenario; what is wrong with it, if anything.
  func problem(ofScenario text: String, at path: String) -> Answer? {
    let script = Script(
      SourceText(name: path, text), host: host.scripts, limits: current.session.limits,
      imports: host.imports)
    let why = "the scenario does not have the same result as the session, so it was not written"
    guard var session = Session(script) else {
      return .refused(renderer.text(script.diagnostics) + why + "\n")
    }
    var failures = ""
    let report = session.run { event in
      if case .failure(let failure) = event { failures += renderer.text(failure) }
    }
    return report.hasPassed ? nil : .refused(failures + why + "\n")
  }

  // MARK: - Texts from pipes

  /// Whether a text is for a prompt only: it has commands, or statements that a script may not have
  /// but a prompt may, such as values that are to be shown.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  package static func isConversation(
    _ source: SourceText, host: ScriptHost, imports: ImportSource?, limits: RunLimits
  ) -> Bool {
    let text = String(decoding: source.bytes, as: UTF8.self)
    let parts = InputPart.parts(of: text)
    if parts.contains(where: { if case .command = $0 { true } else { false } }) { return true }
    let script = Script(source, host: host, limits: limits, imports: imports)
    guard !script.isRunnable, var session = Session(promptOf: host, limits: limits) else {
      return false
    }
    return session.add(source, imports: imports).isAccepted
  }

  /// Whether a text has commands that count inputs, as those do that take them back.
  package static func asksForPast(_ text: String) -> Bool {
    InputPart.parts(of: text).contains { part in
      guard case .command(let line) = part, let name = CommandInput(line)?.name else {
        return false
      }
      return MetaCommand.named(name)?.countsInputs == true
    }
  }

  /// Evaluates statements that came as one text: nothing of it where it has errors, else one piece
  /// after the other, up to the first that is refused.
  ///
  /// - Parameters:
  ///   - input: The statements.
  ///   - asSteps: Whether each is to be a step of its own, for those who take them back.
  ///   - show: Is given the outcome of each piece.
  /// - Returns: Whether all were accepted.
  package mutating func play(
    _ input: String, asSteps: Bool, show: (Answer) -> Bool
  ) -> Bool {
    let pieces = InputPart.pieces(of: input, asSteps: asSteps)
    if pieces.count > 1, let problem = problem(with: input) {
      recordExitCode(.scriptError)
      return show(problem)
    }
    for piece in pieces { guard show(evaluate(piece)) else { return false } }
    return true
  }

  /// What is wrong with an input as a whole; nil where nothing is.
  private func problem(with input: String) -> Answer? {
    var session = current.session
    let source = SourceText(name: "input \(current.inputCount + 1)", input)
    let addition = session.add(source, imports: host.imports)
    return addition.isAccepted ? nil : .refused(renderer.text(addition.diagnostics))
  }

  // MARK: - Names of files

  private static let suffix = ".rehearsal"

  private static func withSuffix(_ path: String) -> String {
    path.hasSuffix(suffix) ? path : path + suffix
  }

  private static func withoutSuffix(_ name: String) -> String {
    name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }
}

// MARK: - Sessions that are lived again

/// A session played from its beginning with the last declaration of each name.
struct Replay {
  let checkpoint: Checkpoint
  /// The beginnings of the inputs that are refused so.
  private var leftOut: [String] = []

  /// How it differs from the session, each sentence on a line.
  var remarks: String {
    "It uses the last declaration of each name, so it may have another result.\n"
      + leftOut.map { "left out: `\($0)`, which is refused with them\n" }.joined()
  }

  /// Plays the inputs of a console; nil only where the language itself is broken.
  init?(_ console: Console) {
    guard var fresh = console.fresh() else { return nil }
    fresh.becomeExperiment()
    let inputs = console.current.inputs.map { InputStatement.statements(of: $0.text) }
    var last: [String: InputStatement] = [:]
    for statement in inputs.joined() where statement.isDefinition {
      if let name = statement.declaredName { last[name] = statement }
    }
    for (number, statements) in inputs.enumerated() {
      var texts: [String] = []
      for statement in statements {
        guard statement.isDefinition, let name = statement.declaredName else {
          texts.append(statement.text)
          continue
        }
        // The first place gets the last declaration, the others nothing.
        if let declaration = last.removeValue(forKey: name) { texts.append(declaration.text) }
      }
      guard !texts.isEmpty else { continue }
      let text = texts.joined(separator: "\n")
      if case .refused = fresh.evaluate(text) {
        leftOut.append(Console.firstLine(text))
      } else if console.current.inputs[number].isMarked {
        fresh.current.inputs.mark(fresh.current.inputs.count - 1)
      }
    }
    checkpoint = fresh.current
  }
}

extension InputStatement {
  /// Whether it declares code, which a script has from its beginning.
  fileprivate var isDefinition: Bool {
    switch kind {
    case .app, .function: true
    default: false
    }
  }
}

// MARK: - Saved scripts

/// The text of a session's inputs as a script.
struct SavedScript {
  /// The script.
  private(set) var text: String
  /// The names that were declared more than once, of which only the last declaration counts.
  let redeclared: [String]

  init(_ inputs: InputLog) {
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

// MARK: - Storms

extension Console {
  /// Disturbs what was done so far at each step, by everything or by one disturbance.
  func storm(_ name: String) -> Answer {
    guard let searches = host.searches else { return noSearches }
    guard current.inputs.contains(where: { !$0.records.isEmpty }) else {
      return refusal("there is nothing to disturb yet")
    }
    var disturbances = Disturbance.all
    if !name.isEmpty {
      guard let disturbance = Disturbance.named(name) else {
        let known = disturbances.map(\.name)
        let list = "there are " + known.joined(separator: ", ")
        return refusal(
          "there is no disturbance `\(name)`" + hint(for: name, among: known, otherwise: list))
      }
      disturbances = [disturbance]
    }
    let script = script(of: RecordedScenario("this session", current, ignoresMarks: true).text)
    let layout = FaultSearches.Layout(width: settings.width, usesColor: renderer.timeline.usesColor)
    switch searches.storm(script, host.imports, disturbances, layout) {
    case nil: return .refused(renderer.text(script.diagnostics))
    case .fails(let failures):
      return .accepted(
        failures.map { renderer.text($0) }.joined()
          + "The session fails when it is repeated, so it was not disturbed.\n")
    case .report(let lines): return .accepted(lines.map { $0 + "\n" }.joined())
    }
  }

  /// The answer of a prompt that was given no searches.
  private var noSearches: Answer {
    refusal("this prompt cannot search for faults; that of `rehearse` can")
  }

  /// A script that plays the session.
  private func script(of text: String) -> Script {
    Script(
      SourceText(name: "session", text), host: host.scripts, limits: current.session.limits,
      imports: host.imports)
  }
}

// MARK: - Explorations

extension Console {
  /// The name of the moment in which something broke.
  private static let found = "found"

  /// How many states are tried before the answer is that none was found.
  private static let mostStates = 20_000

  /// Tries all that may happen from here, until a condition does not hold or an app fails.
  mutating func explore(_ condition: String) -> Answer {
    guard let searches = host.searches else { return noSearches }
    defer { host.interruption.clear() }
    guard current.inputs.contains(where: { !$0.records.isEmpty }) else {
      return refusal("nothing has happened yet; launch an app, and explore from there")
    }
    let scenario = RecordedScenario("this session", current, expects: false)
    let script = script(of: scenario.exploration(of: condition))
    do {
      guard
        let outcome = try searches.explore(
          script, host.imports, Self.mostStates, host.interruption)
      else { return .refused(renderer.text(script.diagnostics.filter { $0.severity == .error })) }
      return answer(to: condition, outcome)
    } catch { return refusal("\(error)") }
  }

  private mutating func answer(
    to condition: String, _ outcome: FaultSearches.ExplorationOutcome
  ) -> Answer {
    guard let breach = outcome.breach else {
      let states = outcome.states == 1 ? "1 state" : "\(outcome.states) states"
      return .accepted(
        wrapped(
          outcome.isBoundHit
            ? "No violation was found in \(states), but there are more.\n"
            : "It holds in everything that can happen from here: \(states).\n"))
    }
    guard !breach.inputs.isEmpty else {
      return .accepted(wrapped("It does not hold in the current state.\n"))
    }
    var played = self
    played.host.show = nil
    var past: [Checkpoint] = []
    for input in breach.inputs {
      past.append(played.current)
      if case .refused(let reason) = played.evaluate(input) { return .refused(reason) }
    }
    forks.removeAll { $0.name == Self.found }
    forks.append(Fork(Self.found, played.current, past: past))
    let what = condition.isEmpty ? breach.title : "`\(condition)`"
    let steps = breach.inputs.flatMap { $0.split(separator: "\n") }
    return .accepted(
      wrapped("\(what) does not hold after\n".printable)
        + steps.map { "  \($0)\n".printable }.joined()
        + wrapped(
          "`:switch \(Self.found)` goes there, and `:back` then undoes step by step.\n"))
  }
}
