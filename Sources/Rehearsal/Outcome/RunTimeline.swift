// What a run shows of its course, for code that reports it later: its last lines, as the command
// shows them.

/// The last lines of a run.
package struct RunTimeline: Sendable {
  private let renderer: RunRenderer
  private let longest: Int
  private let mostBytes: Int
  private var kept: [String] = []
  private var bytes = 0

  /// Makes the timeline of a script's run, as long as the limit `records` says, and of as many bytes
  /// as the limit `output`.
  package init(_ script: Script) {
    renderer = RunRenderer(script)
    longest = script.limits[.records]
    mostBytes = script.limits[.output]
  }

  /// The lines, the oldest first.
  package var lines: [String] { kept.suffix(longest) }

  /// Adds the line of an event, if it has one: a record, what the script printed, a heading.
  package mutating func add(_ event: RunEvent) {
    switch event {
    case .record(let record): if let line = renderer.line(record) { keep(line) }
    case .output(let text, _): keep(text)
    case .scenarioBegan(_, let title): keep(renderer.heading(title))
    case .warning, .failure, .scenarioEnded: break
    }
  }

  private mutating func keep(_ line: String) {
    kept.append(line)
    bytes += line.utf8.count
    // Twice as much before the oldest are dropped, so that dropping is rare.
    guard kept.count / 2 > longest || bytes / 2 > mostBytes else { return }
    var first = max(0, kept.count - longest)
    bytes = kept[first...].reduce(0) { $0 + $1.utf8.count }
    while bytes > mostBytes, first < kept.count {
      bytes -= kept[first].utf8.count
      first += 1
    }
    kept.removeFirst(first)
  }
}
