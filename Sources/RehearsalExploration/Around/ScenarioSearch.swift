// The search around a scenario: at each of its steps, everything that may come in between is
// injected, briefly and for longer, one while another lasts, and undone again; then the scenario
// continues to its end. A storm undoes what it injects at once, and tries each by itself.
//
// States are told apart by the digest of the device and of the script. How long something lasts is
// only varied in steps, so finding nothing here is no proof of absence.

import Rehearsal
import RehearsalLifecycle
import RehearsalValues

/// A search around a scenario under way.
struct ScenarioSearch {
  /// A state on the way: a session, and what is to be undone in it.
  private struct State {
    var disturbed: DisturbedSession
    /// What lasts, the latest last, with the number of its part.
    var lasting: [(intrusion: Intrusion, part: Int)] = []
    /// Which of the runs it belongs to, and at which of the steps of that.
    let run: Int
    let step: Int
    /// When the latest began, and how often time has passed since.
    var beginning = VirtualTime.zero
    var waits = 0

    var disruptions: Int { disturbed.parts.count }
  }

  /// What tells states apart.
  private struct Identity: Hashable {
    let run: Int
    let step: Int
    let world: StateDigest
    let script: StateDigest
    let lasting: [String]
    let demand: Disturbance.Demand
  }

  private let disturbances: [Disturbance]
  /// The scenario as it ends by itself.
  private let end: Session
  private let options: SearchOptions
  private let judging: StormOptions
  private let isKnown: (String) -> Bool
  private let observe: (Exploration.Progress) -> Verdict.Bound?
  /// The runs of the scenario: the undisturbed one, and those that continue after something was undone.
  private var runs: [(run: UndisturbedRun, judge: StormJudge)] = []
  private var known: Set<Identity> = []
  /// The states that wait, by their disruptions.
  private var waiting: [[State?]] = [[], []]

  /// What was found, with the numbers of disruptions.
  private(set) var findings = FindingCollection()
  private(set) var levels: [ExplorationLevel] = []
  private(set) var bound: Verdict.Bound?
  /// How many states were seen.
  private(set) var stateCount = 0
  private(set) var transitionCount = 0
  /// The apps whose code was played again.
  private(set) var replayedApps: Set<String> = []
  /// How many actions the longest path has.
  private(set) var depth = 0

  /// How many disruptions a path holds at most where nobody says it.
  private static let usualDisruptions = 1

  /// How long something lasts at most, step by step after the next deadline: an app has to be what it
  /// would be after the first, unless something may have failed meanwhile, and to have made no fault
  /// after any.
  private static let spans: [(span: TimeSpan, demand: Disturbance.Demand)] = [
    (.seconds(10), .equalApp), (.seconds(40), .noFault),
  ]

  /// Prepares the search.
  ///
  /// - Parameters:
  ///   - run: The scenario as it is without any disturbance.
  ///   - disturbances: What a storm would inject.
  ///   - options: How far the search goes.
  ///   - judging: What a difference is.
  ///   - isKnown: Whether something is known, so that the search goes on behind it.
  ///   - observe: Called with the progress; a result ends the search.
  init(
    around run: UndisturbedRun, _ disturbances: [Disturbance], _ options: SearchOptions,
    _ judging: StormOptions, knowing isKnown: @escaping (String) -> Bool,
    observing observe: @escaping (Exploration.Progress) -> Verdict.Bound?
  ) {
    self.disturbances = disturbances
    self.options = options
    self.judging = judging
    self.isKnown = isKnown
    self.observe = observe
    end = run.end
    add(run, after: nil)
  }

  /// What was found and is known.
  var knownFindings: Set<String> { runs.reduce(into: []) { $0.formUnion($1.judge.knownFindings) } }

  /// How many states were reached and not expanded.
  var waitingCount: Int { waiting.joined().count { $0 != nil } }

  /// How many disruptions a path may hold.
  var mostDisruptions: Int { max(0, options.disruptions ?? Self.usualDisruptions) }

  // MARK: - Running

  /// Searches until every state was seen, something was found, or a bound is reached.
  mutating func run() {
    guard look() else { return close(0) }
    for level in 0...mostDisruptions {
      var position = 0
      while bound == nil, position < waiting[level].count, !isOver {
        // A state is dropped as it is taken, and the process in it with it.
        if let state = waiting[level][position].take() { expand(state) }
        position += 1
      }
      waiting[level] = []
      waiting.append([])
      close(level)
      // Where no state waits, levels with more disruptions have none.
      if bound != nil || isOver || waitingCount == 0 { return }
    }
  }

  private var isOver: Bool { options.stopsAtViolation && !findings.isEmpty }

  private mutating func close(_ level: Int) {
    let steps = findings.faults.filter { $0.disturbed.parts.count == level }.map {
      $0.finding.step + level
    }
    levels.append(
      ExplorationLevel(
        disruptions: level, states: stateCount, transitions: transitionCount,
        stepsOfViolation: steps.min(), bound: bound))
  }

  /// Takes the steps of a run for states in which nothing lasts.
  private mutating func add(_ run: UndisturbedRun, after earlier: DisturbedSession?) {
    runs.append((run, StormJudge(run, judging, knowing: isKnown)))
    for (number, point) in run.points.enumerated() where point.after == nil {
      let disturbed = DisturbedSession(at: point.sessionBefore, after: earlier)
      insert(State(disturbed: disturbed, run: runs.count - 1, step: number))
    }
  }

