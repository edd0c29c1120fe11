// The script that is debugged: how it is read and played, and how expressions are tried at a moment of its
// run, on copies of which nothing stays.

import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// A script that is debugged.
struct Debuggee: Sendable {
  let script: Script
  let recording: Recording
  let renderer: RunRenderer
  /// The names of the files that are played, by their paths: what a debugger and a script call a
  /// file may differ.
  let files: [String: [String]]
  /// The lines at which statements begin, by path.
  let lines: [String: [Int]]
  /// The functions that the script and what it imports declare.
  private let functions: [String]
  /// A prompt that knows the script's declarations, or why there is none.
  private let prompt: Result<Session, DebugError>

  /// How long a script may take to be played.
  private static let longestPlaying = Duration.seconds(20)

  /// Reads a script and plays it.
  ///
  /// - Parameters:
  ///   - launch: What is to be played.
  ///   - host: The functions and native apps in addition to the built-in ones.
  ///   - clock: The time that goes by.
  /// - Throws: `DebugError` for a script with errors, and a scenario that it does not have.
  init(
    _ launch: DebugLaunch, host: ScriptHost, clock: @escaping @Sendable () -> Duration
  ) throws(DebugError) {
    let path = launch.program
    let limits = RunLimits()
    let source: SourceText
    do throws(ScriptReadError) {
      source = try ScriptFile.read(path, atMost: limits.syntax.sourceSize)
    } catch { throw DebugError("\(error)") }
    let imports = ScriptFile.imports(of: path)
    let watcher = StatementWatcher()
    let systems = PlayedSystems(
      versions: launch.system.map { [$0] } ?? [], models: launch.model.map { [$0] } ?? [])
    if let unknown = systems.unknownVersion {
      throw DebugError("there is no version \(unknown) of the system")
    }
    var script = Script(
      source, host: watcher.watching(host), limits: limits, imports: imports, systems: systems)
    renderer = RunRenderer(script)
    guard script.isRunnable else { throw DebugError(renderer.text(script.diagnostics)) }
    if let playing = script.wholePlayings.first { script = script.played(on: playing.profile) }
    let number = try Self.number(of: launch.scenario, in: script)
    let budget = PlayBudget(Self.longestPlaying, clock: clock)
    budget.begin()
    guard
      let recording = Recording(
        script, case: number, watcher: watcher,
        cancellation: CancellationFlag(within: nil, deadline: budget))
    else { throw DebugError("\(path) cannot be played") }
    self.script = script
    self.recording = recording
    let places = script.statementPlaces
    functions = ScriptLoader(source, limits: limits, source: imports).scripts
      .flatMap(\.statements).flatMap(\.declaredFunctions)
    files = Dictionary(grouping: [source.name] + script.importedFiles) {
      FilePath($0).canonical.text
    }
    lines = Dictionary(grouping: places) { FilePath($0.source.name).canonical.text }
      .mapValues { places in
        var tables: [String: LineTable] = [:]
        let lines = places.map { place in
          let table = tables[place.source.name] ?? LineTable(place.source)
          tables[place.source.name] = table
          return table.position(at: Int(place.range.start)).line
        }
        return Set(lines).sorted()
      }
    prompt = Self.prompt(of: source, host: host, limits: limits, imports: imports)
  }

  /// A prompt that knows what a script declares.
  ///
  /// Explorations are for files alone, and no expression names one: they are left out, there and in
  /// what is imported.
  private static func prompt(
    of source: SourceText, host: ScriptHost, limits: RunLimits, imports: ImportSource?
  ) -> Result<Session, DebugError> {
    guard var prompt = Session(promptOf: host, limits: limits) else {
      return .failure(DebugError("the host of this script cannot be given to a prompt"))
    }
    let files = imports.map { files -> ImportSource in
      { path, importer in files(path, importer).map(\.withoutExplorations) }
    }
    let addition = prompt.add(source.withoutExplorations, imports: files)
    guard addition.isAccepted else {
      let error = addition.diagnostics.first { $0.severity == .error }
      return .failure(
        DebugError(
          "expressions need the script's declarations, which a prompt does not take: "
            + (error.map { "\($0.place): \($0.message)" } ?? "")))
    }
    prompt.run()
    return .success(prompt)
  }

  /// The number of the case of a title; nil for all cases.
  private static func number(of title: String?, in script: Script) throws(DebugError) -> Int? {
    guard let title, !title.isEmpty else { return nil }
    let found = script.cases.firstIndex { $0.title == title || $0.commonTitle == title }
    if let found { return found }
    let known = script.cases.map(\.title)
    let meant = Suggestion.closest(to: title, among: known)?.word
    throw DebugError(
      "the script has no scenario \"\(title)\""
        + (meant.map { "; did you mean \"\($0)\"?" } ?? ""))
  }

