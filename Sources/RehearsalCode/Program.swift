// Compiled code: immutable, shared by every machine that runs it. All functions are in one array
// of instructions; everything else is a table that instructions index.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

/// The compiled form of a script and its imports.
package final class Program: Sendable {
  /// The instructions of all functions, one after the other.
  package let instructions: PersistentArray<Instruction>

  /// The place of each instruction in its source; as long as `instructions`.
  package let places: PersistentArray<SourceRange>

  /// The functions; an index into this is a function's identity.
  package let functions: PersistentArray<CodeFunction>

  /// What `loadConstant` loads: nothing that needs more than its own bytes.
  package let constants: PersistentArray<Constant>

  /// The texts of the symbols that the code names, in the order of their numbers.
  package let symbols: PersistentArray<String>

  /// The member names that the code uses, with labels as in `remove(at:)`.
  package let memberNames: PersistentArray<String>

  /// The handles that the code names: units and the host's constant objects.
  package let handles: PersistentArray<Handle>

  /// The number of caches that member accesses need.
  package let cacheCount: Int

  /// Where values are expected to hold, in the order of their numbers.
  package let expectations: PersistentArray<ExpectationSite>

  /// The host that the program was compiled for.
  package let host: HostInterface

  /// The outside's names: top-level variables, functions and statements.
  package let outside: GlobalTable

  /// The units in the order of their declaration; a unit's number is its index.
  package let units: [CompiledUnit]

  /// The scenarios in their order.
  package let scenarios: [CompiledScenario]

  /// The explorations in their order.
  package let explorations: [CompiledExploration]

  /// The entries of `device { }`, constant values checked for their keys only.
  package let deviceSettings: [CompiledSetting]

  /// The library's function for a member that calls back, by the number of its forms, or -1.
  package let preludeMembers: [Int]

  /// The numbers of `symbols`.
  package let symbolNumbers: PersistentDictionary<String, Int>

  /// Whether the code of the file draws random numbers, and its code that units can call.
  private let fileDrawsRandomNumbers: (any: Bool, callable: Bool)

  /// The units whose own code draws random numbers.
  private let randomUnits: Set<Int>

  /// Makes a program of its tables, which the verifier has to accept before a machine runs it.
  ///
  /// The machines of `previous`, the program that it grew from, can continue with it; nil stands for
  /// none.
  package init(
    instructions: PersistentArray<Instruction>, places: PersistentArray<SourceRange>,
    functions: PersistentArray<CodeFunction>, constants: PersistentArray<Constant>,
    symbols: PersistentArray<String>, memberNames: PersistentArray<String>,
    handles: PersistentArray<Handle>, cacheCount: Int,
    expectations: PersistentArray<ExpectationSite>, host: HostInterface, outside: GlobalTable,
    units: [CompiledUnit], scenarios: [CompiledScenario],
    explorations: [CompiledExploration] = [], deviceSettings: [CompiledSetting],
    preludeMembers: [Int], extending previous: Program? = nil
  ) {
    self.instructions = instructions
    self.places = places
    self.functions = functions
    self.constants = constants
    self.symbols = symbols
    self.memberNames = memberNames
    self.handles = handles
    self.cacheCount = cacheCount
    self.expectations = expectations
    self.host = host
    self.outside = outside
    self.units = units
    self.scenarios = scenarios
    self.explorations = explorations
    self.deviceSettings = deviceSettings
    self.preludeMembers = preludeMembers
    var numbers = previous?.symbolNumbers ?? PersistentDictionary()
    for number in symbols.indices.dropFirst(previous?.symbols.count ?? 0)
    where numbers[symbols[number]] == nil {
      numbers.set(symbols[number], to: number)
    }
    symbolNumbers = numbers
    let random = functions.dropFirst(previous?.functions.count ?? 0).filter { function in
      let range = function.entry..<function.entry + function.length
      return instructions[range.clamped(to: instructions.indices)].contains {
        $0.operation == .callLibrary
          && LibraryFunction.numbered(Int($0.b))?.drawsRandomNumbers == true
      }
    }
    randomUnits = Set(random.compactMap(\.unit)).union(previous?.randomUnits ?? [])
    let earlier = previous?.fileDrawsRandomNumbers
    fileDrawsRandomNumbers = (
      earlier?.any == true || random.contains { $0.unit == nil },
      earlier?.callable == true || random.contains { $0.unit == nil && $0.side != .outside }
    )
  }
}

