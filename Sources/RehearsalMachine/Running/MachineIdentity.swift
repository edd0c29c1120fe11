// The identity of a machine's state: a digest of everything that decides how it continues, by value
// and in a canonical order. Where objects lie, who shares a list, how much garbage there is and
// under which numbers instances and handles are known do not count, and functions of a unit count
// by their place in it: two machines of one program, for one unit or for two with the same code,
// behave alike where their identities are equal, except for how soon collecting the garbage of one
// would use up the limit of its instructions.
//
// Lists, maps, ranges and strings count by their contents. Cells and closures count by who refers
// to them: each gets a number when it is first visited, and its contents are visited in the order
// of these numbers. Variables come first, then the functions that the host keeps.

import RehearsalCode
import RehearsalValues

extension Machine {
  /// A digest of everything that decides how the machine continues.
  ///
  /// - Parameters:
  ///   - callbacks: Kept functions, in an order that the host's own state decides; those that are
  ///     not among them come after.
  ///   - instances: The numbers of the instances that there are, in such an order too; nil for all
  ///     in the order of their numbers.
  ///   - rankOfHandle: Which of its kind a handle stands for, counted by the host; nil for one that
  ///     stands for nothing any more.
  ///   - placeOfMoment: What a Duration counts as that is a moment, in nanoseconds; nil for any other.
  /// - Returns: The digest, equal for states that cannot be told apart.
  /// - Complexity: O(*n*) in the values that the script can still reach.
  package func identity(
    callbacks: [FunctionReference] = [], instances: [Int]? = nil,
    rankOfHandle: (Handle) -> UInt64? = { $0.number },
    placeOfMoment: (Int64) -> MomentPlace? = { _ in nil }
  ) -> StateDigest {
    withoutActuallyEscaping(rankOfHandle) { rankOfHandle in
      withoutActuallyEscaping(placeOfMoment) { placeOfMoment in
        var walk = IdentityWalk(sharedState, rankOfHandle, placeOfMoment)
        return walk.digest(callbacks: callbacks, instances: instances)
      }
    }
  }
}

/// Which group of moments one belongs to, and how far it is after the first of that.
package typealias MomentPlace = (group: Int, offset: Int64)

/// One walk through a machine's values.
private struct IdentityWalk {
  /// A list or map whose elements are being gone through.
  private struct Level {
    /// The object, so that its digest is kept where it is shared.
    let object: Int
    let values: UnsafeMutablePointer<Value>
    let count: Int
    var next = 0
    var digester: StateDigester
  }

  private var digester = StateDigester()
  private let state: UnsafePointer<MachineState>
  private let rankOfHandle: (Handle) -> UInt64?
  private let placeOfMoment: (Int64) -> MomentPlace?
  /// The digests of shared collections, which are visited more than once.
  private var known: [Int: StateDigest] = [:]
  /// The numbers of cells and closures, and they themselves in that order.
  private var numbers: [Int: Int] = [:]
  private var numbered: [Value] = []
  private var levels: [Level] = []
  /// The instances in the order in which they were visited.
  private var instances: [Int] = []

  init(
    _ state: UnsafePointer<MachineState>, _ rankOfHandle: @escaping (Handle) -> UInt64?,
    _ placeOfMoment: @escaping (Int64) -> MomentPlace?
  ) {
    self.state = state
    self.rankOfHandle = rankOfHandle
    self.placeOfMoment = placeOfMoment
  }

  mutating func digest(callbacks: [FunctionReference], instances: [Int]?) -> StateDigest {
    digester.combine(min(0, Int(state.pointee.unitNumber)))
    add(state.pointee.globals, count: state.pointee.slots.shared)
    addInstances(instances)
    addFunctions(callbacks)
    addInstance(state.pointee.instance)
    if state.pointee.depth > 0 { addCalls() }
    digester.combine(state.pointee.readOnlyDepth)
    if let error = state.pointee.pendingError {
      digester.combine(error.identifier.rawValue)
      digester.combine(error.message)
    }
    if state.pointee.drawsRandomNumbers { digester.combine(state.pointee.random.position) }
    addNumberedObjects()
    return digester.finish()
  }

  // MARK: - Variables and functions

  private mutating func add(_ values: UnsafeMutablePointer<Value>, count: Int) {
    var digester = self.digester
    for index in 0..<count where !combineSimple(values[index], into: &digester) {
      digester.combine(collectionDigest(values[index]))
    }
    self.digester = digester
  }

  /// Adds the variables of the instances that there are.
  private mutating func addInstances(_ existing: [Int]?) {
    let count = state.pointee.slots.instance
    let kept = count == 0 ? 0 : state.pointee.instanceVariables.count / count
    for instance in existing ?? Array(0..<max(kept, state.pointee.instance + 1)) {
      addInstance(instance)
    }
    digester.combine(instances.count)
  }

