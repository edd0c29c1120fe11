// What happened in a run as lines for people: records as a timeline, failures with their source
// lines. The only place where events and failures become text; commands, the prompt and test
// reports ask here.
//
//        0.000s  ▸ press .home
//        0.000s      willResignActive          R054  applicationWillResignActive(_:)
//        0.000s    → background                R054

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalText

/// Renders what a run tells.
package struct RunRenderer: Sendable {
  /// Whether to colour with ANSI escape sequences.
  package let usesColor: Bool
  private let appNames: [String]
  /// How long the line of a record may be, where a selector would make it longer; nil for any.
  private let width: Int?
  /// Whether numbers of rules are links to what documents them.
  private let linksRules: Bool

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
    self.linksRules = linksRules
    self.usesColor = usesColor
    self.appNames = appNames
    self.width = width
  }

  // MARK: - Records

  /// The line of a record, without a line end; nil for records that a timeline leaves out.
  package func line(_ record: Record) -> String? {
    guard let entry = TimelineEntry(record, appName: record.app.map { appName($0) }) else {
      return nil
    }
    let style = Self.style(of: entry.emphasis)
    let line = paint(Self.column(record.time.clockText), .dim) + "  " + column(for: record)
    let indentation = entry.mark.isEmpty ? "    " : entry.mark + " "
    let text = entry.text.printableLine
    guard entry.hasRemark else { return line + paint(indentation + text, style) }
    let words = indentation + Self.padded(text, 32 - indentation.count)
    let room = width.map { $0 - Self.timeWidth - nameWidth - words.terminalColumns - 2 }
    let remark = linked(entry.remark(room: room), of: record)
    return line + paint(words, style) + "  " + paint(remark, .dim)
  }

  /// What a script or an app printed, line by line, without line ends.
  ///
  /// Each line is marked as theirs, so that none can pass for a record, a result or a summary.
  package func lines(ofPrinted text: String) -> [String] {
    text.printable.split(separator: "\n", omittingEmptySubsequences: false).map {
      paint("│", .dim) + ($0.isEmpty ? "" : " ") + String($0)
    }
  }

  /// A remark whose rule is a link, where that is wanted and there is a page of it.
  private func linked(_ remark: String, of record: Record) -> String {
    guard linksRules, let rule = record.rule?.description, remark.hasPrefix(rule),
      let page = record.rulePage
    else { return remark }
    return "\u{1B}]8;;\(page)\u{1B}\\\(rule)\u{1B}]8;;\u{1B}\\" + remark.dropFirst(rule.count)
  }

  /// What renders diagnostics in the same width.
  private var diagnostics: DiagnosticRenderer {
    DiagnosticRenderer(usesColor: usesColor, terminalWidth: width)
  }

  /// The line that says which rule a record follows from, without a line end; nil without a rule.
  package func reason(_ record: Record) -> String? {
    record.ruleText.map { paint(String(repeating: " ", count: 18) + $0, .dim) }
  }

  /// What the column of the apps' names takes; there is none where there is one app.
  private var nameWidth: Int {
    appNames.count > 1 ? (appNames.map(\.terminalColumns).max() ?? 0) + 2 : 0
  }

  /// The app's name where there are several apps, each one step further to the right.
  private func column(for record: Record) -> String {
    guard nameWidth > 0 else { return "" }
    guard let app = record.app, record.kind != .stimulus else {
      return String(repeating: " ", count: nameWidth)
    }
    return paint(Self.padded(appName(app), nameWidth - 2), .dim) + "  "
  }

  private func appName(_ app: AppIdentifier) -> String {
    appNames.indices.contains(Int(app.index)) ? appNames[Int(app.index)] : "app \(app.index)"
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
    let plain = RunRenderer(appNames: appNames).text(failure, showsHistory: false)
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
      "  \(Self.padded($0.text.printableLine, min(width, 40))) is \($0.value.printableLine)"
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
  /// The ANSI styles in use, each once.
  package enum Style: String {
    case plain = ""
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  private static func style(of emphasis: TimelineEntry.Emphasis) -> Style {
    switch emphasis {
    case .plain: .plain
    case .faint: .dim
    case .heading: .bold
    case .log: .cyan
    case .warning: .yellow
    case .end: .red
    case .state(let state): style(of: state)
    }
  }

  package static func style(of state: ProcessState) -> Style {
    switch state {
    case .active: .green
    case .inactive, .background, .prewarmed: .yellow
    case .suspended: .cyan
    case .notRunning: .red
    }
  }

  package func paint(_ text: String, _ style: Style) -> String {
    usesColor && style != .plain ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Colours text as entries of a timeline stand out.
  package func paint(_ text: String, as emphasis: TimelineEntry.Emphasis) -> String {
    paint(text, Self.style(of: emphasis))
  }

  package static func padded(_ text: String, _ width: Int) -> String {
    text.padded(toColumns: width)
  }

  /// What a moment below an hour takes, with the space after it.
  private static let timeWidth = 13

  /// A moment so that the points are aligned.
  private static func column(_ time: String) -> String {
    String(repeating: " ", count: max(0, 6 - time.prefix { $0 != "." }.count)) + time
  }
}
