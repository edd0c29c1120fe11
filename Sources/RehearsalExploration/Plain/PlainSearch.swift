// The search of a plain model, breadth first. The states of a distance are gone on from in batches of
// the same size for any number of threads: what they lead to is looked up, chunk by chunk; which of
// that is new is asked of the shards of all keys; and then it is put together in the order of the
// states. Only the last of the three is one thread's work.

import Rehearsal
import RehearsalMachine
import RehearsalValues

/// A search of a plain model under way.
struct PlainSearch<Key: FixedWidthInteger & UnsignedInteger & Sendable> {
  private let options: SearchOptions
  private(set) var moves: PlainMoves<Key>
  private(set) var states: PlainStates<Key>

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
  /// Why a search cannot go on.
  typealias Obstacle = PlainMoves<Key>.Obstacle

  /// Prepares the search of a model; nil where its states need more bits than a key has.
  ///
  /// - Parameters:
  ///   - model: The model, whose alternatives all take the same number of lines.
  ///   - options: How far the search goes.
  ///   - indexes: The indexes that may change places; nil where each counts by itself.
  init?(_ model: PlainModel, _ options: SearchOptions, _ indexes: IndexSymmetry? = nil) {
    guard
      let states = PlainStates<Key>(
        partCount: model.initial.count, shardCount: options.threads)
    else { return nil }
    var code = PlainCode(model)
    if let indexes { code.know(indexes) }
    self.init(PlainMoves(code, states.layout, symmetry: indexes), states, options)
  }

  private init(_ moves: PlainMoves<Key>, _ states: PlainStates<Key>, _ options: SearchOptions) {
    self.moves = moves
    self.states = states
    self.options = options
  }

  /// The indexes that seem to be interchangeable after the first states; nil for none.
  static func indexes(
    of model: PlainModel, _ options: SearchOptions
  ) throws(Obstacle) -> IndexSymmetry? {
    var options = options
    options.states = sampleSize
    options.threads = 1
    options.stopsAtViolation = false
    guard var search = PlainSearch(model, options) else { return nil }
    try search.run { _ in nil }
    return IndexSymmetry(seenIn: search.moves.code)
  }
}

// MARK: - Running

extension PlainSearch {
  /// Goes on until every state was seen, something was found that nothing can be shorter than, or
  /// a bound is reached.
  ///
  /// - Parameter observe: Is told how far the search is between the states; what it gives ends the
  ///   search.
  /// - Throws: What keeps it from going on.
  mutating func run(observing observe: (PlainSearch) -> Verdict.Bound?) throws(Obstacle) {
    while let batch = try next() {
      var chunks = batch.map { PlainChunk(states.keys[$0], moves, shardCount: states.shards.count) }
      guard try complete(&chunks, of: batch) else { continue }
      try take(chunks, states.shards.map { $0.insert(chunks) }, observing: observe)
    }
  }

  /// The same on as many threads as there may be.
  mutating func runOnThreads(
    observing observe: (PlainSearch) -> Verdict.Bound?
  ) async throws {
    while let batch = try next() {
      let (moves, keys, shards) = (moves, states.keys, states.shards)
      var chunks = try await inParallel(batch, threads: options.threads) {
        PlainChunk(keys[$0], moves, shardCount: shards.count)
      }
      guard try complete(&chunks, of: batch) else { continue }
      let known = chunks
      let added = try await inParallel(shards, threads: options.threads) { $0.insert(known) }
      try take(chunks, added, observing: observe)
    }
  }

  /// How many states are gone on from before alternatives are grouped by what they read.
  private static var sampleSize: Int { 256 }

  /// How many states a chunk and a batch have at most.
  private static var chunkSize: Int { 256 }
  private static var batchSize: Int { 4096 }

  /// How many states were seen.
  var stateCount: Int { states.count }

