// A session with a disturbance injected, beside the one without it at the same moment. What takes time
// is compared with a run in which the same time passes, so that only the disturbance counts.

import Rehearsal
import RehearsalLifecycle

/// A session after a disturbance.
struct DisturbedSession {
  /// What was injected, with the numbers of the resulting records.
  struct Part {
    let name: String
    var records: [Range<Int>] = []
  }

  /// The disturbances, in order.
  private(set) var parts: [Part] = []
  private(set) var session: Session
  /// The session right before what was injected since.
  private(set) var before: Session
  /// The session without it, at the moment that corresponds to this one.
  private(set) var undisturbed: Session
  /// What has to hold after it.
  private(set) var demand = Disturbance.Demand.equalApp
  /// How much longer the run is for it.
  private(set) var delay = TimeSpan.zero
  /// Whether what the app does while it lasts may fail for it.
  private(set) var letsThingsFail = false
  /// How long the user was away, which the session without it has not lived through.
  private(set) var absence = TimeSpan.zero
  /// Whether it could be undone: the same is in front as before.
  private(set) var isUndone = true
  /// Whether data of it is invented.
  private(set) var isInvented = false
  /// Whether something was done in the run without it, too, that may fail there.
  private(set) var isBesideAnother = false
  /// Whether it shows only if every later step of the scenario takes place as without it: it is not undone
  /// before the scenario's next step, which may be refused then.
  private(set) var needsEveryStep = false
  /// The app whose process the scenario has yet to start; nil for none.
  private(set) var awaited: AppIdentifier?

  /// A session as it is, with nothing injected yet.
  init(at session: Session, after earlier: DisturbedSession? = nil) {
    self.session = session
    before = session
    undisturbed = session
    parts = earlier?.parts ?? []
  }

  /// A run on another device, in which nothing is injected.
  init(at session: Session, named name: String, demanding demand: Disturbance.Demand) {
    self.init(at: session)
    parts = [Part(name: name)]
    self.demand = demand
  }

  /// Puts a disturbance in at a place; nil where the device is in no state for it.
  init?(
    _ way: Disturbance.Way, of disturbance: Disturbance, in context: DisturbanceContext,
    at point: StormPoint,
    after earlier: DisturbedSession? = nil
  ) {
    self.init(at: point.sessionBefore, after: earlier)
    undisturbed = point.after ?? session
    isInvented = way.isInvented
    letsThingsFail = disturbance.letsThingsFail
    needsEveryStep = way.returns != .atOnce || way.demand == .stored
    guard point.after == nil || way.returns == .atOnce else { return nil }
    var isComplete = inject(disturbance.name, way.does, demanding: way.demand)
    var passed = TimeSpan.zero
    if isComplete, let due = point.due, point.after != nil {
      guard session.now == before.now else { return nil }
      passed = due.span(since: session.now)
      session.pass(until: due)
    }
    if !way.instead.isEmpty {
      let start = undisturbed.now
      for move in way.instead { guard undisturbed.carryOut(move) else { return nil } }
      passed = undisturbed.now.span(since: start)
      isBesideAnother = true
    }
    if isComplete, way.returns == .afterNextStep {
      let start = undisturbed.now
      guard undisturbed.takeNextStep(), session.takeNextStep() || hasFailed else { return nil }
      guard session.refusedActs.isSubset(of: undisturbed.refusedActs) || hasFailed else {
        return nil
      }
      passed = undisturbed.now.span(since: start)
    }
    isComplete = isComplete && undo(part: parts.count - 1, by: way.undoes)
    // What ends an app on the way is a fault, whether the rest can be done or not.
    guard isComplete || hasFailed else { return nil }
    if way.isTimeItself || way.isAbsence { passed = session.now.span(since: before.now) }
    if way.isAbsence { absence = passed }
    settle(passing: passed)
    let isLeft = way.returns == .byScenario || way.returns == .never
    if way.returns == .byScenario { awaited = context.app }
    guard isUndone || isLeft || hasFailed else { return nil }
  }

  /// Puts something in; false where a move is refused, or an app fails by it.
  mutating func inject(
    _ name: String, _ moves: [Disturbance.Move], demanding demand: Disturbance.Demand
  ) -> Bool {
    parts.append(Part(name: name))
    self.demand = max(self.demand, demand)
    return carryOut(moves, of: parts.count - 1)
  }

  /// Notes of what was put in whether its data is invented, and whether it is never undone.
  mutating func note(isInvented: Bool, isLeft: Bool, awaiting app: AppIdentifier?) {
    self.isInvented = self.isInvented || isInvented
    needsEveryStep = needsEveryStep || isLeft
    if isLeft, let app, !session.simulation.device.hasProcess(app) { awaited = app }
  }

  /// Undoes a part; false where a move is refused, or an app fails by it.
  mutating func undo(part: Int, by moves: [Disturbance.Move]) -> Bool {
    carryOut(moves, of: part)
  }

  /// Advances time while something is injected.
  mutating func wait(until moment: VirtualTime, demanding demand: Disturbance.Demand) {
    self.demand = max(self.demand, demand)
    let start = session
    session.pass(until: moment)
    session.hideHistory(since: start)
  }

