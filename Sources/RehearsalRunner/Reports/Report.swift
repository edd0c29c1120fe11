// A report in one of its forms: what it writes for each event of a run.

/// A report of a run.
package enum Report {
  case text(TextReport)
  case json(JSONReport)
  case junit(JUnitReport)
  case github(GitHubReport)
  case html(HTMLReport)
  case perfetto(PerfettoReport)

  /// What to write for an event, line ends included; empty where there is nothing.
  package mutating func text(_ event: TestEvent) -> String {
    switch self {
    case .text(var report):
      defer { self = .text(report) }
      return report.text(event)
    case .json(let report): return report.text(event)
    case .junit(var report):
      defer { self = .junit(report) }
      return report.text(event)
    case .github(let report): return report.text(event)
    case .html(var report):
      defer { self = .html(report) }
      return report.text(event)
    case .perfetto(var report):
      defer { self = .perfetto(report) }
      return report.text(event)
    }
  }

  /// What to write for an event of mutation testing, line ends included; empty where there is
  /// nothing.
  package mutating func text(_ event: MutationEvent) -> String {
    switch self {
    case .text(let report): return report.text(event)
    case .json(let report): return report.text(event)
    case .junit(var report):
      defer { self = .junit(report) }
      return report.text(event)
    case .github(let report): return report.text(event)
    // A change has no life of its own to be shown.
    case .html, .perfetto: return ""
    }
  }

  /// What to write for an event of explorations, line ends included; empty where there is nothing.
  package mutating func text(_ event: ExplorationEvent) -> String {
    switch self {
    case .text(let report): return report.text(event)
    case .json(let report): return report.text(event)
    case .junit(var report):
      defer { self = .junit(report) }
      return report.text(event)
    case .github(let report): return report.text(event)
    case .html, .perfetto: return event.testEvents.map { text($0) }.joined()
    }
  }
}
