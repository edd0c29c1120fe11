// The entries of `device { }` and `info { }`: constants, checked for their keys and symbols. What
// their values may be is up to the host.

import RehearsalInterface
import RehearsalSyntax
import RehearsalValues

extension CompilationContext {
  /// Entries as constants; those with errors are reported and left out.
  package func settings(
    _ entries: [SettingsBlock.Entry], keys: [HostSetting], of what: String
  ) -> [CompiledSetting] {
    var result: [CompiledSetting] = []
    var places: [String: SourceRange] = [:]
    for entry in entries {
      guard let key = keys.first(where: { $0.name == entry.key.text }) else {
        let suggestion = suggestion(for: entry.key.text) { keys.map(\.name) }
        report(
          .unknownKey(entry.key, of: what, known: keys.map(\.name), suggestion: suggestion))
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
          key: key.name, value: value, sourceText: entry.sourceText, place: place(of: entry.value),
          elements: elements(of: entry.value, value, key: key.name)))
    }
    return result
  }

  /// The entries of all devices together: a file's own count instead of those of the files that it
  /// imports.
  package func deviceSettings() -> [CompiledSetting] {
    var merged: [(setting: CompiledSetting, script: Int)] = []
    let last = devices.last?.block.entries.map(\.key.text) ?? []
    for device in devices {
      current = device.script
      for setting in settings(device.block.entries, keys: host.deviceKeys, of: "device") {
        guard let index = merged.firstIndex(where: { $0.setting.key == setting.key }) else {
          merged.append((setting, device.script))
          continue
        }
        let (first, script) = merged[index]
        merged[index] = (setting, device.script)
        // Of two files neither of which imports the other, none knows better.
        if first.value != setting.value, !imports(device.script, script),
          device.script == devices.last?.script || !last.contains(setting.key)
        {
          report(.deviceKeyTwice(setting.place.range, setting.key, other: name(of: script)))
        }
      }
    }
    return merged.map(\.setting)
  }

  /// Whether a script imports another one, directly or through others.
  private func imports(_ importer: Int, _ imported: Int) -> Bool {
    // The main script is not compiled without what it imports.
    guard importer < scripts.count - 1 else { return true }
    var open = [importer]
    var seen: Set<Int> = [importer]
    while let script = open.popLast() {
      for file in scripts[script].parsed.importedFiles {
        guard let number = scripts.indices.last(where: { name(of: $0) == file }),
          seen.insert(number).inserted
        else { continue }
        if number == imported { return true }
        open.append(number)
      }
    }
    return false
  }

  private func name(of script: Int) -> String { scripts[script].parsed.source.name }

  private func place(of expression: Expression) -> SourcePlace {
    SourcePlace(scripts[current].parsed.source, expression.range)
  }

  /// The elements of a list literal, each with its own text and place.
  private func elements(
    of list: Expression, _ value: ScriptValue, key: String
  ) -> [CompiledSetting] {
    guard case .list(let elements) = list.unparenthesized.kind, case .list(let values) = value,
      elements.count == values.count
    else { return [] }
    return zip(elements, values).map { element, value in
      let place = place(of: element)
      return CompiledSetting(
        key: key, value: value, sourceText: place.source.text(in: place.range), place: place)
    }
  }

  /// The symbols in a value, alone or as elements of a list.
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
  package func constant(_ expression: Expression) -> ScriptValue? {
    var defects: [SourceRange] = []
    let value = constant(expression, before: .max, defects: &defects)
    for defect in defects { report(.notAConstant(defect)) }
    return value
  }

  /// The value of a constant expression; nil for any other.
  package func quietConstant(_ expression: Expression) -> ScriptValue? {
    var defects: [SourceRange] = []
    let value = constant(expression, before: .max, defects: &defects)
    return defects.isEmpty ? value : nil
  }

  /// The same without a report.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - order: The number of the variable from which on names have no value yet.
  ///   - defects: Gets the places of the parts that are no constants.
  /// - Returns: The value.
  private func constant(
    _ expression: Expression, before order: Int, defects: inout [SourceRange]
  ) -> ScriptValue? {
    if case .string(let literal) = expression.kind { references.note(literal, in: current) }
    if let value = expression.literalValue { return value }
    switch expression.kind {
    case .missing: return nil
    case .nilLiteral: return .nil
    case .double(let value): return .double(value)
    case .parenthesized(let inner): return constant(inner, before: order, defects: &defects)
    case .list(let elements):
      let values = elements.compactMap { constant($0, before: order, defects: &defects) }
      return values.count == elements.count ? .list(values) : nil
    case .map(let entries): return constantMap(entries, before: order, defects: &defects)
    case .range(let lower?, let upper?, let isClosed):
      guard let lower = constant(lower, before: order, defects: &defects),
        let upper = constant(upper, before: order, defects: &defects)
      else { return nil }
      if let range = ScriptValue.constantRange(lower, upper, isClosed) { return range }
    case .call(let call):
      // `.open("shop://item")`: a symbol and what belongs to it.
      if case .symbol(let name) = call.callee.unparenthesized.kind, call.arguments.count == 1,
        call.trailingClosure == nil,
        let argument = constant(call.arguments[0].value, before: order, defects: &defects)
      {
        return .list([.symbol(name.text), argument])
      }
    case .name(let name):
      if case .other(.global(let index)) = order == .max ? resolve(name) : meaning(of: name),
        globals[index].unit == nil,
        !globals[index].isMutable, globals[index].order < order
      {
        // What is wrong with the constant is reported where it is used, which is in this script.
        var inner: [SourceRange] = []
        let value = within(script: globals[index].script) {
          constant(globals[index].value, before: globals[index].order, defects: &inner)
        }
        if inner.isEmpty { return value }
      }
    default: break
    }
    defects.append(expression.range)
    return nil
  }

  private func constantMap(
    _ entries: [MapEntry], before order: Int, defects: inout [SourceRange]
  ) -> ScriptValue? {
    // What a named constant holds was checked where it is declared.
    if order == .max { checkKeys(entries) }
    var result: [ScriptValue.Entry] = []
    for entry in entries {
      guard let key = constant(entry.key, before: order, defects: &defects),
        let value = constant(entry.value, before: order, defects: &defects)
      else { return nil }
      guard key.isKey else {
        defects.append(entry.key.range)
        return nil
      }
      if value != .nil { result.append(ScriptValue.Entry(key, value)) }
    }
    return .map(result)
  }

  /// Reports literal keys that occur twice in a map literal.
  package func checkKeys(_ entries: [MapEntry]) {
    var places: [ScriptValue: SourceRange] = [:]
    for entry in entries {
      guard let key = entry.key.unparenthesized.literalValue else { continue }
      if let first = places[key] {
        report(.duplicateKey(entry.key.range, first: first))
      } else {
        places[key] = entry.key.range
      }
    }
  }
}

