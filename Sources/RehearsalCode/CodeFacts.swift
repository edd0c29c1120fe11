// What code reads and does, found in what was compiled and by the rows of its words: whichever unit
// declares the code, a helper of the file, a closure, a default value, an import or a function that
// is handed on as a value. Nothing is asked for by name; rows say what their words read.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// What some code depends on beside its variables, and the texts that it compares with.
package struct CodeFacts: Sendable {
  /// A word in the code that depends on something.
  package struct Use: Sendable {
    /// What it depends on.
    package let reading: Reading
    /// The word, as scripts write it.
    package let word: String
    /// Where it is; nil in the library's own code.
    package let place: SourcePlace?
  }

  /// The words that depend on something, in the order of the code.
  package fileprivate(set) var uses: [Use] = []
  /// The strings that the code compares with something, each once, in the order of the code.
  package fileprivate(set) var comparedTexts: [String] = []
  /// All strings that the code names, each once, in the order of the code.
  package fileprivate(set) var texts: [String] = []
  /// Whether the code may change something outside of the process that runs it, by words of the host.
  package fileprivate(set) var reachesOutOfProcess = false

  /// Whether some word depends on that.
  package func reads(_ reading: Reading) -> Bool { uses.contains { $0.reading == reading } }

  /// The words that depend on something, each once, in the order of the code.
  package func words(reading: Reading) -> [String] {
    var words: [String] = []
    for use in uses where use.reading == reading && !words.contains(use.word) {
      words.append(use.word)
    }
    return words
  }
}

extension Program {
  /// Finds the facts of a program's code.
  package var facts: FactFinder { FactFinder(self) }
}

