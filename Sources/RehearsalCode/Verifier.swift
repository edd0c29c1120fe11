// The check of a whole program before any machine runs it. It proves what the loop takes for
// granted: that operations exist, that operands are within the window and the tables, that jumps
// lead to instructions of their function, and that no function runs beyond its end.
//
// It does not follow values: the loop itself checks what depends on their types.

import RehearsalInterface

/// What is wrong with a program.
package struct VerificationError: Equatable, Sendable, CustomStringConvertible {
  /// The number of the function; nil for what is in the program's tables.
  package let function: Int?
  /// The position in the function's code.
  package let position: Int
  package let message: String

  package var description: String {
    guard let function else { return message }
    return "function \(function), instruction \(position): \(message)"
  }
}

/// Goes through the code of a program once.
package struct Verifier {
  private let program: Program
  private var errors: [VerificationError] = []
  /// The function under way, and its number.
  private var function: CodeFunction
  private var number = 0
  private var position = 0
  /// The instructions of the function.
  private var code: [Instruction] = []
  /// The words of the function that are not executed.
  private var isSecondWord: [Bool] = []

  /// Everything that is wrong with a program, at most one error for each function.
  ///
  /// - Parameters:
  ///   - program: The program.
  ///   - start: The first function to check; those before it were checked in the program that
  ///     this one grew from.
  /// - Returns: What is wrong.
  /// - Complexity: O(*n*) in the number of instructions.
  package static func errors(in program: Program, from start: Int = 0) -> [VerificationError] {
    guard let first = program.functions.first else {
      return [VerificationError(function: nil, position: 0, message: "there is no function")]
    }
    var verifier = Verifier(program: program, function: first)
    verifier.checkTables()
    for number in program.functions.indices.dropFirst(start) { verifier.check(number) }
    return verifier.errors
  }

  private init(program: Program, function: CodeFunction) {
    self.program = program
    self.function = function
  }

  private mutating func check(_ number: Int) {
    self.number = number
    function = program.functions[number]
    position = 0
    if let message = problem() {
      errors.append(VerificationError(function: number, position: position, message: message))
    }
  }

  /// What is wrong with the current function.
  private mutating func problem() -> String? {
    if let problem = problemOfFrame() { return problem }
    let end = function.entry + function.length
    code = Array(program.instructions[function.entry..<end])
    if let problem = findSecondWords() { return problem }
    for position in 0..<function.length {
      self.position = position
      let instruction = code[position]
      guard let operation = instruction.operation else { return "there is no such operation" }
      if let problem = problem(of: instruction, operation) { return problem }
    }
    return nil
  }
}

// MARK: - Functions as wholes

extension Verifier {
  private func problemOfFrame() -> String? {
    let count = program.instructions.count
    guard function.length > 0, function.entry >= 0, function.entry <= count - function.length else {
      return "the code is not part of the program"
    }
    guard (1...CodeFunction.registerLimit).contains(function.registerCount),
      function.parameterNames.count <= function.registerCount,
      function.requiredCount <= function.parameterNames.count
    else { return "the window does not hold the parameters" }
    guard (0...Int(UInt16.max)).contains(function.captureCount) else {
      return "there are too many captures"
    }
    return nil
  }

  /// Notes which words are not executed, and checks that they follow what they belong to and that
  /// the last instruction leaves the function.
  private mutating func findSecondWords() -> String? {
    isSecondWord = Array(repeating: false, count: function.length)
    var next = 0
    var last = Operation.leave
    while next < function.length {
      position = next
      let instruction = code[next]
      guard let operation = instruction.operation else { return "there is no such operation" }
      if operation == .cache || operation == .capture { return "it is no instruction of its own" }
      last = operation
      next += 1
      guard let (word, count) = program.secondWords(of: instruction, operation.shape) else {
        return "there is no such function"
      }
      guard next + count <= function.length else { return "the words that follow it are missing" }
      for index in next..<next + count {
        guard code[index].operation == word else {
          return "the words that follow it are missing"
        }
        isSecondWord[index] = true
      }
      next += count
    }
    return last.shape.fallsThrough ? "the function has no end" : nil
  }
}

// MARK: - Instructions

extension Verifier {
  private func problem(of instruction: Instruction, _ operation: Operation) -> String? {
    let shape = operation.shape
    guard instruction.hasUnusedOperandsClear(of: shape) else { return "an unused operand is not 0" }
    let operands = instruction.operands(of: shape)
    for (operand, value) in operands {
      guard let problem = problem(of: operand, value, in: instruction, shape) else { continue }
      return "\(operation): \(problem)"
    }
    switch operation {
    case .leave: return "only the machine itself leaves"
    case .renewBudget where number != program.outside.initializer.number:
      return "only the outside's statements renew the budget"
    case .callFunction: return problemOfCall(Int(instruction.b))
    case .loadFunction: return problemOfUse(instruction.bc, captures: 0)
    case .makeClosure: return problemOfUse(instruction.bc, captures: nil)
    default: return nil
    }
  }

