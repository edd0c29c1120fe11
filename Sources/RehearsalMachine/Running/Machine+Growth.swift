// A machine goes on with a program that grew from its own: what a prompt needs, where each input
// adds declarations and code to a session that lives on. Numbers of functions, slots, symbols and
// the offsets of the old program's strings stay what they were; only behind them there is more.

extension Machine {
  /// The symbols that values of this machine use, in the order of their numbers; the program that
  /// it is to go on with is compiled with them.
  package var symbols: [String] {
    sharedState.pointee.program.symbols + sharedState.pointee.ownSymbols.texts
  }

  /// Goes on with a program that grew from this machine's own; the machine has to be idle.
  ///
  /// - Parameter program: The program, compiled with this machine's `symbols`.
  /// - Complexity: O(*n*) in the bytes of the heap.
  package mutating func adopt(_ program: Program) { state.pointee.adopt(program) }

  /// How the result of the last finished function prints inside a list, as a literal; nil for nil.
  package var resultText: String? {
    let result = sharedState.pointee.result
    return result.tag == .nil || result.tag == .absent
      ? nil : sharedState.pointee.quotedText(of: result)
  }

  /// Makes the result of the last finished function the value of a global.
  package mutating func keepResult(inGlobal slot: Int) {
    let state = self.state
    guard slot >= 0, slot < state.pointee.slots.shared else { return }
    state.pointee.heap.markShared(state.pointee.result)
    state.pointee.globals[slot] = state.pointee.result
  }

  /// How the value of a global prints, as a literal; nil where it has none.
  package func globalText(slot: Int) -> String? {
    guard sharedState.pointee.hasGlobal(slot) else { return nil }
    return sharedState.pointee.quotedText(of: sharedState.pointee.globals[slot])
  }
}

extension MachineState {
  fileprivate mutating func adopt(_ program: Program) {
    begin()
    moveHeap(to: program.image)
    let slots = SlotCounts(program.globalTable(ofUnit: unitNumber))
    globals = grown(globals, from: self.slots.all, to: slots.all, with: .absent)
    caches = grown(caches, from: self.program.cacheCount, to: program.cacheCount, with: .max)
    self.slots = slots
    self.program = program
    image = program.image
    // The program was compiled with them.
    ownSymbols = SymbolTable()
    drawsRandomNumbers = program.drawsRandomNumbers(inUnit: unitNumber)
    pc = image.leave
  }

  private func grown<Element>(
    _ old: UnsafeMutablePointer<Element>, from count: Int, to newCount: Int, with filler: Element
  ) -> UnsafeMutablePointer<Element> {
    let new = UnsafeMutablePointer<Element>.allocate(capacity: max(1, newCount))
    new.initialize(repeating: filler, count: max(1, newCount))
    new.update(from: old, count: min(count, newCount))
    old.deallocate()
    return new
  }
}
