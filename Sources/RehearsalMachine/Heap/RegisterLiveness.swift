// Which registers the code still reads. A collection keeps whatever the registers of the running
// windows refer to, and a window may lie over registers that an ended call left filled. So before a
// script is refused memory, the registers that no code reads any more are cleared: what a script can
// hold then depends on what its code can reach, and not on when memory was collected last.

import RehearsalCode

extension Collector {
  /// Clears the registers of the innermost calls that no code reads any more.
  ///
  /// - Parameters:
  ///   - state: The machine, whose `pc` is written back.
  ///   - count: How many calls to go through; what lies below their windows is kept.
  /// - Returns: Whether a register was cleared; false with an error where the budget is used up.
  /// - Complexity: O(*n* · *m*) for *n* registers that refer to something and *m* instructions that
  ///   may follow, up to a bound; they are charged.
  @discardableResult static func clearDeadRegisters(
    _ state: inout MachineState, ofInnermost count: Int
  ) -> Bool {
    let live = LiveRegisters(of: state, innermost: count)
    var hasCleared = false
    for register in live.lowest..<live.isLive.count
    where !live.isLive[register] && state.stack[register].tag.isReference {
      state.stack[register] = .none
      hasCleared = true
    }
    return (state.collectsAlways || state.charge(values: live.cost)) && hasCleared
  }
}

/// The registers of the innermost calls that code may still read.
///
/// The operands of the running instruction are among them, and what goes with requests to the host.
private struct LiveRegisters {
  /// For each register from the bottom of the stack on; what refers to nothing is left out.
  private(set) var isLive: [Bool]
  /// Where the window of the lowest of the calls begins.
  private(set) var lowest: Int
  private var liveness: RegisterLiveness

  /// What finding them is charged: an instruction that is followed takes as long as many that run.
  var cost: Int { liveness.work * 32 }

  init(of state: MachineState, innermost count: Int) {
    liveness = RegisterLiveness(of: state.program)
    isLive = Array(repeating: false, count: state.liveRegisterCount)
    lowest = isLive.count
    let code = UnsafePointer(state.image.code)
    var requests = state.suspended[...]
    var base = state.window - state.stack
    var place = CodePlace.within(state.pc - code)
    keep(base + state.requestFirst, state.requestCount)
    for level in stride(from: state.depth - 1, through: max(0, state.depth - count), by: -1) {
      let frame = state.frames[level]
      lowest = base
      mark(state.program.functions[frame.function], at: place, window: base, of: state)
      if let outer = requests.last, outer.depth == level {
        // A call of the host's; the function below waits where it asked.
        requests.removeLast()
        base = outer.window
        place = .within(outer.pc - code)
        keep(base + outer.requestFirst, outer.requestCount)
      } else {
        base -= frame.shift
        place = .afterCall(frame.returnTo - code, resultRegister: frame.result)
      }
    }
  }

  /// Marks registers, where they belong to a window.
  private mutating func keep(_ first: Int, _ count: Int) {
    for register in (first..<first + count).clamped(to: isLive.indices) { isLive[register] = true }
  }

  /// Marks the registers of a call that are still read.
  private mutating func mark(
    _ function: CodeFunction, at place: CodePlace, window base: Int, of state: MachineState
  ) {
    // The running closure is before its window.
    if function.captureCount > 0 { keep(base - 1, 1) }
    for register in base..<min(base + function.registerCount, isLive.count)
    where state.stack[register].tag.isReference && !isLive[register] {
      isLive[register] = liveness.isRead(register - base, by: function, from: place)
    }
  }
}

/// Where a call is, by the index of an instruction.
private enum CodePlace {
  /// Inside the instruction before the index, or before the first instruction of the function.
  case within(Int)
  /// Before the instruction at the index, which runs when a call has returned into a register.
  case afterCall(Int, resultRegister: Int)
}

/// Answers whether code may read a register before it writes it.
private struct RegisterLiveness {
  /// A register of a window, and the instruction that runs next.
  private struct Question: Hashable {
    let register: Int
    let position: Int
  }

  /// What an instruction does with a register.
  private enum Use { case reads, overwrites, ignores }

