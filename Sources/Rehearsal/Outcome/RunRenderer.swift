// What happened in a run as lines for people: records as a timeline, failures with their source
// lines. The only place where events and failures become text; commands, the prompt and test
// reports ask here.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalText

/// Renders what a run tells.
package struct RunRenderer: Sendable {
  /// What renders the records.
  package let timeline: TimelineRenderer

  /// Makes a renderer for the runs of a script.
  package init(_ script: Script, usesColor: Bool = false) {
    self.init(appNames: script.appNames, usesColor: usesColor)
  }

  /// Makes a renderer for the runs of a device with these apps.
  ///
  /// - Parameters:
  ///   - appNames: Their names, by their numbers.
  ///   - usesColor: Whether to colour with ANSI escape sequences.
  ///   - width: How many columns a line may have; nil for any number.
  ///   - linksRules: Whether numbers of rules are links, with escape sequences of OSC 8.
  package init(
    appNames: [String], usesColor: Bool = false, width: Int? = nil, linksRules: Bool = false
  ) {
    timeline = TimelineRenderer(
      appNames: appNames, usesColor: usesColor, width: width, linksRules: linksRules)
  }

  // MARK: - Records

  /// The line of a record, without a line end; nil for records that a timeline leaves out.
  package func line(_ record: Record) -> String? { timeline.line(record) }

  /// What a script or an app printed, line by line, without line ends.
  ///
  /// Each line is marked as theirs, so that none can pass for a record, a result or a summary.
  package func lines(ofPrinted text: String) -> [String] {
    text.printable.split(separator: "\n", omittingEmptySubsequences: false).map {
      paint("│", .dim) + ($0.isEmpty ? "" : " ") + String($0)
    }
  }

  /// What renders diagnostics in the same width.
  private var diagnostics: DiagnosticRenderer {
    DiagnosticRenderer(usesColor: timeline.usesColor, terminalWidth: timeline.width)
  }

  // MARK: - Scenarios and failures

  /// The line above what happens in a scenario, without a line end.
  package func heading(_ title: String) -> String {
    paint("scenario “\(title.printableLine)”", .bold)
  }

  /// The line of a scenario's result, without a line end.
  package func line(_ result: ScenarioResult) -> String {
    switch result.status {
    case .passed:
      line(
        of: result.title, hasPassed: true, after: result.duration,
        failingBecause: result.scenario.failureReason)
    case .failed: line(of: result.title, hasPassed: false, after: result.duration)
    case .skipped:
      line(of: result.title, leftOutBecause: "skipped: \(result.scenario.skipReason ?? "")")
    case .notRun: line(of: result.title, leftOutBecause: Self.notRunReason)
    }
  }

  /// Why a scenario was not run whose statements ended in an error.
  package static let notRunReason = "not run, because the statements before it failed"

  /// The line of a test that was run, with the virtual time that it took where it took any, and
  /// without a line end.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - hasPassed: Whether it passed.
  ///   - duration: The virtual time that it took.
  ///   - reason: Why it had to fail, where it passed by failing.
  /// - Returns: The line.
  package func line(
    of title: String, hasPassed: Bool, after duration: Duration = .zero,
    failingBecause reason: String? = nil
  ) -> String {
    let mark = hasPassed ? paint("✓", .green) : paint("✗", .red)
    return mark + " " + title.printableLine
      + (duration > .zero ? paint(" (\(TimeSpan(duration)))", .dim) : "")
      + (reason.map { paint(" (fails as expected: \($0.printableLine))", .dim) } ?? "")
  }

  /// The line of a test that was not run, without a line end.
  package func line(of title: String, leftOutBecause reason: String) -> String {
    paint("–", .yellow) + " \(title.printableLine) " + paint("(\(reason.printableLine))", .dim)
  }

  /// Diagnostics in full; each line ends with a line end.
  package func text(_ diagnostics: [Diagnostic]) -> String {
    self.diagnostics.render(diagnostics)
  }

  /// A failure in full: its source line, the values of the parts or the script's stack, and the
  /// last records before it; each line ends with a line end.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - showsHistory: Whether to show those records; a prompt has shown them already.
  /// - Returns: The text.
  package func text(_ failure: Failure, showsHistory: Bool = true) -> String {
    let history = showsHistory ? history(of: failure) : []
    return switch failure.reason {
    case .expectation(let expectation): text(expectation, history)
    case .runtimeError(let error): text(error, error.message, [])
    case .warning(let warning): text([warning])
    case .unexpectedPass(let place, let reason):
      diagnostics.render(
        "failed", "this scenario passes, but its header says that it fails: \(reason)",
        in: place.source, at: place.range, remarks: [])
    case .appEnded(let app, let reason, let error):
      text(error, error.message, history + [Self.advice(app, reason)])
    case .appRuntimeError(let app, let error, let isHang):
      text(
        error,
        isHang
          ? "\(app) hangs: \(error.message); the watchdog's rule applies"
          : "\(app) crashed: \(error.message)", history)
    }
  }

  /// How a script says that an app is to end so.
  private static func advice(_ app: String, _ reason: ExitReason) -> String {
    "  if this is intended: `expect ended(\(app), .\(reason)) { … }`, or `allowing: [.\(reason)]`"
  }

  /// A failure in one line, without colours and without a line end.
  package func summary(_ failure: Failure) -> String {
    let plain = RunRenderer(appNames: timeline.appNames).text(failure, showsHistory: false)
    return plain.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// An error in full: its source line and its stack; each line ends with a line end.
  func text(_ error: RuntimeError) -> String { text(error, error.message, []) }

  private func text(_ failed: FailedExpectation, _ history: [String]) -> String {
    let condition = failed.site.place.source.text(in: failed.site.conditionPlace.range)
    let timing = failed.site.timing.map { " " + $0.rawValue + " the time given" } ?? ""
    let values = failed.parts + failed.loopVariables
    let width = values.map(\.text.terminalColumns).max() ?? 0
    let parts = values.map {
      "  \($0.text.printableLine.padded(toColumns: min(width, 40))) is \($0.value.printableLine)"
    }
    let callers = Self.lines(of: failed.callers)
    let first = condition.split(separator: "\n").first.map(String.init) ?? condition
    let what = failed.message ?? "`\(first)` does not hold" + timing
    return diagnostics.render(
      "failed", what, in: failed.site.place.source, at: failed.site.conditionPlace.range,
      remarks: parts + callers + history)
  }

  private func text(_ error: RuntimeError, _ message: String, _ history: [String]) -> String {
    let title = "error[\(error.identifier.rawValue)]"
    guard let place = error.stack.first?.place else {
      return "\(paint(title, .red)): \(message.printableLine)\n"
    }
    return diagnostics.render(
      title, message, in: place.source, at: place.range, remarks: Self.stack(error) + history)
  }

  /// The calls of an error.
  private static func stack(_ error: RuntimeError) -> [String] {
    lines(of: error.stack, omitted: error.omittedCalls)
  }

  /// Calls, equal ones after each other as one line; those left out are counted in the middle.
  private static func lines(of calls: [RuntimeError.Call], omitted: Int = 0) -> [String] {
    let middle = (calls.count + 1) / 2
    var runs: [(text: String, count: Int)] = []
    for (index, call) in calls.enumerated() {
      if index == middle, omitted > 0 {
        runs.append(("… and \(omitted) more calls", 1))
      }
      let text = "in \(call.function), \(position(call.place))".printableLine
      if let last = runs.indices.last, runs[last].text == text {
        runs[last].count += 1
      } else {
        runs.append((text, 1))
      }
    }
    return runs.map { "  \($0.text)" + ($0.count > 1 ? ", \($0.count) times" : "") }
  }

  private func history(of failure: Failure) -> [String] {
    let lines = failure.recentRecords.compactMap { line($0)?.shortened(toBytes: 1000) }
    guard !lines.isEmpty else { return ["  at \(failure.time)"] }
    return ["  at \(failure.time), after"] + lines.map { "  " + $0 }
  }

  private static func position(_ place: SourcePlace) -> String {
    let position = place.position
    return "\(place.source.name.printableLine):\(position.line):\(position.column)"
  }
}

// MARK: - Pieces of lines

extension RunRenderer {
  /// A text in a style, where the renderer colours.
  package func paint(_ text: String, _ style: TextStyle) -> String { timeline.paint(text, style) }
}