  /// Lets as much time pass without what was injected, and looks whether the same is in front.
  ///
  /// - Parameter passed: How much has passed there already.
  mutating func settle(passing passed: TimeSpan = .zero) {
    delay = TimeSpan(
      nanoseconds: session.now.span(since: before.now).nanoseconds - passed.nanoseconds)
    if delay > .zero {
      undisturbed.pass(until: session.now)
      undisturbed.lengthenWait(by: delay)
      session.lengthenWait(by: delay)
    }
    isUndone =
      session.whatIsInFront == undisturbed.whatIsInFront
      && undisturbed.interruptions.allSatisfy(session.interruptions.contains)
  }

  /// The session without it after as much time.
  var undisturbedAfterAbsence: Session {
    var session = undisturbed
    guard let moment = try? session.now.adding(absence) else { return session }
    session.pass(until: moment)
    session.lengthenWait(by: absence)
    return session
  }

  /// Carries moves out; false where one is refused.
  private mutating func carryOut(_ moves: [Disturbance.Move], of part: Int) -> Bool {
    let start = session
    defer {
      session.hideHistory(since: start)
      parts[part].records.append(start.recordCount..<session.recordCount)
    }
    for move in moves {
      guard session.carryOut(move), !hasFailed else { return false }
    }
    return true
  }

  /// What failed by it, as an app does that crashes or is ended for its own fault.
  var firstFailure: Failure? { session.failures.dropFirst(before.failures.count).first }

  /// Whether an app has failed by it.
  var hasFailed: Bool { firstFailure != nil }

  /// Whether it continues as without the disturbance.
  var isAsUndisturbed: Bool {
    !session.hasReplayedCode && session.identity == undisturbed.identity
  }
}

extension Simulation {
  /// The names of the apps with a process whose code is played again for each copy.
  var replayedApps: [String] {
    device.apps.filter { code(of: $0)?.isReplayed == true }
      .compactMap { device.description(of: $0)?.name }
  }
}

extension Session {
  /// Whether only what can be seen of an app tells its states apart, so that worlds that look alike
  /// may continue differently.
  var hasReplayedCode: Bool { !simulation.replayedApps.isEmpty }

  var recordCount: Int { simulation.history.endIndex }

  /// Does a piece of what is injected; false where it is refused.
  mutating func carryOut(_ move: Disturbance.Move) -> Bool {
    switch move {
    case .act(let stimulus):
      guard case .done? = try? disturb(stimulus) else { return false }
    case .occur(let entry, let app):
      let stimuli = entry.stimuli(on: simulation.device, about: [app])
      return !stimuli.isEmpty && carryOut(stimuli)
    case .restore(let entry, let app):
      return carryOut(entry.stimuli(on: simulation.device, about: [app]))
    case .wait(let span):
      guard let end = try? now.adding(span) else { return false }
      pass(until: end)
    case .waitForSuspension(let app): return waitForSuspension(of: app)
    }
    return true
  }

  /// Applies stimuli one after another; false where one is refused.
  private mutating func carryOut(_ stimuli: [Stimulus]) -> Bool {
    for stimulus in stimuli { guard carryOut(.act(stimulus)) else { return false } }
    return true
  }

  /// Which of the script's own acts were refused, by their numbers.
  var refusedActs: Set<Int> {
    let acts = acts ?? []
    let numbers = Dictionary(
      acts.enumerated().map { ($1.record, $0) }, uniquingKeysWith: { first, _ in first })
    return Set(
      simulation.history.records().compactMap { record in
        guard case .refusal = record.subject else { return nil }
        return record.cause.flatMap { numbers[$0] }
      })
  }

  /// Lets the script do what it does next, and wait where that is waiting; false where it does nothing
  /// more.
  mutating func takeNextStep() -> Bool {
    let count = acts?.count ?? 0
    while isCaseRunning {
      step()
      _ = takeEvents()
      if (acts?.count ?? 0) > count, !isWaiting { return true }
    }
    return false
  }

  /// What the user has in front.
  struct Front: Hashable {
    let screen: Screen
    let isLocked: Bool
    let isSwitcherOpen: Bool
    let isDividerDragged: Bool
    let apps: [AppIdentifier]
    let orientation: Orientation
  }

  var whatIsInFront: Front {
    let device = simulation.device
    return Front(
      screen: device.screen, isLocked: device.isLocked, isSwitcherOpen: device.isSwitcherOpen,
      isDividerDragged: device.isDividerDragged,
      apps: [device.sideApp].compactMap { $0 } + device.stage, orientation: device.orientation)
  }

  /// What of the system lies over the screen; an app may have asked for more of it.
  fileprivate var interruptions: [InterruptionKind] { simulation.device.interruptions }

  /// Advances time up to a moment, the script knowing nothing of it.
  mutating func pass(until moment: VirtualTime) {
    while !isCancelled, (try? passEvent(before: moment)) == true {}
  }

  /// Advances time until an app is suspended or has ended; false where it continues running.
  mutating func waitForSuspension(of app: AppIdentifier) -> Bool {
    // Beyond any running time that a system grants in one piece.
    guard let end = try? now.adding(TimeSpan.seconds(20 * 60)) else { return false }
    while true {
      switch simulation.device.state(of: app) {
      case .suspended, .notRunning: return true
      default:
        guard !isCancelled, (try? passEvent(before: end)) == true else { return false }
      }
    }
  }
}
