// Expressions: what the names in them stand for, and whether their calls fit.

import RehearsalInterface
import RehearsalSyntax

extension Resolver {
  /// An expression with all its parts.
  func resolve(_ expression: Expression) {
    switch expression.kind {
    case .nilLiteral, .boolean, .integer, .double, .duration, .symbol, .missing: break
    case .string(let literal):
      for case .interpolation(let value) in literal.segments { resolve(value) }
    case .name(let name): resolve(name)
    case .shorthandParameter(let number):
      guard shorthandCounts.last ?? nil != nil else {
        return context.report(.shorthandNotAllowed(expression.range))
      }
      noteShorthand(number)
    case .list(let elements): for element in elements { resolve(element) }
    case .map(let entries):
      for entry in entries {
        resolve(entry.key)
        resolve(entry.value)
      }
    case .range(let lower, let upper, _):
      // One without a bound is part of a subscript, or was reported by the parser.
      if let lower, let upper {
        resolve(lower)
        resolve(upper)
      }
    case .closure(let closure): resolve(closure)
    case .call(let call): resolve(call, at: expression.range)
    case .member(let base, let name, _):
      if let handle = context.knownHandle(base) { context.checkRead(of: name, on: handle) }
      resolve(base)
      effects.note(.readsMember(name.text), at: name.range)
    case .subscripted(let base, let index): resolve(base, at: index, in: expression.range)
    case .optionalChain(let inner), .prefix(_, let inner), .parenthesized(let inner):
      resolve(inner)
    case .binary(let operation, _, let left, let right):
      noteOperand(left)
      resolve(left)
      noteOperand(right, beside: operation)
      resolve(right)
    case .conditional(let condition, let first, let second):
      resolve(condition)
      resolve(first)
      resolve(second)
    }
  }

  private func resolve(_ base: Expression, at index: Expression, in place: SourceRange) {
    if let handle = context.knownHandle(base) { context.checkSubscript(of: handle, at: place) }
    resolve(base)
    if case .range(let lower, let upper, _) = index.unparenthesized.kind {
      for bound in [lower, upper].compactMap(\.self) { resolve(bound) }
    } else {
      resolve(index)
    }
  }

  private func resolve(_ closure: Closure) {
    let count = resolveInner(
      closure.parameters ?? [], hasShorthands: closure.parameters == nil, closure.body)
    if count > 0 { facts.shorthandCounts[closure.range.start] = count }
  }

  // MARK: - Names

  /// The reading of a name.
  func resolve(_ name: Name) {
    switch context.resolve(name) {
    case .local(let local): resolve(local: local, at: name.range)
    case .other(let binding): resolve(binding, name)
    case .unknown: context.reportUnknown(name, as: .value)
    }
  }

  /// The use of a local; that of a function which needs a closure is reported before its declaration
  /// has run.
  private func resolve(local number: Int, at place: SourceRange) {
    noteUse(of: number)
    let local = context.locals[number]
    guard case .function = local.kind else { return }
    effects.note(.refers(.local(number, script: context.current)), at: place)
    guard !local.isComplete, local.depth == depth else { return }
    ifClosure(number) { [context] in
      context.report(.usedBeforeDeclaration(local.name.text, place, declaration: local.name.range))
    }
  }

  private func resolve(_ binding: Binding, _ name: Name) {
    switch binding {
    case .global(let index):
      checkGlobal(context.globals[index], name)
      if context.base != nil, context.globals[index].order < 0 {
        context.lastValueUses.append(name.range)
      }
    case .function(let index):
      context.namedFunctions.insert(index)
      effects.note(.refers(.declared(index)), at: name.range)
    case .unit: use(.unit(name.text), of: .outside, at: name.range)
    case .object(let index):
      use(.handle(name.text), of: context.host.objects[index].side, at: name.range)
    case .hostFunction(let number):
      let function = context.host.functions[number]
      if function.isProperty {
        use(.function(name.text), of: function.side, at: name.range)
        noteUnitCall(ofHost: number, at: name.range)
      }
      noteCall(ofHost: number, at: name.range)
    case .library(_): break
    }
  }

