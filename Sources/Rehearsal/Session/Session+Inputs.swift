// A session that takes inputs one after the other, as a prompt does. An input is compiled after
// everything before it and only its own statements run; device, processes and variables live on.
// To undo an input, keep a copy of the session from before it.

import RehearsalCompiler
import RehearsalInterface
import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSemantics
import RehearsalSyntax

extension Session {
  /// A session without anything in it, to which inputs are added.
  ///
  /// - Parameters:
  ///   - host: The functions and native apps that inputs can use in addition to the built-in ones.
  ///   - limits: The bounds of reading and running; those of the outside hold for each statement.
  ///   - cancellation: By what another thread stops what runs; nil where only limits do.
  package init?(promptOf host: ScriptHost, limits: RunLimits, cancellation: CancellationFlag? = nil)
  {
    self.init(Script.prompt(host: host, limits: limits), cancellation: cancellation)
    prepareDevice()
    // The name of the last value has one before there is any.
    machine.start(content.program.outside.initializer)
    _ = machine.run()
    machine.keepResult(inGlobal: IncrementalProgram.lastValueSlot)
    shareConstants()
    activity = .finished
  }

  /// What an input has changed before its first statement runs.
  package struct Addition: Sendable {
    /// Everything that was found; where one is an error, nothing was added.
    package let diagnostics: [Diagnostic]
    /// The apps that were declared for the first time.
    package var newApps: [String] = []
    /// The apps that were declared again.
    package var replacedApps: [String] = []
    /// Whether the input describes the device, which was made again for it.
    package var makesDevice = false

    /// Whether the input was added.
    package var isAccepted: Bool { !diagnostics.contains { $0.severity == .error } }
  }

  /// Adds an input; `step` or `run` then runs its statements.
  ///
  /// - Parameters:
  ///   - input: The input; a name of its own tells its places from those of other inputs.
  ///   - imports: Where imported files come from; nil allows none.
  /// - Returns: What was found, and what the input changed.
  package mutating func add(_ input: SourceText, imports: ImportSource? = nil) -> Addition {
    let longer = script.adding(input, imports: imports, symbols: machine.symbols)
    var addition = Addition(diagnostics: longer.diagnostics)
    guard let new = longer.content else { return addition }
    let old = content
    go(onWith: longer)
    machine.adopt(new.image, after: old.lastingImage)
    forgetOutcome()
    expectedEnds = []
    refusalsAskedFor = []
    addition.makesDevice = new.growth?.deviceScript != old.growth?.deviceScript
    if addition.makesDevice { prepareDevice() }
    for (number, app) in new.apps.enumerated()
    where !old.isUnchanged(new.program.units[number], at: number) {
      if old.apps.indices.contains(number) {
        addition.replacedApps.append(app.name)
        if !addition.makesDevice { replace(app, number: number) }
      } else {
        addition.newApps.append(app.name)
        if !addition.makesDevice { install(app, number: number) }
      }
    }
    machine.start(new.program.outside.initializer)
    beginInput()
    activity = .script
    return addition
  }

  /// Forgets the code of the last input, which is over, where nothing can come back to it.
  package mutating func dropPassingCode() {
    guard let growth = content.growth, growth.program !== growth.lastingProgram else { return }
    machine.adopt(content.lastingImage, after: content.lastingImage)
    go(onWith: script.droppingPassingCode())
  }

  /// Makes the device again, with the apps installed; variables keep their values.
  package mutating func resetDevice() { prepareDevice() }

  /// This session on the device of another one of the same script, to try inputs on: what is tried
  /// acts on that device, by the names of this session.
  ///
  /// - Parameter other: The session whose device it is.
  /// - Returns: The copy.
  package func standing(in other: Session) -> Session {
    var copy = self
    copy.simulation = other.simulation
    copy.apps = other.apps
    copy.nativeApps = other.nativeApps
    copy.nextRecord = other.simulation.history.endIndex
    // Its processes were made of another program, whose functions have other numbers.
    copy.keepsPlans = true
    return copy
  }

  private mutating func replace(_ app: AppDescription, number: Int) {
    guard apps.indices.contains(number) else { return }
    let plan = plan(forApp: number)
    let identifier = apps[number]
    // An app that was removed comes back; the process of one that runs ends.
    let isInstalled = simulation.device.isInstalled(identifier)
    _ = try? move { (simulation: inout Simulation) throws(SimulationError) in
      try simulation.apply(isInstalled ? .update(identifier) : .install(identifier))
    }
    simulation.replace(identifier, with: app, handling: plan.handlers.messages) {
      ScriptedApp(plan)
    }
  }

  // MARK: - Values

  /// How the value of the input prints that ran last, where it is to be shown; it then is what `_`
  /// stands for.
  package mutating func takeShownValue() -> String? {
    guard case .finished = activity, !report.statementsEndedInError else { return nil }
    let text = machine.resultText
    switch content.echo {
    case .never: return nil
    case .unlessNil where text == nil: return nil
    case .unlessNil, .always:
      machine.keepResult(inGlobal: IncrementalProgram.lastValueSlot)
      return text ?? "nil"
    }
  }

  /// The outside's variables and constants with how their values print, in the order of their
  /// declaration; of a name that was declared again only the last.
  package var variables: [(name: String, value: String)] {
    let names = content.program.outside.names
    return names.indices.compactMap { slot in
      guard slot != IncrementalProgram.lastValueSlot, names.lastIndex(of: names[slot]) == slot,
        let value = machine.globalText(slot: slot)
      else { return nil }
      return (names[slot], value)
    }
  }

