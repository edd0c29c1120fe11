// A report: whatever makes text of the events of a run. The forms that users can ask for are rows,
// each with what it is for and how it is made.

import RehearsalText

/// A report of a run.
package protocol Report: Sendable {
  /// What to write for an event, line ends included; empty where there is nothing.
  mutating func text(_ event: TestEvent) -> PrintableText
}

/// A form of reports.
package struct ReportFormat: Sendable {
  /// The name by which users ask for it.
  package let name: String
  /// What it is, as a sentence without its full stop.
  package let summary: String
  /// Whether it shows the lives of cases, which then have to be kept.
  package var showsLives = false
  /// Whether nothing else may be on the stream that it is written to.
  package var takesWholeStream = true
  /// Makes an empty report.
  package let make: @Sendable () -> any Report

  /// The forms, in the order of the help.
  package static let all = [
    text, json,
    ReportFormat(name: "junit", summary: "JUnit XML, for build servers") { JUnitReport() },
    ReportFormat(
      name: "github", summary: "GitHub workflow commands, shown at the lines of scripts",
      takesWholeStream: false
    ) { GitHubReport() },
    html(rulesAt: nil),
    ReportFormat(
      name: "perfetto", summary: "a trace for Perfetto and Chrome's tracing", showsLives: true
    ) { PerfettoReport() },
    results,
  ]

  /// The page for a browser, whose rules lead to pages below an address, or else to the page's own table.
  private static func html(rulesAt address: String?) -> ReportFormat {
    ReportFormat(
      name: "html", summary: "one page for a browser, with a timeline of each scenario",
      showsLives: true
    ) { HTMLReport(rulesAt: address) }
  }

  /// The form with rules that lead to the pages of a site, where it has links at all.
  ///
  /// - Parameter address: The address of the folder of pages, one a rule, such as `R054.html`.
  package func linking(rulesTo address: String) -> ReportFormat {
    name == "html" ? Self.html(rulesAt: address) : self
  }

  /// Everything that the others are made of, for `rehearse merge`.
  package static let results = ReportFormat(
    name: "results",
    summary: "JSON Lines for `rehearse merge`"
  ) { ResultsReport() }

  /// Lines for people.
  package static let text = ReportFormat(
    name: "text", summary: "plain text for people", takesWholeStream: false
  ) { TextReport() }

  /// Objects for programs.
  package static let json = ReportFormat(
    name: "json", summary: "JSON Lines, one object for each event as it happens"
  ) { JSONReport() }
}

extension ReportFormat: Equatable {
  package static func == (one: ReportFormat, other: ReportFormat) -> Bool {
    one.name == other.name
  }
}
