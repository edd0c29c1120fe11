// A test whose time is over is cancelled by its framework: its script stops then, long before its
// limits would stop it, and is not taken for one that passed.

import Rehearsal
import RehearsalTesting
import Testing

@Suite("Cancelled tests")
struct CancellationTests {
  @Test(
    .timeLimit(.minutes(30)), arguments: try ScriptScenario.all(in: "Failing/Stopped", host: host())
  )
  func aScriptIsStopped(_ scenario: ScriptScenario) async {
    // A task of its own, so that the test itself is not cancelled.
    let isStopped = await Task {
      var isStopped = false
      await withKnownIssue {
        let problems = await scenario.run().problems
        isStopped = problems.count == 1 && problems[0].message.contains("the script was stopped")
      }
      return isStopped
    }.value
    #expect(isStopped)
  }

  private static func host() throws -> ScriptHost {
    var host = ScriptHost()
    try host.define("cancel") { withUnsafeCurrentTask { $0?.cancel() } }
    return host
  }
}
