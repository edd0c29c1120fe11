// How much a green file says about its apps: its scenarios are played once more with apps that do nothing,
// and those that pass again test the device, or nothing. It is a measure and no finding, since honest
// scenarios test the device, too.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax

/// The scenarios of a file that pass whatever its apps do.
package struct IdleMeasure: Hashable, Sendable {
  /// The titles of those that pass although the apps do nothing.
  package let passing: [String]
  /// How many were played.
  package let count: Int

  /// Makes a measure of what was measured elsewhere.
  package init(passing: [String], count: Int) {
    self.passing = passing
    self.count = count
  }

  /// The most instructions that one scenario may take in it; one that takes more does not pass.
  private static let mostInstructions: Int64 = 20_000_000

  /// The most cases of a file that are played once more.
  private static let mostCases = 2000

  /// Measures a file of which all cases passed; nil for one without apps or scenarios, and for one with so
  /// many that it would take long.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - imports: Where its imports come from.
  ///   - cancellation: By what another thread stops it.
  package init?(_ script: Script, imports: ImportSource?, cancellation: CancellationFlag?) {
    let played = script.cases.filter { $0.skipReason == nil && $0.failureReason == nil }
    guard !played.isEmpty, played.count <= Self.mostCases, !script.appNames.isEmpty else {
      return nil
    }
    var limits = script.limits
    limits[.instructions] = min(limits[.instructions], Int(Self.mostInstructions))
    let loader = ScriptLoader(script.source, limits: limits, source: imports)
    let idle = Script(
      script.source, parsed: loader.scripts.map(\.withIdleApps), host: script.host, limits: limits)
    guard var session = Session(idle, cancellation: cancellation) else { return nil }
    let report = session.run()
    guard cancellation?.isCancelled != true else { return nil }
    let passing = report.scenarios.filter {
      $0.status == .passed && $0.scenario.failureReason == nil
    }
    self.init(passing: passing.map(\.title), count: played.count)
  }
}