  /// The states to be gone on from next, in chunks; nil at the end.
  private mutating func next() throws(Obstacle) -> [Range<Int>]? {
    if states.count == 0 { try begin() }
    guard position < states.count, bound == nil, !hasTooManyBits else { return nil }
    if position == end || position == 0 {
      guard findings.isEmpty || !options.stopsAtViolation else { return nil }
      guard diameter + (position == 0 ? 0 : 1) < options.events else {
        bound = .budget(.events)
        return nil
      }
      if position == end {
        diameter += 1
        end = states.count
      }
    }
    // Chunks begin at the same states in any search, and the first is the sample.
    let size = position < Self.sampleSize ? Self.sampleSize : Self.batchSize
    let last = min(end, (position / size + 1) * size)
    return stride(from: position, to: last, by: Self.chunkSize).map {
      $0..<min(last, $0 + Self.chunkSize)
    }
  }

  private mutating func begin() throws(Obstacle) {
    layOut()
    guard !hasTooManyBits else { return }
    let key = states.layout.key(of: moves.code.initial)
    states.begin(with: moves.symmetry?.canonical(key) ?? key)
    try look(at: 0)
  }

  /// Learns what chunks leave open; false where all keys were laid out anew, and nothing that was
  /// found by the old ones counts.
  private mutating func complete(
    _ chunks: inout [PlainChunk<Key>], of batch: [Range<Int>]
  ) throws(Obstacle) -> Bool {
    do throws(Obstacle) {
      for number in chunks.indices {
        try chunks[number].complete(states.keys[batch[number]], &moves)
      }
      return true
    } catch {
      guard case .needsRoom = error else { throw error }
      layOut()
      return false
    }
  }

  /// Puts together what a batch leads to, in the order of its states.
  ///
  /// - Parameters:
  ///   - chunks: What its states lead to.
  ///   - added: By shard and chunk: what of that is new.
  ///   - observe: Is told how far the search is.
  /// - Throws: What keeps the search from going on.
  private mutating func take(
    _ chunks: [PlainChunk<Key>], _ added: [[KeyShard<Key>.Added]],
    observing observe: (PlainSearch) -> Verdict.Bound?
  ) throws(Obstacle) {
    for number in chunks.indices {
      guard try take(chunks[number], MergedKeys(added.map { $0[number] })) else { return }
    }
    if position & (Self.batchSize - 1) == 0, let reason = observe(self) { bound = reason }
  }

  /// Takes what a chunk leads to; false where that leads beyond a bound.
  private mutating func take(
    _ chunk: PlainChunk<Key>, _ new: consuming MergedKeys<Key>
  ) throws(Obstacle) -> Bool {
    var first: Int32 = 0
    var broken = chunk.breaches[...]
    for end in chunk.ends {
      guard states.count <= options.states else {
        bound = .budget(.states)
        return false
      }
      transitionCount += Int(end - first)
      // In the order of the page, what an alternative broke before what does not hold behind it.
      while let (key, place) = new.next(before: end) {
        while let (breach, breaches) = broken.first, breach <= Int(place) {
          try note(breaches, from: position, by: chunk.alternatives[breach])
          broken.removeFirst()
        }
        states.add(key, from: position, by: chunk.alternatives[Int(place)])
        if !moves.code.properties.isEmpty { try look(at: states.count - 1) }
      }
      while let (breach, breaches) = broken.first, breach < Int(end) {
        try note(breaches, from: position, by: chunk.alternatives[breach])
        broken.removeFirst()
      }
      first = end
      position += 1
      if position == Self.sampleSize { moves.makeGroups() }
    }
    return true
  }

  /// Looks at a new state.
  private mutating func look(at number: Int) throws(Obstacle) {
    for property in moves.code.properties {
      let holds = try moves.holds(property: property.tree, states.keys[number])
      if property.isAlways, !holds {
        let last = states.last(of: number)
        try note(
          [.property(property.number)], from: last?.parent ?? -1,
          by: Int16(truncatingIfNeeded: last?.alternative ?? 0))
      }
      if !property.isAlways, holds { reached.insert(property.number) }
    }
  }

  private mutating func note(
    _ breaches: [ExplorationBreach], from number: Int, by alternative: Int16
  ) throws(Obstacle) {
    for breach in breaches where !findings.contains(where: { $0.breach == breach }) {
      let path = number < 0 ? [] : states.path(to: number) + [Int(alternative)]
      findings.append(PlainFinding(breach: breach, path: try realPath(path)))
    }
  }

