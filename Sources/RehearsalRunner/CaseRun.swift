// The run of one case: what is kept of its events while it runs. Records are kept as they are and
// become lines only where the case failed.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// What is kept of a case that runs.
struct CaseRun {
  private(set) var output: [String] = []
  private(set) var failures: [Failure] = []
  private(set) var warnings: [Diagnostic] = []
  private(set) var expectationCount = 0
  private(set) var duration = Duration.zero
  /// The user's time that it took; whoever measures sets it.
  var elapsed = Duration.zero
  let appNames: [String]
  /// What is kept of the life of the case; nil where nobody asks for lives.
  private(set) var watch: CaseLifeWatch?
  private var events: [RunEvent] = []
  private let longestTimeline: Int

  /// Prepares to keep what comes of a run.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - keepsLife: Whether the life is kept.
  ///   - actCount: How many acts of the session belong to what was run before.
  init(_ script: Script, keepsLife: Bool = false, actCount: Int = 0) {
    watch = keepsLife ? CaseLifeWatch(actCount: actCount) : nil
    appNames = script.appNames
    longestTimeline = max(1, script.limits[.records])
  }

  /// Takes what happened.
  mutating func note(_ event: RunEvent) {
    switch event {
    case .output(let text, _): output.append(text)
    case .failure(let failure):
      failures.append(failure)
      watch?.noteFailure()
    case .warning(let warning): warnings.append(warning)
    case .scenarioEnded(let result):
      expectationCount = result.expectationCount
      duration = result.duration
    case .scenarioBegan, .record: break
    }
    // Twice as many before the oldest are dropped, so that dropping is rare.
    if events.count / 2 >= longestTimeline { events.removeFirst(events.count - longestTimeline) }
    events.append(event)
  }

  /// Takes how the session is behind a step.
  mutating func note(_ session: Session) { watch?.note(session) }

  /// What happened, as `rehearse run` shows it; at most as many lines as the limit `records` says.
  var timeline: [String] {
    let renderer = RunRenderer(appNames: appNames)
    return events.suffix(longestTimeline).flatMap { event -> [String] in
      switch event {
      case .record(let record): renderer.line(record).map { [$0] } ?? []
      case .output(let text, _): renderer.lines(ofPrinted: text)
      case .scenarioBegan, .scenarioEnded, .warning, .failure: []
      }
    }
  }
}
