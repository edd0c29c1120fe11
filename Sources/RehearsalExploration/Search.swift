// The search: breadth first, the disruptions outside and the steps inside. All states of a distance
// are gone on from before those of the next, so the first way that is found to anything is a
// shortest one. States of one distance do not depend on each other; threads share them, and what
// they find is put together in the order of the states.

import Rehearsal
import RehearsalLifecycle

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
  /// What the states are made from that wait in the level under way.
  private var worlds: WaitingWorlds
  private var queue: [Distance: [StateNumber]] = [:]
  /// The distance under way, and its states that were not gone on from yet.
  private var distance: Distance
  private var rest: ArraySlice<StateNumber> = []
  /// The states that are being gone on from.
  private var batch: [StateNumber] = []
  /// How many disruptions the paths hold that are searched.
  private(set) var level = 0

  /// How many actions took place.
  private(set) var transitionCount = 0
  /// How many states were gone on from.
  private(set) var expandedCount = 0
  /// The steps of the longest shortest way so far.
  private(set) var depth = 0
  /// What broke, also behind more disruptions than a path may hold: a search that goes on from a
  /// checkpoint may allow more.
  private var allFindings: [Finding] = []
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
    rules = ExpansionRules(exploration, self.options)
    firstSteps = exploration.compiled.statements.reduce(0) { $0 + $1.lineCount }
    distance = Distance(disruptions: 0, steps: firstSteps)
    worlds = WaitingWorlds(KeptWorld(world))
    _ = store.meet(world.identity, from: .initial, by: [], at: distance)
    queue[distance] = [.initial]
    reached = Set(outcome.reached)
    handled = Set(outcome.handled)
    note(outcome.breaches, at: distance, from: .initial, by: [])
  }

  // MARK: - Running

  /// The states to be gone on from next; nil once every state was seen, something was found that
  /// nothing can be shorter than, or a bound is reached.
  ///
  /// What comes of them is taken before the next are asked for.
  ///
  /// - Throws: `SearchCheckpoint.Mismatch` for a checkpoint that does not lead to its states.
  mutating func next() throws -> [Departure]? {
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
        if store.distance(of: number) == distance { batch.append(number) }
      }
      if !batch.isEmpty { return try batch.map { try worlds.departure(to: $0, store) } }
    }
    return nil
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
      if !isBeyondBound { worlds.begin(with: waitingStates, store) }
    }
    if isBeyondBound { return false }
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

  /// Whether the level under way has more disruptions than a path may hold.
  private var isBeyondBound: Bool { options.disruptions.map { level > $0 } ?? false }

  /// The states that wait in the level under way.
  private var waitingStates: [StateNumber] {
    queue.filter { $0.key.disruptions == level }.flatMap { distance, states in
      states.filter { store.distance(of: $0) == distance }
    }
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
        rest = batch[place...] + rest
        break
      }
      expandedCount += 1
      transitionCount += expansion.transitionCount
      reached.formUnion(expansion.reached)
      handled.formUnion(expansion.handled)
      for successor in expansion.successors { take(successor, from: batch[place]) }
      worlds.keep(expansion.state, of: batch[place])
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
    guard options.stopsAtViolation, let best = allFindings.map(\.distance).min() else {
      return false
    }
    return best <= distance
      || best.disruptions == distance.disruptions && best.steps <= distance.steps + 1
  }

  private mutating func close(_ disruptions: Int) {
    let found = allFindings.filter { $0.distance.disruptions == disruptions }.map(\.distance.steps)
    levels.append(
      ExplorationLevel(
        disruptions: disruptions, states: expandedCount, transitions: transitionCount,
        stepsOfViolation: found.min(), bound: bound))
  }

  /// What broke with as many disruptions as a path may hold.
  var findings: [Finding] {
    guard let most = options.disruptions else { return allFindings }
    return allFindings.filter { $0.distance.disruptions <= most }
  }

  /// Whether states are left that have more disruptions than were allowed.
  var leavesStates: Bool { !queue.isEmpty }

  // MARK: - What was found

  private mutating func take(_ successor: Successor, from state: StateNumber) {
    let deeds = successor.steps.map(\.deed)
    var next = distance
    for (number, step) in successor.steps.enumerated() {
      next = next + step.cost
      note(step.breaches, at: next, from: state, by: deeds.prefix(number + 1))
    }
    switch store.meet(successor.identity, from: state, by: deeds, at: next) {
    case .new(let number): wait(number, from: state, at: next)
    case .closer(let number, let earlier, let parent):
      if earlier.disruptions == level { worlds.release(parent) }
      wait(number, from: state, at: next)
    case .known: break
    }
  }

  private mutating func wait(
    _ number: StateNumber, from state: StateNumber, at distance: Distance
  ) {
    queue[distance, default: []].append(number)
    if distance.disruptions == level { worlds.expect(from: state) }
  }

  private mutating func note(
    _ breaches: [ExplorationBreach], at distance: Distance, from state: StateNumber,
    by deeds: ArraySlice<Deed>
  ) {
    for breach in breaches {
      let finding = Finding(
        breach: breach, distance: distance, state: state, deeds: Array(deeds))
      if let known = allFindings.firstIndex(where: { $0.breach == breach }) {
        if distance < allFindings[known].distance { allFindings[known] = finding }
      } else {
        allFindings.append(finding)
      }
    }
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
      findings: allFindings.map {
        Record.FindingRecord(
          breach: $0.breach, distance: $0.distance, state: $0.state.rawValue,
          deeds: $0.deeds.map(DeedRecord.init))
      }, reached: reached.sorted(),
      handled: handled.map {
        Record.HandledRecord(app: Int($0.app.index), message: $0.message.name)
      }
      .sorted { ($0.app, $0.message) < ($1.app, $1.message) },
      level: level,
      levels: levels.filter { $0.disruptions < level }.map {
        Record.Level(
          disruptions: $0.disruptions, states: $0.states, transitions: $0.transitions,
          steps: $0.stepsOfViolation)
      })
  }

  /// Goes on from a checkpoint: what waits is made anew once it is its turn.
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
    worlds = WaitingWorlds(KeptWorld(world), checks: true)
    guard let store = StateStore(record.store, in: world),
      store.identity(of: .initial) == world.identity
    else { throw .otherStates }
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
        guard let app = apps.first(where: { Int($0.index) == handled.app }),
          let message = Message.allCases.first(where: { $0.name == handled.message })
        else { return nil }
        return HandledMessage(app: app, message: message)
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
      allFindings.append(
        Finding(
          breach: finding.breach, distance: finding.distance,
          state: StateNumber(rawValue: finding.state), deeds: deeds))
    }
    worlds.begin(with: waitingStates, store)
  }
}
