// The search of a plain model, breadth first. A state is one number, and what can be done in it is
// looked up: the script's code runs only where it reads what it never read so before. Alternatives
// that read the same few parts are remembered together, so that most states cost one walk for each
// such group; those that read several elements of a list, as a tick of all clocks does, are put
// together from what their conditions and statements did.

import Rehearsal
import RehearsalMachine
import RehearsalValues

/// A search of a plain model under way.
struct PlainSearch<Key: FixedWidthInteger & UnsignedInteger & Sendable> {
  /// One look at a condition and where it leads.
  private struct Test {
    let tree: Int
    var ifTrue: Int
    var ifFalse: Int
  }

  /// An alternative, as trees.
  private struct Alternative {
    /// Its tests; the first stands at the end, and none means that it can always be done.
    var tests: [Test] = []
    var firstTest = Self.taken
    var steps: [Int] = []

    static var taken: Int { -1 }
    static var notTaken: Int { -2 }
  }

  /// What a function of the script is, for its tree.
  private struct Code {
    let function: FunctionIndex
    let arguments: [ScriptValue]
    let looks: Bool
  }

  /// What a function did.
  private struct Effect {
    var holds = false
    var writes: [(part: Int, value: Int32)] = []
    var breaches: [ExplorationBreach] = []
  }

  /// Alternatives that are remembered together.
  private struct Group {
    let alternatives: [Int]
    let tree: Int
  }

  /// What a group of alternatives leads to, in flat arrays.
  private struct Outcomes {
    var first: [Int32] = [0]
    var alternatives: [Int32] = []
    var masks: [Key] = []
    var bits: [Key] = []
    var writes: [[(part: Int, value: Int32)]] = []
    var breaches: [[ExplorationBreach]] = []
    var hasBreaches: [Bool] = []
  }

  private var model: PlainModel
  private let options: SearchOptions
  private var values: PartValues
  private var layout: KeyLayout<Key>
  private var codes: [Code] = []
  private var effects: [Effect] = []
  private var forest = DecisionForest(treeCount: 0)
  private var groupForest = DecisionForest(treeCount: 0)
  private var alternatives: [Alternative] = []
  private var groups: [Group] = []
  private var outcomes = Outcomes()
  /// The alternatives that are put together anew in each state.
  private var wide: [Int] = []
  private var readParts: [Set<Int>]

  private var known = KeySet<Key>()
  private var states: [Key] = []
  private var parents: [Int32] = []
  private var deeds: [Int16] = []
  private var state: [Int32]
  private var scratch: [Int32]

  private(set) var transitionCount = 0
  private(set) var diameter = 0
  private(set) var findings: [PlainFinding] = []
  private(set) var reached: Set<Int> = []
  private(set) var bound: Verdict.Bound?
  /// Whether the values that were met need more bits than a key has; then nothing else counts.
  private(set) var hasTooManyBits = false
  private var properties: [(number: Int, kind: Bool, tree: Int)] = []
}

/// What broke in a plain model, with the way to it.
struct PlainFinding: Sendable {
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
    self.model = model
    self.options = options
    values = PartValues(partCount: model.initial.count)
    guard let layout = KeyLayout<Key>(widths: model.initial.map { _ in 1 }) else { return nil }
    self.layout = layout
    readParts = Array(repeating: [], count: model.exploration.alternatives.count)
    state = []
    scratch = []
    for (part, value) in model.initial.enumerated() {
      state.append(values.number(of: value, part: part))
    }
    scratch = state
    wide = Array(model.exploration.alternatives.indices)
    for alternative in model.exploration.alternatives { alternatives.append(compile(alternative)) }
    for (number, property) in model.exploration.compiled.properties.enumerated() {
      properties.append((number, property.kind == .always, add(property.function, [], looks: true)))
    }
    forest = DecisionForest(treeCount: codes.count)
  }

  private mutating func compile(_ alternative: ScriptExploration.Alternative) -> Alternative {
    let compiled = model.exploration.compiled.alternatives[alternative.number]
    var result = Alternative()
    if let condition = compiled.condition {
      result.firstTest = compile(
        condition, alternative.values, &result.tests, ifTrue: Alternative.taken,
        ifFalse: Alternative.notTaken)
    }
    result.steps = compiled.steps.map { add($0, alternative.values, looks: false) }
    return result
  }

  /// Adds the tests of a condition and returns the number of the first one.
  private mutating func compile(
    _ condition: CompiledExploration.Condition, _ arguments: [ScriptValue], _ tests: inout [Test],
    ifTrue: Int, ifFalse: Int
  ) -> Int {
    switch condition {
    case .test(let function):
      tests.append(
        Test(tree: add(function, arguments, looks: true), ifTrue: ifTrue, ifFalse: ifFalse))
      return tests.count - 1
    case .all(let parts):
      return parts.reversed().reduce(ifTrue) {
        compile($1, arguments, &tests, ifTrue: $0, ifFalse: ifFalse)
      }
    case .any(let parts):
      return parts.reversed().reduce(ifFalse) {
        compile($1, arguments, &tests, ifTrue: ifTrue, ifFalse: $0)
      }
    }
  }

  private mutating func add(
    _ function: FunctionIndex, _ arguments: [ScriptValue], looks: Bool
  ) -> Int {
    codes.append(Code(function: function, arguments: arguments, looks: looks))
    return codes.count - 1
  }
}

