// Storms of scenarios as test cases: each scenario with each disturbance is a case of its own, which
// injects that disturbance at every step and passes if the scenario survives it.

import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalLifecycle
import RehearsalTesting
import Testing

#if canImport(XCTest)
  import XCTest
#endif

/// A scenario and one thing that comes over it at each of its steps, as a test case.
public struct ScriptStorm: Sendable {
  /// The script's path.
  let path: String
  /// The scenario's title; nil for a script that has errors.
  public let title: String?
  /// The name of what disturbs, such as `purge`; nil for a script that has errors.
  public let disturbance: String?
  private let script: Script
  /// What was looked into for scripts, below which imports lie.
  private let root: String
  private let number: Int?
  private let baseline: Baseline

  /// The storms of the scenarios of a script, or of all scripts of a folder and the folders below it.
  ///
  /// What a scenario's header spares it, with `storm:`, is not among them. A script with errors is one
  /// case, which fails with its diagnostics.
  ///
  /// - Parameters:
  ///   - path: A file or a folder; a relative path begins at the folder of the calling file.
  ///   - disturbances: The names of what disturbs; nil for everything.
  ///   - baseline: A file of known findings, which `rehearse storm --write-baseline` writes; nil for
  ///     none. A relative path begins at the folder of the calling file.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of each run.
  ///   - bundle: What has a copy of the scripts for a machine without the sources, such as `.module`.
  ///   - testFile: The calling file.
  /// - Returns: The cases, in the order of the files, of the scenarios and of the disturbances.
  /// - Throws: An error that says which file cannot be read, or that there are no scripts.
  public static func all(
    in path: String, disturbances: [String]? = nil, baseline: String? = nil,
    host: ScriptHost = ScriptHost(),
    limits: RunLimits = RunLimits(), bundle: Bundle? = nil, testFile: String = #filePath
  ) throws -> [ScriptStorm] {
    let root = ScriptFolder.root(path, testFile: testFile, bundle: bundle)
    let known = try Baseline.read(baseline, testFile: testFile, bundle: bundle)
    let names = Disturbance.all.map(\.name).filter { disturbances?.contains($0) ?? true }
    return try ScriptFile.find(in: [root]).flatMap { file in
      let script = try ScriptFile.load(
        file, host: host, limits: limits, roots: ImportRoots(paths: [root]))
      guard script.isRunnable else { return [ScriptStorm(file, script, root, known)] }
      return script.cases.enumerated().flatMap { number, scenario in
        let isPlayed = scenario.skipReason == nil && scenario.failureReason == nil
        return names.filter { isPlayed && !scenario.excludedDisturbances.contains($0) }.map {
          ScriptStorm(file, script, root, known, number, title: scenario.title, $0)
        }
      }
    }
  }

  private init(
    _ path: String, _ script: Script, _ root: String, _ baseline: Baseline, _ number: Int? = nil,
    title: String? = nil,
    _ disturbance: String? = nil
  ) {
    self.path = path
    self.script = script
    self.root = root
    self.baseline = baseline
    self.number = number
    self.title = title
    self.disturbance = disturbance
  }

  /// Disturbs the scenario at each step, on the caller's thread.
  ///
  /// An app whose code cannot be copied is played again for each disturbance.
  ///
  /// - Returns: What it does not survive, each with the shortest scenario that shows it; empty if it
  ///   survives.
  public func problems() -> [ScriptScenario.Problem] {
    PlayUnderWay.$current.withValue(PlayUnderWay("storm \(testDescription)")) { disturb() }
  }

  private func disturb() -> [ScriptScenario.Problem] {
    guard let number, var session = try? script.session() else {
      let errors = script.diagnostics.filter { $0.severity == .error }
      return errors.map {
        ScriptScenario.Problem(
          message: RunRenderer(script).text([$0]), place: SourcePlace($0.source, $0.range))
      }
    }
    session.runStatements { _ in }
    var storm = Storm(
      script, imports: ScriptFile.imports(of: path, within: ImportRoots(paths: [root])))
    storm.options.baseline = baseline
    storm.options.disturbances = Disturbance.all.filter { $0.name == disturbance }
    let result = storm.run(case: number, of: session)
    if case .fails(let failures) = result.outcome {
      let renderer = RunRenderer(script)
      return failures.map {
        ScriptScenario.Problem(
          message: "it fails without any disturbance: " + renderer.text($0),
          place: script.cases[number].place)
      }
    }
    if result.isVacuous, result.steps.isEmpty {
      let place = script.cases[number].place
      return [ScriptScenario.Problem(message: "it has no step, so nothing was tried", place: place)]
    }
    return result.findings.map { finding in
      ScriptScenario.Problem(
        message: StormText(result).lines(of: finding).joined(separator: "\n"),
        place: result.place(of: finding) ?? script.cases[number].place)
    }
  }
}

// MARK: - Swift Testing

extension ScriptStorm: CustomTestStringConvertible {
  /// The script's file name, the title, and what disturbs.
  public var testDescription: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard let title, let disturbance else { return file }
    return "\(file): \(title), \(disturbance)"
  }
}

extension ScriptStorm: CustomTestArgumentEncodable {
  /// Identifies the case by its script's path, its title and what disturbs, from run to run.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([path, title ?? "", disturbance ?? ""])
  }
}

extension ScriptStorm {
  /// Disturbs the scenario, on the main actor where the code of an app is isolated to it, and records
  /// what it does not survive as issues of the current test, with the scenarios that show it as an
  /// attachment.
  public func run() async {
    let start = ScenarioRecord.Moment()
    let problems = await script.host.play { self.problems() }
    ScenarioRecord.add(testDescription, of: path, problems, since: start)
    guard !problems.isEmpty else { return }
    for problem in problems {
      Issue.record(Comment(rawValue: problem.message), sourceLocation: problem.sourceLocation)
    }
    // Swift Testing has attachments from Swift 6.2 on.
    #if compiler(>=6.2)
      Attachment.record(
        problems.map(\.message).joined(separator: "\n\n") + "\n",
        named: ScriptScenario.attachmentName(of: testDescription))
    #endif
  }
}

// MARK: - XCTest

#if canImport(XCTest)
  extension ScriptStorm {
    /// Disturbs the scenario, and records what it does not survive as failures of a test case.
    ///
    /// - Parameter testCase: The test case whose method is running.
    public func run(in testCase: XCTestCase) {
      let start = ScenarioRecord.Moment()
      let problems = problems()
      ScenarioRecord.add(testDescription, of: path, problems, since: start)
      for problem in problems { testCase.record(problem, of: testDescription) }
    }
  }
#endif
