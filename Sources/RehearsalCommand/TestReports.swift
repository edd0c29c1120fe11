// The reports of a test run while it runs: each event goes to each report, and a line of progress
// stands below them on a terminal.

import Rehearsal
import RehearsalPrompt
import RehearsalRunner
import Synchronization

/// Writes the reports of a test run.
///
/// Events come from the threads that run cases, one at a time; the lock says so to the compiler.
final class TestReports: Sendable {
  private struct State {
    var reports: [(report: Report, output: ReportOutput)]
    var progress: ProgressLine?

    /// Writes what each report makes of something.
    mutating func write(_ text: (inout Report) -> String) {
      for index in reports.indices {
        let written = text(&reports[index].report)
        guard !written.isEmpty else { continue }
        if reports[index].output.isStandardOutput { progress?.clear() }
        reports[index].output.write(written)
      }
    }

    /// Puts the reports in place, which are whole.
    func end() { for (_, output) in reports { output.end() } }
  }

  private let state: Mutex<State>

  /// Makes the reports.
  ///
  /// - Parameters:
  ///   - outputs: Where they go.
  ///   - text: The report for people, as the options of the command say.
  ///   - colors: When to colour.
  init(_ outputs: [ReportOutput], text: TextReport, colors: ColorOptions) {
    let hasText = outputs.contains { $0.format == .text && $0.isStandardOutput }
    let progress = hasText && StandardStream.output.isTerminal ? ProgressLine() : nil
    state = Mutex(
      State(
        reports: outputs.map { output in
          var text = text
          text.usesColor = output.usesColor(colors)
          return (Report(output.format, text: text), output)
        }, progress: progress))
  }

  /// Writes what the reports have to say of an event.
  func show(_ event: TestEvent) {
    state.withLock { state in
      state.progress?.note(event)
      state.write { $0.text(event) }
      state.progress?.draw()
      if case .runEnded = event { state.end() }
    }
  }

  /// Writes what the reports have to say of an event of mutation testing.
  func show(_ event: MutationEvent) {
    state.withLock { state in
      state.write { $0.text(event) }
      if case .ended = event { state.end() }
    }
  }

  /// Writes what the reports have to say of an event of explorations.
  func show(_ event: ExplorationEvent) {
    state.withLock { state in
      state.write { $0.text(event) }
      if case .ended = event { state.end() }
    }
  }
}

extension Report {
  /// Makes a report of a format.
  fileprivate init(_ format: ReportFormat, text: TextReport) {
    self =
      switch format {
      case .text: .text(text)
      case .json: .json(JSONReport())
      case .junit: .junit(JUnitReport())
      case .github: .github(GitHubReport())
      case .html: .html(HTMLReport())
      case .perfetto: .perfetto(PerfettoReport())
      }
  }
}

/// The line of progress at the bottom of a terminal.
private struct ProgressLine {
  private var scriptCount = 0
  private var endedCount = 0
  private var summary = TestSummary()
  private var shown = ""

  mutating func note(_ event: TestEvent) {
    switch event {
    case .runBegan(let count, _): scriptCount = count
    case .scriptEnded: endedCount += 1
    case .caseEnded(let result): summary.count(result)
    case .runEnded: scriptCount = 0
    case .scriptBegan, .caseBegan, .happened, .differed: break
    }
  }

  /// Takes the line away, so that something else can be written.
  mutating func clear() {
    guard !shown.isEmpty else { return }
    StandardStream.output.write("\r\u{1B}[K")
    shown = ""
  }

  /// Writes the line, where it is another than before; none when the run has ended.
  mutating func draw() {
    let line = scriptCount > 0 ? "\(endedCount) of \(scriptCount) scripts: \(summary.line)" : ""
    guard line != shown else { return }
    clear()
    StandardStream.output.write(line)
    shown = line
  }
}
