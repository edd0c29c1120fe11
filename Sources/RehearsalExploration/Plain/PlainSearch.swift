// The search of a plain model, breadth first. A state is one number, its key, and what can be done in
// it is looked up by the bits of the key that it depends on. Alternatives that read the same few
// parts are remembered together, so that most states cost one look for each such group; those that
// read several elements of a list, as a tick of all clocks does, are put together from what their
// conditions and statements did.

import Rehearsal
import RehearsalMachine
import RehearsalValues

/// A search of a plain model under way.
struct PlainSearch<Key: FixedWidthInteger & UnsignedInteger & Sendable> {
  /// Alternatives that are remembered together.
  private struct Group {
    let alternatives: [Int]
    /// By the bits that they read: what they lead to.
    var outcomes = KeyTable<Key>()
  }

  /// What groups of alternatives lead to, in flat arrays.
  private struct Outcomes {
    /// By outcome: its first place in the others.
    var first: [Int32] = [0]
    var alternatives: [Int32] = []
    var masks: [Key] = []
    var bits: [Key] = []
    var breaches: [[ExplorationBreach]] = []
  }

  /// What an alternative does to a key.
  private struct Change {
    /// The bits that it sets.
    var mask: Key = 0
    var key: Key
    var breaches: [ExplorationBreach] = []
  }

  private let options: SearchOptions
  private var code: PlainCode
  private var states: PlainStates<Key>
  /// By function: what it does, by the bits that it reads.
  private var memory: [KeyTable<Key>]
  /// By effect: the bits that it sets.
  private var masks: [Key] = []
  private var bits: [Key] = []
  private var groups: [Group] = []
  private var outcomes = Outcomes()
  /// The alternatives that are put together anew in each state.
  private var wide: [Int] = []
  /// By alternative: the parts that it was seen to read, until the alternatives are grouped.
  private var readParts: [Set<Int>]

  /// What the state under way leads to, by alternative.
  private var successors: [Key]
  private var isTaken: [Bool]
  private var breaches: [Int: [ExplorationBreach]] = [:]
  private var takenKeys: [Key] = []
  private var takenAlternatives: [Int] = []
  /// The bits that the alternative that was tried last depends on.
  private var lastReads: Key = 0
  /// Whether all keys have been laid out anew since the state under way was begun with.
  private var isLaidOutAnew = false

  /// The next state to go on from.
  private var position = 0
  /// The first state of the next distance.
  private var end = 1
  private(set) var transitionCount = 0
  private(set) var diameter = 0
  private(set) var findings: [PlainFinding] = []
  private(set) var reached: Set<Int> = []
  private(set) var bound: Verdict.Bound?
  /// Whether the values that were met need more bits than a key has; then nothing else counts.
  private(set) var hasTooManyBits = false
}

/// What broke in a plain model, with the way to it.
struct PlainFinding: Sendable, Codable {
  let breach: ExplorationBreach
  /// The alternatives on the way, in order.
  let path: [Int]
}

// MARK: - Beginning

extension PlainSearch {
  /// Prepares the search of a model; nil where its states need more bits than a key has.
  ///
  /// - Parameters:
  ///   - model: The model, whose alternatives all take the same number of lines.
  ///   - options: How far the search goes.
  init?(_ model: PlainModel, _ options: SearchOptions) {
    guard let states = PlainStates<Key>(partCount: model.initial.count) else { return nil }
    self.init(PlainCode(model), states, options)
  }

  private init(_ code: PlainCode, _ states: PlainStates<Key>, _ options: SearchOptions) {
    self.code = code
    self.states = states
    self.options = options
    memory = Array(repeating: KeyTable<Key>(), count: code.treeCount)
    let count = code.alternatives.count
    readParts = Array(repeating: [], count: count)
    wide = Array(0..<count)
    successors = Array(repeating: 0, count: count)
    isTaken = Array(repeating: false, count: count)
  }
}

// MARK: - Running

