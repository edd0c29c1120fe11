// One run of a script as a value: the outside's machine, the simulation, and their results so
// far. The machine asks, the session answers by acting on the device, and what happens on the way
// is kept as events until it is taken. A copy of a session is a fork of the run.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalScriptedApps
import RehearsalSyntax
import RehearsalValues

/// A run of a script, from its statements to its last scenario.
public struct Session: Sendable, MachineOwner {
  /// What the session does next.
  enum Activity: Sendable {
    case notStarted
    /// The machine continues with the script.
    case script
    /// The script waits for time to pass up to a moment.
    case advancing(to: VirtualTime)
    /// The script waits for that many events.
    case stepping(left: Int64)
    /// The case of that number is next.
    case scenario(Int)
    case finished
  }

  /// A block that is expected to end an app.
  struct ExpectedEnd: Sendable {
    let app: AppIdentifier
    /// How; nil for however it ends.
    let reason: ExitReason?
    /// What is in the message of a crash; nil for any.
    var text: String?
    var hasHappened = false
    /// The verb that ended it, as a call, where that is what the verb is for.
    var verb: String?
    /// How the app ended for its own fault in the block otherwise.
    var otherReason: ExitReason?
  }

  /// What is played and how: behind one reference, since a search copies sessions by the million.
  private var input: RunInput

  /// What is played, and how; no run changes it.
  private final class RunInput: Sendable {
    let script: Script
    let content: Script.Content
    let strictness: StrictnessOptions
    let collectsAlways: Bool
    let cancellation: CancellationFlag?
    let times: TimeWatch?
    let deadline: SessionDeadline?
    let stop: CancellationFlag?
    /// What a line counts as output, beyond its texts: reports leave room for the longest name.
    let bytesOfALine: Int

    init(
      _ script: Script, _ content: Script.Content, strictness: StrictnessOptions,
      collectsAlways: Bool,
      cancellation: CancellationFlag?, times: TimeWatch?
    ) {
      bytesOfALine = Self.bytesOfALine(of: script)
      self.script = script
      self.content = content
      self.strictness = strictness
      self.collectsAlways = collectsAlways
      self.cancellation = cancellation
      self.times = times
      let deadline = SessionDeadline(milliseconds: script.limits.deadline)
      self.deadline = deadline
      stop = deadline.map { CancellationFlag(within: cancellation, deadline: $0) } ?? cancellation
    }

    /// The same run of another script, in the time that this one has.
    init(_ script: Script, _ content: Script.Content, like other: RunInput) {
      bytesOfALine = Self.bytesOfALine(of: script)
      self.script = script
      self.content = content
      strictness = other.strictness
      collectsAlways = other.collectsAlways
      cancellation = other.cancellation
      times = other.times
      deadline = other.deadline
      stop = other.stop
    }

    private static func bytesOfALine(of script: Script) -> Int {
      AppReport.bytesOfALine + (script.appNames.map(\.utf8.count).max() ?? 0)
    }
  }

  /// The script.
  package var script: Script { input.script }
  var content: Script.Content { input.content }
  /// How the run treats what is probably not meant.
  var strictness: StrictnessOptions { input.strictness }
  var collectsAlways: Bool { input.collectsAlways }
  /// By what another thread stops what runs; nil where only limits do.
  package var cancellation: CancellationFlag? { input.cancellation }
  /// Who is notified of what code computes from moments; nil where nobody asks.
  var times: TimeWatch? { input.times }
  /// The time that the run may take; nil for any.
  var deadline: SessionDeadline? { input.deadline }
  /// What stops the machines: another thread, and the time.
  var stop: CancellationFlag? { input.stop }

  /// Continues with another script, such as a longer one; nothing happens where it cannot be run.
  mutating func go(onWith script: Script) {
    guard let content = script.content else { return }
    input = RunInput(script, content, like: input)
  }

