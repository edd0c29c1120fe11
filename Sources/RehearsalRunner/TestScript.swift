// A script as a runner sees it: what it is read from, and the cases that it leads to. A script that
// cannot be read, or that has errors, is one case, which fails.

import Rehearsal
import RehearsalSyntax

/// A script with its cases.
package struct TestScript: Sendable {
  /// The path, as it was found.
  package let path: String
  /// The script; nil where it cannot be read.
  package let script: Script?
  /// Where its imports come from; nil where it has none.
  package let imports: ImportSource?
  /// Why it cannot be read.
  let readProblem: CaseProblem?
  /// What its comments expect of its run; nil where it is tested by its scenarios.
  let expectations: ScriptExpectations?
  /// The cases in the order of the script.
  package let cases: [TestCase]
  /// Whether the command chose versions or models.
  private(set) var isOnChosenSystems = false

  /// How scripts are loaded.
  package struct Loading: Sendable {
    /// The functions and native apps that the scripts can use.
    package var host: ScriptHost
    /// The bounds of reading and running.
    package var limits: RunLimits
    /// The versions and models on which each scenario is played whose header names none.
    package var systems: PlayedSystems
    /// Whether comments say what is expected of a run.
    package var readsComments = false
    /// Whether warnings of the check are errors.
    package var isStrict = false

    /// Makes a way that reads no comments and lets warnings be.
    package init(
      host: ScriptHost = ScriptHost(), limits: RunLimits = RunLimits(),
      systems: PlayedSystems = PlayedSystems()
    ) { (self.host, self.limits, self.systems) = (host, limits, systems) }
  }

  /// Checks a script.
  ///
  /// - Parameters:
  ///   - path: The path, as it was found.
  ///   - source: The text.
  ///   - imports: Where its imports come from.
  ///   - loading: How it is loaded.
  package init(
    _ path: String, _ source: SourceText, imports: ImportSource?, _ loading: Loading = Loading()
  ) {
    var (limits, systems) = (loading.limits, loading.systems)
    let expectations = loading.readsComments ? ScriptExpectations(source) : nil
    if let expectations, !expectations.isEmpty {
      // What comments say of a run is what it is on the file's own device.
      (limits, systems) = (expectations.limits(over: limits), PlayedSystems())
    }
    let script = Script(
      source, host: loading.host, limits: limits, imports: imports, systems: systems)
    self.init(
      path, script, imports: imports, readsComments: loading.readsComments,
      isStrict: loading.isStrict)
    isOnChosenSystems = systems != PlayedSystems()
  }

  /// Makes it of a script that was read already.
  package init(
    _ path: String, _ script: Script, imports: ImportSource? = nil,
    readsComments: Bool = false, isStrict: Bool = false
  ) {
    self.path = path
    self.script = script
    self.imports = imports
    readProblem = nil
    let expectations = readsComments ? ScriptExpectations(script.source) : nil
    self.expectations = expectations?.isEmpty == false ? expectations : nil
    cases =
      if self.expectations != nil {
        [TestCase(file: path, line: 1, content: .comments)]
      } else if !script.isRunnable || isStrict && !script.diagnostics.isEmpty {
        [TestCase(file: path, line: 1, content: .unusable)]
      } else {
        Self.cases(of: script, path)
      }
  }

  /// Makes it of a file that cannot be read, for a reason.
  package init(_ path: String, unreadable reason: String, _ identifier: DiagnosticIdentifier) {
    self.path = path
    script = nil
    imports = nil
    readProblem = .unreadable(reason, identifier)
    expectations = nil
    cases = [TestCase(file: path, line: 1, content: .unusable)]
  }

  private static func cases(of script: Script, _ path: String) -> [TestCase] {
    guard !script.cases.isEmpty else {
      guard script.isTest else { return [] }
      return script.wholePlayings.enumerated().map { number, playing in
        let content = TestCase.Content.script(number)
        return TestCase(
          file: path, line: 1, content: content,
          title: playing.remark.isEmpty ? nil : "\(content.title) (\(playing.remark))",
          commonTitle: content.title)
      }
    }
    let table = LineTable(script.source)
    return script.cases.enumerated().map { number, scenario in
      TestCase(
        file: path, line: table.line(at: Int(scenario.place.range.start)),
        content: .scenario(number), title: scenario.title, commonTitle: scenario.commonTitle,
        parameters: scenario.parameters,
        tags: scenario.tags, skipReason: scenario.skipReason,
        failureReason: scenario.failureReason, unplayedSystems: scenario.unplayedSystems)
    }
  }

  /// Whether no system was chosen for it besides those of its own headers.
  var isOnOwnSystems: Bool {
    (script?.cases ?? []).allSatisfy(\.unplayedSystems.isEmpty) && !isOnChosenSystems
  }

  /// Whether its statements and scenarios are run, and not compared with its comments.
  var runsByItself: Bool {
    !cases.contains { $0.content == .unusable || $0.content == .comments }
  }

  /// Whether it only declares, which is no test, and is warned of all the same.
  package var onlyWarns: Bool { cases.isEmpty && !warnings.isEmpty }

  /// That it was read.
  var beginning: TestEvent {
    .scriptBegan(path: path, appNames: script?.appNames ?? [], warnings: warnings)
  }

  /// The warnings of a script that runs and that does not speak of its own warnings.
  package var warnings: [Diagnostic] {
    guard let script, runsByItself else { return [] }
    return script.diagnostics.filter { $0.severity == .warning }
  }
}