  private mutating func expand(_ state: State) {
    if state.disruptions < mostDisruptions {
      let run = runs[state.run].run
      let course = run.course(at: run.points[state.step])
      for intrusion in Intrusion.all(in: state.disturbed.session, course, disturbances)
      where bound == nil && !isOver { begin(intrusion, state) }
    }
    guard bound == nil, !isOver, !state.lasting.isEmpty else { return }
    wait(state)
    undo(state)
  }

  // MARK: - What is tried

  private mutating func begin(_ intrusion: Intrusion, _ state: State) {
    guard look() else { return }
    var next = state
    if next.lasting.isEmpty {
      next.disturbed = DisturbedSession(
        at: state.disturbed.session, after: state.disturbed)
    }
    let isDone = next.disturbed.inject(
      intrusion.name, intrusion.does, demanding: intrusion.demand)
    guard isDone || next.disturbed.hasFailed else { return }
    next.disturbed.note(
      isInvented: intrusion.isInvented, isLeft: intrusion.isLeft, awaiting: intrusion.app)
    next.lasting.append((intrusion, next.disruptions - 1))
    next.beginning = next.disturbed.session.now
    next.waits = 0
    insert(next)
  }

  /// Lets what was injected last longer: to the next deadline, and then for some spans.
  private mutating func wait(_ state: State) {
    guard look(), let latest = state.lasting.last?.intrusion, !latest.undoes.isEmpty else {
      return
    }
    var next = state
    let device = state.disturbed.session.simulation.device
    let isTimed = runs[state.run].run.points[state.step].isInTimedCondition
    let demand = isTimed ? .noFault : state.lasting.map(\.intrusion.lastingDemand).max() ?? .noFault
    if state.waits == 0, device.scheduledEventCount > 0, let due = device.nextEventTime,
      due < .never, due.span(since: state.beginning) < Self.spans[0].span
    {
      next.disturbed.wait(until: due, demanding: demand)
      next.waits = 1
    } else {
      let number = max(0, state.waits - 1)
      guard Self.spans.indices.contains(number),
        let end = try? state.beginning.adding(Self.spans[number].span)
      else { return }
      next.disturbed.wait(until: end, demanding: max(demand, Self.spans[number].demand))
      next.waits = number + 2
    }
    insert(next)
  }

  private mutating func undo(_ state: State) {
    guard look(), let last = state.lasting.last else { return }
    var next = state
    next.lasting.removeLast()
    let isDone = next.disturbed.undo(part: last.part, by: last.intrusion.undoes)
    guard isDone || next.disturbed.hasFailed else { return }
    if next.lasting.isEmpty {
      next.disturbed.settle()
      let isBack =
        next.disturbed.isUndone || next.disturbed.demand == .noFault || last.intrusion.isLeft
      guard isBack || next.disturbed.hasFailed else { return }
    }
    insert(next)
  }

  /// Takes a state that is new, and finds out whether the scenario holds where nothing lasts in it.
  private mutating func insert(_ state: State) {
    if state.disruptions > 0 { transitionCount += 1 }
    let disturbed = state.disturbed
    if disturbed.hasFailed { return judge(state) }
    let (world, script) = disturbed.session.identity
    let isResting = state.lasting.isEmpty
    guard
      known.insert(
        Identity(
          run: state.run, step: state.step, world: world, script: script,
          lasting: state.lasting.map(\.intrusion.name), demand: disturbed.demand)
      ).inserted
    else { return }
    stateCount += 1
    depth = max(depth, state.step + state.disruptions)
    replayedApps.formUnion(disturbed.session.simulation.replayedApps)
    if stateCount > options.states { bound = .budget(.states) }
    if depth > options.events { bound = .budget(.events) }
    guard isResting, state.disruptions > 0 else {
      waiting[state.disruptions].append(state)
      return
    }
    // What continues as without it is no state of its own.
    guard disturbed.undisturbed.identity != (world, script) else { return }
    judge(state)
  }

  private mutating func judge(_ state: State) {
    let judgement = runs[state.run].judge.judgement(state.disturbed, step: state.step)
    // What was stopped in the middle shows nothing.
    guard look() else { return }
    switch judgement {
    case .notPossible: break
    case .found(let fault): _ = findings.add(fault)
    case .survived:
      guard state.disruptions < mostDisruptions, state.disturbed.demand < .noFault else { return }
      let run = runs[state.run].run
      add(
        UndisturbedRun(of: state.disturbed.session, at: run.points[state.step].step, run.facts) {
          _, _ in false
        },
        after: state.disturbed)
    }
  }

  /// Tells how far it is; false where that ends the search.
  private mutating func look() -> Bool {
    guard bound == nil, !isOver else { return false }
    let isCancelled = end.isCancelled
    bound = observe(
      Exploration.Progress(disruptions: levels.count, states: stateCount, depth: depth))
    if bound == nil, isCancelled { bound = .interruption }
    return bound == nil
  }
}

extension StormPoint {
  /// Whether the script waits here for a condition, for which time runs out.
  fileprivate var isInTimedCondition: Bool { step.moment != .afterStatement && !session.isWaiting }
}