  /// The device and its apps, of the statements or of the current scenario.
  public internal(set) var simulation: Simulation
  /// The script's apps on the device, by their number in the program.
  var apps: [AppIdentifier] = []
  /// The host's apps on the device, by their position among the host's.
  var nativeApps: [AppIdentifier] = []
  /// What runs the code of statements and scenarios.
  @usableFromInline package var machine: Machine
  /// The outside's machine as the statements left it.
  var memory: Machine
  var activity = Activity.notStarted
  /// The number of the current case; nil in the statements.
  var currentCase: Int?
  /// The ends of apps that are no failure, for the statements or for the current scenario.
  var allowedEnds: Set<ExitReason> {
    guard let currentCase, content.cases.indices.contains(currentCase) else {
      return content.allowedEnds
    }
    return content.cases[currentCase].allowedEnds
  }
  /// The device and system under way: the file's in the statements, then those of each case.
  private var profile: Profile {
    guard let currentCase, content.cases.indices.contains(currentCase) else {
      return content.profile
    }
    return content.cases[currentCase].profile
  }

  // The result of the run so far.
  private(set) var events: [RunEvent] = []
  var expectationCount = 0
  /// What it has come to, empty or the one element: sessions are copied all the time, and the copies of
  /// most have nothing of it.
  private var outcomes: [RunOutcome] = []

  // What the device told that is not yet an event.
  var nextRecord = 0
  /// The file's top-level constants by slot, where they have values.
  var constants: [ScriptValue] = []
  var expectedEnds: [ExpectedEnd] = []
  /// The open blocks that ask for refusals.
  var refusalsAskedFor: [RefusalWatch] = []

  /// What a block that asks for refusals has encountered.
  struct RefusalWatch {
    /// The first record that belongs to the block.
    let firstRecord: Int
    /// The rules of the refusals, in order.
    var rules: [RuleNumber?] = []
  }
  /// How many events the current verb has let happen.
  var eventsUnderWay = 0
  /// The bytes of what was said so far, which the limit `output` bounds.
  private(set) var outputBytes = 0
  /// Whether the script rests and an exploration runs its functions.
  var isExploring = false
  /// Whether what happens is unknown to the script, which pays nothing for it.
  var isDisturbed = false
  /// Whether a verb of the exploration's last action was refused or declined.
  package internal(set) var isActionRefused = false
  /// Whether a step ends after an expectation that holds.
  var pausesAtExpectations = false
  /// What the script did to the device, with its places, while that is kept; nil while it is not.
  package internal(set) var acts: [ScriptAct]?
  /// About how many bytes observers of the run keep of it, such as its life for pictures: they
  /// count towards the limit `memory`.
  package var watchedBytes = 0
  /// Whether the apps keep the plans that they were made with.
  var keepsPlans = false
  /// What a storm put into the scenario, which the script does not read back.
  var injected = InjectedHistory()

  /// Prepares a run; nil for a script with errors.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - strictness: How the run treats what is probably not meant.
  ///   - collectsAlways: Whether memory is collected at every allocation, a mode for tests.
  ///   - cancellation: By what another thread stops what runs; nil where only limits do.
  ///   - times: Who is notified of what code computes from moments; nil where nobody asks.
  package init?(
    _ script: Script, strictness: StrictnessOptions = StrictnessOptions(),
    collectsAlways: Bool = false,
    cancellation: CancellationFlag? = nil, times: TimeWatch? = nil
  ) {
    guard let content = script.content else { return nil }
    input = RunInput(
      script, content, strictness: strictness, collectsAlways: collectsAlways,
      cancellation: cancellation, times: times)
    machine = Machine(
      content.image, role: .outside, limits: script.limits.outsideMachine,
      seed: content.profile.seed, collectsAlways: collectsAlways, cancellation: input.stop,
      times: times)
    memory = machine
    simulation = Simulation(profile: content.profile, limits: script.limits.device)
  }

  // MARK: - Running

  /// Whether there is nothing left to run.
  package var isFinished: Bool {
    if case .finished = activity { true } else { false }
  }

  /// Continues until something happened, at most one event of the device; false when the run is over.
  @discardableResult
  public mutating func step() -> Bool {
    switch activity {
    case .notStarted: beginStatements()
    case .script: runScript()
    case .advancing(let end): advanceOnce(to: end)
    case .stepping(let left): stepOnce(left: left)
    case .scenario(let number): begin(scenario: number)
    case .finished: return false
    }
    return true
  }

