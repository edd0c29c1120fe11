// The report for GitHub: workflow commands, which it shows as annotations at the lines of scripts.

import Rehearsal
import RehearsalMachine
import RehearsalSyntax

/// Renders what is wrong in a run as workflow commands of GitHub.
package struct GitHubReport: Report {
  private var group = SystemGroup()

  /// Makes a report.
  package init() {}

  /// What to write for an event, line ends included; empty for most events.
  package mutating func text(_ event: TestEvent) -> String {
    switch event {
    case .scriptBegan(let path, _, let warnings):
      warnings.map { annotation(of: $0, in: path) + "\n" }.joined()
    case .caseEnded(let result):
      text(of: result)
    case .scriptEnded, .runEnded: text(of: group.taken())
    case .runBegan, .caseBegan, .happened, .told, .differed, .leftOut: ""
    }
  }

  private mutating func text(of result: CaseResult) -> String {
    let file = result.testCase.file
    let annotations =
      result.warnings.map { annotation(of: $0, in: file) } + annotations(of: result)
    let isOneOfSeveral = SystemGroup.holds(result.testCase)
    return text(of: group.add(result, saying: isOneOfSeveral ? annotations : []))
      + (isOneOfSeveral ? "" : annotations.map { $0 + "\n" }.joined())
  }

  /// The annotations of a scenario on several systems; their messages end in the systems.
  private func text(of findings: [SystemGroup.Finding]) -> String {
    findings.map { $0.text + Self.escaped(" (\($0.place))") + "\n" }.joined()
  }

  private func annotation(of warning: Diagnostic, in file: String) -> String {
    command(
      "warning", at: warning.place, in: file, title: warning.identifier.rawValue, warning.message)
  }

  private func annotations(of result: CaseResult) -> [String] {
    let (testCase, status) = (result.testCase, result.status)
    let renderer = RunRenderer(appNames: result.appNames)
    guard !result.problems.isEmpty || !status.isFailure else {
      return [
        command(
          "error", in: testCase.file, line: testCase.line, title: testCase.commonTitle,
          RunRenderer.notRunReason)
      ]
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
          title: testCase.commonTitle, summary)
      }
    }
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
    return "::\(name) \(list.joined(separator: ","))::\(Self.escaped(message.printable))"
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
