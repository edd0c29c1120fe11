// Members of handles whose kind is known where their names are.

import RehearsalInterface
import RehearsalSyntax

extension CompilationContext {
  /// A handle whose kind is known where its name is.
  package enum KnownHandle {
    case unit(Int, Name)
    case object(Int, Name)
    /// A member of one, whose value is a handle of that kind.
    case part(UInt8, Name)

    /// The name as written.
    package var name: Name {
      switch self {
      case .unit(_, let name), .object(_, let name), .part(_, let name): name
      }
    }
  }

  /// The handle that an expression names, where it is a bare name of one, or a member of such.
  package func knownHandle(_ expression: Expression) -> KnownHandle? {
    if case .member(let base, let name, _) = expression.unparenthesized.kind {
      guard let owner = knownHandle(base), !isOnWrongSide(owner),
        let kind = kind(of: owner)?.members.first(where: { $0.name == name.text })?.result?
          .handleKind
      else { return nil }
      return .part(kind, name)
    }
    guard case .name(let name) = expression.unparenthesized.kind else { return nil }
    switch meaning(of: name) {
    case .other(.unit(let number)): return .unit(number, name)
    case .other(.object(let index)): return .object(index, name)
    default: return nil
    }
  }

  /// The kind of a known handle, if the host describes it.
  package func kind(of handle: KnownHandle) -> HostKind? {
    let index: Int
    switch handle {
    case .unit: index = Int(host.unitKind)
    case .object(let object, _): index = Int(host.objects[object].handle.kind)
    case .part(let kind, _): index = Int(kind)
    }
    guard index < host.kinds.count else { return nil }
    var kind = host.kinds[index]
    if case .object(let object, _) = handle { kind.members += host.objects[object].members }
    return kind
  }

  /// The member of a handle that is known by name.
  package func member(_ name: Name, of handle: Expression) -> HostMember? {
    guard let handle = knownHandle(handle), let kind = kind(of: handle) else { return nil }
    return kind.members.first { $0.name == name.text }
  }

  /// Checks the reading of a member without calling it.
  func checkRead(of name: Name, on handle: KnownHandle) {
    guard let member = checkMember(name, of: handle) else { return }
    guard let parameters = member.parameters else { return }
    report(
      .methodWithoutCall(name, of: handle.name.text, takesNothing: parameters.isEmpty))
  }

  /// Checks a call of a member.
  func checkCall(
    of name: Name, on handle: KnownHandle, _ call: Call, at place: SourceRange
  ) {
    guard let member = checkMember(name, of: handle, as: .call) else { return }
    guard let parameters = member.parameters else {
      let hasNothing = call.arguments.isEmpty && call.trailingClosure == nil
      let parentheses = SourceRange(Int(name.range.end), Int(place.end))
      return report(
        .propertyCalled(name, of: handle.name.text, empty: hasNothing ? parentheses : nil))
    }
    let callee = Callee(name: name.text, parameters: parameters)
    guard let arranged = arrange(call, for: callee) else { return }
    keep(arranged, of: call)
    checkSymbols(arranged, of: callee)
  }

  func checkSubscript(of handle: KnownHandle, at place: SourceRange) {
    guard let kind = kind(of: handle), !kind.hasSubscript else { return }
    report(.noSubscript(handle.name.text, place))
  }

  /// Whether the current code is a unit's and the handle a unit: using it is the mistake,
  /// whatever its member.
  func isOnWrongSide(_ handle: KnownHandle) -> Bool {
    if case .unit = handle { currentUnit != nil } else { false }
  }

  /// Checks that a known handle has a member; nil where it has not, or where the member is a
  /// variable of a unit.
  @discardableResult
  func checkMember(
    _ name: Name, of handle: KnownHandle, as use: NameUse = .value
  ) -> HostMember? {
    guard let kind = kind(of: handle), !isOnWrongSide(handle) else { return nil }
    if let member = kind.members.first(where: { $0.name == name.text }) { return member }
    var candidates = kind.members.map(\.name)
    if case .unit(let unit, let unitName) = handle {
      switch member(named: name.text, ofUnit: unit) {
      case .global: return nil
      // What is in it is not known, and the reason is already reported.
      case nil where units[unit].declaration.isUnread: return nil
      case .function:
        report(.unitFunctionFromOutside(name, unit: unitName.text, host.groups.unit))
        return nil
      default: break
      }
      candidates += unitVariables(of: unit)
    }
    if let advice = host.memberAdvice(name.text) {
      report(.foreignMember(name, of: handle.name.text, advice))
      return nil
    }
    var suggestion = suggestion(for: name.text) { candidates }
    let meant = kind.members.first { $0.name == suggestion?.word }
    // What is called is no property, and what is read no method.
    if (meant?.parameters != nil) != (use == .call) { suggestion = suggestion?.guessed }
    report(
      .unknownMember(
        name, of: handle.name.text, suggestion: suggestion, members: kind.members))
    return nil
  }

  /// The names of the variables of a unit.
  package func unitVariables(of unit: Int) -> [String] {
    unitScopes[unit].entries.compactMap { entry in
      if case .global = entry.binding { names.texts[entry.name] } else { nil }
    }
  }

  /// Reports names of arguments in a call of a member that no value has in this form: a function
  /// that a map holds takes none.
  func checkLabels(of name: Name, in call: Call) {
    guard let label = call.arguments.lazy.compactMap(\.label).first else { return }
    if host.kinds.contains(where: { $0.members.contains { $0.name == name.text } }) { return }
    let forms = CoreMember.all.map(\.usage).filter { $0.prefix { $0.isLetter } == name.text }
    report(forms.isEmpty ? .labelOfValueCall(label) : .unknownLabel(label, of: name, forms))
  }

  /// The messages that a group of the current code can handle.
  package func handlers(in group: CodeGroup) -> [HostHandler] {
    host.handlers.filter { mayHandle($0, in: group) }
  }

  /// The message of a name that a group of the current code can handle; nil if there is none.
  ///
  /// - Complexity: O(*n*) in the messages of the host, whose rows are not copied.
  package func handler(named name: String, in group: CodeGroup) -> HostHandler? {
    host.handlers.first { $0.name == name && mayHandle($0, in: group) }
  }

  private func mayHandle(_ handler: HostHandler, in group: CodeGroup) -> Bool {
    handler.group == group
      && (handler.instanceKind == nil
        || handler.instanceKind == instanceKind.map { host.groups.instanceKinds[$0] })
  }
}
