// The search: breadth first, the disruptions outside and the steps inside. All states of a distance
// are gone on from before those of the next, so the first way that is found to anything is a
// shortest one. States of one distance do not depend on each other; threads share them, and what
// they find is put together in the order of the states.

import Rehearsal
import RehearsalValues

/// A search under way.
struct Search {
  /// What must hold and does not, with the shortest way to it.
  struct Finding: Sendable {
    let breach: ExplorationBreach
    let distance: Distance
    /// The state before, and what was done there; nil for what the beginning broke.
    let state: StateNumber
    let deed: Deed?
  }

  private let options: SearchOptions
  private let lengths: ActionLengths
  private let exploration: ScriptExploration

  private(set) var store = StateStore()
  /// The states to go on from, until it was done.
  private var worlds: [StateNumber: ExplorationWorld] = [:]
  private var queue: [Distance: [StateNumber]] = [:]

  /// How many actions took place.
  private(set) var transitionCount = 0
  /// How many states were gone on from.
  private(set) var expandedCount = 0
  /// The steps of the longest shortest way so far.
  private(set) var depth = 0
  private(set) var findings: [Finding] = []
  private(set) var reached: Set<Int> = []
  private(set) var handled: Set<HandledMessage> = []
  private(set) var levels: [ExplorationLevel] = []
  /// What ended the search early.
  private(set) var bound: Verdict.Bound?
  /// How many lines the beginning has.
  let firstSteps: Int

  init(_ world: ExplorationWorld, _ outcome: ExplorationOutcome, _ options: SearchOptions) {
    exploration = world.exploration
    self.options = options.following(exploration.options)
    lengths = ActionLengths(exploration)
    firstSteps = exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    let distance = Distance(disruptions: 0, steps: firstSteps)
    let deed = Deed(action: .advance(.zero), ways: [])
    _ = store.meet(world.identity, from: .initial, by: deed, at: distance)
    worlds[.initial] = world
    queue[distance] = [.initial]
    note(outcome, at: distance, from: .initial, by: nil)
  }

  // MARK: - Running

  /// Goes on until every state was seen, something was found that nothing can be shorter than, or
  /// a bound is reached.
  ///
  /// - Parameter observe: Is told how far the search is between the states; what it gives ends the
  ///   search.
  /// - Throws: The error of a condition, a property or what follows an action.
  mutating func run(
    observing observe: (Search) -> Verdict.Bound?
  ) async throws(ExplorationError) {
    var level = 0
    while let distance = queue.keys.min() {
      if distance.disruptions > level {
        close(level)
        level = distance.disruptions
        if let most = options.disruptions, level > most { return }
      }
      if isOver(at: distance) { return close(level) }
      guard distance.steps - firstSteps < options.events else {
        bound = .budget(.events)
        return close(level)
      }
      let states = queue.removeValue(forKey: distance) ?? []
      depth = max(depth, distance.steps)
      try await goOn(from: states, at: distance, observing: observe)
      if bound != nil { return close(level) }
    }
    close(level)
  }

  /// Whether nothing that is still to come can be shorter than what was found.
  private func isOver(at distance: Distance) -> Bool {
    guard options.stopsAtViolation, let best = findings.map(\.distance).min() else { return false }
    return best <= distance
      || best.disruptions == distance.disruptions && best.steps <= distance.steps + 1
  }

  private mutating func close(_ disruptions: Int) {
    let found = findings.filter { $0.distance.disruptions == disruptions }.map(\.distance.steps)
    levels.append(
      ExplorationLevel(
        disruptions: disruptions, states: expandedCount, transitions: transitionCount,
        stepsOfViolation: found.min(), bound: bound))
  }

  /// Whether states are left that have more disruptions than were allowed.
  var leavesStates: Bool { !queue.isEmpty }

  /// Goes on from the states of one distance, some at a time.
  private mutating func goOn(
    from states: [StateNumber], at distance: Distance,
    observing observe: (Search) -> Verdict.Bound?
  ) async throws(ExplorationError) {
    var rest = states[...]
    while !rest.isEmpty {
      var batch: [(number: StateNumber, world: ExplorationWorld)] = []
      while batch.count < Self.batchSize * options.threads, let number = rest.popFirst() {
        // A state may have been met again by a shorter way, which is gone already.
        guard store.distance(of: number) == distance,
          let world = worlds.removeValue(forKey: number)
        else { continue }
        batch.append((number, world))
      }
      let expansions = try await Self.expand(batch.map(\.world), lengths, options.threads)
      for (state, expansion) in zip(batch, expansions) {
        expandedCount += 1
        for successor in expansion.successors { take(successor, from: state.number, distance) }
      }
      if store.count > options.states { bound = .budget(.states) }
      if let reason = observe(self) { bound = reason }
      if bound != nil { return }
    }
  }

  /// How many states a thread goes on from before what was found is put together.
  private static let batchSize = 64

  private static func expand(
    _ worlds: [ExplorationWorld], _ lengths: ActionLengths, _ threads: Int
  ) async throws(ExplorationError) -> [Expansion] {
    guard threads > 1, worlds.count > 1 else {
      var expansions: [Expansion] = []
      for world in worlds { expansions.append(try Expansion(of: world, lengths)) }
      return expansions
    }
    let share = (worlds.count + threads - 1) / threads
    let parts = await withTaskGroup { group in
      for first in stride(from: 0, to: worlds.count, by: share) {
        let part = worlds[first..<min(worlds.count, first + share)]
        group.addTask {
          (first, part.map { world in Result { try Expansion(of: world, lengths) } })
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var expansions: [Expansion] = []
    for (_, part) in parts.sorted(by: { $0.0 < $1.0 }) {
      for expansion in part {
        switch expansion {
        case .success(let expansion): expansions.append(expansion)
        case .failure(let error as ExplorationError): throw error
        case .failure: break
        }
      }
    }
    return expansions
  }

  // MARK: - What was found

  private mutating func take(
    _ successor: Successor, from state: StateNumber, _ distance: Distance
  ) {
    transitionCount += 1
    let next = Distance(
      disruptions: distance.disruptions + successor.cost.disruptions,
      steps: distance.steps + successor.cost.steps)
    note(successor.outcome, at: next, from: state, by: successor.deed)
    switch store.meet(successor.identity, from: state, by: successor.deed, at: next) {
    case .new(let number), .closer(let number):
      worlds[number] = successor.world
      queue[next, default: []].append(number)
    case .known: break
    }
  }

  private mutating func note(
    _ outcome: ExplorationOutcome, at distance: Distance, from state: StateNumber, by deed: Deed?
  ) {
    reached.formUnion(outcome.reached)
    handled.formUnion(outcome.handled)
    for breach in outcome.breaches {
      let finding = Finding(breach: breach, distance: distance, state: state, deed: deed)
      if let known = findings.firstIndex(where: { $0.breach == breach }) {
        if distance < findings[known].distance { findings[known] = finding }
      } else {
        findings.append(finding)
      }
    }
  }
}