extension Program {
  /// Whether any code can draw random numbers.
  package var drawsRandomNumbers: Bool { fileDrawsRandomNumbers.any || !randomUnits.isEmpty }

  /// Whether the code that runs in a machine of a unit, or of the outside for -1, can draw random
  /// numbers.
  package func drawsRandomNumbers(inUnit number: Int32) -> Bool {
    number < 0
      ? fileDrawsRandomNumbers.any
      : fileDrawsRandomNumbers.callable || randomUnits.contains(Int(number))
  }

  /// The globals of a unit by its number, or of the outside for -1.
  package func globalTable(ofUnit number: Int32) -> GlobalTable {
    number < 0 ? outside : units[Int(number)].globalTable
  }

  /// The function of a name that the file declares at its top level, which a host can start.
  ///
  /// - Complexity: O(*n*) in the number of functions.
  package func function(named name: String) -> FunctionIndex? {
    functions.firstIndex {
      $0.name == name && $0.role == .declared && $0.unit == nil && !$0.isHidden
    }.map { FunctionIndex($0) }
  }

  /// Whether a function does more with its first parameter than to compare it by `==`, `!=` or `switch`
  /// with strings and symbols of its own.
  ///
  /// - Complexity: O(*n*) in the length of its code.
  package func looksInto(firstParameterOf function: FunctionIndex) -> Bool {
    guard parameterCount(of: function) > 0 else { return false }
    // Copies of it, and what it may be compared with.
    var (copies, literals): (Set<Int>, Set<Int>) = ([0], [])
    for index in code(of: function.number) {
      let instruction = instructions[index]
      guard let operation = instruction.operation else { continue }
      let operands = [instruction.a, instruction.b, instruction.c].map { Int($0) }
      switch operation {
      case .loadConstant, .loadSymbol, .loadNil: literals.insert(operands[0])
      case .move where copies.contains(operands[1]): copies.insert(operands[0])
      case .equal, .notEqual, .jumpIfEqual, .jumpIfNotEqual:
        let jumps: [Operation] = [.jumpIfEqual, .jumpIfNotEqual]
        let compared = Set(
          jumps.contains(operation) ? operands.prefix(2) : operands.suffix(2))
        if !compared.isDisjoint(with: copies), !compared.subtracting(copies).isSubset(of: literals)
        {
          return true
        }
      case .capture where operands[0] == 0 && copies.contains(operands[1]): return true
      default:
        let shape = operation.shape
        for (operand, first) in zip([shape.a, shape.b, shape.c], operands) {
          guard let used = registers(of: operand, in: instruction, shape) else { continue }
          if copies.contains(where: { used.read.contains($0 - first) }) { return true }
          copies.subtract(copies.filter { $0 > 0 && used.written.contains($0 - first) })
        }
      }
    }
    return false
  }

  /// Where a variable is assigned, first of all where the code that assigns it reads it as well.
  ///
  /// - Parameters:
  ///   - slot: The variable's slot.
  ///   - number: The unit whose variable it is; nil for the outside.
  /// - Returns: The place; nil where it only has its initial value.
  /// - Complexity: O(*n*) in the number of instructions.
  package func place(ofAssignmentTo slot: Int, inUnit number: Int?) -> SourcePlace? {
    var found: SourcePlace?
    let initializer = globalTable(ofUnit: number.map { Int32($0) } ?? -1).initializer.number
    for function in functions.indices
    where functions[function].unit == number && function != initializer {
      guard let source = functions[function].source else { continue }
      let uses = code(of: function).filter { instructions[$0].bc == slot }
      guard let store = uses.first(where: { instructions[$0].operation == .storeGlobal }) else {
        continue
      }
      let place = SourcePlace(source, places[store])
      if uses.contains(where: { instructions[$0].operation == .loadGlobal }) { return place }
      found = found ?? place
    }
    return found
  }

