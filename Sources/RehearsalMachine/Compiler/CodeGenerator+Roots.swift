// Finding the place that an expression names: its path, and the variable or handle of the host
// where the path begins. What cannot be changed is reported here.

import RehearsalSyntax

extension CodeGenerator {
  /// The place that an expression names; nil with a report where it names none.
  ///
  /// It is assigned, unless a member changes it.
  func place(_ expression: Expression, changedBy changing: String? = nil) -> Place? {
    var steps: [(step: Place.Step, isOptional: Bool)] = []
    var base = expression
    while true {
      switch base.kind {
      case .member(let inner, let name, let isOptional):
        steps.append((.member(name), isOptional))
        base = inner
      case .subscripted(let inner, let index):
        if case .range = index.unparenthesized.kind {
          report(.slicedPlace(base.range))
          return nil
        }
        steps.append((.index(index), false))
        base = inner
      case .parenthesized(let inner): base = inner
      case .name(let name):
        steps.reverse()
        guard let root = root(name, steps.map(\.step), isAssigned: changing == nil) else {
          return nil
        }
        return Place(
          root: root, steps: steps.map(\.step),
          optionalSteps: steps.indices.filter { steps[$0].isOptional }, range: expression.range)
      case .missing: return nil
      default:
        // What cannot be assigned at all was reported by the parser.
        if let changing { report(.changedTemporary(base.range, changing)) }
        return nil
      }
    }
  }

  /// The root of a path; nil with a report where it may not be changed.
  private func root(_ name: Name, _ steps: [Place.Step], isAssigned: Bool) -> Place.Root? {
    switch resolve(name.text) {
    case .local(let position): return root(ofLocal: position, name, steps)
    case .other(.global(let index)):
      let global = globals[index]
      checkGlobal(global, name)
      guard global.isMutable else {
        let isHere = global.script == current
        report(.assignedConstant(name, start: isHere ? global.start : nil))
        return nil
      }
      return .global(global.slot)
    case .other(.unit(let number)):
      return root(of: .unit(number, name), steps, isAssigned: isAssigned)
    case .other(.object(let index)):
      return root(of: .object(index, name), steps, isAssigned: isAssigned)
    case .other:
      report(.assignedFunction(name))
      return nil
    case .unknown:
      reportUnknown(name)
      return nil
    }
  }

  private func root(ofLocal position: Int, _ name: Name, _ steps: [Place.Step]) -> Place.Root? {
    let local = locals[position]
    switch local.kind {
    case .variable: break
    case .handlerParameter where !steps.isEmpty: return .parameter(name)
    case .parameter where steps.first.map(\.isMember) == true: return .parameter(name)
    case .constant: report(.assignedConstant(name, start: local.start))
    case .function: report(.assignedFunction(name))
    case .parameter, .handlerParameter, .loopName, .condition:
      report(.assignedBoundName(name, declaration: local.name.range))
    }
    guard case .variable = local.kind else { return nil }
    guard local.depth == builder.depth else {
      return .capturedCell(captureNumber(ofLocal: position, depth: builder.depth))
    }
    return local.isCell ? .cell(local.register) : .register(local.register)
  }

  /// A handle of the host as a root: what its first member is decides whether it may be set.
  private func root(
    of handle: KnownHandle, _ steps: [Place.Step], isAssigned: Bool
  ) -> Place.Root? {
    let name = handle.name
    switch steps.first {
    case nil:
      report(.assignedHandle(name))
      return nil
    case .member(let memberName):
      if isOnWrongSide(handle) { return .handle(name) }
      if case .unit(let unit, _) = handle,
        case .global? = unitScopes[unit].lookUp(names.number(of: memberName.text))?.binding
      {
        report(.assignedUnitVariable(memberName, unit: name.text, host.groups.unit))
        return nil
      }
      guard let kind = kind(of: handle) else { return .handle(name) }
      guard let member = checkMember(memberName, of: handle) else { return nil }
      if isAssigned && steps.count == 1 && !member.isSettable {
        report(.notSettable(memberName, of: name.text, kind.members))
        return nil
      }
      return .handle(name)
    case .index:
      if let kind = kind(of: handle), !kind.hasSubscript {
        report(.noSubscript(name.text, name.range))
      }
      return .handle(name)
    }
  }
}
