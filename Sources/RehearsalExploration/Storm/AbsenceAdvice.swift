// A scenario in which an app was away for long and came back as it was: a device may have taken its memory
// meanwhile. The scenario is played once more with that, and only if it does not survive there is
// something to say.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax

/// What a passing scenario does not try.
package struct AbsenceAdvice: Sendable {
  /// The name of the app.
  package let app: String
  /// How long it was suspended.
  package let span: TimeSpan

  /// From how long an absence on an app is likely to have been purged.
  package static let longAbsence = TimeSpan.seconds(10 * 60)

  /// Looks into a case that passes.
  ///
  /// - Parameters:
  ///   - script: The script, which can be run.
  ///   - number: The number of the case among `Script.cases`.
  ///   - imports: Where imported files come from; nil where it has none.
  ///   - time: How long it may take; what is not known by then is not said. Nil for any time.
  ///
  /// It is nil if no app was away for long, or if it survives the loss of its memory.
  package init?(
    _ script: Script, case number: Int, imports: ImportSource?,
    within time: ExplanationTime? = nil
  ) {
    let scenario = script.cases[number]
    let purge = Disturbance.all.filter {
      $0.name == "purge" && !scenario.excludedDisturbances.contains($0.name)
    }
    guard !purge.isEmpty, scenario.failureReason == nil,
      var session = Session(script, cancellation: time?.cancellation)
    else { return nil }
    session.runStatements { _ in }
    let run = UndisturbedRun(number, of: session, ProgramFacts(session.program))
    guard run.end.failures.isEmpty else { return nil }
    var judge = StormJudge(run)
    var suspended: (app: AppIdentifier, since: VirtualTime)?
    for (step, point) in run.points.enumerated() {
      let device = point.session.simulation.device
      guard let context = DisturbanceContext(device, run.course(at: point)), context.isSuspended
      else {
        suspended = nil
        continue
      }
      if suspended?.app != context.app { suspended = (context.app, point.session.now) }
      guard let since = suspended?.since, context.course.isAfterStatement,
        let name = device.description(of: context.app)?.name
      else { continue }
      let away = point.session.now.span(since: since)
      guard away >= Self.longAbsence else { continue }
      for disturbed in run.disturbed(purge[0], at: point) where disturbed.needsEveryStep {
        guard case .found = judge.judgement(disturbed, step: step),
          time?.isOver != true
        else { continue }
        (app, span) = (name, away)
        return
      }
    }
    return nil
  }

  /// The advice in one line, without its end.
  ///
  /// - Parameter file: The path of the script.
  /// - Returns: The line.
  package func line(for file: String) -> String {
    "\(app) lived through \(span.inWords) in the background; a device may have purged it: "
      + "`rehearse storm \(file)` tries that."
  }
}

extension TimeSpan {
  /// The span in whole hours or minutes, as people say it.
  fileprivate var inWords: String {
    let minutes = (nanoseconds + 30_000_000_000) / 60_000_000_000
    return minutes >= 60 ? "\((minutes + 30) / 60) h" : "\(minutes) min"
  }
}
