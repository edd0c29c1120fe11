// A session with a disturbance put in, beside the one without it at the same moment. What takes time
// is compared with a run in which the same time passes, so that only the disturbance counts.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine

/// A session after a disturbance.
struct DisturbedSession {
  /// What was put in, with the numbers of the records that came of it.
  struct Part {
    let disturbance: Disturbance
    var records: [Range<Int>] = []
  }

  /// The disturbances, in order.
  private(set) var parts: [Part]
  private(set) var session: Session
  /// The session right before the last disturbance.
  private(set) var before: Session
  /// The session without it, at the moment that corresponds to this one.
  private(set) var undisturbed: Session
  /// How much longer the run is for it.
  private(set) var delay = TimeSpan.zero
  /// Whether it could be undone: the same is in front as before.
  private(set) var isUndone = true

  /// Puts a disturbance in at a place; nil where the device is in no state for it.
  init?(_ disturbance: Disturbance, at point: StormPoint, behind earlier: DisturbedSession? = nil) {
    session = point.session
    if let due = point.due, let moment = try? due.adding(UndisturbedRun.lead),
      moment > session.now
    {
      session.pass(until: moment)
    }
    before = session
    undisturbed = point.behind ?? session
    parts = (earlier?.parts ?? []) + [Part(disturbance: disturbance)]
    guard let context = DisturbanceContext(session.simulation.device) else { return nil }
    let moves = disturbance.does(context)
    guard !moves.isEmpty else { return nil }
    var isComplete = carryOut(moves)
    var passed = TimeSpan.zero
    if isComplete, let due = point.due, point.behind != nil {
      guard session.now == before.now else { return nil }
      passed = due.span(since: session.now)
      session.pass(until: due)
    }
    isComplete = isComplete && carryOut(disturbance.undoes(context))
    // What ends an app on the way is a fault, whether the rest can be done or not.
    guard isComplete || hasFailed else { return nil }
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
    guard isUndone || hasFailed else { return nil }
  }

  /// Carries moves out; false where one is refused.
  private mutating func carryOut(_ moves: [Disturbance.Move]) -> Bool {
    let start = session
    defer {
      session.hideHistory(since: start)
      parts[parts.count - 1].records.append(start.recordCount..<session.recordCount)
    }
    for move in moves {
      switch move {
      case .act(let stimulus):
        guard case .done? = try? session.disturb(stimulus) else { return false }
      case .wait(let span):
        guard let end = try? session.now.adding(span) else { return false }
        session.pass(until: end)
      case .waitForSuspension(let app):
        guard session.waitForSuspension(of: app) else { return false }
      }
      if session.failures.count > before.failures.count { return false }
    }
    return true
  }

  /// What failed by it, as an app does that crashes or is ended for its own fault.
  var firstFailure: Failure? { session.failures.dropFirst(before.failures.count).first }

  private var hasFailed: Bool { firstFailure != nil }

  /// Whether it goes on as without the disturbance.
  var isAsUndisturbed: Bool {
    !session.hasReplayedCode && session.identity == undisturbed.identity
  }
}

extension Session {
  /// Whether only what can be seen of an app tells its states apart, so that worlds that look alike
  /// may go on differently.
  var hasReplayedCode: Bool { !simulation.replayedApps.isEmpty }

  var recordCount: Int { simulation.history.endIndex }

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

  /// Lets time pass up to a moment, the script knowing nothing of it.
  mutating func pass(until moment: VirtualTime) {
    while !isCancelled, (try? passEvent(before: moment)) == true {}
  }

  /// Lets time pass until an app is suspended or has ended; false where it goes on running.
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
