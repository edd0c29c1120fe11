// What code looks up in the maps that it is given, and the spans that it names: for searches that
// choose what to send to an app, and how long to leave it alone.

import RehearsalInterface
import RehearsalValues

extension FactFinder {
  /// Data that code looks into, and spans that it names.
  package struct Data: Sendable {
    /// The spans, in nanoseconds, each once, in the order of the code.
    package fileprivate(set) var spans: [Int64] = []
    /// The keys that it looks up, with a value with which it compares or computes what it finds; nil
    /// if it does neither.
    package fileprivate(set) var keys: [(name: String, value: ScriptValue?)] = []

    fileprivate mutating func add(_ key: String) {
      if !keys.contains(where: { $0.name == key }) { keys.append((key, nil)) }
    }

    fileprivate mutating func note(_ value: ScriptValue, at key: String) {
      guard let index = keys.firstIndex(where: { $0.name == key }), keys[index].value == nil else {
        return
      }
      keys[index].value = value
    }
  }

  /// What a register holds, as far as it is known.
  private enum Content {
    /// What was found under a key.
    case found(String)
    case constant(ScriptValue)
  }

  /// What the code of all units looks into, other than what it keeps in storage.
  ///
  /// - Complexity: O(*n*) in the length of the program's code.
  package var dataOfUnits: Data { data(of: functionsOfUnits) }

  /// What functions and what they lead to look into, other than what is kept in storage.
  ///
  /// - Complexity: O(*n*) in the length of the program's code.
  package func data(reachedFrom functions: [FunctionIndex]) -> Data {
    data(of: reached(from: functions.map(\.number)))
  }

  private func data(of functions: some Sequence<Int>) -> Data {
    var data = Data()
    for function in functions {
      var registers: [Int: Content] = [:]
      for index in program.code(of: function) { read(at: index, &registers, &data) }
    }
    return data
  }

  private func read(at index: Int, _ registers: inout [Int: Content], _ data: inout Data) {
    let instruction = program.instructions[index]
    let (a, b, c) = (Int(instruction.a), Int(instruction.b), Int(instruction.c))
    switch instruction.operation {
    case .loadConstant:
      let value = program.constants[instruction.bc].scriptValue
      registers[a] = .constant(value)
      if case .duration(let span) = value, !data.spans.contains(span) { data.spans.append(span) }
    case .loadInteger: registers[a] = .constant(.integer(Int64(instruction.signedBC)))
    case .loadBool: registers[a] = .constant(.boolean(b != 0))
    case .move, .share, .loadCell: registers[a] = registers[b]
    case .getKey: lookUp(program.constants[c].scriptValue, in: b, at: index, a, &registers, &data)
    case .getIndex, .getIndexShared:
      guard case .constant(let key)? = registers[c] else { break }
      lookUp(key, in: b, at: index, a, &registers, &data)
    case .equal, .notEqual, .less, .lessOrEqual, .add, .subtract, .multiply, .divide, .remainder:
      relate(registers[b], registers[c], &data)
      registers[a] = nil
    case .jumpIfEqual, .jumpIfNotEqual, .jumpIfLess, .jumpIfNotLess, .jumpIfLessOrEqual,
      .jumpIfNotLessOrEqual:
      relate(registers[a], registers[b], &data)
    case .jumpIfEqualImmediate, .jumpIfNotEqualImmediate, .jumpIfLessImmediate,
      .jumpIfNotLessImmediate, .jumpIfGreaterImmediate, .jumpIfNotGreaterImmediate:
      relate(registers[a], .constant(.integer(Int64(instruction.signedB))), &data)
    case .addImmediate:
      relate(registers[b], .constant(.integer(Int64(instruction.signedC))), &data)
      registers[a] = nil
    default: break
    }
  }

  private func lookUp(
    _ key: ScriptValue, in register: Int, at index: Int, _ result: Int,
    _ registers: inout [Int: Content], _ data: inout Data
  ) {
    registers[result] = nil
    guard case .string(let name) = key, !isHandle(register, before: index) else { return }
    data.add(name)
    registers[result] = .found(name)
  }

  private func relate(_ first: Content?, _ second: Content?, _ data: inout Data) {
    switch (first, second) {
    case (.found(let key)?, .constant(let value)?), (.constant(let value)?, .found(let key)?):
      data.note(value, at: key)
    default: break
    }
  }
}

extension Constant {
  /// The value.
  fileprivate var scriptValue: ScriptValue {
    switch self {
    case .boolean(let truth): .boolean(truth)
    case .integer(let number): .integer(number)
    case .double(let bits): .double(Double(bitPattern: bits))
    case .duration(let nanoseconds): .duration(nanoseconds)
    case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
    }
  }
}