  package func code(of function: Int) -> Range<Int> {
    (functions[function].entry..<functions[function].entry + functions[function].length)
      .clamped(to: instructions.indices)
  }

  /// Where a function is declared; nil for the library's own.
  package func place(of function: FunctionIndex) -> SourcePlace? {
    functions[function.number].source.map { SourcePlace($0, functions[function.number].range) }
  }

  /// The name of a function, as a stack shows it.
  package func name(of function: FunctionIndex) -> String { functions[function.number].name }

  /// How many parameters a function of the program declares.
  package func parameterCount(of function: FunctionIndex) -> Int {
    functions[function.number].parameterNames.count
  }
}

/// One compiled function.
package struct CodeFunction: Sendable {
  /// What of a script a function is made of.
  ///
  /// A script can give a function any name, that of a block included, so that no name says it.
  package enum Role: Sendable {
    /// A function that a file or a unit declares.
    case declared
    /// What runs first in each scenario of the file.
    case setup
    /// A closure, which has no name of its own.
    case closure
    /// Anything else: a handler, a scenario, a function inside another one.
    case part
  }

  /// What of a script it is made of.
  package let role: Role
  /// What a stack shows: `save`, `closure`, the name of a handler, `scenario "…"`.
  package let name: String
  /// The script it is in; nil for the library's own.
  package let source: SourceText?
  /// Where it is declared.
  package let range: SourceRange
  /// Which closure of its script it is, as it prints; nil for functions with names.
  package let closureNumber: Int?
  /// Index of its first instruction.
  package let entry: Int
  /// The number of its instructions.
  package let length: Int
  /// The registers of its window, parameters first; at least one.
  package let registerCount: Int
  /// The names of its parameters.
  package let parameterNames: [String]
  /// How many of them, from the first on, a call has to give: up to the last without a default.
  package let requiredCount: Int
  /// Whether surplus arguments are dropped: a closure without a parameter list.
  package let ignoresSurplusArguments: Bool
  /// How many values a closure of it captures.
  package let captureCount: Int
  /// Which code may run it.
  package let side: Side
  /// The number of the unit whose code it is part of; nil for the code of the file.
  package let unit: Int?
  /// How many functions of its unit precede it.
  package let rankInUnit: Int
  /// Whether a stack leaves it out: the library's functions in the language itself.
  package let isHidden: Bool

  /// Makes a function of its parts.
  package init(
    role: Role, name: String, source: SourceText?, range: SourceRange, closureNumber: Int?,
    entry: Int,
    length: Int, registerCount: Int, parameterNames: [String], requiredCount: Int,
    ignoresSurplusArguments: Bool, captureCount: Int, side: Side, unit: Int?, rankInUnit: Int,
    isHidden: Bool
  ) {
    self.role = role
    self.name = name
    self.source = source
    self.range = range
    self.closureNumber = closureNumber
    self.entry = entry
    self.length = length
    self.registerCount = registerCount
    self.parameterNames = parameterNames
    self.requiredCount = requiredCount
    self.ignoresSurplusArguments = ignoresSurplusArguments
    self.captureCount = captureCount
    self.side = side
    self.unit = unit
    self.rankInUnit = rankInUnit
    self.isHidden = isHidden
  }

  /// The name of functions that have none.
  package static let closureName = "closure"

  /// What a function can have of registers; operands have 16 bits, and calls need room above.
  package static let registerLimit = 60_000
}

