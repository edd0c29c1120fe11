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
    /// The state before, and what was done there; nothing for what the beginning broke.
    let state: StateNumber
    let deeds: [Deed]
  }

  private let options: SearchOptions
  /// How states are gone on from.
  let rules: ExpansionRules
  private let exploration: RunnableExploration

  private(set) var store = StateStore()
  /// Of the states to go on from, until it was done: the state before, or that itself.
  private var bases: [StateNumber: Base] = [:]
  private var queue: [Distance: [StateNumber]] = [:]
  /// The distance under way, and its states that were not gone on from yet.
  private var distance: Distance
  private var rest: ArraySlice<StateNumber> = []
  /// The states that are being gone on from.
  private var batch: [(number: StateNumber, base: Base)] = []
  /// How many disruptions the paths hold that are searched.
  private(set) var level = 0

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

  /// From what a state is made that is to be gone on from.
  private enum Base {
    /// The state before, by the last deeds of its way.
    case before(KeptWorld)
    case itself(KeptWorld)
  }

  init(_ world: ExplorationWorld, _ outcome: ExplorationOutcome, _ options: SearchOptions) {
    exploration = world.exploration
    self.options = options.following(exploration.options)
    rules = ExpansionRules(exploration, self.options)
    firstSteps = exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    distance = Distance(disruptions: 0, steps: firstSteps)
    _ = store.meet(world.identity, from: .initial, by: [], at: distance)
    bases[.initial] = .itself(KeptWorld(world))
    queue[distance] = [.initial]
    note(outcome, at: distance, from: .initial, by: [])
  }

  // MARK: - Running

  /// The states to be gone on from next; nil once every state was seen, something was found that
  /// nothing can be shorter than, or a bound is reached.
  ///
  /// What comes of them is taken before the next are asked for.
  mutating func next() -> [Departure]? {
    while bound == nil {
      // A search that goes on from a checkpoint may be beyond its bound already.
      guard store.count <= options.states else {
        end(at: .budget(.states))
        return nil
      }
      if rest.isEmpty, !beginDistance() { return nil }
      batch = []
      while batch.count < batchSize, let number = rest.popFirst() {
        // A state may have been met again by a shorter way, which is gone already.
        guard store.distance(of: number) == distance,
          let base = bases.removeValue(forKey: number)
        else { continue }
        batch.append((number, base))
      }
      if !batch.isEmpty { return batch.map { departure(to: $0.number, from: $0.base) } }
    }
    return nil
  }

  private func departure(to number: StateNumber, from base: Base) -> Departure {
    switch base {
    case .itself(let world): Departure(base: world, deeds: [])
    case .before(let world): Departure(base: world, deeds: store.lastDeeds(of: number).deeds)
    }
  }

  /// How many states are gone on from before what was found is put together.
  ///
  /// What is found does not depend on it, and one at a time needs the least memory.
  private var batchSize: Int { options.threads > 1 ? 32 * options.threads : 1 }

  /// Goes on to the states of the next distance; false where there is no going on.
  private mutating func beginDistance() -> Bool {
    guard let next = queue.keys.min() else {
      close(level)
      return false
    }
    if next.disruptions > level {
      close(level)
      level = next.disruptions
    }
    if let most = options.disruptions, level > most { return false }
    if !isOver(at: next), next.steps - firstSteps >= options.events { bound = .budget(.events) }
    guard bound == nil, !isOver(at: next) else {
      close(level)
      return false
    }
    depth = max(depth, next.steps)
    distance = next
    rest = (queue.removeValue(forKey: next) ?? [])[...]
    return true
  }

  /// Takes what came of the states that were given last.
  ///
  /// - Parameters:
  ///   - expansions: What came of each.
  ///   - observe: Is told how far the search is; what it gives ends the search.
  mutating func take(
    _ expansions: [Expansion], observing observe: (Search) -> Verdict.Bound?
  ) {
    for (place, expansion) in expansions.enumerated() {
      guard store.count <= options.states else {
        // A bound ends the search at the same state for any number of threads.
        for (number, base) in batch[place...] { bases[number] = base }
        rest = batch[place...].map(\.number) + rest
        break
      }
      expandedCount += 1
      for successor in expansion.successors {
        take(successor, from: batch[place].number, expansion.state)
      }
    }
    batch = []
    if let reason = observe(self) { end(at: reason) }
  }

  /// Ends the search; what was not gone on from yet waits.
  private mutating func end(at reason: Verdict.Bound) {
    bound = reason
    queue = waiting
    rest = []
    close(level)
  }

  /// The states that are still to be gone on from; what is left of the distance under way stands
  /// before what has joined it.
  private var waiting: [Distance: [StateNumber]] {
    guard !rest.isEmpty else { return queue }
    return queue.merging([distance: Array(rest)]) { $1 + $0 }
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

  // MARK: - What was found

  private mutating func take(
    _ successor: Successor, from state: StateNumber, _ world: KeptWorld
  ) {
    transitionCount += successor.steps.count
    let deeds = successor.steps.map(\.deed)
    var next = distance
    for (number, step) in successor.steps.enumerated() {
      next = next + step.cost
      note(step.outcome, at: next, from: state, by: deeds.prefix(number + 1))
    }
    switch store.meet(successor.identity, from: state, by: deeds, at: next) {
    case .new(let number), .closer(let number):
      bases[number] = .before(world)
      queue[next, default: []].append(number)
    case .known: break
    }
  }

  private mutating func note(
    _ outcome: ExplorationOutcome, at distance: Distance, from state: StateNumber,
    by deeds: ArraySlice<Deed>
  ) {
    reached.formUnion(outcome.reached)
    handled.formUnion(outcome.handled)
    for breach in outcome.breaches {
      let finding = Finding(
        breach: breach, distance: distance, state: state, deeds: Array(deeds))
      if let known = findings.firstIndex(where: { $0.breach == breach }) {
        if distance < findings[known].distance { findings[known] = finding }
      } else {
        findings.append(finding)
      }
    }
  }

  /// The variables of the exploration and of its apps that grow on the way to the state that was met
  /// last, by their names.
  func growingVariables(from world: ExplorationWorld) -> [String] {
    guard store.count > 0 else { return [] }
    var world = world
    var growth = VariableGrowth()
    growth.add(world.variables)
    for deed in store.path(to: StateNumber(rawValue: Int32(store.count - 1))) {
      guard let outcome = try? world.perform(deed.action, ways: deed.ways), outcome.isTaken else {
        return []
      }
      growth.add(world.variables)
    }
    return growth.names
  }
}

