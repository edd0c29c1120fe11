// What the code of a plain model does, as numbers: of each function what it reads, writes and gives
// back, run once for what it reads and remembered from then on.

import Rehearsal
import RehearsalMachine
import RehearsalValues

/// The code of a plain model, whose functions are trees of a forest.
struct PlainCode {
  /// One look at a condition and where it leads.
  struct Test {
    let tree: Int
    let ifTrue: Int
    let ifFalse: Int
  }

  /// An alternative, as trees.
  struct Alternative {
    /// Its tests; the first stands at the end, and none means that it can always be done.
    private(set) var tests: [Test] = []
    fileprivate(set) var firstTest = Self.taken
    fileprivate(set) var steps: [Int] = []

    static let taken = -1
    static let notTaken = -2

    /// Whether the order in which its tests are looked at does not matter: any of them is enough, or
    /// none may fail.
    var isUnordered: Bool {
      tests.allSatisfy { $0.ifTrue == Self.taken }
        || tests.allSatisfy { $0.ifFalse == Self.notTaken }
    }

    fileprivate mutating func add(_ test: Test) -> Int {
      tests.append(test)
      return tests.count - 1
    }
  }

  /// What is looked at in every state.
  struct Property {
    let number: Int
    let isAlways: Bool
    let tree: Int
  }

  /// What a function did.
  struct Effect {
    let holds: Bool
    let writes: [(part: Int, value: Int32)]
    let breaches: [ExplorationBreach]
  }

  /// What a function of the script is, for its tree.
  private struct Function {
    let index: FunctionIndex
    let arguments: [ScriptValue]
    let looks: Bool
  }

  private(set) var model: PlainModel
  /// The values that the parts were met with.
  private(set) var values: PartValues
  /// The alternatives, in the order of the page.
  private(set) var alternatives: [Alternative] = []
  private(set) var properties: [Property] = []
  /// What functions did, by number.
  private(set) var effects: [Effect] = []
  /// By effect: the function that had it.
  private var functionsOfEffects: [Int] = []
  private var functions: [Function] = []
  private var forest = DecisionForest(treeCount: 0)

  /// Prepares the code of a model, with values that its parts are known to have besides.
  init(_ model: PlainModel, values: PartValues? = nil) {
    self.model = model
    self.values = values ?? PartValues(model)
    for (part, value) in model.initial.enumerated() {
      _ = self.values.number(of: value, part: part)
    }
    for alternative in model.exploration.alternatives { alternatives.append(compile(alternative)) }
    for (number, property) in model.exploration.compiled.properties.enumerated() {
      properties.append(
        Property(
          number: number, isAlways: property.kind == .always,
          tree: add(property.function, [], looks: true)))
    }
    forest = DecisionForest(treeCount: functions.count)
  }

  /// How many functions there are.
  var treeCount: Int { functions.count }

  /// The numbers of the values that the parts have at the beginning.
  var initial: [Int32] {
    model.initial.indices.map { values.known(model.initial[$0], part: $0) ?? 0 }
  }

  private mutating func compile(_ alternative: RunnableExploration.Alternative) -> Alternative {
    let compiled = model.exploration.compiled.alternatives[alternative.number]
    var result = Alternative()
    if let condition = compiled.condition {
      result.firstTest = compile(
        condition, alternative.values, &result, ifTrue: Alternative.taken,
        ifFalse: Alternative.notTaken)
    }
    result.steps = compiled.steps.map { add($0, alternative.values, looks: false) }
    return result
  }

  /// Adds the tests of a condition and returns the number of the first one.
  private mutating func compile(
    _ condition: CompiledExploration.Condition, _ arguments: [ScriptValue],
    _ alternative: inout Alternative, ifTrue: Int, ifFalse: Int
  ) -> Int {
    switch condition {
    case .test(let function):
      return alternative.add(
        Test(tree: add(function, arguments, looks: true), ifTrue: ifTrue, ifFalse: ifFalse))
    case .all(let parts):
      return parts.reversed().reduce(ifTrue) {
        compile($1, arguments, &alternative, ifTrue: $0, ifFalse: ifFalse)
      }
    case .any(let parts):
      return parts.reversed().reduce(ifFalse) {
        compile($1, arguments, &alternative, ifTrue: ifTrue, ifFalse: $0)
      }
    }
  }

  private mutating func add(
    _ function: FunctionIndex, _ arguments: [ScriptValue], looks: Bool
  ) -> Int {
    functions.append(Function(index: function, arguments: arguments, looks: looks))
    return functions.count - 1
  }

  // MARK: - Running

  /// The number of what a function does in a state.
  ///
  /// - Parameters:
  ///   - tree: The function.
  ///   - state: By part: the number of its value.
  /// - Returns: The number of the effect.
  /// - Throws: The error by which it ended.
  mutating func effect(of tree: Int, in state: [Int32]) throws(ExplorationError) -> Int {
    let known = state.withUnsafeBufferPointer { state in
      state.baseAddress.map { forest.decision(of: tree, $0) } ?? DecisionForest.unknown
    }
    if known != DecisionForest.unknown { return Int(known) }
    let function = functions[tree]
    let values = values
    let evaluation = try model.run(function.index, function.arguments, looks: function.looks) {
      values.value(state[$0], part: $0)
    }
    if function.looks {
      guard case .boolean = evaluation.result else {
        throw model.noBool(evaluation.result, function.index)
      }
    }
    effects.append(
      Effect(
        holds: evaluation.result == .boolean(true),
        writes: evaluation.writes.sorted { $0.key < $1.key }.map {
          ($0.key, self.values.number(of: $0.value, part: $0.key))
        }, breaches: evaluation.breaches))
    functionsOfEffects.append(tree)
    state.withUnsafeBufferPointer { state in
      guard let start = state.baseAddress else { return }
      forest.insert(Int32(effects.count - 1), into: tree, reads: evaluation.reads, start)
    }
    return effects.count - 1
  }

  /// The parts that a function reads in a state in which it was run.
  func reads(of tree: Int, in state: [Int32]) -> [Int] {
    state.withUnsafeBufferPointer { state in
      state.baseAddress.map { forest.reads(of: tree, $0) } ?? []
    }
  }

  /// What a function was seen to write, with all values that it wrote.
  func writes(of tree: Int) -> [(part: Int, value: ScriptValue)] {
    effects.indices.filter { functionsOfEffects[$0] == tree }.flatMap { effects[$0].writes }.map {
      ($0.part, values.value($0.value, part: $0.part))
    }
  }

  /// Knows values that parts may have, before they are met.
  mutating func know(_ indexes: IndexSymmetry) {
    for holder in indexes.holders {
      for index in 0..<indexes.count {
        _ = values.number(of: .integer(Int64(index) &+ holder.offset), part: holder.part)
      }
    }
  }
}
