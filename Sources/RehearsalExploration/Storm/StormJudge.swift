// Whether a scenario survives a disturbance: it is compared with the undisturbed one at once, when
// pending work is over, and to the end of the case by the case's own expectations.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalValues

/// Compares disturbed runs of a case with the undisturbed one.
struct StormJudge {
  private let run: UndisturbedRun
  /// The digests of undisturbed sessions after the script's acts, where requested.
  private var identities: [Int: (world: StateDigest, script: StateDigest)] = [:]

  init(_ run: UndisturbedRun) { self.run = run }

  /// What a disturbed run shows at a step; nil if the scenario survives.
  mutating func finding(_ disturbed: DisturbedSession, step: Int) -> FoundFault? {
    if let failure = disturbed.firstFailure {
      return found(disturbed, step, failure: failure, at: disturbed.session)
    }
    guard !disturbed.isAsUndisturbed else { return nil }
    let differences =
      disturbed.demand == .equalApp
      ? Self.lastingDifferences(disturbed) : ([], disturbed.session)
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
        step: step, disturbances: disturbed.parts.map(\.name), failure: failure,
        differences: differences, cause: disturbed.cause, scenario: nil),
      disturbed: disturbed, end: end)
  }

  // MARK: - What is seen

  /// How long two runs may continue until what is under way in one of them is over.
  private static let patience = [TimeSpan.zero, .seconds(1), .seconds(10), .seconds(60)]

  /// What differs and continues differing, with the session in which it does.
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

  /// How long after the end of a case what an app owes may be due: an answer to a push, and the end of a
  /// background task, have half of it.
  private static let aftermath = TimeSpan.seconds(60)

  /// Runs the case to its end and until what an app owes then is due, to the first failure that the
  /// undisturbed run does not have, or until the worlds are equal again.
  private mutating func firstFailure(
    of disturbed: DisturbedSession, runningTo session: inout Session
  ) -> Failure? {
    var excused: Set<String>?
    var count = session.failures.count
    var actCount = session.acts?.count ?? 0
    while session.isCaseRunning {
      session.step()
      _ = session.takeEvents()
      if let failure = newFailure(in: session, since: &count, of: disturbed, &excused) {
        return failure
      }
      let acts = session.acts?.count ?? 0
      if acts > actCount, disturbed.delay == .zero, isAsUndisturbed(session, acts) { return nil }
      actCount = acts
    }
    guard session.awaitsAnswers, let end = try? session.now.adding(Self.aftermath) else {
      return nil
    }
    session.pass(until: end)
    return newFailure(in: session, since: &count, of: disturbed, &excused)
  }

  /// The first failure since so many that counts, and that the undisturbed run does not have.
  private func newFailure(
    in session: Session, since count: inout Int, of disturbed: DisturbedSession,
    _ excused: inout Set<String>?
  ) -> Failure? {
    guard session.failures.count > count else { return nil }
    defer { count = session.failures.count }
    let new = session.failures[count...].filter { disturbed.demand < .noFault || $0.isFault }
    guard !new.isEmpty else { return nil }
    let sites = excused ?? sitesOfFailures(without: disturbed)
    excused = sites
    return new.first { !sites.contains($0.site) }
  }

  /// Where the undisturbed run fails, also where so much time passes in it.
  private func sitesOfFailures(without disturbed: DisturbedSession) -> Set<String> {
    let runs = disturbed.delay > .zero ? [run.end, Self.end(of: disturbed.undisturbed)] : [run.end]
    return Set(
      runs.flatMap { end in
        var end = end
        if end.awaitsAnswers, let due = try? end.now.adding(Self.aftermath) { end.pass(until: due) }
        return end.failures.map(\.site)
      })
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
    while session.isCaseRunning {
      session.step()
      _ = session.takeEvents()
    }
    return session
  }
}

extension Session {
  /// Whether an app owes the system an answer, or the end of a background task.
  fileprivate var awaitsAnswers: Bool {
    let device = simulation.device
    return !isCancelled
      && device.apps.contains {
        !device.unansweredMessages(of: $0).isEmpty || !device.backgroundTasks(of: $0).isEmpty
      }
  }
}

extension Failure {
  /// Whether an app fails for its own fault, whatever the script expects.
  fileprivate var isFault: Bool {
    switch reason {
    case .appRuntimeError, .appEnded: true
    case .expectation, .runtimeError, .warning, .unexpectedPass: false
    }
  }

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
  /// Why an app is not what it was: how its process ended, else the last message it got.
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
