// Indexes that are interchangeable: where the elements of lists change places, and with them the
// variables that hold an index, all that can be done changes places likewise. Whether this is so is
// no guess. For each function that was run it is tried: run where two neighbours have changed
// places, it, or the function that stands for it there, has to do the same with the places changed.
// What was tried so is tried again from there, so it holds for every order of the indexes.

import Rehearsal
import RehearsalMachine
import RehearsalValues

/// Indexes of lists that may change places.
struct IndexSymmetry: Sendable {
  /// A variable that may hold an index, as the index and an offset.
  struct Holder: Sendable {
    let part: Int
    let offset: Int64
  }

  /// How many indexes there are.
  let count: Int
  /// The first part of each list that has them.
  let lists: [Int]
  /// The variables that may hold one.
  let holders: [Holder]

  /// The alternatives of the exploration, by number and values.
  private let alternatives: [RunnableExploration.Alternative]
  /// By alternative: which of its values are indexes.
  private let indexPositions: [[Int]]

  /// By swap of an index with the next, by function: the functions that may stand for it there.
  private var images: [[[Int]]] = []
  /// Functions of one alternative that may stand for each other.
  private var families: [Family] = []
  /// The functions of properties.
  private let properties: Set<Int>
  /// The properties that read other parts where indexes have changed places, as far as they were
  /// seen: of these, what was tried in one state says nothing of another.
  private var unaligned: Set<Int> = []
  /// By function: the parts that it was seen to read or write.
  private var uses: [Int: (reads: Set<Int>, writes: Set<Int>)] = [:]

  private struct Family {
    let swap: Int
    let functions: [Int]
    /// Whether they are done one behind the other.
    let isSequence: Bool
  }
}

// MARK: - Finding

extension IndexSymmetry {
  /// Finds indexes that seem to be interchangeable by what code has done so far; nil for none.
  init?(seenIn code: PlainCode) {
    let lists = code.model.lists.filter { $0.count > 1 }
    let exploration = code.model.exploration
    let chosen = Set(
      exploration.compiled.alternatives.flatMap(\.choices).compactMap { Self.indexCount($0) })
    guard let count = lists.map(\.count).filter(chosen.contains).max() else { return nil }
    self.count = count
    self.lists = lists.filter { $0.count == count }.map(\.lowerBound)
    alternatives = exploration.alternatives
    let positions = exploration.compiled.alternatives.map { alternative in
      alternative.choices.indices.filter {
        Self.indexCount(alternative.choices[$0]) == count
      }
    }
    indexPositions = alternatives.map { positions[$0.number] }
    holders = Self.holders(in: code, alternatives, indexPositions)
    properties = Set(code.properties.map(\.tree))
    for swap in 0..<count - 1 { addImages(of: swap, code) }
  }

  /// How many values a choice has, where these are 0, 1, 2 and so on.
  private static func indexCount(
    _ choice: CompiledExploration.Alternative.Choice
  ) -> Int? {
    let count = choice.values.elementCount ?? 0
    let isIndex = (0..<count).allSatisfy { choice.values.element(at: $0) == .integer(Int64($0)) }
    return count > 1 && isIndex ? count : nil
  }

  /// The variables to which some statement gives its index, or that and an offset.
  private static func holders(
    in code: PlainCode, _ alternatives: [RunnableExploration.Alternative], _ positions: [[Int]]
  ) -> [Holder] {
    /// A statement of the page, the position of its index, and what it writes.
    struct Place: Hashable {
      let alternative: Int
      let step: Int
      let position: Int
      let part: Int
    }
    var offsets: [Place: Set<Int64>] = [:]
    var indexes: [Place: Set<Int64>] = [:]
    for (number, alternative) in code.alternatives.enumerated() {
      for (step, tree) in alternative.steps.enumerated() {
        for (part, value) in code.writes(of: tree) where !code.model.isElement(part) {
          guard case .integer(let written) = value else { continue }
          for position in positions[number] {
            guard case .integer(let index) = alternatives[number].values[position] else { continue }
            let place = Place(
              alternative: alternatives[number].number, step: step, position: position, part: part)
            offsets[place, default: []].insert(written &- index)
            indexes[place, default: []].insert(index)
          }
        }
      }
    }
    var found: [Int: Int64] = [:]
    for (place, offsets) in offsets where offsets.count == 1 && indexes[place]?.count ?? 0 > 1 {
      found[place.part] = min(offsets.first ?? 0, found[place.part] ?? .max)
    }
    return found.sorted { $0.key < $1.key }.map { Holder(part: $0.key, offset: $0.value) }
  }

