// What can be done in the states of a plain model. A state is one number, its key, and where it leads is
// looked up by the bits of the key that this depends on. Alternatives that read the same few parts
// are remembered together, so that most states cost one look for each such group; those that read
// several elements of a list, as a tick of all clocks does, are put together from what their
// conditions and statements did. Looking up changes nothing, so threads share it; what is not known
// yet is learnt in between.

import Rehearsal
import RehearsalMachine
import RehearsalValues

/// What can be done in the states of a plain model, by their keys.
struct PlainMoves<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
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
    /// The bits that it depends on, whether it takes place or not.
    var reads: Key = 0
    var isTaken = false
    var breaches: [ExplorationBreach] = []
  }

  /// A function of which it is not known yet what it does in a state.
  private struct Unknown: Error {
    let tree: Int
    let key: Key
  }

  private(set) var code: PlainCode
  private(set) var layout: KeyLayout<Key>
  /// The lists whose indexes may change places; nil where each index counts by itself.
  private(set) var symmetry: PlainSymmetry<Key>?
  /// By function: what it does, by the bits that it reads.
  private var memory: [KeyTable<Key>]
  /// By effect: the bits that it sets.
  private var masks: [Key] = []
  private var bits: [Key] = []
  private var groups: [Group] = []
  private var outcomes = Outcomes()
  /// The alternatives that are put together anew in each state.
  private var wide: [Int]
  /// By alternative: the parts that it was seen to read, until the alternatives are grouped.
  private(set) var readParts: [Set<Int>]

  init(
    _ code: PlainCode, _ layout: KeyLayout<Key>, symmetry: IndexSymmetry?,
    readParts: [Set<Int>]? = nil
  ) {
    self.code = code
    self.layout = layout
    self.symmetry = symmetry.map { PlainSymmetry($0, code.values, layout) }
    memory = Array(repeating: KeyTable<Key>(), count: code.treeCount)
    let count = code.alternatives.count
    wide = Array(0..<count)
    self.readParts = readParts ?? Array(repeating: [], count: count)
  }
}

// MARK: - Looking up

extension PlainMoves {
  /// What the alternatives of a state lead to, while it is found out.
  struct Scratch {
    fileprivate var keys: [Key]
    fileprivate var isTaken: [Bool]
    fileprivate var breaches: [Int: [ExplorationBreach]] = [:]

    init(_ moves: PlainMoves) {
      let count = moves.code.alternatives.count
      keys = Array(repeating: 0, count: count)
      isTaken = Array(repeating: false, count: count)
    }
  }

  /// Adds what a state leads to, alternative by alternative; false where something of it is not
  /// known yet.
  func add(_ key: Key, to chunk: inout PlainChunk<Key>, _ scratch: inout Scratch) -> Bool {
    for alternative in scratch.isTaken.indices { scratch.isTaken[alternative] = false }
    if !scratch.breaches.isEmpty { scratch.breaches = [:] }
    for group in groups.indices {
      let outcome = groups[group].outcomes.decision(for: key)
      guard outcome != KeyTable<Key>.unknown else { return false }
      for place in Int(outcomes.first[Int(outcome)])..<Int(outcomes.first[Int(outcome) + 1]) {
        let alternative = Int(outcomes.alternatives[place])
        scratch.keys[alternative] = key & ~outcomes.masks[place] | outcomes.bits[place]
        scratch.isTaken[alternative] = true
        if !outcomes.breaches[place].isEmpty {
          scratch.breaches[alternative] = outcomes.breaches[place]
        }
      }
    }
    for alternative in wide {
      guard let change = try? change(by: alternative, of: key) else { return false }
      guard change.isTaken else { continue }
      scratch.keys[alternative] = change.key
      scratch.isTaken[alternative] = true
      if !change.breaches.isEmpty { scratch.breaches[alternative] = change.breaches }
    }
    for alternative in scratch.isTaken.indices where scratch.isTaken[alternative] {
      if let breaches = scratch.breaches[alternative] { chunk.note(breaches) }
      let key = scratch.keys[alternative]
      chunk.add(symmetry?.canonical(key) ?? key, by: alternative)
    }
    chunk.endState()
    return true
  }

