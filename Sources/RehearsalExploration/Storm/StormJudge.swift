// Whether a scenario survives a disturbance: it is compared with the undisturbed one at once, when
// pending work is over, and to the end of the case by the case's own expectations.

import Rehearsal
import RehearsalLifecycle
import RehearsalSyntax
import RehearsalValues

/// What became of a disturbed run.
enum StormJudgement {
  /// The scenario survives; what differs at a place for people to look at.
  case survived(differences: [StormDifference])
  /// It could not come in this way: what the scenario does next was refused.
  case notPossible
  /// It does not survive.
  case found(FoundFault)
}

/// Compares disturbed runs of a case with the undisturbed one.
struct StormJudge {
  private let run: UndisturbedRun
  /// What counts as found although it is only another value.
  private let options: StormOptions
  /// Whether a finding is known: then the search goes on behind it.
  private let isKnown: (String) -> Bool
  /// What was found and is known.
  private(set) var knownFindings: Set<String> = []
  /// What handlers answered in the disturbed runs.
  private(set) var handled: Set<HandledMessage> = []
  /// Whether the scenario looked at an app whose process it has yet to start.
  private var meetsNoProcess = false
  /// What variables count.
  private let deliveries: CountedDeliveries
  /// The digests of undisturbed sessions after the script's acts, where requested.
  private var identities: [Int: (world: StateDigest, script: StateDigest)] = [:]

  init(
    _ run: UndisturbedRun, _ options: StormOptions = StormOptions(),
    knowing isKnown: @escaping (String) -> Bool = { _ in false }
  ) {
    self.run = run
    self.options = options
    self.isKnown = isKnown
    deliveries = CountedDeliveries(run.end.program)
  }

  /// What a disturbed run shows at a step.
  mutating func judgement(_ disturbed: DisturbedSession, step: Int) -> StormJudgement {
    if let failure = disturbed.firstFailure, counts(failure, disturbed), !note(known: failure.key) {
      return .found(found(disturbed, step, failure: failure, at: disturbed.session))
    }
    guard !disturbed.isAsUndisturbed else { return .survived(differences: []) }
    let (differences, later) =
      disturbed.demand == .equalApp || disturbed.demand == .stored
      ? lastingDifferences(disturbed) : ([], disturbed.session)
    var end = disturbed.session
    meetsNoProcess = false
    let failure = firstFailure(of: disturbed, runningTo: &end)
    handled.formUnion(end.messagesHandled(since: disturbed.before.recordCount))
    if disturbed.needsEveryStep, failure?.isFault != true,
      meetsNoProcess || isRefused(end, disturbed)
    {
      return .notPossible
    }
    if let failure {
      return .found(found(disturbed, step, failure: failure, differences, at: end))
    }
    let telling = differences.filter {
      guard $0.isFinding || options.isStrict else { return false }
      return !note(known: $0.subject)
    }
    guard !telling.isEmpty else { return .survived(differences: differences) }
    return .found(found(disturbed, step, telling, at: later))
  }