// MARK: - Running

extension PlainSearch {
  /// Goes on until every state was seen, something was found that nothing can be shorter than, or
  /// a bound is reached.
  ///
  /// - Throws: The error of a condition, a property or a statement.
  mutating func run(
    observing observe: (Exploration.Progress) -> Verdict.Bound?
  ) throws(ExplorationError) {
    widen()
    guard known.insert(layout.key(of: state)) else { return }
    states.append(layout.key(of: state))
    parents.append(-1)
    deeds.append(0)
    try look(at: 0)
    var first = 0
    while first < states.count {
      let end = states.count
      if !findings.isEmpty, options.stopsAtViolation { return }
      guard diameter < options.events else {
        bound = .budget(.events)
        return
      }
      for number in first..<end {
        try goOn(from: number)
        if number & 0xFFF == 0 {
          if states.count > options.states { bound = .budget(.states) }
          if let reason = observe(Exploration.Progress(disruptions: 0, states: states.count)) {
            bound = reason
          }
          if bound != nil { return }
        }
        if hasTooManyBits { return }
        if number == Self.sampleSize { makeGroups() }
      }
      if states.count > end { diameter += 1 }
      first = end
    }
  }

  /// How many states are gone on from before alternatives are grouped by what they read.
  private static var sampleSize: Int { 256 }

  /// How many states were seen.
  var stateCount: Int { states.count }

  private mutating func goOn(from number: Int) throws(ExplorationError) {
    unpack(states[number])
    var outcomesOfGroups: [Int32] = []
    outcomesOfGroups.reserveCapacity(groups.count)
    for group in groups.indices {
      var decision = state.withUnsafeBufferPointer { state in
        state.baseAddress.map { groupForest.decision(of: group, $0) } ?? DecisionForest.unknown
      }
      if decision == DecisionForest.unknown { decision = try decide(group) }
      outcomesOfGroups.append(decision)
    }
    // In the order of the page, whatever group they are in.
    if wide.isEmpty, outcomesOfGroups.count == 1 {
      let outcome = Int(outcomesOfGroups[0])
      for successor in Int(outcomes.first[outcome])..<Int(outcomes.first[outcome + 1]) {
        try take(successor, from: number)
      }
      return
    }
    try mergeInOrder(outcomesOfGroups, number)
  }
}

// MARK: - Going on from a state

extension PlainSearch {
  /// Takes what all groups and the wide alternatives lead to, in the order of the page.
  private mutating func mergeInOrder(
    _ decisions: [Int32], _ number: Int
  ) throws(ExplorationError) {
    var places = decisions.map { Int(outcomes.first[Int($0)]) }
    let ends = decisions.map { Int(outcomes.first[Int($0) + 1]) }
    var nextWide = 0
    while true {
      var best = Int32.max
      var source = -1
      for group in places.indices where places[group] < ends[group] {
        let alternative = outcomes.alternatives[places[group]]
        if alternative < best { (best, source) = (alternative, group) }
      }
      if nextWide < wide.count, wide[nextWide] < Int(best) {
        try takeWide(wide[nextWide], from: number)
        nextWide += 1
        continue
      }
      guard source >= 0 else { return }
      try take(places[source], from: number)
      places[source] += 1
    }
  }

  /// Takes a remembered successor.
  @inline(__always)
  private mutating func take(_ successor: Int, from number: Int) throws(ExplorationError) {
    transitionCount += 1
    let key = states[number] & ~outcomes.masks[successor] | outcomes.bits[successor]
    let alternative = Int(outcomes.alternatives[successor])
    if outcomes.hasBreaches[successor] {
      note(outcomes.breaches[successor], from: number, by: alternative)
    }
    if known.insert(key) { try add(key, from: number, by: alternative) }
  }

