// Mutation testing: which changes of the apps' code would the scenarios of a suite not notice? The
// suite is read once. Every change is made in its tree, and those scenarios that run the changed
// place are played with it until one fails.

import Rehearsal
import RehearsalFiles
import RehearsalMachine
import RehearsalSyntax
import Synchronization

/// The scripts of a suite, and every change that the code of their apps can have.
package struct MutationSuite: Sendable {
  /// A script of the suite with its imports.
  struct Test: Sendable {
    let source: SourceText
    /// The files, imported ones before those that import them, the script itself last.
    var parsed: [ParsedScript]
    let host: ScriptHost
    var limits: RunLimits
    /// How many handlers are warned of for lack of an answer in the code as is.
    var unansweredCount = 0
    /// What is run of each file's changes, by the file's name; empty until the suite was run.
    var coverage: [String: [Coverage]] = [:]
  }

  /// What runs the place of a change.
  struct Coverage: Sendable {
    /// Whether the statements do, which come before every scenario.
    var isRunByStatements = false
    /// The scenarios that do, by the places of their titles.
    var scenarios: Set<Int32> = []
  }

  /// A change of a file of the suite.
  package struct Change: Sendable {
    /// The file.
    package let source: SourceText
    /// The line, from 1.
    package let line: Int
    /// What is changed, in words.
    package let description: String
    /// Which change of the file it is.
    let number: Int

    /// The line that names it: where it is, and what is changed.
    package var heading: String { "\(source.name):\(line): \(description)" }
  }

  /// The result of a change.
  package enum Outcome: String, Sendable {
    /// A scenario fails with it.
    case noticed
    /// Scenarios run it, and pass.
    case unnoticed
    /// No scenario runs its place.
    case notRun
    /// It turns the script into what is no script, or lacks an answer that checking asks for.
    case invalid

    /// What there is to say of it; nil for changes that were noticed or do not count.
    package var remark: String? {
      switch self {
      case .invalid, .noticed: nil
      case .unnoticed: "no scenario detects it"
      case .notRun: "no scenario runs this line"
      }
    }
  }

  /// Why a suite cannot be used.
  package enum UnusableReason: Error, Sendable {
    /// A script cannot be read.
    case unreadable(ScriptReadError)
    /// A script has errors.
    case errors([Diagnostic])
    /// Scenarios fail with the code as is, or the statements do; by the names of the files.
    case failing([FailingCase])
  }

  /// What fails with the code as is.
  package struct FailingCase: Sendable {
    /// The script.
    package let source: SourceText
    /// The scenario's title; nil for the statements.
    package let title: String?
    /// Where the scenario's title begins; nil for the statements.
    let start: Int32?
  }

  var tests: [Test]
  private let limits: RunLimits

  /// The scenarios that fail with the code as is, and statements, with their whole scripts: they play no
  /// part.
  package private(set) var leftOut: [FailingCase] = []

  /// The changes, by file in the order in which files were read, and by place.
  package let changes: [Change]

  /// Reads the scripts of a suite.
  ///
  /// - Parameters:
  ///   - scripts: The scripts with what their imports come from. A file that is both a script and
  ///     imported by another must have one name in both.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of reading and running.
  /// - Throws: `UnusableReason`, where a script has errors.
  package init(
    _ scripts: [(source: SourceText, imports: ImportSource?)], host: ScriptHost = ScriptHost(),
    limits: RunLimits = RunLimits()
  ) throws(UnusableReason) {
    tests = []
    self.limits = limits
    for script in scripts {
      let loader = ScriptLoader(script.source, limits: limits, source: script.imports)
      let diagnostics = loader.scripts.flatMap(\.diagnostics) + loader.diagnostics
      if diagnostics.contains(where: { $0.severity == .error }) {
        throw .errors(diagnostics.told(atMost: limits.syntax.diagnostics))
      }
      tests.append(
        Test(source: script.source, parsed: loader.scripts, host: host, limits: limits))
    }
    changes = Self.changes(of: tests)
  }

  /// Whether no script is left to run.
  package var isEmpty: Bool { tests.isEmpty }

  /// Keeps those scenarios only that are chosen, and the scripts that have some.
  ///
  /// - Parameter isChosen: Whether a scenario of a file plays a part, by the file's name and its title.
  package mutating func keep(where isChosen: (_ file: String, _ title: String) -> Bool) {
    tests = tests.compactMap { test in
      var rest = test
      return rest.keep { isChosen(test.source.name, $0.title) } ? rest : nil
    }
  }

  /// Runs the suite as is, and finds out which scenarios run what.
  ///
  /// - Parameter leavesOutFailing: Whether scenarios that fail play no part; else all have to pass.
  /// - Throws: `UnusableReason`.
  package mutating func runUnchanged(leavesOutFailing: Bool = false) throws(UnusableReason) {
    while true {
      do throws(UnusableReason) {
        try bound()
        break
      } catch {
        guard leavesOutFailing, case .failing(let failing) = error else { throw error }
        leaveOut(failing)
        if tests.isEmpty { throw .failing(leftOut) }
      }
    }
    for index in tests.indices { tests[index].cover() }
  }

  /// Takes out what fails.
  private mutating func leaveOut(_ failing: [FailingCase]) {
    leftOut += failing
    tests = tests.compactMap { test in
      let own = failing.filter { $0.source === test.source }
      guard !own.isEmpty else { return test }
      let starts = Set(own.compactMap(\.start))
      guard starts.count == Set(own.map(\.start)).count else { return nil }
      var rest = test
      return rest.keep { !starts.contains($0.place.range.start) } ? rest : nil
    }
  }

  /// The changes of all files, each file once.
  private static func changes(of tests: [Test]) -> [Change] {
    var known: Set<String> = []
    var changes: [Change] = []
    for script in tests.flatMap(\.parsed) where known.insert(script.source.name).inserted {
      let lines = LineTable(script.source)
      for (number, mutation) in script.mutations.enumerated() {
        changes.append(
          Change(
            source: script.source, line: lines.line(at: Int(mutation.range.start)),
            description: mutation.description(in: script.source), number: number))
      }
    }
    return changes
  }

  /// Runs the suite as is, and sets limits that it keeps well within, so that a change that
  /// never ends is soon stopped.
  private mutating func bound() throws(UnusableReason) {
    var bound = 10_000
    while true {
      let tight = limits.bounded(by: bound)
      var failing: [FailingCase] = []
      for index in tests.indices {
        tests[index].limits = tight
        failing += try tests[index].keepPassing()
      }
      if failing.isEmpty { break }
      guard tight != limits else { throw .failing(failing) }
      bound *= 10
    }
    for index in tests.indices { tests[index].limits = limits.bounded(by: bound * 10) }
  }

  /// Plays what runs the place of a change with that change, until something fails; the suite has to
  /// have been run as is.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - cancellation: By what another thread stops it; nil for limits alone.
  /// - Returns: What came of it; nil where it was stopped before that was known.
  /// - Complexity: At most that of a run of the suite.
  package func outcome(
    of change: Change, stoppedBy cancellation: CancellationFlag? = nil
  ) -> Outcome? {
    var outcome = Outcome.notRun
    var hasCompiled = false
    for test in tests {
      guard let coverage = test.coverage[change.source.name] else { continue }
      let isRun = coverage.indices.contains(change.number)
      let part = isRun ? coverage[change.number] : Coverage()
      let runsAny = part.isRunByStatements || !part.scenarios.isEmpty
      // One compilation tells whether there is such a script at all.
      if !runsAny, hasCompiled { continue }
      let script = test.script(with: change, part)
      guard let session = Session(script, cancellation: cancellation),
        script.unansweredCount == test.unansweredCount
      else { return .invalid }
      hasCompiled = true
      guard runsAny else { continue }
      let fails = Test.fails(session)
      // What is stopped fails, too.
      if cancellation?.isCancelled == true { return nil }
      if fails { return .noticed }
      outcome = .unnoticed
    }
    return outcome
  }
}