  /// Runs to the end.
  ///
  /// - Parameter observe: Is given every event, in order, as it happens.
  /// - Returns: How the run came out.
  @discardableResult
  public mutating func run(observing observe: (RunEvent) -> Void = { _ in }) -> RunReport {
    while step() {
      // Not taken but read in place, so that their memory is used again.
      for event in events { observe(event) }
      events.removeAll(keepingCapacity: true)
    }
    return report
  }

  /// The events since they were last taken, in order.
  public mutating func takeEvents() -> [RunEvent] {
    guard !events.isEmpty else { return [] }
    defer { events = [] }
    return events
  }

  /// How the run has come out so far.
  public var report: RunReport {
    RunReport(
      statementFailures: statements?.failures ?? failures,
      statementWarnings: statements?.warnings ?? warnings,
      statementsEndedInError: statementsEndedInError,
      statementExpectationCount: statements?.expectationCount ?? expectationCount,
      scenarios: results)
  }

  // MARK: - Beginnings and ends

  private mutating func beginStatements() {
    beginInput()
    prepareDevice()
    machine.start(content.program.outside.initializer)
    activity = .script
  }

  /// Something begins that has time, events and output of its own: the statements, an input, a call.
  mutating func beginInput() {
    deadline?.begin()
    eventsUnderWay = 0
    outputBytes = 0
  }

  private mutating func begin(scenario number: Int) {
    guard content.cases.indices.contains(number) else {
      activity = .finished
      return
    }
    let scenario = content.cases[number]
    guard scenario.skipReason == nil else {
      finish(scenario, .skipped)
      activity = .scenario(number + 1)
      return
    }
    currentCase = number
    prepareDevice()
    machine = memory
    machine.reseed(profile.seed)
    machine.start(content.program.scenarios[scenario.scenario].function, scenario.arguments)
    activity = .script
    emit(.scenarioBegan(number, title: scenario.title))
  }

  /// Makes a fresh device with the host's and the file's apps installed.
  mutating func prepareDevice() {
    simulation = Simulation(profile: profile, limits: script.limits.device)
    machine.reseed(profile.seed)
    // The compiler and the host have seen to it that no two apps have one name.
    nativeApps = script.host.apps.compactMap { try? simulation.install($0) }
    apps = []
    for (number, app) in content.apps.enumerated() {
      install(app, number: number)
    }
    nextRecord = 0
    failures = []
    warnings = []
    givenWarnings = []
    expectationCount = 0
    expectedEnds = []
    refusalsAskedFor = []
    eventsUnderWay = 0
    outputBytes = 0
    injected = InjectedHistory()
  }

  /// Puts an app of the script on the device.
  mutating func install(_ app: AppDescription, number: Int) {
    let plan = plan(forApp: number)
    let installed = try? simulation.install(app, handling: plan.handlers.messages) {
      ScriptedApp(plan)
    }
    if let installed { apps.append(installed) }
  }

  /// Forgets what failed and what happened, on a copy that goes on to see what comes.
  mutating func forgetFailures() {
    if !outcomes.isEmpty { failures = [] }
    events = []
  }

  /// Forgets the results of what was run before.
  mutating func forgetOutcome() {
    if !outcomes.isEmpty { outcomes = [] }
    expectationCount = 0
  }

  func plan(forApp number: Int) -> ScriptedAppPlan {
    ScriptedAppPlan(
      image: content.image, number: number, limits: script.limits.ofApps,
      seed: profile.seed, collectsAlways: collectsAlways, constants: constants,
      handlers: HandlerTable(content.program.units[number]), words: Vocabulary.appWords,
      host: script.host, cancellation: stop, times: times)
  }