  /// Checks that a global may be used in the current code: by its side, and by what has run.
  func checkGlobal(_ global: GlobalVariable, _ name: Name) {
    if global.isMutable && global.unit == nil {
      use(.variable(name.text), of: .outside, at: name.range)
    }
    // A closure among the file's statements is no place to look ahead from either, as in Swift;
    // one of a unit is called once all variables have their values.
    if let count = initializedCount, depth == 0 || context.currentUnit == nil,
      global.unit == context.currentUnit, global.instanceKind == context.instanceKind,
      global.exploration == context.currentExploration,
      global.order >= count
    {
      let declaration = global.script == context.current ? global.name.range : nil
      context.report(.usedBeforeDeclaration(name.text, name.range, declaration: declaration))
    }
  }

  /// Notes a call of a function of the host, or the reading of a word that stands for one.
  private func noteCall(ofHost number: Int, at place: SourceRange) {
    // What runs in the machine's loop cannot touch anything.
    guard context.host.functions[number].body == nil else { return }
    effects.note(.callsHost(number), at: place)
  }

  private func noteUnitCall(ofHost number: Int, at place: SourceRange) {
    guard let unit = context.currentUnit, !context.isInPrelude,
      context.host.functions[number].body == nil
    else { return }
    context.units[unit].hostCalls.append(
      DeclaredUnit.HostCall(
        function: number,
        place: SourcePlace(context.scripts[context.current].parsed.source, place)))
  }
}

// MARK: - Calls

extension Resolver {
  private func resolve(_ call: Call, at place: SourceRange) {
    defer { facts.callEnds.append(place.end) }
    switch call.callee.unparenthesized.kind {
    case .name(let name): resolve(callOf: name, call, at: place)
    case .member(let base, let name, _): resolve(callOf: name, of: base, call, at: place)
    default: resolveValueCall(call)
    }
  }

  private func resolve(callOf name: Name, _ call: Call, at place: SourceRange) {
    let meaning = context.resolve(name)
    if isTakenForHiddenWord(name, meaning, call) { return resolveUnused(call) }
    switch meaning {
    case .local(let local):
      guard case .function(let declaration) = context.locals[local].kind else {
        return resolveValueCall(call)
      }
      resolve(local: local, at: name.range)
      resolveArguments(
        of: call, to: declaration.callee, declared: (declaration, context.current))
    case .other(let binding): resolve(callOf: binding, name, call, at: place)
    case .unknown:
      context.reportUnknown(name, as: .call)
      resolveUnused(call)
    }
  }

  private func resolve(
    callOf binding: Binding, _ name: Name, _ call: Call, at place: SourceRange
  ) {
    switch binding {
    case .global: resolveValueCall(call)
    case .unit, .object:
      context.report(.notAFunction(name))
      resolveUnused(call)
    case .function(let index):
      let function = context.functions[index]
      context.namedFunctions.insert(index)
      context.sides.recordCall(of: function.sideScope, in: sideScope, at: name.range)
      effects.note(.refers(.declared(index)), at: place)
      resolveArguments(
        of: call, to: context.callee(of: function),
        declared: (function.declaration, function.script))
    case .hostFunction(let number):
      let function = context.host.functions[number]
      use(.function(name.text), of: function.side, at: name.range, extent: place)
      noteCall(ofHost: number, at: place)
      noteUnitCall(ofHost: number, at: place)
      resolveArguments(of: call, to: function.callee)
    case .library(let number): resolveArguments(of: call, to: LibraryFunction.all[number].callee)
    }
  }