extension ScriptValue {
  /// A range of two Ints, where it does not end before it begins.
  fileprivate static func constantRange(
    _ lower: ScriptValue, _ upper: ScriptValue, _ isClosed: Bool
  ) -> ScriptValue? {
    guard case .integer(let first) = lower, case .integer(let last) = upper, first <= last else {
      return nil
    }
    return .range(lower: lower, upper: upper, isClosed: isClosed)
  }

  /// How many values it stands for, one after the other: a list, or a range of Ints; nil for
  /// anything else.
  package var elementCount: Int? {
    switch self {
    case .list(let elements): return elements.count
    case .range(.integer(let lower), .integer(let upper), let isClosed):
      let (width, isTooMany) = upper.subtractingReportingOverflow(lower)
      guard !isTooMany, width < .max else { return .max }
      return Int(clamping: width) + (isClosed ? 1 : 0)
    default: return nil
    }
  }

  /// The value of that number among those it stands for; nil after the last.
  package func element(at index: Int) -> ScriptValue? {
    switch self {
    case .list(let elements): elements.indices.contains(index) ? elements[index] : nil
    case .range(.integer(let lower), _, _):
      index < elementCount ?? 0 ? .integer(lower + Int64(index)) : nil
    default: nil
    }
  }

  /// Whether it can be the key of a map.
  fileprivate var isKey: Bool {
    switch self {
    case .boolean, .integer, .string, .symbol, .duration: true
    default: false
    }
  }
}
