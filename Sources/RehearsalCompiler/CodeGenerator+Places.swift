// Places: the left sides of assignments and the receivers of members that change them. Indices and
// the right side are evaluated first; then the path is walked from its root, each list or map on
// it made unshared in place, and the last one changed. What a handle of the host gave is a
// copy, which is written back.

import RehearsalInterface
import RehearsalNames
import RehearsalSyntax

/// A path of members and subscripts from a variable or from a handle of the host.
struct Place {
  /// Where the path begins.
  enum Root {
    /// A variable in its register.
    case register(Int)
    /// A variable in a cell, which is in a register of the function.
    case cell(Int)
    /// A variable in a cell that the function captures.
    case capturedCell(Int)
    /// A global variable, by its slot.
    case global(Int)
    /// A handle of the host, which stays the same one whatever is stored in it.
    case handle(Name)
    /// A parameter, which may only be changed where it is a handle of the host.
    case parameter(Name)
  }

  /// One step along the path.
  enum Step {
    case member(Name)
    case index(Expression)

    /// Whether a member is taken.
    var isMember: Bool { if case .member = self { true } else { false } }
  }

  let root: Root
  let steps: [Step]
  /// The numbers of the steps that follow a `?.`.
  let optionalSteps: [Int]
  let range: SourceRange
}

/// A step whose index has been evaluated.
private enum EvaluatedStep {
  case member(Int)
  /// The register of an index.
  case index(Int)
  /// A String among the constants.
  case key(Int)
}

// MARK: - Assignments

extension CodeGenerator {
  /// Emits an assignment.
  func compile(_ assignment: Assignment, at range: SourceRange) {
    guard let place = place(assignment.target) else { return }
    if place.steps.isEmpty {
      assign(assignment, to: place.root, at: range)
    } else {
      assign(assignment, along: place, at: range)
    }
  }

  /// An assignment to a variable itself.
  private func assign(_ assignment: Assignment, to root: Place.Root, at range: SourceRange) {
    guard let operation = assignment.assignmentOperator.combining else {
      if case .register(let register) = root {
        return compile(assignment.value, into: register, .kept)
      }
      let value = builder.allocate()
      compile(assignment.value, into: value, .kept)
      return store(value, in: root, at: range)
    }
    let immediate = operation.immediateAddend(of: assignment.value)
    let value = immediate == nil ? operand(assignment.value) : 0
    let old = load(root, at: assignment.target.range)
    if let immediate {
      builder.emit(.addImmediate, a: old, b: old, c: immediate, at: range)
    } else {
      emit(operation, into: old, old, value, at: range)
    }
    store(old, in: root, at: range)
  }

  /// An assignment to a member or element.
  private func assign(_ assignment: Assignment, along place: Place, at range: SourceRange) {
    let steps = evaluate(place.steps, through: assignment.value.range.end)
    let combining = assignment.assignmentOperator.combining
    let immediate = combining?.immediateAddend(of: assignment.value)
    let value: Int
    if immediate != nil {
      value = 0
    } else if combining == nil {
      value = keptOperand(assignment.value)
    } else {
      value = operand(assignment.value)
    }
    let holders = walk(place.root, steps.dropLast(), at: place.range)
    guard let holder = holders.last, let step = steps.last else { return }
    if let operation = combining {
      let old = builder.allocate()
      get(step, of: holder, into: old, at: assignment.target.range)
      if let immediate {
        builder.emit(.addImmediate, a: old, b: old, c: immediate, at: range)
      } else {
        emit(operation, into: old, old, value, at: range)
      }
      set(step, of: holder, to: old, at: range)
    } else {
      set(step, of: holder, to: value, at: range)
    }
    writeBack(holders, steps, root: place.root, at: range)
  }
}

// MARK: - Members that change their receiver

extension CodeGenerator {
  /// Emits a call of a member that changes its receiver, such as `append`.
  func compileMutatingCall(
    of member: CoreMemberForms, _ base: Expression, _ name: Name, _ isOptional: Bool, _ call: Call,
    at range: SourceRange,
    into target: Int?
  ) {
    guard let place = place(base) else { return }
    let mark = builder.nextRegister
    let steps = evaluate(place.steps, through: call.innerEnd(range))
    for step in place.optionalSteps { skipChain(ifNilBefore: step, place.root, steps, base) }
    if isOptional { skipChain(ifNilBefore: steps.count, place.root, steps, base) }
    let spelling = CoreMemberForms.spelling(name.text, in: call)
    if target == nil, spelling == "append", call.arguments.count == 1, call.trailingClosure == nil {
      let (value, isHeld) = appended(call.arguments[0].value, to: place.root)
      let holders = walk(place.root, steps[...], at: base.range)
      if let receiver = holders.last {
        builder.emit(.append, a: receiver, b: value, c: isHeld ? 1 : 0, at: range)
      }
      writeBack(holders, steps, root: place.root, at: range)
    } else {
      let holders = builder.allocate(steps.count + 1)
      callAtTop(into: target, at: range) { slot in
        let count = compileArguments(call, .kept, end: call.innerEnd(range))
        if count == 0 { _ = builder.allocate() }
        let path = walk(
          place.root, steps[...], at: base.range, into: holders, endingIn: slot)
        if member.callsBack(count) {
          // It gives what remains, and is a call like any other while its function runs.
          emitMember(.callMember, a: slot, b: memberNumber(spelling), c: count, at: range)
          replace(path, steps, root: place.root, at: range)
          builder.emit(.loadNil, a: slot, at: range)
        } else {
          emitMember(
            .callMutatingMember, a: slot, b: memberNumber(spelling), c: count, at: range)
          writeBack(path.dropLast() + [slot + 1], steps, root: place.root, at: range)
        }
      }
    }
    builder.release(to: mark)
  }

