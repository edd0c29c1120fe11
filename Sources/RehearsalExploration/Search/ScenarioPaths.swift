// The scenarios of an exploration's file, held against what must hold in it. A scenario that does nothing
// but what the exploration may do is one of its paths: what a search says of all paths has to be so on that
// one, which is played here without any of the search's arithmetic.

import Rehearsal
import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax

/// The scenarios of a file that are paths of an exploration.
struct ScenarioPaths {
  /// What broke on a path.
  struct Finding {
    let breach: ExplorationBreach
    let path: [Transition]
    let disruptions: Int
  }

  /// A transition of a path with the outcome of it.
  private struct Step {
    let transition: Transition
    let outcome: TransitionOutcome
  }

  /// How many actions are tried at most to find out what a scenario does, in terms of the exploration.
  private static let mostTries = 20_000

  private let script: Script
  /// The state that all paths begin with, whose transitions tell what was done in them.
  private let initial: ExplorationWorld
  /// What was done up to there.
  private let beginning: [ScriptDeed]
  private let time: ExplanationTime

  /// Prepares the scenarios of a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - number: The number of the exploration.
  ///   - time: The time that it may take; scenarios for which none is left are not looked at.
  /// - Throws: What ends the beginning of the exploration.
  init(
    of script: Script, along number: Int, within time: ExplanationTime
  ) throws(RuntimeError) {
    (self.script, self.time) = (script, time)
    let (world, outcome) = try ExplorationWorld.initial(
      of: script, exploration: number, .init(groupsMoments: false, keepsDeeds: true),
      cancellation: time.cancellation)
    (initial, beginning) = (world, outcome.deeds)
  }

  /// What breaks on the paths with so many disruptions at most, each once: the shortest path with it.
  ///
  /// - Parameter mostDisruptions: How many disruptions a path may hold; nil for any number.
  /// - Returns: What breaks, in the order of the scenarios.
  func findings(within mostDisruptions: Int?) -> [Finding] {
    var findings: [Finding] = []
    for number in script.cases.indices where isPlayed(script.cases[number]) && !time.isOver {
      guard let steps = steps(ofCase: number) else { continue }
      for finding in self.findings(in: steps)
      where mostDisruptions.map({ finding.disruptions <= $0 }) ?? true {
        if let known = findings.firstIndex(where: { $0.breach == finding.breach }) {
          if finding.path.count < findings[known].path.count { findings[known] = finding }
        } else {
          findings.append(finding)
        }
      }
    }
    return findings
  }

  /// Whether a case is played on the exploration's device, and has to pass.
  private func isPlayed(_ scenario: ScenarioCase) -> Bool {
    var (profile, own) = (scenario.profile, initial.device.profile)
    (profile.seed, own.seed) = (0, 0)
    return scenario.skipReason == nil && scenario.failureReason == nil && profile == own
  }

  // MARK: - What a scenario does

  /// A case as a path of the exploration; nil for one that begins in another way, or does something else.
  private func steps(ofCase number: Int) -> [Step]? {
    guard var session = Session(script, cancellation: time.cancellation) else { return nil }
    session.runStatements { _ in }
    session.keepActs()
    session.begin(case: number)
    while session.isCaseRunning {
      session.step()
      _ = session.takeEvents()
    }
    guard session.failures.isEmpty, let deeds = session.deeds, deeds.starts(with: beginning) else {
      return nil
    }
    var tries = 0
    return steps(
      from: initial, doing: deeds.dropFirst(beginning.count), until: session.now, &tries)
  }

  /// The transitions of the exploration by which something is done; nil where there are none.
  private func steps(
    from world: ExplorationWorld, doing deeds: ArraySlice<ScriptDeed>, until end: VirtualTime,
    _ tries: inout Int
  ) -> [Step]? {
    var world = world
    guard let waits = pass(&world, until: deeds.first?.time ?? end) else { return nil }
    guard let next = deeds.first else { return waits }
    var actions: [ExplorationAction] = []
    do { try world.forEachAction(observing: {}, { actions.append($0) }) } catch { return nil }
    for action in actions where tries < Self.mostTries && !time.isOver {
      if case .environment(let action) = action, action.stimulus != next.stimulus { continue }
      tries += 1
      var after = world
      let transition = Transition(action: action)
      guard let outcome = try? after.perform(transition), outcome.isTaken, !outcome.deeds.isEmpty,
        deeds.starts(with: outcome.deeds),
        let rest = steps(
          from: after, doing: deeds.dropFirst(outcome.deeds.count), until: end, &tries)
      else { continue }
      return waits + [Step(transition: transition, outcome: outcome)] + rest
    }
    return nil
  }

  /// Lets time pass, from deadline to deadline, since what must hold is looked at after each; nil where the
  /// moment lies behind.
  private func pass(_ world: inout ExplorationWorld, until end: VirtualTime) -> [Step]? {
    var steps: [Step] = []
    guard end >= world.device.now else { return nil }
    while end > world.device.now, !time.isOver {
      let due = world.device.scheduledEventCount > 0 ? world.device.nextEventTime : nil
      let moment = min(end, max(due ?? end, world.device.now))
      let wait = Transition(action: .advance(moment.span(since: world.device.now)))
      guard let outcome = try? world.perform(wait) else { return nil }
      steps.append(Step(transition: wait, outcome: outcome))
    }
    return steps
  }

  // MARK: - What breaks

  private func findings(in steps: [Step]) -> [Finding] {
    var findings: [Finding] = []
    var path: [Transition] = []
    var disruptions = 0
    for step in steps {
      path.append(step.transition, mergingWaits: !initial.hasObservers)
      if initial.isDisruption(step.transition.action) { disruptions += 1 }
      for breach in step.outcome.breaches
      where !findings.contains(where: { $0.breach == breach }) {
        findings.append(Finding(breach: breach, path: path, disruptions: disruptions))
      }
    }
    return findings
  }
}

extension [Transition] {
  /// Adds a transition, to the wait before it where it is one.
  fileprivate mutating func append(_ next: Transition, mergingWaits: Bool) {
    if mergingWaits, case .advance(let more) = next.action, case .advance(let span)? = last?.action
    {
      let sum = TimeSpan(nanoseconds: span.nanoseconds + more.nanoseconds)
      self[count - 1] = Transition(action: .advance(sum))
    } else {
      append(next)
    }
  }
}

/// A stimulus of a script and when it came.
struct ScriptDeed: Hashable, Sendable {
  let stimulus: Stimulus
  let time: VirtualTime
}

extension Session {
  /// What the script has done to the device since its acts are kept; nil where it did something that is no
  /// stimulus, such as changing what an app keeps.
  var deeds: [ScriptDeed]? {
    var deeds: [ScriptDeed] = []
    for act in acts ?? [] {
      if case .wait = act.kind { continue }
      guard let stimulus = simulation.stimulus(act) else { return nil }
      deeds.append(ScriptDeed(stimulus: stimulus, time: act.time))
    }
    return deeds
  }
}
