// Maps of the host whose keys are known where they are read: the options of a launch, the entries of
// `scenes`. A literal key that such a map never has would be nil whatever happens.

import RehearsalSyntax

extension CompilationContext {
  /// The map, or list of maps, that an expression is; nil where only the run knows.
  func knownMap(_ value: Expression) -> HostMap? {
    switch value.unparenthesized.kind {
    case .optionalChain(let inner): return knownMap(inner)
    case .name(let name):
      guard case .local(let position) = resolve(name.text) else { return nil }
      return locals[position].map
    case .member(let base, let name, _):
      if knownHandle(base) != nil { return member(name, of: base)?.map }
      guard let map = knownMap(base) else { return nil }
      guard map.isList else { return map.key(name.text)?.maps.first }
      return name.text == "first" || name.text == "last" ? map.element : nil
    case .subscripted(let base, let index):
      guard let map = knownMap(base) else { return nil }
      if case .range = index.unparenthesized.kind { return map }
      return map.isList ? map.element : index.literalText.flatMap { map.key($0)?.maps.first }
    default: return nil
    }
  }

  /// Reports a literal key that a known map never has.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - place: Where it stands.
  ///   - base: What is read.
  ///   - isMember: Whether it stands behind a dot, where the members of all maps may stand too.
  func checkKey(
    _ key: String, at place: SourceRange, of base: Expression, isMember: Bool = false
  ) {
    guard !isInPrelude, let map = knownMap(base), !map.isList, !map.isOpen, map.key(key) == nil
    else { return }
    if isMember, CoreMember.bySpelling[key] != nil { return }
    report(.unknownKey(key, at: place, of: map))
  }
}

extension HostMap {
  /// One of a list of such maps.
  fileprivate var element: HostMap {
    var element = self
    element.isList = false
    return element
  }
}

extension Expression {
  /// The text of a string literal without interpolations.
  var literalText: String? {
    guard case .string(let literal) = unparenthesized.kind else { return nil }
    return literal.plainText
  }
}
