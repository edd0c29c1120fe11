// Explorations as test cases: each is one, which passes where every state was seen and nothing broke.

import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalFiles
import RehearsalLifecycle
import RehearsalTesting
import Testing

/// An exploration of a script as a test case.
public struct ScriptExploration: Sendable {
  /// The script's path.
  let path: String
  /// The exploration's title; nil for a script that has errors.
  public let title: String?
  private let script: Script
  private let exploration: Exploration?
  private let options: SearchOptions
  private let time: Duration

  /// The explorations of a script, or of all scripts of a folder and the folders below it.
  ///
  /// A script with errors is one case, which fails with its diagnostics.
  ///
  /// - Parameters:
  ///   - path: A file or a folder; a relative path begins at the folder of the calling file.
  ///   - aroundScenarios: Whether they are those around each scenario, which need no `explore`: see
  ///     `Exploration.around(scenariosOf:imports:)`.
  ///   - options: How far the searches go; a header can only make them stop sooner.
  ///   - baseline: A file of known findings, which `rehearse explore --write-baseline` writes; nil for
  ///     none. A relative path begins at the folder of the calling file.
  ///   - time: The time of this computer that each search may take.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of each run.
  ///   - bundle: What has a copy of the scripts for a machine without the sources, such as `.module`.
  ///   - testFile: The calling file.
  /// - Returns: The cases, in the order of the files and of the explorations.
  /// - Throws: An error that says which file cannot be read, or that there are no scripts.
  public static func all(
    in path: String, aroundScenarios: Bool = false, options: SearchOptions = SearchOptions(),
    baseline: String? = nil, time: Duration = .seconds(600), host: ScriptHost = ScriptHost(),
    limits: RunLimits = RunLimits(), bundle: Bundle? = nil, testFile: String = #filePath
  ) throws -> [ScriptExploration] {
    let root = ScriptFolder.root(path, testFile: testFile, bundle: bundle)
    let roots = ImportRoots(paths: [root])
    var options = options
    options.baseline = try Baseline.read(baseline, testFile: testFile, bundle: bundle)
    return try ScriptFile.find(in: [root]).flatMap { file in
      let script = try ScriptFile.load(file, host: host, limits: limits, roots: roots)
      guard script.isRunnable else { return [ScriptExploration(file, script, nil, options, time)] }
      let imports = ScriptFile.imports(of: file, within: roots)
      let explorations =
        aroundScenarios
        ? Exploration.around(scenariosOf: script, imports: imports)
        : Exploration.all(in: script, imports: imports)
      return explorations.map { ScriptExploration(file, script, $0, options, time) }
    }
  }

  private init(
    _ path: String, _ script: Script, _ exploration: Exploration?, _ options: SearchOptions,
    _ time: Duration
  ) {
    self.path = path
    self.script = script
    self.exploration = exploration
    self.options = options
    self.time = time
    title = exploration?.title
  }

  /// Searches the exploration, on the main actor where the code of an app is isolated to it.
  ///
  /// An app whose code cannot be copied is replayed for each path; its states are distinguished by
  /// the device and by the exposed values of the app.
  ///
  /// - Parameter allowed: What may have been left untried.
  /// - Returns: The violations, each with the shortest scenario that shows it; a bound that was reached,
  ///   which proves nothing; what was not tried and is not allowed; empty if all properties hold.
  public func problems(
    allowing allowed: Set<Verdict.Qualification> = []
  ) async -> [ScriptScenario.Problem] {
    await script.host.play {
      PlayUnderWay.$current.withValue(PlayUnderWay("exploration \(testDescription)")) {
        search(allowing: allowed)
      }
    }
  }

  private func search(
    allowing allowed: Set<Verdict.Qualification>
  ) -> [ScriptScenario.Problem] {
    guard let exploration else {
      let errors = script.diagnostics.filter { $0.severity == .error }
      return errors.map {
        ScriptScenario.Problem(
          message: RunRenderer(script).text([$0]), place: SourcePlace($0.source, $0.range))
      }
    }
    let start = ContinuousClock.now
    do {
      let result = try exploration.result(of: options, cancellation: nil) { _ in
        if Task.isCancelled { return .interruption }
        return ContinuousClock.now - start > time ? .time(time) : nil
      }
      let broken = result.counterexamples.map {
        ScriptScenario.Problem(
          message: "\($0.title) does not hold\n\($0.scenario)", place: $0.sourcePlace)
      }
      guard !result.isSuccess(allowing: allowed), result.verdict != .violated else {
        return broken
      }
      let names = result.qualifications.filter { !allowed.contains($0) }.map { ".\($0)" }
      let hint =
        names.isEmpty ? "" : "; `run(allowing: [\(names.joined(separator: ", "))])` accepts that"
      return [
        ScriptScenario.Problem(message: result.verdictText + hint, place: exploration.place)
      ]
    } catch {
      return [ScriptScenario.Problem(message: "\(error)", place: exploration.place)]
    }
  }
}

// MARK: - Swift Testing

extension ScriptExploration: CustomTestStringConvertible {
  /// The script's file name and the title.
  public var testDescription: String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return title.map { "\(file): \($0)" } ?? file
  }
}

extension ScriptExploration: CustomTestArgumentEncodable {
  /// Identifies the case by its script's path and its title, from run to run.
  public func encodeTestArgument(to encoder: some Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode([path, title ?? ""])
  }
}

extension ScriptExploration {
  /// Searches the exploration, and records what broke as issues of the current test.
  ///
  /// - Parameter allowed: What may have been left untried.
  public func run(allowing allowed: Set<Verdict.Qualification> = []) async {
    for problem in await problems(allowing: allowed) {
      Issue.record(Comment(rawValue: problem.message), sourceLocation: problem.sourceLocation)
    }
  }
}
