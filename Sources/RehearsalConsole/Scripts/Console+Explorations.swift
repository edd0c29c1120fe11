// `:explore`: all that the user, the system and the world can do from here on is tried, on copies. What
// breaks the condition becomes a named moment, with the steps that lead there as its past.

import Rehearsal
import RehearsalExploration
import RehearsalSyntax

extension Console {
  /// The name of the moment in which something broke.
  private static let found = "found"

  /// How many states are tried before the answer is that none was found.
  private static let mostStates = 20_000

  /// Tries all that may happen from here, until a condition does not hold or an app fails.
  mutating func explore(_ condition: String) -> Answer {
    defer { host.interruption.clear() }
    guard current.inputs.contains(where: { !$0.records.isEmpty }) else {
      return refusal("nothing has happened yet; launch an app, and explore from there")
    }
    let text = RecordedScenario("this session", current, expects: false).exploration(of: condition)
    let script = Script(
      SourceText(name: "session", text), host: host.scripts, limits: current.session.limits,
      imports: host.imports)
    guard let exploration = Exploration.all(in: script, imports: host.imports).first else {
      return .refused(renderer.text(script.diagnostics.filter { $0.severity == .error }))
    }
    var options = SearchOptions()
    options.states = Self.mostStates
    do {
      let interruption = host.interruption
      let result = try exploration.result(of: options) { _ in
        interruption.isCancelled ? .interruption : nil
      }
      return answer(to: condition, result)
    } catch { return refusal("\(error)") }
  }

  private mutating func answer(to condition: String, _ result: ExplorationResult) -> Answer {
    guard let counterexample = result.counterexamples.first else {
      let states = result.states == 1 ? "1 state" : "\(result.states) states"
      return .accepted(
        wrapped(
          result.verdict.isBoundHit
            ? "Nothing was found in \(states); there are more, so it may still be.\n"
            : "Whatever happens from here, it holds: there are \(states).\n"))
    }
    guard !counterexample.inputs.isEmpty else {
      return .accepted(wrapped("It does not hold here already.\n"))
    }
    var played = self
    played.host.show = nil
    var past: [Checkpoint] = []
    for input in counterexample.inputs {
      past.append(played.current)
      if case .refused(let reason) = played.evaluate(input) { return .refused(reason) }
    }
    forks.removeAll { $0.name == Self.found }
    forks.append(Fork(name: Self.found, checkpoint: played.current, past: past))
    let what = condition.isEmpty ? counterexample.title : "`\(condition)`"
    let steps = counterexample.inputs.flatMap { $0.split(separator: "\n") }
    return .accepted(
      wrapped("\(what) does not hold behind\n".printable)
        + steps.map { "  \($0)\n".printable }.joined()
        + wrapped(
          "`:switch \(Self.found)` goes there, and `:back` from there takes back step by step.\n"))
  }
}
