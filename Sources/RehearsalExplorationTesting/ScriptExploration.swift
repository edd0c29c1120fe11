// Explorations as test cases: each is one, which passes where every state was seen and nothing broke.

import Foundation
import Rehearsal
import RehearsalExploration
import RehearsalFiles
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

  /// The explorations of a script, or of all scripts of a folder and the folders below it.
  ///
  /// A script with errors is one case, which fails with its diagnostics.
  ///
  /// - Parameters:
  ///   - path: A file or a folder; a relative path begins at the folder of the calling file.
  ///   - options: How far the searches go; a header can only make them stop sooner.
  ///   - host: The functions and native apps that the scripts can use.
  ///   - limits: The bounds of each run.
  ///   - testFile: The calling file.
  /// - Returns: The cases, in the order of the files and of the explorations.
  /// - Throws: An error that says which file cannot be read, or that there are no scripts.
  public static func all(
    in path: String, options: SearchOptions = SearchOptions(), host: ScriptHost = ScriptHost(),
    limits: RunLimits = RunLimits(), testFile: String = #filePath
  ) throws -> [ScriptExploration] {
    let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
    let root = URL(fileURLWithPath: path, relativeTo: folder).standardizedFileURL.path
    let roots = ImportRoots(paths: [root])
    return try ScriptFile.find(in: [root]).flatMap { file in
      let script = try ScriptFile.load(file, host: host, limits: limits, roots: roots)
      guard script.isRunnable else { return [ScriptExploration(file, script, nil, options)] }
      return Exploration.all(in: script, imports: ScriptFile.imports(of: file, within: roots)).map {
        ScriptExploration(file, script, $0, options)
      }
    }
  }

  private init(
    _ path: String, _ script: Script, _ exploration: Exploration?, _ options: SearchOptions
  ) {
    self.path = path
    self.script = script
    self.exploration = exploration
    self.options = options
    title = exploration?.title
  }

  /// Searches the exploration.
  ///
  /// - Returns: What broke, each with the shortest scenario that shows it, and a bound that was
  ///   reached, which proves nothing; empty where it holds.
  public func problems() async -> [ScriptScenario.Problem] {
    guard let exploration else {
      let errors = script.diagnostics.filter { $0.severity == .error }
      return errors.map {
        ScriptScenario.Problem(
          message: RunRenderer(script).text([$0]), place: SourcePlace($0.source, $0.range))
      }
    }
    if let problem = script.unforkable(at: exploration.place) { return [problem] }
    do {
      let result = try await exploration.search(options) { _ in
        Task.isCancelled ? .interruption : nil
      }
      let broken = result.counterexamples.map {
        ScriptScenario.Problem(
          message: "\($0.title) does not hold\n\($0.scenario)", place: $0.sourcePlace)
      }
      guard !result.verdict.isProof, result.verdict != .violated else { return broken }
      return [
        ScriptScenario.Problem(message: "\(result.verdict)", place: exploration.place)
      ]
    } catch {
      return [ScriptScenario.Problem(message: "\(error)", place: exploration.place)]
    }
  }
}

extension Script {
  /// What is wrong with copying the script's device over and over; nil where that can be done.
  func unforkable(at place: SourcePlace) -> ScriptScenario.Problem? {
    guard host.needsMainActor else { return nil }
    return ScriptScenario.Problem(
      message: "the code of an app is isolated to the main actor, and its objects and tasks cannot "
        + "be copied, which a search over what may happen does", place: place)
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
  public func run() async {
    for problem in await problems() {
      Issue.record(Comment(rawValue: problem.message), sourceLocation: problem.sourceLocation)
    }
  }
}
