// Which registers the code still reads. A collection takes every register of the running windows for
// living, so what an ended call left behind lives on where the window of another comes to lie over
// it. Before a script is refused memory the code itself is asked, so that what a script can hold
// depends on what it can still reach, and not on when memory was collected last.

extension Collector {
  /// Empties the registers of the innermost calls that no code reads any more.
  ///
  /// - Parameters:
  ///   - state: The machine, whose `pc` is written back.
  ///   - count: How many calls to look at; what lies below their windows is kept.
  /// - Returns: Whether a register was emptied; false with an error where the budget is used up.
  /// - Complexity: O(*n* · *m*) for *n* registers that refer to something and *m* instructions that
  ///   may follow, up to a bound; they are charged.
  @discardableResult static func forgetLeftovers(
    _ state: inout MachineState, ofInnermost count: Int
  ) -> Bool {
    let found = ReadRegisters(of: state, innermost: count)
    var forgets = false
    for register in found.lowest..<found.isRead.count
    where !found.isRead[register] && state.stack[register].tag.isReference {
      state.stack[register] = .none
      forgets = true
    }
    return (state.collectsAlways || state.charge(values: found.charge)) && forgets
  }
}

/// The registers of the innermost calls that code still reads.
///
/// The operands of the running instruction are among them, and what goes with requests to the host.
private struct ReadRegisters {
  /// For each register from the bottom of the stack on; what refers to nothing is left out.
  private(set) var isRead: [Bool]
  /// Where the window of the lowest of the calls begins.
  private(set) var lowest: Int
  private var liveness: RegisterLiveness

  /// What looking is charged: an instruction that is followed takes as long as many that run.
  var charge: Int { liveness.work * 32 }

  init(of state: MachineState, innermost count: Int) {
    liveness = RegisterLiveness(of: state.program)
    isRead = Array(repeating: false, count: state.liveRegisterCount)
    lowest = isRead.count
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
        place = .behindCall(frame.returnTo - code, resultRegister: frame.result)
      }
    }
  }

  /// Marks registers, as far as they belong to a window.
  private mutating func keep(_ first: Int, _ count: Int) {
    for register in (first..<first + count).clamped(to: isRead.indices) { isRead[register] = true }
  }

  /// Marks the registers of a call that are still read.
  private mutating func mark(
    _ function: CodeFunction, at place: CodePlace, window base: Int, of state: MachineState
  ) {
    // The closure that runs stands before its window.
    if function.captureCount > 0 { keep(base - 1, 1) }
    for register in base..<min(base + function.registerCount, isRead.count)
    where state.stack[register].tag.isReference && !isRead[register] {
      isRead[register] = liveness.isRead(register - base, by: function, from: place)
    }
  }
}

/// Where a call stands, by the index of an instruction.
private enum CodePlace {
  /// In the midst of the instruction before it, or before the first one of its function.
  case within(Int)
  /// Before it, and a call's result comes into a register first.
  case behindCall(Int, resultRegister: Int)
}

/// Answers whether code may read a register before it writes it.
private struct RegisterLiveness {
  /// A register of a window, and where the code that may read it goes on.
  private struct Question: Hashable {
    let register: Int
    let position: Int
  }

  private let program: Program
  /// The answers so far: calls that call themselves ask the same again.
  private var answers: [Question: Bool] = [:]
  /// How many instructions were gone through.
  private(set) var work = 0

  /// How many there may be, a tenth of a second's: in functions with many thousands of variables
  /// what is not found out by then counts as read.
  private static let greatestWork = 1 << 20

  init(of program: Program) { self.program = program }

  /// Whether a function that has come to a place may still read a register of its window.
  mutating func isRead(_ register: Int, by function: CodeFunction, from place: CodePlace) -> Bool {
    let code = function.entry..<function.entry + function.length
    switch place {
    case .within(let next):
      guard next != code.lowerBound else { return isRead(register, from: next) }
      var current = next - 1
      if code.contains(current), program.instructions[current].operation == .cache { current -= 1 }
      // A place outside of the function says nothing about its registers.
      return !code.contains(current) || isRead(register, from: current)
    case .behindCall(let next, let result):
      return register != result && (!code.contains(next) || isRead(register, from: next))
    }
  }

  private mutating func isRead(_ register: Int, from position: Int) -> Bool {
    let question = Question(register: register, position: position)
    if let answer = answers[question] { return answer }
    let answer = finds(register, from: position)
    answers[question] = answer
    return answer
  }

  /// Follows all ways from an instruction on until one reads the register.
  private mutating func finds(_ register: Int, from start: Int) -> Bool {
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
      if reads(register, instruction, shape, at: position) { return true }
      if writes(register, instruction, shape) { continue }
      if shape.b == .distance { pending.append(position + 1 + instruction.signedBC) }
      if shape.c == .shortDistance { pending.append(position + 1 + instruction.signedC) }
      if shape.fallsThrough {
        pending.append(position + 1 + (program.secondWords(of: instruction, shape)?.count ?? 0))
      }
    }
    return false
  }

  private func reads(
    _ register: Int, _ instruction: Instruction, _ shape: OperationShape, at position: Int
  ) -> Bool {
    func holds(_ operand: Operand, _ value: UInt16) -> Bool {
      let index = register - Int(value)
      switch operand {
      case .registers(let count): return (0..<count).contains(index)
      case .rangeLoop: return index == 0 || index == 1
      case .rows(let width): return (0..<width * Int(instruction.c)).contains(index)
      case .call(let base):
        return index == 0 && base.isRead
          || index > 0 && index <= program.argumentCount(of: instruction, shape)
      default: return false
      }
    }
    return holds(shape.a, instruction.a) || holds(shape.b, instruction.b)
      || holds(shape.c, instruction.c) || isShown(register, instruction, shape)
      || isCaptured(register, instruction, shape, at: position)
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

  private func writes(
    _ register: Int, _ instruction: Instruction, _ shape: OperationShape
  ) -> Bool {
    func isTarget(_ operand: Operand, _ value: UInt16) -> Bool {
      let index = register - Int(value)
      switch operand {
      case .targets(let count): return (0..<count).contains(index)
      case .rangeLoop: return index == 2
      case .call(let base):
        return index == 0 && base.isTarget || index == 1 && base == .changingReceiver
      default: return false
      }
    }
    return isTarget(shape.a, instruction.a) || isTarget(shape.b, instruction.b)
      || isTarget(shape.c, instruction.c)
  }
}