  // MARK: - Names

  func name(of app: AppIdentifier) -> String {
    let names = script.appNames
    return names.indices.contains(Int(app.index)) ? names[Int(app.index)] : ""
  }

  /// Where an app is declared; nil for one that is not written in the language.
  func place(of app: AppIdentifier) -> SourcePlace? {
    script.program?.units.first { $0.name == name(of: app) }?.place
  }

  // MARK: - Experiments

  /// The outcome of trying something.
  struct Trial {
    /// The value, as it prints; nil if there is none.
    var value: String?
    /// What happened, in lines.
    var lines: [String] = []
    /// Why it could not be tried, or what failed.
    var problem: String?
  }

  /// A prompt that stands at a position, for which the variables that are in sight are constants.
  ///
  /// - Throws: `DebugError` where a prompt does not take what the script declares.
  func session(at position: Recording.Position) throws(DebugError) -> Session {
    var session = try prompt.get().standing(in: position.session)
    let known = position.session.variables + position.appVariables + position.locals
    for (number, variable) in known.enumerated() {
      let text = "let \(variable.name) = \(variable.value)"
      var attempt = session
      // What does not print as it is written is left out.
      guard attempt.add(SourceText(name: "variable \(number)", text)).isAccepted else { continue }
      attempt.run()
      session = attempt
    }
    _ = session.takeEvents()
    return session
  }

  /// Tries an input on a copy of the session at a position, of which nothing stays.
  ///
  /// Variables that are in sight are constants for it.
  func trial(of input: String, at position: Recording.Position) -> Trial {
    var session: Session
    do { session = try self.session(at: position) } catch { return Trial(problem: error.message) }
    var trial = Trial()
    let addition = session.add(SourceText(name: "expression", input))
    guard addition.isAccepted else {
      trial.problem = addition.diagnostics.first { $0.severity == .error }?.message
      return trial
    }
    session.run { event in
      switch event {
      case .record(let record): if let line = renderer.line(record) { trial.lines.append(line) }
      case .output(let text, _): trial.lines += renderer.lines(ofPrinted: text)
      case .failure(let failure): trial.problem = renderer.summary(failure)
      case .warning, .scenarioBegan, .scenarioEnded: break
      }
    }
    trial.value = session.takeShownValue()
    return trial
  }

  /// Whether a condition holds at a moment; what cannot be tried does, so that it is seen.
  func holds(_ condition: String, at moment: Int) -> Bool {
    guard let position = recording.position(at: moment) else { return true }
    return trial(of: "(\(condition))", at: position).value != "false"
  }

  /// The text of a log point, whose expressions are in braces.
  func text(ofLog message: String, at moment: Int) -> String {
    guard message.contains("{"), let position = recording.position(at: moment) else {
      return message
    }
    var text = ""
    var rest = message[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      text += rest[..<open]
      let trial = trial(of: "(\(rest[rest.index(after: open)..<close]))", at: position)
      text += trial.value ?? trial.problem ?? ""
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}

extension SourceText {
  /// The text with blanks where it declares explorations, so that everything else keeps its place.
  fileprivate var withoutExplorations: SourceText {
    var bytes = bytes
    for statement in Parser.parse(self).statements {
      guard case .exploration = statement.kind else { continue }
      for index in Int(statement.range.start)..<Int(statement.range.end)
      where bytes[index] != UInt8(ascii: "\n") {
        bytes[index] = UInt8(ascii: " ")
      }
    }
    return SourceText(name: name, bytes: bytes)
  }
}

extension Statement {
  /// The names of the functions that it declares, those of apps included.
  fileprivate var declaredFunctions: [String] {
    switch kind {
    case .function(let function): [function.name.text]
    case .app(let app): app.members.flatMap(\.declaredFunctions)
    default: []
    }
  }
}

extension AppMember {
  fileprivate var declaredFunctions: [String] {
    switch kind {
    case .function(let function): [function.name.text]
    case .scene(_, let members), .view(let members): members.flatMap(\.declaredFunctions)
    default: []
    }
  }
}

extension Debuggee {
  // MARK: - Names to stop at

  /// What a breakpoint of a name can name: functions of the script, messages, rules, and whatever else
  /// happened in this run.
  var namesToStopAt: Set<String> {
    let messages = Message.allCases.map(\.name)
    let rules = RuleBook.rules.map(\.number.description)
    let happened = recording.events.compactMap { event -> String? in
      guard case .record(let record) = event, record.kind != .stimulus else { return nil }
      return record.name
    }
    let handlers = script.host.interface.handlers.map(\.name)
    return Set(messages + rules + happened + handlers + functions)
  }
}