  /// What a function does in a state.
  @inline(__always)
  private func effect(of tree: Int, _ key: Key) throws(Unknown) -> Int {
    let known = memory[tree].decision(for: key)
    guard known != KeyTable<Key>.unknown else { throw Unknown(tree: tree, key: key) }
    return Int(known)
  }

  /// What an alternative does to a key.
  private func change(by alternative: Int, of key: Key) throws(Unknown) -> Change {
    var change = Change(key: key)
    var next = code.alternatives[alternative].firstTest
    while next >= 0 {
      let test = code.alternatives[alternative].tests[next]
      let effect = try effect(of: test.tree, key)
      change.reads |= memory[test.tree].mask
      next = code.effects[effect].holds ? test.ifTrue : test.ifFalse
    }
    guard next == PlainCode.Alternative.taken else { return change }
    change.isTaken = true
    for step in code.alternatives[alternative].steps {
      let effect = try effect(of: step, change.key)
      change.reads |= memory[step].mask & ~change.mask
      change.key = change.key & ~masks[effect] | bits[effect]
      change.mask |= masks[effect]
      if !code.effects[effect].breaches.isEmpty { change.breaches += code.effects[effect].breaches }
    }
    return change
  }
}

// MARK: - Learning

extension PlainMoves {
  /// Why what a function does cannot be remembered.
  enum Obstacle: Error {
    /// A value needs more bits than the layout has for it; all keys have to be laid out anew.
    case needsRoom
    /// Indexes that seemed to be interchangeable are not.
    case isAsymmetric
    /// The script has an error.
    case error(ExplorationError)
  }

  /// Learns what a state leads to.
  mutating func learn(_ key: Key) throws(Obstacle) {
    for group in groups.indices
    where groups[group].outcomes.decision(for: key) == KeyTable<Key>.unknown {
      try decide(group, key)
    }
    for alternative in wide {
      let reads = try learnedChange(by: alternative, of: key).reads
      if groups.isEmpty { readParts[alternative].formUnion(parts(in: reads)) }
    }
  }

  /// Whether a property holds in a state.
  mutating func holds(property tree: Int, _ key: Key) throws(Obstacle) -> Bool {
    var known: Int?
    while known == nil {
      do throws(Unknown) { known = try effect(of: tree, key) } catch { try learn(error) }
    }
    if let symmetry, !symmetry.admits(property: tree, in: layout.parts(of: key), &code) {
      throw .isAsymmetric
    }
    return known.map { code.effects[$0].holds } ?? false
  }

  /// What an alternative leads to in a state; nil where it does not take place.
  mutating func successor(of key: Key, by alternative: Int) throws(Obstacle) -> Key? {
    let change = try learnedChange(by: alternative, of: key)
    return change.isTaken ? change.key : nil
  }

  private mutating func learnedChange(
    by alternative: Int, of key: Key
  ) throws(Obstacle) -> Change {
    while true {
      do throws(Unknown) { return try change(by: alternative, of: key) } catch { try learn(error) }
    }
  }

  /// Runs a function in a state and remembers what it does.
  private mutating func learn(_ unknown: Unknown) throws(Obstacle) {
    let parts = layout.parts(of: unknown.key)
    let effect: Int
    do throws(ExplorationError) {
      effect = try code.effect(of: unknown.tree, in: parts)
    } catch { throw .error(error) }
    guard symmetry?.admits(unknown.tree, parts, &code) != false else { throw .isAsymmetric }
    guard code.values.fit(layout.widths) else { throw .needsRoom }
    while masks.count < code.effects.count { appendBits(of: code.effects[masks.count]) }
    let reads = code.reads(of: unknown.tree, in: parts)
      .reduce(0 as Key) { $0 | layout.mask(of: $1) }
    memory[unknown.tree].insert(Int32(effect), for: unknown.key, where: reads)
  }

