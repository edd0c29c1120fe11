// The scripts of the suite with a history that keeps nothing, or one record: what apps are told and
// what they come to is the same, and where a script looks back it learns that the records are gone.

import Foundation
import Rehearsal
import RehearsalFiles
import RehearsalLifecycle
import TestSupport
import Testing

@Suite("Scripts without a history")
struct HistorySuiteTests {
  /// What came of a run beside its records.
  private struct Outcome: Equatable {
    var outputs: [String] = []
    var states: [ProcessState] = []
    var failures: [String] = []
    var identity: String
  }

  private func outcome(of path: String, keeping records: Int?) throws -> Outcome {
    var limits = ScriptSuite.limits
    if let records { limits.device.traceRecords = records }
    let script = try ScriptSuite.load(path, limits: limits)
    var session = try script.session()
    var outputs: [String] = []
    var failures: [String] = []
    session.run { event in
      switch event {
      case .output(let text, _): outputs.append(text)
      case .failure(let failure): failures.append(Self.unexplained("\(failure.reason)"))
      case .record, .warning, .scenarioBegan, .scenarioEnded: break
      }
    }
    let device = session.simulation.device
    return Outcome(
      outputs: outputs, states: device.apps.map { device.state(of: $0) }, failures: failures,
      identity: "\(session.simulation.identity)")
  }

  /// A failure without what explains why an app is not running, which is read from what is kept.
  private static func unexplained(_ failure: String) -> String {
    failure.replacing(/\. Before that something was refused: .*/, with: "")
  }

  /// Scripts that run, and do not ask for explanations, which read what is kept.
  private static let scripts: [String] = {
    var found: [String] = []
    for path in TestTier.sample(ScriptSuiteTests.quickScripts, oneOf: 16) {
      guard let script = try? ScriptFile.load(path, limits: ScriptSuite.limits),
        !script.diagnostics.contains(where: { $0.severity == .error }),
        let text = try? String(contentsOfFile: path, encoding: .utf8), !text.contains("why(")
      else { continue }
      found.append(path)
    }
    return found
  }()

  @Test("Keeping nothing changes nothing", arguments: scripts)
  func historyIsAnOutput(_ path: String) throws {
    let full = try outcome(of: path, keeping: nil)
    for records in [0, 1] {
      let short = try outcome(of: path, keeping: records)
      // A script that looks back ends there, and says so.
      let ends = short.failures.filter { $0.contains("are gone") }
      let others = short.failures.filter { !$0.contains("are gone") }
      if !ends.isEmpty, others.allSatisfy(full.failures.contains) { continue }
      #expect(short == full, "\(records) records are kept")
    }
  }
}