extension PlainSearch {
  /// Goes on until every state was seen, something was found that nothing can be shorter than, or
  /// a bound is reached.
  ///
  /// - Parameter observe: Is told how far the search is between the states; what it gives ends the
  ///   search.
  /// - Throws: The error of a condition, a property or a statement.
  mutating func run(
    observing observe: (PlainSearch) -> Verdict.Bound?
  ) throws(ExplorationError) {
    if states.count == 0 { try begin() }
    while position < states.count, bound == nil, !hasTooManyBits {
      if position == end || position == 0 {
        guard findings.isEmpty || !options.stopsAtViolation else { return }
        guard diameter + (position == 0 ? 0 : 1) < options.events else {
          bound = .budget(.events)
          return
        }
        if position == end {
          diameter += 1
          end = states.count
        }
      }
      try goOn(from: position)
      position += 1
      if position == Self.sampleSize { makeGroups() }
      if states.count > options.states { bound = .budget(.states) }
      if position & 0xFFF == 0, let reason = observe(self) { bound = reason }
    }
  }

  /// How many states are gone on from before alternatives are grouped by what they read.
  private static var sampleSize: Int { 256 }

  /// How many states were seen.
  var stateCount: Int { states.count }

  private mutating func begin() throws(ExplorationError) {
    layOut()
    guard !hasTooManyBits else { return }
    states.begin(with: states.layout.key(of: code.initial))
    try look(at: 0)
  }

  private mutating func goOn(from number: Int) throws(ExplorationError) {
    repeat {
      isLaidOutAnew = false
      for alternative in isTaken.indices { isTaken[alternative] = false }
      if !breaches.isEmpty { breaches = [:] }
      try collectSuccessors(of: states.keys[number])
      if hasTooManyBits { return }
    } while isLaidOutAnew
    takenKeys.removeAll(keepingCapacity: true)
    takenAlternatives.removeAll(keepingCapacity: true)
    for alternative in isTaken.indices where isTaken[alternative] {
      takenKeys.append(successors[alternative])
      takenAlternatives.append(alternative)
    }
    transitionCount += takenKeys.count
    let first = states.count
    states.meet(takenKeys, from: number, by: takenAlternatives)
    guard !breaches.isEmpty || !code.properties.isEmpty else { return }
    // In the order of the page, what an alternative broke before what does not hold behind it.
    var next = first
    for alternative in takenAlternatives {
      if let broken = breaches[alternative] { note(broken, from: number, by: alternative) }
      if next < states.count, states.last(of: next)?.alternative == alternative {
        try look(at: next)
        next += 1
      }
    }
  }

  /// Finds out what a state leads to, by alternative.
  private mutating func collectSuccessors(of key: Key) throws(ExplorationError) {
    for group in groups.indices {
      var outcome = groups[group].outcomes.decision(for: key)
      if outcome == KeyTable<Key>.unknown {
        outcome = try decide(group, key)
        if isLaidOutAnew { return }
      }
      for place in Int(outcomes.first[Int(outcome)])..<Int(outcomes.first[Int(outcome) + 1]) {
        let alternative = Int(outcomes.alternatives[place])
        successors[alternative] = key & ~outcomes.masks[place] | outcomes.bits[place]
        isTaken[alternative] = true
        if !outcomes.breaches[place].isEmpty {
          breaches[alternative] = outcomes.breaches[place]
        }
      }
    }
    for alternative in wide {
      let change = try change(by: alternative, of: key)
      if isLaidOutAnew { return }
      if groups.isEmpty { readParts[alternative].formUnion(parts(in: lastReads)) }
      guard let change else { continue }
      successors[alternative] = change.key
      isTaken[alternative] = true
      if !change.breaches.isEmpty { breaches[alternative] = change.breaches }
    }
  }

  /// Looks at a new state.
  private mutating func look(at number: Int) throws(ExplorationError) {
    for property in code.properties {
      let effect = try effect(of: property.tree, states.keys[number])
      let holds = code.effects[effect].holds
      if property.isAlways, !holds {
        let last = states.last(of: number)
        note([.property(property.number)], from: last?.parent ?? -1, by: last?.alternative ?? 0)
      }
      if !property.isAlways, holds { reached.insert(property.number) }
    }
  }