extension MutationSuite.Test {
  /// Runs the script as is and keeps the scenarios that pass without a failure.
  ///
  /// - Returns: What fails: scenarios by their titles, the statements by nil.
  fileprivate mutating func keepPassing() throws(MutationSuite.UnusableReason)
    -> [MutationSuite.FailingCase]
  {
    let script = Script(source, parsed: parsed, host: host, limits: limits)
    guard var session = Session(script) else { throw .errors(script.diagnostics) }
    unansweredCount = script.unansweredCount
    let report = session.run()
    var failing: [MutationSuite.FailingCase] = []
    if !report.statementFailures.isEmpty {
      failing.append(.init(source: source, title: nil, start: nil))
    }
    for scenario in report.scenarios where !scenario.hasPassed {
      failing.append(
        .init(source: source, title: scenario.title, start: scenario.place.range.start))
    }
    return failing
  }

  /// Keeps those scenarios only that are chosen, all cases of one together; false if there are none.
  fileprivate mutating func keep(_ isChosen: (ScenarioCase) -> Bool) -> Bool {
    let cases = Script(source, parsed: parsed, host: host, limits: limits).cases
    let kept = Set(cases.filter(isChosen).map(\.place.range.start))
    guard !kept.isEmpty, let main = parsed.popLast() else { return false }
    parsed.append(main.keepingScenarios(at: kept))
    return true
  }

