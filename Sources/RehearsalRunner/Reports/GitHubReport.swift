// The report for GitHub: workflow commands, which it shows as annotations at the lines of scripts.

import Rehearsal
import RehearsalSyntax
import RehearsalText

/// Renders what is wrong in a run as workflow commands of GitHub.
package struct GitHubReport: Report {
  private var group = SystemGroup()
  /// The commands of the group by their lines.
  private var commands: [String: GitHubCommand] = [:]

  /// Makes a report.
  package init() {}

  /// What to write for an event, line ends included; empty for most events.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    switch event {
    case .scriptBegan(let path, _, let warnings):
      Self.text(of: warnings.map { annotation(of: $0, in: path) })
    case .caseEnded(let result): text(of: result)
    case .scriptEnded, .runEnded: text(of: group.taken())
    case .runBegan(let beginning): Self.text(of: Self.annotations(of: beginning))
    case .warned(let path, let warnings):
      Self.text(of: warnings.map { annotation(of: $0, in: path) })
    case .caseBegan, .happened, .told, .differed, .leftOut: ""
    }
  }

  private mutating func text(of result: CaseResult) -> PrintableText {
    let file = result.testCase.file
    let annotations =
      result.warnings.map { annotation(of: $0, in: file) } + annotations(of: result)
    let isOneOfSeveral = SystemGroup.holds(result.testCase)
    let complete = text(
      of: group.add(result, saying: isOneOfSeveral ? annotations.map(\.line) : []))
    guard isOneOfSeveral else { return complete.followed(by: Self.text(of: annotations)) }
    for command in annotations { commands[command.line] = command }
    return complete
  }

  /// The annotations of a scenario on several systems; their messages end in the systems.
  private mutating func text(of findings: [SystemGroup.Finding]) -> PrintableText {
    guard !findings.isEmpty else { return "" }
    defer { commands = [:] }
    return Self.text(
      of: findings.compactMap { commands[$0.text]?.appending(" (\($0.place))") })
  }

  private static func text(of commands: [GitHubCommand]) -> PrintableText {
    PrintableText(joining: commands.map { PrintableText($0) })
  }

  /// What decides what comes out, and does not stand in the call.
  private static func annotations(of beginning: RunBeginning) -> [GitHubCommand] {
    let settings = beginning.configuration.map {
      GitHubCommand(
        .notice, file: $0, line: 1, title: "options",
        message: "this run has the options of this file")
    }
    return [settings].compactMap(\.self)
      + beginning.leftOut.map {
        GitHubCommand(
          beginning.isStrict ? .error : .warning, file: $0.path, line: 1, title: "left out",
          message: $0.reason)
      }
  }

  private func annotation(of warning: Diagnostic, in file: String) -> GitHubCommand {
    command(
      .warning, at: warning.place, in: file, title: warning.identifier.rawValue, warning.message)
  }

  private func annotations(of result: CaseResult) -> [GitHubCommand] {
    let (testCase, status) = (result.testCase, result.status)
    let renderer = RunRenderer(appNames: result.appNames)
    guard !result.problems.isEmpty || !status.isFailure else {
      return [
        command(
          .error, in: testCase.file, line: testCase.line, title: testCase.commonTitle,
          RunRenderer.notRunReason)
      ]
    }
    return result.problems.map { problem in
      let summary = problem.summary(renderer)
      return switch testCase.content {
      // It is no error of the script that nobody notices a change.
      case .change:
        command(
          .warning, in: testCase.file, line: testCase.line, title: summary, testCase.title)
      case .exploration:
        command(
          status.isFailure ? .error : .warning, at: problem.place, in: testCase.file,
          title: testCase.title, Self.whole(problem, summary, renderer))
      case .scenario, .script, .statements, .comments, .unusable:
        command(
          .error, at: problem.place, in: testCase.file, line: testCase.line,
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
    _ level: GitHubCommand.Level, at place: SourcePlace? = nil, in file: String, line: Int = 1,
    title: String, _ message: String
  ) -> GitHubCommand {
    let position = place?.position
    return GitHubCommand(
      level, file: place?.file ?? file, line: position?.line ?? line, column: position?.column,
      title: title, message: message)
  }
}
