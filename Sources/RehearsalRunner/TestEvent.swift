// What a runner reports, in order: a run begins, scripts are read, cases begin, do something and
// end, the run ends. Whatever is done with scripts is reported so, and reports are made of these
// and of nothing else.

import Rehearsal
import RehearsalFiles
import RehearsalSyntax
import RehearsalText
import RehearsalValues

/// Something that a runner tells.
package enum TestEvent: Sendable {
  /// A run begins.
  case runBegan(RunBeginning)
  /// A script was read that has these apps, with these warnings.
  case scriptBegan(path: String, appNames: [String], warnings: [Diagnostic])
  /// A case begins.
  case caseBegan(TestCase, repetition: Int)
  /// Something happened in a case: it printed, or something failed; of a script that is played
  /// whole, everything, with the place of the statement that led to it where places are kept.
  case happened(RunEvent, in: TestCase, at: SourcePlace? = nil)
  /// What another machine told programs of a failure in a case that it ran.
  case told(JSONValue)
  /// A case has ended.
  case caseEnded(CaseResult)
  /// A case of the script does not come out the same on all systems on which it is played.
  case differed(SystemDifference)
  /// Cases that were chosen are not run, since the run ends with the first failure.
  case leftOut([TestCase])
  /// All cases of a script have passed, and something in it tests nothing.
  case warned(path: String, warnings: [Diagnostic])
  /// All cases of a script have ended; with what they say about its apps, where that is measured, and with
  /// what tests nothing as far as this part of the run can say: nil where it cannot, or is the whole.
  case scriptEnded(path: String, idle: IdleMeasure?, suspected: [Diagnostic]? = nil)
  /// The run has ended.
  case runEnded(RunEnding)
}

/// What a run begins with, and what decides what comes out besides the scripts and the options given.
package struct RunBeginning: Sendable {
  /// How many scripts it has.
  package var scriptCount: Int
  /// The seed of the order, where one was drawn.
  package var shuffleSeed: UInt64?
  /// The file of the project that says some of the options; nil for none.
  package var configuration: String?
  /// What looks like scripts in the folders of the run and is none of it.
  package var leftOut: [ScriptFile.LeftOut] = []
  /// Whether the run has failed where something is left out.
  package var isStrict = false

  /// Makes the beginning of a run of some scripts.
  package init(
    scriptCount: Int, shuffleSeed: UInt64? = nil, configuration: String? = nil,
    leftOut: [ScriptFile.LeftOut] = [], isStrict: Bool = false
  ) {
    self.scriptCount = scriptCount
    self.shuffleSeed = shuffleSeed
    self.configuration = configuration
    self.leftOut = leftOut
    self.isStrict = isStrict
  }
}

/// The result of a run, as reports give it.
package struct RunEnding: Sendable {
  /// What is reported to programs: the kind of the object, and its content.
  let form: JSONForm
  let fields: [JSONForm.Field: JSONValue]
  /// What is reported to people, as a line without its end; nil for nothing.
  let line: String?
  /// Whether the user stopped it.
  let isInterrupted: Bool
  /// The exit code of the command.
  package let exitCode: Int32

  /// Reports the result of a run.
  package init(
    _ form: JSONForm = .runEnded, _ fields: [JSONForm.Field: JSONValue] = [:], exitCode: Int32,
    line: String? = nil, isInterrupted: Bool = false
  ) {
    self.form = form
    self.fields = fields.merging([.exitCode: exitCode.json]) { $1 }
    self.line = line
    self.exitCode = exitCode
    self.isInterrupted = isInterrupted
  }
}