  private func problem(
    of operand: Operand, _ value: Int, in instruction: Instruction, _ shape: OperationShape
  ) -> String? {
    if let registers = program.registers(of: operand, in: instruction, shape) {
      let count = max(1, registers.read.upperBound, registers.written.upperBound)
      return problemOfRegisters(from: value, count: count)
    }
    switch operand {
    case .unused, .immediate, .integer, .index, .count, .argumentCount, .registers, .targets,
      .opened, .rangeLoop, .rows, .call:
      return nil
    case .divisor: return value > 0 ? nil : "it divides by 0"
    case .flag: return value <= 1 ? nil : "\(value) is neither 0 nor 1"
    case .shortDistance, .distance: return problemOfTarget(position + 1 + value)
    case .captured where instruction.a == 0: return problemOfRegisters(from: value, count: 1)
    case .capture, .captured: return problem(value, function.captureCount, "capture")
    case .member: return problem(value, program.memberNames.count, "member name")
    case .key: return problemOfKey(value)
    case .hostFunction: return problem(value, program.host.functions.count, "host function")
    case .libraryFunction:
      return problemOfLibraryCall(
        value, argumentCount: program.argumentCount(of: instruction, shape))
    case .constant: return problem(value, program.constants.count, "constant")
    case .symbol: return problem(value, program.symbols.count, "symbol")
    case .function, .callee: return problem(value, program.functions.count, "function")
    case .handle: return problem(value, program.handles.count, "handle")
    case .global: return problemOfGlobal(value)
    case .cache: return problem(value, program.cacheCount, "cache")
    case .expectation: return problemOfExpectation(value)
    }
  }

  private func problem(_ index: Int, _ count: Int, _ what: String) -> String? {
    index < count ? nil : "there is no \(what) \(index)"
  }

  private func problemOfKey(_ value: Int) -> String? {
    guard program.constants.indices.contains(value) else { return "there is no constant \(value)" }
    if case .string = program.constants[value] { return nil }
    return "constant \(value) is no String"
  }

  private func problemOfRegisters(from first: Int, count: Int) -> String? {
    first + count <= function.registerCount
      ? nil : "register \(first + count - 1) is outside the window of \(function.registerCount)"
  }

  private func problemOfTarget(_ target: Int) -> String? {
    isSecondWord.indices.contains(target) && !isSecondWord[target]
      ? nil : "the jump leads to no instruction of the function"
  }

  private func problemOfLibraryCall(_ value: Int, argumentCount: Int) -> String? {
    guard let callee = LibraryFunction.numbered(value) else {
      return program.host.function(ofLibraryCall: value) == nil
        ? "there is no library function \(value)" : nil
    }
    let least = callee.parameters.count { !$0.isOptional }
    return argumentCount >= least ? nil : "'\(callee.name)' needs \(least) arguments"
  }

  /// Every unit has the file's constants; the rest of a unit's globals are its own code's.
  private func problemOfGlobal(_ slot: Int) -> String? {
    if let unit = function.unit {
      guard program.units.indices.contains(unit) else { return "there is no unit \(unit)" }
      return problem(slot, program.units[unit].globalTable.slotCount, "variable of the unit")
    }
    let outside = program.outside
    let count = function.side == .outside ? outside.names.count : outside.constantCount
    return problem(slot, count, "variable for this side")
  }

  private func problemOfExpectation(_ index: Int) -> String? {
    guard program.expectations.indices.contains(index) else {
      return "there is no expectation \(index)"
    }
    let site = program.expectations[index]
    let registers =
      (site.parts + site.loopVariables).map(\.register) + [site.messageRegister ?? 0]
    return problemOfRegisters(from: registers.max() ?? 0, count: 1)
  }

  private func problemOfCall(_ callee: Int) -> String? {
    let side = program.functions[callee].side
    guard side == .neutral || side == function.side else {
      return "it calls a function of the other side"
    }
    return problemOfUse(callee, captures: 0)
  }

  /// A unit's functions are its own; a function with captures only exists as a closure.
  private func problemOfUse(_ callee: Int, captures: Int?) -> String? {
    let callee = program.functions[callee]
    guard callee.unit == nil || callee.unit == function.unit else {
      return "it names a function of another unit"
    }
    return captures == nil || callee.captureCount == captures
      ? nil : "it names a function that needs captures"
  }
}

// MARK: - Tables

extension Verifier {
  private mutating func checkTables() {
    if program.places.count != program.instructions.count {
      report("there is not one place for each instruction")
    }
    if program.memberNames.count > Int(UInt16.max) + 1 { report("there are too many member names") }
    checkEntry(program.outside.initializer.number, unit: nil)
    for scenario in program.scenarios { checkEntry(scenario.function.number, unit: nil) }
    for (number, unit) in program.units.enumerated() {
      checkEntry(unit.globalTable.initializer.number, unit: number)
      for handler in unit.handlers { checkEntry(handler.function.number, unit: number) }
      for control in unit.controls {
        if let action = control.action { checkEntry(action.number, unit: number) }
      }
    }
    for number in program.preludeMembers where number >= 0 { checkEntry(number, unit: nil) }
  }

  /// Checks a function that the host or the machine starts by its number.
  private mutating func checkEntry(_ number: Int, unit: Int?) {
    guard program.functions.indices.contains(number) else {
      return report("there is no function \(number) to start with")
    }
    let entry = program.functions[number]
    if entry.captureCount != 0 || entry.unit != unit {
      report("function \(number) cannot be started by its number")
    }
  }

  private mutating func report(_ message: String) {
    errors.append(VerificationError(function: nil, position: 0, message: message))
  }
}