  /// Adds an instance by its number in this walk, and its variables on the first visit.
  private mutating func addInstance(_ instance: Int) {
    if let number = instances.firstIndex(of: instance) { return digester.combine(number) }
    digester.combine(instances.count)
    instances.append(instance)
    let count = state.pointee.slots.instance
    for position in 0..<count { add(state.pointee.variable(position, ofInstance: instance)) }
  }

  /// Adds the functions that the host keeps: those of its callbacks in their order, then others.
  private mutating func addFunctions(_ callbacks: [FunctionReference]) {
    let entries = state.pointee.functions.entries
    digester.combine(callbacks.count)
    for reference in callbacks {
      guard let entry = state.pointee.functions[reference] else {
        digester.combine(false)
        continue
      }
      add(entry.value)
      addInstance(entry.instance)
    }
    guard entries.count > callbacks.count else { return }
    let named = Set(callbacks.map(\.number))
    for (number, entry) in entries.enumerated()
    where entry.value.tag != .absent && !named.contains(number) {
      add(entry.value)
      addInstance(entry.instance)
    }
  }

  /// Goes through what the numbered cells and closures hold.
  private mutating func addNumberedObjects() {
    var next = 0
    while next < numbered.count {
      let object = numbered[next]
      next += 1
      if object.tag == .cell {
        add(state.pointee.heap.values(object.offset, at: Layout.cellValue), count: 1)
      } else {
        let count = Int(state.pointee.heap.word32(object.offset, at: Layout.closureCount).pointee)
        let function = state.pointee.heap.word32(object.offset, at: Layout.closureFunction).pointee
        digester.combine(key(ofFunction: Int(function)))
        add(state.pointee.heap.values(object.offset, at: Layout.closureCaptures), count: count)
      }
    }
  }

  // MARK: - What is under way

  /// Adds the current calls with their registers, the requests that wait for the host, and what
  /// is left of the budget.
  private mutating func addCalls() {
    let code = UnsafePointer(state.pointee.image.code)
    digester.combine(state.pointee.depth)
    digester.combine(place(of: state.pointee.pc, inCall: state.pointee.depth - 1))
    for level in 0..<state.pointee.depth {
      let frame = state.pointee.frames[level]
      digester.combine(place(of: frame.returnTo, inCall: level - 1))
      digester.combine(key(ofFunction: frame.function), UInt64(frame.shift))
    }
    add(state.pointee.stack, count: state.pointee.liveRegisterCount)
    digester.combine(state.pointee.budget + state.pointee.reserve)
    digester.combine(state.pointee.charged)
    for suspended in state.pointee.suspended {
      add(suspended.request)
      digester.combine(suspended.requestFirst)
      digester.combine(suspended.requestCount)
      digester.combine(suspended.answerRegister)
      digester.combine(suspended.window)
      digester.combine(suspended.pc - code)
      digester.combine(suspended.depth)
      addInstance(suspended.instance)
    }
    guard let request = state.pointee.request else { return }
    add(request)
    digester.combine(state.pointee.answerRegister)
    // They may be above the running window.
    add(state.pointee.window + state.pointee.requestFirst, count: state.pointee.requestCount)
  }

  private mutating func add(_ request: HostRequest) {
    switch request {
    case .call(let function): combine(0, function)
    case .member(let handle, let name):
      combine(1, name.number)
      add(handle)
    case .setMember(let handle, let name):
      combine(2, name.number)
      add(handle)
    case .callMember(let handle, let name):
      combine(3, name.number)
      add(handle)
    case .callHandle(let handle):
      combine(4, 0)
      add(handle)
    case .index(let handle):
      combine(5, 0)
      add(handle)
    case .setIndex(let handle):
      combine(6, 0)
      add(handle)
    case .constant(let slot): combine(7, slot)
    case .output: combine(8, 0)
    case .expectation(let site, let holds): combine(9, site << 1 | (holds ? 1 : 0))
    case .beginWait(let isThroughout): combine(10, isThroughout ? 1 : 0)
    case .continueWait: combine(11, 0)
    }
  }

  private mutating func combine(_ kind: UInt64, _ number: Int) {
    digester.combine(kind)
    digester.combine(number)
  }

  /// The place of an instruction in the function of a call under way.
  private func place(of instruction: UnsafePointer<Instruction>, inCall level: Int) -> Int {
    guard level >= 0 else { return instruction - UnsafePointer(state.pointee.image.code) }
    return instruction - state.pointee.image.functions[state.pointee.frames[level].function].code
  }

  // MARK: - Values

  /// The number of a function, for those of the unit its rank in it, so that units of the same code
  /// have the same.
  private func key(ofFunction number: Int) -> UInt64 {
    let unit = state.pointee.unitNumber
    guard unit >= 0, state.pointee.image.functions[number].unit == unit else {
      return UInt64(number) << 1
    }
    return UInt64(state.pointee.program.functions[number].rankInUnit) << 1 | 1
  }

