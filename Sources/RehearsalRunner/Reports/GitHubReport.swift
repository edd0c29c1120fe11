// The report for GitHub: workflow commands, which it shows as annotations at the lines of scripts.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax

/// Renders what is wrong in a run as workflow commands of GitHub.
package struct GitHubReport: Report {
  private var grouped = GroupedWarnings()

  /// Makes a report.
  package init() {}

  /// What to write for an event, line ends included; empty for most events.
  package mutating func text(_ event: TestEvent) -> String {
    switch event {
    case .scriptBegan(let path, _, let warnings): text(of: warnings, in: path)
    case .caseEnded(let result):
      text(of: grouped.add(result), in: result.testCase.file)
        + (GroupedWarnings.holds(result.testCase)
          ? "" : text(of: result.warnings, in: result.testCase.file))
        + annotations(of: result)
    case .scriptEnded(let path): text(of: grouped.taken(), in: path)
    case .runBegan, .caseBegan, .happened, .told, .differed, .leftOut, .runEnded: ""
    }
  }

  private func text(of warnings: [Diagnostic], in file: String) -> String {
    warnings.map {
      command("warning", at: $0.place, in: file, title: $0.identifier.rawValue, $0.message)
    }.joined()
  }

  private func annotations(of result: CaseResult) -> String {
    let (testCase, status) = (result.testCase, result.status)
    let renderer = RunRenderer(appNames: result.appNames)
    guard !result.problems.isEmpty || !status.isFailure else {
      return command(
        "error", in: testCase.file, line: testCase.line, title: testCase.title,
        RunRenderer.notRunReason)
    }
    return result.problems.map { problem in
      let summary = problem.summary(renderer)
      return switch testCase.content {
      // It is no error of the script that nobody notices a change.
      case .change:
        command(
          "warning", in: testCase.file, line: testCase.line, title: summary, testCase.title)
      case .exploration:
        command(
          status.isFailure ? "error" : "warning", at: problem.place, in: testCase.file,
          title: testCase.title, Self.whole(problem, summary, renderer))
      case .scenario, .script, .statements, .comments, .unusable:
        command(
          "error", at: problem.place, in: testCase.file, line: testCase.line,
          title: testCase.title, summary)
      }
    }.joined()
  }

  /// A problem with its summary at the head.
  private static func whole(
    _ problem: CaseProblem, _ summary: String, _ renderer: RunRenderer
  ) -> String {
    let text = problem.text(renderer)
    if text.isEmpty { return summary }
    return text.hasPrefix(summary) ? text : summary + "\n" + text
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