  private let program: Program
  /// The answers so far: a function that calls itself asks the same question for each call.
  private var answers: [Question: Bool] = [:]
  /// How many instructions were followed.
  private(set) var work = 0

  /// How many instructions are followed at most, about a tenth of a second's work: in a function of
  /// many thousands of variables, a register that was not decided by then counts as read.
  private static let greatestWork = 1 << 20

  init(of program: Program) { self.program = program }

  /// Whether a function that has reached a place may still read a register of its window.
  mutating func isRead(_ register: Int, by function: CodeFunction, from place: CodePlace) -> Bool {
    let code = function.entry..<function.entry + function.length
    switch place {
    case .within(let next):
      guard next != code.lowerBound else { return isRead(register, from: next) }
      var current = next - 1
      if code.contains(current), program.instructions[current].operation == .cache { current -= 1 }
      // A place outside of the function says nothing about its registers.
      return !code.contains(current) || isOpened(register, by: program.instructions[current])
        || isRead(register, from: current)
    case .afterCall(let next, let result):
      return register != result && (!code.contains(next) || isRead(register, from: next))
    }
  }

  /// Whether an instruction that is under way reads a register again that it has written.
  private func isOpened(_ register: Int, by instruction: Instruction) -> Bool {
    instruction.operation?.shape.a == .opened && Int(instruction.a) == register
  }

  private mutating func isRead(_ register: Int, from position: Int) -> Bool {
    let question = Question(register: register, position: position)
    if let answer = answers[question] { return answer }
    let answer = search(for: register, from: position)
    answers[question] = answer
    return answer
  }

  /// Follows all paths from an instruction on until one reads the register.
  private mutating func search(for register: Int, from start: Int) -> Bool {
    var seen: Set<Int> = []
    var pending = [start]
    while let position = pending.popLast() {
      guard program.instructions.indices.contains(position), seen.insert(position).inserted,
        let operation = program.instructions[position].operation
      else { continue }
      guard work < Self.greatestWork else { return true }
      work += 1
      let instruction = program.instructions[position]
      let shape = operation.shape
      switch use(of: register, by: instruction, shape, at: position) {
      case .reads: return true
      case .overwrites: continue
      case .ignores: break
      }
      if shape.b == .distance { pending.append(position + 1 + instruction.signedBC) }
      if shape.c == .shortDistance { pending.append(position + 1 + instruction.signedC) }
      if shape.fallsThrough {
        pending.append(position + 1 + (program.secondWords(of: instruction, shape)?.count ?? 0))
      }
    }
    return false
  }

  private func use(
    of register: Int, by instruction: Instruction, _ shape: OperationShape, at position: Int
  ) -> Use {
    var isWritten = false
    for (operand, first) in [
      (shape.a, instruction.a), (shape.b, instruction.b), (shape.c, instruction.c),
    ] {
      guard let used = program.registers(of: operand, in: instruction, shape) else { continue }
      if used.read.contains(register - Int(first)) { return .reads }
      if used.written.contains(register - Int(first)) { isWritten = true }
    }
    guard !isShown(register, instruction, shape),
      !isCaptured(register, instruction, shape, at: position)
    else { return .reads }
    return isWritten ? .overwrites : .ignores
  }

  /// Whether the host is shown a register where an expectation does not hold.
  private func isShown(
    _ register: Int, _ instruction: Instruction, _ shape: OperationShape
  ) -> Bool {
    guard shape.b == .expectation, program.expectations.indices.contains(instruction.bc) else {
      return false
    }
    let site = program.expectations[instruction.bc]
    return site.messageRegister == register
      || (site.parts + site.loopVariables).contains { $0.register == register }
  }

  private func isCaptured(
    _ register: Int, _ instruction: Instruction, _ shape: OperationShape, at position: Int
  ) -> Bool {
    guard shape.secondWords == .captures,
      let count = program.secondWords(of: instruction, shape)?.count
    else { return false }
    let words = position + 1..<position + 1 + count
    return program.instructions[words.clamped(to: program.instructions.indices)].contains {
      $0.a == 0 && Int($0.b) == register
    }
  }
}