  /// The variables of an app's living process, read as above, or what a native one exposes; nil
  /// without a process.
  package mutating func variables(of app: AppIdentifier) -> [(name: String, value: String)]? {
    guard let number = apps.firstIndex(of: app) else {
      guard let code = simulation.code(of: app) as? any ExposingCode else { return nil }
      return names(of: app).variables.compactMap { name in
        code.exposedValue(name).map { (name, $0.isPlainData ? $0.recordText : "…") }
      }
    }
    let globals = content.program.units[number].globalTable
    return simulation.withCode(of: app) { code in
      guard let scripted = code as? ScriptedApp else { return [] }
      return globals.names.indices.dropFirst(globals.constantCount).compactMap { slot in
        scripted.machine.globalText(slot: slot).map { (globals.names[slot], $0) }
      }
    }
  }

  /// The names of an app's variables, or of what a native one exposes, and of its controls.
  package func names(of app: AppIdentifier) -> (variables: [String], controls: [String]) {
    if let index = nativeApps.firstIndex(of: app) {
      let native = script.host.apps[index]
      return (native.exposedNames, native.description.controls)
    }
    guard let number = apps.firstIndex(of: app) else { return ([], []) }
    let compiled = content.program.units[number]
    return (
      Array(compiled.globalTable.names.dropFirst(compiled.globalTable.constantCount)),
      compiled.controls.map(\.label)
    )
  }

  /// The words that inputs can use: the built-in ones and the host's.
  package var interface: HostInterface { content.program.host }

  /// The memory of the outside's machine and of the apps' processes, in bytes.
  package var machineBytes: Int {
    apps.reduce(machine.heapBytes) { bytes, app in
      bytes + ((simulation.code(of: app) as? ScriptedApp)?.machine.heapBytes ?? 0)
    }
  }

  /// Whether another session knows the same declarations, and shares what the compiler knows.
  package func sharesCode(with other: Session) -> Bool {
    content.growth?.lastingProgram === other.content.growth?.lastingProgram
  }

  /// The memory of what the compiler knows, in bytes, near enough.
  package var codeBytes: Int { content.growth?.bytes ?? 0 }

  /// The bounds within which everything runs.
  package var limits: RunLimits { script.limits }

  /// The entries of `device { }` as they are written.
  package var deviceEntries: [(key: String, text: String)] {
    content.program.deviceSettings.map { ($0.key, $0.sourceText) }
  }

  /// Where the input that was added last reads `_`.
  package var lastValueUses: [SourceRange] { content.growth?.lastValueUses ?? [] }

  /// The functions that were declared at the top level, in order.
  package var functionNames: [String] { content.growth?.functionNames ?? [] }

  /// The parameters of a function at the top level, optional ones with `?`; nil if there is none of that
  /// name.
  package func parameters(ofFunction name: String) -> [String]? {
    content.growth?.parameters(ofFunction: name)
  }

  /// What is known of the value with which an unfinished input ends, without running it.
  ///
  /// - Parameter text: The input up to the end of the value, such as `Notes.tasks.filter { $0`.
  /// - Returns: What the value can be; nil where no value is there, and where nothing is known of it.
  /// - Complexity: O(*n*) in what was declared so far, most of it copying.
  package func knownValue(atEndOf text: String) -> KnownValue? {
    let tokens = Lexer.tokenize(SourceText(name: "value", text)).tokens
    guard let end = tokens.last(where: { $0.range.count > 0 })?.range.end else { return nil }
    // What closes the brackets makes an input of what is not finished.
    let whole = SourceText(name: "value", text + tokens.closers)
    let model = content.growth?.model(of: Parser.parse(whole, mode: .prompt))
    guard let known = model?.knownValue(at: Int(end)), known.range.end == end else { return nil }
    return known.value
  }

  // MARK: - Scenarios

  /// Whether the statements are over and the scenarios are next, or under way.
  package var isInScenarios: Bool {
    if case .scenario = activity { true } else { currentCase != nil }
  }

  /// This session at the beginning of the scenarios that the last input declares; nil without any.
  ///
  /// They run on devices of their own, with the variables as they are here.
  package var scenarioRun: Session? {
    guard !content.cases.isEmpty, isFinished else { return nil }
    var run = self
    run.memory = machine
    run.forgetOutcome()
    run.activity = .scenario(0)
    return run
  }
}

extension Session: NamesInSight {
  package var appNames: [String] { script.appNames }

  package func memberNames(ofApp name: String) -> [String]? {
    device.app(named: name).map { names(of: $0).variables }
  }

  package func variables(ofApp name: String) -> [(name: String, value: String)]? {
    device.app(named: name).map { app in
      var session = self
      return session.variables(of: app) ?? []
    }
  }

  package func keys(in place: String, ofApp name: String) -> [String]? {
    guard let place = StoragePlace(rawValue: place) else { return nil }
    return device.app(named: name).map { device.keys(in: place, of: $0) }
  }

  package func known(atEndOf text: String) -> (members: [String], symbols: [String])? {
    knownValue(atEndOf: text).map { ($0.members, $0.symbols) }
  }
}

extension [Token] {
  /// What closes the brackets and strings that are open at the end.
  fileprivate var closers: String {
    var open: [String] = []
    // An end that is missing is an empty token.
    for token in self where token.range.count > 0 {
      switch token.kind {
      case .punctuation(.leftParenthesis), .interpolationStart: open.append(")")
      case .punctuation(.leftBracket): open.append("]")
      case .punctuation(.leftBrace): open.append("}")
      case .stringStart: open.append("\"")
      case .multilineStringStart: open.append("\n\"\"\"")
      case .punctuation(.rightParenthesis), .punctuation(.rightBracket), .punctuation(.rightBrace),
        .interpolationEnd, .stringEnd:
        _ = open.popLast()
      default: break
      }
    }
    return open.reversed().map { " " + $0 }.joined()
  }
}
