// Whether a disturbed run holds up: it is compared with the undisturbed one at once, when what is
// under way is over, and to the end of the case by the case's own expectations.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// Compares disturbed runs of a case with the undisturbed one.
struct StormJudge {
  private let run: UndisturbedRun
  /// The digests of undisturbed sessions after the script's acts, as far as they were asked for.
  private var identities: [Int: (world: Digest, script: Digest)] = [:]

  init(_ run: UndisturbedRun) { self.run = run }

  /// What a disturbed run shows at a step; nil where the scenario holds up.
  mutating func finding(_ disturbed: DisturbedSession, step: Int) -> FoundFault? {
    if let failure = disturbed.firstFailure {
      return found(disturbed, step, failure: failure, at: disturbed.session)
    }
    guard !disturbed.isAsUndisturbed else { return nil }
    let isCompared = disturbed.parts.last?.disturbance.leavesAppEqual == true
    let differences = isCompared ? Self.lastingDifferences(disturbed) : ([], disturbed.session)
    var end = disturbed.session
    if let failure = firstFailure(of: disturbed, runningTo: &end) {
      return found(disturbed, step, failure: failure, differences.0, at: end)
    }
    guard !differences.0.isEmpty else { return nil }
    return found(disturbed, step, differences.0, at: differences.1)
  }

  private func found(
    _ disturbed: DisturbedSession, _ step: Int, failure: Failure? = nil,
    _ differences: [StormDifference] = [], at end: Session
  ) -> FoundFault {
    FoundFault(
      finding: StormFinding(
        step: step, disturbances: disturbed.parts.map(\.disturbance.name), failure: failure,
        differences: differences, cause: disturbed.cause, scenario: nil),
      disturbed: disturbed, end: end)
  }

  // MARK: - What is seen

  /// How long two runs may go on until what is under way in one of them is over.
  private static let patience = [TimeSpan.zero, .seconds(1), .seconds(10), .seconds(60)]

  /// What differs and goes on differing, with the session in which it does.
  private static func lastingDifferences(
    _ disturbed: DisturbedSession
  ) -> ([StormDifference], Session) {
    var (session, undisturbed) = (disturbed.session, disturbed.undisturbed)
    var before = disturbed.before
    let stored = VisibleState(&before)
    let start = session.now
    var differences: [StormDifference] = []
    for span in patience {
      if let moment = try? start.adding(span) {
        session.pass(until: moment)
        undisturbed.pass(until: moment)
      }
      differences = VisibleState(&session)
        .differences(from: VisibleState(&undisturbed), before: stored)
      if differences.isEmpty { break }
    }
    return (differences, session)
  }

  // MARK: - What the scenario expects

  /// Runs the case to its end, to the first failure that the undisturbed run does not have, or until
  /// the worlds are equal again.
  private mutating func firstFailure(
    of disturbed: DisturbedSession, runningTo session: inout Session
  ) -> Failure? {
    let reference = disturbed.delay > .zero ? Self.end(of: disturbed.undisturbed) : run.end
    let excused = Set((reference.failures + run.end.failures).map(\.site))
    var count = session.failures.count
    var actCount = session.acts?.count ?? 0
    while session.isCaseUnderWay {
      session.step()
      _ = session.takeEvents()
      if session.failures.count > count {
        if let failure = session.failures[count...].first(where: { !excused.contains($0.site) }) {
          return failure
        }
        count = session.failures.count
      }
      let acts = session.acts?.count ?? 0
      if acts > actCount, disturbed.delay == .zero, isAsUndisturbed(session, acts) { return nil }
      actCount = acts
    }
    return nil
  }

  /// Whether a session after an act is what the undisturbed one was there.
  mutating func isAsUndisturbed(_ session: Session, _ actCount: Int) -> Bool {
    guard let undisturbed = run.sessions[actCount], undisturbed.now == session.now,
      !session.hasReplayedCode
    else { return false }
    let identity = identities[actCount] ?? undisturbed.identity
    identities[actCount] = identity
    return session.identity == identity
  }

  private static func end(of session: Session) -> Session {
    var session = session
    while session.isCaseUnderWay {
      session.step()
      _ = session.takeEvents()
    }
    return session
  }
}

extension Failure {
  /// Where it fails, to tell whether two runs fail alike.
  fileprivate var site: String {
    switch reason {
    case .expectation(let failed): failed.site.conditionPlace.description
    case .runtimeError(let error): "error \(error.identifier)"
    case .appRuntimeError(let app, let error, _): "\(app) \(error.identifier)"
    case .appEnded(let app, let reason, _): "\(app) \(reason)"
    case .warning(let warning): "\(warning.place)"
    case .unexpectedPass(let place, _): "\(place)"
    }
  }
}

extension DisturbedSession {
  /// Why an app is not what it was: how its process ended, else what it was told last.
  var cause: String? {
    let simulation = session.simulation
    for app in simulation.device.apps {
      if let exit = simulation.history.exits(of: app).last, exit.record >= before.recordCount {
        return simulation.explanation(of: app).text(of: "exit")
      }
    }
    return nil
  }
}