/// Finds what the code of a program depends on.
package struct FactFinder {
  let program: Program
  /// What the words of each name read: members of handles, and keys of maps, which code that does not
  /// know what it has may read of anything.
  private let readingsOfNames: [String: [Reading]]
  /// The names among them that only maps have.
  private let keys: Set<String>
  /// The members by which code may change something outside of its process.
  private let membersReachingOut: Set<String>
  /// The members that give a handle.
  private let namesOfHandles: Set<String>
  /// The strings that are constants of the file, by their slots.
  private let textsOfConstants: [Int: String]

  package init(_ program: Program) {
    self.program = program
    let host = program.host
    let members = host.kinds.flatMap(\.members) + host.objects.flatMap(\.members)
    var readings: [String: [Reading]] = [:]
    for member in members where !member.reads.isEmpty {
      readings[member.name, default: []] += member.reads
    }
    var keys: Set<String> = []
    for key in host.maps.flatMap(\.keys) where !key.reads.isEmpty {
      for name in [key.name, key.otherName].compactMap(\.self) {
        if readings[name] == nil { keys.insert(name) }
        readings[name, default: []] += key.reads
      }
    }
    readingsOfNames = readings
    self.keys = keys
    membersReachingOut = Set(
      members.filter { !$0.staysInProcess && ($0.isSettable || !$0.isReadOnly) }.map(\.name))
    namesOfHandles = Set(members.filter { $0.result?.handleKind != nil }.map(\.name))
    textsOfConstants = Self.textsOfConstants(in: program)
  }

  // MARK: - Which code

  /// The facts of what runs in the processes of a unit.
  ///
  /// - Complexity: O(*n*) in the length of the program's code, as for the others.
  package func facts(ofUnit number: Int) -> CodeFacts { facts(of: reached(fromUnits: [number])) }

  /// The facts of what runs in the processes of all units.
  package var ofUnits: CodeFacts { facts(of: functionsOfUnits) }

  /// What may run in the processes of units.
  var functionsOfUnits: [Int] { reached(fromUnits: program.units.indices) }

  /// The facts of what an exploration itself does and checks.
  package func facts(ofOutsideOf exploration: CompiledExploration) -> CodeFacts {
    facts(of: reached(from: exploration.functions.map(\.number)))
  }

  /// The facts of some functions and of what they lead to.
  package func facts(of functions: [FunctionIndex]) -> CodeFacts {
    facts(of: reached(from: functions.map(\.number)))
  }

  /// The code of a unit that changes one of its variables: itself, or what it leads to.
  ///
  /// A function that is sent by its name alone is looked for in the controls that send it.
  ///
  /// - Parameters:
  ///   - variable: The name of the variable.
  ///   - number: The number of the unit.
  /// - Returns: The names of the handlers, and the positions of the controls.
  package func changers(
    of variable: String, inUnit number: Int
  ) -> (handlers: Set<String>, controls: Set<Int>) {
    let unit = program.units[number]
    guard let slot = unit.globalTable.names.lastIndex(of: variable) else { return ([], []) }
    func leadsToChange(_ function: FunctionIndex) -> Bool {
      reached(from: [function.number]).contains { changes(slot, in: $0, ofUnit: number) }
    }
    let controls = unit.controls.indices.filter { position in
      let control = unit.controls[position]
      let sent = unit.actions.filter { $0.name == control.sentAction }.map(\.function)
      return (sent + [control.action].compactMap(\.self)).contains(where: leadsToChange)
    }
    return (Set(unit.handlers.filter { leadsToChange($0.function) }.map(\.name)), Set(controls))
  }

  private func changes(_ slot: Int, in function: Int, ofUnit number: Int) -> Bool {
    guard program.functions[function].unit == number else { return false }
    return program.code(of: function).contains { index in
      let instruction = program.instructions[index]
      return [.storeGlobal, .openGlobal].contains(instruction.operation) && instruction.bc == slot
    }
  }

  /// Whether some code of a unit looks at how large a variable is before it changes it, as
  /// `if sessions == 0 { sessions += 1 }` does: then its value is no number of times.
  ///
  /// - Complexity: O(*n*) in the length of the unit's code.
  package func isComparedBeforeChange(_ variable: String, inUnit number: Int) -> Bool {
    let names = program.units[number].globalTable.names
    guard let slot = names.lastIndex(of: variable) else { return false }
    return program.functions.indices.contains { function in
      program.functions[function].unit == number && compares(slot, beforeChangeIn: function)
    }
  }

  private func compares(_ slot: Int, beforeChangeIn function: Int) -> Bool {
    var copies: Set<Int> = []
    var isCompared = false
    for index in program.code(of: function) {
      let instruction = program.instructions[index]
      guard let operation = instruction.operation else { continue }
      let shape = operation.shape
      if [.storeGlobal, .openGlobal].contains(operation), instruction.bc == slot, isCompared {
        return true
      }
      for (operand, first) in instruction.operands(of: shape) {
        guard let used = program.registers(of: operand, in: instruction, shape) else { continue }
        if operation.compares { isCompared = isCompared || copies.contains(first) }
        copies.subtract(used.written.map { first + $0 })
      }
      if [.loadGlobal, .peekGlobal].contains(operation), instruction.bc == slot {
        copies.insert(Int(instruction.a))
      }
    }
    return false
  }

  /// The units that the functions of an exploration name, themselves or through what they call.
  package func units(namedBy exploration: CompiledExploration) -> [UInt64] {
    var units: Set<UInt64> = []
    for function in reached(from: exploration.functions.map(\.number)) {
      for index in program.code(of: function)
      where program.instructions[index].operation == .loadHandle {
        let handle = program.handles[program.instructions[index].bc]
        if handle.kind == program.host.unitKind { units.insert(handle.number) }
      }
    }
    return units.sorted()
  }

  func reached(fromUnits units: some Sequence<Int>) -> [Int] {
    let units = Set(units)
    return reached(
      from: program.functions.indices.filter { function in
        program.functions[function].unit.map(units.contains) ?? false
      })
  }

  /// The functions that some functions lead to, they themselves included: those that they call or make
  /// values of, and where they read a constant of the file, those that constants can hold.
  func reached(from functions: [Int]) -> [Int] {
    var met = Set(functions)
    var open = functions
    var readsConstants = false
    while let function = open.popLast() {
      for callee in callees(of: function) where met.insert(callee).inserted { open.append(callee) }
      guard !readsConstants, readsConstant(function) else {
        continue
      }
      readsConstants = true
      for callee in callees(of: program.outside.initializer.number)
      where met.insert(callee).inserted {
        open.append(callee)
      }
    }
    return met.sorted()
  }

  private func callees(of function: Int) -> [Int] {
    program.code(of: function).compactMap { index in
      let instruction = program.instructions[index]
      switch instruction.operation {
      case .callFunction: return Int(instruction.b)
      case .loadFunction, .makeClosure: return instruction.bc
      default: return nil
      }
    }
  }

  private func readsConstant(_ function: Int) -> Bool {
    program.code(of: function).contains { index in
      let instruction = program.instructions[index]
      return instruction.operation == .loadGlobal && instruction.bc < program.outside.constantCount
    }
  }

  // MARK: - What it reads

  private func facts(of functions: [Int]) -> CodeFacts {
    var facts = CodeFacts()
    for function in functions {
      // What registers hold that a string was loaded into, a stale one at worst.
      var registers: [Int: String] = [:]
      for index in program.code(of: function) {
        addReadings(of: namedThing(at: index), at: index, in: function, to: &facts)
        facts.reachesOutOfProcess = facts.reachesOutOfProcess || reachesOutOfProcess(at: index)
        let used = usedTexts(at: index, &registers, &facts)
        for text in used where keys.contains(text) {
          addReadings(of: (text, readingsOfNames[text] ?? []), at: index, in: function, to: &facts)
        }
      }
    }
    return facts
  }

  private func addReadings(
    of named: (name: String, readings: [Reading])?, at index: Int, in function: Int,
    to facts: inout CodeFacts
  ) {
    guard let named, !named.readings.isEmpty else { return }
    let place = program.functions[function].source.map { SourcePlace($0, program.places[index]) }
    facts.uses += named.readings.map { CodeFacts.Use(reading: $0, word: named.name, place: place) }
  }

  /// The word that an instruction calls or reads, with what that reads; nil where it is none.
  private func namedThing(at index: Int) -> (name: String, readings: [Reading])? {
    let instruction = program.instructions[index]
    let name: String
    switch instruction.operation {
    case .callHost:
      let callee = program.host.functions[Int(instruction.b)]
      return (callee.plainName, callee.reads)
    case .callMember, .callMutatingMember:
      name = String(program.memberNames[Int(instruction.b)].prefix { $0 != "(" })
    case .getMember, .openMember: name = program.memberNames[Int(instruction.c)]
    case .getKey:
      guard let key = Self.text(of: program.constants[Int(instruction.c)]) else { return nil }
      name = key
    default: return nil
    }
    if keys.contains(name), isHandle(Int(instruction.b), before: index) { return nil }
    return (name, readingsOfNames[name] ?? [])
  }

  /// Whether an instruction calls, opens or assigns something of the host that is not of its process alone.
  private func reachesOutOfProcess(at index: Int) -> Bool {
    let instruction = program.instructions[index]
    let name: String
    switch instruction.operation {
    case .callHost:
      let callee = program.host.functions[Int(instruction.b)]
      return !callee.staysInProcess && !callee.isReadOnly
    case .callMember, .callMutatingMember, .setMember:
      name = program.memberNames[Int(instruction.b)]
    case .openMember: name = program.memberNames[Int(instruction.c)]
    default: return false
    }
    return membersReachingOut.contains(String(name.prefix { $0 != "(" }))
  }

  /// Whether the instruction before another one loads a handle into a register: a key of a map is none
  /// of its members.
  func isHandle(_ register: Int, before index: Int) -> Bool {
    var number = index - 1
    while number > 0, program.instructions[number].operation == .cache { number -= 1 }
    guard number >= 0, Int(program.instructions[number].a) == register else { return false }
    let before = program.instructions[number]
    switch before.operation {
    case .loadHandle: return true
    case .getMember: return namesOfHandles.contains(program.memberNames[Int(before.c)])
    default: return false
    }
  }

  private static func text(of constant: Constant) -> String? {
    if case .string(let bytes) = constant { String(decoding: bytes, as: UTF8.self) } else { nil }
  }

  // MARK: - The texts that it compares with

  /// Follows the strings in registers, and gives those with which an instruction may read something.
  private func usedTexts(
    at index: Int, _ registers: inout [Int: String], _ facts: inout CodeFacts
  ) -> [String] {
    let instruction = program.instructions[index]
    let (a, b, c) = (Int(instruction.a), Int(instruction.b), Int(instruction.c))
    var compared: [Int] = []
    var used: [Int] = []
    switch instruction.operation {
    case .loadConstant, .loadGlobal:
      let loaded =
        instruction.operation == .loadConstant
        ? Self.text(of: program.constants[instruction.bc]) : textsOfConstants[instruction.bc]
      registers[a] = loaded
      if let loaded, !facts.texts.contains(loaded) { facts.texts.append(loaded) }
    case .equal, .notEqual: compared = [b, c]
    case .jumpIfEqual, .jumpIfNotEqual: compared = [a, b]
    case .callMember where compares(b): compared = Array(a...a + c)
    case .getIndex, .getIndexShared, .openIndex: used = [c]
    case .callFunction: used = Array(a...a + program.functions[b].parameterNames.count)
    case .call: used = Array(a...a + b)
    default: break
    }
    for text in compared.compactMap({ registers[$0] }) where !facts.comparedTexts.contains(text) {
      facts.comparedTexts.append(text)
    }
    return used.compactMap { registers[$0] }
  }

  /// Whether a member of the language's own values tells whether something is so.
  private func compares(_ member: Int) -> Bool {
    CoreMemberForms.numbers[program.memberNames[member]].map { number in
      CoreMemberForms.all[number].forms.contains { $0.result == .boolean }
    } ?? false
  }

  private static func textsOfConstants(in program: Program) -> [Int: String] {
    var registers: [Int: String] = [:]
    var texts: [Int: String] = [:]
    for index in program.code(of: program.outside.initializer.number) {
      let instruction = program.instructions[index]
      switch instruction.operation {
      case .loadConstant:
        registers[Int(instruction.a)] = text(of: program.constants[instruction.bc])
      case .storeGlobal where instruction.bc < program.outside.constantCount:
        texts[instruction.bc] = registers[Int(instruction.a)]
      default: break
      }
    }
    return texts
  }
}