  /// Finds out what runs the places of changes.
  fileprivate mutating func cover() {
    let recorder = ProbeRecorder()
    let name = "probe…"
    var offsets: [(file: String, first: Int, count: Int)] = []
    var next = 0
    var probed: [ParsedScript] = []
    for file in parsed {
      let count = file.mutations.count
      offsets.append((file.source.name, next, count))
      probed.append(file.probed(calling: name, from: next))
      next += count
    }
    var found = [MutationSuite.Coverage](repeating: MutationSuite.Coverage(), count: next)
    let script = Script(
      source, parsed: probed, host: host.probing(name) { recorder.note($0) }, limits: limits)
    if var session = Session(script) {
      var hasBegun = false
      session.run { event in
        switch event {
        case .scenarioBegan where !hasBegun:
          hasBegun = true
          for number in recorder.take() { found[number].isRunByStatements = true }
        case .scenarioEnded(let result):
          for number in recorder.take() {
            found[number].scenarios.insert(result.place.range.start)
          }
        default: break
        }
      }
      if !hasBegun { for number in recorder.take() { found[number].isRunByStatements = true } }
    }
    for file in offsets {
      coverage[file.file] = Array(found[file.first..<file.first + file.count])
    }
  }

  /// Whether anything fails; the run ends there.
  fileprivate static func fails(_ session: consuming Session) -> Bool {
    while session.step() {
      for event in session.takeEvents() {
        if case .failure = event { return true }
      }
    }
    return false
  }

  /// The script with a change, and with those scenarios only that run its place.
  fileprivate func script(
    with change: MutationSuite.Change, _ coverage: MutationSuite.Coverage
  ) -> Script {
    var changed = parsed.map { file in
      file.source.name == change.source.name ? file.applying(mutation: change.number) : file
    }
    if !coverage.isRunByStatements, let main = changed.popLast() {
      changed.append(main.keepingScenarios(at: coverage.scenarios))
    }
    return Script(source, parsed: changed, host: host, limits: limits)
  }
}

extension Script {
  /// How many handlers end without the answer that they owe.
  fileprivate var unansweredCount: Int {
    diagnostics.count { $0.identifier == .missingReturnValue }
  }
}

extension RunLimits {
  /// These limits with those that an endless script reaches held below a number.
  fileprivate func bounded(by bound: Int) -> RunLimits {
    var limits = self
    for name in [LimitName.instructions, .handlerInstructions, .events] {
      limits[name] = min(limits[name], bound)
    }
    return limits
  }
}

/// The numbers of the probes that a running script reached since the last request.
private final class ProbeRecorder: Sendable {
  private let numbers = Mutex<Set<Int>>([])

  /// Notes that a probe was reached.
  func note(_ number: Int) { numbers.withLock { _ = $0.insert(number) } }

  /// The numbers since they were last taken.
  func take() -> Set<Int> {
    numbers.withLock { numbers in
      defer { numbers.removeAll(keepingCapacity: true) }
      return numbers
    }
  }
}

extension MutationSuite {
  /// Reads the scripts of files.
  ///
  /// A file has one name, whether it is a script of the suite or imported by one: its path from the
  /// current folder, links resolved, or its whole path where it lies elsewhere.
  ///
  /// - Parameters:
  ///   - files: The paths of the scripts; `-` reads standard input.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of reading and running.
  ///   - roots: The folders from which imports may come.
  /// - Returns: The suite, which was not run yet.
  /// - Throws: `UnusableReason`.
  package static func load(
    _ files: [String], host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
    roots: ImportRoots = ImportRoots()
  ) throws(UnusableReason) -> MutationSuite {
    let scripts = try files.map { file throws(UnusableReason) in
      let imports = ScriptFile.imports(of: file, within: roots)
      let source: ImportSource = { path, importer in imports(path, importer).map { named($0) } }
      do throws(ScriptReadError) {
        let text = try ScriptFile.read(file, atMost: limits.syntax.sourceSize)
        return (named(text), source)
      } catch { throw .unreadable(error) }
    }
    return try MutationSuite(scripts, host: host, limits: limits)
  }

  /// A text under the one name of its file.
  private static func named(_ source: SourceText) -> SourceText {
    guard FilePath(source.name).exists else { return source }
    let (folder, path) = (FilePath("").canonical.text + "/", FilePath(source.name).canonical.text)
    let name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    return SourceText(name: name, bytes: source.bytes)
  }
}