  private mutating func appendBits(of effect: PlainCode.Effect) {
    var (mask, bits) = (Key(0), Key(0))
    for (part, value) in effect.writes {
      mask |= layout.mask(of: part)
      bits |= layout.bits(value, of: part)
    }
    masks.append(mask)
    self.bits.append(bits)
  }

  /// Finds out what a group of alternatives leads to in a state.
  private mutating func decide(_ group: Int, _ key: Key) throws(Obstacle) {
    var reads: Key = 0
    var changes: [(alternative: Int, change: Change)] = []
    for alternative in groups[group].alternatives {
      let change = try learnedChange(by: alternative, of: key)
      reads |= change.reads
      if change.isTaken { changes.append((alternative, change)) }
    }
    for (alternative, change) in changes {
      outcomes.alternatives.append(Int32(alternative))
      outcomes.masks.append(change.mask)
      outcomes.bits.append(change.key & change.mask)
      outcomes.breaches.append(change.breaches)
    }
    outcomes.first.append(Int32(outcomes.alternatives.count))
    groups[group].outcomes.insert(Int32(outcomes.first.count - 2), for: key, where: reads)
  }

  /// The parts of which some bits are among others.
  private func parts(in bits: Key) -> [Int] {
    layout.widths.indices.filter { layout.mask(of: $0) & bits != 0 }
  }

  /// Puts the alternatives that read the same elements of lists together; those that read several
  /// elements stay alone.
  mutating func makeGroups() {
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

  /// Takes keys of another layout from here on; what was remembered by their bits is forgotten.
  mutating func layOut(_ layout: KeyLayout<Key>) {
    self.layout = layout
    symmetry?.layOut(layout, code.values)
    for tree in memory.indices { memory[tree].forget() }
    for group in groups.indices { groups[group].outcomes.forget() }
    outcomes = Outcomes()
    (masks, bits) = ([], [])
    for effect in code.effects { appendBits(of: effect) }
  }
}

/// What some states lead to, one behind the other, by the shards of the set of all keys.
struct PlainChunk<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  /// By shard: the keys that states lead to, and their places among all of the chunk.
  private(set) var keys: [[Key]]
  private(set) var places: [[Int32]]
  /// By place: the alternative that leads there.
  private(set) var alternatives: [Int16] = []
  /// By state: the place behind its last one.
  private(set) var ends: [Int32] = []
  /// What was broken on the way to some places, in their order.
  private(set) var breaches: [(place: Int, breaches: [ExplorationBreach])] = []

  /// What states lead to, as far as it is known.
  init(_ states: ArraySlice<Key>, _ moves: PlainMoves<Key>, shardCount: Int) {
    self.init(shardCount: shardCount)
    var scratch = PlainMoves<Key>.Scratch(moves)
    for key in states { guard moves.add(key, to: &self, &scratch) else { return } }
  }

  private init(shardCount: Int) {
    keys = Array(repeating: [], count: shardCount)
    places = keys.map { _ in [] }
  }

  /// Goes on behind the states that it was made of, and learns what is not known yet.
  mutating func complete(
    _ states: ArraySlice<Key>, _ moves: inout PlainMoves<Key>
  ) throws(PlainMoves<Key>.Obstacle) {
    guard ends.count < states.count else { return }
    var scratch = PlainMoves<Key>.Scratch(moves)
    for key in states.dropFirst(ends.count) {
      while !moves.add(key, to: &self, &scratch) { try moves.learn(key) }
    }
  }

  fileprivate mutating func add(_ key: Key, by alternative: Int) {
    let shard = keys.count == 1 ? 0 : key.shard(among: keys.count)
    keys[shard].append(key)
    if keys.count > 1 { places[shard].append(Int32(truncatingIfNeeded: alternatives.count)) }
    alternatives.append(Int16(truncatingIfNeeded: alternative))
  }

  /// Notes what was broken on the way to the key that is added next.
  fileprivate mutating func note(_ breaches: [ExplorationBreach]) {
    self.breaches.append((alternatives.count, breaches))
  }

  fileprivate mutating func endState() {
    ends.append(Int32(truncatingIfNeeded: alternatives.count))
  }
}
