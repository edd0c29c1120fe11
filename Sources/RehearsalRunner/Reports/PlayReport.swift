// What a script's play shows to people while it happens: a line for each record, or a drawing of each
// life. What goes wrong is a report of its own, for the stream of errors.

import Rehearsal
import RehearsalPictures
import RehearsalSyntax
import RehearsalText

/// Renders the play of scripts for people.
package struct PlayReport: Report {
  /// Whether to colour with ANSI escape sequences.
  package var usesColor = false
  /// Whether to show only what the script prints.
  package var isQuiet = false
  /// Whether to say in words which rules the lines follow from, each once.
  package var explains = false
  /// How wide the drawings are that replace the records; nil for a line each.
  package var drawingWidth: Int?

  private var namesFiles = false
  private var renderer = RunRenderer(appNames: [])
  /// The rules that were explained.
  private var explained: Set<String> = []
  /// What went wrong since the last drawing.
  private var failures: [TimelineDrawing.Failure] = []

  /// Makes a report.
  package init() {}

  /// What to write for an event, line ends included.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    PrintableText(lines: lines(of: event))
  }

  private mutating func lines(of event: TestEvent) -> String {
    switch event {
    case .runBegan(let beginning):
      namesFiles = beginning.scriptCount > 1
      return ""
    case .scriptBegan(let path, let appNames, _):
      renderer = RunRenderer(appNames: appNames, usesColor: usesColor)
      return showsRecords && namesFiles ? path.printableLine + ":\n" : ""
    case .happened(let event, _, _): return text(event)
    case .caseEnded(let result): return drawing(of: result)
    case .caseBegan, .told, .differed, .leftOut, .warned, .scriptEnded, .runEnded: return ""
    }
  }

  private var showsRecords: Bool { !isQuiet && drawingWidth == nil }

  /// Whether what the script prints is alone, as is.
  private var showsOutputAlone: Bool { isQuiet && drawingWidth == nil }

  private mutating func text(_ event: RunEvent) -> String {
    switch event {
    case .output(let text, _):
      let lines = showsOutputAlone ? [text.printable] : renderer.lines(ofPrinted: text)
      return lines.map { $0 + "\n" }.joined()
    case .record(let record): return showsRecords ? line(of: record) : ""
    case .scenarioBegan(_, let title):
      return showsOutputAlone ? "" : renderer.heading(title) + "\n"
    case .scenarioEnded(let result):
      return showsOutputAlone ? "" : renderer.line(result) + "\n\n"
    case .failure(let failure):
      if drawingWidth != nil {
        failures.append(
          TimelineDrawing.Failure(time: failure.time, text: renderer.summary(failure)))
      }
      return ""
    case .warning: return ""
    }
  }

  private mutating func line(of record: Record) -> String {
    guard let line = renderer.line(record) else { return "" }
    guard explains, let reason = renderer.timeline.reason(record), explained.insert(reason).inserted
    else {
      return line + "\n"
    }
    return line + "\n" + reason + "\n"
  }

  /// The drawing of a case; empty where nothing happened in it.
  private mutating func drawing(of result: CaseResult) -> String {
    guard let drawingWidth, let life = result.life?.life else { return "" }
    defer { failures = [] }
    guard !life.records.isEmpty || !failures.isEmpty else { return "" }
    let drawing = TimelineDrawing(life, failures: failures, width: drawingWidth)
    return drawing.text(painting: renderer.timeline.paint) + "\n"
  }
}

/// Renders what goes wrong while scripts are played, for the stream of errors.
package struct PlayProblemReport: Report {
  private let usesColor: Bool
  private var renderer = RunRenderer(appNames: [])

  /// Makes a report, coloured with ANSI escape sequences or not.
  package init(usesColor: Bool) { self.usesColor = usesColor }

  /// What to write for an event, line ends included; empty for most events.
  package mutating func text(_ event: TestEvent) -> PrintableText {
    switch event {
    case .scriptBegan(_, let appNames, _):
      renderer = RunRenderer(appNames: appNames, usesColor: usesColor)
      return ""
    case .happened(.warning(let warning), _, _):
      return PrintableText(lines: renderer.text([warning]))
    case .happened(.failure(let failure), _, _):
      return PrintableText(lines: renderer.text(failure))
    default: return ""
    }
  }
}