  /// The script under way has ended, or failed.
  mutating func end(with error: RuntimeError?) {
    if let error { fail(.runtimeError(error)) }
    guard let number = currentCase else {
      statements = (failures, warnings, expectationCount)
      statementsEndedInError = error != nil
      if error == nil {
        shareConstants()
        if content.growth != nil {
          activity = .finished
          return
        }
        memory = machine
        activity = .scenario(0)
      } else {
        for scenario in content.cases {
          finish(scenario, scenario.skipReason == nil ? .notRun : .skipped)
        }
        activity = .finished
      }
      return
    }
    let scenario = content.cases[number]
    if strictness.isTest, expectationCount == 0, failures.isEmpty {
      warn(
        .nothingExpected,
        "no `expect` was evaluated, so only an error, a crash or an app killed for its own fault can "
          + "fail this scenario; add an `expect`", at: scenario.place)
    }
    if strictness.isTest, failures.isEmpty, scenario.failureReason == nil, error == nil {
      judge(scenario)
    }
    if let reason = scenario.failureReason {
      endExpectedFailure(of: scenario, reason)
    } else {
      finish(scenario, failures.isEmpty ? .passed : .failed)
    }
    activity = .scenario(number + 1)
  }

  /// A scenario that has to fail has ended: an expectation has to have failed, and nothing
  /// else, which is never what was meant.
  private mutating func endExpectedFailure(of scenario: ScenarioCase, _ reason: String) {
    let expected = failures.filter(\.canBeExpected)
    failures.removeAll(where: \.canBeExpected)
    if failures.isEmpty, expected.isEmpty {
      let pass = failure(.unexpectedPass(scenario.place, reason: reason))
      failures = [pass]
      emit(.failure(pass))
    }
    if strictness.isTest, failures.isEmpty { warnOfOtherFailure(scenario, reason, expected) }
    finish(scenario, failures.isEmpty ? .passed : .failed, expectedFailures: expected)
  }

  private mutating func finish(
    _ scenario: ScenarioCase, _ status: ScenarioResult.Status, expectedFailures: [Failure] = []
  ) {
    let wasRun = status == .passed || status == .failed
    let result = ScenarioResult(
      scenario: scenario, status: status, failures: wasRun ? failures : [],
      warnings: wasRun ? warnings : [], expectedFailures: expectedFailures,
      expectationCount: wasRun ? expectationCount : 0,
      duration: wasRun ? simulation.device.now.sinceStart : .zero,
      evidence: wasRun ? evidence : CaseEvidence())
    results.append(result)
    emit(.scenarioEnded(result))
  }

  // MARK: - Events

  /// Reports something: what is reported counts as output, whether or not it is shown, so that a
  /// run ends the same way with every report.
  ///
  /// A search reports nothing of what it does itself: an absence of hours has millions of records.
  mutating func emit(_ event: RunEvent) {
    guard !isExploring, !isDisturbed else { return }
    outputBytes += bytes(of: event)
    events.append(event)
  }

  /// What an event counts as output: its texts, and what reports write around them.
  private func bytes(of event: RunEvent) -> Int {
    switch event {
    case .record(let record): input.bytesOfALine + record.textBytes
    case .output(let text, _): bytes(ofPrinted: text)
    // The limit `failures` bounds how many there are, and how long they may be.
    case .scenarioBegan, .scenarioEnded, .warning, .failure: input.bytesOfALine
    }
  }

  /// What a printed line counts as output; reports say to which scenario it belongs.
  private func bytes(ofPrinted text: String) -> Int {
    let title = currentCase.map { content.cases[$0].title.utf8.count } ?? 0
    return input.bytesOfALine + text.utf8.count + title
  }

  /// Ends the script whose output has reached its limit.
  ///
  /// - Parameter text: A line that is to be printed.
  /// - Throws: The error of the limit.
  func checkOutput(with text: String? = nil) throws(HostFunctionError) {
    let limit = script.limits.outputBytes
    guard !isDisturbed, outputBytes + (text.map(bytes(ofPrinted:)) ?? 0) > limit else { return }
    throw .outputLimit(limit)
  }

  /// Notes what is probably not what was meant, once for each place and message; a failure in a
  /// strict run.
  ///
  /// A user at a prompt sees the outcome, and is not warned.
  mutating func warn(_ identifier: DiagnosticIdentifier, _ message: String, at place: SourcePlace) {
    let hasRoom = strictness.isStrict ? hasRoomForFailures : warnings.count < keptFailures
    guard content.growth == nil, !isExploring, hasRoom,
      givenWarnings.insert("\(place.file):\(place.range.start): \(message)").inserted
    else { return }
    let warning = Diagnostic(identifier, in: place.source, at: place.range, message)
    if strictness.isStrict { return fail(.warning(warning)) }
    warnings.append(warning)
    emit(.warning(warning))
  }

