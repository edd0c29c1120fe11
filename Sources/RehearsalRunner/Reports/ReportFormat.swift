// The forms that a report can have, each with what it is for.

/// A form of reports.
package enum ReportFormat: String, CaseIterable, Sendable {
  case text, json, junit, github, html, perfetto

  /// What it is, as a sentence without its full stop.
  package var summary: String {
    switch self {
    case .text: "lines for people"
    case .json: "JSON Lines, one object for each event as it happens"
    case .junit: "JUnit's XML, for build servers"
    case .github: "workflow commands, which GitHub shows at the lines of scripts"
    case .html: "one page with a picture of each life, for a browser"
    case .perfetto: "a trace for Perfetto and Chrome's tracing"
    }
  }

  /// Whether it shows the lives of cases, which then have to be kept.
  package var showsLives: Bool {
    switch self {
    case .html, .perfetto: true
    case .text, .json, .junit, .github: false
    }
  }
}
