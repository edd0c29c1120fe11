// Symbols that are compared with what can only be some of them: `Notes.state == .actve` is always
// false, and an expectation that something did not happen would hold whatever happens.

import RehearsalSyntax

/// The symbols that a value can be or hold, and what to call the value.
private struct KnownSymbols {
  let symbols: [String]
  let name: String
}

extension CodeGenerator {
  /// Checks the literal symbols of a comparison for equality against what the other side can be.
  func checkSymbols(comparing left: Expression, _ right: Expression) {
    guard !isInPrelude else { return }
    checkSymbols(in: right, comparedWith: left)
    checkSymbols(in: left, comparedWith: right)
  }

  /// Checks literal symbols that are looked for in a list, as in `calls.contains(.willTerminate)`.
  func checkSymbols(in call: Call, of member: CoreMember, on base: Expression) {
    guard !isInPrelude, member == .contains || member == .indexOf,
      let argument = call.arguments.first
    else { return }
    checkSymbols(in: argument.value, comparedWith: base)
  }

  private func checkSymbols(in literal: Expression, comparedWith value: Expression) {
    var named: [Name] = []
    switch literal.unparenthesized.kind {
    case .symbol(let name): named = [name]
    case .list(let elements):
      for case .symbol(let name) in elements.map(\.unparenthesized.kind) { named.append(name) }
    default: return
    }
    guard !named.isEmpty, let known = knownSymbols(of: value) else { return }
    for name in named { checkSymbol(name, among: known.symbols, for: known.name) }
  }

  /// The symbols that a value can be, or that its elements can be; nil where only the run knows.
  private func knownSymbols(of value: Expression) -> KnownSymbols? {
    let value = value.elementOwner
    switch value.kind {
    case .call(let call):
      guard case .name(let name) = call.callee.unparenthesized.kind,
        case .other(.function(let index)) = resolve(name.text),
        scripts[functions[index].script].isPrelude, let symbols = host.preludeResults[name.text]
      else { return nil }
      return KnownSymbols(symbols: symbols, name: name.text)
    case .member(let base, let name, _):
      if let member = member(name, of: base) {
        return member.symbols.isEmpty ? nil : KnownSymbols(symbols: member.symbols, name: name.text)
      }
      guard case .member(let handle, let owner, _) = base.elementOwner.kind,
        let symbols = member(owner, of: handle)?.symbolsByKey[name.text]
      else { return nil }
      return KnownSymbols(symbols: symbols, name: "\(owner.text).\(name.text)")
    default: return nil
    }
  }

  /// The member of a handle that is known by name.
  private func member(_ name: Name, of handle: Expression) -> HostMember? {
    guard let handle = knownHandle(handle), let kind = kind(of: handle) else { return nil }
    return kind.members.first { $0.name == name.text }
  }
}

extension Expression {
  /// The list that an expression is an element of; the expression itself where it is none.
  fileprivate var elementOwner: Expression {
    var value = self
    while true {
      switch value.kind {
      case .parenthesized(let inner), .optionalChain(let inner), .subscripted(let inner, _):
        value = inner
      case .member(let base, let name, _) where name.text == "first" || name.text == "last":
        value = base
      default: return value
      }
    }
  }
}
