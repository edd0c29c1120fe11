// What a run shows of its course, for whoever reports it later: its last lines, as the command shows
// them.

/// The last lines of a run.
package struct RunTimeline: Sendable {
  private let renderer: RunRenderer
  private let longest: Int
  private var kept: [String] = []

  /// Makes the timeline of a script's run, as long as the limit `records` says.
  package init(_ script: Script) {
    renderer = RunRenderer(script)
    longest = script.limits[.records]
  }

  /// The lines, the oldest first.
  package var lines: [String] { kept.suffix(longest) }

  /// Adds the line of an event, if it has one: a record, what the script printed, a heading.
  package mutating func add(_ event: RunEvent) {
    switch event {
    case .record(let record): kept += renderer.line(record).map { [$0] } ?? []
    case .output(let text, _): kept.append(text)
    case .scenarioBegan(_, let title): kept.append(renderer.heading(title))
    case .warning, .failure, .scenarioEnded: return
    }
    // Twice as many before the oldest are dropped, so that dropping is rare.
    if kept.count / 2 > longest { kept.removeFirst(kept.count - longest) }
  }
}