extension Program {
  /// Where a function of the host is called.
  ///
  /// - Complexity: O(*n*) in the length of the code.
  package func places(ofCallsTo name: String) -> [SourcePlace] {
    guard let number = host.functions.firstIndex(where: { $0.name == name }) else { return [] }
    return functions.indices.flatMap { function -> [SourcePlace] in
      guard let source = functions[function].source else { return [] }
      return code(of: function).filter {
        instructions[$0].operation == .callHost && Int(instructions[$0].b) == number
      }.map { SourcePlace(source, places[$0]) }
    }
  }

  /// What the scripts declare for their host.
  package var outline: ScriptOutline {
    ScriptOutline(
      deviceSettings: deviceSettings, units: units.map(\.declared),
      scenarios: scenarios.map(\.declared))
  }
}

/// The global variables of the outside or of one unit.
package struct GlobalTable: Sendable {
  /// The names of the globals in the order of their slots; the first are the top-level constants
  /// (`let`) of the file, which every unit has; in a unit they are fetched from the outside.
  package let names: [String]

  /// The names of the variables that each instance has for itself, whose slots come after
  /// those of `names`.
  package let instanceNames: [String]

  /// How many of `names` are the file's top-level constants.
  ///
  /// At a prompt variables of the outside are among them, in `reservedSlots`.
  package let constantCount: Int

  /// The slots among the first `constantCount` whose variables only the outside has.
  package let reservedSlots: Set<Int>

  /// The function that evaluates initial values in order and runs the statements, if any.
  package let initializer: FunctionIndex

  /// The constants among the initial values, by their slots, which stand for the variables of a unit
  /// whose initial values were not evaluated yet.
  package var constantValues: [Int: ScriptValue] = [:]

  /// Makes a table.
  package init(
    names: [String], instanceNames: [String], constantCount: Int, reservedSlots: Set<Int>,
    initializer: FunctionIndex, constantValues: [Int: ScriptValue] = [:]
  ) {
    self.names = names
    self.instanceNames = instanceNames
    self.constantCount = constantCount
    self.reservedSlots = reservedSlots
    self.initializer = initializer
    self.constantValues = constantValues
  }

  /// The initial value of a variable of the unit's own, where it is a constant.
  package func constantValue(named name: String) -> ScriptValue? {
    names.lastIndex(of: name).flatMap { constantValues[$0] }
  }

  /// How many slots the unit's code can name.
  package var slotCount: Int { names.count + instanceNames.count }

  /// The name of a slot's variable.
  package func variableName(_ slot: Int) -> String {
    let instance = slot - names.count
    if names.indices.contains(slot) { return names[slot] }
    return instanceNames.indices.contains(instance) ? instanceNames[instance] : ""
  }
}

/// The number of a function of a program.
package struct FunctionIndex: Hashable, Sendable {
  package let number: Int

  package init(_ number: Int) { self.number = number }
}

