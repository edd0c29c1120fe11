// A session with a disturbance injected, beside the one without it at the same moment. What takes time
// is compared with a run in which the same time passes, so that only the disturbance counts.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine

/// What has to hold after something was put into a scenario: less and less.
enum StormDemand: Int, Comparable, Sendable {
  /// The app is what it would be.
  case equalApp
  /// The scenario's expectations hold.
  case expectations
  /// No app fails for its own fault.
  case noFault

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

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
  private(set) var demand = StormDemand.equalApp
  /// How much longer the run is for it.
  private(set) var delay = TimeSpan.zero
  /// Whether it could be undone: the same is in front as before.
  private(set) var isUndone = true

  /// A session as it is, with nothing injected yet.
  init(at session: Session, after earlier: DisturbedSession? = nil) {
    self.session = session
    before = session
    undisturbed = session
    parts = earlier?.parts ?? []
  }

  /// Puts a disturbance in at a place; nil where the device is in no state for it.
  init?(_ disturbance: Disturbance, at point: StormPoint, after earlier: DisturbedSession? = nil) {
    self.init(at: point.sessionBefore, after: earlier)
    undisturbed = point.after ?? session
    guard let context = DisturbanceContext(session.simulation.device) else { return nil }
    let moves = disturbance.does(context)
    guard !moves.isEmpty else { return nil }
    var isComplete = inject(disturbance.name, moves, demanding: disturbance.demand)
    var passed = TimeSpan.zero
    if isComplete, let due = point.due, point.after != nil {
      guard session.now == before.now else { return nil }
      passed = due.span(since: session.now)
      session.pass(until: due)
    }
    isComplete = isComplete && undo(part: parts.count - 1, by: disturbance.undoes(context))
    // What ends an app on the way is a fault, whether the rest can be done or not.
    guard isComplete || hasFailed else { return nil }
    settle(passing: passed)
    guard isUndone || hasFailed else { return nil }
  }

  /// Puts something in; false where a move is refused, or an app fails by it.
  mutating func inject(
    _ name: String, _ moves: [Disturbance.Move], demanding demand: StormDemand
  ) -> Bool {
    parts.append(Part(name: name))
    self.demand = max(self.demand, demand)
    return carryOut(moves, of: parts.count - 1)
  }

  /// Undoes a part; false where a move is refused, or an app fails by it.
  mutating func undo(part: Int, by moves: [Disturbance.Move]) -> Bool {
    carryOut(moves, of: part)
  }

  /// Advances time while something is injected.
  mutating func wait(until moment: VirtualTime, demanding demand: StormDemand) {
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

  /// Carries moves out; false where one is refused.
  private mutating func carryOut(_ moves: [Disturbance.Move], of part: Int) -> Bool {
    let start = session
    defer {
      session.hideHistory(since: start)
      parts[part].records.append(start.recordCount..<session.recordCount)
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
      if hasFailed { return false }
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

extension Disturbance {
  /// What has to hold after it.
  var demand: StormDemand { leavesAppEqual ? .equalApp : .expectations }
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
