// What the emission of code has to know about later code: where calls and changes are, and, of each local
// variable and function, whether closures share it and whether it needs one. The pass that resolves names
// notes it on its way; no name is looked up again for it.

import RehearsalInterface
import RehearsalSyntax

/// What code generation has to know about a script before it meets a declaration.
package struct CaptureFacts {
  /// A literal that is an operand of an operator.
  struct OperandLiteral {
    let offset: Int32
    /// How many functions enclose it.
    let depth: Int
    let constant: Constant
  }

  /// For the offset of each closure without a parameter list that uses `$n`: how many there are.
  package var shorthandCounts: [Int32: Int] = [:]
  /// Offsets after calls, ascending once all names are resolved.
  var callEnds: [Int32] = []
  /// Offsets after calls of members that change their receiver, ascending.
  var changeEnds: [Int32] = []
  /// The literals in operators that no instruction can hold, in the order of the source.
  var operandLiterals: [OperandLiteral] = []
  /// For the offset of each loop, how many functions enclose it.
  var loopDepths: [Int32: Int] = [:]

  /// Whether a call ends after `start` and not after `end`.
  package func hasCall(after start: Int32, through end: Int32) -> Bool {
    Self.holds(callEnds, after: start, through: end)
  }

  /// Whether a call that changes its receiver ends after `start` and not after `end`.
  package func hasChange(after start: Int32, through end: Int32) -> Bool {
    Self.holds(changeEnds, after: start, through: end)
  }

  private static func holds(
    _ offsets: [Int32], after start: Int32, through end: Int32
  ) -> Bool {
    var low = 0
    var high = offsets.count
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] > start { high = middle } else { low = middle + 1 }
    }
    return low < offsets.count && offsets[low] <= end
  }

  /// Puts everything in the order of the source, once all is known.
  mutating func sort() {
    operandLiterals.sort { $0.offset < $1.offset }
    callEnds.sort()
    changeEnds.sort()
  }
}

extension CaptureFacts {
  /// The constants that the operators of a loop need, closures in it left out; each once.
  ///
  /// - Complexity: O(*n*) in the literals of the loop, and O(log *n*) in those of the script.
  package func constants(ofLoop range: SourceRange) -> [Constant] {
    guard let depth = loopDepths[range.start] else { return [] }
    var low = 0
    var high = operandLiterals.count
    while low < high {
      let middle = (low + high) / 2
      if operandLiterals[middle].offset < range.start { low = middle + 1 } else { high = middle }
    }
    var constants: [Constant] = []
    for literal in operandLiterals[low...] {
      guard literal.offset < range.end, constants.count < Self.most else { break }
      if literal.depth == depth, !constants.contains(literal.constant) {
        constants.append(literal.constant)
      }
    }
    return constants
  }

  /// More constants than this do not speed a loop up.
  private static var most: Int { 16 }
}

/// The locals of one function that is in no other one, with all functions in it, while its names are
/// resolved.
struct CaptureNotes {
  /// A declaration of a local variable or function.
  private struct Declaration {
    /// Its index among the local functions; nil for a variable.
    let function: Int?
    let isVariable: Bool
    /// Whether a function's declaration has been passed.
    var isComplete: Bool
    var isCaptured = false
    var isChanged = false
    /// Whether an inner function refers to it before its declaration has been passed.
    var isCapturedEarly = false
  }

  /// A local function and what it refers to outside itself.
  private struct LocalFunction {
    var capturesVariable = false
    var functions: [Int] = []
    /// What is to be done where it turns out to need a closure.
    var pending: [() -> Void] = []
  }

  /// The number of the function's first local.
  private let first: Int
  /// In the order in which they were declared.
  private var declarations: [Declaration] = []
  private var functions: [LocalFunction] = []

  /// Makes notes of the locals that come after so many.
  init(after count: Int = 0) { first = count }

  /// Notes a variable, whose number is the next one.
  mutating func declare(isVariable: Bool) {
    declarations.append(Declaration(function: nil, isVariable: isVariable, isComplete: true))
  }

  /// Notes a local function, which is known before its declaration is passed; its number is the next one.
  mutating func declareFunction() {
    functions.append(LocalFunction())
    declarations.append(
      Declaration(function: functions.count - 1, isVariable: false, isComplete: false))
  }

  /// Notes that the declaration of a local function has been passed.
  mutating func complete(_ local: Int) { declarations[local - first].isComplete = true }

  /// Notes that a variable is changed.
  mutating func change(_ local: Int) { declarations[local - first].isChanged = true }

  /// Notes that inner functions refer to a declaration around them.
  ///
  /// - Parameters:
  ///   - local: What is declared.
  ///   - inner: The functions between it and the reference, by their numbers; nil for those that are no
  ///     local functions.
  mutating func capture(_ local: Int, by inner: ArraySlice<Int?>) {
    let number = local - first
    declarations[number].isCaptured = true
    if !declarations[number].isComplete { declarations[number].isCapturedEarly = true }
    for case let outer? in inner {
      guard let holder = declarations[outer - first].function else { continue }
      if let function = declarations[number].function {
        functions[holder].functions.append(function)
      } else {
        functions[holder].capturesVariable = true
      }
    }
  }

  /// Does something at the end if a local function needs a closure.
  mutating func ifClosure(_ local: Int, _ body: @escaping () -> Void) {
    guard let function = declarations[local - first].function else { return }
    functions[function].pending.append(body)
  }

  /// Derives cells and plain functions, once all references are known.
  func conclude(in locals: inout [LocalVariable]) {
    guard !declarations.isEmpty else { return }
    let isPlain = plainFunctions
    for (index, declaration) in declarations.enumerated() {
      if let function = declaration.function {
        locals[first + index].isPlain = isPlain[function]
        locals[first + index].isCell = !isPlain[function] && declaration.isCapturedEarly
      } else if declaration.isVariable && declaration.isCaptured && declaration.isChanged {
        locals[first + index].isCell = true
      }
    }
    for (function, isPlain) in zip(functions, isPlain) where !isPlain {
      for body in function.pending { body() }
    }
  }

  /// For each local function, whether it captures nothing, itself or through others.
  private var plainFunctions: [Bool] {
    var isPlain = functions.map { !$0.capturesVariable }
    var changes = true
    while changes {
      changes = false
      for (index, function) in functions.enumerated() where isPlain[index] {
        if function.functions.contains(where: { !isPlain[$0] }) {
          isPlain[index] = false
          changes = true
        }
      }
    }
    return isPlain
  }
}