// MARK: - Checkpoints

extension Search {
  /// A search as a checkpoint keeps it.
  struct Record: Codable, Sendable {
    fileprivate let store: StateStore.Record
    fileprivate let queue: [Waiting]
    fileprivate let transitionCount: Int
    fileprivate let expandedCount: Int
    fileprivate let depth: Int
    fileprivate let findings: [FindingRecord]
    fileprivate let reached: [Int]
    fileprivate let handled: [HandledRecord]
    fileprivate let level: Int
    fileprivate let levels: [Level]

    /// The states that wait at a distance.
    fileprivate struct Waiting: Codable {
      let distance: Distance
      let states: NumberColumn<Int32>
    }

    fileprivate struct FindingRecord: Codable {
      let breach: ExplorationBreach
      let distance: Distance
      let state: Int32
      let deeds: [DeedRecord]
    }

    fileprivate struct HandledRecord: Codable {
      let app: Int
      let message: String
    }

    fileprivate struct Level: Codable {
      let disruptions: Int
      let states: Int
      let transitions: Int
      let steps: Int?
    }
  }

  /// What a checkpoint keeps of the search.
  ///
  /// - Complexity: O(*n*) in the number of states.
  var record: Record {
    Record(
      store: store.record,
      queue: waiting.sorted { $0.key < $1.key }.map {
        Record.Waiting(distance: $0.key, states: NumberColumn($0.value.map(\.rawValue)))
      },
      transitionCount: transitionCount, expandedCount: expandedCount, depth: depth,
      findings: findings.map {
        Record.FindingRecord(
          breach: $0.breach, distance: $0.distance, state: $0.state.rawValue,
          deeds: $0.deeds.map(DeedRecord.init))
      }, reached: reached.sorted(),
      handled: handled.map { Record.HandledRecord(app: Int($0.app.index), message: $0.message) }
        .sorted { ($0.app, $0.message) < ($1.app, $1.message) },
      level: level,
      levels: levels.filter { $0.disruptions < level }.map {
        Record.Level(
          disruptions: $0.disruptions, states: $0.states, transitions: $0.transitions,
          steps: $0.stepsOfViolation)
      })
  }

