// What the lenses of an editor do with scenarios and explorations.

import Rehearsal
import RehearsalExploration
import RehearsalLanguageServer
import RehearsalRunner
import RehearsalSyntax

extension EditorTool {
  /// The tools, in the order of the lenses.
  static let all = [run, storm, draw, explore]

  private static let run = EditorTool("run", of: .scenario) { input in
    guard
      var session = Session(
        input.script, strictness: StrictnessOptions(isTest: true), cancellation: input.cancellation)
    else { return Outcome("the script has errors") }
    let report = session.run(case: input.number)
    let renderer = RunRenderer(input.script)
    let result = report.scenarios.last.map { renderer.line($0) } ?? "the statements failed"
    let failures = report.statementFailures + report.scenarios.flatMap(\.failures)
    return Outcome(
      ([result] + failures.map { renderer.summary($0) }).joined(separator: "\n"),
      failures.isEmpty && report.scenarios.last != nil ? .done : .failed)
  }

  private static let storm = EditorTool("storm", of: .scenario) { input in
    guard
      var session = Session(
        input.script, strictness: StrictnessOptions(isTest: true), cancellation: input.cancellation)
    else { return Outcome("the script has errors") }
    session.runStatements { _ in }
    let storm = Storm(input.script, imports: input.imports)
    let result = storm.run(case: input.number, of: session)
    guard !input.cancellation.isCancelled else { return Outcome("stopped", .undecided) }
    let text = StormText(result)
    let findings = result.findings.map { finding in
      Finding(
        at: result.place(of: finding) ?? result.scenario.place,
        "storm: " + text.summary(of: finding))
    }
    return Outcome(
      "\(result.verdict): \(text.summary)", result.survives ? .done : .failed, findings: findings,
      documents: result.findings.compactMap(\.scenario).map { input.document(with: $0) })
  }

  private static let draw = EditorTool("draw", of: .scenario) { input in
    guard let picture = life(input) else { return Outcome("there is nothing to draw") }
    return Outcome("drawn", documents: [Document(ending: ".svg", text: picture)])
  }

  /// The life of a scenario as SVG; nil if it cannot be played.
  @Sendable static func life(_ input: Input) -> String? {
    let script = TestScript(input.path, input.script)
    let chosen = script.cases.first {
      if case .scenario(input.number) = $0.content { true } else { false }
    }
    guard let result = chosen.flatMap({ script.result(of: $0) }), let life = result.life else {
      return nil
    }
    return LifeDrawing(life, of: result).text
  }

  private static let explore = EditorTool("explore", of: .exploration) { input in
    let explorations = Exploration.all(in: input.script, imports: input.imports)
    guard explorations.indices.contains(input.number) else {
      return Outcome("there is no such exploration")
    }
    let start = ContinuousClock.now
    do {
      let result = try await explorations[input.number].search(SearchOptions()) { _ in
        if input.cancellation.isCancelled { return .interruption }
        return ContinuousClock.now - start > longestSearch ? .time(longestSearch) : nil
      }
      let findings = result.counterexamples.map { found in
        Finding(
          at: found.sourcePlace,
          "explore: \(found.title) does not hold: " + found.actions.joined(separator: "; "))
      }
      return Outcome(
        result.verdictText, result.isSuccess() ? .done : findings.isEmpty ? .undecided : .failed,
        findings: findings,
        documents: result.counterexamples.map { input.document(with: $0.scenario) })
    } catch { return Outcome("\(error)", .failed) }
  }

  /// How long an exploration may take, as that of the command unless it is set otherwise.
  private static let longestSearch = Duration.seconds(60)
}

extension StormResult {
  /// Whether the scenario survives, in words.
  fileprivate var verdict: String {
    switch outcome {
    case .stormed where isVacuous: "nothing was tried"
    case .stormed where findings.isEmpty: "it survives"
    case .stormed: findings.count == 1 ? "1 finding" : "\(findings.count) findings"
    case .fails: "it fails undisturbed"
    case .leftOut(let reason): "left out: \(reason)"
    case .interrupted: "stopped"
    }
  }
}

extension EditorTool.Input {
  /// The script with a scenario after it that was found.
  fileprivate func document(with scenario: String) -> EditorTool.Document {
    EditorTool.Document(
      ending: ".rehearsal",
      text: String(decoding: script.source.bytes, as: UTF8.self) + "\n" + scenario + "\n")
  }
}