  /// Reports a call of what the script declares that reads as one of the word hidden by it.
  private func isTakenForHiddenWord(
    _ name: Name, _ meaning: Resolution, _ call: Call
  ) -> Bool {
    let declaration: (script: Int, range: SourceRange)
    switch meaning {
    case .local(let local):
      declaration = (context.current, context.locals[local].name.range)
    case .other(.function(let index)):
      let function = context.functions[index]
      guard !context.isPrelude(function.script) else { return false }
      declaration = (function.script, function.declaration.name.range)
    case .other(.global(let index)):
      declaration = (context.globals[index].script, context.globals[index].name.range)
    case .other, .unknown: return false
    }
    return HiddenWordCheck(context: context).checkCall(
      of: name, call,
      declaration: declaration.script == context.current ? declaration.range : nil,
      by: context.side(ofScope: sideScope))
  }

  /// A call of a value that only the run knows.
  private func resolveValueCall(_ call: Call) {
    if let label = call.arguments.lazy.compactMap(\.label).first {
      context.report(.labelOfValueCall(label))
    }
    resolve(call.callee)
    resolveUnused(call)
  }

  /// What a call passes in which nothing is known of the callee, or something is wrong.
  private func resolveUnused(_ call: Call) {
    for argument in call.arguments { resolve(argument.value) }
    if let closure = call.trailingClosure { resolve(closure) }
  }

  /// The arguments of a call; `declared` is the function of a script that it calls, with the script.
  private func resolveArguments(
    of call: Call, to callee: Callee,
    declared: (declaration: FunctionDeclaration, script: Int)? = nil
  ) {
    guard let arranged = context.arrange(call, for: callee) else { return resolveUnused(call) }
    context.keep(arranged, of: call)
    if let declared { context.keepLabels(of: call, declared.declaration, in: declared.script) }
    for passed in arranged.passed.compactMap(\.self).sorted(by: { $0.order < $1.order }) {
      resolve(passed.value)
    }
    for extra in arranged.extras { resolve(extra) }
  }

  private func resolve(
    callOf name: Name, of base: Expression, _ call: Call, at place: SourceRange
  ) {
    let member = CoreMemberForms.named(name.text, in: call)
    if member?.isMutating == true {
      for argument in call.arguments { noteOperand(argument.value) }
      noteChange(ofRootOf: base)
      facts.changeEnds.append(place.end)
    }
    if let handle = context.knownHandle(base) {
      context.checkCall(of: name, on: handle, call, at: place)
    } else if let member, member.isMutating {
      // What cannot be changed is reported, and what is passed to it anyway.
      guard resolvePlace(base, changedBy: name.text) else { return resolveUnused(call) }
      let count = call.arguments.count + (call.trailingClosure == nil ? 0 : 1)
      if member.callsBack(count) { noteChange(of: base, at: place) }
      return resolveUnused(call)
    } else if member == nil {
      context.checkLabels(of: name, in: call)
    }
    resolve(base)
    resolveUnused(call)
    effects.note(.readsMember(name.text), at: place)
  }
}

// MARK: - Places

// The left sides of assignments, and the receivers of members that change them.

extension Resolver {
  func resolve(_ assignment: Assignment, at range: SourceRange) {
    let isPlace = resolvePlace(assignment.target)
    noteChange(ofRootOf: assignment.target)
    noteOperand(assignment.value, beside: assignment.assignmentOperator.combining)
    resolve(assignment.value)
    if isPlace { noteChange(of: assignment.target, at: range) }
  }

  /// Notes that a variable of the outside gets another value.
  private func noteChange(of place: Expression, at range: SourceRange) {
    guard case .name(let name) = place.unparenthesized.kind,
      case .other(.global(let index)) = context.meaning(of: name),
      context.globals[index].unit == nil
    else { return }
    effects.note(.changes(name.text), at: range)
  }