  private mutating func addImages(of swap: Int, _ code: PlainCode) {
    var images = (0..<code.treeCount).map { [$0] }
    for (number, alternative) in code.alternatives.enumerated() {
      let image = self.image(of: number) { Self.swapped($0, swap) }
      if image != number {
        let other = code.alternatives[image]
        for (test, mirrored) in zip(alternative.tests, other.tests) {
          images[test.tree] = [mirrored.tree]
        }
        for (step, mirrored) in zip(alternative.steps, other.steps) { images[step] = [mirrored] }
        continue
      }
      let tests = alternative.tests.map(\.tree)
      if alternative.isUnordered, tests.count > 1 {
        for test in tests { images[test] = tests }
        families.append(Family(swap: swap, functions: tests, isSequence: false))
      }
      if alternative.steps.count > 1 {
        for step in alternative.steps { images[step] = alternative.steps }
        families.append(Family(swap: swap, functions: alternative.steps, isSequence: true))
      }
    }
    self.images.append(images)
  }

  /// The alternative that stands for another where the indexes have changed places.
  func image(of alternative: Int, under order: (Int) -> Int) -> Int {
    let original = alternatives[alternative]
    var values = original.values
    for position in indexPositions[alternative] {
      if case .integer(let index) = values[position] {
        values[position] = .integer(Int64(order(Int(index))))
      }
    }
    return alternatives.firstIndex { $0.number == original.number && $0.values == values }
      ?? alternative
  }

  private static func swapped(_ index: Int, _ swap: Int) -> Int {
    index == swap ? swap + 1 : index == swap + 1 ? swap : index
  }
}

// MARK: - Trying

extension IndexSymmetry {
  /// Tries whether a function that was run in a state does the same where indexes have changed places.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - state: By part: the number of its value.
  ///   - code: What functions do, which knows more afterwards.
  /// - Returns: Whether the indexes are still interchangeable for all that is known.
  mutating func admits(_ function: Int, _ state: [Int32], _ code: inout PlainCode) -> Bool {
    var open = [(function: function, state: state)]
    while let (function, state) = open.popLast() {
      guard let number = try? code.effect(of: function, in: state) else { return false }
      let effect = code.effects[number]
      let reads = code.reads(of: function, in: state)
      uses[function, default: ([], [])].reads.formUnion(reads)
      uses[function, default: ([], [])].writes.formUnion(effect.writes.map(\.part))
      for swap in images.indices {
        let mirrored = mirror(state, swap, code.values)
        var kept: [Int] = []
        for image in images[swap][function] {
          let knownCount = code.effects.count
          guard let found = try? code.effect(of: image, in: mirrored),
            isMirror(code.effects[found], of: effect, swap, code.values)
          else { continue }
          // What it does not read may differ from state to state, and must not be read there either.
          if mirror(reads, swap) != Set(code.reads(of: image, in: mirrored)) {
            guard properties.contains(image) else { continue }
            unaligned.insert(image)
          }
          kept.append(image)
          if code.effects.count > knownCount { open.append((image, mirrored)) }
        }
        guard !kept.isEmpty else { return false }
        images[swap][function] = kept
      }
    }
    return families.allSatisfy { holds($0) }
  }

  /// Whether a property that was seen to read other parts where indexes have changed places gives
  /// the same for all orders of the indexes of a state.
  func admits(property: Int, in state: [Int32], _ code: inout PlainCode) -> Bool {
    guard unaligned.contains(property), let first = try? code.effect(of: property, in: state) else {
      return true
    }
    let holds = code.effects[first].holds
    var met: Set<[Int32]> = [state]
    var open = [state]
    while let state = open.popLast() {
      for swap in images.indices {
        let mirrored = mirror(state, swap, code.values)
        guard met.insert(mirrored).inserted else { continue }
        guard let effect = try? code.effect(of: property, in: mirrored),
          code.effects[effect].holds == holds
        else { return false }
        open.append(mirrored)
      }
    }
    return true
  }