  /// The alternatives on the way to a state, as they are taken from the beginning on.
  mutating func realPath(to number: Int) throws(Obstacle) -> [Int] {
    try realPath(states.path(to: number))
  }

  /// The alternatives of a way as they are taken from the beginning on, where indexes keep their
  /// places.
  private mutating func realPath(_ path: [Int]) throws(Obstacle) -> [Int] {
    guard let symmetry = moves.symmetry else { return path }
    let beginning = states.layout.key(of: moves.code.initial)
    // By index of the key under way: the index that it has from the beginning on.
    var names = symmetry.order(of: beginning)
    var key = symmetry.canonical(beginning)
    var real: [Int] = []
    for alternative in path {
      real.append(symmetry.indexes.image(of: alternative) { [names] in names[$0] })
      guard let next = try moves.successor(of: key, by: alternative) else { break }
      names = symmetry.order(of: next).map { names[$0] }
      key = symmetry.canonical(next)
    }
    return real
  }

  /// Lays all keys out anew; what was remembered by their bits is forgotten.
  private mutating func layOut() {
    guard states.widen(for: moves.code.values.counts) else {
      hasTooManyBits = true
      return
    }
    moves.layOut(states.layout)
  }
}

/// What shards say to be new of a chunk, one behind the other.
struct MergedKeys<Key: FixedWidthInteger & UnsignedInteger & Sendable> {
  private let shards: [KeyShard<Key>.Added]
  private var positions: [Int]

  init(_ shards: [KeyShard<Key>.Added]) {
    self.shards = shards
    positions = shards.map { _ in 0 }
  }

  /// The next key, with its place in the chunk; nil where that is not before an end.
  mutating func next(before end: Int32) -> (key: Key, place: Int32)? {
    var best: (shard: Int, place: Int32)?
    for shard in shards.indices where positions[shard] < shards[shard].places.count {
      let place = shards[shard].places[positions[shard]]
      if place < best?.place ?? end { best = (shard, place) }
    }
    guard let (shard, place) = best else { return nil }
    defer { positions[shard] += 1 }
    return (shards[shard].keys[positions[shard]], place)
  }
}

// MARK: - Checkpoints

/// The search of a plain model as a checkpoint keeps it.
struct PlainRecord: Codable, Sendable {
  let bitWidth: Int
  /// Whether indexes have changed places.
  let isReduced: Bool
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
      bitWidth: Key.bitWidth, isReduced: moves.symmetry != nil,
      values: moves.code.values.values.map { $0.map(ValueRecord.init) }, states: states.record,
      readParts: moves.readParts.map { $0.sorted() }, position: position, end: end,
      transitionCount: transitionCount, diameter: diameter, findings: findings,
      reached: reached.sorted())
  }

  /// Goes on from a checkpoint; nil where it does not hold what it should.
  ///
  /// - Complexity: O(*n*) in the number of states.
  init?(
    _ model: PlainModel, _ options: SearchOptions, _ indexes: IndexSymmetry?,
    from record: PlainRecord
  ) {
    guard let values = PartValues(model, record.values.map { $0.map(\.value) }) else { return nil }
    var code = PlainCode(model, values: values)
    if let indexes { code.know(indexes) }
    let counts = code.values.counts.map { Int32(clamping: $0) }
    guard record.bitWidth == Key.bitWidth, record.isReduced == (indexes != nil),
      record.readParts.count == code.alternatives.count,
      let states = PlainStates<Key>(
        record.states, alternativeCount: code.alternatives.count, shardCount: options.threads),
      record.states.widths.count == counts.count, code.values.fit(record.states.widths),
      states.keys.allSatisfy({ zip(states.layout.parts(of: $0), counts).allSatisfy { $0 < $1 } }),
      0...states.count ~= record.position, 0...states.count ~= record.end
    else { return nil }
    var moves = PlainMoves(
      code, states.layout, symmetry: indexes, readParts: record.readParts.map { Set($0) })
    if record.position >= Self.sampleSize { moves.makeGroups() }
    self.init(moves, states, options)
    position = record.position
    end = record.end
    transitionCount = record.transitionCount
    diameter = record.diameter
    findings = record.findings
    reached = Set(record.reached)
  }
}
