// The reports of a run while it runs: each event goes to each report, and a line of progress is
// below them on a terminal.

import Rehearsal
import RehearsalPrompt
import RehearsalRunner
import RehearsalText
import Synchronization

/// Writes the reports of a run.
///
/// Events come from the threads that run cases, one at a time; the lock says so to the compiler.
final class TestReports: Sendable {
  private struct State {
    var reports: [(report: any Report, output: ReportOutput)]
    var progress: ProgressLine?

    /// Writes what each report says of an event.
    mutating func write(_ event: TestEvent) {
      for index in reports.indices {
        let text = reports[index].report.text(event)
        guard !text.isEmpty else { continue }
        if reports[index].output.isStandardOutput { progress?.clear() }
        reports[index].output.write(text)
      }
    }
  }

  private let state: Mutex<State>

  /// Makes the reports of cases.
  ///
  /// - Parameters:
  ///   - outputs: Where they go.
  ///   - text: The report for people, as the options of the command say.
  ///   - shared: The part that is run; nil if no results are asked for.
  ///   - colors: When to colour.
  convenience init(
    _ outputs: [ReportOutput], text: TextReport = TextReport(), shared: SharedRun? = nil,
    colors: ColorOptions
  ) {
    let hasText = outputs.contains { $0.format == .text && $0.isStandardOutput }
    let reports = outputs.map { output -> (any Report, ReportOutput) in
      if output.format == .results, let shared {
        return (shared.results(width: text.width), output)
      }
      guard output.format == .text else { return (output.format.make(.ofThisProcess), output) }
      var text = text
      text.usesColor = output.usesColor(colors)
      return (text, output)
    }
    self.init(reports, showsProgress: hasText && StandardStream.output.isTerminal)
  }

  /// Makes reports, each with where it goes; with a line of progress below them where that is asked.
  init(_ reports: [(any Report, ReportOutput)], showsProgress: Bool = false) {
    state = Mutex(State(reports: reports, progress: showsProgress ? ProgressLine() : nil))
  }

  /// Writes what the reports have to say of an event.
  func show(_ event: TestEvent) {
    state.withLock { state in
      state.progress?.note(event)
      state.write(event)
      state.progress?.draw()
      // They are whole, and are put in place.
      if case .runEnded = event { for (_, output) in state.reports { output.end() } }
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
    case .runBegan(let beginning): scriptCount = beginning.scriptCount
    case .scriptEnded: endedCount += 1
    case .caseEnded(let result): summary.count(result)
    case .runEnded: scriptCount = 0
    case .scriptBegan, .caseBegan, .happened, .told, .differed, .leftOut, .warned: break
    }
  }

  /// Takes the line away, so that something else can be written.
  mutating func clear() {
    guard !shown.isEmpty else { return }
    StandardStream.output.eraseLine()
    shown = ""
  }

  /// Writes the line, where it is another than before; none when the run has ended.
  mutating func draw() {
    let line = scriptCount > 0 ? "\(endedCount) of \(scriptCount) scripts: \(summary.line)" : ""
    guard line != shown else { return }
    clear()
    StandardStream.output.write("\(line)")
    shown = line
  }
}