/// The result of a run.
package struct TestSummary: Sendable {
  /// How many cases passed.
  package private(set) var passedCount = 0
  /// How many failed, those included that cannot be run.
  package private(set) var failedCount = 0
  /// How many were skipped.
  package private(set) var skippedCount = 0
  /// How many were left out after the first failure.
  private var leftOutCount = 0
  /// The scenarios that keep to systems of their own, by file and line, and those that were asked for
  /// and do not lead to them.
  private var keptScenarios: Set<String> = []
  private var unplayedSystems: [String] = []
  /// How many cases keep to systems of their own.
  private var keptCount = 0
  /// Whether the user stopped it.
  package var isInterrupted = false
  private var hasScriptErrors = false
  /// The paths that look like scripts and were none of the run, and whether that is a failure.
  private var leftOutPaths: [String] = []
  /// How many scenarios also pass where the apps do nothing, among how many; nil if that is not
  /// measured.
  private var idle: (passing: Int, count: Int)?
  private var refusesLeftOut = false
  /// The known deviations of devices that no search tried, by their names.
  private var untriedQuirks: Set<String> = []
  /// The handlers that no case of a file has run, in their order.
  private var handlersNeverRun: [String: [String]] = [:]

  /// How many cases have an end.
  package var caseCount: Int { passedCount + failedCount + skippedCount }

  /// Makes the summary of no cases.
  package init() {}

  /// Notes what the run begins with.
  package mutating func begin(_ beginning: RunBeginning) {
    leftOutPaths = beginning.leftOut.map(\.path)
    refusesLeftOut = beginning.isStrict
  }

  /// Counts what the scenarios of a file say about its apps.
  package mutating func count(_ measure: IdleMeasure) {
    let known = idle ?? (0, 0)
    idle = (known.passing + measure.passing.count, known.count + measure.count)
  }

  /// Counts a case.
  package mutating func count(_ result: CaseResult) {
    switch result.status {
    case .passed: passedCount += 1
    case .skipped: skippedCount += 1
    case .failed, .error, .notRun: failedCount += 1
    }
    if result.problems.contains(where: \.isScriptError) { hasScriptErrors = true }
    let testCase = result.testCase
    untriedQuirks.formUnion(result.untried.quirks)
    if let handlers = result.untried.handlers {
      let known = handlersNeverRun[testCase.file] ?? handlers
      handlersNeverRun[testCase.file] = known.filter(handlers.contains)
    }
    guard !testCase.unplayedSystems.isEmpty else { return }
    keptScenarios.insert("\(testCase.file):\(testCase.line)")
    keptCount += 1
    for system in testCase.unplayedSystems where !unplayedSystems.contains(system) {
      unplayedSystems.append(system)
    }
  }

  /// Counts cases that were left out after the first failure.
  package mutating func count(leftOut cases: [TestCase]) { leftOutCount += cases.count }

  /// Whether there were cases and every one was skipped, which tests nothing.
  package var isAllSkipped: Bool { caseCount > 0 && caseCount == skippedCount }

  /// Whether systems were asked for and no case is played on them.
  package var playsNoChosenSystem: Bool { keptCount > 0 && keptCount == caseCount }

  /// How many cases went how, without a line end: `3 passed, 1 failed`.
  package var counts: String {
    var text = "\(passedCount) passed, \(failedCount) failed"
    if skippedCount > 0 { text += ", \(skippedCount) skipped" }
    if leftOutCount > 0 { text += ", \(leftOutCount) left out after the first failure" }
    return isInterrupted ? "interrupted: " + text : text
  }

  /// The line for people, without a line end: the counts, and what else is to be known of the run.
  package var line: String {
    var text = counts
    if !keptScenarios.isEmpty {
      let count = keptScenarios.count
      text +=
        "; not run on \(unplayedSystems.joined(separator: ", ")): "
        + (count == 1 ? "1 scenario, whose header names" : "\(count) scenarios, whose headers name")
        + (count == 1 ? " a system of its own" : " systems of their own")
    }
    if !leftOutPaths.isEmpty {
      let names = leftOutPaths.prefix(3).map(\.printableLine).joined(separator: ", ")
      let more = leftOutPaths.count > 3 ? " and \(leftOutPaths.count - 3) more" : ""
      text += "; left out: \(names)\(more)" + (refusesLeftOut ? ", which --strict refuses" : "")
    }
    if let idle {
      text += "; \(idle.passing) of \(idle.count) scenarios also pass if the apps do nothing"
    }
    return text + untried
  }

  /// What no search has tried, for the end of the line.
  private var untried: String {
    var text = ""
    let handlers = handlersNeverRun.sorted { $0.key < $1.key }.flatMap(\.value)
    if !handlers.isEmpty {
      let names = handlers.prefix(3).joined(separator: ", ")
      let more = handlers.count > 3 ? " and \(handlers.count - 3) more" : ""
      text += "; never ran: \(names)\(more)"
    }
    switch untriedQuirks.count {
    case 0: break
    case 1: text += "; 1 known deviation of devices was not tried, `--quirks` tries it"
    case let count:
      text += "; \(count) known deviations of devices were not tried, `--quirks` tries them"
    }
    return text
  }

  /// What reports tell of it.
  package var ending: RunEnding {
    RunEnding(
      .runEnded,
      [
        .passed: passedCount.json, .failed: failedCount.json, .skipped: skippedCount.json,
        .leftOut: leftOutCount.json, .interrupted: isInterrupted.json,
      ], exitCode: exitCode.rawValue, line: line, isInterrupted: isInterrupted)
  }

  /// The exit code of a command that ran it.
  package var exitCode: RunExitCode {
    if isInterrupted { return .interrupted }
    if hasScriptErrors { return .scriptError }
    return failedCount > 0 || refusesLeftOut && !leftOutPaths.isEmpty ? .failed : .passed
  }
}
