// The code of one function while it is being made: its instructions, its registers and its labels.
// It knows nothing of the tree; code generation says what to emit.
//
// Registers are a stack. Those below `variableTop` hold variables and whatever must outlive a
// statement; those above are temporaries of the current expression. A call's window begins
// after its callee's slot and overwrites everything above, so a call is always made at the top.

import RehearsalCode
import RehearsalInterface
import RehearsalSyntax

/// The code of a function under construction.
final class FunctionBuilder {
  /// A place in the code that jumps lead to, known before it is reached.
  struct Label { let number: Int }

  /// A loop that `break` and `continue` belong to.
  struct Loop {
    let breakLabel: Label
    let continueLabel: Label
  }

  /// What a closure of this function takes along from the function around it.
  struct Capture {
    /// Whether it is a register of the enclosing function, else one of its captures.
    let isRegister: Bool
    let number: Int
  }

  struct Jump {
    let position: Int
    let label: Label
  }

  /// The greatest number of a function that code can name; calls name theirs in 16 bits.
  static let functionLimit = Int(UInt16.max)

  /// The number of the function in the program.
  let function: Int
  /// How many functions enclose what is in this one: 0 for a file's statements.
  let depth: Int
  /// The side that its code is on.
  let side: Side

  private(set) var code: [Instruction] = []
  private(set) var places: [SourceRange] = []
  var labels: [Int] = []
  private(set) var jumps: [Jump] = []
  /// The position that a label was last bound to, so that code after it counts as reachable.
  private var lastBinding = -1

  private(set) var nextRegister = 0
  private(set) var registerCount = 1
  private(set) var variableTop = 0
  /// Whether it needed more registers than there are; its code is of no use then.
  private(set) var isTooLarge = false

  private(set) var captures: [Capture] = []
  /// Their numbers, by those of the locals.
  private var captureNumbers: [Int: Int] = [:]
  /// The loops around the current statement, the innermost last.
  var loops: [Loop] = []
  /// The registers that hold constants for the current loops.
  var loopConstants: [Constant: Int] = [:]
  /// The registers of indices that are evaluated before what they are indices of, by their offsets.
  var earlyIndices: [Int32: Int] = [:]
  /// Where the optional chains under way end when they meet nil, the innermost last.
  var chainExits: [Label] = []
  /// The parts of the current expectation, with the registers that keep their values.
  var expectationParts: [(range: SourceRange, register: Int)] = []
  /// The calls of `allSatisfy` that decide the current expectation, with the registers that tell
  /// whether they had nothing to check.
  var decidingCalls: [(range: SourceRange, register: Int)] = []

  init(function: Int, depth: Int, side: Side) {
    self.function = function
    self.depth = depth
    self.side = side
  }
}

// MARK: - Instructions

extension FunctionBuilder {
  /// Appends an instruction with up to three operands.
  func emit(_ operation: Operation, a: Int = 0, b: Int = 0, c: Int = 0, at place: SourceRange) {
    code.append(Instruction(operation, a: a, b: b, c: c))
    places.append(place)
  }

  /// Appends an instruction with one operand and a 32-bit number.
  func emit(_ operation: Operation, a: Int = 0, bc: Int, at place: SourceRange) {
    code.append(Instruction(operation, a: a, bc: bc))
    places.append(place)
  }

  /// Appends a jump, whose distance is set when the function is finished.
  func emitJump(
    _ operation: Operation, a: Int = 0, b: Int = 0, to label: Label, at place: SourceRange
  ) {
    jumps.append(Jump(position: code.count, label: label))
    emit(operation, a: a, b: b, at: place)
  }

  /// A label that is not bound yet.
  func newLabel() -> Label {
    labels.append(-1)
    return Label(number: labels.count - 1)
  }

  /// Binds a label to the next instruction.
  func bind(_ label: Label) {
    labels[label.number] = code.count
    lastBinding = code.count
  }

  /// Whether control cannot reach the next instruction.
  var isUnreachable: Bool {
    guard let last = code.last?.operation, lastBinding != code.count else { return false }
    return last == .jump || last == .returnValue || last == .returnShared || last == .returnNil
  }
}

// MARK: - Registers

extension FunctionBuilder {
  /// The next registers in a row; the first is returned.
  func allocate(_ count: Int = 1) -> Int {
    guard nextRegister + count <= CodeFunction.registerLimit else {
      isTooLarge = true
      return 0
    }
    nextRegister += count
    registerCount = max(registerCount, nextRegister)
    return nextRegister - count
  }

