// Every script of the suite and of the tour of examples, as one parameterised test: it passes, it
// passes with the collector at every allocation, and two runs of it are equal to the last line.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalRunner
import RehearsalSyntax
import Synchronization
import TestSupport
import Testing

@Suite("Scripts")
struct ScriptSuiteTests {
  @Test("The suite has scripts and the tour is complete")
  func suiteIsFound() {
    #expect(ScriptSuite.scripts.filter { $0.contains("/Examples/") }.count >= 7)
    #expect(ScriptSuite.scripts.contains { $0.contains("/Tests/Scripts/") })
  }

  @Test("Every document about the lifecycle has a script of its own", arguments: 0...4)
  func documentIsPlayed(_ number: Int) {
    #expect(ScriptSuite.scripts.contains { $0.contains("/Examples/Documents/S\(number)-") })
  }

  private static let scriptsAboutMuch = [
    "a-million-closures", "a-million-sorted", "a-million-timers", "a-week-of-timers",
    "logs-of-many-processes",
  ]

  /// What runs up to a limit takes as long as all else together in a debug build; continuous
  /// integration plays all of it in a release build.
  @Test(
    "A script passes, and has no warnings but those that it is about",
    arguments: quickScripts + TestTier.sample(scriptsUpToLimits, oneOf: 8))
  func passes(_ path: String) async throws {
    var loading = TestScript.Loading()
    // Comments only lower limits: what is about much has those of the command.
    let isAboutMuch = Self.scriptsAboutMuch.contains { path.hasSuffix("/\($0).rehearsal") }
    loading.limits = isAboutMuch ? RunLimits() : ScriptSuite.limits
    loading.readsComments = true
    let script = TestScript(
      path, try ScriptFile.read(path), imports: ScriptFile.imports(of: path), loading)
    let runner = TestRunner { _ in script }
    let report = Mutex(TextReport())
    let text = Mutex("")
    let summary = await runner.run([path]) { event in
      let lines = report.withLock { $0.text(event).description }
      text.withLock { $0 += lines }
    }
    // What only declares is there to be imported.
    #expect(summary.passedCount > 0 || script.cases.isEmpty)
    #expect(summary.failedCount == 0, "\(text.withLock { $0 })")
    expectNoOtherWarnings(of: try #require(script.script))
  }

  @Test(
    "A script up to a limit has no warnings but those that it is about",
    arguments: scriptsUpToLimits)
  func isFreeOfWarnings(_ path: String) throws {
    expectNoOtherWarnings(of: try ScriptFile.load(path, limits: ScriptSuite.limits))
  }

  private func expectNoOtherWarnings(of script: Script) {
    // Scripts about old systems have handlers of later ones, to show that those are not called.
    let warnings = script.diagnostics.filter {
      $0.severity == .warning && $0.identifier != .wordOfOtherSystems
    }
    let announced = ScriptExpectations(script.source).warningCount(
      except: [.refusedVerb, .wordOfOtherSystems, .lookAtNothing])
    #expect(
      warnings.count == announced, "\(DiagnosticRenderer().render(warnings))")
  }

  @Test(
    "Each class of slips has scripts that are told of, and honest ones",
    arguments: [
      "kills", "never-equal", "symbols-by-way", "lost-answers", "expected-failures",
      "hidden-words", "names", "no-process", "vacuous", "units", "systems", "imports",
    ])
  func slipsHaveScripts(class name: String) throws {
    let paths = ScriptSuite.scripts.filter {
      $0.contains("/green/\(name)/") && !$0.contains("/files/")
    }
    let areTold = try paths.map { path in
      let source = try ScriptFile.read(path)
      return source.text(in: SourceRange(0, source.bytes.count))
        .contains(/\/\/ (error|warning|fault|fails)/)
    }
    // What is told of systems stands in a summary, of which no script speaks.
    #expect(areTold.contains(true) || name == "systems", "\(paths)")
    #expect(areTold.contains(false), "\(paths)")
  }

  /// The scripts that run in no time, also with a collection for each allocation.
  static let quickScripts = ScriptSuite.scripts.filter { !isUpToLimits($0) }
  /// The scripts that are about much of something.
  static let scriptsUpToLimits = ScriptSuite.scripts.filter(isUpToLimits)

  private static func isUpToLimits(_ path: String) -> Bool {
    ["/limits/", "/hostile/", "/performance/"].contains { path.contains($0) }
  }

  @Test(
    "Two runs are equal, also with a collection at every allocation",
    arguments: TestTier.sample(quickScripts, oneOf: 8))
  func isDeterministic(_ path: String) throws {
    let script = try ScriptSuite.load(path)
    let first = Play(script)
    let second = Play(try ScriptSuite.load(path))
    #expect(first.shown == second.shown)
    #expect(first.report?.exitCode == second.report?.exitCode)
    #expect(Play(script, collectsAlways: true).shown == first.shown)
  }
}

extension ScriptSuite {
  /// Reads a script as the runner does that holds it to its comments: those about limits count.
  static func load(_ path: String, limits: RunLimits = limits) throws -> Script {
    var loading = TestScript.Loading()
    loading.limits = limits
    loading.readsComments = true
    let imports = ScriptFile.imports(of: path)
    return try #require(TestScript(path, ScriptFile.read(path), imports: imports, loading).script)
  }
}