  /// A register with a value to append, and whether a variable holds it too.
  ///
  /// A list that is appended to itself is in a register of its own: the other becomes a copy.
  private func appended(
    _ value: Expression, to root: Place.Root
  ) -> (register: Int, isHeld: Bool) {
    if case .name(let name) = value.unparenthesized.kind, let register = ownRegister(of: name) {
      guard case .register(register) = root else { return (register, true) }
    }
    return (keptOperand(value), false)
  }

  /// A register with a value that is about to be stored.
  private func keptOperand(_ value: Expression) -> Int {
    if let register = loopConstant(value) { return register }
    let register = builder.allocate()
    compile(value, into: register, .kept)
    return register
  }

  /// Emits the jump out of the chain where what the first `count` steps lead to is nil.
  private func skipChain(
    ifNilBefore count: Int, _ root: Place.Root, _ steps: [EvaluatedStep], _ base: Expression
  ) {
    let mark = builder.nextRegister
    var value = load(root, at: base.range)
    for step in steps.prefix(count) {
      let next = builder.allocate()
      get(step, of: value, into: next, at: base.range)
      value = next
    }
    skipChain(ifNil: value, true, at: base.range)
    builder.release(to: mark)
  }
}

// MARK: - Walking a path

extension CodeGenerator {
  /// Evaluates the indices of a path; they stay in their registers until the code to `end` has
  /// run.
  private func evaluate(_ steps: [Place.Step], through end: Int32) -> [EvaluatedStep] {
    steps.map { step in
      switch step {
      case .member(let name): .member(memberNumber(name.text))
      case .index(let index):
        constantKey(index).map { .key($0) } ?? .index(operand(index, through: end))
      }
    }
  }

  /// Reads what holds each step of a path, from its root on, and makes it unshared in place.
  ///
  /// They are put in consecutive registers where `first` is given, the last one in `last`.
  private func walk(
    _ root: Place.Root, _ steps: ArraySlice<EvaluatedStep>, at place: SourceRange,
    into first: Int? = nil, endingIn last: Int? = nil
  ) -> [Int] {
    var holders = [open(root, at: place, into: first, endingIn: steps.isEmpty ? last : nil)]
    for (number, step) in steps.enumerated() {
      let own = first.map { $0 + number + 1 }
      let next = (number == steps.count - 1 ? last : nil) ?? own ?? builder.allocate()
      open(step, of: holders[number], into: next, at: place)
      holders.append(next)
    }
    return holders
  }

  /// A register with the root's value for a change in place: the variable's own, `target`, or a
  /// new one; `last` where it is the whole path.
  private func open(
    _ root: Place.Root, at place: SourceRange, into target: Int?, endingIn last: Int?
  ) -> Int {
    if case .register(let own) = root {
      guard let last else { return own }
      builder.emit(.move, a: last, b: own, at: place)
      return last
    }
    let register = last ?? target ?? builder.allocate()
    switch root {
    case .register, .handle, .parameter: return load(root, at: place, into: register)
    case .cell(let cell): builder.emit(.openCell, a: register, b: cell, at: place)
    case .capturedCell(let capture):
      let cell = builder.allocate()
      builder.emit(.loadCapture, a: cell, b: capture, at: place)
      builder.emit(.openCell, a: register, b: cell, at: place)
    case .global(let slot): builder.emit(.openGlobal, a: register, bc: slot, at: place)
    }
    return register
  }

  /// Stores what has changed along a path where it was not changed in place: in the last handle
  /// of the host that the path leads through, or in the register that is the path.
  private func writeBack(
    _ holders: [Int], _ steps: [EvaluatedStep], root: Place.Root, at place: SourceRange
  ) {
    guard let changed = holders.last else { return }
    if case .register(let register) = root, holders.count == 1, register != changed {
      builder.emit(.move, a: register, b: changed, at: place)
    }
    let done = builder.newLabel()
    for number in stride(from: holders.count - 1, to: 0, by: -1) {
      let isInPlace = builder.newLabel()
      builder.emitJump(.jumpIfNotHandle, a: holders[number - 1], to: isInPlace, at: place)
      builder.emitJump(.jumpIfHandle, a: changed, to: done, at: place)
      set(steps[number - 1], of: holders[number - 1], to: holders[number], at: place)
      if number > 1 { builder.emitJump(.jump, to: done, at: place) }
      builder.bind(isInPlace)
    }
    builder.bind(done)
  }

