// The loop: one switch over the operations, fast paths in place, everything longer out of line in
// the files beside it. It leaves through one exit, with the result, a request or an error noted in
// the state.
//
// Invariants: code is verified, so operands are within the window; `pc`, the window and the budget
// live in locals and are written back before anything that may read them, `pc` by anything that may
// allocate; a window pointer is read again after anything that may call or make room.
//
// Frequent operations continue with `continue dispatch`; all others fall out of the switch into its
// common end, which also does the jumps. That keeps the loop small and its variables in registers:
// calls and loops take a third longer where every operation continues by itself.

import RehearsalCode

/// Why the loop was left.
enum LoopExit {
  case finished, requests, failed
}

/// Runs from the state's `pc` until the outermost function returns, a request or an error.
///
/// It is in a section of its own, which begins at a cache line; `CProcess` explains why.
#if !canImport(Darwin) && compiler(>=6.3)
  @section("interpreter")
#endif
@inline(never)
func interpret(_ m: UnsafeMutablePointer<MachineState>) -> LoopExit {
  var pc = m.pointee.pc
  var r = m.pointee.window
  var budget = m.pointee.budget
  var exit = LoopExit.failed
  let functions = UnsafePointer(m.pointee.image.functions)
  let constants = UnsafePointer(m.pointee.image.constants)
  let names = UnsafePointer(m.pointee.image.memberNames)
  let cores = UnsafePointer(m.pointee.image.memberCores)

  dispatch: while true {
    let i = Operands(at: pc)
    pc += 1
    // How far the operation jumps.
    var distance = 0
    operation: switch unsafeBitCast(UInt8(truncatingIfNeeded: i.code), to: Operation.self) {
    // MARK: Moving values

    case .move:
      r[i.a] = r[i.b]
      continue dispatch
    case .share:
      let value = r[i.b]
      m.pointee.heap.markShared(value)
      r[i.a] = value
    case .loadNil:
      r[i.a] = .none
    case .loadBool:
      r[i.a] = Value(i.b != 0)
    case .loadInteger:
      r[i.a] = Value(i.signedBC)
    case .loadConstant:
      r[i.a] = constants[i.bc]
    case .loadSymbol:
      r[i.a] = Value(.symbol, UInt64(i.bc))
    case .loadFunction:
      r[i.a] = Value(.function, UInt64(i.bc))
    case .loadHandle:
      r[i.a] = Value(.handle, m.pointee.handleBits(i.bc))
    case .loadAbsent:
      r[i.a] = .absent
    case .loadGlobal:
      let value = m.pointee.globals[i.bc]
      if value.tag == .absent {
        guard m.pointee.requestGlobal(i.bc) else { break dispatch }
        m.pointee.answerRegister = i.a
        exit = .requests
        break dispatch
      }
      r[i.a] = value
    case .peekGlobal:
      r[i.a] = m.pointee.globals[i.bc]
    case .openGlobal:
      if m.pointee.globals[i.bc].tag == .absent {
        guard m.pointee.requestGlobal(i.bc) else { break dispatch }
        m.pointee.answerRegister = i.a
        exit = .requests
        break dispatch
      }
      guard m.pointee.makeUnique(m.pointee.globals + i.bc, before: pc) else { break dispatch }
      r[i.a] = m.pointee.globals[i.bc]
    case .storeGlobal:
      m.pointee.globals[i.bc] = r[i.a]
    case .makeCell:
      guard m.pointee.makeCell(r + i.a, before: pc) else { break dispatch }
    case .loadCell:
      let cell = r[i.b]
      guard cell.tag == .cell else {
        _ = m.pointee.failCell()
        break dispatch
      }
      r[i.a] = m.pointee.heap.values(cell.offset, at: Layout.cellValue).pointee
    case .openCell:
      guard m.pointee.openCell(r + i.a, r + i.b, before: pc) else { break dispatch }
    case .storeCell:
      let cell = r[i.a]
      guard cell.tag == .cell else {
        _ = m.pointee.failCell()
        break dispatch
      }
      m.pointee.heap.values(cell.offset, at: Layout.cellValue).pointee = r[i.b]
    case .loadCapture:
      r[i.a] =
        m.pointee.heap.values(r[-1].offset, at: Layout.closureCaptures)[i.b]
      continue dispatch
    case .makeClosure:
      guard m.pointee.makeClosure(r, i.a, function: i.bc, captures: pc) else {
        break dispatch
      }
      pc += Int(functions[i.bc].captureCount)

    // MARK: Arithmetic

    case .add:
      let x = r[i.b]
      let y = r[i.c]
      if Value.areIntegers(x, y) {
        let (sum, overflows) = x.integer.addingReportingOverflow(y.integer)
        if !overflows {
          r[i.a] = Value(sum)
          continue dispatch
        }
      } else if x.tag == .double && y.tag == .double {
        r[i.a] = Value(x.double + y.double)
        continue dispatch
      }
      guard m.pointee.add(r + i.a, r + i.b, r + i.c, before: pc) else { break dispatch }
    case .subtract:
      let x = r[i.b]
      let y = r[i.c]
      if Value.areIntegers(x, y) {
        let (difference, overflows) = x.integer.subtractingReportingOverflow(y.integer)
        if !overflows {
          r[i.a] = Value(difference)
          break operation
        }
      } else if x.tag == .double && y.tag == .double {
        r[i.a] = Value(x.double - y.double)
        break operation
      }
      guard m.pointee.subtract(r + i.a, x, y) else { break dispatch }
    case .multiply:
      let x = r[i.b]
      let y = r[i.c]
      if Value.areIntegers(x, y) {
        let (product, overflows) = x.integer.multipliedReportingOverflow(by: y.integer)
        if !overflows {
          r[i.a] = Value(product)
          continue dispatch
        }
      } else if x.tag == .double && y.tag == .double {
        r[i.a] = Value(x.double * y.double)
        continue dispatch
      }
      guard m.pointee.multiply(r + i.a, x, y) else { break dispatch }
    case .divide:
      let x = r[i.b]
      let y = r[i.c]
      if x.tag == .double && y.tag == .double {
        r[i.a] = Value(x.double / y.double)
        break operation
      }
      guard m.pointee.divide(r + i.a, x, y) else { break dispatch }
    case .remainder:
      let x = r[i.b]
      let y = r[i.c]
      if Value.areIntegers(x, y), y.integer > 0 {
        r[i.a] = Value(x.remainder(dividingBy: y.payload))
        break operation
      }
      guard m.pointee.remainder(r + i.a, x, y) else { break dispatch }
    case .remainderImmediate:
      let x = r[i.b]
      if x.tag == .integer {
        r[i.a] = Value(x.remainder(dividingBy: UInt64(i.c)))
        continue dispatch
      }
      guard m.pointee.remainder(r + i.a, x, Value(i.c)) else { break dispatch }
    case .addImmediate:
      let x = r[i.b]
      if x.tag == .integer {
        let (sum, overflows) = x.integer.addingReportingOverflow(Int64(i.signedC))
        if !overflows {
          r[i.a] = Value(sum)
          continue dispatch
        }
      }
      guard m.pointee.addImmediate(r + i.a, r + i.b, i.signedC) else {
        break dispatch
      }
    case .negate:
      guard m.pointee.negate(r + i.a, r[i.b]) else { break dispatch }
    case .not:
      let x = r[i.b]
      guard x.tag == .boolean else {
        _ = m.pointee.failBool(x)
        break dispatch
      }
      r[i.a] = Value(!x.boolean)
    case .equal:
      let holds = m.pointee.areEqual(r[i.b], r[i.c])
      if m.pointee.pendingError != nil { break dispatch }
      r[i.a] = Value(holds)
    case .notEqual:
      let holds = m.pointee.areEqual(r[i.b], r[i.c])
      if m.pointee.pendingError != nil { break dispatch }
      r[i.a] = Value(!holds)
    case .less:
      let order = m.pointee.isLess(r[i.b], r[i.c])
      if order == .unordered { break dispatch }
      r[i.a] = Value(order == .holds)
    case .lessOrEqual:
      let order = m.pointee.isLessOrEqual(r[i.b], r[i.c])
      if order == .unordered { break dispatch }
      r[i.a] = Value(order == .holds)
    case .interpolate:
      guard m.pointee.interpolate(r + i.a, from: r + i.b, count: i.c, before: pc) else {
        break dispatch
      }

    // MARK: Jumping

    case .jump:
      distance = i.signedBC
    case .jumpIfTrue:
      let x = r[i.a]
      guard x.tag == .boolean else {
        _ = m.pointee.failBool(x)
        break dispatch
      }
      if !x.boolean { break operation }
      distance = i.signedBC
    case .jumpIfFalse:
      let x = r[i.a]
      guard x.tag == .boolean else {
        _ = m.pointee.failBool(x)
        break dispatch
      }
      if x.boolean { break operation }
      distance = i.signedBC
    case .jumpIfNil:
      if !r[i.a].isNil { break operation }
      distance = i.signedBC
    case .jumpIfNotNil:
      if r[i.a].isNil { break operation }
      distance = i.signedBC
    case .jumpIfPresent:
      if r[i.a].tag == .absent { break operation }
      distance = i.signedBC
    case .jumpIfHandle:
      if r[i.a].tag != .handle { break operation }
      distance = i.signedBC
    case .jumpIfNotHandle:
      if r[i.a].tag == .handle { break operation }
      distance = i.signedBC
    case .jumpIfLess:
      let order = m.pointee.isLess(r[i.a], r[i.b])
      if order != .holds {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfNotLess:
      let order = m.pointee.isLess(r[i.a], r[i.b])
      if order != .fails {
        if order == .unordered { break dispatch }
        continue dispatch
      }
      distance = i.signedC
    case .jumpIfLessOrEqual:
      let order = m.pointee.isLessOrEqual(r[i.a], r[i.b])
      if order != .holds {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfNotLessOrEqual:
      let order = m.pointee.isLessOrEqual(r[i.a], r[i.b])
      if order != .fails {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfEqual:
      let holds = m.pointee.areEqual(r[i.a], r[i.b])
      if m.pointee.pendingError != nil { break dispatch }
      if !holds { break operation }
      distance = i.signedC
    case .jumpIfNotEqual:
      let holds = m.pointee.areEqual(r[i.a], r[i.b])
      if m.pointee.pendingError != nil { break dispatch }
      if holds { break operation }
      distance = i.signedC
    case .jumpIfLessImmediate:
      let order = m.pointee.isLess(r[i.a], Value(i.signedB))
      if order != .holds {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfNotLessImmediate:
      let order = m.pointee.isLess(r[i.a], Value(i.signedB))
      if order != .fails {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfLessOrEqualImmediate:
      let order = m.pointee.isLessOrEqual(r[i.a], Value(i.signedB))
      if order != .holds {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfNotLessOrEqualImmediate:
      let order = m.pointee.isLessOrEqual(r[i.a], Value(i.signedB))
      if order != .fails {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfGreaterImmediate:
      let order = m.pointee.isLess(Value(i.signedB), r[i.a])
      if order != .holds {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfNotGreaterImmediate:
      let order = m.pointee.isLess(Value(i.signedB), r[i.a])
      if order != .fails {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfGreaterOrEqualImmediate:
      let order = m.pointee.isLessOrEqual(Value(i.signedB), r[i.a])
      if order != .holds {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfNotGreaterOrEqualImmediate:
      let order = m.pointee.isLessOrEqual(Value(i.signedB), r[i.a])
      if order != .fails {
        if order == .unordered { break dispatch }
        break operation
      }
      distance = i.signedC
    case .jumpIfEqualImmediate:
      let x = r[i.a]
      let holds =
        x.tag == .integer
        ? x.integer == i.signedB : m.pointee.areEqual(x, Value(i.signedB))
      if x.tag != .integer, m.pointee.pendingError != nil { break dispatch }
      if !holds { break operation }
      distance = i.signedC
    case .jumpIfNotEqualImmediate:
      let x = r[i.a]
      let holds =
        x.tag == .integer
        ? x.integer == i.signedB : m.pointee.areEqual(x, Value(i.signedB))
      if x.tag != .integer, m.pointee.pendingError != nil { break dispatch }
      if holds { break operation }
      distance = i.signedC

    // MARK: Loops

    case .beginRangeLoop:
      guard m.pointee.beginRangeLoop(r + i.a, isClosed: i.b == 1) else { break dispatch }
      if r[i.a].integer <= r[i.a + 1].integer {
        r[i.a + 2] = r[i.a]
        break operation
      }
      distance = i.signedC
    case .nextRangeTurn:
      let turn = r[i.a].integer
      if turn >= r[i.a + 1].integer { break operation }
      let next = turn &+ 1
      r[i.a] = Value(next)
      r[i.a + 2] = Value(next)
      pc += i.signedBC
      budget &+= MachineState.budget(forJump: i.signedBC)
      if budget >= 0 { continue dispatch }
      budget = m.pointee.nextSlice()
      if budget < 0 { break dispatch }
    case .beginLoop:
      guard m.pointee.beginLoop(r + i.a, over: r[i.b]) else { break dispatch }
    case .nextTurn:
      let sequence = r[i.a]
      if sequence.tag == .list {
        let position = Int(r[i.a + 1].integer)
        if UInt(bitPattern: position) >= UInt(m.pointee.heap.listCount(sequence.offset)) {
          break operation
        }
        let value = m.pointee.heap.listValues(sequence.offset)[position]
        m.pointee.heap.markShared(value)
        r[i.b] = value
        r[i.a + 1] = Value(position + 1)
      } else {
        let hasMore = m.pointee.nextTurn(r + i.a, into: r + i.b, before: pc)
        if m.pointee.pendingError != nil { break dispatch }
        if !hasMore { break operation }
      }
      distance = i.signedC
    case .nextPairTurn:
      let hasMore = m.pointee.nextPairTurn(r + i.a, into: r + i.b)
      if m.pointee.pendingError != nil { break dispatch }
      if !hasMore { break operation }
      distance = i.signedC

    // MARK: Calling

    case .callFunction:
      let shift = i.a + 1
      let entry = functions + i.b
      let depth = m.pointee.depth
      let base = r + shift
      let end = base + Int(entry.pointee.registerCount)
      budget &-= Int(entry.pointee.callCost)
      if depth >= m.pointee.frameLimit || end > m.pointee.stackEnd || budget < 0 {
        if budget < 0 {
          budget = m.pointee.nextSlice()
          if budget < 0 { break dispatch }
        }
        guard m.pointee.makeRoom(from: base, count: Int(entry.pointee.registerCount)) else {
          break dispatch
        }
        r = m.pointee.window
      }
      m.pointee.frames[depth] = Frame(returnTo: pc, shift: shift, function: i.b, result: i.c)
      m.pointee.depth = depth &+ 1
      r += shift
      m.pointee.window = r
      pc = entry.pointee.code
      continue dispatch
    case .call:
      let shift = i.a + 1
      let callee = r[i.a]
      let depth = m.pointee.depth
      var number = callee.offset
      if callee.tag == .closure {
        number = Int(m.pointee.heap.word32(number, at: Layout.closureFunction).pointee)
      }
      budget &-= 1
      if (callee.tag == .function || callee.tag == .closure)
        && Int(functions[number].plainCount) == i.b && budget >= 0
        && depth < m.pointee.frameLimit
        && r + shift + Int(functions[number].registerCount) <= m.pointee.stackEnd
      {
        m.pointee.frames[depth] = Frame(
          returnTo: pc, shift: shift, function: number, result: i.c)
        m.pointee.depth = depth &+ 1
        r += shift
        m.pointee.window = r
        pc = functions[number].code
        // The rest of it; whether anything is left, the next turn or call asks.
        budget &-= Int(functions[number].callCost) - 1
        continue dispatch
      }
      if budget < 0 {
        budget = m.pointee.nextSlice()
        if budget < 0 { break dispatch }
      }
      guard let number = m.pointee.prepareCall(r + i.a, count: i.b) else {
        guard m.pointee.request != nil else { break dispatch }
        m.pointee.requestFirst = i.a + 1
        m.pointee.requestCount = i.b
        m.pointee.answerRegister = i.c
        exit = .requests
        break dispatch
      }
      r = m.pointee.window
      m.pointee.frames[depth] = Frame(returnTo: pc, shift: shift, function: number, result: i.c)
      m.pointee.depth = depth &+ 1
      r = m.pointee.window + shift
      m.pointee.window = r
      pc = functions[number].code
      budget &-= Int(functions[number].callCost) - 1
    case .callMember, .callMutatingMember:
      let isMutating = i.code == Operation.callMutatingMember.rawValue
      m.pointee.pc = pc + 1
      switch m.pointee.callMember(
        r + i.a, member: i.b, count: i.c, isMutating: isMutating)
      {
      case .done:
        pc += 1
        break operation
      case .enters(let number, let shift):
        budget &-= Int(functions[number].callCost)
        if budget < 0 {
          budget = m.pointee.nextSlice()
          if budget < 0 { break dispatch }
        }
        r = m.pointee.window
        m.pointee.frames[m.pointee.depth] = Frame(
          returnTo: pc + 1, shift: i.a + shift, function: number, result: i.a)
        m.pointee.depth += 1
        r += i.a + shift
        m.pointee.window = r
        pc = functions[number].code
        break operation
      case .requests:
        pc += 1
        m.pointee.requestFirst = i.a + 1
        m.pointee.requestCount = i.c
        m.pointee.answerRegister = i.a
        exit = .requests
        break dispatch
      case .failed:
        break dispatch
      }
    case .callLibrary:
      switch m.pointee.callLibrary(
        i.b, r + i.a, arguments: r + i.a + 1, count: i.c, before: pc)
      {
      case .done:
        break operation
      case .requests:
        m.pointee.requestFirst = i.a
        m.pointee.requestCount = 1
        m.pointee.answerRegister = i.a
        exit = .requests
        break dispatch
      case .enters, .failed:
        break dispatch
      }
    case .callHost:
      guard m.pointee.readOnlyDepth == 0 || m.pointee.mayRequest(function: i.b) else {
        break dispatch
      }
      m.pointee.request = .call(function: i.b)
      m.pointee.requestFirst = i.a + 1
      m.pointee.requestCount = i.c
      m.pointee.answerRegister = i.a
      exit = .requests
      break dispatch
    case .returnValue:
      let value = r[i.a]
      let depth = m.pointee.depth &- 1
      let frame = m.pointee.frames[depth]
      m.pointee.depth = depth
      r -= frame.shift
      m.pointee.window = r
      r[frame.result] = value
      pc = frame.returnTo
      continue dispatch
    case .returnShared:
      let value = r[i.a]
      m.pointee.heap.markShared(value)
      let depth = m.pointee.depth &- 1
      let frame = m.pointee.frames[depth]
      m.pointee.depth = depth
      r -= frame.shift
      m.pointee.window = r
      r[frame.result] = value
      pc = frame.returnTo
    case .returnNil:
      let depth = m.pointee.depth &- 1
      let frame = m.pointee.frames[depth]
      m.pointee.depth = depth
      r -= frame.shift
      m.pointee.window = r
      r[frame.result] = .none
      pc = frame.returnTo

    // MARK: Collections

    case .makeList:
      guard let list = m.pointee.makeList(of: r + i.b, count: i.c, before: pc) else {
        break dispatch
      }
      r[i.a] = list
    case .makeMap:
      guard m.pointee.makeMap(r + i.a, of: r + i.b, count: i.c, before: pc) else {
        break dispatch
      }
    case .makeHalfOpenRange:
      guard m.pointee.makeRange(r + i.a, r + i.b, r + i.c, isClosed: false, before: pc)
      else { break dispatch }
    case .makeClosedRange:
      guard m.pointee.makeRange(r + i.a, r + i.b, r + i.c, isClosed: true, before: pc)
      else { break dispatch }
    case .getIndex:
      let base = r[i.b]
      let key = r[i.c]
      if base.tag == .list && key.tag == .integer {
        if key.payload < UInt64(truncatingIfNeeded: m.pointee.heap.listCount(base.offset)) {
          r[i.a] = m.pointee.heap.listValues(base.offset)[Int(key.integer)]
          continue dispatch
        }
      } else if base.tag == .map && key.tag == .string {
        let entry = m.pointee.heap.sameEntry(base.offset, key)
        if entry >= 0 {
          r[i.a] = m.pointee.heap.mapEntries(base.offset)[entry * 2 + 1]
          break operation
        }
      } else if base.tag == .handle {
        guard m.pointee.requestIndex(base, first: i.c, count: 1, answer: i.a) else {
          break dispatch
        }
        exit = .requests
        break dispatch
      }
      guard m.pointee.getIndex(r + i.a, r + i.b, key, before: pc) else { break dispatch }
    case .getIndexShared:
      let base = r[i.b]
      let key = r[i.c]
      if base.tag == .list && key.tag == .integer
        && key.payload < UInt64(truncatingIfNeeded: m.pointee.heap.listCount(base.offset))
      {
        let value = m.pointee.heap.listValues(base.offset)[Int(key.integer)]
        m.pointee.heap.markShared(value)
        r[i.a] = value
        break operation
      } else if base.tag == .handle {
        guard m.pointee.requestIndex(base, first: i.c, count: 1, answer: i.a) else {
          break dispatch
        }
        exit = .requests
        break dispatch
      }
      guard m.pointee.getIndex(r + i.a, r + i.b, key, before: pc) else { break dispatch }
      m.pointee.heap.markShared(r[i.a])
    case .getIndexImmediate:
      let base = r[i.b]
      if base.tag == .list && i.c < m.pointee.heap.listCount(base.offset) {
        r[i.a] = m.pointee.heap.listValues(base.offset)[i.c]
        break operation
      }
      if base.tag == .handle {
        r[i.a] = Value(i.c)
        guard m.pointee.requestIndex(base, first: i.a, count: 1, answer: i.a) else {
          break dispatch
        }
        exit = .requests
        break dispatch
      }
      guard m.pointee.getIndex(r + i.a, r + i.b, Value(i.c), before: pc) else { break dispatch }
    case .setIndex:
      let base = r[i.a]
      let key = r[i.b]
      if base.tag == .list && key.tag == .integer {
        if key.payload < UInt64(truncatingIfNeeded: m.pointee.heap.listCount(base.offset))
          && !m.pointee.heap.isFlagged(base.offset)
        {
          m.pointee.heap.listValues(base.offset)[Int(key.integer)] = r[i.c]
          continue dispatch
        }
      } else if base.tag == .map && key.tag == .string {
        let value = r[i.c]
        let entry = m.pointee.heap.sameEntry(base.offset, key)
        if entry >= 0 && !value.isNil && !m.pointee.heap.isFlagged(base.offset) {
          m.pointee.heap.mapEntries(base.offset)[entry * 2 + 1] = value
          break operation
        }
      } else if base.tag == .handle {
        guard m.pointee.requestSetIndex(base, r[i.b], r[i.c]) else { break dispatch }
        exit = .requests
        break dispatch
      }
      guard m.pointee.setIndex(r + i.a, r + i.b, r + i.c, before: pc) else { break dispatch }
    case .getKey:
      let base = r[i.b]
      if base.tag == .map {
        let map = base.offset
        let cached = Int(m.pointee.caches[Operands(at: pc).bc])
        if cached < m.pointee.heap.mapUsed(map) {
          let entry = m.pointee.heap.mapEntries(map) + cached * 2
          if entry.pointee.isString(at: constants[i.c].payload) {
            r[i.a] = entry[1]
            pc += 1
            continue dispatch
          }
        }
      } else if base.tag == .handle {
        r[i.a] = constants[i.c]
        guard m.pointee.requestIndex(base, first: i.a, count: 1, answer: i.a) else {
          break dispatch
        }
        pc += 1
        exit = .requests
        break dispatch
      }
      guard
        m.pointee.getKey(
          r + i.a, r + i.b, constants[i.c], cache: Operands(at: pc).bc, before: pc)
      else { break dispatch }
      pc += 1
    case .setKey:
      let base = r[i.a]
      let value = r[i.c]
      if base.tag == .map && !m.pointee.heap.isFlagged(base.offset) && !value.isNil {
        let map = base.offset
        let cached = Int(m.pointee.caches[Operands(at: pc).bc])
        if cached < m.pointee.heap.mapUsed(map) {
          let entry = m.pointee.heap.mapEntries(map) + cached * 2
          if entry.pointee.isString(at: constants[i.b].payload) {
            entry[1] = value
            pc += 1
            continue dispatch
          }
        }
      } else if base.tag == .handle {
        guard m.pointee.requestSetIndex(base, constants[i.b], value) else { break dispatch }
        pc += 1
        exit = .requests
        break dispatch
      }
      guard
        m.pointee.setKey(
          r + i.a, m.pointee.image.constants + i.b, r + i.c, cache: Operands(at: pc).bc, before: pc)
      else { break dispatch }
      pc += 1
    case .openIndex:
      let base = r[i.b]
      let key = r[i.c]
      if base.tag == .list && key.tag == .integer
        && key.payload < UInt64(truncatingIfNeeded: m.pointee.heap.listCount(base.offset))
        && !m.pointee.heap.isFlagged(base.offset)
      {
        let value = m.pointee.heap.listValues(base.offset)[Int(key.integer)]
        if !m.pointee.heap.isShared(value) {
          r[i.a] = value
          continue dispatch
        }
      } else if base.tag == .handle {
        guard m.pointee.requestIndex(base, first: i.c, count: 1, answer: i.a) else {
          break dispatch
        }
        exit = .requests
        break dispatch
      }
      guard m.pointee.openIndex(r + i.a, r + i.b, r + i.c, before: pc) else { break dispatch }
    case .slice, .sliceClosed:
      let isClosed = i.code == Operation.sliceClosed.rawValue
      guard m.pointee.slice(r + i.a, r + i.b, r + i.c, isClosed: isClosed, before: pc)
      else { break dispatch }
    case .getMember:
      let base = r[i.b]
      if base.tag == .map {
        let map = base.offset
        let cached = Int(m.pointee.caches[Operands(at: pc).bc])
        if cached < m.pointee.heap.mapUsed(map) {
          let entry = m.pointee.heap.mapEntries(map) + cached * 2
          if entry.pointee.isString(at: names[i.c].payload) {
            r[i.a] = entry[1]
            pc += 1
            continue dispatch
          }
        }
      } else if base.tag == .list && cores[i.c] == 0 {
        r[i.a] = Value(m.pointee.heap.listCount(base.offset))
        pc += 1
        break operation
      } else if base.tag == .string && cores[i.c] == 0 && m.pointee.heap.isFlagged(base.offset) {
        r[i.a] = Value(m.pointee.heap.byteCount(of: base.offset))
        pc += 1
        break operation
      }
      switch m.pointee.getMember(
        r + i.a, r + i.b, member: i.c, cache: Operands(at: pc).bc, answer: i.a, before: pc)
      {
      case .done:
        pc += 1
      case .requests:
        pc += 1
        exit = .requests
        break dispatch
      case .enters, .failed:
        break dispatch
      }
    case .setMember:
      let base = r[i.a]
      let value = r[i.c]
      if base.tag == .map && !m.pointee.heap.isFlagged(base.offset) && !value.isNil {
        let map = base.offset
        let cached = Int(m.pointee.caches[Operands(at: pc).bc])
        if cached < m.pointee.heap.mapUsed(map) {
          let entry = m.pointee.heap.mapEntries(map) + cached * 2
          if entry.pointee.isString(at: names[i.b].payload) {
            entry[1] = value
            pc += 1
            continue dispatch
          }
        }
      } else if base.tag == .handle {
        guard m.pointee.requestSetMember(base, member: i.b, value: i.c) else {
          break dispatch
        }
        pc += 1
        exit = .requests
        break dispatch
      }
      guard
        m.pointee.setMember(
          r + i.a, member: i.b, r + i.c, cache: Operands(at: pc).bc, before: pc)
      else { break dispatch }
      pc += 1
    case .openMember:
      let base = r[i.b]
      if base.tag == .map && !m.pointee.heap.isFlagged(base.offset) {
        let map = base.offset
        let cached = Int(m.pointee.caches[Operands(at: pc).bc])
        if cached < m.pointee.heap.mapUsed(map) {
          let entry = m.pointee.heap.mapEntries(map) + cached * 2
          if entry.pointee.isString(at: names[i.c].payload)
            && !m.pointee.heap.isShared(entry[1])
          {
            r[i.a] = entry[1]
            pc += 1
            continue dispatch
          }
        }
      }
      switch m.pointee.openMember(
        r + i.a, r + i.b, member: i.c, cache: Operands(at: pc).bc, answer: i.a, before: pc)
      {
      case .done:
        pc += 1
      case .requests:
        pc += 1
        exit = .requests
        break dispatch
      case .enters, .failed:
        break dispatch
      }
    case .append:
      let list = r[i.a]
      guard list.tag == .list else {
        _ = m.pointee.failMember("append", of: list)
        break dispatch
      }
      if m.pointee.heap.isFlagged(list.offset) {
        guard m.pointee.makeUnique(r + i.a, before: pc) else { break dispatch }
      }
      if i.c == 1 { m.pointee.heap.markShared(r[i.b]) }
      guard m.pointee.appendToList(r + i.a, r + i.b, before: pc) else { break dispatch }

    case .requireHandle:
      let value = r[i.a]
      guard value.tag == .handle else {
        _ = m.pointee.failNoHandle(value)
        break dispatch
      }

    // MARK: Expectations and waiting

    case .expectation:
      guard m.pointee.requestExpectation(site: i.bc, r[i.a]) else { break dispatch }
      exit = .requests
      break dispatch
    case .beginWait:
      guard m.pointee.mayWait() else { break dispatch }
      m.pointee.request = .beginWait(isThroughout: i.c == 1)
      m.pointee.requestFirst = i.b
      m.pointee.requestCount = 1
      m.pointee.answerRegister = i.a
      exit = .requests
      break dispatch
    case .continueWait:
      m.pointee.request = .continueWait
      m.pointee.requestFirst = i.b
      m.pointee.requestCount = 1
      m.pointee.answerRegister = i.a
      exit = .requests
      break dispatch
    case .beginReadOnly:
      m.pointee.readOnlyDepth += 1
    case .endReadOnly:
      m.pointee.readOnlyDepth -= 1

    // MARK: The machine's own

    case .renewBudget:
      budget = m.pointee.firstSlice()
      m.pointee.charged = 0
    case .leave:
      m.pointee.result = r[0]
      pc -= 1
      exit = .finished
      break dispatch
    case .capture, .cache:
      // Skipped by the instruction before them; the verifier has seen to it.
      break
    }

    pc += distance
    budget &+= MachineState.budget(forJump: distance)
    if budget < 0 {
      budget = m.pointee.nextSlice()
      if budget < 0 { break dispatch }
    }
  }

  m.pointee.pc = pc
  m.pointee.budget = max(0, budget)
  return exit
}
