// The readable listing of a program's functions: each word with its operation and its operands as
// the table of shapes describes them, constants and names by what they stand for. For tests and
// debugging; nothing reads it back.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// Writes the code of a program as text.
struct Disassembler {
  private let program: Program

  /// The functions of the scripts in their order, or with `library` those of the preludes too.
  static func listing(of program: Program, library: Bool = false) -> String {
    let disassembler = Disassembler(program: program)
    return program.functions
      .filter { library || !$0.isHidden }
      .map { disassembler.listing(of: $0) }
      .joined(separator: "\n")
  }

  private func listing(of function: CodeFunction) -> String {
    var text = "\(name(of: function))(\(function.parameterNames.joined(separator: ", ")))"
    if let unit = function.unit, program.units.indices.contains(unit) {
      text += " of \(program.units[unit].name)"
    }
    text += ": \(function.side), \(function.registerCount) registers"
    if function.captureCount > 0 { text += ", \(function.captureCount) captures" }
    text += "\n"
    for position in 0..<function.length {
      let index = function.entry + position
      guard program.instructions.indices.contains(index) else { break }
      text += line(program.instructions[index], at: position, in: function)
    }
    return text
  }

  private func line(
    _ instruction: Instruction, at position: Int, in function: CodeFunction
  ) -> String {
    let number = padded("\(position)", to: 5, onTheLeft: true)
    guard let operation = instruction.operation else { return "\(number)  ?\n" }
    let operands = instruction.operands(of: operation.shape).compactMap { operand, value in
      text(of: operand, value, in: instruction, at: position, of: function)
    }
    guard !operands.isEmpty else { return "\(number)  \(operation)\n" }
    let name = padded("\(operation)", to: 20, onTheLeft: false)
    return "\(number)  \(name) \(operands.joined(separator: " "))\n"
  }

  private func padded(_ text: String, to width: Int, onTheLeft: Bool) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return onTheLeft ? space + text : text + space
  }
}

// MARK: - Operands

extension Disassembler {
  /// Nil for a number that another operand shows.
  private func text(
    of operand: Operand, _ value: Int, in instruction: Instruction, at position: Int,
    of function: CodeFunction
  ) -> String? {
    switch operand {
    case .unused, .count: return nil
    case .registers(let count), .targets(let count): return registers(from: value, count: count)
    case .rangeLoop: return registers(from: value, count: 3)
    case .rows(let width): return "[\(registers(from: value, count: width * Int(instruction.c)))]"
    case .call, .opened: return "r\(value)"
    case .argumentCount: return "(\(registers(from: Int(instruction.a) + 1, count: value)))"
    case .flag, .immediate, .integer, .index, .divisor: return "\(value)"
    case .shortDistance, .distance: return "-> \(position + 1 + value)"
    case .captured where instruction.a == 0: return "r\(value)"
    case .capture, .captured: return "c\(value)"
    case .member: return "." + element(value, of: program.memberNames)
    case .libraryFunction:
      return LibraryFunction.numbered(value)?.name
        ?? program.host.function(ofLibraryCall: value)?.name ?? "?"
    case .hostFunction: return element(value, of: program.host.functions.map(\.name))
    case .constant, .key:
      guard program.constants.indices.contains(value) else { return "?" }
      return text(of: program.constants[value])
    case .symbol: return "." + element(value, of: program.symbols)
    case .function, .callee:
      guard program.functions.indices.contains(value) else { return "?" }
      return name(of: program.functions[value])
    case .handle: return "handle \(value)"
    case .global:
      let name = globalTable(of: function).variableName(value)
      return name.isEmpty ? "?" : name
    case .cache: return "\(value)"
    case .expectation: return "expectation \(value)"
    }
  }

  private func registers(from first: Int, count: Int) -> String {
    switch count {
    case 0: ""
    case 1: "r\(first)"
    default: "r\(first)...r\(first + count - 1)"
    }
  }

  private func element<Names: RandomAccessCollection>(_ index: Int, of names: Names) -> String
  where Names.Element == String, Names.Index == Int {
    names.indices.contains(index) ? names[index] : "?"
  }

  private func text(of constant: Constant) -> String {
    switch constant {
    case .integer(let integer): "\(integer)"
    case .double(let bits): "\(Double(bitPattern: bits))"
    case .boolean(let boolean): "\(boolean)"
    case .duration(let nanoseconds): Literal.text(ofNanoseconds: nanoseconds)
    case .string(let bytes): Literal.text(ofString: String(decoding: bytes, as: UTF8.self))
    }
  }

  private func globalTable(of function: CodeFunction) -> GlobalTable {
    guard let unit = function.unit, program.units.indices.contains(unit) else {
      return program.outside
    }
    return program.units[unit].globalTable
  }

  /// The name of a function, of a closure with its place.
  private func name(of function: CodeFunction) -> String {
    guard function.closureNumber != nil, let source = function.source else {
      return function.name
    }
    let position = SourcePlace(source, function.range).position
    return "\(function.name) \(position.line):\(position.column)"
  }
}