  /// Stores each value of a path into the one that holds it, after code that may have given them
  /// other holders.
  private func replace(
    _ holders: [Int], _ steps: [EvaluatedStep], root: Place.Root, at place: SourceRange
  ) {
    guard let outermost = holders.first else { return }
    let done = builder.newLabel()
    for number in stride(from: holders.count - 1, to: 0, by: -1) {
      builder.emitJump(.jumpIfHandle, a: holders[number], to: done, at: place)
      set(steps[number - 1], of: holders[number - 1], to: holders[number], at: place)
    }
    store(outermost, in: root, at: place)
    builder.bind(done)
  }

  private func open(
    _ step: EvaluatedStep, of holder: Int, into target: Int, at place: SourceRange
  ) {
    switch step {
    case .member(let name): emitMember(.openMember, a: target, b: holder, c: name, at: place)
    case .index(let index): builder.emit(.openIndex, a: target, b: holder, c: index, at: place)
    case .key(let constant):
      let key = builder.allocate()
      builder.emit(.loadConstant, a: key, bc: constant, at: place)
      builder.emit(.openIndex, a: target, b: holder, c: key, at: place)
    }
  }

  private func get(
    _ step: EvaluatedStep, of holder: Int, into target: Int, at place: SourceRange
  ) {
    switch step {
    case .member(let name): emitMember(.getMember, a: target, b: holder, c: name, at: place)
    case .index(let index): builder.emit(.getIndex, a: target, b: holder, c: index, at: place)
    case .key(let key): emitMember(.getKey, a: target, b: holder, c: key, at: place)
    }
  }

  private func set(_ step: EvaluatedStep, of holder: Int, to value: Int, at place: SourceRange) {
    switch step {
    case .member(let name): emitMember(.setMember, a: holder, b: name, c: value, at: place)
    case .index(let index): builder.emit(.setIndex, a: holder, b: index, c: value, at: place)
    case .key(let key): emitMember(.setKey, a: holder, b: key, c: value, at: place)
    }
  }

  /// A register with the root's value: the variable's own, `target`, or a new one.
  private func load(_ root: Place.Root, at place: SourceRange, into target: Int? = nil) -> Int {
    if case .register(let register) = root { return register }
    let register = target ?? builder.allocate()
    switch root {
    case .register: break
    case .cell(let cell): builder.emit(.loadCell, a: register, b: cell, at: place)
    case .capturedCell(let capture):
      builder.emit(.loadCapture, a: register, b: capture, at: place)
      builder.emit(.loadCell, a: register, b: register, at: place)
    case .global(let slot): builder.emit(.loadGlobal, a: register, bc: slot, at: place)
    case .handle(let name): compile(name, into: register, .momentary)
    case .parameter(let name):
      compile(name, into: register, .momentary)
      builder.emit(.requireHandle, a: register, at: place)
    }
    return register
  }

  /// Stores the root's changed value where it belongs.
  private func store(_ value: Int, in root: Place.Root, at place: SourceRange) {
    switch root {
    case .register(let register):
      if register != value { builder.emit(.move, a: register, b: value, at: place) }
    case .cell(let cell): builder.emit(.storeCell, a: cell, b: value, at: place)
    case .capturedCell(let capture):
      let cell = builder.allocate()
      builder.emit(.loadCapture, a: cell, b: capture, at: place)
      builder.emit(.storeCell, a: cell, b: value, at: place)
    case .global(let slot): builder.emit(.storeGlobal, a: value, bc: slot, at: place)
    case .handle, .parameter: break
    }
  }
}

// MARK: - Roots

extension CodeGenerator {
  /// The place that an expression names; nil if it is none.
  func place(_ expression: Expression) -> Place? {
    var steps: [(step: Place.Step, isOptional: Bool)] = []
    var base = expression
    while true {
      switch base.kind {
      case .member(let inner, let name, let isOptional):
        steps.append((.member(name), isOptional))
        base = inner
      case .subscripted(let inner, let index):
        steps.append((.index(index), false))
        base = inner
      case .parenthesized(let inner): base = inner
      case .name(let name):
        steps.reverse()
        guard let root = root(name) else { return nil }
        return Place(
          root: root, steps: steps.map(\.step),
          optionalSteps: steps.indices.filter { steps[$0].isOptional }, range: expression.range)
      default: return nil
      }
    }
  }

  private func root(_ name: Name) -> Place.Root? {
    switch context.meaning(of: name) {
    case .local(let local): root(ofLocal: local, name)
    case .other(.global(let index)): .global(context.globals[index].slot)
    case .other(.unit), .other(.object): .handle(name)
    case .other, .unknown: nil
    }
  }

  private func root(ofLocal number: Int, _ name: Name) -> Place.Root? {
    let local = context.locals[number]
    switch local.kind {
    case .variable: break
    case .handlerParameter, .parameter: return .parameter(name)
    case .constant, .function, .loopName, .condition: return nil
    }
    guard local.depth == builder.depth else {
      return .capturedCell(captureNumber(of: number, depth: builder.depth))
    }
    return local.isCell ? .cell(self[number].register) : .register(self[number].register)
  }
}