  /// Puts together what an alternative leads to, and takes it.
  private mutating func takeWide(
    _ alternative: Int, from number: Int
  ) throws(ExplorationError) {
    var reads: [Int] = []
    guard let effect = try effect(of: alternative, &reads) else { return }
    transitionCount += 1
    if groups.isEmpty { readParts[alternative].formUnion(reads) }
    makeRoom(for: effect.writes)
    var key = states[number]
    for (part, value) in effect.writes {
      key = key & ~layout.mask(of: part) | layout.bits(value, of: part)
    }
    if !effect.breaches.isEmpty { note(effect.breaches, from: number, by: alternative) }
    if known.insert(key) { try add(key, from: number, by: alternative) }
  }

  private mutating func add(
    _ key: Key, from number: Int, by alternative: Int
  ) throws(ExplorationError) {
    states.append(key)
    parents.append(Int32(number))
    deeds.append(Int16(alternative))
    if !properties.isEmpty { try look(at: states.count - 1) }
  }

  /// Looks at a new state.
  private mutating func look(at number: Int) throws(ExplorationError) {
    let parent = Int(parents[number])
    unpack(states[number])
    for (property, isAlways, tree) in properties {
      let holds = effects[try decision(of: tree)].holds
      if isAlways, !holds { note([.property(property)], from: parent, by: Int(deeds[number])) }
      if !isAlways, holds { reached.insert(property) }
    }
    if parent >= 0 { unpack(states[parent]) }
  }

  private mutating func note(
    _ breaches: [ExplorationBreach], from number: Int, by alternative: Int
  ) {
    for breach in breaches where !findings.contains(where: { $0.breach == breach }) {
      findings.append(
        PlainFinding(
          breach: breach, path: number < 0 ? [] : path(to: number) + [alternative]))
    }
  }

  private func path(to number: Int) -> [Int] {
    var path: [Int] = []
    var number = number
    while parents[number] >= 0 {
      path.append(Int(deeds[number]))
      number = Int(parents[number])
    }
    return path.reversed()
  }

  /// Makes a state the one under way.
  private mutating func unpack(_ key: Key) {
    let layout = layout
    state.withUnsafeMutableBufferPointer { buffer in
      if let start = buffer.baseAddress { layout.unpack(key, to: start) }
    }
    for part in state.indices { scratch[part] = state[part] }
  }
}

// MARK: - What code does

extension PlainSearch {
  /// What a function did where the parts have the values of `scratch`.
  private mutating func decision(of tree: Int) throws(ExplorationError) -> Int {
    let known = scratch.withUnsafeBufferPointer { state in
      state.baseAddress.map { forest.decision(of: tree, $0) } ?? DecisionForest.unknown
    }
    if known != DecisionForest.unknown { return Int(known) }
    let code = codes[tree]
    let (state, values) = (scratch, values)
    let evaluation = try model.run(code.function, code.arguments, looks: code.looks) {
      values.values[$0][Int(state[$0])]
    }
    if code.looks {
      guard case .boolean = evaluation.result else {
        throw model.noBool(evaluation.result, code.function)
      }
    }
    effects.append(
      Effect(
        holds: evaluation.result == .boolean(true),
        writes: evaluation.writes.sorted { $0.key < $1.key }.map {
          ($0.key, self.values.number(of: $0.value, part: $0.key))
        }, breaches: evaluation.breaches))
    let decision = Int32(effects.count - 1)
    scratch.withUnsafeBufferPointer { state in
      guard let start = state.baseAddress else { return }
      forest.insert(decision, into: tree, reads: evaluation.reads, start)
    }
    return Int(decision)
  }

  /// What an alternative does in the state under way; nil where its condition does not hold.
  ///
  /// The parts that it reads are added to `reads`, each once.
  private mutating func effect(
    of alternative: Int, _ reads: inout [Int]
  ) throws(ExplorationError) -> Effect? {
    var result = Effect()
    var next = alternatives[alternative].firstTest
    while next >= 0 {
      let test = alternatives[alternative].tests[next]
      let holds = effects[try decision(of: test.tree)].holds
      addReads(of: test.tree, to: &reads, besides: result.writes)
      next = holds ? test.ifTrue : test.ifFalse
    }
    guard next == Alternative.taken else { return nil }
    defer { for (part, _) in result.writes { scratch[part] = state[part] } }
    for step in alternatives[alternative].steps {
      let decision = try decision(of: step)
      addReads(of: step, to: &reads, besides: result.writes)
      result.breaches += effects[decision].breaches
      for (part, value) in effects[decision].writes {
        scratch[part] = value
        if let known = result.writes.firstIndex(where: { $0.part == part }) {
          result.writes[known].value = value
        } else {
          result.writes.append((part, value))
        }
      }
    }
    return result
  }