  /// The parts that stand for others where an index has changed places with the next.
  private func mirror(_ parts: [Int], _ swap: Int) -> Set<Int> {
    Set(
      parts.map { part in
        guard let list = lists.first(where: { $0 <= part && part < $0 + count }) else {
          return part
        }
        return list + Self.swapped(part - list, swap)
      })
  }

  /// The parts of a state where an index has changed places with the next.
  private func mirror(_ state: [Int32], _ swap: Int, _ values: PartValues) -> [Int32] {
    var mirrored = state
    for list in lists { mirrored.swapAt(list + swap, list + swap + 1) }
    for holder in holders {
      mirrored[holder.part] = mirror(state[holder.part], of: holder, swap, values)
    }
    return mirrored
  }

  private func mirror(
    _ number: Int32, of holder: Holder, _ swap: Int, _ values: PartValues
  ) -> Int32 {
    guard case .integer(let value) = values.value(number, part: holder.part),
      let index = Int(exactly: value &- holder.offset), index == swap || index == swap + 1
    else { return number }
    let mirrored = ScriptValue.integer(Int64(Self.swapped(index, swap)) &+ holder.offset)
    return values.known(mirrored, part: holder.part) ?? number
  }

  private func isMirror(
    _ other: PlainCode.Effect, of effect: PlainCode.Effect, _ swap: Int, _ values: PartValues
  ) -> Bool {
    guard effect.holds == other.holds, effect.breaches == other.breaches,
      effect.writes.count == other.writes.count
    else { return false }
    let mirrored = Dictionary(uniqueKeysWithValues: other.writes.map { ($0.part, $0.value) })
    return effect.writes.allSatisfy { part, value in
      guard let list = lists.first(where: { $0 <= part && part < $0 + count }) else {
        let holder = holders.first { $0.part == part }
        return mirrored[part] == holder.map { mirror(value, of: $0, swap, values) } ?? value
      }
      return mirrored[list + Self.swapped(part - list, swap)] == value
    }
  }

  /// Whether each function of a family stands for one of its own, and none that changes its place
  /// in a sequence with another uses what that writes.
  private func holds(_ family: Family) -> Bool {
    let functions = family.functions
    if functions.allSatisfy({ images[family.swap][$0].contains($0) }) { return true }
    guard let assigned = assignment(of: family) else { return false }
    guard family.isSequence else { return true }
    return assigned.indices.allSatisfy { first in
      assigned[first...].indices.dropFirst().allSatisfy { second in
        assigned[first] < assigned[second]
          || areIndependent(functions[assigned[first]], functions[assigned[second]])
      }
    }
  }

  /// By function of a family: the place of the one that stands for it, itself where it may; nil where
  /// there are not enough.
  private func assignment(of family: Family) -> [Int]? {
    let candidates = family.functions.indices.map { place in
      let images = images[family.swap][family.functions[place]]
      let places = family.functions.indices.filter { images.contains(family.functions[$0]) }
      return places.filter { $0 == place } + places.filter { $0 != place }
    }
    var owners: [Int: Int] = [:]
    func assign(_ place: Int, _ tried: inout Set<Int>) -> Bool {
      for candidate in candidates[place] where tried.insert(candidate).inserted {
        if let owner = owners[candidate], !assign(owner, &tried) { continue }
        owners[candidate] = place
        return true
      }
      return false
    }
    for place in candidates.indices {
      var tried: Set<Int> = []
      guard assign(place, &tried) else { return nil }
    }
    var assigned = Array(candidates.indices)
    for (candidate, owner) in owners { assigned[owner] = candidate }
    return assigned
  }

  /// Whether none of two functions was seen to write what the other reads or writes.
  private func areIndependent(_ function: Int, _ other: Int) -> Bool {
    guard let use = uses[function], let another = uses[other] else { return true }
    return use.writes.isDisjoint(with: another.reads.union(another.writes))
      && another.writes.isDisjoint(with: use.reads)
  }
}

// MARK: - Keys

/// Interchangeable indexes of states that are keys.
struct PlainSymmetry<Key: FixedWidthInteger & UnsignedInteger & Sendable>: Sendable {
  private(set) var indexes: IndexSymmetry
  /// By list: where its elements stand.
  private var shifts: [[Int]] = []
  private var masks: [Key] = []
  private var widths: [Int] = []
  /// By variable that may hold an index: where it stands, which index a number is, or -1, and which
  /// number an index is.
  private var holders: [Holder] = []
  /// The bits of all of these.
  private var involved: Key = 0

