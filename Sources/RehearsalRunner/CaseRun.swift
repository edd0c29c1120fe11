// The run of one case: what is kept of its events while it runs. Records are kept as they are and
// become lines only where the case failed.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalText

/// What is kept of a case that runs.
struct CaseRun {
  /// What was printed, where it is kept; how many bytes more there were.
  private var printed: [String] = []
  private var printedBytes = 0
  private var omittedBytes = 0
  private(set) var failures: [Failure] = []
  private(set) var warnings: [Diagnostic] = []
  private(set) var expectationCount = 0
  private(set) var duration = Duration.zero
  /// The user's time that it took; set by the code that measures.
  var elapsed = Duration.zero
  let appNames: [String]
  /// What is kept of the life of the case; nil where nobody asks for lives.
  private(set) var watch: CaseLifeWatch?
  private var events: [RunEvent] = []
  /// The room that they take, in records of ordinary size.
  private var room = 0
  private let longestTimeline: Int

  /// How much is kept of a case, by which nobody's memory or report is filled: bytes that it prints,
  /// lines of what happened, and bytes of each.
  private static let keptBytes = 1 << 20
  private static let keptLines = 10_000
  private static let keptBytesOfALine = 4000

  /// Prepares to keep the results of a run.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - keepsLife: Whether the life is kept.
  ///   - actCount: How many acts of the session belong to what was run before.
  init(_ script: Script, keepsLife: Bool = false, actCount: Int = 0) {
    watch = keepsLife ? CaseLifeWatch(actCount: actCount) : nil
    appNames = script.appNames
    longestTimeline = min(max(1, script.limits[.records]), Self.keptLines)
  }

  /// Takes what happened.
  mutating func note(_ event: RunEvent) {
    switch event {
    case .output(let text, _): keep(text)
    case .failure(let failure):
      failures.append(failure)
      watch?.noteFailure()
    case .warning(let warning): warnings.append(warning)
    case .scenarioEnded(let result):
      expectationCount = result.expectationCount
      duration = result.duration
    case .scenarioBegan, .record: break
    }
    room += event.room
    events.append(event)
    // Twice as many before the oldest are dropped, so that dropping is rare.
    if max(events.count, room / 4) / 2 > longestTimeline { dropOldest() }
  }

  /// Drops the oldest events until the rest has half of its room.
  private mutating func dropOldest() {
    var first = max(0, events.count - longestTimeline)
    room = events[first...].reduce(0) { $0 + $1.room }
    while room / 4 > longestTimeline, first < events.count - 1 {
      room -= events[first].room
      first += 1
    }
    events.removeFirst(first)
  }

  private mutating func keep(_ text: String) {
    let bytes = text.utf8.count + 1
    guard printedBytes + bytes <= Self.keptBytes, omittedBytes == 0 else {
      omittedBytes += bytes
      return
    }
    printedBytes += bytes
    printed.append(text)
  }

  /// What it printed; of very much the beginning.
  var output: [String] { printed + (omittedBytes > 0 ? [String.more(bytes: omittedBytes)] : []) }

  /// Takes how the session is after a step.
  mutating func note(_ session: inout Session) { watch?.note(&session) }

  /// What happened last, as `rehearse run` shows it; at most as many lines as the limit `records`
  /// says, and as people read.
  var timeline: [String] {
    let renderer = RunRenderer(appNames: appNames)
    return events.suffix(longestTimeline).flatMap { event -> [String] in
      switch event {
      case .record(let record):
        renderer.line(record).map { [$0.shortened(toBytes: Self.keptBytesOfALine)] } ?? []
      case .output(let text, _):
        renderer.lines(ofPrinted: text.shortened(toBytes: Self.keptBytesOfALine))
      case .scenarioBegan, .scenarioEnded, .warning, .failure: []
      }
    }
  }
}

extension RunEvent {
  /// The room that it takes, in records of ordinary size.
  fileprivate var room: Int {
    switch self {
    case .record(let record): record.room
    case .output(let text, _): 1 + text.utf8.count / 512
    case .scenarioBegan, .scenarioEnded, .warning, .failure: 1
    }
  }
}
