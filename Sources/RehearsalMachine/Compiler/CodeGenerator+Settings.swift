// The entries of `device { }` and `info { }`: constants, checked for their keys and symbols. What
// their values may be is the host's to say.

import RehearsalSyntax
import RehearsalValues

extension CodeGenerator {
  /// The entries of a block as constants; entries with errors are reported and left out.
  func settings(_ block: SettingsBlock, keys: [HostSetting], of what: String) -> [CompiledSetting] {
    var result: [CompiledSetting] = []
    var places: [String: SourceRange] = [:]
    for entry in block.entries {
      guard let key = keys.first(where: { $0.name == entry.key.text }) else {
        let suggestion = suggestion(for: entry.key.text) { keys.map(\.name) }
        report(.unknownKey(entry.key, of: what, suggestion: suggestion))
        continue
      }
      if let first = places[key.name] {
        report(.duplicateKey(entry.key.range, first: first))
        continue
      }
      places[key.name] = entry.key.range
      guard let value = constant(entry.value) else { continue }
      checkSymbols(in: entry.value, of: key)
      result.append(
        CompiledSetting(
          key: key.name, value: value, sourceText: entry.sourceText,
          place: SourcePlace(scripts[current].parsed.source, entry.value.range)))
    }
    return result
  }

  /// The symbols that stand in a value alone or as elements of a list.
  private func checkSymbols(in value: Expression, of key: HostSetting) {
    guard !key.symbols.isEmpty else { return }
    switch value.unparenthesized.kind {
    case .symbol(let name): checkSymbol(name, among: key.symbols, for: key.name)
    case .list(let elements):
      for case .symbol(let name) in elements.map(\.unparenthesized.kind) {
        checkSymbol(name, among: key.symbols, for: key.name)
      }
    default: break
    }
  }

  /// The value of a constant expression; nil with a report where it is none.
  private func constant(_ expression: Expression) -> ScriptValue? {
    if let value = expression.literalValue { return value }
    switch expression.kind {
    case .missing: return nil
    case .nilLiteral: return .nil
    case .double(let value): return .double(value)
    case .parenthesized(let inner): return constant(inner)
    case .list(let elements):
      let values = elements.compactMap { constant($0) }
      return values.count == elements.count ? .list(values) : nil
    case .map(let entries): return constantMap(entries)
    case .name(let name):
      if case .other(.global(let index)) = resolve(name.text),
        let literal = globals[index].inlinedLiteral
      {
        return constant(literal)
      }
    default: break
    }
    report(.notAConstant(expression.range))
    return nil
  }

  private func constantMap(_ entries: [MapEntry]) -> ScriptValue? {
    checkKeys(entries)
    var result: [ScriptValue.Entry] = []
    for entry in entries {
      guard let key = constant(entry.key), let value = constant(entry.value) else { return nil }
      guard key.isKey else {
        report(.notAConstant(entry.key.range))
        return nil
      }
      if value != .nil { result.append(ScriptValue.Entry(key, value)) }
    }
    return .map(result)
  }
}

extension Expression {
  /// The value of a literal that can be the key of a map.
  var literalValue: ScriptValue? {
    switch kind {
    case .boolean(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .duration(let value): .duration(value)
    case .symbol(let name): .symbol(name.text)
    case .string(let literal): literal.plainText.map { .string($0) }
    default: nil
    }
  }
}

extension ScriptValue {
  /// Whether it can be the key of a map.
  fileprivate var isKey: Bool {
    switch self {
    case .boolean, .integer, .string, .symbol, .duration: true
    default: false
    }
  }
}