  /// Gives back all registers from a number on.
  func release(to register: Int) { nextRegister = register }

  /// Makes what is allocated so far outlive the statement.
  func keepAllocated() { variableTop = nextRegister }

  /// Gives back all registers from a number on, variables included.
  func forget(to register: Int) {
    variableTop = register
    nextRegister = register
  }

  /// Whether no variable lives in a register, so that it may be written before it is final.
  func isScratch(_ register: Int) -> Bool { register >= variableTop }

  /// Whether a call may use a register as its own first: nothing that lives is above it.
  func isTop(_ register: Int) -> Bool {
    isScratch(register) && register == nextRegister - 1
  }

  /// Marks the function as one that is too large to compile.
  func giveUp() { isTooLarge = true }
}

// MARK: - Captures

extension FunctionBuilder {
  /// The number of the capture of a local, if it is captured already.
  func captureNumber(of local: Int) -> Int? { captureNumbers[local] }

  /// Captures one more local of the functions around.
  func addCapture(of local: Int, _ capture: Capture) -> Int {
    captures.append(capture)
    captureNumbers[local] = captures.count - 1
    return captures.count - 1
  }
}

// MARK: - Jumps

// The last step of a function: distances are put into its jumps. Forms with a 16-bit distance that
// do not reach are lengthened by a plain jump after them.

extension FunctionBuilder {
  /// The finished code, with the place of each instruction.
  ///
  /// - Complexity: O(*n*) in the number of instructions where all short jumps reach their labels.
  func finished() -> (code: [Instruction], places: [SourceRange]) {
    let far = jumpsBeyondReach()
    if far.isEmpty {
      var code = code
      for jump in jumps {
        Self.setDistance(labels[jump.label.number] - jump.position - 1, of: &code[jump.position])
      }
      return (code, places)
    }
    return lengthened(far)
  }

  /// The indices of short jumps that do not reach, found until lengthening them adds no other.
  private func jumpsBeyondReach() -> Set<Int> {
    var far: Set<Int> = []
    var grows = true
    while grows {
      grows = false
      let moved = far.isEmpty ? nil : movedPositions(far)
      for (index, jump) in jumps.enumerated() where !far.contains(index) {
        let target = labels[jump.label.number]
        let distance =
          moved.map { $0[target] - $0[jump.position] - 1 } ?? target - jump.position - 1
        if code[jump.position].operation?.isShortJump == true, Int16(exactly: distance) == nil {
          far.insert(index)
          grows = true
        }
      }
    }
    return far
  }

  /// Where each instruction ends up when two words follow each of the far jumps.
  private func movedPositions(_ far: Set<Int>) -> [Int] {
    var moved: [Int] = []
    moved.reserveCapacity(code.count + 1)
    var next = 0
    var added = 0
    for position in 0...code.count {
      while next < jumps.count, jumps[next].position < position {
        if far.contains(next) { added += 2 }
        next += 1
      }
      moved.append(position + added)
    }
    return moved
  }

  /// The code where each far jump leads to a plain jump after it, which is skipped otherwise.
  private func lengthened(_ far: Set<Int>) -> (code: [Instruction], places: [SourceRange]) {
    let moved = movedPositions(far)
    var result: [Instruction] = []
    var resultPlaces: [SourceRange] = []
    var next = 0
    for (position, instruction) in code.enumerated() {
      result.append(instruction)
      resultPlaces.append(places[position])
      guard next < jumps.count, jumps[next].position == position else { continue }
      let target = moved[labels[jumps[next].label.number]]
      if far.contains(next) {
        Self.setDistance(1, of: &result[result.count - 1])
        result.append(Instruction(.jump, bc: 1))
        result.append(Instruction(.jump, bc: target - result.count - 1))
        resultPlaces += [places[position], places[position]]
      } else {
        Self.setDistance(target - result.count, of: &result[result.count - 1])
      }
      next += 1
    }
    return (result, resultPlaces)
  }

  private static func setDistance(_ distance: Int, of instruction: inout Instruction) {
    instruction.c = UInt16(truncatingIfNeeded: distance)
    guard instruction.operation?.isShortJump != true else { return }
    instruction.b = instruction.c
    instruction.c = UInt16(truncatingIfNeeded: distance >> 16)
  }
}

extension Operation {
  /// Whether it is a jump whose distance is `c` alone; the others have the whole of `bc`.
  var isShortJump: Bool { shape.c == .shortDistance }
}