  private mutating func note(
    _ breaches: [ExplorationBreach], from number: Int, by alternative: Int
  ) {
    for breach in breaches where !findings.contains(where: { $0.breach == breach }) {
      findings.append(
        PlainFinding(
          breach: breach, path: number < 0 ? [] : states.path(to: number) + [alternative]))
    }
  }
}

// MARK: - What code does

extension PlainSearch {
  /// The number of what a function does in a state.
  @inline(__always)
  private mutating func effect(of tree: Int, _ key: Key) throws(ExplorationError) -> Int {
    let known = memory[tree].decision(for: key)
    return known == KeyTable<Key>.unknown ? try newEffect(of: tree, key) : Int(known)
  }

  @inline(never)
  private mutating func newEffect(of tree: Int, _ key: Key) throws(ExplorationError) -> Int {
    let parts = states.layout.parts(of: key)
    let effect = try code.effect(of: tree, in: parts)
    for (part, value) in code.effects[effect].writes
    where Int(value) >> states.layout.widths[part] > 0 {
      layOut()
      isLaidOutAnew = true
      return effect
    }
    while masks.count < code.effects.count { appendBits(of: code.effects[masks.count]) }
    let reads = code.reads(of: tree, in: parts).reduce(0 as Key) { $0 | states.layout.mask(of: $1) }
    memory[tree].insert(Int32(effect), for: key, where: reads)
    return effect
  }

  private mutating func appendBits(of effect: PlainCode.Effect) {
    var (mask, bits) = (Key(0), Key(0))
    for (part, value) in effect.writes {
      mask |= states.layout.mask(of: part)
      bits |= states.layout.bits(value, of: part)
    }
    masks.append(mask)
    self.bits.append(bits)
  }

  /// What an alternative does to a key; nil where its condition does not hold, or all keys have
  /// been laid out anew.
  ///
  /// The bits that it depends on are in `lastReads`.
  private mutating func change(
    by alternative: Int, of key: Key
  ) throws(ExplorationError) -> Change? {
    lastReads = 0
    var next = code.alternatives[alternative].firstTest
    while next >= 0 {
      let test = code.alternatives[alternative].tests[next]
      let effect = try effect(of: test.tree, key)
      if isLaidOutAnew { return nil }
      lastReads |= memory[test.tree].mask
      next = code.effects[effect].holds ? test.ifTrue : test.ifFalse
    }
    guard next == PlainCode.Alternative.taken else { return nil }
    var change = Change(key: key)
    for step in code.alternatives[alternative].steps {
      let effect = try effect(of: step, change.key)
      if isLaidOutAnew { return nil }
      lastReads |= memory[step].mask & ~change.mask
      change.key = change.key & ~masks[effect] | bits[effect]
      change.mask |= masks[effect]
      if !code.effects[effect].breaches.isEmpty { change.breaches += code.effects[effect].breaches }
    }
    return change
  }

  /// Finds out what a group of alternatives leads to in a state.
  private mutating func decide(_ group: Int, _ key: Key) throws(ExplorationError) -> Int32 {
    var reads: Key = 0
    var changes: [(alternative: Int, change: Change)] = []
    for alternative in groups[group].alternatives {
      let change = try change(by: alternative, of: key)
      if isLaidOutAnew { return KeyTable<Key>.unknown }
      reads |= lastReads
      if let change { changes.append((alternative, change)) }
    }
    for (alternative, change) in changes {
      outcomes.alternatives.append(Int32(alternative))
      outcomes.masks.append(change.mask)
      outcomes.bits.append(change.key & change.mask)
      outcomes.breaches.append(change.breaches)
    }
    outcomes.first.append(Int32(outcomes.alternatives.count))
    let outcome = Int32(outcomes.first.count - 2)
    groups[group].outcomes.insert(outcome, for: key, where: reads)
    return outcome
  }