  /// What a run of the whole case on another device shows; nil where it holds.
  mutating func fault(
    on device: Disturbance.OtherDevice, _ disturbance: Disturbance, _ end: Session
  )
    -> FoundFault?
  {
    var end = end
    if end.awaitsAnswers, let due = try? end.now.adding(Self.aftermath) { end.pass(until: due) }
    let disturbed = DisturbedSession(
      at: run.points.first?.session ?? run.end, named: "\(disturbance.name) \(device.name)",
      demanding: device.demand)
    let known = sitesOfFailures(without: disturbed)
    let failure = end.failures.first {
      !known.contains($0.site) && counts($0, disturbed) && !note(known: $0.key)
    }
    guard let failure else { return nil }
    var found = found(disturbed, -1, failure: failure, at: end)
    found.options = device.options
    return found
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
  private static func patience(on system: SystemVersion) -> [TimeSpan] {
    [.zero, .seconds(1), .seconds(10), .seconds(60), .seconds(system < 7 ? 600 : 180)]
  }

  /// What differs and continues differing, with the session in which it does.
  private func lastingDifferences(_ disturbed: DisturbedSession) -> ([StormDifference], Session) {
    var (session, undisturbed) = (disturbed.session, disturbed.undisturbed)
    var before = disturbed.before
    let stored = VisibleState(&before)
    let (start, undisturbedStart) = (session.now, undisturbed.now)
    var differences: [StormDifference] = []
    for span in Self.patience(on: session.simulation.device.profile.system) {
      if let moment = try? start.adding(span), let other = try? undisturbedStart.adding(span) {
        session.pass(until: moment)
        undisturbed.pass(until: other)
      }
      differences = VisibleState(&session)
        .differences(from: VisibleState(&undisturbed), before: stored)
        .filter { !options.ignored.contains($0.subject) }
        .map { isMemoryOfDelivery($0, disturbed) ? $0.withoutWeight : $0 }
      if disturbed.demand == .stored { differences = differences.filter(\.isOfStorage) }
      if !differences.contains(where: { $0.mayTell || options.isStrict }) { break }
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
  private mutating func newFailure(
    in session: Session, since count: inout Int, of disturbed: DisturbedSession,
    _ excused: inout Set<String>?
  ) -> Failure? {
    guard session.failures.count > count else { return nil }
    defer { count = session.failures.count }
    if let app = disturbed.awaited, !session.simulation.device.hasProcess(app),
      !session.failures[count...].contains(where: \.isFault)
    {
      meetsNoProcess = true
      return nil
    }
    let new = session.failures[count...].filter {
      counts($0, disturbed) && !isCountOfDeliveries($0, session, disturbed)
    }
    guard !new.isEmpty else { return nil }
    let sites = excused ?? sitesOfFailures(without: disturbed)
    excused = sites
    return new.first { !sites.contains($0.site) && !note(known: $0.key) }
  }

  /// Whether something is known; then takes note that it was found.
  private mutating func note(known what: String) -> Bool {
    guard isKnown(what) else { return false }
    knownFindings.insert(what)
    return true
  }

  /// Whether a failure says something against the app, after what was put in.
  private func counts(_ failure: Failure, _ disturbed: DisturbedSession) -> Bool {
    switch failure.reason {
    case .appRuntimeError: return !disturbed.isInvented
    case .appEnded: return true
    case .expectation(let failed):
      let reading = ExpectationReading(failed)
      switch disturbed.demand {
      case .equalApp, .expectations: break
      case .date: guard reading.names.contains("date") else { return false }
      case .stored:
        guard !reading.looksAtScreen, !reading.looksBack, !disturbed.endsTransfers else {
          return false
        }
      case .noFault: return false
      }
      if disturbed.needsEveryStep, reading.looksBack { return false }
      return !isMemoryOfDelivery(reading, disturbed)
    case .runtimeError, .warning, .unexpectedPass:
      return disturbed.demand <= .expectations && !disturbed.needsEveryStep
    }
  }

  /// Whether something that the scenario does is refused, or finds no process, as it would not without
  /// the disturbance.
  private func isRefused(_ session: Session, _ disturbed: DisturbedSession) -> Bool {
    if !session.refusedActs.isSubset(of: run.end.refusedActs) { return true }
    return session.failures.dropFirst(disturbed.before.failures.count).contains {
      if case .runtimeError = $0.reason { true } else { false }
    }
  }

  /// Where the undisturbed run fails, also where so much time passes in it.
  private func sitesOfFailures(without disturbed: DisturbedSession) -> Set<String> {
    let isAnother = disturbed.delay > .zero || disturbed.isBesideAnother
    var runs = isAnother ? [run.end, Self.end(of: disturbed.undisturbed)] : [run.end]
    if disturbed.absence > .zero { runs.append(Self.end(of: disturbed.undisturbedAfterAbsence)) }
    return Set(
      runs.flatMap { end in
        var end = end
        if end.awaitsAnswers, let due = try? end.now.adding(Self.aftermath) { end.pass(until: due) }
        return end.failures.map(\.site)
      })
  }

  // MARK: - Memory

  /// Whether an expectation fails only because variables count what the app was sent, and it was sent
  /// more or less.
  private func isCountOfDeliveries(
    _ failure: Failure, _ session: Session, _ disturbed: DisturbedSession
  ) -> Bool {
    guard case .expectation(let failed) = failure.reason,
      let undisturbed = run.sessions[session.acts?.count ?? 0]
    else { return false }
    var (session, other) = (session, undisturbed)
    let changed = ExpectationReading(failed).variables.filter { appName, name in
      guard let app = session.simulation.device.app(named: appName) else { return false }
      return session.memory(name, of: app) != other.memory(name, of: app)
    }
    return !changed.isEmpty
      && changed.allSatisfy { appName, name in
        session.simulation.device.app(named: appName).map {
          deliveries.count(
            name, of: $0, in: &session, and: &other, where: disturbed.letsThingsFail)
        } ?? false
      }
  }

  /// Whether an expectation only reads what an earlier process held of what the system gave it.
  ///
  /// A process that took another's place does not hold that; what the user did in the app is another
  /// matter.
  private func isMemoryOfDelivery(
    _ reading: ExpectationReading, _ disturbed: DisturbedSession
  ) -> Bool {
    guard !reading.looksBeyondMemory else { return false }
    let lost = reading.variables.compactMap { app, name in
      disturbed.before.simulation.device.app(named: app).map {
        isMemoryOfDelivery(name, of: $0, disturbed)
      }
    }
    return !lost.isEmpty && lost.allSatisfy(\.self)
  }

  private func isMemoryOfDelivery(
    _ difference: StormDifference, _ disturbed: DisturbedSession
  ) -> Bool {
    guard difference.isFinding, let dot = difference.subject.firstIndex(of: "."),
      let app = disturbed.before.simulation.device.app(
        named: String(difference.subject[..<dot]))
    else { return false }
    let name = String(difference.subject[difference.subject.index(after: dot)...])
    return isMemoryOfDelivery(name, of: app, disturbed)
  }

  /// Whether a variable or a screen was held by an earlier process, and what it was given by a way into
  /// the app led to it.
  ///
  /// What the user did, and what an answer brought that was asked for by a link or a push, as a login does,
  /// is another matter.
  private func isMemoryOfDelivery(
    _ name: String, of app: AppIdentifier, _ disturbed: DisturbedSession
  ) -> Bool {
    let now = disturbed.session.simulation.device.process(of: app)?.number
    guard let was = disturbed.before.simulation.device.process(of: app)?.number, was != now else {
      return false
    }
    let count = disturbed.before.acts?.count ?? 0
    let sessions =
      run.sessions.filter { $0.key <= count }.sorted { $0.key < $1.key }.map(\.value)
      + [disturbed.before]
    let values = sessions.compactMap { session -> (session: Session, value: ScriptValue)? in
      var session = session
      return session.memory(name, of: app).map { (session, $0) }
    }
    var end = run.end
    guard let last = values.last?.value,
      // What the scenario leads to later is no memory of what was before.
      end.memory(name, of: app) == last,
      let before = values.lastIndex(where: { $0.value != last })
    else { return false }
    guard let origin = values[before].session.origin(of: last, named: name, of: app) else {
      return false
    }
    return origin.action.row.isWayIn && (!origin.isOfWork || origin.action == .launch)
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
  /// What the living process of an app holds under a name: a variable, or what it shows.
  mutating func memory(_ name: String, of app: AppIdentifier) -> ScriptValue? {
    guard simulation.device.hasProcess(app) else { return nil }
    if name == "screen" || name == "presented" { return value(ofMember: name, of: app) }
    return visibleVariables(of: app).first { $0.name == name }?.value
  }

  /// What was done to the device that led an app to hold a value, from here on, and whether work of the
  /// app's lay in between; nil if it does not come to hold it, or if the cause is not known.
  fileprivate func origin(
    of value: ScriptValue, named name: String, of app: AppIdentifier
  ) -> (action: ActionName, isOfWork: Bool)? {
    var session = self
    while session.isCaseRunning {
      let start = session.recordCount
      session.step()
      _ = session.takeEvents()
      guard session.memory(name, of: app) == value else { continue }
      let history = session.simulation.history
      let records = history.records(since: start)
      var record = records.last { $0.app == app && $0.isCall } ?? records.last { $0.app == app }
      var isOfWork = false
      while let current = record {
        switch current.subject {
        case .stimulus(let action): return (action, isOfWork)
        case .callback(.backgroundWork), .callback(.answer): isOfWork = true
        default: break
        }
        record = current.cause.flatMap { history[$0] }
      }
      return nil
    }
    return nil
  }

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
  var isFault: Bool {
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

extension Record {
  /// Whether code of an app runs for it.
  fileprivate var isCall: Bool {
    switch subject {
    case .message, .notification: handled == true
    case .action, .sentAction, .callback: true
    default: false
    }
  }
}

extension DisturbedSession {
  /// Whether transfers were under way, which end with an app that the user ends (R106).
  fileprivate var endsTransfers: Bool {
    let device = before.simulation.device
    return device.apps.contains { !device.transfers(of: $0).isEmpty }
  }

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