  /// How many failures are kept, and how many warnings.
  private var keptFailures: Int { max(1, script.limits.failures) }

  /// Whether another failure is kept, or is the one that stands for those that are not.
  var hasRoomForFailures: Bool { failures.count <= keptFailures }

  /// Notes a failure, with the records that led to it.
  mutating func fail(_ reason: Failure.Reason) {
    let limit = keptFailures
    guard hasRoomForFailures else { return }
    var reason = reason
    if failures.count == limit {
      // One more stands for all that follow.
      reason = .runtimeError(
        RuntimeError(
          .outputLimit, "more than \(limit) failures, the limit `failures`; others are not shown",
          stack: reason.calls))
    }
    if failures.isEmpty { simulation.noteRequestsThatWait() }
    let failure = failure(reason)
    failures.append(failure)
    // What a scenario has to fail with is reported when it has ended.
    let isExpected = currentCase.map { content.cases[$0].failureReason != nil } ?? false
    if !isExpected || !failure.canBeExpected { emit(.failure(failure)) }
  }

  /// A failure at this moment, with the records before it.
  private func failure(_ reason: Failure.Reason) -> Failure {
    let history = simulation.history
    let recent = history.records(since: history.endIndex - Self.searchedRecordCount)
      .filter { $0.kind != .notification }
    return Failure(
      reason: reason, time: simulation.device.now, recentRecords: Self.causes(among: recent))
  }

  /// What probably led to a failure, of what happened before it: the last end of a process, the last
  /// refusal, the last advice and the last verb, and as much as there is room for of what came last.
  private static func causes(among records: [Record]) -> [Record] {
    let kinds: [Set<RecordKind>] = [[.exit], [.refusal], [.advice], [.stimulus]]
    var chosen = Set(kinds.compactMap { kind in records.lastIndex { kind.contains($0.kind) } })
    for index in records.indices.reversed() where chosen.count < recentRecordCount {
      chosen.insert(index)
    }
    return chosen.sorted().map { records[$0] }
  }

  /// How many records before a failure are kept with it, and among how many they are looked for.
  private static let recentRecordCount = 6
  static let searchedRecordCount = 400
}

// MARK: - What it has come to

/// What a run has come to so far.
private struct RunOutcome: Sendable {
  var failures: [Failure] = []
  var warnings: [Diagnostic] = []
  var givenWarnings: Set<String> = []
  var evidence = CaseEvidence()
  var statements: (failures: [Failure], warnings: [Diagnostic], expectationCount: Int)?
  var statementsEndedInError = false
  var results: [ScenarioResult] = []
}

extension Session {
  private var outcome: RunOutcome {
    @inline(__always) get { outcomes.isEmpty ? RunOutcome() : outcomes[0] }
    @inline(__always) _modify {
      if outcomes.isEmpty { outcomes.append(RunOutcome()) }
      yield &outcomes[0]
    }
  }

  /// What failed in the statements, or in the current scenario or over.
  package private(set) var failures: [Failure] {
    get { outcomes.isEmpty ? [] : outcomes[0].failures }
    _modify { yield &outcome.failures }
  }

  private(set) var warnings: [Diagnostic] {
    get { outcomes.isEmpty ? [] : outcomes[0].warnings }
    _modify { yield &outcome.warnings }
  }

  /// The warnings that were given; each is given once in a scenario.
  private var givenWarnings: Set<String> {
    get { outcomes.isEmpty ? [] : outcomes[0].givenWarnings }
    _modify { yield &outcome.givenWarnings }
  }

  /// What was evaluated and encountered, since the statements began.
  package internal(set) var evidence: CaseEvidence {
    get { outcome.evidence }
    _modify { yield &outcome.evidence }
  }

  private var statements: (failures: [Failure], warnings: [Diagnostic], expectationCount: Int)? {
    get { outcome.statements }
    _modify { yield &outcome.statements }
  }

  private var statementsEndedInError: Bool {
    get { outcome.statementsEndedInError }
    _modify { yield &outcome.statementsEndedInError }
  }

  private var results: [ScenarioResult] {
    get { outcome.results }
    _modify { yield &outcome.results }
  }
}
