// The summary of a run in Markdown, as GitHub shows it for a step: a line, then what failed or was not
// decided, and no more of it than anybody reads.

import Rehearsal
import RehearsalSyntax
import RehearsalText

/// Collects a run and renders what failed or was not decided as Markdown.
package struct MarkdownReport: Report {
  private var summary = TestSummary()
  private var failed: [CaseResult] = []
  private var configuration: String?
  /// Those that neither failed nor say that all is well, as a search that did not try everything.
  private var undecided: [CaseResult] = []
  private let origin: RunOrigin

  /// How many failures are told in full, and how many bytes of each; a step may have a megabyte.
  private static let mostFailures = 50
  private static let bytesOfAFailure = 8000

  /// Makes an empty summary.
  package init(_ origin: RunOrigin = RunOrigin()) { self.origin = origin }

  /// What to write for an event: the whole of it when the run has ended, before that nothing.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    switch event {
    case .runBegan(let beginning):
      summary.begin(beginning)
      configuration = beginning.configuration
    case .caseEnded(let result):
      summary.count(result)
      if result.status.isFailure {
        failed.append(result)
      } else if result.status == .skipped, !result.problems.isEmpty {
        undecided.append(result)
      }
    case .leftOut(let cases): summary.count(leftOut: cases)
    case .scriptEnded(_, let measure?, _): summary.count(measure)
    case .runEnded(let end):
      summary.isInterrupted = end.isInterrupted
      return PrintableText(lines: document(isSuccess: end.exitCode == 0))
    case .scriptBegan, .caseBegan, .happened, .told, .differed, .warned, .scriptEnded: break
    }
    return ""
  }

  private func document(isSuccess: Bool) -> String {
    let mark = !failed.isEmpty ? "❌" : isSuccess ? "✅" : "⚠️"
    var text = "## \(mark) Rehearsal: \(Self.escaped(summary.line))\n\n"
    let facts = [
      origin.commit.map { "commit `\(Self.code($0))`" },
      origin.command.map { "`\(Self.code($0))`" },
      configuration.map { "with the options of `\(Self.code($0))`" },
    ]
    .compactMap(\.self)
    if !facts.isEmpty { text += facts.joined(separator: " · ") + "\n\n" }
    let told = failed + undecided
    for result in told.prefix(Self.mostFailures) { text += section(result) }
    let rest = told.count - Self.mostFailures
    if rest > 0 { text += "… and \(rest) more, which the log has.\n" }
    return text
  }

  /// A failure, of which the first line is seen and the rest unfolds.
  private func section(_ result: CaseResult) -> String {
    let renderer = RunRenderer(appNames: result.appNames)
    let testCase = result.testCase
    let first = result.problems.first
    let reason = first?.summary(renderer) ?? RunRenderer.notRunReason
    let line = first?.place?.position.line ?? testCase.line
    let file = origin.path(of: first?.place?.file ?? testCase.file)
    let whole = result.problems.map { $0.text(renderer) }.joined()
      .shortened(toBytes: Self.bytesOfAFailure)
    let fence = Self.fence(around: whole)
    return """
      <details><summary><b>\(Self.markup(testCase.heading.printableLine))</b>: \
      \(Self.markup(reason.printableLine)) <code>\(Self.markup(file.printableLine)):\(line)</code></summary>

      \(fence)text
      \(whole.printable)
      \(fence)

      </details>

      """
  }

  /// More backquotes than stand in a row in a text.
  private static func fence(around text: String) -> String {
    let longest = text.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    return String(repeating: "`", count: max(3, longest + 1))
  }

  private static func markup(_ text: String) -> String { Markup("\(text)").description }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in markup(text) {
      if "\\`*_[]|".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return escaped
  }

  /// A text as it may stand between backquotes on one line.
  private static func code(_ text: String) -> String {
    text.printableLine.replacing("`", with: "'")
  }
}