  /// Adds a value, whatever it holds.
  private mutating func add(_ value: Value) {
    var digester = self.digester
    if !combineSimple(value, into: &digester) { digester.combine(collectionDigest(value)) }
    self.digester = digester
  }

  private func add(_ handle: Handle, to digester: inout StateDigester) {
    guard handle.kind != state.pointee.program.host.objectKind else {
      return digester.combine(handle.bits, UInt64(handle.kind))
    }
    let rank = rankOfHandle(handle)
    digester.combine(rank ?? 0, UInt64(handle.kind) << 1 | (rank == nil ? 1 : 0))
  }

  private mutating func add(_ handle: Handle) {
    var digester = self.digester
    add(handle, to: &digester)
    self.digester = digester
  }

  /// Combines a value without elements; false for a list or map.
  @inline(__always) private mutating func combineSimple(
    _ value: Value, into digester: inout StateDigester
  ) -> Bool {
    if value.tag == .duration { return combineDuration(value, into: &digester) }
    if value.tag.number <= Tag.nil.number {
      digester.combine(value.payload, UInt64(value.tag.number))
      return true
    }
    return combineReference(value, into: &digester)
  }

  /// Combines a Duration, or the moment that it is.
  private func combineDuration(_ value: Value, into digester: inout StateDigester) -> Bool {
    if let place = placeOfMoment(value.integer) {
      digester.combine(UInt64(bitPattern: Int64(place.group)), UInt64.max)
      digester.combine(UInt64(bitPattern: place.offset))
    } else {
      digester.combine(value.payload, UInt64(value.tag.number))
    }
    return true
  }

  /// Combines a value that stands for something, by what that is; false for a list or map.
  @inline(never) private mutating func combineReference(
    _ value: Value, into digester: inout StateDigester
  ) -> Bool {
    let tag = UInt64(value.tag.number)
    switch value.tag {
    case .list, .map: return false
    case .string:
      digester.combine(tag)
      digester.combine(bytes: UnsafeRawBufferPointer(state.pointee.heap.bytes(of: value.offset)))
    case .symbol where value.offset >= state.pointee.program.symbols.count:
      // Symbols from outside are numbered as they come, so they count by their text.
      digester.combine(tag)
      digester.combine(state.pointee.symbolText(value))
    case .handle:
      digester.combine(tag)
      add(Handle(bits: value.payload), to: &digester)
    case .function: digester.combine(key(ofFunction: value.offset), tag)
    case .cell, .closure: digester.combine(UInt64(number(of: value)), tag)
    case .range:
      let bounds = state.pointee.heap.values(value.offset, at: Layout.rangeLower)
      digester.combine(tag << 1 | (state.pointee.heap.isFlagged(value.offset) ? 1 : 0))
      for bound in [bounds[0], bounds[1]] { _ = combineSimple(bound, into: &digester) }
    default: digester.combine(value.payload, tag)
    }
    return true
  }

  /// The number of a cell or closure in the order in which they are visited.
  private mutating func number(of object: Value) -> Int {
    if let number = numbers[object.offset] { return number }
    numbers[object.offset] = numbered.count
    numbered.append(object)
    return numbered.count - 1
  }

  /// The digest of a list or map by its contents, without recursion.
  private mutating func collectionDigest(_ value: Value) -> StateDigest {
    if let digest = knownDigest(value) { return digest }
    var level = begin(value)
    let bottom = levels.count
    while true {
      while level.next < level.count {
        let element = level.values[level.next]
        level.next += 1
        if element.tag == .absent {
          // A gap of a map, whose value does not count either.
          level.next += 1
        } else if !combineSimple(element, into: &level.digester) {
          if let digest = knownDigest(element) {
            level.digester.combine(digest)
          } else {
            levels.append(level)
            level = begin(element)
          }
        }
      }
      let digest = level.digester.finish()
      if state.pointee.heap.isFlagged(level.object) { known[level.object] = digest }
      guard levels.count > bottom, let outer = levels.popLast() else { return digest }
      level = outer
      level.digester.combine(digest)
    }
  }

  /// The digest of a collection that several hold, where it was visited before.
  private func knownDigest(_ value: Value) -> StateDigest? {
    state.pointee.heap.isFlagged(value.offset) ? known[value.offset] : nil
  }

  private func begin(_ value: Value) -> Level {
    let heap = state.pointee.heap
    let isList = value.tag == .list
    let size = isList ? heap.listCount(value.offset) : heap.mapCount(value.offset)
    var digester = StateDigester()
    digester.combine(UInt64(size), UInt64(value.tag.number))
    return Level(
      object: value.offset,
      values: isList ? heap.listValues(value.offset) : heap.mapEntries(value.offset),
      count: isList ? size : heap.mapUsed(value.offset) * 2, digester: digester)
  }
}