  /// Goes on from a checkpoint: what waits is made anew by going its way once more.
  ///
  /// - Complexity: O(*n*) in the number of states.
  init(
    _ world: ExplorationWorld, _ options: SearchOptions, from record: Record
  ) throws(SearchCheckpoint.Mismatch) {
    exploration = world.exploration
    self.options = options.following(exploration.options)
    rules = ExpansionRules(exploration, self.options)
    firstSteps = exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    distance = Distance(disruptions: record.level, steps: firstSteps)
    level = record.level
    guard let store = StateStore(record.store, in: world) else { throw .otherStates }
    self.store = store
    for waiting in record.queue {
      guard waiting.states.numbers.allSatisfy({ 0 <= $0 && $0 < store.count }) else {
        throw .otherStates
      }
      queue[waiting.distance] = waiting.states.numbers.map { StateNumber(rawValue: $0) }
    }
    transitionCount = record.transitionCount
    expandedCount = record.expandedCount
    depth = record.depth
    reached = Set(record.reached)
    let apps = world.session.simulation.device.apps
    handled = Set(
      record.handled.compactMap { handled in
        apps.first { Int($0.index) == handled.app }
          .map { HandledMessage(app: $0, message: handled.message) }
      })
    levels = record.levels.map {
      ExplorationLevel(
        disruptions: $0.disruptions, states: $0.states, transitions: $0.transitions,
        stepsOfViolation: $0.steps, bound: nil)
    }
    for finding in record.findings {
      let deeds = finding.deeds.compactMap { $0.deed(in: world) }
      guard deeds.count == finding.deeds.count, 0 <= finding.state, finding.state < store.count
      else { throw .otherStates }
      findings.append(
        Finding(
          breach: finding.breach, distance: finding.distance,
          state: StateNumber(rawValue: finding.state), deeds: deeds))
    }
    try remake(from: world, record.store)
  }

  /// Makes the states that wait anew, from the beginning on.
  private mutating func remake(
    from world: ExplorationWorld, _ record: StateStore.Record
  ) throws(SearchCheckpoint.Mismatch) {
    let waiting = Set(
      queue.flatMap { distance, states in states.filter { store.distance(of: $0) == distance } })
    var children: [StateNumber: [StateNumber]] = [:]
    var seen: Set<StateNumber> = [.initial]
    for state in waiting.sorted() {
      var state = state
      while seen.insert(state).inserted {
        let parent = store.lastDeeds(of: state).parent
        children[parent, default: []].append(state)
        state = parent
      }
    }
    var open: [(state: StateNumber, world: ExplorationWorld)] = [(.initial, world)]
    while let (state, world) = open.popLast() {
      guard world.identity == record.identity(of: state) else { throw .otherStates }
      if waiting.contains(state) { bases[state] = .itself(KeptWorld(world)) }
      for child in children[state] ?? [] {
        var next = world
        for deed in store.lastDeeds(of: child).deeds {
          guard let outcome = try? next.perform(deed.action, ways: deed.ways), outcome.isTaken
          else { throw .otherStates }
        }
        open.append((child, next))
      }
    }
  }
}
