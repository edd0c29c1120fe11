// The report for people: a line for each case below its script, failures in full with what the case
// printed, and the numbers at the end.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// Renders a run for people.
package struct TextReport: Report {
  /// Whether to colour with ANSI escape sequences.
  package var usesColor = false
  /// Whether to show failures and the summary only.
  package var isQuiet = false
  /// Whether to show what cases print that pass.
  package var isVerbose = false
  /// Whether to show the matrix of a storm for scenarios that survive, too.
  package var showsMatrices = false
  /// How wide lines may be, where that is up to the report.
  package var width = 80
  /// How many of the slowest cases to name at the end.
  package var durationCount = 0

  /// The script whose heading is above the next line.
  private var heading: String?
  private var file = ""
  private var slowest: [CaseResult] = []
  /// The names of what failed, and how many lines were written since the first of them.
  private var failed: [String] = []
  private var linesSinceFailure = 0
  private var table = SystemTable()
  private var group = SystemGroup()
  private var firstIdentifier: DiagnosticIdentifier?
  /// Whether a matrix was shown.
  private var hasMatrix = false

  /// How far the tables of storms are indented.
  static let indentationOfMatrices = 4

  /// Makes a report.
  package init() {}

  /// What to write for an event, line ends included; empty for most events.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    let text = lines(of: event)
    if !failed.isEmpty { linesSinceFailure += text.utf8.count { $0 == UInt8(ascii: "\n") } }
    return PrintableText(lines: text)
  }

  private mutating func lines(of event: TestEvent) -> String {
    switch event {
    case .runBegan(let beginning):
      let lines = [
        beginning.configuration.map { "with the options of \($0.printableLine)\n" },
        beginning.shuffleSeed.map { "in random order, --seed \($0)\n" },
      ].compactMap(\.self)
      return lines.isEmpty ? "" : lines.joined() + "\n"
    case .caseBegan, .happened, .told, .leftOut: return ""
    case .warned(_, let warnings):
      return text(of: group.taken()) + begun() + self.warnings(warnings)
    case .scriptBegan(let path, _, let warnings):
      file = path
      heading = nil
      return warnings.isEmpty ? "" : begun() + self.warnings(warnings)
    case .caseEnded(let result):
      let findings = SystemGroup.holds(result.testCase) ? sharedDetails(of: result) : []
      return text(of: group.add(result, saying: findings)) + text(of: result)
    case .differed(let difference):
      table.add(difference)
      return ""
    case .scriptEnded:
      let complete = text(of: group.taken())
      return complete + (heading == nil ? "" : "\n")
    case .runEnded(let end): return text(of: group.taken()) + ending(end)
    }
  }

  /// What the marks of the matrices mean; empty where there was none.
  private var legend: String { hasMatrix ? Disturbance.marks + "\n\n" : "" }

  private mutating func note(_ result: CaseResult) {
    if result.status.isFailure { failed.append(result.testCase.name) }
    hasMatrix = hasMatrix || shownMatrix(of: result) != nil
    firstIdentifier =
      firstIdentifier ?? result.problems.lazy.compactMap(\.identifier).first
      ?? result.warnings.first?.identifier
    guard durationCount > 0 else { return }
    let place = slowest.firstIndex { $0.elapsed < result.elapsed } ?? slowest.endIndex
    slowest.insert(result, at: place)
    if slowest.count > durationCount { slowest.removeLast() }
  }

  /// The heading of the script, unless it is there already.
  private mutating func begun() -> String {
    guard heading != file else { return "" }
    heading = file
    return file.printableLine + "\n"
  }

  private mutating func warnings(_ warnings: [Diagnostic]) -> String {
    firstIdentifier = firstIdentifier ?? warnings.first?.identifier
    let text = DiagnosticRenderer(usesColor: usesColor).render(warnings)
    return Self.indented(
      text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(), by: 2)
  }

  // MARK: - Cases

  /// What is said of a scenario's cases on several systems.
  private mutating func text(of findings: [SystemGroup.Finding]) -> String {
    guard !findings.isEmpty else { return "" }
    return begun()
      + findings.map { finding in
        let lines = finding.text.split(separator: "\n", omittingEmptySubsequences: false)
        return Self.indented([finding.place + ":"] + lines.dropLast(), by: 4)
      }.joined()
  }

  /// What is said of a case that may be said of others, too: the warnings one by one, and the failure
  /// with what was printed.
  private func sharedDetails(of result: CaseResult) -> [String] {
    let renderer = RunRenderer(appNames: result.appNames, usesColor: usesColor)
    let failure = result.status.isFailure ? details(of: result, [], renderer) : []
    return result.warnings.map { renderer.text([$0]) }
      + (failure.isEmpty ? [] : [failure.map { $0 + "\n" }.joined()])
  }

  /// What is wrong with a case, and what it printed where that is shown.
  private func details(
    of result: CaseResult, _ warnings: [Diagnostic], _ renderer: RunRenderer
  ) -> [Substring] {
    var lines = result.problems.flatMap { Self.lines($0.text(renderer), by: 0) }
    if !warnings.isEmpty { lines += Self.lines(renderer.text(warnings), by: 0) }
    guard !result.output.isEmpty, isVerbose || result.status.isFailure else { return lines }
    if result.status.isFailure { lines.append("it printed") }
    return lines + result.output.flatMap(renderer.lines(ofPrinted:)).map { "  \($0)" }
  }

  private mutating func text(of result: CaseResult) -> String {
    let testCase = result.testCase
    let renderer = RunRenderer(appNames: result.appNames, usesColor: usesColor)
    switch testCase.content {
    case .change:
      return result.problems.map {
        "\(testCase.file):\(testCase.line): \(testCase.title): \($0.summary(renderer))"
          .printableLine
          + "\n"
      }.joined()
    case .exploration where result.status == .error:
      let text = result.problems.map { $0.text(renderer) }.joined()
      return "explore “\(testCase.title.printableLine)”\n\(text)".printable
        + (text.hasSuffix("\n") ? "" : "\n")
    case .exploration: return result.timeline.map { $0.printableLine + "\n" }.joined()
    case .scenario, .script, .statements, .comments, .unusable:
      note(result)
      let lines = lines(of: result)
      return lines.isEmpty ? "" : begun() + Self.indented(lines, by: 2)
    }
  }

  private func lines(of result: CaseResult) -> [Substring] {
    let isOneOfSeveral = SystemGroup.holds(result.testCase)
    let warnings = isOneOfSeveral ? [] : result.warnings
    guard !isQuiet || result.status.isFailure || !warnings.isEmpty else { return [] }
    let renderer = RunRenderer(appNames: result.appNames, usesColor: usesColor)
    var lines = [line(of: result, renderer)[...]]
    if !isOneOfSeveral || !result.status.isFailure {
      lines += details(of: result, warnings, renderer).map { $0.isEmpty ? $0 : "  " + $0 }
    }
    if let matrix = shownMatrix(of: result) {
      let room = width - Self.indentationOfMatrices
      lines += matrix.lines(room, usesColor).map { "  " + $0 }
    }
    return lines + (result.matrix?.remarks ?? []).map { "  " + $0 }
  }

  /// The table of a case, where it is shown.
  private func shownMatrix(of result: CaseResult) -> CaseMatrix? {
    showsMatrices || result.problems.count > 1 ? result.matrix : nil
  }

  private func line(of result: CaseResult, _ renderer: RunRenderer) -> String {
    let testCase = result.testCase
    let title = testCase.title + (result.repetition > 1 ? ", run \(result.repetition)" : "")
    switch result.status {
    case .skipped:
      return renderer.line(of: title, leftOutBecause: "skipped: \(testCase.skipReason ?? "")")
    case .notRun: return renderer.line(of: title, leftOutBecause: RunRenderer.notRunReason)
    case .passed, .failed, .error:
      let hasPassed = result.status == .passed
      if let matrix = result.matrix {
        return renderer.line(of: title + " (" + matrix.summary + ")", hasPassed: hasPassed)
      }
      return renderer.line(
        of: title, hasPassed: hasPassed, after: result.duration,
        failingBecause: hasPassed ? testCase.failureReason : nil)
    }
  }

  // MARK: - The end

  private func ending(_ end: RunEnding) -> String {
    var text = table.text(usesColor: usesColor)
    if !slowest.isEmpty {
      text += "slowest cases, in real time:\n"
      for result in slowest {
        let elapsed = (result.elapsed / .microseconds(1)).rounded() / 1_000
        text += "  \(elapsed) ms  \(result.testCase.name.printableLine)\n"
      }
      text += "\n"
    }
    text += legend + failures
    if let firstIdentifier {
      text += "`rehearse explain \(firstIdentifier.rawValue)` tells more.\n"
    }
    return text + (end.line.map { $0 + "\n" } ?? "")
  }

  /// What failed, once more, where that is far above; and how to run it again.
  private var failures: String {
    guard linesSinceFailure > Self.linesOfALongLog else { return "" }
    let names = failed.prefix(Self.listedFailures).map { "  " + $0.printableLine + "\n" }
    let more = failed.count - names.count
    return "failed:\n" + names.joined() + (more > 0 ? "  and \(more) more\n" : "")
      + "`rehearse test --failed-first --fail-fast` runs them first.\n\n"
  }

  /// From how many lines on what failed is listed at the end, and how much of it.
  private static let (linesOfALongLog, listedFailures) = (60, 20)

  // MARK: - Lines

  private static func lines(_ text: String, by indentation: Int) -> [Substring] {
    let space = String(repeating: " ", count: indentation)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      $0.isEmpty ? $0 : space + $0
    }
  }

  private static func indented(_ lines: [Substring], by indentation: Int) -> String {
    let space = String(repeating: " ", count: indentation)
    return lines.map { ($0.isEmpty ? "" : space + $0) + "\n" }.joined()
  }
}
