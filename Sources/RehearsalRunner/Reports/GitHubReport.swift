// The report for GitHub: workflow commands, which it shows as annotations at the lines of scripts.

import Rehearsal
import RehearsalExploration
import RehearsalMachine
import RehearsalSyntax

/// Renders what is wrong in a run as workflow commands of GitHub.
package struct GitHubReport: Sendable {
  /// Makes a report.
  package init() {}

  /// What to write for an event, line ends included; empty for most events.
  package func text(_ event: TestEvent) -> String {
    switch event {
    case .scriptBegan(let path, let warnings):
      warnings.map {
        command("warning", at: $0.place, in: path, title: $0.identifier.rawValue, $0.message)
      }.joined()
    case .caseEnded(let result):
      result.warnings.map {
        command(
          "warning", at: $0.place, in: result.testCase.file, title: $0.identifier.rawValue,
          $0.message)
      }.joined() + (result.status.isFailure ? annotations(of: result) : "")
    case .runBegan, .caseBegan, .happened, .differed, .scriptEnded, .runEnded: ""
    }
  }

  /// What to write for an event of mutation testing: a warning for what no scenario notices.
  package func text(_ event: MutationEvent) -> String {
    guard case .changed(let change, let outcome) = event,
      let remark = MutationReport.remark(on: outcome)
    else { return "" }
    return command(
      "warning", in: change.source.name, line: change.line, title: remark, change.description)
  }

  /// What to write for an event of explorations: an error for what broke, a warning for a bound.
  package func text(_ event: ExplorationEvent) -> String {
    switch event {
    case .explored(let result, let exploration, let file):
      let bound = result.verdict.boundText.map {
        command("warning", at: exploration.place, in: file, title: exploration.title, $0)
      }
      return (bound ?? "")
        + result.counterexamples.map {
          command(
            "error", at: $0.sourcePlace, in: file, title: exploration.title,
            "\($0.title) does not hold\n\($0.scenario)")
        }.joined()
    case .failed(let error, let exploration, let file):
      return command(
        "error", at: exploration.place, in: file, title: exploration.title, "\(error)")
    case .ended: return ""
    }
  }

  private func annotations(of result: CaseResult) -> String {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames)
    guard !result.problems.isEmpty else {
      return command(
        "error", in: testCase.file, line: testCase.line, title: testCase.title,
        RunRenderer.notRunReason)
    }
    return result.problems.map { problem in
      command(
        "error", at: problem.place, in: testCase.file, line: testCase.line, title: testCase.title,
        problem.summary(renderer))
    }.joined()
  }

  private func command(
    _ name: String, at place: SourcePlace? = nil, in file: String, line: Int = 1, title: String,
    _ message: String
  ) -> String {
    var properties = [("file", place?.file ?? file)]
    if let position = place?.position {
      properties += [("line", "\(position.line)"), ("col", "\(position.column)")]
    } else {
      properties.append(("line", "\(line)"))
    }
    properties.append(("title", title))
    let list = properties.map {
      "\($0)=\(Self.escaped($1.printableLine, for: [":", ","]))"
    }
    return "::\(name) \(list.joined(separator: ","))::\(Self.escaped(message.printable))\n"
  }

  /// Text in which what means something to GitHub is written as it asks for.
  private static func escaped(_ text: String, for others: Set<Unicode.Scalar> = []) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "\r" || scalar == "\n" || others.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