  private struct Holder {
    let shift: Int
    let mask: Key
    let indexes: [Int]
    let numbers: [Key]

    /// Which index a number is; -1 for none.
    @inline(__always)
    func index(of number: Key) -> Int {
      let number = Int(truncatingIfNeeded: number)
      return number < indexes.count ? indexes[number] : -1
    }
  }

  init(_ indexes: IndexSymmetry, _ values: PartValues, _ layout: KeyLayout<Key>) {
    self.indexes = indexes
    layOut(layout, values)
  }

  /// Takes keys of another layout from here on.
  mutating func layOut(_ layout: KeyLayout<Key>, _ values: PartValues) {
    let count = indexes.count
    shifts = indexes.lists.map { first in (first..<first + count).map { layout.shifts[$0] } }
    widths = indexes.lists.map { layout.widths[$0] }
    masks = widths.map { (1 << $0) - 1 }
    holders = indexes.holders.map { holder in
      let numbers = (0..<count).map {
        values.known(.integer(Int64($0) &+ holder.offset), part: holder.part) ?? 0
      }
      var indexes = Array(repeating: -1, count: values.counts[holder.part])
      for (index, number) in numbers.enumerated() { indexes[Int(number)] = index }
      return Holder(
        shift: layout.shifts[holder.part], mask: (1 << layout.widths[holder.part]) - 1,
        indexes: indexes, numbers: numbers.map { Key(truncatingIfNeeded: $0) })
    }
    let parts =
      indexes.lists.flatMap { $0..<$0 + count } + indexes.holders.map(\.part)
    involved = parts.reduce(0) { $0 | layout.mask(of: $1) }
  }

  /// Tries whether a function that was run in a state does the same where indexes have changed places.
  mutating func admits(_ function: Int, _ state: [Int32], _ code: inout PlainCode) -> Bool {
    indexes.admits(function, state, &code)
  }

  /// Whether a property gives the same for all orders of the indexes of a state.
  func admits(property: Int, in state: [Int32], _ code: inout PlainCode) -> Bool {
    indexes.admits(property: property, in: state, &code)
  }

  /// The key that stands for all that differ in the places of indexes only.
  func canonical(_ key: Key) -> Key {
    withOrder(of: key) { order in
      guard let order else { return key }
      var result = key & ~involved
      for list in shifts.indices {
        for (place, index) in order.enumerated() {
          result |= ((key >> shifts[list][index]) & masks[list]) << shifts[list][place]
        }
      }
      for holder in holders {
        let number = (key >> holder.shift) & holder.mask
        let index = holder.index(of: number)
        let place = order.firstIndex(of: index)
        result |= (place.map { holder.numbers[$0] } ?? number) << holder.shift
      }
      return result
    }
  }

  /// By place in the key that stands for a key: the index that it has there.
  func order(of key: Key) -> [Int] {
    withOrder(of: key) { $0.map(Array.init) ?? Array(0..<indexes.count) }
  }

  /// Gives the order in which the indexes of a key stand in the one for all; nil for that itself.
  @inline(__always)
  private func withOrder<Result>(
    of key: Key, _ body: (UnsafeMutableBufferPointer<Int>?) -> Result
  ) -> Result {
    let count = indexes.count
    return withUnsafeTemporaryAllocation(of: Key.self, capacity: count) { marks in
      for index in 0..<count { marks[index] = mark(of: index, in: key) }
      guard (1..<count).contains(where: { marks[$0] < marks[$0 - 1] }) else { return body(nil) }
      return withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { order in
        for index in 0..<count {
          var place = index
          while place > 0, marks[order[place - 1]] > marks[index] {
            order[place] = order[place - 1]
            place -= 1
          }
          order[place] = index
        }
        return body(order)
      }
    }
  }

  /// All that belongs to an index, as one number.
  @inline(__always)
  private func mark(of index: Int, in key: Key) -> Key {
    var mark: Key = 0
    for list in shifts.indices {
      mark = mark << widths[list] | (key >> shifts[list][index]) & masks[list]
    }
    for holder in holders {
      mark = mark << 1 | (holder.index(of: (key >> holder.shift) & holder.mask) == index ? 1 : 0)
    }
    return mark
  }
}