  /// The parts of which some bits are among others.
  private func parts(in bits: Key) -> [Int] {
    states.layout.widths.indices.filter { states.layout.mask(of: $0) & bits != 0 }
  }

  /// Puts the alternatives that read the same elements of lists together; those that read several
  /// elements stay alone.
  private mutating func makeGroups() {
    var members: [[Int]: [Int]] = [:]
    for alternative in code.alternatives.indices {
      let elements = readParts[alternative].filter { code.model.isElement($0) }.sorted()
      if elements.count <= 1 { members[elements, default: []].append(alternative) }
    }
    for (_, list) in members.sorted(by: { ($0.value.first ?? 0) < ($1.value.first ?? 0) }) {
      groups.append(Group(alternatives: list))
    }
    let grouped = Set(groups.flatMap(\.alternatives))
    wide = code.alternatives.indices.filter { !grouped.contains($0) }
  }

  /// Lays all keys out anew; what was remembered by their bits is forgotten.
  private mutating func layOut() {
    guard states.widen(for: code.values.values.map(\.count)) else {
      hasTooManyBits = true
      isLaidOutAnew = true
      return
    }
    for tree in memory.indices { memory[tree].forget() }
    for group in groups.indices { groups[group].outcomes.forget() }
    outcomes = Outcomes()
    (masks, bits) = ([], [])
    for effect in code.effects { appendBits(of: effect) }
  }
}

extension PlainSearch {
  /// The variables that grow on the way to the state that was met last, by their names.
  var growingVariables: [String] {
    var path: [Int] = []
    var number: Int? = states.count - 1
    while let state = number, state >= 0 {
      path.append(state)
      number = states.last(of: state)?.parent
    }
    var growth = VariableGrowth()
    let names = code.model.partNames
    for state in path.reversed() {
      let parts = states.layout.parts(of: states.keys[state])
      growth.add(
        parts.indices.map { (names[$0], code.values.values[$0][Int(parts[$0])]) })
    }
    return growth.names
  }
}

// MARK: - Checkpoints

/// The search of a plain model as a checkpoint keeps it.
struct PlainRecord: Codable, Sendable {
  let bitWidth: Int
  let values: [[ValueRecord]]
  let states: PlainStatesRecord
  let readParts: [[Int]]
  let position: Int
  let end: Int
  let transitionCount: Int
  let diameter: Int
  let findings: [PlainFinding]
  let reached: [Int]
}

extension PlainSearch {
  /// What a checkpoint keeps of the search.
  ///
  /// - Complexity: O(*n*) in the number of states.
  var record: PlainRecord {
    PlainRecord(
      bitWidth: Key.bitWidth, values: code.values.values.map { $0.map(ValueRecord.init) },
      states: states.record, readParts: readParts.map { $0.sorted() }, position: position, end: end,
      transitionCount: transitionCount, diameter: diameter, findings: findings,
      reached: reached.sorted())
  }

  /// Goes on from a checkpoint; nil where it does not hold what it should.
  ///
  /// - Complexity: O(*n*) in the number of states.
  init?(_ model: PlainModel, _ options: SearchOptions, from record: PlainRecord) {
    let code = PlainCode(model, values: PartValues(record.values.map { $0.map(\.value) }))
    let counts = code.values.values.map { Int32(clamping: $0.count) }
    guard record.bitWidth == Key.bitWidth, record.values.count == model.initial.count,
      record.readParts.count == code.alternatives.count,
      let states = PlainStates<Key>(record.states, alternativeCount: code.alternatives.count),
      record.states.widths.count == counts.count,
      states.keys.allSatisfy({ zip(states.layout.parts(of: $0), counts).allSatisfy { $0 < $1 } }),
      0...states.count ~= record.position, 0...states.count ~= record.end
    else { return nil }
    self.init(code, states, options)
    readParts = record.readParts.map { Set($0) }
    position = record.position
    end = record.end
    transitionCount = record.transitionCount
    diameter = record.diameter
    findings = record.findings
    reached = Set(record.reached)
    if position >= Self.sampleSize { makeGroups() }
  }
}
