// An exploration of variables alone: no app, no device, no time. Its state is the values of its
// variables, and of a list that is only used element by element each element by itself. What a
// function of it does is found out by what it reads: the machine asks for each variable when it
// needs it, and whoever knows that keeps the answer for all states in which the same was read.

import RehearsalLifecycle
import RehearsalMachine
import RehearsalSyntax
import RehearsalValues

/// An exploration of variables alone.
package struct PlainModel: Sendable {
  /// What one run of a function came to.
  package struct Evaluation: Sendable {
    /// The parts that it read before it wrote them, each once, in order.
    package var reads: [Int] = []
    /// The parts that it wrote, with their last values.
    package var writes: [Int: ScriptValue] = [:]
    /// What it gave back.
    package var result: ScriptValue = .nil
    /// The expectations of it that failed.
    package var breaches: [ExplorationBreach] = []
  }

  /// A variable of the machine.
  private struct Variable {
    let slot: Int
    /// The number of its first part.
    let first: Int
    /// How many elements it has; nil where it is one part.
    let count: Int?
  }

  /// The exploration.
  package let exploration: RunnableExploration
  /// The values of the parts at the beginning.
  package private(set) var initial: [ScriptValue] = []
  private var session: Session
  private var variables: [Variable] = []
  /// By slot: the variable that it belongs to, or -1.
  private var variableOfSlot: [Int] = []

  /// Makes the model of an exploration; nil where it is about more than variables.
  ///
  /// - Parameter world: The state that it begins with.
  package init?(_ world: ExplorationWorld) {
    session = world.session
    exploration = world.exploration
    guard world.isPlain else { return nil }
    for variable in exploration.compiled.variables {
      guard let value = session.machine.global(slot: variable.slot), value.isPlainData else {
        return nil
      }
      while variableOfSlot.count <= variable.slot { variableOfSlot.append(-1) }
      variableOfSlot[variable.slot] = variables.count
      if variable.isElementwise, case .list(let elements) = value {
        variables.append(
          Variable(slot: variable.slot, first: initial.count, count: elements.count))
        initial += elements
      } else {
        variables.append(Variable(slot: variable.slot, first: initial.count, count: nil))
        initial.append(value)
      }
    }
    session.machine.asksForVariables = true
  }

  /// Runs a function where the parts have some values.
  ///
  /// - Parameters:
  ///   - function: A function of the exploration.
  ///   - arguments: What it is given.
  ///   - looks: Whether it may only look.
  ///   - value: Gives the value of a part.
  /// - Returns: What it read, wrote and gave back.
  /// - Throws: The error by which it ended.
  package mutating func run(
    _ function: FunctionIndex, _ arguments: [ScriptValue], looks: Bool,
    reading value: (Int) -> ScriptValue
  ) throws(ExplorationError) -> Evaluation {
    var evaluation = Evaluation()
    for variable in variables { session.machine.forgetGlobal(slot: variable.slot) }
    session.machine.start(function, arguments)
    if looks { session.machine.beginReadOnly() }
    defer { if looks { session.machine.endReadOnly() } }
    while true {
      switch session.machine.run() {
      case .failed(let error): throw ExplorationError(error: error)
      case .finished:
        evaluation.result = session.machine.takeResult()
        collectWrites(&evaluation, reading: value)
        return evaluation
      case .requests(let request):
        do throws(HostFunctionError) {
          session.machine.answer(try answer(request, &evaluation, reading: value))
        } catch { session.machine.failRequest(error.identifier, error.message) }
      }
    }
  }

  private mutating func answer(
    _ request: HostRequest, _ evaluation: inout Evaluation, reading value: (Int) -> ScriptValue
  ) throws(HostFunctionError) -> ScriptValue {
    switch request {
    case .constant(let slot):
      guard variableOfSlot.indices.contains(slot), variableOfSlot[slot] >= 0 else { return .nil }
      let variable = variables[variableOfSlot[slot]]
      guard variable.count == nil else {
        return .handle(HandleKind.elements.handle(UInt64(variableOfSlot[slot])))
      }
      return evaluation.read(variable.first, value)
    case .index(let handle): return evaluation.read(try part(of: handle), value)
    case .setIndex(let handle):
      evaluation.writes[try part(of: handle)] = session.machine.argument(1) ?? .nil
      return .nil
    case .expectation(let site, let holds):
      guard !holds else { return .nil }
      let place = session.content.program.expectations[site].place
      let condition = session.content.program.expectations[site].conditionPlace
      evaluation.breaches.append(
        .expectation(
          file: place.source.name, offset: Int(place.range.start),
          condition: place.source.text(in: condition.range)))
      return .nil
    default:
      throw HostFunctionError(
        .wrongSide, "an exploration of variables alone asks nothing of a device")
    }
  }

  /// The part that an index of a list names.
  private mutating func part(of handle: Handle) throws(HostFunctionError) -> Int {
    guard handle.handleKind == .elements, variables.indices.contains(Int(clamping: handle.number)),
      let count = variables[Int(handle.number)].count
    else { throw HostFunctionError(.typeMismatch, "only a list is read by an index") }
    guard case .integer(let index)? = session.machine.argument(0) else {
      throw HostFunctionError(.typeMismatch, "the index of a list is an Int")
    }
    guard index >= 0, index < count else {
      throw HostFunctionError(
        .indexOutOfBounds, "index \(index) is beyond a list of \(count) elements")
    }
    return variables[Int(handle.number)].first + Int(index)
  }

  /// Collects the variables that have other values now, or were written without being read.
  private mutating func collectWrites(
    _ evaluation: inout Evaluation, reading value: (Int) -> ScriptValue
  ) {
    for variable in variables where variable.count == nil {
      guard let now = session.machine.global(slot: variable.slot) else { continue }
      if !evaluation.reads.contains(variable.first) || now != value(variable.first) {
        evaluation.writes[variable.first] = now
      }
    }
  }
}

extension PlainModel.Evaluation {
  fileprivate mutating func read(_ part: Int, _ value: (Int) -> ScriptValue) -> ScriptValue {
    if let written = writes[part] { return written }
    if !reads.contains(part) { reads.append(part) }
    return value(part)
  }
}

extension PlainModel {
  /// The parts of each list that is used element by element.
  package var lists: [Range<Int>] {
    variables.compactMap { variable in
      variable.count.map { variable.first..<variable.first + $0 }
    }
  }

  /// Whether a part is an element of a list.
  package func isElement(_ part: Int) -> Bool { lists.contains { $0.contains(part) } }

  /// The error of a condition that gives no Bool.
  package func noBool(_ value: ScriptValue, _ function: FunctionIndex) -> ExplorationError {
    let call = session.content.program.place(of: function).map {
      RuntimeError.Call(function: session.content.program.name(of: function), place: $0)
    }
    return ExplorationError(
      error: RuntimeError(
        .typeMismatch, "this has to be a Bool, and is \(value)", stack: call.map { [$0] } ?? []))
  }
}