  /// Resolves a path of members and subscripts that is assigned, unless a member changes it.
  ///
  /// - Returns: Whether it can be changed; what it is was reported if not.
  private func resolvePlace(_ expression: Expression, changedBy changing: String? = nil) -> Bool {
    var members: [Name?] = []
    var indices: [Expression] = []
    var base = expression
    while true {
      switch base.kind {
      case .member(let inner, let name, _):
        members.append(name)
        base = inner
      case .subscripted(let inner, let index):
        if case .range = index.unparenthesized.kind {
          context.report(.slicedPlace(base.range))
          resolve(base)
          return false
        }
        members.append(nil)
        indices.append(index)
        base = inner
      case .parenthesized(let inner): base = inner
      case .name(let name):
        let isPlace = resolveRoot(name, members.reversed(), isAssigned: changing == nil)
        for index in indices.reversed() { resolve(index) }
        return isPlace
      case .missing: return false
      default:
        // What cannot be assigned at all was reported by the parser.
        if let changing { context.report(.changedTemporary(base.range, changing)) }
        resolve(base)
        return false
      }
    }
  }

  /// The root of a path, whose steps are members or, for nil, subscripts.
  private func resolveRoot(_ name: Name, _ steps: [Name?], isAssigned: Bool) -> Bool {
    switch context.resolve(name) {
    case .local(let local): return resolveRoot(ofLocal: context.locals[local], name, steps)
    case .other(.global(let index)):
      let global = context.globals[index]
      checkGlobal(global, name)
      guard !global.isMutable else { return true }
      let isHere = global.script == context.current
      context.report(.assignedConstant(name, start: isHere ? global.start : nil))
      return false
    case .other(.unit(let number)):
      guard resolveRoot(of: .unit(number, name), steps[...], isAssigned: isAssigned) else {
        return false
      }
      resolve(name)
      return true
    case .other(.object(let index)):
      guard resolveRoot(of: .object(index, name), steps[...], isAssigned: isAssigned) else {
        return false
      }
      resolve(name)
      return true
    case .other:
      context.report(.assignedFunction(name))
      return false
    case .unknown:
      context.reportUnknown(name, as: .value)
      return false
    }
  }

  private func resolveRoot(ofLocal local: LocalVariable, _ name: Name, _ steps: [Name?]) -> Bool {
    switch local.kind {
    case .variable: return true
    case .handlerParameter where !steps.isEmpty: return true
    case .parameter where steps.first.map({ $0 != nil }) == true: return true
    case .constant: context.report(.assignedConstant(name, start: local.start))
    case .function: context.report(.assignedFunction(name))
    case .parameter, .handlerParameter, .loopName, .condition:
      context.report(.assignedBoundName(name, declaration: local.name.range))
    }
    return false
  }

  /// A handle of the host as a root: what its first member is decides whether it may be set.
  private func resolveRoot(
    of handle: CompilationContext.KnownHandle, _ steps: ArraySlice<Name?>, isAssigned: Bool
  ) -> Bool {
    let name = handle.name
    switch steps.first {
    case nil:
      context.report(.assignedHandle(name))
      return false
    case .some(let memberName?):
      if context.isOnWrongSide(handle) { return true }
      if case .unit(let unit, _) = handle,
        case .global? = context.member(named: memberName.text, ofUnit: unit)
      {
        context.report(.assignedUnitVariable(memberName, unit: name.text, context.host.groups.unit))
        return false
      }
      guard let kind = context.kind(of: handle) else { return true }
      guard let member = context.checkMember(memberName, of: handle) else { return false }
      if isAssigned && steps.count == 1 && !member.isSettable {
        context.report(.notSettable(memberName, of: name.text, kind.members))
        return false
      }
      if let part = member.result?.handleKind, steps.count > 1 {
        return resolveRoot(
          of: .part(part, memberName), steps.dropFirst(), isAssigned: isAssigned)
      }
      return true
    case .some(nil):
      if let kind = context.kind(of: handle), !kind.hasSubscript {
        context.report(.noSubscript(name.text, name.range))
      }
      return true
    }
  }
}