  private mutating func addReads(
    of tree: Int, to reads: inout [Int], besides writes: [(part: Int, value: Int32)]
  ) {
    let asked = scratch.withUnsafeBufferPointer { state in
      state.baseAddress.map { forest.reads(of: tree, $0) } ?? []
    }
    for part in asked
    where !reads.contains(part) && !writes.contains(where: { $0.part == part }) {
      reads.append(part)
    }
  }

  /// Finds out what a group of alternatives leads to in the state under way.
  private mutating func decide(_ group: Int) throws(ExplorationError) -> Int32 {
    var reads: [Int] = []
    var found: [(alternative: Int, effect: Effect)] = []
    for alternative in groups[group].alternatives {
      guard let effect = try effect(of: alternative, &reads) else { continue }
      makeRoom(for: effect.writes)
      found.append((alternative, effect))
    }
    for (alternative, effect) in found {
      outcomes.alternatives.append(Int32(alternative))
      outcomes.writes.append(effect.writes)
      outcomes.breaches.append(effect.breaches)
      outcomes.hasBreaches.append(!effect.breaches.isEmpty)
      appendBits(of: effect.writes)
    }
    outcomes.first.append(Int32(outcomes.alternatives.count))
    let decision = Int32(outcomes.first.count - 2)
    state.withUnsafeBufferPointer { state in
      guard let start = state.baseAddress else { return }
      groupForest.insert(decision, into: group, reads: reads, start)
    }
    return decision
  }

  private mutating func appendBits(of writes: [(part: Int, value: Int32)]) {
    var (mask, bits) = (Key(0), Key(0))
    for (part, value) in writes {
      mask |= layout.mask(of: part)
      bits |= layout.bits(value, of: part)
    }
    outcomes.masks.append(mask)
    outcomes.bits.append(bits)
  }

  /// Puts the alternatives that read the same elements of lists together; those that read several
  /// elements stay alone.
  private mutating func makeGroups() {
    var members: [[Int]: [Int]] = [:]
    for alternative in alternatives.indices {
      let elements = readParts[alternative].filter { model.isElement($0) }.sorted()
      if elements.count <= 1 { members[elements, default: []].append(alternative) }
    }
    for (_, list) in members.sorted(by: { ($0.value.first ?? 0) < ($1.value.first ?? 0) }) {
      groups.append(Group(alternatives: list, tree: groups.count))
    }
    groupForest = DecisionForest(treeCount: groups.count)
    let grouped = Set(groups.flatMap(\.alternatives))
    wide = alternatives.indices.filter { !grouped.contains($0) }
  }
}

// MARK: - The room of values

extension PlainSearch {
  /// Sees to it that keys have room for some values.
  private mutating func makeRoom(for writes: [(part: Int, value: Int32)]) {
    for (part, value) in writes where Int(value) >> layout.widths[part] > 0 { return widen() }
  }

  /// Lays all keys out anew, with room for twice the values that each part was met with.
  private mutating func widen() {
    let old = layout
    let widths = values.values.map { max(1, Int.bitWidth - ($0.count * 2 - 1).leadingZeroBitCount) }
    let exact = values.values.map {
      max(1, Int.bitWidth - max(1, $0.count - 1).leadingZeroBitCount)
    }
    guard let layout = KeyLayout<Key>(widths: widths) ?? KeyLayout<Key>(widths: exact) else {
      hasTooManyBits = true
      return
    }
    self.layout = layout
    known = KeySet<Key>()
    var parts = state
    for number in states.indices {
      parts.withUnsafeMutableBufferPointer { buffer in
        if let start = buffer.baseAddress { old.unpack(states[number], to: start) }
      }
      states[number] = layout.key(of: parts)
      _ = known.insert(states[number])
    }
    let writes = outcomes.writes
    outcomes.masks = []
    outcomes.bits = []
    for list in writes { appendBits(of: list) }
  }
}