/// A unit as compiled.
@dynamicMemberLookup
package struct CompiledUnit: Sendable {
  /// A handler with its code.
  @dynamicMemberLookup
  package struct Handler: Sendable {
    /// What is declared.
    package let declared: DeclaredUnit.Handler
    /// The function, whose parameters are the names that the handler declares.
    package let function: FunctionIndex

    /// Makes a handler.
    package init(_ declared: DeclaredUnit.Handler, function: FunctionIndex) {
      self.declared = declared
      self.function = function
    }

    package subscript<Value>(dynamicMember part: KeyPath<DeclaredUnit.Handler, Value>) -> Value {
      declared[keyPath: part]
    }
  }

  /// A function that `sendAction` can name.
  package struct Action: Sendable {
    /// The function's name.
    package let name: String
    /// The group that it is in: the unit itself, or its instances.
    package let target: CodeGroup
    /// The function.
    package let function: FunctionIndex

    /// Makes an action.
    package init(name: String, target: CodeGroup, function: FunctionIndex) {
      self.name = name
      self.target = target
      self.function = function
    }
  }

  /// A control: `button "Label"`.
  package struct Control: Sendable {
    /// What the user reads on it.
    package let label: String
    /// Its own action; nil where it sends a named one.
    package let action: FunctionIndex?
    /// The name of the action that it sends; nil for its own closure.
    package let sentAction: String?
    /// Who is to carry the sent action out; nil for the first along the responder chain that does.
    package let target: CodeGroup?
    /// Where it is declared.
    package let place: SourcePlace

    /// Makes a control.
    package init(
      label: String, action: FunctionIndex?, sentAction: String?, target: CodeGroup?,
      place: SourcePlace
    ) {
      self.label = label
      self.action = action
      self.sentAction = sentAction
      self.target = target
      self.place = place
    }
  }

  /// What is declared.
  package let declared: DeclaredUnit
  /// Its variables; the initializer runs as the launch's first code.
  package fileprivate(set) var globalTable: GlobalTable
  /// What gives the variables of one instance their initial values, by kind; nil where the instances
  /// of a kind have none.
  package let instanceInitializers: [FunctionIndex?]
  /// What sent actions run: the functions of the unit and of its instances.
  package let actions: [Action]
  /// Its handlers, in their order.
  package let handlers: [Handler]
  /// Its controls, in their order.
  package let controls: [Control]

  /// Makes a unit of its parts.
  package init(
    _ declared: DeclaredUnit, globalTable: GlobalTable, instanceInitializers: [FunctionIndex?],
    actions: [Action], handlers: [Handler], controls: [Control]
  ) {
    self.declared = declared
    self.globalTable = globalTable
    self.instanceInitializers = instanceInitializers
    self.actions = actions
    self.handlers = handlers
    self.controls = controls
  }

  package subscript<Value>(dynamicMember part: KeyPath<DeclaredUnit, Value>) -> Value {
    declared[keyPath: part]
  }
}

/// A scenario with its code.
@dynamicMemberLookup
package struct CompiledScenario: Sendable {
  /// What its header declares.
  package let declared: DeclaredScenario
  /// Its function, whose parameters are the names of the choices.
  package let function: FunctionIndex

  /// Makes a scenario.
  package init(_ declared: DeclaredScenario, function: FunctionIndex) {
    self.declared = declared
    self.function = function
  }

  package subscript<Value>(dynamicMember part: KeyPath<DeclaredScenario, Value>) -> Value {
    declared[keyPath: part]
  }
}

/// An `expect` as compiled.
package struct ExpectationSite: Sendable {
  /// A part of the condition, whose value a failure shows.
  package struct Part: Sendable {
    /// The part as written in the source.
    package let text: String
    /// The register that holds its value, or absent where it was not evaluated.
    package let register: Int

    /// Makes a part.
    package init(text: String, register: Int) {
      self.text = text
      self.register = register
    }
  }

  /// The statement.
  package let place: SourcePlace
  /// The condition alone.
  package let conditionPlace: SourcePlace
  /// The ends of units that the condition names.
  package let namedEnds: [NamedEnd]
  /// How long the condition was to be checked: nil for once.
  package let timing: Timing?
  /// The parts in the order of the source.
  package let parts: [Part]
  /// The names that the loops around it bind, from the outermost inward.
  package let loopVariables: [Part]
  /// The register of the author's message, if there is one.
  package let messageRegister: Int?

  /// Makes a site.
  package init(
    place: SourcePlace, conditionPlace: SourcePlace, namedEnds: [NamedEnd], timing: Timing?,
    parts: [Part], loopVariables: [Part], messageRegister: Int?
  ) {
    self.place = place
    self.conditionPlace = conditionPlace
    self.namedEnds = namedEnds
    self.timing = timing
    self.parts = parts
    self.loopVariables = loopVariables
    self.messageRegister = messageRegister
  }

  /// An end that a condition names.
  package struct NamedEnd: Sendable {
    /// The unit's number.
    package let unit: Int
    /// The reason that is named; nil where only that it has ended.
    package let reason: String?

    /// Makes the end of a unit.
    package init(unit: Int, reason: String?) {
      self.unit = unit
      self.reason = reason
    }
  }

  /// The two ways of looking longer.
  package enum Timing: String, Sendable {
    case within, throughout
  }
}
